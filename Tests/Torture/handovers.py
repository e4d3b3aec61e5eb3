"""A command about repositories that takes them over from a store of the last release is killed at each system call.

The command that comes next finds the list, the snapshots and the news that were announced, each once; no day has gone,
and nothing of them is left in the store (docs/github.md#the-file). In half of the homes a repository was watched before
the store came.
"""

import collections
import os
import random as chance
import re
import shutil
import sqlite3

import orphans
import preload
from home import ROOT, Home
from kept import Kept, injecting
from report import Tally

TITLE = "stores of the last release whose repositories are taken over, killed at each system call of that"
# Each run is a store with repositories of its own.
RUNS = 100
STORE = os.path.join(ROOT, "Tests", "HaruStoreTests", "Fixtures", "schema-8.sqlite")
# Watched before the store came.
BEFORE = "before/it"
WORDS = ("haru-repo", "list", "--names")


class Wrong(Exception):
    """Something is lost, or there twice."""


def attack(random, seed, count):
    preload.build()
    orphans.adopt()
    tally = Tally()
    for number in range(count):
        store = chance.Random(f"{seed}/{number}")
        with Home() as home:
            expected = make_store(home, store)
            with Kept(home) as kept:
                for call, place in calls(home):
                    kept.restore()
                    tally.runs += 1
                    outcome = home.run(WORDS, before=injecting(call, "signal=KILL", place))
                    orphans.wait_for(home)
                    tally.hangs += outcome.is_late
                    tally.traps += outcome.is_trap
                    try:
                        tally.note(judge(home, expected))
                    except (Wrong, sqlite3.Error) as error:
                        tally.lost += 1
                        tally.found(f"store {number}, {call} {place}: {error}", seed, home)
    del random
    return tally


def make_store(home, random):
    """A store of the last release with repositories; returns what has to be there afterwards."""
    before = [BEFORE] if random.random() < 0.5 else []
    for name in before:
        home.run(("haru-repo", "add", name))
    os.makedirs(os.path.dirname(home.usual_store), exist_ok=True)
    shutil.copy(STORE, home.usual_store)
    names = [f"owner-{random.randrange(9)}/{word}" for word in random.sample("abcdefghijklmnop", random.randint(1, 12))]
    with sqlite3.connect(home.usual_store) as store:
        for table in ("contributor", "snapshot", "news", "watch", "pause"):
            store.execute(f"DELETE FROM {table}")
        for place, name in enumerate(names, 1):
            owner, short = name.split("/")
            store.execute(
                "INSERT INTO watch (id, owner, name, key, position, added_at, due_at, is_quiet, milestone)"
                " VALUES (?, ?, ?, ?, ?, 5, ?, ?, ?)",
                (100 + place, owner, short, name, place, random.randrange(2_000_000_000), random.random() < 0.3,
                 random.choice((0, 10, 1000))))
            if random.random() < 0.7:
                store.execute(
                    "INSERT INTO snapshot (watch_id, fetched_at, stars, contributors, asked_as, etag)"
                    " VALUES (?, ?, ?, 'known', 'me', ?)",
                    (100 + place, random.randrange(2_000_000_000), random.randrange(99_999), f"e{place}"))
                store.execute("INSERT INTO contributor VALUES (?, 1, 'ann', ?, NULL)",
                              (100 + place, random.randrange(999)))
            for _ in range(random.randrange(3)):
                store.execute(
                    "INSERT INTO news (watch_id, at, kind, detail, told_at) VALUES (?, ?, 'stars', '1000', ?)",
                    (100 + place, random.randrange(2_000_000_000), random.choice((None, 60))))
        # What is muted has no news that are still to be announced.
        store.execute("DELETE FROM news WHERE told_at IS NULL AND watch_id IN (SELECT id FROM watch WHERE is_quiet)")
        quiet = {name for name, in store.execute("SELECT owner || '/' || name FROM watch WHERE is_quiet")}
        expected = rows(store, len(before))
        days = sorted(store.execute("SELECT day FROM mark"))
    store.close()
    for number, name in enumerate(before, 1):
        expected["watch"].insert(0, (number, *name.split("/"), 0, 0))
    lines = "".join(f"{name} quiet\n" if name in quiet else f"{name}\n" for name in before + names)
    return lines, expected, days


def rows(database, before=0):
    """What is known of the repositories, behind some that were there before."""
    number = f"{before} + "
    return {
        "watch": sorted(database.execute(f"SELECT {number}id, owner, name, due_at, milestone FROM watch")),
        "snapshot": sorted(database.execute(f"SELECT {number}watch_id, fetched_at, stars, etag FROM snapshot")),
        "contributor": sorted(database.execute(f"SELECT {number}watch_id, login, contributions FROM contributor")),
        "news": sorted(database.execute(f"SELECT {number}watch_id, at, told_at FROM news"), key=repr),
    }


def calls(home):
    """The system calls of the undisturbed command: (name, which of these)."""
    trace = home.path + ".trace"
    outcome = home.run(WORDS, before=("strace", "-f", "-qq", "-o", trace))
    if outcome.status != 0:
        raise Wrong(f"status {outcome.status}: {outcome.errors}")
    with open(trace, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    os.remove(trace)
    counts, places, is_open = collections.Counter(), [], False
    for line in lines:
        # Before that, nothing of the two files is touched.
        is_open = is_open or "repositories.sqlite" in line
        if found := re.match(r"\d+ +(\w+)\(", line):
            counts[found[1]] += 1
            if is_open:
                places.append((found[1], counts[found[1]]))
    return places


def judge(home, expected):
    """What the next command finds; raises `Wrong`."""
    lines, known, days = expected
    was_done = os.path.exists(home("data/haru/repositories.sqlite")) and not has_table(home.usual_store)
    outcome = home.run(WORDS)
    if outcome.status != 0:
        raise Wrong(f"status {outcome.status}: {outcome.errors}")
    with open(home("config/haru/repositories"), encoding="utf-8") as file:
        if (found := file.read()) != lines:
            raise Wrong(f"the list is {found!r}, not {lines!r}")
    with sqlite3.connect(home("data/haru/repositories.sqlite")) as database:
        if (found := rows(database)) != known:
            raise Wrong(f"{found} instead of {known}")
    database.close()
    if has_table(home.usual_store):
        raise Wrong("the store has them still")
    with sqlite3.connect(home.usual_store) as store:
        if sorted(store.execute("SELECT day FROM mark")) != days:
            raise Wrong("days are gone")
    store.close()
    check = home.haru("store", "check")
    if check.status != 0:
        raise Wrong(f"store check: {check.output}{check.errors}")
    return "taken over before the kill" if was_done else "taken over by the next command"


def has_table(path):
    store = sqlite3.connect(path)
    found = store.execute("SELECT 1 FROM sqlite_schema WHERE name = 'watch'").fetchone()
    store.close()
    return found is not None
