#!/usr/bin/env python3
"""The power fails at each moment of a command, and Haru is started on every disk that it can leave.

Haru has to be as before the command or as after it, and as after it once it has told so (`disks` says what a cut can
leave). Where syncs are ignored something has to give way, or this attack sees nothing.

    power_cuts.py [SCENE…]      runs some scenes whole, and tells how many disks each has
"""

import contextlib
import datetime
import functools
import glob
import json
import os
import random as chance
import shutil
import signal
import sqlite3
import sys
from dataclasses import dataclass

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

import disks
import model
import orphans
import preload
import scenes
from desk import Desk, buttons
from home import ROOT, Home, Late
from recording import Blind, Recording, Sync, Told, read_folder, strace
from report import Tally

TITLE = "power cuts at each moment of a command"
IS_WHOLE = True
# As many disks as all scenes have, about; a smaller number takes as great a part of each.
RUNS = 4_700

MORNING = int(datetime.datetime(2026, 11, 27, 9, tzinfo=datetime.timezone.utc).timestamp())
DAY = 86_400
# What is no part of the disk: the session, which is in memory, and what attacks write themselves.
LEFT_OUT = {"run", "clock", "clock.ring", "trace", "agent.log", "services", "SESSION", "SESSION.conf"}
# With the syncs ignored so many disks of a scene are tried until one gives way.
BLIND_TRIES = 24
DAMAGED_WITHOUT_SYNCS = "scenes that are damaged without their syncs"


class Wrong(Exception):
    """A disk on which something is lost, done by half or damaged."""


class Lost(Wrong):
    """A disk on which all is as before, though something was told."""


@dataclass(frozen=True)
class Scene:
    """A command in a world; `prepare` makes that, and `look` asks further questions afterwards."""

    name: str
    prepare: object
    words: tuple
    look: object = lambda stage: {}
    home: object = Home
    has_damage: bool = False  # from the beginning, so that a damaged copy may be kept
    promise: bytes = b"\n"  # what a line holds that tells that it is done


class Stage:
    """A home whose clock stands still while a command runs."""

    def __init__(self, home):
        self.home = home
        self.clock = preload.Clock(home)
        self.moment = MORNING
        self.clock.set(self.moment)

    def __call__(self, name):
        return self.home(name)

    def later(self, seconds=60):
        self.moment += seconds
        self.clock.set(self.moment)

    def run(self, *words):
        """A command that succeeds, and a minute."""
        outcome = ended(self.home, words)
        if outcome.status != 0:
            raise Wrong(f"{' '.join(words)}: {said(outcome)}")
        self.later()

    def other(self):
        """The home of another machine with the same clock."""
        home = Home()
        preload.follow(home, self.clock.path)
        return home


def ended(home, words):
    outcome = home.haru(*words)
    if outcome.is_late or outcome.is_trap:
        raise Wrong(f"{' '.join(words)}: {'hangs' if outcome.is_late else 'trapped'}")
    orphans.wait_for(home)
    return outcome


def contents(path):
    with open(path, encoding="utf-8", errors="replace", newline="") as file:
        return file.read()


def said(outcome):
    return f"status {outcome.status}, {(outcome.output + outcome.errors)[-400:]!r}"


# The attack

def attack(random, seed, count):
    del random
    tally = scenes.attack(SCENES, attack_scene, seed, count / RUNS)
    if DAMAGED_WITHOUT_SYNCS not in tally.notes:
        tally.lost += 1
        tally.found("nothing is damaged with the syncs ignored", seed)
    return tally


def attack_scene(scene, seed, share):
    """All disks of a scene, or a part of them that is chosen by chance."""
    tally = Tally()
    random = chance.Random(f"{seed}/{scene.name}")
    with scene.home() as home:
        stage = Stage(home)
        try:
            play(stage, scene, random, share, tally, seed)
        except (Wrong, Blind, Late) as error:
            tally.lost += 1
            tally.found(f"{scene.name}: {error}", seed, home)
    tally.note(f"of {scene.name}", tally.runs)
    return tally


def play(stage, scene, random, share, tally, seed):
    scene.prepare(stage)
    root = read_folder(stage.home.path, LEFT_OUT)
    operations = record(stage, scene, root)
    disks.require_whole(root, operations, stage.home.path, LEFT_OUT)
    judge = Judge(stage, scene, root, operations)
    found = disks.after_cuts(root, operations)
    for disk in random.sample(found, min(len(found), max(2, round(len(found) * share)))):
        tally.runs += 1
        tally.acknowledged += disk.is_told
        try:
            judge.judge(disk)
        except Wrong as error:
            tally.lost += 1
            tally.found(f"{scene.name}: {disk}: {error}", seed, stage.home)
    look_for_blindness(judge, random, tally)


