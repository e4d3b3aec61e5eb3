#!/usr/bin/python3
"""Uses programs for arm64 under qemu, and compares them with those of this machine: emulated.py FOREIGN OWN SYSROOT

FOREIGN and OWN are folders of programs, SYSROOT has the libraries of FOREIGN, those of this Debian. Both do the
same: commands, a click on Study in `haru-console`, exports, a card. What they print and draw has to be the same.
"""

import hashlib
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "Harness"))

from bus import Bus, morning
from home import Home, Talker

# Seconds that a program has under qemu, which is some twenty times slower.
PATIENCE = 120
COMMANDS = (("mark", "2026-11-01..2026-11-05"), ("unmark", "2026-11-03"), ("rest", "2026-11-03"),
            ("note", "2026-11-04", "하루 🌱"), ("undo",), ("status",),
            ("calendar", "2026-11"), ("streak", "--json"))
EXPORTS = (("export", "--format", "csv"), ("export", "--format", "json"))
# The instant of a change, which is another one for each.
INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-][0-9:]+)")
# The log, whose lines have the name of the machine and names that follow from instants; the journal tells the same.
LOG = re.compile(r'^  "log" : \[.*?^  \],$', re.DOTALL | re.MULTILINE)
BINFMT = "/proc/sys/fs/binfmt_misc"


def start_foreign_programs():
    """Has the kernel start programs for arm64 by qemu, as a boot has it: the agent starts others."""
    if not os.path.exists(BINFMT + "/register"):
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", BINFMT], check=True)
    if not os.path.exists(BINFMT + "/qemu-aarch64"):
        subprocess.run(["/lib/systemd/systemd-binfmt", "qemu-aarch64.conf"], check=True)


def day(programs, zone, libraries=None):
    """What the programs print and draw on a day in a home of their own, by the name of the step."""
    with Home(zone) as home:
        if libraries:
            home.environment["QEMU_LD_PREFIX"] = libraries
        results = outputs(home, programs, COMMANDS)
        results["a click on Study"] = click(home, programs)
        results |= outputs(home, programs, EXPORTS)
        results |= outputs(home, programs, [("card", "study", "--sample", "-o", "card.png")])
        with open(home("card.png"), "rb") as picture:
            results["card.png"] = hashlib.sha256(picture.read()).hexdigest()
    return results


def outputs(home, programs, commands):
    """What each command ends with and prints."""
    def output(words):
        done = subprocess.run([os.path.join(programs, "haru"), *words], env=home.environment, cwd=home.path,
                              capture_output=True, text=True, timeout=PATIENCE, check=False)
        text = f"status {done.returncode}\n{done.stdout}{done.stderr}"
        return INSTANT.sub("INSTANT", LOG.sub("LOG", text)).replace(home.path, "HOME")
    return {" ".join(words): output(words) for words in commands}


def click(home, programs):
    """Presses Study in a session, and returns what the notification server has shown before and after."""
    running = [Bus(home)]

    def start(name):
        running.append(Talker([os.path.join(programs, name)], home.environment))
        return running[-1]
    try:
        console = start("haru-console")
        console.line(PATIENCE)
        start("haru-agent")
        before = notification(console)
        console.send("1")
        after = notification(console)
    finally:
        for each in reversed(running):
            each.end()
    assert "Studied" in after, after
    return before + after


def notification(console):
    """The next notification that the console shows, which ends with its buttons."""
    lines = [""]
    while "[1]" not in lines[-1]:
        lines.append(console.line(PATIENCE))
    return "\n".join(lines)


def main(foreign, own, sysroot):
    start_foreign_programs()
    zone, _ = morning()
    expected, found = day(own, zone), day(foreign, zone, sysroot)
    for name, value in expected.items():
        if value == found[name]:
            print("the same:", name)
        else:
            print("DIFFERENT:", name, value, found[name], sep="\n")
    return expected != found


if __name__ == "__main__":
    sys.exit(main(*map(os.path.abspath, sys.argv[1:4])))
