"""Four commands at a time and a caller of the bus write, while the store is moved, backed up and
replaced."""

import collections
import os
import random as numbers
import shutil
import sqlite3
import threading
import time
from dataclasses import dataclass

import model
from desk import Desk
from home import Late
from report import Tally

TITLE = "four writers and the bus beside moves, backups and restores"
RUNS = 40_000
IS_WHOLE = True

WRITERS = 4
DAYS = 50  # of each writer
# A store that is replaced has an account of its own, which is settled this often.
RUNS_A_ROUND = 160

SETTINGS = "[Notifications]\nat-login=never\n"


@dataclass
class Change:
    """One change of a day, with the time from its start to its answer."""

    day: str
    begin: float
    end: float
    is_acknowledged: bool


class Writer(threading.Thread):
    """Toggles days of its own, one after the other."""

    def __init__(self, desk, seed, index, count):
        super().__init__()
        self.desk, self.count = desk, count
        self.random = numbers.Random(seed)
        self.days = [f"20{10 + index}-{i % 12 + 1:02}-{i // 12 + 1:02}" for i in range(DAYS)]
        self.changes = []
        self.trouble = collections.Counter()
        self.problem = None
        self.pause = threading.Lock()

    def run(self):
        try:
            for _ in range(self.count):
                with self.pause:
                    self.change(self.random.choice(self.days))
        except (Late, OSError) as error:
            self.problem = error

    def change(self, day):
        begin = time.monotonic()
        outcome = self.desk.haru("toggle", day)
        if outcome.is_late or outcome.is_trap:
            self.trouble["hang" if outcome.is_late else "trap"] += 1
        if not outcome.promises:
            self.trouble[f"status {outcome.status}"] += 1
        self.changes.append(Change(day, begin, time.monotonic(), outcome.promises))


