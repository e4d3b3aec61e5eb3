"""What a store should hold, worked out without any code of Haru, and what it does hold."""

import contextlib
import os
import shutil
import sqlite3
from dataclasses import dataclass, replace


# The files that hold changes; their index holds none.
ENDS = ("", "-wal", "-journal")


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
    """The contents, and those before each change that can still be undone.

    Undo does not go below the changes that a restore has brought: it takes the restore back.
    """

    now: Contents = Contents()
    past: tuple = ()
    brought: int = 0  # how many of the past came with the last restore
    before: "State" = None  # the state that it has replaced

    def changed(self, days):
        """After a change of days; one that changes nothing cannot be undone."""
        if days == self.now.days:
            return self
        return replace(self, now=replace(self.now, days=days), past=self.past + (self.now.days,))

    @property
    def can_be_undone(self):
        return len(self.past) > self.brought or self.before is not None

    def undone(self):
        if len(self.past) == self.brought:
            return self.before
        return replace(self, now=replace(self.now, days=self.past[-1]), past=self.past[:-1])

    def restored(self, backup):
        return replace(backup, brought=len(backup.past), before=self)

    def watching(self, watches):
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
    """Opens a copy, so that the logs stay as a killed process has left them."""
    copy = os.path.join(scratch, "look.sqlite")
    stamps = None
    # The agent may empty the log meanwhile, a second after it wrote.
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
    for end in (*ENDS, "-shm"):
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
    told = told_by_journal(database)
    if told != found:
        raise Damaged("the journal tells otherwise: "
                      + difference(Contents(told), Contents(found)))
    watches = database.execute(
        "SELECT owner || '/' || name, is_quiet FROM watch ORDER BY position, id")
    return Contents(found, tuple((name, bool(quiet)) for name, quiet in watches))


def told_by_journal(database):
    """The days, replayed from the journal; each line must begin where the one before has ended."""
    values = {}
    for kind, day, before, after in database.execute(
            "SELECT kind, day, before, after FROM journal ORDER BY id"):
        if values.get((kind, day)) != before:
            raise Damaged(f"{kind} of {day} was {values.get((kind, day))}, not {before}")
        values[kind, day] = after
    def pairs(wanted):
        return frozenset((day, value) for (kind, day), value in values.items()
                         if kind == wanted and value is not None)
    return Days(frozenset(day for day, _ in pairs("study")), pairs("rest"), pairs("note"))
