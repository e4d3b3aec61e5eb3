#!/usr/bin/env python3
"""The last release and this version live the same history, and answer the same.

    same_history.py SEED NUMBER      tells and runs one history again

Each has two machines with a folder between them, whose entries have the same names in both. Answers, exports and the
rows of days are compared on the way; `wording` holds what is said in other words on purpose. Stores of the last
release, from the middle and from the end, are then opened with this version: it has to answer and to undo as before,
from the same rows.
"""

import contextlib
import copy
import dataclasses
import datetime
import os
import random as chance
import shlex
import shutil
import sqlite3
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

import deeds
import histories
import orphans
import preload
import wording
from figures import BEGINNINGS
from home import FORMER, PROGRAMS, Home
from hours import Hours

TITLE = "the same histories with the last release and this version, whose stores are taken over"
NEEDS_FORMER = True
RUNS = 200
# How many commands a history has.
LENGTHS = (*[100] * 14, 150, 200, 300, 1_200)

ASKED = (
    ("export", "--format", "json"), ("export", "--format", "csv"), ("export", "--format", "ics"), ("undo", "--list"),
    ("explain", "--all"), ("sync", "status"), ("store", "check"), ("calendar",), ("status",),
)
# With which commands a store is taken over.
FIRST_WRITES = (("undo",), ("mark",), ("note", "2026-01-01", "a"), ("toggle",), ("redo",))
# The name is the hash of all that an entry says.
ENTRIES = "SELECT id, hex(name), kind, key, value, batch, is_carried FROM entry ORDER BY id"
MARKS = "SELECT day, marked_at, utc_offset, zone, source FROM mark ORDER BY day"
RESTS = "SELECT day, reason FROM rest ORDER BY day"
NOTES = "SELECT day, text FROM note ORDER BY day"
EXCHANGES = ("sync", "check"), ("sync", "on")
STANDS = "SELECT kind, key, value FROM entry WHERE counts = 1 AND value IS NOT NULL"


class Different(Exception):
    """The two say or hold different things."""


class Overruled(Exception):
    """0.4 has undone what two machines said apart by a word that wins over both."""


@dataclasses.dataclass
class Machine:
    """A home of one of the two versions."""

    home: object
    number: int

    def rows(self, sql):
        with contextlib.closing(sqlite3.connect(f"file:{self.home.usual_store}?mode=ro", uri=True)) as database:
            return database.execute(sql).fetchall()

    def write(self, sql, *values):
        with contextlib.closing(sqlite3.connect(self.home.usual_store)) as database, database:
            database.execute(sql, values)

    def begin(self):
        """A store without days, and with a name that the other version's machine has, too."""
        self.home.haru("mark")
        if self.home.programs == FORMER:
            self.write("DELETE FROM mark")
        self.write("DELETE FROM entry")
        self.write("UPDATE this_machine SET name = ?", f"machine-{self.number}")


