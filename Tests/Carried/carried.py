#!/usr/bin/python3
"""Two machines of one person, whose folder real programs carry: clicks, and changes made apart.

    carried.py [--row ROW]… [--rounds ROUNDS]

Pictures of the second screen and logs are kept in .build/carried.
"""

import argparse
import os
import signal
import sys
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, "..", "Harness"), os.path.join(HERE, "..", "Servers")]

from home import PROGRAMS
from ways import ROWS


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--row", action="append", choices=[row.__name__ for row in ROWS])
    parser.add_argument("--rounds", type=int, help="clicks in each row, instead of the usual number")
    options = parser.parse_args()
    if not os.path.exists(os.path.join(PROGRAMS, "haru-agent")):
        sys.exit(f"carried.py: no programs in {PROGRAMS}; run make build first")
    # An end from outside is one like any other: what was started is ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    failures = 0
    for row in ROWS:
        if options.row and row.__name__ not in options.row:
            continue
        begin = time.monotonic()
        print(row.__doc__, flush=True)
        try:
            row(options.rounds)
        except Exception:
            failures += 1
            print(traceback.format_exc(), file=sys.stderr, flush=True)
        print(f"  {time.monotonic() - begin:.0f} s", flush=True)
    return min(failures, 1)


if __name__ == "__main__":
    sys.exit(main())
