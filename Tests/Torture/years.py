"""Two years of a clock that jumps from event to event, in several zones: clicks, commands, calls of the
bus, rest days, reminders, sleeps, journeys and a clock that is set."""

import datetime
import os
import shutil
import struct
import time
import zoneinfo

import preload
from desk import AGENT, AGENT_PATH, Desk, buttons
from home import Late
from report import Tally

TITLE = "days of a fast clock, in seven zones"
IS_WHOLE = True

# Zones with a first day: days without a midnight, of 23 and 25 hours, a day that never was.
ZONES = (
    ("Asia/Seoul", "2026-01-01"), ("America/Santiago", "2024-01-01"), ("Africa/Cairo", "2023-01-01"),
    ("Pacific/Apia", "2010-06-01"), ("Europe/Berlin", "2025-01-01"),
    ("America/St_Johns", "2009-06-01"), ("journey", "2025-01-01"),
)
JOURNEY = ("Asia/Seoul", "America/Los_Angeles", "Pacific/Kiritimati", "Europe/London")
YEARS = 730
RUNS = YEARS * len(ZONES)

SETTINGS = "[Notifications]\nat-login=open\nremind-at=20:00\n[Store]\nbackups=2\n"
DAY = datetime.timedelta(days=1)


class Untrue(Exception):
    """A number or a day is not the one that was counted."""


