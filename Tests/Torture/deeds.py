"""What a person does with Haru, chosen by chance, and what their diary says then."""

import datetime
from dataclasses import dataclass, field

from diary import Diary
from hours import DAY, Hours
from questions import WEEKDAYS
from reckoning import Reckoning, days_between, days_of_month

SUNDAY = 6
# How many days ago something may be.
AGES = (0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 12, 20, 33, 60, 200, -1, -9)


@dataclass
class Person:
    """A person with a clock, a diary, settings and backups."""

    home: object
    clock: object
    hours: Hours
    moment: int  # seconds since 1970
    diary: Diary = field(default_factory=Diary)
    first_weekday: int = SUNDAY  # that of the locale C
    backups: list = field(default_factory=list)  # of (path, copy)
    rows: dict = field(default_factory=dict)  # what the last imported file said of each day

    @property
    def today(self):
        return self.hours.today(self.moment)

    @property
    def day_ends_at(self):
        return self.hours.written(self.hours.begin(self.today + DAY))

    @property
    def reckoning(self):
        return Reckoning(self.diary.now, self.today)

    @property
    def week(self):
        return [(self.first_weekday + number) % 7 for number in range(7)]

    def some_day(self, random):
        """A day around today, or one that is known."""
        days = self.diary.now
        known = sorted(days.marks | days.reasons.keys() | days.texts.keys())
        if known and random.random() < 0.4:
            return random.choice(known)
        return self.today - DAY * random.choice(AGES)

    @property
    def now(self):
        """The moment, and what the clock shows."""
        return self.moment, self.hours.wall(self.moment)

    def change(self, after):
        self.diary.change(after, self.now)


@dataclass(frozen=True)
class Deed:
    """A command, and how it should end."""

    words: tuple
    status: int = 0
    tells_streak: bool = False


# Days and their words.

def word(random, person, day):
    """One of the words for a day."""
    ago = (person.today - day).days
    words = [str(day)]
    if ago in (0, 1, -1):
        words.append({0: "today", 1: "yesterday", -1: "tomorrow"}[ago])
    if ago > 0:
        words.append(f"-{ago}")
    if 1 <= ago <= 7:
        words.append("last " + WEEKDAYS[day.weekday()])
    return random.choice(words)


def some_days(random, person):
    """One to three days or ranges, as words and as a set."""
    words, chosen = [], set()
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        first = person.some_day(random)
        if random.random() < 0.3:
            last = first + DAY * random.choice((1, 3, 10, 40))
            words.append(f"{first}..{last}")
            chosen |= set(days_between(first, last))
        else:
            words.append(word(random, person, first))
            chosen.add(first)
    return tuple(words), frozenset(chosen)


# Marks.

def mark(random, person):
    words, days = some_days(random, person)
    if max(days) > person.today and random.random() < 0.8:
        words, days = (), frozenset({person.today})
    return marking(person, ("mark", *words), days)


def mark_month(random, person):
    """A month; of this month, the days up to today."""
    day = min(person.some_day(random), person.today)
    days = {each for each in days_of_month(day.year, day.month) if each <= person.today}
    return marking(person, ("mark", f"{day:%Y-%m}"), days)


def mark_weekday(random, person):
    """A weekday is that of the date or the last one; a date that is no day of Haru yet lies ahead."""
    day = person.hours.wall(person.moment).date() - DAY * random.randrange(7)
    return marking(person, ("mark", WEEKDAYS[day.weekday()][:random.choice((3, 9))]), {day})


def marking(person, words, days):
    if max(days) > person.today:
        return Deed(words, status=1)
    person.change(person.diary.now.marked(frozenset(days)))
    return Deed(words, tells_streak=True)


def unmark(random, person):
    words, days = some_days(random, person)
    person.change(person.diary.now.unmarked(days))
    return Deed(("unmark", *words), tells_streak=True)


def toggle(random, person):
    day = person.some_day(random)
    words = ("toggle", word(random, person, day))
    if day in person.diary.now.marks:
        person.change(person.diary.now.unmarked({day}))
        return Deed(words, tells_streak=True)
    return marking(person, words, {day})


# Rest days and notes.

def rest(random, person):
    words, days = some_days(random, person)
    reason = random.choice((None, None, "trip", ""))
    person.change(person.diary.now.resting(days, reason))
    return Deed(("rest", *words, *(() if reason is None else ("--reason", reason))), tells_streak=True)


