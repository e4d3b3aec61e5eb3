#!/usr/bin/python3
"""Builds Haru on clean systems, each with a compiler of its own, and clicks Study there: compilers.py [ROW]…

Other rows type `make test` on Debian 12 with the compiler of this machine, as people of several kinds have it: root, a
plain user, one whose language is German and whose folders have blanks in their names, and one in the middle of a
session, with the desktops of `make test-servers`.

A system has Debian's base, git, make and the sources of this folder, and gets the rest by `make run`. The row
arm64 builds for that processor on sid; its programs are then used under qemu here, and compared with those of
this machine. What a row prints is in .build/compilers. Ends with the status 77 where no system can be made.
"""

import os
import re
import subprocess
import sys
import tempfile
from datetime import date
from typing import NamedTuple

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "Harness"))

from build import LIMIT, copy_sources, resolve, run
from home import PROGRAMS, ROOT
from machine import USER, CannotBoot

LOGS = os.path.join(ROOT, ".build/compilers")

# Before a person types.
BEFORE = """
megabytes() { apt-get clean; du -smc /etc /usr /var | tail -1 | cut -f 1; }
before=$(megabytes)
SECONDS=0
"""
# What was used up since then.
FACTS = """
swift --version 2>&1 | grep -o 'Swift version [0-9.]*'
echo "after $((SECONDS / 60)) minutes and $(($(megabytes) - before)) MB"
"""
# What a person types. The first button is Study.
CLICK = "echo 1 | make run" + FACTS + ".build/release/haru export --format csv\n"
# Debian 12 has no newer libraries than the machine that runs them all; a container is no place for a desktop.
BUILT = """
swift build --build-tests
echo "with its tests"
"""
RUN = """
make build-tests
Scripts/test '^Haru'
"""
FOR_ARM64 = "make deps build ARCH=arm64" + FACTS
# The language has its locale, as on a system that speaks it.
GERMAN = "localedef -i de_DE -f UTF-8 de_DE.UTF-8\n"
# A desktop with a notification server, on which the user works meanwhile.
DESKTOP = """
make deps-servers
apt-get install --yes -qq --no-install-recommends dbus-x11
"""
SESSION = "xvfb-run --auto-servernum dbus-run-session -- sh -c 'dunst & make test'"


def as_user(typed="make test", before=""):
    """What a plain user types, once the packages are there."""
    return f"""
make deps-test
{before}
chown -R {USER}: "$PWD"
runuser --user {USER} -- env -i HOME=/home/{USER} USER={USER} LANG=de_DE.UTF-8 \\
  PATH="${{PATH%%:*}}:/usr/local/bin:/usr/bin:/bin" {typed}
"""


class Row(NamedTuple):
    """A system, and what is typed in a folder there."""

    suite: str
    typed: str
    folder: str = "/root/haru"
    # Whether a click on Study has to be kept.
    clicks: bool = True


ROWS = {
    "bookworm": Row("bookworm", CLICK + BUILT),
    "trixie": Row("trixie", CLICK + "make test\n"),
    "sid": Row("sid", CLICK + RUN),
    "arm64": Row("sid", FOR_ARM64),
    "root": Row("bookworm", "make test\n", clicks=False),
    "user": Row("bookworm", as_user(), f"/home/{USER}/haru", clicks=False),
    "german": Row("bookworm", as_user(before=GERMAN), f"/home/{USER}/my stuff/häru 1", clicks=False),
    "session": Row("bookworm", as_user(SESSION, GERMAN + DESKTOP), f"/home/{USER}/haru", clicks=False),
}


def compare(sources, log):
    """Uses the programs for arm64 beside those of this machine, and returns the status."""
    subprocess.run(["make", "build"], cwd=ROOT, stdout=log, stderr=log, check=True)
    foreign = os.path.join(sources, ".build/arm64")
    return subprocess.run(
        [os.path.join(HERE, "emulated.py"), f"{foreign}/build/aarch64-unknown-linux-gnu/release", PROGRAMS,
         f"{foreign}/sysroot"], stdout=log, stderr=log, timeout=LIMIT, check=False).returncode


def log_of(row):
    """Builds and uses the programs of a row, and returns the status and what was printed."""
    suite, typed, folder, _ = ROWS[row]
    with tempfile.TemporaryDirectory(prefix="haru-build-", dir=os.path.join(ROOT, ".build")) as sources, \
            open(os.path.join(LOGS, row), "w+b") as log:
        copy_sources(sources)
        status = run(suite, BEFORE + typed, sources, log, folder)
        if status == 0 and row == "arm64":
            status = compare(sources, log)
        log.seek(0)
        return status, log.read().decode(errors="replace")


def builds(row):
    """Whether the programs that a row has built keep a click; prints a line."""
    first = date.today()
    status, text = log_of(row)
    facts = re.findall(r"^(?:Swift version .*|after \d.*|with its tests|\d+ tests in .*)$", text, re.MULTILINE)
    days = re.findall(r"^(\d{4}-\d\d-\d\d),1,|^the same: (a click on Study)$", text, re.MULTILINE)
    kept = ["".join(day) for day in days]
    wanted = ([str(first)], [str(date.today())], ["a click on Study"]) if ROWS[row].clicks else ([],)
    is_good = status == 0 and kept in wanted
    print("ok  " if is_good else "FAIL", f"{row}:", ", ".join(facts + kept), flush=True)
    if not is_good:
        print(f"status {status}", *text.splitlines()[-30:], sep="\n", flush=True)
    return is_good


def main(rows):
    resolve()
    os.makedirs(LOGS, exist_ok=True)
    failed = [row for row in rows if not builds(row)]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    try:
        main(sys.argv[1:] or ROWS)
    except CannotBoot as reason:
        print(f"compilers.py: skipped: {reason}", file=sys.stderr)
        sys.exit(77)
