#!/usr/bin/python3
"""Installs Haru's packages on clean machines, and uses them as a person does.

    packages.py [--suite SUITE]… [--row ROW]… [--packages FOLDER]

Ends with the status 77 where no machine boots. Pictures are kept in .build/machine.
"""

import argparse
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, "..", "Harness"), os.path.join(HERE, "..", "Servers")]

from home import FORMER, ROOT
from machine import CannotBoot
from rows import MEASURES, ROWS


class Packages:
    """The packages in a folder for this processor, Debian's in a higher version with the same programs, and of the last
    release."""

    def __init__(self, folder, scratch):
        processor = os.uname().machine
        arch = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()
        self.deb = newest(os.path.join(folder, f"haru_*_{arch}.deb"), "deb")
        self.archive = newest(os.path.join(folder, f"haru-*-{processor}-linux.tar.xz"), "tarball")
        self.rpm = newest(os.path.join(folder, f"haru-*.{processor}.rpm"), "rpm")
        # That of the last release, if it was built.
        self.former = next(iter(glob.glob(os.path.join(FORMER, f"haru_*_{arch}.deb"))), None)
        self.newer = os.path.join(scratch, "haru_newer.deb")
        tree = os.path.join(scratch, "tree")
        subprocess.run(["dpkg-deb", "--raw-extract", self.deb, tree], check=True)
        control = os.path.join(tree, "DEBIAN", "control")
        with open(control, encoding="utf-8") as file:
            lines = [line.rstrip("\n") + "+newer\n" if line.startswith("Version:") else line
                     for line in file]
        with open(control, "w", encoding="utf-8") as file:
            file.writelines(lines)
        subprocess.run(["dpkg-deb", "-Znone", "--root-owner-group", "--build", tree, self.newer],
                       check=True, stdout=subprocess.DEVNULL)
        shutil.rmtree(tree)


def newest(pattern, target):
    found = sorted(glob.glob(pattern), key=os.path.getmtime)
    if not found:
        sys.exit(f"packages.py: no {pattern}: run make {target}")
    return found[-1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--suite", action="append")
    parser.add_argument("--row", action="append", choices=[row.__name__ for row in ROWS + MEASURES])
    parser.add_argument("--packages", default=os.path.join(ROOT, ".build", "packages"))
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory(prefix="haru-packages-") as scratch:
        packages = Packages(options.packages, scratch)
        for suite in options.suite or ["bookworm"]:
            for row in ROWS + MEASURES:
                if row.__name__ not in (options.row or [row.__name__ for row in ROWS]):
                    continue
                begin = time.monotonic()
                print(f"{suite}: {row.__doc__}", flush=True)
                try:
                    row(suite, packages)
                except CannotBoot as reason:
                    print(f"packages.py: skipped: {reason}", file=sys.stderr)
                    return 77
                except Exception:
                    failures += 1
                    print(traceback.format_exc(), file=sys.stderr, flush=True)
                print(f"  {time.monotonic() - begin:.0f} s", flush=True)
    return min(failures, 1)


if __name__ == "__main__":
    sys.exit(main())