def rest_weekday(random, person):
    """A weekday is today or the next one."""
    day = person.today + DAY * random.randrange(7)
    person.change(person.diary.now.resting({day}))
    return Deed(("rest", WEEKDAYS[day.weekday()]), tells_streak=True)


def rest_clear(random, person):
    words, days = some_days(random, person)
    person.change(person.diary.now.rest_cleared(days))
    return Deed(("rest", "--clear", *words), tells_streak=True)


def note(random, person):
    day = person.some_day(random)
    text = random.choice(("", "chapter 3", "a, \"quoted\" word", "ü 한국"))
    person.change(person.diary.now.noted(day, text))
    return Deed(("note", word(random, person, day), text))


# Rest days by rule.

def free_weekdays(random, person):
    """Rest weekdays, by the command or by the setting of version 0.4."""
    weekdays = frozenset(random.sample(range(7), random.choice((0, 1, 1, 2, 5, 7))))
    words = random.choice((("rest", "--weekdays"), ("config", "set", "rest-weekdays")))
    words += (listed(random, weekdays) or ("none" if words[0] == "rest" else ""),)
    first, words = beginning(random, person, words)
    if len(weekdays) == 7:
        return Deed(words, status=64)
    person.change(person.diary.now.with_rule(first, weekdays))
    return Deed(words)


def free_days(random, person):
    """So many days of a week."""
    number = random.choice((0, 1, 1, 2, 2, 3, 6))
    words = random.choice((("rest", "--reserve"), ("config", "set", "Day.free"))) + (str(number),)
    first, words = beginning(random, person, words)
    person.change(person.diary.now.with_free(first, number, person.first_weekday))
    return Deed(words)


def beginning(random, person, words):
    """From when on a rule holds, and the words that say so: from today on, or from a day that is named."""
    if random.random() < 0.5:
        return first_day_of_change(person), words
    first = person.some_day(random)
    return first, words + ("--from=" + word(random, person, first),)


def listed(random, weekdays):
    return ",".join(WEEKDAYS[each][:random.choice((3, 9))] for each in sorted(weekdays))


def first_day_of_change(person):
    """Today; but where the clock was set back since the last change, the day of that change."""
    moment, wall = person.diary.last_change or (0, None)
    if moment <= person.moment:
        return person.today
    return max(person.today, wall.date() - DAY * (wall.time() < person.hours.starts_at))


# Settings.

def starts_at(random, person):
    hour, minute = random.choice(((0, 0), (0, 30), (2, 30), (3, 0), (5, 15), (12, 0)))
    person.hours = Hours(person.hours.zone_name, datetime.time(hour, minute))
    return Deed(("config", "set", "Day.starts-at", f"{hour}:{minute:02}"))


def first_weekday(random, person):
    value = random.choice(("locale", *WEEKDAYS))
    person.first_weekday = WEEKDAYS.index(value) if value in WEEKDAYS else SUNDAY
    return Deed(("config", "set", "first-weekday", value))


def unset(random, person):
    """A default again; what were settings in version 0.4 ends."""
    key = random.choice(("rest-weekdays", "free", "Day.starts-at", "first-weekday"))
    first = first_day_of_change(person)
    if key == "rest-weekdays":
        person.change(person.diary.now.with_rule(first, frozenset()))
    if key == "free":
        person.change(person.diary.now.with_free(first, 0, person.first_weekday))
    if key == "Day.starts-at":
        person.hours = Hours(person.hours.zone_name)
    if key == "first-weekday":
        person.first_weekday = SUNDAY
    return Deed(("config", "unset", key))


# Undo.

def undo(random, person):
    return moving(random, person, "undo", person.diary.undo)


def redo(random, person):
    return moving(random, person, "redo", person.diary.redo)


def moving(random, person, verb, move):
    count = random.choice((1, 1, 1, 2, 3, 99))
    is_done = move(count, person.now)
    return Deed((verb,) if count == 1 else (verb, str(count)), status=0 if is_done else 1)


# Backups.

def backup(random, person):
    if not person.diary.last_change:
        return mark(random, person)
    path = person.home(f"backup-{len(person.backups)}.sqlite")
    person.backups.append((path, person.diary.copy()))
    return Deed(("store", "backup", path))


def restore(random, person):
    """The days become those of the backup, which can be undone; settings stay."""
    if not person.backups:
        return backup(random, person)
    path, (days, known) = random.choice(person.backups)
    person.diary.change(days, person.now, known)
    return Deed(("store", "restore", path))


