#!/usr/bin/env python3
"""Writes the files of other trackers, as docs/formats.md describes them, with their oddities.

    trackers.py DIRECTORY TODAY DAYS SEED

It shares no code with the readers. Each file tells of the same number of days up to TODAY, beside a
habit `Run` that is not asked for where a format has names. It prints a list in JSON: the format, the
file, the habit to ask for, and the studied days, the rest days and the notes that the file says.
Instants are those of a phone nine hours ahead of UTC.
"""

import calendar
import csv
import datetime
import io
import json
import random
import sqlite3
import sys
import zipfile

import ankifile

DIRECTORY, TODAY = sys.argv[1], datetime.date.fromisoformat(sys.argv[2])
RANDOM = random.Random(int(sys.argv[4]))
DAYS = [TODAY - datetime.timedelta(days=age) for age in reversed(range(int(sys.argv[3])))]
AHEAD = datetime.timedelta(hours=9)
EPOCH = datetime.date(1970, 1, 1)
FILES = []


def states(*names):
    """A state for most days, the first name more often than the others."""
    weights = [3] + [1] * len(names[1:])
    return [(day, RANDOM.choices(names, weights)[0]) for day in DAYS if RANDOM.random() < 0.9]


def tell(form, file, entries, studied, rest=(), habit="Study", notes=None):
    FILES.append(
        {
            "format": form,
            "file": file,
            "habit": habit,
            "studied": sorted({str(day) for day, state in entries if state in studied}),
            "rest": sorted({str(day) for day, state in entries if state in rest}),
            "notes": {str(day): note for day, note in (notes or {}).items()},
        }
    )


def write(file, text):
    with open(f"{DIRECTORY}/{file}", "w", encoding="utf-8", newline="") as output:
        output.write(text)


def database(file, script, *tables):
    """A database of small pages, so that a flipped bit meets a row more often."""
    base = sqlite3.connect(f"{DIRECTORY}/{file}")
    base.executescript("PRAGMA page_size = 512;" + script)
    for sql, rows in tables:
        base.executemany(sql, rows)
    base.commit()
    base.close()


def rows(header, lines, **options):
    output = io.StringIO()
    writer = csv.writer(output, **{"lineterminator": "\n", **options})
    writer.writerows(([header] if header else []) + list(lines))
    return output.getvalue()


def some_notes(entries):
    texts = ["chapter 3", "“verbs”, \"nouns\"", "두 쪽", "first line\nsecond line"]
    return {day: RANDOM.choice(texts) for day, _ in entries if RANDOM.random() < 0.2}


# Databases


def swiftcal():
    entries = states(1, 0)

    def seconds(day):
        midnight = datetime.datetime.combine(day, datetime.time()) - AHEAD
        return calendar.timegm(midnight.timetuple()) - 978_307_200

    lines = [(state, seconds(day)) for day, state in entries]
    # Duplicates, rows of days to come, and rows without a date are normal.
    lines += [(0, line[1]) for line in lines[::5]] + lines[::7] + [(0, None), (1, None)]
    lines += [(0, seconds(TODAY + datetime.timedelta(days=ahead))) for ahead in range(1, 4)]
    database(
        "SwiftCal.sqlite",
        """
        CREATE TABLE ZDAY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
          ZDIDSTUDY INTEGER, ZDATE TIMESTAMP);
        CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_MAX INTEGER);
        CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
        INSERT INTO Z_PRIMARYKEY VALUES (1, 'Day', 100);
        INSERT INTO Z_METADATA VALUES (1, '6A1C2F7E', NULL);
        """,
        ("INSERT INTO ZDAY (ZDIDSTUDY, ZDATE) VALUES (?, ?)", lines),
    )
    tell("swiftcal", "SwiftCal.sqlite", entries, {1}, habit=None)


# Loop stores the civil day of the phone as the midnight of that day in UTC.
LOOP = {"NO": 0, "YES_AUTO": 1, "YES_MANUAL": 2, "SKIP": 3, "UNKNOWN": -1}