class Caller(Writer):
    """Sets and clears days over the bus."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.set = set()

    def change(self, day):
        begin = time.monotonic()
        studied = day not in self.set
        output, errors = self.desk.set_studied(day, studied).communicate(timeout=60)
        changed = output.strip() == "(true,)"
        if changed or output.strip() == "(false,)":
            (self.set.add if studied else self.set.discard)(day)
        else:
            self.trouble[errors.split(":")[-2].split(".")[-1].strip() or "no answer"] += 1
        # What was so already is no change: a restore can have made it so.
        self.changes.append(Change(day, begin, time.monotonic(), changed))


def attack(random, seed, count):
    tally = Tally()
    rounds = max(1, count // 4 // RUNS_A_ROUND)
    try:
        beside_moves(random, seed, count - rounds * RUNS_A_ROUND, tally)
        for number in range(rounds):
            beside_a_disturbance(random, seed, number, tally)
    except Late as error:
        tally.hangs += 1
        tally.found(str(error), seed)
    return tally


def start(desk, random, count):
    desk.start_agent()
    writers = [Writer(desk, random.random(), index, count // WRITERS) for index in range(WRITERS)]
    writers.append(Caller(desk, random.random(), WRITERS, count // 16))
    for writer in writers:
        writer.start()
    return writers


def settle(writers, tally):
    """Waits for the writers, and counts what they did."""
    for writer in writers:
        writer.join()
        if writer.problem:
            raise Late(str(writer.problem))
        tally.runs += len(writer.changes)
        tally.acknowledged += sum(change.is_acknowledged for change in writer.changes)
        tally.hangs += writer.trouble.pop("hang", 0)
        tally.traps += writer.trouble.pop("trap", 0)
        for name, number in writer.trouble.items():
            tally.note(name, number)


def lines(path, how="mode=ro"):
    """How many entries of the log each day has; raises `Damaged`."""
    database = sqlite3.connect(f"file:{path}?{how}", uri=True)
    try:
        model.contents(database)
        return dict(database.execute("SELECT key, count(*) FROM entry WHERE kind = 'study' GROUP BY key"))
    except sqlite3.DatabaseError as error:
        raise model.Damaged(f"{path}: {error}") from error
    finally:
        database.close()


def place(desk):
    return desk.haru("store", "path").output.strip()


# Moves and backups lose nothing at all.

def beside_moves(random, seed, count, tally):
    with Desk(settings=SETTINGS) as desk:
        desk.haru("mark", "--force", "2001-01-01")
        for name in "ab":
            os.mkdir(desk(name))
        writers = start(desk, random, count)
        while any(writer.is_alive() for writer in writers):
            move_or_back_up(desk, random, writers, tally, seed)
        settle(writers, tally)
        judge(desk, writers, tally, seed, "beside moves and backups", lambda change: "kept")


def move_or_back_up(desk, random, writers, tally, seed):
    time.sleep(random.random() * 0.2)
    if random.random() < 0.5:
        to = desk(random.choice("ab"))
        if desk.haru("store", "move", to).status == 0:
            tally.note("moves")
        return
    told = [change for writer in writers for change in list(writer.changes)
            if change.is_acknowledged]
    if desk.haru("store", "backup", desk("backup.sqlite")).status == 0:
        tally.note("backups")
        missing = collections.Counter(change.day for change in told)
        missing.subtract(lines(desk("backup.sqlite"), "immutable=1"))
        if any(number > 0 for number in missing.values()):
            tally.lost += 1
            tally.found(f"a backup lacks {+missing}", seed, desk)
        os.remove(desk("backup.sqlite"))


# What replaces the store takes with it what is older; not what is newer.

def restore(desk):
    return desk.haru("store", "restore", desk("backup.sqlite")).status == 0


def rename_over(desk):
    """A person moves a backup over the store."""
    shutil.copyfile(desk("backup.sqlite"), desk("copy.sqlite"))
    os.rename(desk("copy.sqlite"), desk.usual_store)
    return True


def copy_over(desk):
    """A person copies a backup over the store."""
    shutil.copyfile(desk("backup.sqlite"), desk.usual_store)
    return True


# Nobody copies files over a store while commands write to it; the agent may run.
QUIET = (rename_over, copy_over)
DISTURBANCES = (restore, *QUIET)


def beside_a_disturbance(random, seed, number, tally):
    disturb = DISTURBANCES[number % len(DISTURBANCES)]
    with Desk(settings=SETTINGS) as desk:
        desk.haru("mark", "--force", "2001-01-01")
        desk.haru("store", "backup", desk("backup.sqlite"))
        writers = start(desk, random, RUNS_A_ROUND)
        while sum(len(writer.changes) for writer in writers) < RUNS_A_ROUND * random.uniform(0.2, 0.8):
            time.sleep(0.01)
        locks = [writer.pause for writer in writers] if disturb in QUIET else []
        for lock in locks:
            lock.acquire()
        time.sleep(random.random() * 0.05)
        begin = time.monotonic()
        is_done = disturb(desk)
        end = time.monotonic()
        for lock in locks:
            lock.release()
        settle(writers, tally)
        tally.note(disturb.__name__.replace("_", " "), is_done)

        def fate(change):
            # A restore adds to the journal.
            if change.begin > end or not is_done or disturb is restore:
                return "kept"
            return "lost" if change.end < begin else "either"
        judge(desk, writers, tally, seed, disturb.__name__.replace("_", " "), fate,
              added=disturb is restore)


def judge(desk, writers, tally, seed, what, fate, added=0):
    """Compares the journal with what was acknowledged; `fate` tells which changes have to be there, and
    `added` how many more of a day may be."""
    try:
        found = lines(place(desk))
    except (model.Damaged, sqlite3.OperationalError) as error:
        tally.lost += 1
        tally.found(f"{what}: {error}", seed, desk)
        return
    least, most = collections.Counter(), collections.Counter()
    for writer in writers:
        for change in writer.changes:
            if change.is_acknowledged:
                least[change.day] += fate(change) == "kept"
                most[change.day] += fate(change) != "lost"
    lost = {day: (number, found.get(day, 0)) for day, number in least.items()
            if found.get(day, 0) < number}
    untold = {day: (number, found.get(day, 0)) for day, number in most.items()
              if found.get(day, 0) > number + added}
    if lost:
        tally.lost += len(lost)
        tally.found(f"{what}: acknowledged and lost: day: (acknowledged, there) {lost}", seed, desk)
    if untold:
        tally.untrue += len(untold)
        tally.found(f"{what}: not acknowledged, and there: {untold}", seed, desk)