# Imports.

def import_csv(random, person):
    """A table as `haru export` writes it."""
    found = some_rows(random, person)
    lines = [f"{day},{'1' if kind == 'study' else 'rest' if kind == 'rest' else ''},{text}"
             for day, kind, text in found]
    return importing(person, "csv", "days.csv", "date,value,note\n" + "\n".join(lines) + "\n", found)


def import_table(random, person):
    """A table of another program, with other words and other dates."""
    found = some_rows(random, person)
    yes, no = random.choice((("yes", "no"), ("x", "-"), ("80%", "0"), ("✓", "✗")))
    lines = [f"{day:%d.%m.%Y};{yes if kind == 'study' else 'skip' if kind == 'rest' else no};{text}"
             for day, kind, text in found]
    return importing(person, "csv", "table.csv", "\n".join(["day;done;comment", *lines]) + "\n", found)


def import_loop(random, person):
    """What Loop Habit Tracker exports of one habit, the newest day first."""
    found = sorted(some_rows(random, person), reverse=True)
    words = {"study": "YES_MANUAL", "rest": "SKIP", "": "NO"}
    lines = [f"{day},{words[kind]},{text}" for day, kind, text in found]
    return importing(person, "loop", "Checkmarks.csv", "Date,Value,Notes\n" + "\n".join(lines) + "\n", found)


def some_rows(random, person):
    """Days with what a file says of each; often those of the file before it, and more."""
    rows = dict(person.rows) if random.random() < 0.6 else {}
    for _ in range(random.choice((1, 3, 8))):
        day = person.some_day(random)
        kind, text = random.choice(("study", "study", "rest", "")), random.choice(("", f"of {day}"))
        rows.setdefault(day, (kind, text))
    # A file with nothing to take is refused.
    rows[person.today - DAY * 15] = ("study", "")
    person.rows = rows
    return [(day, *said) for day, said in sorted(rows.items())]


def importing(person, source, name, text, found):
    """Brings what is new: no day that is there, none that it has brought before, no studied day after today."""
    path = person.home.write(name, text)
    taken = [row for row in found if row[1] != "study" or row[0] <= person.today]
    said = [(kind, day, text) for day, kind, text in taken if kind]
    said += [("note", day, text) for day, _, text in taken if text]
    after = person.diary.now
    for kind, day, text in said:
        if (source, kind, day) not in person.diary.known:
            after = brought(after, kind, day, text)
    known = {(source, kind, day) for kind, day, _ in said}
    person.diary.change(after, person.now, person.diary.known | known)
    return Deed(("import", path))


def brought(days, kind, day, text):
    """With what a file says of a day: it changes nothing that is there."""
    if kind == "study":
        return days.marked({day})
    if kind == "rest":
        return days if days.is_rest(day) else days.resting({day})
    return days if day in days.texts else days.noted(day, text)


# Time and place, which are no commands.

ZONES = ("Asia/Seoul", "America/Santiago", "Pacific/Apia", "Europe/Berlin", "America/St_Johns",
         "Africa/Cairo", "Pacific/Kiritimati", "America/Los_Angeles", "UTC")


def pass_time(random, person):
    """Hours or days pass, up to the very end of a day."""
    way = random.random()
    if way < 0.4:
        person.moment += random.randrange(1, 5) * 86_400 + random.randrange(-40_000, 40_000)
    elif way < 0.7:
        person.moment += random.randrange(60, 30 * 3600)
    elif way < 0.95:
        person.moment = person.hours.begin(person.today + DAY) + random.choice((-1, 0, 1, 1800))
    else:
        person.moment -= random.randrange(60, 3 * 86_400)


def travel(random, person):
    person.hours = Hours(random.choice(ZONES), person.hours.starts_at)


# What is done most often is chosen more often.
ALL = (mark, mark, mark, mark, mark_month, mark_weekday, unmark, unmark, toggle, toggle, rest, rest,
       rest_weekday, rest_clear, note, free_weekdays, free_weekdays, free_days, free_days, free_days, starts_at,
       first_weekday, unset, undo, undo, undo, redo, backup, restore, import_csv, import_csv, import_table, import_loop)


def choose(random, person):
    """Something; after an undo, often a redo, because most else ends the chance of it."""
    if person.diary.undone and random.random() < 0.3:
        return redo(random, person)
    return random.choice(ALL)(random, person)