def loop():
    entries = states("YES_MANUAL", "YES_AUTO", "NO", "SKIP", "UNKNOWN")
    notes = some_notes(entries)

    def stamp(day):
        return calendar.timegm(day.timetuple()) * 1000

    database(
        "loop.db",
        """
        PRAGMA user_version = 25;
        CREATE TABLE Habits (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, type INTEGER NOT NULL
          DEFAULT 0, target_type INTEGER NOT NULL DEFAULT 0, target_value REAL NOT NULL DEFAULT 0,
          uuid TEXT);
        CREATE TABLE Repetitions (id INTEGER PRIMARY KEY AUTOINCREMENT, habit INTEGER NOT NULL,
          timestamp INTEGER NOT NULL, value INTEGER NOT NULL, notes TEXT);
        CREATE UNIQUE INDEX idx ON Repetitions (habit, timestamp);
        INSERT INTO Habits (name, uuid) VALUES ('Run', 'e5f6'), ('Study', 'a1b2');
        """,
        (
            "INSERT INTO Repetitions (habit, timestamp, value, notes) VALUES (?, ?, ?, ?)",
            [(2, stamp(day), LOOP[state], notes.get(day, "")) for day, state in entries]
            + [(1, stamp(day), 2, "") for day in DAYS],
        ),
    )
    tell("loop", "loop.db", entries, {"YES_MANUAL"}, {"SKIP"}, notes=notes)
    lines = [(day, state, notes.get(day, "")) for day, state in reversed(entries)]
    table = rows(["Date", "Value", "Notes"], lines)
    with zipfile.ZipFile(f"{DIRECTORY}/loop.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        listed = [["001", "Run", "YES_NO"], ["002", "Study", "YES_NO"]]
        archive.writestr("Habits.csv", rows(["Position", "Name", "Type"], listed))
        archive.writestr("001 Run/Checkmarks.csv", rows(["Date", "Value"], [(DAYS[0], 2)]))
        archive.writestr("002 Study/Checkmarks.csv", table)
    tell("loop-csv", "loop.zip", entries, {"YES_MANUAL"}, {"SKIP"}, notes=notes)
    write("Checkmarks.csv", table)
    tell("loop-csv", "Checkmarks.csv", entries, {"YES_MANUAL"}, {"SKIP"}, None, notes)
    # The older form: numbers, and a comma at the end of each line, of all habits.
    lines = [(day, 2, LOOP[state], "") for day, state in reversed(entries)]
    write("Checkmarks-all.csv", rows(["Date", "Run", "Study", ""], lines))
    tell("loop-csv", "Checkmarks-all.csv", entries, {"YES_MANUAL"}, {"SKIP"})


def tickmate():
    entries = states("tick")
    ticks = [(2, day.year, day.month - 1, day.day) for day, _ in entries]
    database(
        "tickmate.db",
        """
        CREATE TABLE tracks (_id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE ticks (_track_id INTEGER, year INTEGER, month INTEGER, day INTEGER);
        INSERT INTO tracks (name) VALUES ('Run'), ('Study');
        """,
        ("INSERT INTO ticks VALUES (?, ?, ?, ?)", ticks + ticks[::5] + [(1, 2026, 0, 1)]),
    )
    tell("tickmate", "tickmate.db", entries, {"tick"})


def rewire():
    entries = states(2, 1, 3)
    lines = [(2, day.strftime("%Y%m%d"), state) for day, state in entries]
    database(
        "rewire.db",
        """
        CREATE TABLE habits (_id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE checkins (habit_id INTEGER, date TEXT, type INTEGER);
        INSERT INTO habits (name) VALUES ('Run'), ('Study');
        """,
        ("INSERT INTO checkins VALUES (?, ?, ?)", lines + [(1, "20260101", 2)]),
    )
    tell("rewire", "rewire.db", entries, {2})


def anki():
    entries = states("reviewed", "moved")
    reviews = []
    for day, state in entries:
        for _ in range(RANDOM.randrange(1, 4)):
            # A day begins at four in the morning.
            begins = datetime.datetime.combine(day, datetime.time(4)) - AHEAD
            at = begins + datetime.timedelta(milliseconds=RANDOM.randrange(86_400_000))
            milliseconds = calendar.timegm(at.timetuple()) * 1000 + at.microsecond // 1000
            answered = state == "reviewed"
            kind = RANDOM.choice([0, 1, 2, 3] if answered else [4, 5])
            reviews.append((milliseconds, RANDOM.randrange(1, 5) if answered else 0, 7000, kind))
    ankifile.write(f"{DIRECTORY}/collection.anki2", reviews=reviews, page_size=512)
    tell("anki", "collection.anki2", entries, {"reviewed"}, habit=None)


# JSON


def beaver():
    entries = states(True, False)
    notes = some_notes(entries)
    records = [{"day": str(day), "done": done} for day, done in entries]
    for record, (day, _) in zip(records, entries):
        if day in notes:
            record["text"] = notes[day]
    run = {"name": "Run", "id": "d4", "records": [{"day": str(DAYS[0]), "done": True}]}
    study = {"name": "Study", "id": "a1", "status": "active", "records": records}
    write("beaver.json", json.dumps({"habits": [run, study], "order": ["d4", "a1"]}))
    tell("beaver", "beaver.json", entries, {True}, notes=notes)


def table_habit():
    entries = states("done", "partial", "skip", "none")
    kinds = {"done": (1, 30), "partial": (1, 29.5), "skip": (2, 0), "none": (0, 0)}
    records = [
        {"record_date": (day - EPOCH).days, "record_type": kinds[state][0], "record_value": kinds[state][1]}
        for day, state in entries
    ]
    study = {"name": "Study", "type": 1, "daily_goal": 30, "records": records}
    run = {"name": "Run", "records": []}
    write("table.json", json.dumps({"habits": [run, study], "groups": []}, indent=1))
    tell("table-habit", "table.json", entries, {"done"}, {"skip"})


def habitkit():
    entries = states(2, 1, 0, 3)
    notes = some_notes(entries)
    completions = []
    for day, amount in entries:
        midnight = datetime.datetime.combine(day, datetime.time()) - AHEAD
        completions.append(
            {"id": f"c{len(completions)}", "date": f"{midnight:%Y-%m-%dT%H:%M:%S}.000Z", "habitId": "a1",
             "timezoneOffsetInMinutes": 540, "amountOfCompletions": amount, "note": notes.get(day)}
        )
    completions.append({**completions[0], "id": "x", "habitId": "d4", "amountOfCompletions": 5, "note": None})
    goal = {"habitId": "a1", "startDate": f"{DAYS[0]}T00:00:00.000Z", "endDate": None, "type": "none",
            "requiredNumberOfCompletions": None, "requiredNumberOfCompletionsPerDay": 2}
    habits = [{"id": id, "name": name, "isInverse": False, "archived": False} for id, name in (("d4", "Run"), ("a1", "Study"))]
    whole = {"habits": habits, "completions": completions, "intervals": [goal], "categories": [], "reminders": []}
    write("habitkit.json", json.dumps(whole))
    tell("habitkit", "habitkit.json", entries, {2, 3}, notes=notes)


# Logs of lines; the last line of a day counts


def habitctl():
    entries = states("y", "n", "s")
    lines = [(day, "Study", "n") for day, _ in entries[::4]]
    lines += [(day, "Study", state) for day, state in entries] + [(DAYS[0], "Run", "y")]
    write("habitctl.log", rows(None, lines, delimiter="\t"))
    tell("habitctl", "habitctl.log", entries, {"y"}, {"s"})


def harsh():
    entries = states("y", "n", "s")
    notes = {day: f"page {RANDOM.randrange(300)}" for day, _ in entries[::6]}
    text = "# my log\n\n" + "".join(f"{day} : Study : n\n" for day, _ in entries[::4])
    for day, state in entries:
        text += f"{day} : Study : {state}" + (f" : {notes[day]} : 1.5" if day in notes else "") + "\n"
    write("harsh.log", text + f"{DAYS[0]} : Run : y\n")
    tell("harsh", "harsh.log", entries, {"y"}, {"s"}, notes=notes)


def org():
    entries = states("DONE", "CANCELLED")
    text = "#+TODO: TODO | DONE CANCELLED\n* TODO Run\n* TODO Study :daily:\n"
    text += "  :PROPERTIES:\n  :STYLE:    habit\n  :END:\n  :LOGBOOK:\n"
    for day, state in reversed(entries):
        clock = RANDOM.choice(["", " 00:05", " 23:59"])
        text += f'  - State "{state}"       from "TODO"       [{day} {day:%a}{clock}]\n'
    write("habits.org", text + "  :END:\n")
    tell("org", "habits.org", entries, {"DONE"}, habit=None)


# Tables


def streaks():
    kinds = ["completed_manually", "completed_auto", "missed_auto", "skipped_manually"]
    entries = states(*kinds)
    header = ["task_id", "title", "page", "entry_type", "entry_date", "quantity", "notes"]
    lines = [("A1", "Study", 0, kind, f"{day:%Y%m%d}", 1, "") for day, kind in entries]
    lines.append(("B2", "Run", 0, kinds[0], "20260101", 1, "fast, far"))
    write("streaks.csv", rows(header, lines))
    tell("streaks", "streaks.csv", entries, set(kinds[:2]), set(kinds[3:]))


def daylio():
    entries = states("Study", "Study hard", "")
    notes = some_notes([entry for entry in entries if entry[1] == "Study"])
    moods, others = ["rad", "good", "meh"], ["movies / tv", "Run", "🙂"]
    lines = []
    for day, state in reversed(entries):
        done = " | ".join(RANDOM.sample(others, RANDOM.randrange(3)) + ([state] if state else []))
        clock = f"{RANDOM.randrange(1, 13)}:{RANDOM.randrange(60):02} {RANDOM.choice(['am', 'pm'])}"
        note = notes.get(day, "").replace("\n", "<br>")
        lines.append((day, f"{day:%-d %B}", f"{day:%A}", clock, RANDOM.choice(moods), done, "", "", note))
    header = "full_date,date,weekday,time,mood,activities,scales,note_title,note"
    write("daylio.csv", "\ufeff" + rows(header.split(","), lines))
    tell("daylio", "daylio.csv", entries, {"Study"}, notes=notes)


def habitica():
    entries, value, lines = states("done", "missed"), 0.0, []
    for day, state in entries:
        clock = datetime.time(RANDOM.randrange(24), RANDOM.randrange(60))
        written = datetime.datetime.combine(day, clock) - AHEAD
        value = value + 0.97 if state == "done" else value - 1.03
        lines.append(("Study", "a1b2", "daily", f"{written:%Y-%m-%d %H:%M:%S}", value))
    lines.append(("Run, fast", "c3d4", "habit", "2026-01-01 12:00:00", 1))
    header = ["Task Name", "Task ID", "Task Type", "Date", "Value"]
    write("history.csv", rows(header, lines))
    tell("habitica", "history.csv", entries, {"done"})


def habitbull():
    entries = states(1, 0, "-2.15E+09")
    notes = {day: note for day, note in some_notes(entries).items() if "\n" not in note}
    lines = [("Study", "x, y", "Mind", day, value, notes.get(day, "")) for day, value in entries]
    lines.append(("Run", "", "Body", DAYS[0], 1, ""))
    names = "HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText"
    write("bull.csv", "\ufeff" + rows(names.split(","), lines, lineterminator="\r\n"))
    tell("habitbull", "bull.csv", entries, {1}, notes=notes)


def notion():
    entries = states("Yes", "No")
    notes = {day: note for day, note in some_notes(entries).items() if "\n" not in note}
    lines = []
    for day, state in entries:
        when = f"{day:%B} {day.day}, {day.year}" + RANDOM.choice(["", " 9:05 PM", " 11:30 PM (GMT+9)", " 8:00 AM → 9:00 AM"])
        lines.append((f"Day {len(lines)}", when, RANDOM.choice(["Yes", "No"]), notes.get(day, ""), state))
    table = rows(["Name", "Date", "Run", "Note", "Study"], lines, lineterminator="\r\n")
    write("notion.csv", "\ufeff" + table.removesuffix("\r\n"))
    tell("notion", "notion.csv", entries, {"Yes"}, notes=notes)


def plain():
    words = ["1", "yes", "✓", "2.5", "0", "no", "skip"]
    entries = states(*words)
    notes = some_notes(entries)
    lines = [(notes.get(day, ""), day, word) for day, word in entries]
    write("days.csv", "\ufeff" + rows(["note", "date", "done"], lines, delimiter=";"))
    tell("csv", "days.csv", entries, set(words[:4]), {"skip"}, None, notes)


def folded(line):
    """A line of RFC 5545 has 75 bytes at most."""
    parts, part = [], ""
    for letter in line:
        if len((part + letter).encode()) > 74:
            parts.append(part)
            part = " "
        part += letter
    return "\r\n".join(parts + [part]) + "\r\n"


def ics():
    entries = states("day", "zulu", "local", "task", "plan", "open")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//" + "long " * 30 + "//EN"]
    for day, state in entries:
        evening = datetime.datetime.combine(day, datetime.time(23, 30)) - AHEAD
        kind = "VTODO" if state in ("task", "open") else "VEVENT"
        lines += ["BEGIN:" + kind, "SUMMARY:Study\\, " + "slowly " * 12]
        if state in ("day", "plan"):
            lines.append(f"DTSTART;VALUE=DATE:{day:%Y%m%d}")
        if state == "plan":
            lines.append("RRULE:FREQ=DAILY")
        if state == "zulu":
            lines.append(f"DTSTART:{evening:%Y%m%dT%H%M%SZ}")
        if state == "local":
            lines.append(f"DTSTART;TZID=America/Los_Angeles:{day:%Y%m%d}T233000")
        if state == "task":
            lines.append(f"COMPLETED:{evening:%Y%m%dT%H%M%SZ}")
        lines.append("END:" + kind)
    write("days.ics", "".join(folded(line) for line in lines + ["END:VCALENDAR"]))
    tell("ics", "days.ics", entries, {"day", "zulu", "local", "task"}, habit=None)


for make in (
    swiftcal, loop, tickmate, rewire, anki, beaver, table_habit, habitkit, habitctl, harsh, org, streaks, daylio, habitica,
    habitbull, notion, plain, ics,
):
    make()
print(json.dumps(FILES))
