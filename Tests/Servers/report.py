"""The tables of docs/servers.md#what-a-user-does and docs/languages.md: read, compared and written."""

import os
import platform
import re
import subprocess

SYSTEM = platform.freedesktop_os_release()
# Each release of a system has other versions of the servers, and a table of its own.
RELEASE = f"{SYSTEM['ID'].capitalize()} {SYSTEM.get('VERSION_ID', '')}".strip()


def version(server):
    """The version of a server that is installed; empty if it is not, or if Debian does not package it."""
    query = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${source:Upstream-Version}", server.package],
        capture_output=True, text=True, check=False)
    return query.stdout


class Table:
    """The cells of this release, by row and server, which a command writes into a page."""

    def __init__(self, page, command):
        self.page = page
        self.begin, self.end = f"<!-- {command}: {RELEASE} -->\n", f"<!-- end of {command} -->\n"
        with open(page, encoding="utf-8") as file:
            self.before, mark, rest = file.read().partition(self.begin)
        # Another release has no table: everything is new there, and nothing is written.
        self.is_on_page = bool(mark)
        lines, end, after = rest.partition(self.end)
        self.after = end + after
        rows = [[cell.strip() for cell in line.strip("|").split(" | ")]
                for line in lines.splitlines() if line.startswith("| ")]
        self.heads = {head.split()[0]: head for head in rows[0][1:]} if rows else {}
        self.cells = {(row[0], server): cell for row in rows[1:]
                      for server, cell in zip(self.heads, row[1:])}

    def take(self, row, server, cell):
        """Enters a cell; returns the one on the page if that is better, and keeps it."""
        before = self.cells.get((row, server), "")
        if before and badness(cell) > badness(before):
            return before
        self.cells[row, server] = cell
        return None

    def text(self, corner, rows, servers):
        cells = [[row, *(self.cells.get((row, server), "") for server in servers)] for row in rows]
        lines = [[corner, *(self.heads.get(server, server) for server in servers)],
                 *(line for line in cells if any(line[1:]))]
        lines.insert(1, ["---"] * len(lines[0]))
        return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)

    def write(self, corner, rows, servers):
        if self.is_on_page:
            with open(self.page, "w", encoding="utf-8") as file:
                file.write(self.before + self.begin + self.text(corner, rows, servers) + self.after)


def badness(cell):
    """Orders cells: first what works, then by the number of the user's actions, then what does not."""
    if cell.startswith("✗"):
        return (99 if cell.startswith("✗ cut") else 199) + cell.count(",")
    count = re.match(r"\d+", cell)
    return int(count[0]) if count else 0
