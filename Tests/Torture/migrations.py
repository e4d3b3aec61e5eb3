#!/usr/bin/env python3
"""A command that takes over a store of the last release is killed at each of its system calls, and each of them fails.

    migrations.py [SCENE…]      runs some scenes whole, and tells what each has

Afterwards the store is as the last release has left it, or whole and in the new form, with all days; the command does
then what it was to do.
"""

import collections
import os
import random as chance
import re
import sys
from dataclasses import dataclass

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

import model
import orphans
import preload
import scenes
from home import FORMER, PROGRAMS, Home
from kept import Kept, injecting
from report import Tally

TITLE = "system calls of a command that takes a store of the last release over, killed and failing"
NEEDS_FORMER = True
IS_WHOLE = True
# As many as all scenes have, about; a smaller number takes as great a part of each.
RUNS = 7_000

NOON = 1_795_780_800  # 2026-11-27, 12:00 in UTC
ERRORS = ("ENOSPC", "EIO")
# A process may trap where it gets no memory; its store has to be whole all the same.
MEMORY = {"brk", "mmap", "munmap", "mprotect", "mremap", "madvise"}
# Calls that never return, or whose failure no program sees. On an unknown one of futex(2) glibc ends the process.
NEVER_FAIL = {"exit", "exit_group", "rt_sigreturn", "execve", "futex"}
DAYS = "SELECT day FROM mark", "SELECT day, reason FROM rest", "SELECT day, text FROM note"


class Wrong(Exception):
    """A store that has lost something, or is neither the old one nor the new one."""


@dataclass(frozen=True)
class Scene:
    """A command in a home that the last release has left."""

    name: str
    prepare: object
    words: tuple


def some_days(home):
    """Marks, notes and rest days, changed and undone, with rest days by rule and watches."""
    for words in (
            "mark 2026-11-01..2026-11-09 --force", "rest 2026-11-10 --reason trip", "note 2026-11-09 text",
            "unmark 2026-11-04", "undo", "redo", "mark 2026-11-04", "undo", "config set rest-weekdays sat,sun",
            "config set free 2", "note 2026-11-08 other", "note 2026-11-08 third", "rest --clear 2026-11-10", "undo",
            "repo add o/a", "repo add o/b", "repo quiet o/b", "unmark 2026-11-09", "mark"):
        require(home.haru(*words.split()))


def many_days(home):
    """Some hundred days, of an import."""
    some_days(home)
    path = home.write("days.csv", "date,value,note\n" + "".join(
        f"20{year}-{month:02}-{day:02},1,of {day}\n"
        for year in range(20, 26) for month in range(1, 13) for day in (1, 4, 11, 17, 23)))
    require(home.haru("import", path))


def require(outcome):
    if outcome.status != 0:
        raise Wrong(f"status {outcome.status}: {outcome.errors}")


SCENES = (
    Scene("mark", some_days, ("mark", "2026-11-20", "--force")),
    Scene("undo", some_days, ("undo",)),
    Scene("note among many days", many_days, ("note", "2026-11-21", "new")),
)


def attack(random, seed, count):
    del random
    return scenes.attack(SCENES, attack_scene, seed, count / RUNS)


def attack_scene(scene, seed, share):
    """All system calls of a command, or a part of them that is chosen by chance."""
    tally = Tally()
    random = chance.Random(f"{seed}/{scene.name}")
    with Home(programs=FORMER) as home:
        # Whatever is done twice is done at the same moment, and has the same name.
        preload.Clock(home).set(NOON)
        try:
            scene.prepare(home)
            with Kept(home) as kept:
                judge = Judge(home, scene, kept)
                places = judge.places
                for place in random.sample(places, max(2, min(len(places), round(len(places) * share)))):
                    tally.runs += 1
                    attempt(home, scene, place, judge, tally, seed)
                    kept.restore()
        except (Wrong, model.Damaged) as error:
            tally.lost += 1
            tally.found(f"{scene.name}: {error}", seed, home)
    return tally


def attempt(home, scene, place, judge, tally, seed):
    call, number, what = place
    action = "signal=KILL" if what == "kill" else f"error={what}"
    outcome = updated(home).haru(*scene.words, before=injecting(call, action, number))
    orphans.wait_for(home)
    tally.acknowledged += outcome.promises
    tally.hangs += outcome.is_late
    is_trap = outcome.is_trap and place[0] not in MEMORY
    tally.traps += is_trap
    try:
        if outcome.is_late or is_trap:
            raise Wrong("hangs" if outcome.is_late else "trapped")
        tally.note(judge.judge(outcome))
    except (Wrong, model.Damaged) as error:
        tally.lost += not (outcome.is_late or is_trap)
        told = f"status {outcome.status}, {outcome.output + outcome.errors!r}"
        tally.found(f"{scene.name}: {place}: {told}: {error}", seed, home)


