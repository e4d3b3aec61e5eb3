"""What a store should hold, worked out without any code of Haru, and what it does hold."""

import contextlib
import os
import shutil
import sqlite3
from dataclasses import dataclass, replace


# The file, and the journal of a change that is not committed.
ENDS = ("", "-journal")


@dataclass(frozen=True)
class Days:
    """The marks, rest days and notes: what `haru undo` takes back."""

    marks: frozenset = frozenset()
    rest: frozenset = frozenset()  # of (day, reason)
    notes: frozenset = frozenset()  # of (day, text)

    def with_studied(self, days, studied):
        return replace(self, marks=self.marks | days if studied else self.marks - days)

    def with_rest(self, days, reason):
        """Days with a reason; `None` clears them."""
        kept = frozenset(pair for pair in self.rest if pair[0] not in days)
        added = () if reason is None else ((day, reason) for day in days)
        return replace(self, rest=kept | frozenset(added))

    def with_note(self, day, text):
        kept = frozenset(pair for pair in self.notes if pair[0] != day)
        return replace(self, notes=kept | {(day, text)} if text else kept)


@dataclass(frozen=True)
class Contents:
    """Everything a user has put into a store."""

    days: Days = Days()
    watches: tuple = ()  # of (name, is quiet)

    def __str__(self):
        days = self.days
        return (f"{len(days.marks)} marks, {len(days.rest)} rest days, {len(days.notes)} notes, "
                f"{len(self.watches)} watches")


@dataclass(frozen=True)
class State:
    """The contents, and those before each change that can still be undone."""

    now: Contents = Contents()
    past: tuple = ()

    def changed(self, days):
        """After a change of days; one that changes nothing cannot be undone."""
        if days == self.now.days:
            return self
        return self.changed_to(replace(self.now, days=days))

    def changed_to(self, contents):
        return replace(self, now=contents, past=self.past + (self.now,))

    @property
    def can_be_undone(self):
        return bool(self.past)

    def undone(self):
        """Watches keep their places, and those that come back come last."""
        wanted = dict(self.past[-1].watches)
        kept = tuple((name, wanted[name]) for name, _ in self.now.watches if name in wanted)
        back = sorted(wanted.keys() - dict(self.now.watches).keys(), reverse=True)
        watches = kept + tuple((name, wanted[name]) for name in back)
        return State(Contents(self.past[-1].days, watches), self.past[:-1])

    def restored(self, backup):
        """After a restore, which is one change; another order of the watches is none."""
        new, now = backup.now, self.now
        if (new.days, set(new.watches)) == (now.days, set(now.watches)):
            return self.ordered(new.watches)
        return self.changed_to(new)

    def watching(self, watches):
        """After a change of the watches."""
        return self.changed_to(replace(self.now, watches=watches))

    def ordered(self, watches):
        """With the watches in another order, which is not to be undone."""
        return replace(self, now=replace(self.now, watches=watches))


def difference(one, other):
    """What two contents differ in, to explain a failure."""
    lines = []
    for kind in ("marks", "rest", "notes"):
        a, b = getattr(one.days, kind), getattr(other.days, kind)
        if a != b:
            lines.append(f"{kind}: missing {sorted(a - b)}, too many {sorted(b - a)}")
    if one.watches != other.watches:
        lines.append(f"watches: {one.watches}, not {other.watches}")
    return "; ".join(lines)


class Damaged(Exception):
    """A store that is not sound."""


def read(path, scratch):
    """What a store holds. Nothing may write meanwhile. Raises `Damaged`."""
    if not os.path.exists(path):
        return Contents()
    try:
        with opened_copy(path, scratch) as database:
            return contents(database)
    except sqlite3.DatabaseError as error:
        raise Damaged(f"{path}: {error}") from error


def is_store(path, scratch):
    """Whether there are tables in a file: a command that is killed may leave it without."""
    if not os.path.exists(path):
        return False
    with opened_copy(path, scratch) as database:
        return database.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,)


@contextlib.contextmanager
def opened_copy(path, scratch):
    """Opens a copy, so that the journal stays as a killed process has left it."""
    copy = os.path.join(scratch, "look.sqlite")
    stamps = None
    # Another process may write meanwhile.
    while stamps != (stamps := stamps_of(path)):
        copy_files(path, copy)
    database = sqlite3.connect(copy, isolation_level=None)
    try:
        yield database
    finally:
        database.close()


def stamps_of(path):
    """What changes with the files of a store."""
    stamps = []
    for end in ENDS:
        try:
            status = os.stat(path + end)
            stamps.append((status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns))
        except FileNotFoundError:
            stamps.append(None)
    return stamps


def copy_files(path, copy):
    for end in ENDS:
        if os.path.exists(copy + end):
            os.remove(copy + end)
    for end in ENDS:
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(path + end, copy + end)


def contents(database):
    """What an open database holds, if it is sound and agrees with its journal."""
    sound = [row[0] for row in database.execute("PRAGMA integrity_check")]
    if sound != ["ok"]:
        raise Damaged("; ".join(sound))
    # A store that is made and killed meanwhile has no tables yet.
    if not database.execute("SELECT 1 FROM sqlite_schema").fetchone():
        return Contents()
    found = Days(
        frozenset(day for day, in database.execute("SELECT day FROM mark")),
        frozenset(database.execute("SELECT day, reason FROM rest")),
        frozenset(database.execute("SELECT day, text FROM note")))
    told = told_by_log(database)
    if told != found:
        raise Damaged("the log tells otherwise: "
                      + difference(Contents(told), Contents(found)))
    watches = database.execute(
        "SELECT owner || '/' || name, is_quiet FROM watch ORDER BY position, id")
    return Contents(found, tuple((name, bool(quiet)) for name, quiet in watches))


def told_by_log(database):
    """The days that the entries leave: of each day what no other entry replaces."""
    entries, replaced = {}, set()
    for name, kind, day, value, at, replaces in database.execute(
            "SELECT name, kind, key, value, at, replaces FROM entry "
            "WHERE kind IN ('study', 'rest', 'note')"):
        entries.setdefault((kind, day), []).append((value is not None, at, name, value))
        names = replaces or b""
        replaced.update(names[start:start + 16] for start in range(0, len(names), 16))
    values = {}
    for key, known in entries.items():
        standing = [entry for entry in known if entry[2] not in replaced]
        values[key] = max(standing)[3] if standing else None

    def pairs(wanted):
        return frozenset((day, value) for (kind, day), value in values.items()
                         if kind == wanted and value is not None)
    return Days(frozenset(day for day, _ in pairs("study")), pairs("rest"), pairs("note"))
