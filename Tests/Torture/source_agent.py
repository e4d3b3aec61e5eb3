"""Fortnights in which the agent asks sources by itself, under a clock that jumps from alarm to alarm."""

import datetime
import random as chance
import time

import leftovers
from desk import Desk, buttons
from home import Late
from hours import DAY, Hours
from source_life import Life
from source_model import Untrue
from years import Clock

SETTINGS = "[Notifications]\nat-login=open\nat-day-start=begin\nremind-at=20:00\n[Store]\nbackups=0\n"
ZONES = ("Europe/Berlin", "Pacific/Auckland", "Asia/Kathmandu", "America/Santiago")
REMINDER = datetime.time(20)
# How long the agent may take to ask, and to mark what it has heard.
LIMIT = 25


def live(seed, number, tally, days, tell=lambda line: None):
    """One fortnight, told as it goes."""
    random = chance.Random(f"agent {seed}/{number}")
    with Desk(settings=SETTINGS, zone="UTC") as desk:
        life = Session(random, number, desk, tally, tell, seed)
        try:
            life.begin()
            for _ in range(days):
                life.live_day()
                tally.runs += 1
                tally.note("of them with the agent")
            life.end()
        except Untrue as error:
            tally.untrue += 1
            tally.found(f"agent {seed} {number}: {life.hours.written(life.now)}: {error}", seed, desk)
            tell(f"✘ {error}")
        except Late as error:
            tally.hangs += 1
            tally.found(f"agent {seed} {number}: {life.hours.written(life.now)}: {error}", seed, desk)
            tell(f"✘ {error}")
        finally:
            life.close()


class Session(Life):
    """A life beside the agent, which asks when it would remind, at the end of a day and at its start."""

    def __init__(self, random, number, desk, tally, tell, seed):
        super().__init__(random, number, [desk], tally, tell)
        self.seed, self.desk = seed, desk
        self.hours = Hours(ZONES[number % len(ZONES)], datetime.time())
        self.zones, self.travels, self.is_honest = {self.hours.zone_name}, False, number % 2 == 0
        desk.write("config/haru/haru.conf", SETTINGS)
        desk.environment["TZ"] = self.hours.zone_name
        self.clock = Clock(desk)
        self.shown, self.wake, self.has_repeated = None, None, False

    def begin(self):
        super().begin()
        self.start()

    def start(self):
        """The agent starts, and asks for yesterday."""
        self.wake = self.start_agent
        self.ask(self.machine)

    def start_agent(self):
        before = self.clock.read()[2]
        self.desk.start_agent()
        self.clock.wait(lambda: self.clock.read()[2] != before)

    def live_day(self):
        random, today = self.random, self.today
        ends = self.next_day(today)
        if random.random() < 0.85:
            self.study(self.moment(self.now, ends, today))
        if random.random() < 0.3:
            self.move_to(random.randrange(self.now, max(self.now + 1, ends - 6 * 3600)))
            self.end_agent()
            self.start()
        elif random.random() < 0.2:
            self.pass_to(random.randrange(self.now, ends))
            self.undo_by_click()
        self.pass_to(ends)

    def end_agent(self):
        self.desk.agent.end()
        self.settle()

    def pass_to(self, instant):
        """Lets time pass, with the alarms on the way."""
        while (alarm := self.clock.read()[1]) <= instant:
            self.move_to(alarm)
            self.wake = self.clock.ring
            self.ask(self.machine)
        self.move_to(instant)

    # What Life asks by a command, the agent asks at its alarms.

    def is_settled(self, days):
        """Whether the agent has nothing to ask about: at an alarm of another kind, or if the day is marked."""
        is_reminder = self.hours.wall(self.now).time() == REMINDER
        is_asked = is_reminder or self.hours.begin(self.today) == self.now or self.wake == self.start_agent
        return not is_asked or (self.today if is_reminder else self.today - DAY) in days

    def ask_now(self, machine):
        self.wake()
        self.settle()
        self.look_for_leftovers(machine)
        self.look_at_notifications()
        return True

    def look_at_notifications(self):
        """What is shown says it once."""
        before = None
        for event in self.desk.settled_events():
            if event["event"] == "notify":
                words = (event["summary"], event["body"])
                if words == before and not self.has_repeated:
                    self.has_repeated = True
                    self.tally.untrue += 1
                    self.tally.found(f"{self.hours.written(self.now)}: shown twice: {words}", self.seed)
                self.shown, before = event, words

    def judge(self, machine, before, must, may, cleared):
        new = super().judge(machine, before, must, may, cleared)
        if self.shown and self.today in machine.marks and f"study:{self.today}" in buttons(self.shown):
            raise Untrue(f"{self.today} is marked, and the notification asks for it")
        return new

    def undo_by_click(self):
        """*Undo* in the notification of a day that a source has marked."""
        key = f"unstudy:{self.today}"
        if self.shown and key in buttons(self.shown) and self.today in self.machine.marks:
            self.desk.click(self.shown, key)
            self.wait_for(lambda: self.today not in self.machine.marks, "an Undo")
            self.happened(self.machine, self.today, False)
            self.by_hand.add(self.today)

    def settle(self):
        """Waits until the agent has had no process for a while."""
        for _ in range(4):
            self.wait_for(lambda: not leftovers.children(self.desk.agent.child.pid), "asking")
            time.sleep(0.05)

    def wait_for(self, happens, what):
        deadline = time.monotonic() + LIMIT
        while not happens():
            if time.monotonic() > deadline:
                raise Late(f"{what} after {LIMIT} s")
            time.sleep(0.02)
