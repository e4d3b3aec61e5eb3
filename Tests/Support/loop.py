#!/usr/bin/env python3
"""Writes what Loop Habit Tracker writes on a phone: a backup, an export and a bare table.

    loop.py DIRECTORY TODAY

Loop stores the civil day of the phone as the midnight of that day in UTC, in milliseconds. It writes
`backup.db`, `export.zip` and `Checkmarks.csv` with the same days up to TODAY, the newest first, and
prints the days that were done by hand, oldest first.
"""

import calendar
import csv
import datetime
import io
import sqlite3
import sys
import zipfile

directory, today = sys.argv[1], datetime.date.fromisoformat(sys.argv[2])
VALUES = {0: ("NO", 0), 1: ("YES_AUTO", 1), 2: ("YES_MANUAL", 2), 3: ("SKIP", 3)}
# Two years, with every change of a clock and two ends of February.
days = [today - datetime.timedelta(days=age) for age in range(800)]
entries = [(day, 2 if age % 7 == 0 else age % 4) for age, day in enumerate(days)]

database = sqlite3.connect(f"{directory}/backup.db")
database.executescript(
    """
    PRAGMA user_version = 25;
    CREATE TABLE Habits (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, type INTEGER NOT NULL
      DEFAULT 0, target_type INTEGER NOT NULL DEFAULT 0, target_value REAL NOT NULL DEFAULT 0,
      uuid TEXT);
    CREATE TABLE Repetitions (id INTEGER PRIMARY KEY AUTOINCREMENT, habit INTEGER NOT NULL,
      timestamp INTEGER NOT NULL, value INTEGER NOT NULL, notes TEXT);
    INSERT INTO Habits (name, uuid) VALUES ('Study', 'a1b2');
    """
)
database.executemany(
    "INSERT INTO Repetitions (habit, timestamp, value) VALUES (1, ?, ?)",
    [(calendar.timegm(day.timetuple()) * 1000, value) for day, value in entries],
)
database.commit()
database.close()

table = io.StringIO()
writer = csv.writer(table, lineterminator="\n")
writer.writerow(["Date", "Value", "Notes"])
writer.writerows([day.isoformat(), VALUES[value][0], ""] for day, value in entries)
with open(f"{directory}/Checkmarks.csv", "w", encoding="utf-8") as file:
    file.write(table.getvalue())
with zipfile.ZipFile(f"{directory}/export.zip", "w") as archive:
    archive.writestr(
        "Habits.csv",
        "Position,Name,Question,Description,NumRepetitions,Interval,Color\n001,Study,,,1,1,#FF8F00\n",
    )
    archive.writestr("001 Study/Checkmarks.csv", table.getvalue())

print("\n".join(str(day) for day, value in reversed(entries) if value == 2))
