#!/usr/bin/python3
"""Runs Haru on real notification servers with a real pointer, and compares it with docs/servers.md.

    servers.py [--row NAME]… [SERVER…]

A cell that is worse than the page's ends it with the status 1; a better one is written there. To
accept a worse one, empty the cell on the page. Every picture is kept in .build/servers.
"""

import argparse
import os
import shutil
import signal
import sys
import time
import traceback

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

from home import PROGRAMS, ROOT
from report import Table, version
from rows import ROWS, heard
from session import KEPT, Session
from table import SERVERS


def run(server, rows):
    """Yields each row of a server with its cell."""
    print(f"{server.name} {version(server)}", flush=True)
    shutil.rmtree(os.path.join(KEPT, server.name), ignore_errors=True)
    # Where a screen reader runs, other rows would no longer be those of a stock configuration.
    for is_heard in (False, True):
        yield from run_session(server, [row for row in rows if (row is heard) == is_heard], is_heard)


def run_session(server, rows, is_heard):
    if not rows:
        return
    with Session(server, is_heard) as desk:
        for row in rows:
            desk.row, desk.pictures = row.__name__, 0
            begin = time.monotonic()
            try:
                cell = row(desk)
            except Exception as error:
                print(traceback.format_exc(), file=sys.stderr)
                cell = f"✗ {error}"
            print(f"  {row.__name__}: {cell}  ({time.monotonic() - begin:.0f} s)", flush=True)
            yield row, cell


def title(row):
    return row.__doc__


def main():
    names = [server.name for server in SERVERS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--row", action="append", choices=[row.__name__ for row in ROWS])
    parser.add_argument("servers", nargs="*", choices=[[], *names], metavar="SERVER",
                        help=", ".join(names))
    options = parser.parse_args()
    if not os.path.exists(os.path.join(PROGRAMS, "haru-agent")):
        sys.exit(f"servers: no programs in {PROGRAMS}; run make build first")
    # An end from outside is one like any other: what was started is ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))

    table, worse = Table(os.path.join(ROOT, "docs/servers.md"), "make test-servers"), []
    begin = time.monotonic()
    for server in SERVERS:
        if options.servers and server.name not in options.servers:
            continue
        table.heads[server.name] = f"{server.name} {version(server)}"
        for row, cell in run(server, [each for each in ROWS
                                      if not options.row or each.__name__ in options.row]):
            before = table.take(title(row), server.name, cell)
            if before:
                worse.append(f"{server.name}, {row.__name__}: {cell}, was {before}")
    print(f"{time.monotonic() - begin:.0f} seconds")
    table.write("what the user does", [title(row) for row in ROWS], names)
    if not table.is_on_page:
        print(table.text("what the user does", [title(row) for row in ROWS], names))
    if worse:
        sys.exit("servers: worse than docs/servers.md:\n  " + "\n  ".join(worse))


if __name__ == "__main__":
    main()