class Pair:
    """The machine of the last release, and that of this version that does the same."""

    def __init__(self, former, this, person):
        self.former, self.this, self.person = former, this, person

    @property
    def both(self):
        return self.former, self.this

    def set_clock(self):
        for machine in self.both:
            machine.home.environment["TZ"] = self.person.hours.zone_name
        self.person.clock.set(self.person.moment)

    def ask(self, words, tally, tell):
        """A command to both, which answer the same."""
        outcomes = [self.run(machine, wording.commands(machine, words)) for machine in self.both]
        tell(f"{outcomes[0].status} machine {self.former.number}: haru {shlex.join(words)}")
        for outcome in outcomes:
            tally.traps += outcome.is_trap
            tally.hangs += outcome.is_late
        one, other = (self.answer(machine, words, outcome) for machine, outcome in zip(self.both, outcomes))
        tally.note("answers compared")
        if words[0] in ("undo", "redo") and self.has_others() and (one != other or self.entries_differ()):
            raise Overruled
        if one != other:
            self.differ(f"{shlex.join(words)}: {one} and {other}")

    def has_others(self):
        """Whether another machine has said anything."""
        return bool(self.this.rows("SELECT 1 FROM entry WHERE batch IS NULL LIMIT 1"))

    def entries_differ(self):
        one, other = (set(machine.rows(ENTRIES)) for machine in self.both)
        return one != other

    def run(self, machine, commands):
        """One or several commands, of which the first one answers."""
        is_exchange = machine is self.this and commands[0][:2] in EXCHANGES
        stood = set(machine.rows(STANDS)) if is_exchange else None
        outcomes = [machine.home.haru(*self.there(machine, words)) for words in commands]
        orphans.wait_for(machine.home)
        if is_exchange:
            self.require_taken(outcomes[0], stood ^ set(machine.rows(STANDS)))
        return outcomes[0]

    def require_taken(self, outcome, others):
        """As much was taken from other machines as stands otherwise than before."""
        told = wording.TAKEN.search(outcome.output + outcome.errors)
        taken = int(told[1].replace(",", "")) if told else 0
        if taken != len({(kind, key) for kind, key, _ in others}):
            self.differ(f"{taken} changes are told to be taken, and other than before are {sorted(others)}")

    def there(self, machine, words):
        """Words with the paths of the machine; what a command reads is there as well."""
        own = self.former.home.path
        if machine is self.this and os.path.isfile(words[-1]) and words[0] == "import":
            shutil.copyfile(words[-1], words[-1].replace(own, machine.home.path))
        return [word.replace(own, machine.home.path) for word in words]

    def answer(self, machine, words, outcome):
        told = [each.replace(machine.home.path, "~") for each in (outcome.output, outcome.errors)]
        # A day before the first one that counts was called missed.
        told[0] = told[0].replace('"state":"before"', '"state":"missed"')
        if words[0] in ("undo", "redo") and wording.is_kept_by_others(told[1]):
            return 1, "", "haru: nothing taken back: another machine has changed the same since\n"
        return outcome.status, *(wording.plain(words, each, self.person.today) for each in told)

    def compare_tables(self, tally):
        """Every column that both versions have, of all tables; days are views here."""
        self.compare_rows(tally)
        for table, in self.former.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"):
            columns = [[row[1] for row in machine.rows(f"PRAGMA table_info({table})")] for machine in self.both]
            # More commands exchange, and so learn earlier what is wrong with the folder.
            common = ", ".join(name for name in columns[0] if name in columns[1] and name != "problem")
            if not common or table == "sqlite_sequence":
                continue
            one, other = (machine.rows(f"SELECT {common} FROM {table} ORDER BY {common}") for machine in self.both)
            if table == "this_machine":
                one, other = ([[str(each).replace(machine.home.path, "~") for each in row] for row in rows]
                              for rows, machine in zip((one, other), self.both))
            tally.note("tables compared")
            if one != other:
                self.differ(f"{table}: {one} and {other}")

    def differ(self, what):
        raise Different(what)

    def compare_rows(self, tally):
        for sql in (MARKS, RESTS, NOTES, ENTRIES):
            one, other = (set(machine.rows(sql)) for machine in self.both)
            tally.note("tables compared")
            if one != other:
                self.differ(f"{sql}: {sorted(one - other, key=repr)} and {sorted(other - one, key=repr)}")
        rules = self.former.rows("SELECT weekday, from_day, to_day FROM rest_rule ORDER BY from_day, weekday")
        if rules != rest_rules(self.this):
            self.differ(f"rest_rule: {rules} and {rest_rules(self.this)}")


def some_questions(random, person):
    """Questions about some day, month and year."""
    day = person.some_day(random)
    month, year = f"{day:%Y-%m}", f"{day:%Y}"
    figures = "{streak} {longest} {studied} {month} {total} {date} {steady}"
    explained = str(min(day, person.today))
    return (
        ("streak",), ("streak", "--json"), ("status", "--json"), ("status", "--format", figures), ("calendar", month),
        ("calendar", "--json", month), ("calendar", "--json", year), ("calendar", "--json", "--year"),
        ("explain", "--json", explained), ("explain", explained), ("note", str(day)))


