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

    def __str__(self):
        return f"{len(self.marks)} marks, {len(self.rest)} rest days, {len(self.notes)} notes"


@dataclass(frozen=True)
class State:
    """The days, and those before each change that can still be undone."""

    now: Days = Days()
    past: tuple = ()

    def changed(self, days):
        """After a change; one that changes nothing cannot be undone."""
        return self if days == self.now else State(days, self.past + (self.now,))

    @property
    def can_be_undone(self):
        return bool(self.past)

    def undone(self):
        return State(self.past[-1], self.past[:-1])


def difference(one, other):
    """What two contents differ in, to explain a failure."""
    lines = []
    for kind in ("marks", "rest", "notes"):
        a, b = getattr(one, kind), getattr(other, kind)
        if a != b:
            lines.append(f"{kind}: missing {sorted(a - b)}, too many {sorted(b - a)}")
    return "; ".join(lines)


class Damaged(Exception):
    """A file that is not sound."""


def read(path, scratch):
    """What a store holds. Nothing may write meanwhile. Raises `Damaged`."""
    return read_copy(path, scratch, contents) or Days()


def require_sound(path, scratch):
    """Raises `Damaged` for a file of SQLite that is not sound."""
    read_copy(path, scratch, require_integrity)


def read_copy(path, scratch, look):
    """What a function finds in a copy of a file; `None` if there is no file."""
    if not os.path.exists(path):
        return None
    try:
        with opened_copy(path, scratch) as database:
            return look(database)
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
    require_integrity(database)
    # A store that is made and killed meanwhile has no tables yet.
    if not database.execute("SELECT 1 FROM sqlite_schema").fetchone():
        return Days()
    found = Days(
        frozenset(day for day, in database.execute("SELECT day FROM mark")),
        frozenset(database.execute("SELECT day, reason FROM rest")),
        frozenset(database.execute("SELECT day, text FROM note")))
    told = told_by_log(database)
    if told != found:
        raise Damaged("the log tells otherwise: " + difference(told, found))
    return found


def require_integrity(database):
    sound = [row[0] for row in database.execute("PRAGMA integrity_check")]
    if sound != ["ok"]:
        raise Damaged("; ".join(sound))


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
