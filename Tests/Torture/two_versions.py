#!/usr/bin/env python3
"""Programs of the last release and of this version share a folder: both have the same days, and none is cleared.

    two_versions.py SEED NUMBER      tells and runs one history again

In the end the former is updated and a third machine comes, which knows no more than the folder: all three have the
same log.
"""

import json
import os
import random as chance
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

import histories
import orphans
import preload
from home import FORMER, PROGRAMS, RELEASE, Home

TITLE = "the last release and this version in one folder"
NEEDS_FORMER = True
RUNS = 1_000

NOON = 1_795_780_800  # 2026-11-27, 12:00 in UTC
DAYS = ("2026-11-20", "2026-11-21")
# Instants whose days are others in each zone; a later file has more of them.
FILES = ("when\n2026-11-20T20:00:00Z\n", "when\n2026-11-20T20:00:00Z\n2026-11-22T03:00:00Z\n")
COMMANDS = (
    "mark DAY", "mark DAY", "unmark DAY", "rest DAY", "rest --clear DAY", "note DAY a", "note DAY b", "undo", "undo",
    "redo", "config set Day.rest-weekdays sunday", "config set Day.free 2", "import FILE", "import FILE",
)
# `haru undo` without anything to undo.
NOTHING_TO_DO = 1


class Wrong(Exception):
    """The machines differ, or have lost a day."""


class Clock(preload.Clock):
    """The clock of all machines, a minute later for each command."""

    def __init__(self, home):
        super().__init__(home)
        self.moment = NOON

    def tick(self, seconds=60):
        self.moment += seconds
        self.set(self.moment)


class Machine:
    """A home with the programs of a version, into which the folder is put like a stick."""

    def __init__(self, home, name, pocket, clock):
        self.home, self.name, self.clock = home, name, clock
        self.pocket, self.folder = pocket, home("folder")
        preload.follow(home, clock.path)

    def join(self):
        self.run_with_folder("sync", "on", self.folder, "--join")

    def exchange(self):
        self.run_with_folder("sync", "check")

    def run_with_folder(self, *words):
        os.rename(self.pocket, self.folder)
        self.run(*words)
        os.rename(self.folder, self.pocket)

    def run(self, *words):
        self.clock.tick()
        outcome = self.home.haru(*words)
        orphans.wait_for(self.home)
        if outcome.status not in (0, NOTHING_TO_DO):
            raise Wrong(f"{self.name}: {' '.join(words)}: status {outcome.status}, {outcome.errors[-300:]}")
        return outcome.output

    def export(self):
        return self.run("export", "--format", "json")

    def status(self):
        return self.run("sync", "status")

    @property
    def word(self):
        """The word of all its changes."""
        return next((line for line in self.status().splitlines() if line.startswith("All changes: ")), "no word")


def attack(random, seed, count):
    del random
    return histories.attack(live, seed, count)


def live(seed, number, tally, tell=lambda line: None):
    """One history, told as it goes."""
    random = chance.Random(f"{seed}/{number}")
    with Home("Asia/Seoul", programs=FORMER) as former, Home("America/Los_Angeles") as home, Home() as new:
        try:
            os.mkdir(home("pocket"))
            clock = Clock(home)
            machines = [Machine(each, name, home("pocket"), clock)
                        for each, name in ((former, RELEASE), (home, "this"), (new, "new"))]
            files = [home.write(f"{place}/days.csv", text) for place, text in enumerate(FILES)]
            for machine in machines[:2]:
                machine.run("mark", "2026-11-01")
                machine.join()
            marked, cleared = set(), set()
            for _ in range(random.randrange(3, 12)):
                step(random, random.choice(machines[:2]), files, marked, cleared, tell)
                tally.acknowledged += 1
            judge(*machines, marked - cleared, tally)
        except Wrong as error:
            tally.lost += 1
            tally.found(f"two_versions.py {seed} {number}: {error}", seed, home)
            tell(f"✘ {error}")


def step(random, machine, files, marked, cleared, tell):
    """An exchange of one machine, a while in which a month ends, or a command."""
    if (what := random.random()) < 0.3:
        tell(f"{machine.name}: exchange")
        return machine.exchange()
    if what < 0.4:
        tell("ten days later")
        return machine.clock.tick(10 * 86_400)
    day, command = random.choice(DAYS), random.choice(COMMANDS)
    words = [{"DAY": day, "FILE": random.choice(files)}.get(word, word) for word in command.split()]
    tell(f"{machine.name}: {' '.join(words)}")
    if words[0] == "mark":
        marked.add(day)
    elif words[0] == "unmark":
        cleared.add(day)
    elif words[0] in ("undo", "redo"):
        cleared.update(DAYS)
    return machine.run(*words)


def judge(former, this, new, marked, tally):
    """Both have the same, and every day that was marked and that nobody has cleared; so has who comes later."""
    for machine in (former, this) * 2:
        machine.exchange()
    exports = [json.loads(machine.export()) for machine in (former, this)]
    # The list of repositories is no part of the store any more.
    for key in exports[0].keys() - {"watches"}:
        if exports[0][key] != exports[1][key]:
            raise Wrong(f"{key}: {exports[0][key]} and {exports[1][key]}")
    if lost := marked - {mark["day"] for mark in exports[1]["marks"]}:
        raise Wrong(f"lost: {sorted(lost)}")
    is_whole = "newer Haru" not in former.status()
    tally.note("understood by both" if is_whole else "with entries that the last release does not understand")
    if is_whole and former.word != this.word:
        raise Wrong(f"the words differ: {former.word}, {this.word}")

    new.join()
    former.home.programs = PROGRAMS
    former.exchange()
    for machine in (former, new):
        if machine.word != this.word:
            raise Wrong(f"the words differ: {machine.name}: {machine.word}, {this.word}")
        if machine.export() != this.export():
            raise Wrong(f"the export of {machine.name} is another one")


if __name__ == "__main__":
    histories.main(live, __doc__)
