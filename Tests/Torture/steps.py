"""Commands that write, chosen by chance, and what each of them should change."""

import configparser
import csv
import datetime
import json
import os
from dataclasses import dataclass, field, replace

import model

SETTING = ("Notifications", "later", "60")


@dataclass
class World:
    """A user: a home, what should be in it, and the files that were made."""

    home: object
    state: model.State = field(default_factory=model.State)
    setting: str = SETTING[2]
    place: str = ""  # the store's directory; empty for the usual one
    watches: tuple = ()  # the list of repositories, of (name, is quiet)
    backups: dict = field(default_factory=dict)  # state by path
    made: int = 0  # files so far, to name the next

    @property
    def store(self):
        return self.home(self.place + "/haru.sqlite") if self.place else self.home.usual_store


@dataclass
class Step:
    """One command; `after` is the world's state if it is carried out."""

    words: tuple
    after: model.State
    setting: str = None
    place: str = None
    watches: tuple = None
    file: str = None  # a file that it makes
    status: int = 0  # if nothing stops it

    @property
    def verb(self):
        return " ".join(self.words[:2]) if self.words[0] in ("store", "repo", "config") else \
            self.words[0]


def day(random, first=2020, last=2025):
    begin = datetime.date(first, 1, 1)
    return str(begin + datetime.timedelta(random.randrange((last - first + 1) * 365)))


def days(random):
    """One to three days as words, and as a set."""
    words = []
    chosen = set()
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        first = day(random)
        length = random.choice((1, 1, 1, 4, 40))
        if length == 1:
            words.append(first)
            chosen.add(first)
        else:
            begin = datetime.date.fromisoformat(first)
            run = [str(begin + datetime.timedelta(i)) for i in range(length)]
            words.append(f"{run[0]}..{run[-1]}")
            chosen |= set(run)
    return tuple(words), frozenset(chosen)


def known_day(random, world):
    """A day that is marked, if there is one, so that clearing changes something."""
    marked = sorted(mark for mark in world.state.now.marks if mark >= "2020")
    return random.choice(marked) if marked and random.random() < 0.8 else day(random)


# Each takes the random numbers and the world, and returns a step.

def mark(random, world):
    words, chosen = days(random)
    return Step(("mark", "--force", *words), world.state.changed(
        world.state.now.with_studied(chosen, True)))


def unmark(random, world):
    chosen = known_day(random, world)
    return Step(("unmark", chosen), world.state.changed(
        world.state.now.with_studied({chosen}, False)))


def toggle(random, world):
    chosen = known_day(random, world)
    now = world.state.now
    return Step(("toggle", "--force", chosen), world.state.changed(
        now.with_studied({chosen}, chosen not in now.marks)))


def rest(random, world):
    words, chosen = days(random)
    now = world.state.now
    reason = random.choice((None, "trip", "a long way: ü 한국"))
    if reason is not None:
        return Step(("rest", *words, "--reason", reason),
                    world.state.changed(now.with_rest(chosen, reason)))
    new = chosen - {each for each, _ in now.rest}
    return Step(("rest", *words), world.state.changed(
        replace(now, rest=now.rest | {(each, "") for each in new})))


def rest_clear(random, world):
    resting = sorted(each for each, _ in world.state.now.rest)
    chosen = random.choice(resting) if resting else day(random)
    return Step(("rest", "--clear", chosen), world.state.changed(
        world.state.now.with_rest({chosen}, None)))


def note(random, world):
    chosen = day(random, 2025)
    text = random.choice(("", "chapter 3", "x" * 9000, "two  blanks, ü 한국"))
    return Step(("note", chosen, text), world.state.changed(
        world.state.now.with_note(chosen, text)))


def undo(random, world):
    if not world.state.can_be_undone:
        return Step(("undo",), world.state, status=1)
    return Step(("undo",), world.state.undone())