def look_for_blindness(judge, random, tally):
    """Without its syncs every command has to lose something."""
    unsynced = [each for each in judge.operations if not isinstance(each, Sync)]
    found = disks.after_last_cut(judge.root, unsynced)
    kinds = set()
    for disk in random.sample(found, min(len(found), BLIND_TRIES)):
        try:
            judge.judge(disk)
        except Wrong as error:
            kinds.add(type(error))
        if Wrong in kinds:
            return tally.note(DAMAGED_WITHOUT_SYNCS)
    if not kinds:
        raise Blind("nothing is lost with the syncs ignored")
    return tally.note("scenes that only lose what was told without their syncs")


def record(stage, scene, root):
    """Runs the command, and returns its operations."""
    trace = stage("trace")
    if not scene.words:
        tells = click(stage, strace(trace))
    else:
        outcome = stage.home.haru(*scene.words, before=strace(trace))
        orphans.wait_for(stage.home)
        if outcome.status != 0:
            raise Wrong(f"{' '.join(scene.words)}: {said(outcome)}")
        tells = functools.partial(tells_a_user, scene.promise)
    operations = Recording(root, stage.home.path, LEFT_OUT, tells).read(trace)
    os.remove(trace)
    if not any(isinstance(each, Told) for each in operations):
        raise Blind("nobody was told")
    return operations


def tells_a_user(promise, is_first, number, data):
    """A status without an error, or a line of the output; the command may start others, which are not heard."""
    return is_first and (number is None or number == 1 and promise in data)


class Judge:
    """What Haru answers before the command and after it, and so on a disk."""

    def __init__(self, stage, scene, root, operations):
        self.stage, self.scene, self.root, self.operations = stage, scene, root, operations
        done = [each for each in operations if not isinstance(each, (Sync, Told))]
        self.before = self.answers(disks.Disk(root, [], done))
        self.after = self.answers(disks.Disk(root, done, []))
        if self.after["store"] != "sound":
            raise Wrong(f"without any cut: {self.after['store']}")

    def answers(self, disk):
        """Starts Haru on a disk, and asks."""
        stage = self.stage
        disks.clear(stage.home.path, LEFT_OUT)
        shutil.rmtree(stage("run"), ignore_errors=True)
        os.mkdir(stage("run"), 0o700)
        disk.write(stage.home.path)
        found = {"status": status(stage)}
        days = ended(stage.home, ("export", "--format", "json"))
        found["days"] = days.status, days.output
        check = ended(stage.home, ("store", "check"))
        # Before the first mark there is no store.
        found["store"] = "sound" if check.status in (0, 66) else check.output
        if not self.scene.has_damage:
            require_sound_copies(stage)
        return found | self.scene.look(stage)

    def judge(self, disk):
        found = self.answers(disk)
        if found == self.after:
            return self.require_use()
        if found != self.before:
            wanted = self.after if disk.is_told else self.before
            raise Wrong("neither before nor after: " + difference(wanted, found))
        if disk.is_told:
            raise Lost("told and lost: " + difference(self.after, found))
        self.require_again()

    def require_use(self):
        """A next change is made."""
        outcome = ended(self.stage.home, ("note", "2026-11-01", "later"))
        if outcome.status != 0:
            raise Wrong(f"a note: {said(outcome)}")

    def require_again(self):
        """What was not done can be done."""
        if self.scene.words:
            outcome = ended(self.stage.home, self.scene.words)
            if outcome.status != 0:
                raise Wrong(f"once more: {said(outcome)}")


def status(stage):
    """Today's state, whatever the last exchange left: a change is told before it is exchanged."""
    outcome = ended(stage.home, ("status", "--json"))
    if outcome.status != 0:
        return outcome.status
    state = json.loads(outcome.output)
    state.pop("sync", None)
    return state


def difference(wanted, found):
    """The answers that differ, each from a little before the first difference on."""
    told = []
    for key in sorted(wanted.keys() | found.keys()):
        one, other = repr(wanted.get(key)), repr(found.get(key))
        if one != other:
            start = max(0, len(os.path.commonprefix([one, other])) - 60)
            told.append(f"{key} is …{other[start:start + 200]}, not …{one[start:start + 200]}")
    return "; ".join(told)


