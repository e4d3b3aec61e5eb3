#!/usr/bin/python3
"""Runs the widgets of share/haru/examples on their desktops, and clicks them: widgets.py [gnome-shell|plasma]…

A widget is right if it shows the streak, shows it anew after `haru mark`, clears the mark when its sign is clicked, marks
once when that is clicked twice, opens the calendar when its emoji is clicked, and ends its commands with itself. Each picture is kept in .build/servers. A desktop that is missing, or
too old for its widget, is skipped: the status is 77 if all are.
"""

import dataclasses
import os
import signal
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

from home import ROOT, Late, until
from report import version
from session import Session, descendants, kill
from sight import middle
from table import named

EXAMPLES = os.path.join(ROOT, "share/haru/examples")
EXTENSION = "haru-today@example.org"
WIDGET = "org.example.haru.today"


def files(example, place):
    """The files of an example, as they are copied into a home."""
    folder = os.path.join(EXAMPLES, example)
    for directory, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(directory, name)
            with open(path, encoding="utf-8") as file:
                yield os.path.join(place, os.path.relpath(path, folder)), file.read()


class GnomeShell:
    """The extension in the top bar."""

    name, first = "gnome-shell", 45
    files = tuple(files(name, f"data/gnome-shell/extensions/{EXTENSION}"))

    def __init__(self, desk):
        self.desk = desk

    def start(self):
        self.desk.do(("gsettings", "set", "org.gnome.shell", "enabled-extensions", f"['{EXTENSION}']"))

    def text(self):
        answer = self.desk.screen.evaluate(f"{self.PLACES}.map(x => x.label).join(' ')")
        return (answer or "").strip('"')

    PLACES = f"Main.panel.statusArea['{EXTENSION}'].get_first_child().get_children()"

    def place(self, number):
        """The middle of the emoji (0) or of the sign (1)."""
        place = f"{self.PLACES}[{number}]"
        answer = self.desk.screen.evaluate(
            f"[...{place}.get_transformed_position(), ...{place}.get_transformed_size()].map(x => Math.round(x))")
        x, y, width, height = map(int, answer.strip("[]").split(","))
        return x + width // 2, y + height // 2

    def end(self):
        self.desk.do(("gsettings", "set", "org.gnome.shell", "enabled-extensions", "[]"))


class Plasma:
    """The widget in a window of its own."""

    name, first = "plasma", 6
    files = tuple(files(name, f"data/plasma/plasmoids/{WIDGET}"))

    def __init__(self, desk):
        self.desk = desk
        self.window = None

    def start(self):
        self.window = subprocess.Popen(["plasmawindowed", WIDGET], env=self.desk.environment, stdin=subprocess.DEVNULL)

    def text(self):
        return " ".join(self.desk.see().lines)

    def place(self, number):
        """The emoji (0) at the left of the window, or the sign with the number (1)."""
        sight = self.desk.see()
        sign = middle([word for word in sight.words if word.text.endswith(("12", "13"))][:1])
        left, _, right, _ = sight.areas[0]
        return sign if number else (left + (right - left) // 7, sign[1])

    def end(self):
        kill(self.window.pid, signal.SIGTERM)
        self.window.wait(10)


def commands(program, word=None):
    """The running processes of a program of Haru that were started here, with a word."""
    found = []
    for child in descendants(os.getpid()):
        try:
            with open(f"/proc/{child}/cmdline", encoding="utf-8") as file:
                words = file.read().split("\0")
        except OSError:
            continue
        if words[0].endswith(program) and (word is None or word in words):
            found.append(child)
    return found


def use(widget, desk):
    """Uses a widget as a person does; raises `Late` with what is wrong."""
    desk.row = "widget"
    desk.begin(at_login="never")
    widget.start()
    until(lambda: "12" in widget.text(), 30, "the streak of 12")
    desk.see()
    begin = time.monotonic()
    desk.haru("mark")
    until(lambda: "13" in widget.text(), 10, "the streak of 13")
    print(f"  13 after {time.monotonic() - begin:.1f} s", flush=True)
    desk.see()
    desk.screen.click(widget.place(1))
    until(lambda: "12" in widget.text(), 10, "the streak of 12 after a click")
    # A person needs longer than a machine to see what a click did.
    time.sleep(1)
    desk.screen.click(widget.place(1), times=2)
    until(lambda: "13" in widget.text(), 10, "the streak of 13 after a double click")
    time.sleep(2)
    until(lambda: "13" in widget.text(), 1, "the mark that a double click made")
    print("  a click changes today, a double click once", flush=True)
    desk.screen.click(widget.place(0))
    until(lambda: commands("haru-edit"), 15, "the calendar")
    print("  a click on the emoji opens the calendar", flush=True)
    widget.end()
    until(lambda: not commands("haru", "--follow"), 10, "the end of its commands")


def main(names):
    results = []
    for kind in (GnomeShell, Plasma):
        if names and kind.name not in names:
            continue
        server = named(kind.name)
        found = version(server)
        if not found or int(found.split(".")[0]) < kind.first:
            print(f"{kind.name}: skipped, {found or 'not installed'}", flush=True)
            continue
        print(kind.name, found, flush=True)
        with Session(dataclasses.replace(server, files=server.files + kind.files)) as desk:
            try:
                use(kind(desk), desk)
                results.append(True)
            except Late as error:
                print(f"  ✗ {error}", flush=True)
                results.append(False)
    sys.exit(77 if not results else 0 if all(results) else 1)


if __name__ == "__main__":
    main(sys.argv[1:])
