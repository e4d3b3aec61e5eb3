#!/usr/bin/env python3
"""Attacks the release build, and writes what gave way into a page.

    torture.py [--seed N] [--scale X] [--jobs N] [--page FILE] [--asserting FOLDER] [--resume] [ATTACK…]

A whole run has the scale 1. Attacks that go through millions of states (ASSERTS) take the programs of FOLDER, in which
each assertion is asked; those beside the last release (NEEDS_FORMER) do nothing without its programs. A run that was
interrupted goes on with --resume: attacks of the same seed and scale that the same commit has finished are not made
again. The status is 1 if anything was lost or untrue, trapped or hung.
"""

import argparse
import dataclasses
import importlib
import json
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

import home
import report
from home import PROGRAMS, ROOT

ATTACKS = (
    "kills", "power_cuts", "odd_disks", "clicks", "exchanges", "two_versions", "same_history", "migrations",
    "handovers", "reloads", "failures",
    "agent_failures", "writers", "years", "sources", "figures", "fuzz", "rows", "merges")


def run_part(job):
    name, seed, count, home.PROGRAMS = job
    begin = time.monotonic()
    tally = importlib.import_module(name).attack(random.Random(seed), seed, count)
    tally.seconds = time.monotonic() - begin
    return tally


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
    if getattr(attack, "NEEDS_FORMER", False) and not os.path.exists(os.path.join(home.FORMER, "haru")):
        tally.note(f"programs of {home.RELEASE}", 0)
        return tally
    with multiprocessing.Pool(parts) as pool:
        for each in pool.imap(run_part, work):
            tally.add(each)
    return tally


class Finished:
    """The tallies of the attacks that this commit has finished with a seed and a scale, in a file."""

    def __init__(self, commit, seed, scale):
        self.path = os.path.join(ROOT, ".build", "torture-runs", f"{commit}-{seed}-{scale:g}.json")

    def read(self):
        if not os.path.exists(self.path):
            return {}
        with open(self.path, encoding="utf-8") as file:
            return {name: report.Tally(**tally) for name, tally in json.load(file).items()}

    def write(self, tallies):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump({name: dataclasses.asdict(tally) for name, tally in tallies.items()}, file)
        os.replace(self.path + ".new", self.path)


def main():
    parser = argparse.ArgumentParser(description="Attacks the release build.")
    parser.add_argument("--seed", type=int, default=random.randrange(1, 1_000_000))
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--page", help="the page to write after a whole run")
    parser.add_argument("--asserting", type=os.path.abspath, help="the folder of programs with assertions")
    parser.add_argument("--resume", action="store_true", help="go on with an interrupted run")
    parser.add_argument("attacks", nargs="*", choices=[[], *ATTACKS], metavar="ATTACK",
                        help=", ".join(ATTACKS))
    options = parser.parse_args()
    if not os.path.exists(os.path.join(PROGRAMS, "haru")):
        sys.exit(f"torture: no programs in {PROGRAMS}; run make build first")

    print(f"torture: seed {options.seed}, scale {options.scale:g}", flush=True)
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"],
                            capture_output=True, text=True, check=False).stdout.strip()
    finished = Finished(commit, options.seed, options.scale)
    tallies = finished.read() if options.resume else {}
    if not tallies:
        shutil.rmtree(report.KEPT, ignore_errors=True)
    for name in options.attacks or ATTACKS:
        if name not in tallies:
            tallies[name] = run(name, options.seed, options.scale, options.jobs, options.asserting)
            finished.write(tallies)
        print(report.told(tallies[name]), flush=True)
    if options.page:
        with open(options.page, "w", encoding="utf-8") as file:
            rows = [tallies[name] for name in ATTACKS if name in tallies]
            file.write(report.page(rows, options.seed, options.scale, commit))
    if not all(tally.is_clean for tally in tallies.values()):
        sys.exit(f"torture: what gave way is in {report.KEPT}")


if __name__ == "__main__":
    main()
