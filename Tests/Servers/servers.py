#!/usr/bin/python3
"""Runs Haru on real notification servers with a real pointer, and compares it with docs/servers.md.

    servers.py [--row NAME]… [SERVER…]

A cell that is worse than the page's ends it with the status 1; a better one is written there. To
accept a worse one, empty the cell on the page. Every picture is kept in .build/servers.
"""

import argparse
import os
import shutil
import sys
import time
import traceback

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

import report
from home import PROGRAMS
from rows import ROWS
from session import KEPT, Session
from table import SERVERS


def run(server, rows):
    """The cells of a server, as (row, cell)."""
    shutil.rmtree(os.path.join(KEPT, server.name), ignore_errors=True)
    with Session(server) as desk:
        print(f"{server.name} ({desk.version})", flush=True)
        for row in rows:
            desk.row, desk.pictures = row.__name__, 0
            begin = time.monotonic()
            try:
                cell = row(desk)
            except Exception as error:
                print(traceback.format_exc(limit=-3), file=sys.stderr)
                cell = f"✗ {error}"
            print(f"  {row.__name__}: {cell}  ({time.monotonic() - begin:.0f} s)", flush=True)
            yield title(row), cell


def title(row):
    return row.__doc__.splitlines()[0]


def main():
    names = [server.name for server in SERVERS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--row", action="append", choices=[row.__name__ for row in ROWS])
    parser.add_argument("servers", nargs="*", choices=[[], *names], metavar="SERVER",
                        help=", ".join(names))
    options = parser.parse_args()
    if not os.path.exists(os.path.join(PROGRAMS, "haru-agent")):
        sys.exit(f"servers: no programs in {PROGRAMS}; run make build first")

    rows = [row for row in ROWS if not options.row or row.__name__ in options.row]
    cells, worse = report.read(), []
    for server in SERVERS:
        if options.servers and server.name not in options.servers:
            continue
        for row, cell in run(server, rows):
            before = cells.get((row, server.name), "")
            if before and report.is_worse(cell, before):
                worse.append(f"{server.name}, {row}: {cell}, was {before}")
            else:
                cells[row, server.name] = cell
    report.write(cells, [title(row) for row in ROWS], names)
    if worse:
        sys.exit("servers: worse than docs/servers.md:\n  " + "\n  ".join(worse))


if __name__ == "__main__":
    main()