def updated(home):
    """The home with the programs of this version."""
    home.programs = PROGRAMS
    return home


class Judge:
    """What the store holds before the command and after it."""

    def __init__(self, home, scene, kept):
        self.home, self.scene = home, scene
        self.entries, self.before = self.names(), self.state()
        self.former = home.haru("export", "--format", "json").output
        updated(home)
        self.exported = self.export()
        self.places = list(self.all_places())
        self.after, self.exported_after = self.state(), self.export()
        kept.restore()
        if self.before[0] == self.after[0]:
            raise Wrong(f"not taken over: version {self.after[0]}")

    def all_places(self):
        """Each system call of the command: (name, which of these, what happens)."""
        trace = self.home.path + ".trace"
        require(self.home.haru(*self.scene.words, before=("strace", "-f", "-qq", "-o", trace)))
        orphans.wait_for(self.home)
        with open(trace, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
        os.remove(trace)
        counts, first, is_loaded = collections.Counter(), lines[0].split()[0], False
        for line in lines:
            found = re.match(r"(\d+) +(\w+)\(", line)
            # strace counts the calls of each process apart.
            if not found or found[1] != first:
                continue
            counts[found[2]] += 1
            for what in ("kill", *(ERRORS if is_loaded and found[2] not in NEVER_FAIL else ())):
                yield found[2], counts[found[2]], what
            # Until then it may not get the clock, and nothing of the store is open.
            is_loaded = is_loaded or self.home("clock") in line

    def state(self):
        """The version of the tables, and the days that they tell."""
        with model.opened_copy(self.home.usual_store, self.home.path) as database:
            model.contents(database)
            version, = database.execute("PRAGMA user_version").fetchone()
            return version, [sorted(database.execute(sql)) for sql in DAYS]

    def names(self):
        with model.opened_copy(self.home.usual_store, self.home.path) as database:
            return {name for name, in database.execute("SELECT name FROM entry")}

    def export(self):
        outcome = self.home.haru("export", "--format", "json")
        require(outcome)
        return outcome.output

    def judge(self, outcome):
        """What the run has left; raises `Wrong`."""
        version, days = self.state()
        if lost := self.entries - self.names():
            raise Wrong(f"{len(lost)} entries are gone")
        if (version, days) not in (self.before, (self.after[0], self.before[1]), self.after):
            raise Wrong(f"version {version}: {days}")
        check = self.home.haru("store", "check")
        if check.status != 0:
            raise Wrong(f"store check: {check.output}{check.errors}")
        exported = self.export()
        is_done = exported == self.exported_after
        if not is_done and exported != self.exported:
            raise Wrong("the export is neither the one before nor the one after")
        if outcome.promises and outcome.status == 0 and not is_done:
            raise Wrong("told and not done")
        if not outcome.promises and is_done and outcome.status > 0 and self.before[1] != self.after[1]:
            raise Wrong("done, and told that it was not")
        if version == self.before[0]:
            self.require_former()
        self.require_again(is_done)
        return "as it was" if version == self.before[0] else "done" if is_done else "taken over, and not done"

    def require_former(self):
        """The last release reads what it has left."""
        self.home.programs = FORMER
        found = self.home.haru("export", "--format", "json").output
        updated(self.home)
        if found != self.former:
            raise Wrong("the last release exports something else")

    def require_again(self, is_done):
        """The command does the rest; nothing is left beside the store."""
        if not is_done:
            require(self.home.haru(*self.scene.words))
            orphans.wait_for(self.home)
            if self.export() != self.exported_after:
                raise Wrong("once more, and the export is another one")
        left = [name for name in os.listdir(self.home("data/haru")) if name not in ("haru.sqlite", "backups")]
        if left:
            raise Wrong(f"beside the store: {left}")


def told(tally):
    return f"{tally.runs} calls, {tally.notes}, {tally.lost} lost, {tally.traps} traps, {tally.hangs} hangs"


if __name__ == "__main__":
    scenes.main(SCENES, attack_scene, told)
