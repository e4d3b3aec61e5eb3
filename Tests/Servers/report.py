"""The table of docs/servers.md#what-a-user-does: read, compared and written."""

import os
import re

from home import ROOT

PAGE = os.path.join(ROOT, "docs/servers.md")
BEGIN, END = "<!-- make test-servers -->\n", "<!-- end of make test-servers -->\n"


def read():
    """The cells of the page, by row and server."""
    with open(PAGE, encoding="utf-8") as file:
        lines = file.read().partition(BEGIN)[2].partition(END)[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")]
            for line in lines if line.startswith("|") and not line.startswith("|---")]
    if not rows:
        return {}
    servers = rows[0][1:]
    return {(row[0], server): cell for row in rows[1:] for server, cell in zip(servers, row[1:])}


def write(cells, rows, servers):
    head = ["| what the user does |", *(f" {name} |" for name in servers)]
    lines = ["".join(head), "|---" * (len(servers) + 1) + "|"]
    for row in rows:
        lines.append("".join([f"| {row} |", *(f" {cells.get((row, name), '')} |" for name in servers)]))
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + "\n".join(lines) + "\n" + END + after)


def badness(cell):
    """Orders cells: what does not work, then the number of the user's actions, then the rest."""
    if cell.startswith("✗"):
        return 99
    count = re.match(r"\d+", cell)
    return int(count[0]) if count else 0


def is_worse(now, before):
    return badness(now) > badness(before)
