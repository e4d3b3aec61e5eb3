"""Inputs with wrong bytes, over all readers: imports, settings, zones, answers of GitHub, keys, the bus."""

import json
import os
import shutil
import signal
import sqlite3
import time
import zipfile

from desk import Desk
from home import Home, Late
from report import Tally

TITLE = "wrong inputs of every reader"
ASSERTS = True
RUNS = 970_000

# How many of a thousand inputs each reader gets.
SHARES = {"imports": 400, "settings": 120, "zones": 50, "rules": 30, "github": 200, "names": 40,
          "keys": 80, "pages": 60, "bus": 80}
# What reads about repositories is a program of its own.
OF_REPOSITORIES = ("github", "names")
# A reader that gives way this often is left alone.
MOST_FINDINGS = 5


def attack(random, seed, count):
    tally = Tally()
    with Home() as home:
        for reader, share in SHARES.items():
            folder = home(reader)
            os.mkdir(folder)
            CORPORA[reader](home, folder)
            number = max(1, count * share // sum(SHARES.values()))
            if reader == "bus":
                with Desk(settings="[Notifications]\nat-login=always\n") as desk:
                    desk.start_agent()
                    desk.event("notify")
                    fuzz(reader, folder, desk, random, seed, number, tally)
                    press(desk, random, seed, number, tally)
            else:
                fuzz(reader, folder, home, random, seed, number, tally)
    return tally


def fuzz(reader, folder, home, random, seed, count, tally):
    """Has a reader read this many inputs; goes on behind an input that ends it."""
    chosen = random.randrange(1 << 60)
    at = home("at")
    program = "haru-repo-fuzz" if reader in OF_REPOSITORIES else "haru-fuzz"
    first, end, findings = 0, count, 0
    while first < end and findings < MOST_FINDINGS:
        child = home.start(
            (program, reader, folder, str(chosen), str(first), str(end - first), at))
        while reader == "bus" and child.poll() is None:
            home.console.drain()
            time.sleep(0.01)
        output, errors = (text.decode(errors="replace") for text in child.communicate())
        if child.returncode == 0:
            tally.runs += end - first
            tally.note(f"{reader} could be read", int(output.split()[-1]))
            return
        with open(at, "rb") as file:
            number = int.from_bytes(file.read(8), "little")
        tally.runs += number + 1 - first
        first = number + 1
        # A trap of Swift is SIGILL or SIGTRAP. On a few damaged zone files localtime_r itself ends so,
        # in a C program too.
        if reader == "zones" and child.returncode == -signal.SIGSEGV:
            tally.note("zone files on which libc itself ends")
            continue
        findings += 1
        if child.returncode == -signal.SIGALRM:
            tally.hangs += 1
        elif child.returncode < 0:
            tally.traps += 1
        else:
            tally.lost += 1
        tally.found(f"{program} {reader} CORPUS {chosen} {number} 1: status {child.returncode}, "
                    f"{output[-200:]}{errors[-600:]}", seed, home)


def press(desk, random, seed, count, tally):
    """Buttons with wrong keys are pressed, on ids that were given and on others."""
    words = ("study:", "unstudy:", "later:", "calendar:", "close:", "open:", "quiet:", "default",
             desk.today, "2026-02-30", "a/b", "-", "😀", "\u202e", ":", "x" * 5000)
    try:
        for _ in range(count // 20):
            key = "".join(random.choice(words) for _ in range(random.randrange(1, 4)))
            if key.startswith("calendar:" + desk.today):
                continue
            desk.console.send(f"click {random.randrange(1, 8)} {key}")
            tally.runs += 1
            desk.console.drain()
        desk.settled_events()
        if desk.agent.child.poll() is not None:
            tally.traps += 1
            tally.found(f"the agent ended by a key: {desk.agent.child.returncode}", seed, desk)
    except Late as error:
        tally.hangs += 1
        tally.found(str(error), seed, desk)


# Good inputs.

def imports(home, folder):
    """One file of each format; its name begins with the format's."""
    def place(name):
        return os.path.join(folder, name)

    home.haru("mark", "2026-10-01..2026-10-08")
    home.haru("rest", "2026-10-20", "--reason", "trip")
    home.haru("note", "2026-10-01", "a note")
    home.haru("export", "-o", place("haru.json"))
    days = [f"2026-10-{day:02}" for day in range(1, 9)]
    write(place("csv.csv"), "date,value,note\n" + "".join(f'{day},1,"a ""note"""\n' for day in days))
    write(place("harsh.log"), "# log\n" + "".join(f"{day} : Study : y : a comment : 1.5\n"
                                                  for day in days))
    write(place("habitbull.csv"),
          "HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText\n"
          + "".join(f'Study,"x, y",Mind,{day},1,"a note"\n' for day in days))
    with zipfile.ZipFile(place("loop-csv.zip"), "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("loop/Habits.csv", "Position,Name,Type\n001,Study,YES_NO\n")
        archive.writestr("loop/001 Study/Checkmarks.csv", "Date,Value,Notes\n" + "".join(
            f'{day},YES_MANUAL,"{index * 7919 % 1000}"\n' for index, day in enumerate(days * 20)))
    database(place("loop.db"), """
        PRAGMA user_version = 25;
        CREATE TABLE Habits (id INTEGER PRIMARY KEY, name TEXT, type INTEGER, target_type INTEGER,
          target_value REAL, uuid TEXT);
        CREATE TABLE Repetitions (id INTEGER PRIMARY KEY, habit INTEGER NOT NULL,
          timestamp INTEGER NOT NULL, value INTEGER NOT NULL, notes TEXT);
        CREATE UNIQUE INDEX idx ON Repetitions (habit, timestamp);
        INSERT INTO Habits VALUES (1, 'Study', 0, 0, 0, 'a1b2');
        """ + "".join(f"INSERT INTO Repetitions VALUES ({i}, 1, {1790812800000 + i * 86400000}, "
                      f"{i % 4}, 'note');" for i in range(1, 9)))
    database(place("swiftcal.store"), """
        CREATE TABLE ZDAY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
          ZDIDSTUDY INTEGER, ZDATE TIMESTAMP);
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER,
          Z_MAX INTEGER);
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
        CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'Day', 0, 1000);
        INSERT INTO Z_METADATA VALUES (1, '6A1C2F7E-1C1B-4F8B-9B57-0A9D3A2F1E55', x'62706c697374');
        """ + "".join(f"INSERT INTO ZDAY VALUES ({i}, 1, 1, {i % 3 > 0}, "
                      f"{812473200 + i * 86400});" for i in range(1, 9)))


def settings(home, folder):
    del home
    for number, text in enumerate((
            "# mine\n[Day]\nstarts-at=03:00\nsince=2026-01-01\nfirst-weekday=monday\nrest-weekdays=saturday;sunday\n",
            "[Notifications]\nremind-at=12:30;20:00\nlater=60\nat-login=open\nat-day-start=true\nstay=auto\n"
            "sound=false\nquiet=22:00-07:00\nnumber=streak\n[Sources]\nshow=true\n",
            "[Store]\npath=/tmp/x/haru.sqlite\nbackups=7\n[Cards]\nrendering=accented\n"
            "accent=#ff9500\ncontrast-floor=true\npicture-size=128\nhidden=viewer\n",
            "[Repositories]\nreload-after=43200\nnotify=changes\nquiet-after-days=50\n"
            "api=https://api.github.com\n")):
        write(os.path.join(folder, f"{number}.conf"), text)


def zones(home, folder):
    del home
    for name in ("Asia/Seoul", "America/Santiago", "Europe/Dublin", "Africa/Casablanca",
                 "Pacific/Apia", "Antarctica/Troll"):
        shutil.copyfile("/usr/share/zoneinfo/" + name, os.path.join(folder, name.replace("/", "-")))


def rules(home, folder):
    del home
    for number, text in enumerate(("KST-9", "<+0545>-5:45", "NZST-12NZDT,M9.5.0,M4.1.0/3",
                                   "EST5EDT,M3.2.0,M11.1.0", "<-03>3<-02>,J79/24,364/0:00:01")):
        write(os.path.join(folder, str(number)), text)


def github(home, folder):
    del home
    repository = {
        "full_name": "apple/swift", "description": "The language 🦉", "stargazers_count": 67123,
        "forks_count": 10400, "open_issues_count": 7200, "has_issues": True,
        "subscribers_count": 2460, "default_branch": "main", "archived": False,
        "pushed_at": "2025-11-04T05:22:15Z", "owner": {"avatar_url": "https://example.org/a.png"}}
    people = [{"login": f"name{i}", "contributions": 1000 - i,
               "avatar_url": "https://example.org/b.png"} for i in range(5)]
    refusal = {"message": "API rate limit exceeded", "documentation_url": "https://example.org"}
    for number, value in enumerate((repository, repository, people, refusal)):
        write(os.path.join(folder, str(number)), json.dumps(value))


def keys(home, folder):
    del home
    for number, text in enumerate((
            "study:2026-11-20", "unstudy:2026-11-20", "later:2026-11-20", "calendar:2026-11-20",
            "close:2026-11-20", "default", "guest:a:k", "2026-11-20", "2026-11-20T05:11:10+09:00",
            "calendar")):
        write(os.path.join(folder, f"{number:02}"), text)


def names(home, folder):
    del home
    for number, text in enumerate((
            "apple/swift", "Any/Other-Case", "https://github.com/apple/swift.git",
            "git@github.com:a/b.git", "https://github.com/sqlite/sqlite/issues?q=x")):
        write(os.path.join(folder, f"{number:02}"), text)


def pages(home, folder):
    """Pages of guests."""
    del home
    shown = {"tag": "12-17", "appears": True, "title": "2 repositories have changed 🦉", "narrow": "Changes",
             "body": "apple/swift: 70000 stars\na/b is archived", "default": "all", "picture": "/tmp/a.png",
             "buttons": [{"key": "open:apple/swift", "label": "Open"}, {"key": "quiet:a/b", "label": "Mute"}],
             "without_buttons": "All changes: haru repo news"}
    for number, value in enumerate(({"version": 1}, {"version": 1, "again": 1795212600},
                                    {"version": 1, "notification": shown})):
        write(os.path.join(folder, str(number)), json.dumps(value))


def bus(home, folder):
    """Calls, as object, interface and method; no view is opened, which takes a viewer."""
    del home
    own, properties = "io.github.haru.Haru1", "org.freedesktop.DBus.Properties"
    path = "/io/github/haru/Haru"
    calls = [(path, own, method) for method in (
        "SetStudied", "SetStudied", "Present", "Reload", "Later", "OpenView", "Nothing")]
    calls += [(path, properties, method) for method in ("Get", "GetAll", "Set")]
    calls += [(path, "org.freedesktop.DBus.Introspectable", "Introspect"),
              (path, "org.freedesktop.DBus.Peer", "Ping"),
              (path, "org.freedesktop.Application", "Activate"),
              (path, "org.freedesktop.Application", "Open"),
              (path, "org.freedesktop.Application", "ActivateAction"),
              (path, "org.gtk.Actions", "Activate"), (path, "org.gtk.Actions", "List"),
              (path, "org.gtk.Actions", "DescribeAll"), (path, "org.gtk.Application", "Open"),
              (path, "org.gtk.Application", "CommandLine"), ("/", own, "Reload")]
    for number, call in enumerate(calls):
        write(os.path.join(folder, f"{number:02}"), " ".join(call))


CORPORA = {"imports": imports, "settings": settings, "zones": zones, "rules": rules,
           "github": github, "names": names, "keys": keys, "pages": pages, "bus": bus}


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def database(path, sql):
    made = sqlite3.connect(path)
    made.executescript("PRAGMA page_size = 512; VACUUM;" + sql)
    made.close()
