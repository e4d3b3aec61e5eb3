#!/usr/bin/env python3
"""Attacks the release build, and writes what gave way into a page.

    torture.py [--seed N] [--scale X] [--jobs N] [--page FILE] [--asserting FOLDER] [ATTACK…]

A whole run has the scale 1. Attacks that go through millions of states (ASSERTS) take the programs of FOLDER, in which
each assertion is asked. The status is 1 if anything was lost or untrue, trapped or hung.
"""

import argparse
import importlib
import multiprocessing
import os
import random
import shutil
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

import home
import report
from home import PROGRAMS, ROOT

ATTACKS = (
    "kills", "power_cuts", "odd_disks", "clicks", "exchanges", "two_versions", "failures", "agent_failures",
    "writers", "years", "figures", "fuzz", "rows", "merges")


def run_part(job):
    name, seed, count, home.PROGRAMS = job
    return importlib.import_module(name).attack(random.Random(seed), seed, count)


def run(name, seed, scale, jobs, asserting):
    """Runs an attack, in several processes if it can be divided."""
    attack = importlib.import_module(name)
    programs = asserting if asserting and getattr(attack, "ASSERTS", False) else PROGRAMS
    count = max(1, round(attack.RUNS * scale))
    parts = min(count, 1 if getattr(attack, "IS_WHOLE", False) else jobs)
    # Each part has a seed of its own, which repeats it alone.
    work = [(name, seed * 100 + part, count // parts + (part < count % parts), programs)
            for part in range(parts)]
    tally = report.Tally(title=attack.TITLE)
    with multiprocessing.Pool(parts) as pool:
        for each in pool.imap(run_part, work):
            tally.add(each)
    return tally


def main():
    parser = argparse.ArgumentParser(description="Attacks the release build.")
    parser.add_argument("--seed", type=int, default=random.randrange(1, 1_000_000))
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--page", help="the page to write after a whole run")
    parser.add_argument("--asserting", type=os.path.abspath, help="the folder of programs with assertions")
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS], metavar="ATTACK",
                        help=", ".join(ATTACKS))
    options = parser.parse_args()
    if not os.path.exists(os.path.join(PROGRAMS, "haru")):
        sys.exit(f"torture: no programs in {PROGRAMS}; run make build first")

    print(f"torture: seed {options.seed}, scale {options.scale:g}", flush=True)
    shutil.rmtree(report.KEPT, ignore_errors=True)
    tallies = {}
    for name in options.attacks or ATTACKS:
        tallies[name] = run(name, options.seed, options.scale, options.jobs, options.asserting)
        print(report.told(tallies[name]), flush=True)
    if options.page:
        commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"],
                                capture_output=True, text=True, check=False).stdout.strip()
        with open(options.page, "w", encoding="utf-8") as file:
            file.write(report.page(tallies.values(), options.seed, options.scale, commit))
    if not all(tally.is_clean for tally in tallies.values()):
        sys.exit(f"torture: what gave way is in {report.KEPT}")


if __name__ == "__main__":
    main()
