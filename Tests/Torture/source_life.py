"""A person with sources: what they study and do, what tells of it and when, and what has to be marked."""

import datetime
import json
import os
import re
import shlex
import subprocess
import time
from collections import Counter

import leftovers
import model
import orphans
import preload
import source_files
import source_programs
from home import Outcome
from hours import DAY, Hours
from source_model import Asking, Event, Untrue, judged, settled

# Zones, each with a first day some days before clocks move there, or before a day that never was.
ZONES = {
    "Asia/Seoul": ("2026-12-20", "2028-02-20"), "America/Santiago": ("2026-03-22", "2026-08-23"),
    "Australia/Lord_Howe": ("2026-03-22", "2026-09-20"), "Asia/Kathmandu": ("2026-06-15", "2026-12-20"),
    "Pacific/Apia": ("2011-12-16", "2012-03-18"), "Pacific/Auckland": ("2026-09-13", "2026-03-22"),
    "Europe/Berlin": ("2026-03-15", "2026-10-11"),
}
# What a machine may do at most for sources that use up their time, in seconds.
LIMIT, SLACK = 5, 6
# Names that are no source; if such a file runs, it leaves a trace.
NO_NAMES = ("Focus", "9lives", "a" * 33, "anki.bak", "two words", ".hidden", "-l")
PROGRAMS = ("focus", "git-log", "timer2")
# How often a day ends with a journey, in the years of those who travel.
JOURNEYS = 0.04
TOKENS = {"GITHUB_TOKEN": "secret", "HARU_GITHUB_TOKEN": "secret", "GH_TOKEN": "secret"}
STUDIED, ALONE = "studied days of honest sources", "of them without a click"


class Machine:
    """A home with sources of its own, and what it knows of all days."""

    def __init__(self, home, name):
        self.home, self.name = home, name
        self.sources, self.removed = [], []
        self.known = set()

    @property
    def marks(self):
        if not os.path.exists(self.home.usual_store):
            return frozenset()
        with model.opened_copy(self.home.usual_store, self.home.path) as database:
            return frozenset(datetime.date.fromisoformat(day) for day, in database.execute("SELECT day FROM mark"))

    @property
    def cleared(self):
        return {event.day for event in self.known if event.is_clear}

    def of(self, day):
        return frozenset(event for event in self.known if event.day == day)


