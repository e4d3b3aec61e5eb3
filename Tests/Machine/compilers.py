#!/usr/bin/python3
"""Builds Haru on clean systems, each with a compiler of its own, and clicks Study there: compilers.py [SUITE]…

A system has Debian's base, git, make and the sources of this folder, and gets the rest by `make run`. What it
prints is in .build/compilers. Ends with the status 77 where no system can be made.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile
from datetime import date

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(HERE, "..", "Harness"))

from build import LIMIT, copy_sources, toolchain
from home import ROOT
from machine import PATH, CannotBoot, tree

LOGS = os.path.join(ROOT, ".build/compilers")
SUITES = ("bookworm", "trixie", "sid")

# Before a person types. The Swift package is the one that this folder has resolved.
PREPARE = """
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install --yes -qq --no-install-recommends ca-certificates git make
git config --global url./packages/.insteadOf https://github.com/apple/
git config --global safe.directory '*'
megabytes() { apt-get clean; du -smc /etc /usr /var | tail -1 | cut -f 1; }
before=$(megabytes)
SECONDS=0
"""
# What a person types. The first button is Study.
CLICK = """
echo 1 | make run
swift --version 2>&1 | grep -o 'Swift version [0-9.]*'
echo "after $((SECONDS / 60)) minutes and $(($(megabytes) - before)) MB"
.build/release/haru export --format csv
"""
# These need Swift 6.3, which no Debian has yet.
TESTS = """
swift build --build-tests
echo "with its tests"
"""


def script(suite):
    return "set -ex" + PREPARE + CLICK + (TESTS if suite == "bookworm" else "")


def run(suite, sources, log):
    """Runs the script of a system in a copy of it, and returns its status."""
    options, path = [f"--bind={sources}:/root/haru"], PATH
    # Debian 12 has no compiler.
    if suite == "bookworm":
        options.append(f"--bind-ro={toolchain()}")
        path = f"{toolchain()}/bin:{PATH}"
    for repository in glob.glob(os.path.join(ROOT, ".build/repositories/*-*")):
        name = os.path.basename(repository).rpartition("-")[0]
        options.append(f"--bind-ro={repository}:/packages/{name}")
    return subprocess.run(
        ["systemd-nspawn", "--quiet", f"--directory={tree(suite, ())}", "--ephemeral", "--register=no",
         "--keep-unit", "--as-pid2", "--console=pipe", f"--setenv=PATH={path}", "--chdir=/root/haru", *options,
         "bash", "-c", script(suite)],
        stdin=subprocess.DEVNULL, stdout=log, stderr=log, timeout=LIMIT, check=False).returncode


def builds(suite):
    """Whether the programs that a system has built keep a click; prints a line."""
    first = date.today()
    with tempfile.TemporaryDirectory(prefix="haru-build-", dir=os.path.join(ROOT, ".build")) as sources, \
            open(os.path.join(LOGS, suite), "w+b") as log:
        copy_sources(sources)
        status = run(suite, sources, log)
        log.seek(0)
        text = log.read().decode(errors="replace")
    facts = re.findall(r"^(?:Swift version .*|after \d.*|with its tests)$", text, re.MULTILINE)
    days = re.findall(r"^(\d{4}-\d\d-\d\d),1,", text, re.MULTILINE)
    is_good = status == 0 and days in ([str(first)], [str(date.today())])
    print("ok  " if is_good else "FAIL", f"{suite}:", ", ".join(facts + days), flush=True)
    if not is_good:
        print(f"status {status}", *text.splitlines()[-30:], sep="\n", flush=True)
    return is_good


def main(suites):
    # Into this folder, as its own build does.
    subprocess.run(["swift", "package", "resolve"], cwd=ROOT, check=True)
    os.makedirs(LOGS, exist_ok=True)
    failed = [suite for suite in suites if not builds(suite)]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    try:
        main(sys.argv[1:] or SUITES)
    except CannotBoot as reason:
        print(f"compilers.py: skipped: {reason}", file=sys.stderr)
        sys.exit(77)