def rest_rules(machine):
    """The table of 0.4, from the entries that count."""
    begun, rules = {}, []
    said = machine.rows("SELECT key, value FROM entry WHERE counts = 1 AND kind = 'weekdays' ORDER BY key")
    for day, value in said:
        weekdays = {int(number) for number in value.split(",") if number}
        for weekday in sorted(begun.keys() - weekdays):
            end = datetime.date.fromisoformat(day) - datetime.timedelta(1)
            rules.append((weekday, begun.pop(weekday), str(end)))
        for weekday in weekdays - begun.keys():
            begun[weekday] = day
    rules += [(weekday, day, None) for weekday, day in begun.items()]
    return sorted(rules, key=lambda rule: (rule[1], rule[0]))


def attack(random, seed, count):
    del random
    return histories.attack(live, seed, count)


def live(seed, number, tally, tell=lambda line: None):
    """One history, told as it goes."""
    random = chance.Random(f"{seed}/{number}")
    with contextlib.ExitStack() as stack:
        homes = [[stack.enter_context(Home(programs=programs)) for programs in (FORMER, PROGRAMS)] for _ in range(2)]
        try:
            history = History(random, homes, tally, tell)
            for _ in range(random.choice(LENGTHS)):
                history.step()
            history.end()
        except Overruled:
            tally.note("ended by an undo that takes nothing from another machine any more")
        except Different as error:
            tally.lost += 1
            tally.found(f"same_history.py {seed} {number}: {error}", seed, homes[0][0])
            tell(f"✘ {error}")