def import_(random, world):
    # Years that no other command touches: what a person has cleared stays cleared.
    chosen = frozenset(day(random, 2001, 2004) for _ in range(random.choice((1, 20, 400))))
    path = world.home.write("days.csv", "date,value,note\n" + "".join(
        f"{each},1,\n" for each in sorted(chosen)))
    return Step(("import", "--force", path), world.state.changed(
        world.state.now.with_studied(chosen, True)))


def new_file(world, end):
    world.made += 1
    return world.home(f"file-{world.made}.{end}")


def backup(random, world):
    path = new_file(world, "sqlite")
    has_store = model.is_store(world.store, world.home.path)
    return Step(("store", "backup", path), world.state, file=path, status=0 if has_store else 66)


def restore(random, world):
    if not world.backups:
        return backup(random, world)
    path = random.choice(sorted(world.backups))
    return Step(("store", "restore", path), world.state.changed(world.backups[path].now))


def move(random, world):
    if not model.is_store(world.store, world.home.path):
        return mark(random, world)
    places = {"", "a", "b"} - {world.place}
    place = random.choice(sorted(places - {""}))
    os.makedirs(world.home(place), exist_ok=True)
    return Step(("store", "move", world.home(place)), world.state, place=place)


def config(random, world):
    value = str(random.randrange(1, 700))
    return Step(("config", "set", ".".join(SETTING[:2]), value), world.state, setting=value)


def export(random, world):
    path = new_file(world, random.choice(("json", "csv", "ics")))
    return Step(("export", "-o", path), world.state, file=path)


# The list of repositories is no part of the store, and no undo takes it back.

def repo_add(random, world):
    name = f"owner/name{random.randrange(10_000)}"
    if name in (each for each, _ in world.watches):
        return repo_quiet(random, world)
    return Step(("repo", "add", name), world.state, watches=world.watches + ((name, False),))


def repo_remove(random, world):
    if not world.watches:
        return repo_add(random, world)
    gone = random.choice(world.watches)
    return Step(("repo", "remove", gone[0]), world.state,
                watches=tuple(each for each in world.watches if each != gone))


def repo_move(random, world):
    if not world.watches:
        return repo_add(random, world)
    moved = random.choice(world.watches)
    watches = [each for each in world.watches if each != moved]
    position = random.randrange(len(world.watches))
    watches.insert(position, moved)
    return Step(("repo", "move", moved[0], str(position + 1)), world.state, watches=tuple(watches))


def repo_quiet(random, world):
    if not world.watches:
        return repo_add(random, world)
    name, is_quiet = random.choice(world.watches)
    words = ("repo", "quiet", "--off", name) if is_quiet else ("repo", "quiet", name)
    return Step(words, world.state, watches=tuple(
        (each, not quiet) if each == name else (each, quiet) for each, quiet in world.watches))


# Those that change most are chosen more often.
ALL = (mark, mark, unmark, toggle, toggle, rest, rest_clear, note, undo, undo, import_, backup,
       restore, move, config, export, repo_add, repo_add, repo_remove, repo_move, repo_quiet)


def choose(random, world):
    """A step of any kind; whether it was carried out can be seen in what the store holds."""
    while True:
        step = random.choice(ALL)(random, world)
        # A restore of the same contents changes only what undo does later.
        if step.after == world.state or step.after.now != world.state.now:
            return step


class Wrong(Exception):
    """A command broke its promise, or did half of something."""


def require_end(outcome, tally):
    """Counts a command that hangs or traps, and raises `Wrong`."""
    if outcome.is_late:
        tally.hangs += 1
        raise Wrong("it hangs")
    if outcome.is_trap:
        tally.traps += 1
        raise Wrong("it trapped")


def judge(world, step, outcome):
    """Looks at the world after a step that may have been killed or may have failed.

    It was carried out whole or not at all, and whole if it has said so. Moves the world to what was
    found, and returns the parts that changed. Raises `Wrong` or `model.Damaged`.
    """
    parts = {"place": judge_place, "contents": judge_contents, "setting": judge_setting,
             "watches": judge_watches, "file": judge_file}
    return {name for name, part in parts.items() if part(world, step, outcome)}


