"""Rows with impossible values, as another program or a broken disk leaves them, before all commands."""

import glob
import os
import shutil
import sqlite3
import time

import model
from desk import Desk
from home import Late
from report import Tally

TITLE = "commands and the agent over rows with impossible values"
RUNS = 30_000

COMMANDS = (
    ("status",), ("status", "--json"), ("status", "--format", "waybar"), ("calendar",),
    ("calendar", "--json", "2026"), ("streak",), ("streak", "--json"), ("explain",),
    ("explain", "--all", "--json"), ("undo", "--list"), ("repo", "list"), ("repo", "list", "--json"),
    ("repo", "show"), ("repo", "show", "--json"), ("repo", "show", "--format", "line"),
    ("export", "--format", "json"), ("export", "--format", "csv"), ("export", "--format", "ics"),
    ("store", "check"), ("note", "2026-01-03"), ("card", "--list"), ("doctor",),
    ("repo", "quiet", "a/b"), ("repo", "move", "a/b", "2"), ("mark", "2026-01-09"), ("undo",),
    ("rest", "2026-01-10"), ("store", "backup", "copy.sqlite"), ("store", "restore", "good.sqlite"),
)
STATUSES = {0, 1, 64, 65, 66, 69, 73, 74, 75, 78}

FOLDER = "data/haru/"
REPOSITORIES = "repositories.sqlite"
FILES = ("haru.sqlite", REPOSITORIES)

NUMBERS = (0, 1, -1, 2**31, -2**31, 2**32, 2**53, 2**62, -2**62, 2**63 - 1, -2**63, 253_402_300_800,
           -62_135_596_801, 86_400, 90_000, 10**15)
TEXTS = ("", "x", "9999-12-31", "0001-01-01", "0000-00-00", "2026-02-30", "-292277022399-01-01",
         "\u202e\u009b31m", "😀" * 3000, "study", "rest", "studied", "1e999", "a\x00b", "{}")
BYTES = (b"\xff\xfe", b"\xc3\x28", b"2026-01-0\xff", b"\x00", b"\xed\xa0\x80", b"\xf8" * 50)


def attack(random, seed, count):
    tally = Tally()
    with Desk(settings="[Notifications]\nat-login=always\n") as desk:
        bus = desk.environment.pop("DBUS_SESSION_BUS_ADDRESS")
        make(desk)
        columns = [column for name in FILES for column in every_column(desk(FOLDER + name))]
        for name in FILES:
            shutil.copyfile(desk(FOLDER + name), desk("kept-" + name))
        shutil.copyfile(desk.usual_store, desk("good.sqlite"))
        while tally.runs < count:
            clean(desk)
            poison = spoil(random, columns)
            for _ in range(3):
                run(desk, random.choice(COMMANDS), poison, seed, tally)
            if random.random() < 0.05:
                clean(desk)
                poison = spoil(random, columns)
                start_agent(desk, bus, poison, seed, tally)
    return tally


def make(home):
    """A store with rows in every table."""
    home.haru("mark", "2026-01-01..2026-01-08")
    home.haru("rest", "2026-01-09", "--reason", "trip")
    home.haru("note", "2026-01-03", "a note")
    home.haru("rest", "--weekdays", "sunday")
    home.haru("status")
    path = home.write("days.csv", "date,value,note\n2025-12-30,1,\n2025-12-31,1,\n")
    home.haru("import", path)
    home.haru("repo", "add", "a/b", "c/d")
    home.haru("store", "backup", home("base.sqlite"))
    home.haru("store", "restore", home("base.sqlite"))
    database = sqlite3.connect(home(FOLDER + REPOSITORIES))
    now = int(time.time())
    with database:
        for watch, in database.execute("SELECT id FROM watch").fetchall():
            database.execute(
                "INSERT INTO snapshot (watch_id, fetched_at, summary, stars, forks, open_issues, "
                "has_issues, watchers, default_branch, pushed_at, is_archived, contributors, asked_as)"
                " VALUES (?, ?, 'what it is', 5, 6, 7, 1, 8, 'main', ?, 0, 'known', '')",
                (watch, now - 100, now - 86_400))
            database.execute("INSERT INTO contributor VALUES (?, 1, 'somebody', 9, NULL)", (watch,))
            database.execute("INSERT INTO news (watch_id, at, kind, detail) "
                             "VALUES (?, ?, 'archived', '')", (watch, now - 50))
        database.execute("INSERT INTO pause VALUES ('https://api.github.com', '', ?, 1, 'offline', '')",
                         (now + 60,))
        database.execute("UPDATE watch SET looked_at = ?, looked_stars = 4", (now - 500,))
    database.close()


