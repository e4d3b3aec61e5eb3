#!/usr/bin/python3
"""Runs Haru on real notification servers with a real pointer, and compares it with docs/servers.md.

    servers.py [--row NAME]… [--without NAME]… [SERVER…]
    servers.py [--row NAME]… --server COMMAND --name NAME [--wayland]

A cell that is worse than the page's ends it with the status 1; a better one is written there. To
accept a worse one, empty the cell on the page. Every picture is kept in .build/servers. README.md says
how to read the cells, and how to try a server of your own.
"""

import argparse
import dataclasses
import os
import shlex
import shutil
import signal
import sys
import time
import traceback

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

from home import PROGRAMS, ROOT
from report import Table, version
from rows import ROWS, heard
from screens import Sway, X
from session import KEPT, Session
from table import KEYS_OF_SWAY, KEYS_OF_X, SERVERS, Server, named


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


def built(command, name, is_wayland):
    """A server that somebody has built: in the place of one of the table, or a new one."""
    first, *rest = shlex.split(command)
    found = shutil.which(first)
    if not found:
        sys.exit(f"servers: no program {first}; give --server its path")
    known = named(name)
    if not known:
        screen, keys = (Sway, KEYS_OF_SWAY) if is_wayland else (X, KEYS_OF_X)
        known = Server(name, "", screen, keys=keys)
    return dataclasses.replace(known, package="", command=os.path.abspath(found), arguments=tuple(rest))


def try_built(server, rows):
    """Shows what a server does that is not the one of Debian: no page knows it."""
    cells = list(run(server, rows))
    width = max(len(title(row)) for row, _ in cells)
    print("\n".join(f"{title(row):{width}}  {cell}" for row, cell in cells))
    print(f"Pictures: {os.path.join(KEPT, server.name)}")


def main():
    names = [server.name for server in SERVERS]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names_of_rows = [row.__name__ for row in ROWS]
    parser.add_argument("--row", action="append", choices=names_of_rows)
    parser.add_argument("--without", action="append", choices=names_of_rows, default=[])
    parser.add_argument("--server", metavar="COMMAND", help="a server of your own, which no page knows")
    parser.add_argument("--name", help="its name; with one of those below, all that is known of that holds")
    parser.add_argument("--wayland", action="store_true", help="start it on sway, not under X")
    parser.add_argument("servers", nargs="*", choices=[[], *names], metavar="SERVER",
                        help=", ".join(names))
    options = parser.parse_args()
    if not os.path.exists(os.path.join(PROGRAMS, "haru-agent")):
        sys.exit(f"servers: no programs in {PROGRAMS}; run make build first")
    # An end from outside is one like any other: what was started is ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if bool(options.server) != bool(options.name) or options.server and options.servers:
        parser.error("--server COMMAND and --name NAME belong together, and name one server")
    # What Orca has to say is written down for the servers of Debian.
    wanted = options.row or [name for name in names_of_rows if not (options.server and name == heard.__name__)]
    rows = [row for row in ROWS if row.__name__ in wanted and row.__name__ not in options.without]
    if options.server:
        try_built(built(options.server, options.name, options.wayland), rows)
        return

    table, worse = Table(os.path.join(ROOT, "docs/servers.md"), "make test-servers"), []
    begin = time.monotonic()
    for server in SERVERS:
        if options.servers and server.name not in options.servers:
            continue
        if not version(server):
            print(f"{server.name}: not installed, no package {server.package}", flush=True)
            continue
        table.heads[server.name] = f"{server.name} {version(server)}"
        for row, cell in run(server, rows):
            before = table.take(title(row), server.name, cell)
            if before:
                worse.append(f"{server.name}, {row.__name__}: {cell}, was {before}")
    print(f"{time.monotonic() - begin:.0f} seconds")
    names = [name for name in names if name in table.heads]
    table.write("what the user does", [title(row) for row in ROWS], names)
    if not table.is_on_page:
        print(table.text("what the user does", [title(row) for row in ROWS], names))
    if worse:
        sys.exit("servers: worse than docs/servers.md:\n  " + "\n  ".join(worse))


if __name__ == "__main__":
    main()