def judge_place(world, step, outcome):
    if step.place is None:
        return False
    # The next program that starts finishes the move, or undoes it.
    found = world.home.haru("store", "path").output.strip()
    places = {world.store: world.place, world.home(step.place + "/haru.sqlite"): step.place}
    if found not in places:
        raise Wrong(f"the store is at {found!r}")
    if outcome.promises and places[found] != step.place:
        raise Wrong(f"moved, but the store is at {found!r}")
    is_done = places[found] == step.place
    world.place = places[found]
    return is_done


def judge_contents(world, step, outcome):
    found = model.read(world.store, world.home.path)
    if found == step.after.now:
        is_changed = found != world.state.now
        world.state = step.after
        return is_changed
    if found != world.state.now:
        raise Wrong("neither before nor after: " + model.difference(step.after.now, found))
    if outcome.promises and outcome.status <= 0:
        raise Wrong("acknowledged and lost: " + model.difference(step.after.now, found))
    return False


def judge_setting(world, step, outcome):
    file = configparser.RawConfigParser()
    file.read(world.home("config/haru/haru.conf"), encoding="utf-8")
    found = file.get(*SETTING[:2], fallback=SETTING[2])
    wanted = world.setting if step.setting is None else step.setting
    if found not in (world.setting, wanted):
        raise Wrong(f"the setting is {found!r}")
    if outcome.promises and found != wanted:
        raise Wrong(f"set to {wanted}, but it is {found!r}")
    is_changed = found != world.setting
    world.setting = found
    return is_changed


def judge_watches(world, step, outcome):
    """The list of repositories is the user's file; what is known of them is beside the store."""
    model.require_sound(os.path.join(os.path.dirname(world.store), "repositories.sqlite"), world.home.path)
    found = listed(world.home("config/haru/repositories"))
    wanted = world.watches if step.watches is None else step.watches
    if found not in (world.watches, wanted):
        raise Wrong(f"the list is {found}, not {wanted}")
    if outcome.promises and outcome.status <= 0 and found != wanted:
        raise Wrong(f"the list should be {wanted}, but it is {found}")
    is_changed = found != world.watches
    world.watches = found
    return is_changed


def listed(path):
    """The repositories in a list, each with whether it is muted."""
    if not os.path.exists(path):
        return ()
    with open(path, encoding="utf-8") as file:
        return tuple((line.split()[0], line.split()[1:] == ["quiet"]) for line in file)


def judge_file(world, step, outcome):
    """A file that a command makes is there whole, or not at all."""
    if step.file is None:
        return False
    if not os.path.exists(step.file):
        if outcome.promises:
            raise Wrong(f"there is no {step.file}")
        return False
    if step.file.endswith(".sqlite"):
        found, wanted = model.read(step.file, world.home.path), world.state.now
        world.backups[step.file] = world.state
    else:
        found = model.Days(exported(step.file))
        wanted = model.Days(world.state.now.marks)
        os.remove(step.file)
    if found != wanted:
        raise Wrong(f"{step.file}: " + model.difference(wanted, found))
    return True


def exported(path):
    """The studied days in an export."""
    with open(path, encoding="utf-8", newline="") as file:
        text = file.read()
    if path.endswith(".json"):
        return frozenset(each["day"] for each in json.loads(text)["marks"])
    if path.endswith(".csv"):
        rows = csv.DictReader(text.splitlines(keepends=True))
        return frozenset(row["date"] for row in rows if row["value"] == "1")
    if not text.endswith("END:VCALENDAR\r\n"):
        raise Wrong(f"{path} is cut")
    events = text.split("BEGIN:VEVENT")[1:]
    days = (event.split("DTSTART;VALUE=DATE:")[1][:8] for event in events
            if "\nSUMMARY:Studied" in event)
    return frozenset(f"{each[:4]}-{each[4:6]}-{each[6:]}" for each in days)