def clean(desk):
    """Puts the good files back."""
    left = [desk(FOLDER + name + end) for name in FILES for end in model.ENDS]
    left += [desk("copy.sqlite"), *glob.glob(desk(FOLDER + REPOSITORIES + ".damaged*"))]
    for path in filter(os.path.exists, left):
        os.remove(path)
    for name in FILES:
        shutil.copyfile(desk("kept-" + name), desk(FOLDER + name))
    desk.write("config/haru/repositories", "a/b\nc/d\n")


def every_column(path):
    """Each column as (path, table, name, type)."""
    database = sqlite3.connect(path)
    tables = [name for name, in database.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    for table in tables:
        for _, name, kind, *_ in database.execute(f"PRAGMA table_info({table})"):
            yield path, table, name, kind
    database.close()


def spoil(random, columns):
    """Writes one to three impossible values, and returns them."""
    poison = []
    for _ in range(random.choice((1, 1, 2, 3))):
        path, table, name, kind = random.choice(columns)
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("PRAGMA ignore_check_constraints = ON")
        value = random.choice(NUMBERS) if kind == "INTEGER" else random.choice(TEXTS + BYTES)
        place = "CAST(? AS TEXT)" if isinstance(value, bytes) else "?"
        some = random.choice(("", f" LIMIT 1 OFFSET {random.randrange(3)}"))
        where = f" WHERE {name} IN (SELECT {name} FROM {table}{some})" if some else ""
        try:
            database.execute(f"UPDATE {table} SET {name} = {place}{where}", (value,))
            poison.append(f"{table}.{name}={value!r:.40}{where and ' once'}")
        except sqlite3.Error:
            # Two rows cannot have one key, and a table may refuse.
            continue
        finally:
            database.close()
    return ", ".join(poison)


def run(desk, words, poison, seed, tally):
    outcome = desk.haru(*words)
    tally.runs += 1
    what = f"{poison}: haru {' '.join(words)}: status {outcome.status}, {outcome.errors[-300:]!r}"
    if outcome.is_late:
        tally.hangs += 1
        tally.found(what, seed, desk)
    elif outcome.is_trap or outcome.status not in STATUSES:
        tally.traps += 1
        tally.found(what, seed, desk)
    elif outcome.status == 65:
        tally.note("called damaged")
    elif ".sqlite.damaged" in outcome.errors:
        tally.note("repositories begun anew")


def start_agent(desk, bus, poison, seed, tally):
    """The agent starts, shows something, answers a call, and ends when it is asked to."""
    desk.environment["DBUS_SESSION_BUS_ADDRESS"] = bus
    tally.runs += 1
    try:
        desk.start_agent()
        desk.event("notify")
        desk.set_studied("2026-01-15", True).communicate(timeout=20)
        status = desk.agent.end(15)
        if status not in (0, 75):
            tally.traps += 1
            tally.found(f"{poison}: the agent ended with {status}", seed, desk)
        desk.settled_events()
    except Late as error:
        is_trap = desk.agent.child.poll() is not None
        tally.traps += is_trap
        tally.hangs += not is_trap
        tally.found(f"{poison}: agent: {error}, {desk.agent.child.poll()}", seed, desk)
        desk.agent.child.kill()
        desk.agent.child.wait()
    finally:
        del desk.environment["DBUS_SESSION_BUS_ADDRESS"]
