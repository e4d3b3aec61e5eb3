"""Files of other programs that are kept as sources: tables, a log, and databases with a write-ahead log."""

import contextlib
import datetime
import os
import sqlite3
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Support"))

import ankifile
from hours import DAY, Hours
from source_programs import Source

ANKI_DAY = datetime.time(4)
EPOCH = datetime.date(1970, 1, 1)
LOOP = """
CREATE TABLE IF NOT EXISTS Habits (id INTEGER PRIMARY KEY, name TEXT, uuid TEXT, type INTEGER DEFAULT 0);
CREATE TABLE IF NOT EXISTS Repetitions (id INTEGER PRIMARY KEY, habit INTEGER, timestamp INTEGER UNIQUE, value INTEGER);
INSERT OR IGNORE INTO Habits VALUES (1, 'Study', 'a1', 0);
PRAGMA user_version = 24;
"""


class File(Source):
    """A file that `haru import FILE --keep NAME` keeps."""

    is_file = True
    ending = ".csv"
    options = ()
    least = 1  # how many rows make a day
    # Whether its days are judged by whoever reads it, or written down by its own program.
    has_instants = False

    def __init__(self, home, name):
        super().__init__(home, name)
        self.path = home(f"files/{name} 1/collection{self.ending}")
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        self.is_away, self.is_changed, self.written, self.changed_at = False, True, 0, 0
        # What stood there before it began, as seen from where its owner was.
        self.planned = set()

    @property
    def words(self):
        """The command that keeps it."""
        return ("import", self.path, "--keep", self.name, *self.options)

    @property
    def doing(self):
        return "is away" if self.is_away else f"{self.written} rows"

    def tell(self, now):
        """Writes what its program has by now."""
        rows = self.visible(now)
        if self.is_away or len(rows) == self.written:
            return
        self.is_changed = self.put(rows) or self.is_changed
        self.written, self.changed_at = len(rows), now
        self.stamp()

    def stamp(self):
        """Gives the file the time of its last change, by the clock of this life."""
        for end in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                os.utime(self.path + end, (self.changed_at, self.changed_at))

    def put(self, rows):
        """Writes rows, and says whether that changed the file."""
        with open(self.path + ".new", "w", encoding="utf-8", newline="") as file:
            file.write(self.text(rows))
        os.replace(self.path + ".new", self.path)
        return True

    def go(self):
        """It vanishes for a while, as on a disk that is not there, or comes back."""
        self.is_away = not self.is_away
        places = (self.path, self.path + ".away")
        for end in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.rename(places[not self.is_away] + end, places[self.is_away] + end)
        self.stamp()

    def close(self):
        pass


class Table(File):
    """A table of days, which the program that wrote it has judged."""

    def text(self, rows):
        return "\ufeffdate,note\r\n" + "".join(f'{min(row.days)},"a ""page"", or two"\r\n' for row in rows)


class Log(File):
    """The log of harsh."""

    ending = ".log"

    def text(self, rows):
        return "".join(f"{min(row.days)} : Study : y : chapter : 1\n" for row in rows)


class Instants(File):
    """A table of instants."""

    has_instants = True

    def text(self, rows):
        written = (datetime.datetime.fromtimestamp(row.at, datetime.timezone.utc) for row in rows)
        return "when\n" + "".join(f"{at:%Y-%m-%dT%H:%M:%S}Z\n" for at in written)


class Database(File):
    """A database that its program keeps open, with a write-ahead log."""

    def __init__(self, home, name):
        super().__init__(home, name)
        self.base = None

    def open(self):
        if self.base is None:
            self.base = sqlite3.connect(self.path, isolation_level=None)
            self.base.execute("PRAGMA journal_mode = wal")
            # What is written stays in the log.
            self.base.execute("PRAGMA wal_autocheckpoint = 0")
        return self.base

    def close(self):
        """Its program ends, and so does the log."""
        if self.base is not None:
            self.base.close()
            self.base = None

    def go(self):
        self.close()
        super().go()


class Anki(Database):
    """A collection of Anki, of which several reviews make a day."""

    ending = ".anki2"
    least = 3
    options = ("--reviews", "3")
    has_instants = True

    def day_of(self, at, hours):
        return Hours(hours.zone_name, ANKI_DAY).today(at)

    def put(self, rows):
        if not os.path.exists(self.path):
            ankifile.write(self.path)
        reviews = [(row.at * 1000, 3, 1) for row in rows[-60:]]
        # A card that was moved by hand is no review.
        moved = [(rows[-1].at * 1000 + 1, 0, 4)]
        base = self.open()
        before = base.total_changes
        base.executemany(
            "INSERT OR IGNORE INTO revlog VALUES (?, 1, -1, ?, 1, 0, 2500, 7000, ?)", reviews + moved)
        return base.total_changes != before


class Loop(Database):
    """A database of Loop, which has days."""

    ending = ".db"

    def put(self, rows):
        base = self.open()
        base.executescript(LOOP)
        before = base.total_changes
        base.executemany(
            "INSERT OR IGNORE INTO Repetitions (habit, timestamp, value) VALUES (1, ?, 2)",
            [((min(row.days) - EPOCH) // DAY * 86_400_000,) for row in rows])
        return base.total_changes != before


KINDS = {"table": Table, "log": Log, "instants": Instants, "anki": Anki, "loop": Loop}