def attack(random, seed, count):
    tally = Tally()
    preload.build()
    for zone, first in ZONES:
        with Desk(settings=SETTINGS, zone="UTC") as desk:
            life = Life(desk, random, zone, datetime.date.fromisoformat(first))
            try:
                life.begin()
                for _ in range(max(2, count // len(ZONES))):
                    life.live()
                    tally.runs += 1
            except Untrue as error:
                tally.lost += 1
                tally.found(f"{zone}, {life.today}: {error}", seed, desk)
            except Late as error:
                tally.hangs += 1
                tally.found(f"{zone}, {life.today}: {error}", seed, desk)
            tally.acknowledged += life.acknowledged
    return tally


class Clock:
    """The clock of the agent and of all commands."""

    def __init__(self, desk):
        self.path = desk("clock")
        with open(self.path, "wb") as file:
            file.write(bytes(24))
        os.mkfifo(self.path + ".ring")
        self.ring_end = os.open(self.path + ".ring", os.O_RDWR | os.O_NONBLOCK)
        self.file = open(self.path, "r+b", buffering=0)
        preload.follow(desk, self.path)

    def read(self):
        """The time, the time of the alarm, and how often that was set."""
        self.file.seek(0)
        return struct.unpack("<qqq", self.file.read(24))

    def set(self, now):
        self.file.seek(0)
        self.file.write(struct.pack("<q", now))

    def ring(self, how=b"r"):
        """Rings, and waits until the alarm is set again."""
        before = self.read()[2]
        os.write(self.ring_end, how)
        self.wait(lambda: self.read()[2] != before)

    def wait(self, is_set, seconds=10):
        deadline = time.monotonic() + seconds
        while not is_set():
            if time.monotonic() > deadline:
                raise Late("the agent sets its alarm")
            time.sleep(0.0002)


class Life:
    """A person, what they did, and what they see."""

    def __init__(self, desk, random, zone, first):
        self.desk, self.random = desk, random
        self.is_journey = zone == "journey"
        self.zone_name = JOURNEY[0] if self.is_journey else zone
        self.today = first
        self.marks, self.rests = set(), set()
        self.acknowledged = 0
        self.shown = None

    # The clock and the zone.

    @property
    def zone(self):
        return zoneinfo.ZoneInfo(self.zone_name)

    def date(self, instant):
        return datetime.datetime.fromtimestamp(instant, self.zone).date()

    def instant(self, day, hour, minute=0):
        return int(datetime.datetime(day.year, day.month, day.day, hour, minute,
                                     tzinfo=self.zone).timestamp())

    def use_zone(self, name):
        self.zone_name = name
        shutil.copyfile("/usr/share/zoneinfo/" + name, self.desk("new-zone"))
        os.replace(self.desk("new-zone"), self.desk("zone"))

    # A life.

    def begin(self):
        self.clock = Clock(self.desk)
        self.use_zone(self.zone_name)
        self.desk.environment["TZ"] = ":" + self.desk("zone")
        self.clock.set(self.instant(self.today, 9))
        self.desk.start_agent()
        self.wait_for("study:")
        self.expect()

    def live(self):
        """One day, from its beginning to its end."""
        way = self.random.choices(
            (self.click, self.command, self.call, self.rest, self.nothing, self.sleep),
            (50, 15, 10, 5, 15, 5))[0]
        self.pass_to(self.instant(self.today, self.random.randrange(5, 19),
                                  self.random.randrange(60)))
        if way is self.sleep:
            self.sleep()
            return
        way()
        if self.random.random() < 0.1:
            self.correct()
        self.expect()
        if self.random.random() < 0.03:
            self.set_clock()
        if self.is_journey and self.random.random() < 0.04:
            self.travel()
            return
        self.end_day(late=way is self.nothing and self.random.random() < 0.3)
        self.expect()

    def pass_to(self, instant):
        """Lets time pass, with the alarms on the way."""
        while self.clock.read()[1] <= instant:
            self.ring_on_time()
        self.clock.set(max(instant, self.clock.read()[0]))

    def ring_on_time(self):
        alarm = self.clock.read()[1]
        self.clock.set(alarm)
        self.clock.ring()

    def wait_for(self, key):
        """Waits for a notification with a button."""
        self.shown = self.desk.event(
            "notify", wanted=lambda event: any(each.startswith(key) for each in buttons(event)))

    def end_day(self, late):
        """Rings until the day has ended, exactly at its end."""
        old, was = self.shown, self.today
        while self.date(self.clock.read()[0]) == was:
            self.ring_on_time()
        now = self.clock.read()[0]
        self.today = self.date(now)
        if self.date(now - 1) != was:
            raise Untrue(f"the day ends at {now}, which is too late")
        self.begin_day()
        if late and old:
            self.desk.click(old, f"study:{was}")
            self.wait_for("study:")
            self.did(was, True)

    def begin_day(self):
        if self.today not in self.rests and self.today not in self.marks:
            self.wait_for(f"study:{self.today}")

    def did(self, day, studied):
        (self.marks.add if studied else self.marks.discard)(day)
        self.acknowledged += 1

    # What a person does with a day; each ends when it was acknowledged.

    def click(self):
        if self.today in self.marks or self.today in self.rests:
            return
        self.desk.click(self.shown, f"study:{self.today}")
        self.wait_for(f"unstudy:{self.today}")
        self.did(self.today, True)

    def command(self):
        if self.desk.haru("mark").status != 0:
            raise Untrue("haru mark fails")
        self.did(self.today, True)

    def call(self):
        output, errors = self.desk.set_studied(str(self.today), True).communicate(timeout=30)
        if "true" not in output and "false" not in output:
            raise Untrue(errors)
        self.did(self.today, True)

    def rest(self):
        day = self.today + self.random.randrange(2) * DAY
        if self.desk.haru("rest", str(day)).status != 0:
            raise Untrue("haru rest fails")
        self.rests.add(day)
        self.acknowledged += 1

    def nothing(self):
        pass

    def correct(self):
        """An earlier day is set or cleared."""
        day = self.today - self.random.randrange(1, 10) * DAY
        studied = self.random.random() < 0.7
        if self.desk.haru("mark" if studied else "unmark", str(day)).status != 0:
            raise Untrue(f"{day} cannot be corrected")
        self.did(day, studied)

    def sleep(self):
        """The machine sleeps for some days; there is one notification, for the day it wakes."""
        self.desk.settled_events()
        woken = self.instant(self.today + self.random.randrange(1, 6) * DAY, 10)
        # Not every day was there in every zone.
        self.today = self.date(woken)
        self.clock.set(woken)
        self.clock.ring()
        self.begin_day()
        more = [each for each in self.desk.settled_events() if each["event"] == "notify"]
        # A day that was studied before a journey back over the date line: what is still shown says so.
        expected = 1 if self.today in self.marks else 0
        if len(more) > expected:
            raise Untrue(f"{len(more)} notifications too many after a sleep")
        self.expect()

    def set_clock(self):
        """The clock is set, within the day."""
        self.clock.set(self.instant(self.today, self.random.randrange(5, 19)))
        self.clock.ring(b"c")
        self.expect()

    def travel(self):
        """Another zone; it may be another day there."""
        self.desk.settled_events()
        before = self.times_moved()
        self.use_zone(self.random.choice([name for name in JOURNEY if name != self.zone_name]))
        # The alarm may be set by another event, which has read the zone before.
        self.clock.wait(lambda: self.times_moved() > before)
        was, self.today = self.today, self.date(self.clock.read()[0])
        if was != self.today:
            self.wait_for_any()
        self.expect()

    def times_moved(self):
        """How often the agent has seen another time or zone."""
        with open(self.desk("agent.log"), encoding="utf-8") as file:
            return file.read().count("event: timeMoved")

    def wait_for_any(self):
        events = [each for each in self.desk.settled_events() if each["event"] == "notify"]
        self.shown = events[-1] if events else self.shown
        if self.today not in self.marks and f"study:{self.today}" not in buttons(self.shown):
            self.desk.call(AGENT, AGENT_PATH, "io.github.haru.Haru1.Present")
            self.wait_for(f"study:{self.today}")

    # What was counted, independently.

    def streak(self):
        """Marked days in a row up to today; an open today and rest days break nothing."""
        length, day = 0, self.today
        if day not in self.marks:
            day -= DAY
        while day in self.marks or day in self.rests:
            length += day in self.marks
            day -= DAY
        return length

    def expect(self):
        answer = self.desk.call(AGENT, AGENT_PATH, "org.freedesktop.DBus.Properties.Get",
                                "io.github.haru.Haru1", "CurrentStreak")
        if answer.stdout.strip() != f"(<uint32 {self.streak()}>,)":
            raise Untrue(f"the streak is {self.streak()}, not {answer.stdout}{answer.stderr}")