class Life:
    """A person, when they studied, what tells of it, and what is marked."""

    def __init__(self, random, number, homes, tally, tell):
        self.random, self.tally, self.tell = random, tally, tell
        zone = list(ZONES)[number % len(ZONES)]
        first = datetime.date.fromisoformat(random.choice(ZONES[zone]))
        starts_at = random.choice((datetime.time(), datetime.time(), datetime.time(4)))
        self.hours = Hours(zone, starts_at)
        self.zones = {zone}
        self.travels = random.random() < 0.4
        self.is_honest = random.random() < 0.5
        self.now = self.hours.begin(first + DAY * random.randrange(12)) + 8 * 3600
        self.moved_at = None
        self.usual = 0.05  # how long asking took the last time
        self.machines = [Machine(home, name) for home, name in zip(homes, "AB")]
        self.machine = self.machines[0]  # the one that was asked last
        self.truth, self.lived, self.by_hand, self.events = set(), set(), set(), []
        self.folder = set()
        self.clock = preload.Clock(homes[0])
        for home in homes:
            preload.follow(home, self.clock.path)
            home.environment.update(TOKENS)
            home.write("config/haru/haru.conf", f"[Day]\nstarts-at={starts_at:%H:%M}\n[Store]\nbackups=0\n")

    @property
    def today(self):
        return self.hours.today(self.now)

    def close(self):
        for machine in self.machines:
            leftovers.end(machine.home)
            for source in machine.sources:
                if source.is_file:
                    source.close()

    # Time and commands.

    def move_to(self, instant):
        self.now = max(self.now, instant)
        self.clock.set(self.now)

    def run(self, machine, *words):
        """A command that has to do what it is told."""
        outcome = self.watched(machine, machine.home.haru(*words), words)
        if outcome.status != 0:
            raise Untrue(f"{words}: status {outcome.status}, {outcome.errors[-300:]}")
        self.tally.acknowledged += 1
        return outcome.output

    def watched(self, machine, outcome, words):
        self.tell(f"{self.hours.written(self.now)} {machine.name}: {outcome.status} haru {shlex.join(words)}"
                  f"  {(outcome.output + outcome.errors)[:1000]!r}")
        self.tally.traps += outcome.is_trap
        self.tally.hangs += outcome.is_late
        if outcome.is_trap or outcome.is_late:
            raise Untrue(f"{words}: status {outcome.status} after {outcome.seconds:.0f} s")
        if len(self.machines) > 1:
            orphans.wait_for(machine.home)
        return outcome

    # A life.

    def begin(self):
        self.move_to(self.now)
        for machine in self.machines:
            machine.home.environment["TZ"] = self.hours.zone_name
        if len(self.machines) > 1:
            os.mkdir(self.pocket)
            for machine in self.machines:
                self.run(machine, "mark", str(self.today - 40 * DAY))
                self.happened(machine, self.today - 40 * DAY, True)
                self.carry(machine, "on", machine.home("folder"), "--join")
        for machine in self.machines:
            self.plant(machine)
            names = self.random.sample([*PROGRAMS, *source_files.KINDS], 3 if self.is_honest else 4)
            for name in names:
                self.add_source(machine, name)

    def plant(self, machine):
        """Files that are no sources, and must not run."""
        for name in NO_NAMES:
            path = machine.home.write(f"config/haru/sources/{name}", f"#!/bin/sh\n: >'{machine.home('ran')}'\n")
            os.chmod(path, 0o700)
        machine.home.write("config/haru/sources/plain", f"#!/bin/sh\n: >'{machine.home('ran')}'\n")

    def live_day(self):
        """What befalls a day, in its order."""
        random, today = self.random, self.today
        begins, ends = self.now, self.next_day(today)
        leaves = self.travels and random.random() < JOURNEYS
        stops = random.randrange(begins, ends) if leaves else ends
        if random.random() < 0.8:
            for _ in range(random.choice((1, 1, 2))):
                self.study(self.moment(begins, max(begins + 1, stops), today))
        plan = [(at, self.ask_somewhere) for at in self.times_to_ask(today)]
        plan += [(random.randrange(begins, ends), deed) for deed, share in self.deeds() if random.random() < share]
        for at, deed in sorted(plan, key=lambda each: each[0]):
            if begins <= at < stops:
                self.move_to(at)
                deed()
        self.move_to(stops)
        if leaves:
            self.travel()
        elif random.random() < 0.9:
            self.move_to(stops + random.choice((0, 0, 0, 1, 40)))
            self.ask_somewhere()

    def next_day(self, day):
        """The instant at which the next day begins that there is."""
        begin, after = self.hours.begin(day), day + DAY
        while self.hours.begin(after) <= max(begin, self.now):
            after += DAY
        return self.hours.begin(after)

    def moment(self, begins, ends, today):
        """A moment to study: in the evening, around the ends of a day, in the hours in which clocks move."""
        random = self.random
        moved = [at for at in range(begins, ends, 1800) if offset(at, self.hours) != offset(at + 1800, self.hours)]
        evening = self.hours.instant(datetime.datetime.combine(
            today, datetime.time(random.randrange(17, 24), random.randrange(60))))
        choices = [evening, evening, random.randrange(begins, ends), ends - random.randrange(1, 1800),
                   begins + random.randrange(0, 2400)]
        if moved:
            choices += [moved[0] + random.randrange(-5400, 7200) for _ in range(6)]
        return min(max(begins, random.choice(choices)), ends - 1)

    def times_to_ask(self, today):
        """When the agent asks: at its start or the login, sometimes when one comes back, for the reminder."""
        random = self.random
        if random.random() < 0.03:
            return []
        clock = [datetime.time(random.randrange(6, 11), random.randrange(60)), datetime.time(20)]
        clock += [datetime.time(random.randrange(11, 24), random.randrange(60))] * (random.random() < 0.3)
        return [self.hours.instant(datetime.datetime.combine(today, each)) for each in clock]

    def deeds(self):
        if self.is_honest:
            return ((self.click, 0.05), (self.clear, 0.01), (self.exchange, 1.0))
        return ((self.click, 0.2), (self.clear, 0.08), (self.undo, 0.04), (self.exchange, 0.6), (self.lie, 0.03),
                (self.vanish, 0.05), (self.add_or_remove, 0.06), (self.quit_program, 0.1))

    # What is true, and what tells of it.

    def study(self, at):
        """Somebody will study at an instant, and sources have it then, later or before."""
        self.truth.add(self.hours.today(at))
        self.lived.add(self.hours.today(at))
        for machine in self.machines:
            for source in machine.sources + machine.removed:
                if self.random.random() < (0.9 if self.is_honest else 0.7):
                    self.give(source, at)

    def give(self, source, at):
        random = self.random
        appears = at + random.randrange(600)
        if (what := random.random()) < (0.1 if self.is_honest else 0.2):
            appears = at + random.randrange(4 * 3600, 14 * 3600)
        elif what < (0.11 if self.is_honest else 0.25):
            appears = at + random.randrange(86_400, 4 * 86_400)
        elif not self.is_honest and what < 0.3:
            appears = max(self.now, at - random.randrange(20 * 3600))
        for number in range(random.choice((1, 1, 2)) if source.name != "anki" else random.choice((2, 3, 4, 6))):
            row = source_programs.Row(at + number, appears)
            if not source.is_file or source.has_instants:
                self.truth.add(source.day_of(row.at, self.hours))
            else:
                row.days, row.is_judged = {self.hours.today(row.at)}, True
            source.rows.append(row)

    def lie(self):
        """A file tells of a day long ahead, or long ago."""
        machine = self.random.choice(self.machines)
        for source in machine.sources:
            if source.is_file and self.random.random() < 0.5:
                day = self.today + self.random.choice((-3, -9, -40, 500, 900)) * DAY
                row = source_programs.Row(self.hours.begin(day) + 43_200, self.now, is_lie=True)
                if not source.has_instants:
                    row.days, row.is_judged = {day}, True
                source.rows += [row] * source.least

    def vanish(self):
        for machine in self.machines:
            for source in machine.sources:
                if source.is_file and (source.is_away or self.random.random() < 0.5):
                    source.go()

    def quit_program(self):
        """The program that has a database open ends."""
        for machine in self.machines:
            for source in machine.sources:
                if source.is_file:
                    source.close()

    def travel(self):
        zone = self.random.choice([zone for zone in ZONES if zone != self.hours.zone_name])
        self.hours = Hours(zone, self.hours.starts_at)
        self.zones.add(zone)
        self.moved_at = self.now
        for machine in self.machines:
            machine.home.environment["TZ"] = zone
        self.tell(f"# to {zone}: {self.hours.written(self.now)}, {self.today}")

    # What the person does.

    def click(self):
        machine = self.random.choice(self.machines)
        studied = [day for day in (self.today, self.today - DAY) if day in self.truth]
        day = self.random.choice(studied) if studied else None
        if day and day not in machine.marks:
            self.run(machine, "mark", str(day))
            self.happened(machine, day, True)
            self.by_hand.add(day)

    def clear(self):
        machine = self.random.choice(self.machines)
        recent = [day for day in machine.marks if self.today - 5 * DAY <= day <= self.today]
        if recent:
            day = self.random.choice(sorted(recent))
            self.run(machine, "unmark", str(day))
            self.happened(machine, day, False)
            self.by_hand.add(day)

    def undo(self):
        machine = self.random.choice(self.machines)
        before = machine.marks
        outcome = self.watched(machine, machine.home.haru("undo"), ("undo",))
        after = machine.marks
        if outcome.status not in (0, 1):
            raise Untrue(f"undo: status {outcome.status}, {outcome.errors}")
        if more := (after - before) - machine.cleared:
            raise Untrue(f"undo has marked {told(more)}, which nobody has cleared")
        for day in after ^ before:
            self.happened(machine, day, day in after)
            self.by_hand.add(day)
        # An undo takes back the zone in which something was read.
        for source in machine.sources:
            for row in source.rows:
                if row.at > self.now - 6 * 86_400 and (not source.is_file or source.has_instants):
                    row.is_judged = False

    def happened(self, machine, day, is_marked, is_sure=True):
        covers = frozenset() if is_marked else machine.of(day)
        event = Event(len(self.events), day, not is_marked, is_sure, covers)
        self.events.append(event)
        machine.known.add(event)

    def add_or_remove(self):
        """A source goes, or comes again after days."""
        machine = self.random.choice(self.machines)
        if machine.removed:
            source = machine.removed.pop()
            source.known_surely = None
            machine.sources.append(source)
            if source.is_file:
                self.keep(machine, source)
            else:
                source.is_linked, source.is_open = self.random.random() < 0.3, self.random.random() < 0.2
                source.add()
        elif not (source := self.random.choice(machine.sources)).is_file or not source.is_away:
            machine.sources.remove(source)
            machine.removed.append(source)
            if source.is_file:
                self.run(machine, "sources", "remove", source.name)
            else:
                source.remove()

    def add_source(self, machine, name):
        if name in source_files.KINDS:
            source = source_files.KINDS[name](machine.home, name)
            self.remember(source)
            self.keep(machine, source)
        else:
            source = source_programs.Program(machine.home, name)
            source.add()
        machine.sources.append(source)

    def remember(self, source):
        """What the file has from before."""
        for age in (30, 29, 25, 12, 11):
            day = self.today - age * DAY
            self.truth.add(day)
            for number in range(source.least):
                row = source_programs.Row(self.hours.begin(day) + 43_200 + number, self.now)
                row.days, row.is_judged = {day}, not source.has_instants
                source.rows.append(row)

    def keep(self, machine, source):
        """An import that stays: it brings all that is there, but what was cleared since."""
        source.tell(self.now)
        before = machine.marks
        self.run(machine, *source.words)
        new = machine.marks - before
        asking = Asking(self.now, self.hours, frozenset(self.zones), is_definite=True)
        judged(source, asking)
        source.known = min(source.known, asking.today)
        days = set().union(*(row.days for row in source.visible(self.now)))
        if wrong := {day for day in new if day not in days or day > self.today}:
            raise Untrue(f"the import of {source.name} has marked {told(wrong)}")
        for day in new:
            self.happened(machine, day, True)
            self.by_hand.add(day)

    # Several machines.

    @property
    def pocket(self):
        return self.machines[0].home("pocket")

    def carry(self, machine, *words):
        os.rename(self.pocket, machine.home("folder"))
        self.run(machine, "sync", *words)
        os.rename(machine.home("folder"), self.pocket)
        self.folder |= machine.known
        machine.known |= self.folder

    def exchange(self):
        if len(self.machines) > 1:
            self.carry(self.random.choice(self.machines), "check")

    # Asking.

    def ask_somewhere(self):
        for machine in self.machines:
            if self.random.random() < 0.8 or len(self.machines) == 1:
                self.ask(machine)

    def ask(self, machine):
        self.machine = machine
        for source in machine.sources:
            if source.is_file:
                source.tell(self.now)
            else:
                source.deed = self.deed()
                source.tell(self.now, self.lies())
        before, cleared = machine.marks, machine.cleared
        is_settled = self.is_settled(before | cleared)
        is_whole = self.ask_now(machine)
        asking = Asking(self.now, self.hours, frozenset(self.zones), is_whole and not is_settled)
        self.look_at_programs(machine, asking, is_whole)
        answers = [(source, *judged(source, asking)) for source in machine.sources]
        for source, must, may in answers:
            self.tell(f"    {source.name}: must {told(must)}, may {told(may)}; {source.doing}")
        must = set().union(*(must for _, must, _ in answers)) - cleared
        may = set().union(*(may for _, _, may in answers)) - cleared
        new = self.judge(machine, before, must if asking.is_definite else set(), may, cleared)
        if new and self.random.random() < 0.05:
            self.look_at_reason(machine, min(new), {source.name for source, _, may in answers if min(new) in may})

    def is_settled(self, days):
        """Whether neither day can be marked any more: then nobody has to be asked."""
        return {self.today, self.today - DAY} <= days

    def judge(self, machine, before, must, may, cleared):
        after = machine.marks
        new = after - before
        self.tell(f"    new {told(new)}; must {told(must)}, may {told(may)}")
        for wrong, what in (
                (before - after, "a source has cleared"), (new & cleared, "a source has marked what was cleared,"),
                (new - self.whole_truth(), "a false mark:"), (new - may, "a source may not mark"),
                (must - after, "no mark of")):
            if wrong:
                self.tally.note(what.strip(",:"), len(wrong))
                raise Untrue(f"{what} {told(wrong)}")
        self.tally.acknowledged += len(new)
        for day in new:
            self.happened(machine, day, True)
        # Other reasons for a day are kept in the log.
        for day in (may & after) - new:
            self.happened(machine, day, True, is_sure=False)
        return new

    def whole_truth(self):
        rows = (row for machine in self.machines for source in machine.sources + machine.removed for row in source.rows
                if not row.is_lie and row.at > self.now - 10 * 86_400)
        return self.truth.union(*(row.days for row in rows))

    def deed(self):
        random = self.random
        if self.is_honest or (what := random.random()) < 0.6:
            return random.choice(source_programs.HONEST)
        return random.choice(source_programs.WILD if what < 0.994 else source_programs.SLOW)

    def lies(self):
        return {"ahead": [self.today + DAY * ahead for ahead in (1, 2, 30)],
                "older": [self.today - DAY * age for age in (2, 3, 9, 400)]}

    def ask_now(self, machine):
        """Asks, and says whether all that was said has surely been taken: not if it was killed, or only looked at."""
        if not self.is_honest and self.random.random() < 0.08:
            self.kill_while_asking(machine)
            return False
        is_look = not self.is_honest and self.random.random() < 0.05
        words = ("sources",) if is_look else ("sources", "ask")
        slow = sum(source.deed.seconds >= LIMIT for source in machine.sources if not source.is_file)
        limit = LIMIT * max(1, slow) + SLACK
        begin = time.monotonic()
        child = machine.home.start(("haru", *words))
        try:
            output, errors = child.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            leftovers.kill_with_children(child)
            self.tally.hangs += 1
            raise Untrue(f"asking takes more than {limit} s") from None
        self.usual = time.monotonic() - begin
        outcome = Outcome(child.returncode, output.decode(errors="replace"), errors.decode(errors="replace"),
                          self.usual)
        self.watched(machine, outcome, words)
        if outcome.status < 0:
            raise Untrue(f"asking ends with {outcome.status}: {outcome.errors}")
        if missing := [source.name for source in machine.sources if source.name not in outcome.output + outcome.errors]:
            raise Untrue(f"nothing is said of {missing}")
        self.look_for_leftovers(machine)
        return not is_look

    def kill_while_asking(self, machine):
        child = machine.home.start(("haru", "sources", "ask"))
        time.sleep(self.random.uniform(0, min(1, self.usual)))
        leftovers.kill_with_children(child)
        leftovers.end(machine.home)
        self.tally.note("killed while they asked")
        self.tell(f"{self.hours.written(self.now)} {machine.name}: haru sources ask, killed")

    def look_for_leftovers(self, machine):
        """Nothing that a source has started outlives its time, but what has left its group."""
        may_stay = any(source.deed.may_stay for source in machine.sources if not source.is_file)
        left = leftovers.end(machine.home, 0 if may_stay else 2)
        if left and not may_stay:
            self.tally.hangs += 1
            raise Untrue(f"processes of sources are left: {left}")

    def look_at_reason(self, machine, day, names):
        """Whoever asks is told which source has marked a day."""
        explained = self.run(machine, "explain", str(day))
        if not any(name in explained for name in names):
            raise Untrue(f"{day} is not explained by {sorted(names)}: {explained[-300:]}")
        if re.search(r"[\x00-\x09\x0b-\x1f\x7f]", explained):
            raise Untrue(f"{day} is explained with a control: {explained[-300:]!r}")

    def look_at_programs(self, machine, asking, is_whole):
        """What programs were told, and who has run."""
        if os.path.exists(machine.home("ran")):
            raise Untrue("a file that is no source has run")
        is_abroad = self.moved_at is not None and self.now - self.moved_at < 3 * 86_400
        for source in machine.sources:
            if source.is_file:
                continue
            told_days = source.read("asked")
            if source.is_open and told_days is not None:
                raise Untrue(f"{source.name} has run, which everybody may write")
            if source.read("had-input") is not None or source.read("tokens"):
                raise Untrue(f"{source.name} has got input, or {source.read('tokens')}")
            if told_days and is_whole and not is_abroad and told_days.strip() != asking.told:
                raise Untrue(f"{source.name} was told {told_days.strip()}, not {asking.told}")
            if told_days is None and asking.is_definite and not (source.is_open or source.is_linked):
                raise Untrue(f"{source.name} was not asked")

    # The end.

    def end(self):
        for machine in self.machines * 2 * (len(self.machines) > 1):
            self.carry(machine, "check")
        must, never = settled(self.events)
        for machine in self.machines:
            marks = machine.marks
            if marks != self.machines[0].marks:
                raise Untrue("the machines differ")
            if lost := must - marks:
                raise Untrue(f"in the end {told(lost)} is not marked")
            if wrong := marks & never:
                raise Untrue(f"in the end {told(wrong)} is marked")
            if wrong := marks - {event.day for event in self.events}:
                raise Untrue(f"nobody has marked {told(wrong)}")
            self.look_for_doubles(machine)
            self.run(machine, "store", "check")
            model.read(machine.home.usual_store, machine.home.path)
        if self.is_honest:
            self.count()

    def count(self):
        """How many of the studied days that stayed so needed no click."""
        studied = self.lived - {event.day for event in self.events if event.is_clear}
        self.tally.note(STUDIED, len(studied))
        self.tally.note(ALONE, len((studied & self.machines[0].marks) - self.by_hand))

    def look_for_doubles(self, machine):
        """A day is marked once: between two marks of it lies a clearing."""
        marks = Counter()
        for line in self.run(machine, "undo", "--list").splitlines():
            if (change := re.fullmatch(r".* · marked: (\d{4}-\d\d-\d\d)", line)):
                marks[datetime.date.fromisoformat(change[1])] += 1
        clearings = Counter(event.day for event in self.events if event.is_clear)
        exported = Counter(mark["day"] for mark in json.loads(self.run(machine, "export", "--format", "json"))["marks"])
        twice = {day for day, count in marks.items() if count > 1 + clearings[day]}
        twice |= {day for day, count in exported.items() if count > 1}
        if twice:
            raise Untrue(f"marked twice: {told(twice)}")


def offset(at, hours):
    return datetime.datetime.fromtimestamp(at, hours.zone).utcoffset()


def told(days):
    return ", ".join(str(day) for day in sorted(days)) or "nothing"