def require_sound_copies(stage):
    """Each copy of the store that is there under its own name is whole."""
    kept = glob.glob(stage("data/haru/haru.sqlite.*")) + glob.glob(stage("data/haru/backups/*.sqlite"))
    for path in kept:
        if not path.endswith("-journal"):
            require_sound(path)


def require_sound(path):
    try:
        with sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True) as database:
            problem = database.execute("PRAGMA integrity_check").fetchone()[0]
        database.close()
    except sqlite3.DatabaseError as error:
        problem = str(error)
    if problem != "ok":
        raise Wrong(f"{path}: {problem}")


# Worlds

def nothing(stage):
    del stage


def some_days(stage):
    stage.run("mark", "2026-11-01..2026-11-09", "--force")
    stage.run("rest", "2026-11-10", "--reason", "trip")
    stage.run("note", "2026-11-09", "chapter 3")
    stage.later(DAY)


def a_former_store(stage):
    """Version 0.4 has left it, with days of two machines, rest weekdays, watches and changes that are undone.

    Its folders of machines and of tasks are elsewhere: an exchange with either would be a change of its own.
    """
    os.makedirs(os.path.dirname(stage.home.usual_store), 0o700)
    shutil.copyfile(os.path.join(ROOT, "Tests/HaruStoreTests/Fixtures/schema-8.sqlite"), stage.home.usual_store)
    with contextlib.closing(sqlite3.connect(stage.home.usual_store)) as database, database:
        database.execute("UPDATE this_machine SET folder = NULL")
        database.execute("UPDATE task_list SET folder = NULL")


def a_setting(stage):
    some_days(stage)
    stage.run("config", "set", "Notifications.later", "45")


def a_table(stage):
    some_days(stage)
    first = datetime.date(2024, 1, 1)
    stage.home.write("days.csv", "date,value,note\n" + "".join(
        f"{first + datetime.timedelta(2 * number)},1,\n" for number in range(200)))


def a_backup(stage):
    some_days(stage)
    stage.run("store", "backup", stage("kept.sqlite"))
    stage.run("mark", "2026-11-12")


def a_damaged_store(stage):
    a_backup(stage)
    with open(stage.home.usual_store, "r+b") as file:
        file.write(b"no store")


def a_deleted_store(stage):
    a_backup(stage)
    os.remove(stage.home.usual_store)


def a_place(stage):
    some_days(stage)
    os.mkdir(stage("place"))


def a_damaged_row(stage):
    some_days(stage)
    database = sqlite3.connect(stage.home.usual_store)
    with database:
        database.execute("UPDATE entry SET at = ? WHERE key = '2026-11-04'", (-(2 ** 62),))
    database.close()


def a_folder(stage):
    """Another machine has days in it, and this one."""
    some_days(stage)
    os.mkdir(stage("folder"))
    change_elsewhere(stage, "2026-11-14")


def change_elsewhere(stage, day):
    """A new machine joins, and marks a day."""
    with stage.other() as other:
        for words in (("sync", "on", stage("folder")), ("mark", day), ("sync", "check")):
            outcome = ended(other, words)
            if outcome.status != 0:
                raise Wrong(f"another machine: {' '.join(words)}: {said(outcome)}")
            stage.later()


def joined(stage):
    a_folder(stage)
    stage.run("sync", "on", stage("folder"), "--join")


def a_change_to_exchange(stage):
    joined(stage)
    os.rename(stage("folder"), stage("away"))
    stage.run("mark", "2026-11-16..2026-11-18")
    os.rename(stage("away"), stage("folder"))
    change_elsewhere(stage, "2026-11-19")


def a_month_that_is_over(stage):
    a_change_to_exchange(stage)
    stage.run("exchange", "sync")
    stage.later(8 * DAY)


def a_day_in_the_inbox(stage):
    joined(stage)
    path = stage.home.write("folder/inbox/2026-11-20", "")
    os.utime(path, (stage.moment, stage.moment))


def a_list(stage):
    some_days(stage)
    os.mkdir(stage("list"))
    stage.run("tasks", "on", stage("list"), "--week")
    stage.run("tasks", "check")


def a_day_for_the_list(stage):
    a_list(stage)
    os.rename(stage("list"), stage("away"))
    stage.run("mark", "2026-11-26")
    os.rename(stage("away"), stage("list"))


def a_task_that_is_done(stage):
    a_list(stage)
    path = stage("list/haru-2026-11-26.ics")
    text = contents(path).replace("STATUS:NEEDS-ACTION", "STATUS:COMPLETED")
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


# What else is asked