class History:
    """Two pairs of machines, which share a folder in each of the versions."""

    def __init__(self, random, homes, tally, tell):
        self.random, self.tally, self.tell = random, tally, tell
        zone, day = random.choice(BEGINNINGS)
        clock = preload.Clock(homes[0][0])
        moment = Hours(zone).instant(datetime.datetime.fromisoformat(day)) + random.randrange(86_400)
        self.moments = set()
        self.pairs = []
        for number, pair in enumerate(homes):
            for home in pair:
                preload.follow(home, clock.path)
                home.write("config/haru/haru.conf", "[Store]\nbackups=0\n")
            person = deeds.Person(pair[0], clock, Hours(zone), moment)
            machines = [Machine(home, number) for home in pair]
            self.pairs.append(Pair(*machines, person))
        for pair in self.pairs:
            self.tick(pair)
            for machine in pair.both:
                machine.begin()

    def tick(self, pair):
        """No two commands have the same moment, or chance would decide which of two changes counts."""
        person = pair.person
        for each in self.pairs:
            each.person.moment = person.moment
        while person.moment in self.moments:
            person.moment += 1
        self.moments.add(person.moment)
        pair.set_clock()

    def step(self):
        """Time passes, or a journey is made; then a command, and perhaps a question."""
        random, pair = self.random, self.random.choice(self.pairs)
        if random.random() < 0.5:
            deeds.pass_time(random, pair.person)
        if random.random() < 0.05:
            deeds.travel(random, pair.person)
        self.tick(pair)
        self.tell(f"# {pair.person.hours.written(pair.person.moment)} in {pair.person.hours.zone_name}")
        if random.random() < 0.08:
            self.exchange(pair)
        else:
            self.command(pair)
        if random.random() < 0.2:
            pair.ask(self.question(pair), self.tally, self.tell)
        if random.random() < 0.05:
            pair.compare_rows(self.tally)
        if random.random() < 0.004:
            self.take_over(pair)

    def command(self, pair):
        self.tally.acknowledged += 1
        deed = deeds.choose(self.random, pair.person)
        # After midnight 0.4 took the weekday of the date for that of a week ago.
        while deed.words[0] == "mark" and deed.status and deed.words[-1].isalpha():
            deed = deeds.choose(self.random, pair.person)
        return pair.ask(self.in_both(deed.words), self.tally, self.tell)

    def in_both(self, words):
        """What was a setting in 0.4, as the command that does the same there, too."""
        key = words[2].split(".")[-1] if words[0] == "config" else words[1].strip("-") if len(words) > 1 else None
        if key in ("rest-weekdays", "weekdays") and words[0] in ("config", "rest"):
            named = words[3:] if words[0] == "config" else words[2:]
            return ("rest", "--weekdays", *(each or "none" for each in named or ("none",)))
        if key in ("free", "reserve") and words[0] in ("config", "rest"):
            number = (*words[3:], "0")[0] if words[0] == "config" else words[2]
            # Where none were in reserve, this version writes a 0 and 0.4 nothing.
            return ("rest", "--reserve", str(max(1, int(number))))
        return words

    def question(self, pair):
        return self.random.choice((*ASKED, *some_questions(self.random, pair.person)))

    def exchange(self, pair):
        """The folder comes to this machine like a stick, and is on none afterwards."""
        words = ("sync", "check")
        if not pair.this.rows("SELECT 1 FROM this_machine WHERE folder IS NOT NULL"):
            words = ("sync", "on", pair.former.home("folder"), "--join")
        pockets = [machine.home("pocket") for machine in self.pairs[0].both]
        for pocket, machine in zip(pockets, pair.both):
            os.makedirs(pocket, exist_ok=True)
            os.rename(pocket, machine.home("folder"))
        pair.ask(words, self.tally, self.tell)
        for pocket, machine in zip(pockets, pair.both):
            os.rename(machine.home("folder"), pocket)

    def take_over(self, pair):
        """A copy of a machine of the last release is updated to this version."""
        self.tick(pair)
        with Home(programs=FORMER) as former, Home() as this:
            twins = [copy_of(pair.former, home) for home in (former, this)]
            person = dataclasses.replace(
                pair.person, home=former, diary=copy.deepcopy(pair.person.diary),
                backups=[(path.replace(pair.former.home.path, former.path), copied)
                         for path, copied in pair.person.backups])
            self.tell(f"# machine {pair.former.number} is taken over")
            self.judge(Pair(*twins, person))
        self.tally.note("stores taken over")

    def judge(self, pair):
        """Whoever reads changes nothing; who writes finds the same rows; both answer as before."""
        before = contents(pair.this.home.usual_store)
        self.ask_all(pair)
        if contents(pair.this.home.usual_store) != before:
            pair.differ("a command that reads has written")
        pair.ask(self.random.choice(FIRST_WRITES), self.tally, self.tell)
        if pair.this.rows("PRAGMA user_version") == pair.former.rows("PRAGMA user_version"):
            pair.differ("the store was not taken over")
        pair.compare_tables(self.tally)
        for _ in range(self.random.choice((3, 10, 30))):
            self.live_on(pair)
        for count in ("1", "99"):
            pair.ask(("undo", count), self.tally, self.tell)
            pair.ask(("redo", count), self.tally, self.tell)
        self.exchange_copies(pair)
        pair.compare_rows(self.tally)
        self.ask_all(pair)

    def exchange_copies(self, pair):
        """Each with a copy of the folder that the last release has written."""
        pocket = self.pairs[0].former.home("pocket")
        if pair.this.rows("SELECT 1 FROM this_machine WHERE folder IS NOT NULL") and os.path.exists(pocket):
            for machine in pair.both:
                shutil.copytree(pocket, machine.home("folder"))
            pair.ask(("sync", "check"), self.tally, self.tell)

    def live_on(self, pair):
        pair.person.moment += 60
        pair.set_clock()
        self.command(pair)

    def ask_all(self, pair):
        for words in ASKED:
            pair.ask(words, self.tally, self.tell)
        for words in some_questions(self.random, pair.person):
            pair.ask(words, self.tally, self.tell)

    def end(self):
        for pair in self.pairs * 2:
            self.tick(pair)
            self.exchange(pair)
        for pair in self.pairs:
            self.tick(pair)
            pair.compare_rows(self.tally)
            self.ask_all(pair)
            self.take_over(pair)


def copy_of(machine, home):
    """Another home with all that a machine has."""
    shutil.copytree(machine.home.path, home.path, dirs_exist_ok=True, symlinks=True,
                    ignore=shutil.ignore_patterns("clock", "run", "pocket"))
    preload.follow(home, machine.home.environment["HARU_TORTURE_CLOCK"])
    twin = Machine(home, machine.number)
    twin.write("UPDATE this_machine SET folder = replace(folder, ?, ?)", machine.home.path, home.path)
    return twin


def contents(path):
    with open(path, "rb") as file:
        return file.read()


if __name__ == "__main__":
    histories.main(live, __doc__)