def exchanged(stage):
    """An exchange brings the folder and the store together, and a new machine takes all from there."""
    status = ended(stage.home, ("sync", "check")).status
    days = ended(stage.home, ("export", "--format", "json")).output
    with stage.other() as other:
        ended(other, ("sync", "on", stage("folder")))
        ended(other, ("sync", "check"))
        copy = ended(other, ("export", "--format", "json")).output
    if status == 0 and copy != days:
        raise Wrong(f"a new machine has other days: {copy[-300:]!r}, not {days[-300:]!r}")
    return {"exchanged": (status, days)}


def tasks(stage):
    """The task list, and the days after another look at it."""
    status = ended(stage.home, ("tasks", "check")).status
    items = {}
    for path in sorted(glob.glob(stage("list/*.ics"))):
        items[os.path.basename(path)] = contents(path)
    days = ended(stage.home, ("export", "--format", "json")).output
    return {"tasks": (status, days, items)}


def copied(stage):
    """A backup is there whole, or not at all."""
    if not os.path.exists(stage("copy.sqlite")):
        return {"copy": None}
    try:
        return {"copy": model.read(stage("copy.sqlite"), stage("run"))}
    except model.Damaged as error:
        raise Wrong(str(error)) from error


def exported(stage):
    """An export is there whole, or not at all."""
    if not os.path.exists(stage("days.json")):
        return {"export": None}
    return {"export": contents(stage("days.json"))}


def placed(stage):
    return {"place": ended(stage.home, ("store", "path")).output}


def set_to(stage):
    return {"setting": ended(stage.home, ("config", "get", "Notifications.later")).output}


# A click

def session():
    return Desk(settings="[Notifications]\nat-login=always\n", zone="UTC")


def click(stage, before):
    """Presses Study, and waits until the agent shows that it is saved."""
    desk, today = stage.home, "2026-11-28"
    os.mkfifo(stage("clock.ring"))
    desk.start_agent(before)
    shown = desk.event("notify", 30, lambda event: "study:" + today in buttons(event))
    desk.click(shown, "study:" + today)
    answer = "unstudy:" + today
    desk.event("notify", 30, lambda event: answer in buttons(event))
    strace_of_it = desk.agent.child.pid
    agent = contents(f"/proc/{strace_of_it}/task/{strace_of_it}/children").split()[0]
    os.kill(int(agent), signal.SIGTERM)
    desk.agent.child.wait(30)
    desk.settled_events()
    del desk.environment["DBUS_SESSION_BUS_ADDRESS"]
    return lambda _, __, data: answer.encode() in data


SCENES = (
    Scene("click", some_days, (), home=session),
    Scene("first mark", nothing, ("mark",)),
    Scene("mark", some_days, ("mark",)),
    Scene("mark in a store of 0.4", a_former_store, ("mark",)),
    Scene("undo", some_days, ("undo",)),
    Scene("first setting", nothing, ("config", "set", "Notifications.later", "90"), set_to),
    Scene("setting", a_setting, ("config", "set", "Notifications.later", "90"), set_to),
    Scene("rest weekdays", some_days, ("rest", "--weekdays", "sunday")),
    Scene("folder", a_folder, ("sync", "on", "folder", "--join"), exchanged),
    Scene("mark with a folder", joined, ("mark",), exchanged),
    Scene("exchange", a_change_to_exchange, ("exchange", "sync"), exchanged),
    Scene("exchange of a new month", a_month_that_is_over, ("exchange", "sync"), exchanged),
    Scene("inbox", a_day_in_the_inbox, ("exchange", "sync"), exchanged),
    Scene("task for a day", a_day_for_the_list, ("tasks", "check"), tasks),
    Scene("day of a task", a_task_that_is_done, ("tasks", "check"), tasks),
    Scene("import", a_table, ("import", "days.csv")),
    Scene("restore", a_backup, ("store", "restore", "kept.sqlite")),
    Scene("restore of a damaged store", a_damaged_store, ("store", "restore", "kept.sqlite"),
          has_damage=True),
    Scene("restore of a deleted store", a_deleted_store, ("store", "restore", "kept.sqlite")),
    Scene("move", a_place, ("store", "move", "place"), placed),
    Scene("repair", a_damaged_row, ("store", "check", "--repair"), has_damage=True,
          promise=b"before-repair"),
    Scene("backup", some_days, ("store", "backup", "copy.sqlite"), copied),
    Scene("export", some_days, ("export", "-o", "days.json"), exported),
)


def told(tally):
    return f"{tally.runs} disks, {tally.acknowledged} told, {tally.lost} lost"


if __name__ == "__main__":
    scenes.main(SCENES, attack_scene, told)
