#!/usr/bin/env python3
"""The last release and this version watch the same thirty repositories for a day, and send GitHub the same requests.

    reloads.py SEED NUMBER      tells and lives one day again

Each has an agent, a clock that jumps from alarm to alarm, and a stand-in for GitHub at the same address, whose answers
are of all kinds and change on the way. Every second day has a token. A third home is updated to this version on the
way. Requests are compared by their instant and byte for byte, but for the version in their User-Agent.
"""

import collections
import contextlib
import dataclasses
import json
import os
import random as chance
import re
import shlex
import socket
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

import histories
import preload
from desk import AGENT, AGENT_PATH, Desk
from home import FORMER, PROGRAMS, ROOT, Late, Talker, until
from years import Clock

TITLE = "days of reloads with the last release and this version, which send the same requests"
NEEDS_FORMER = True
RUNS = 20

HOUR = 3600
DAWN = 1_795_737_600  # 2026-11-27, 0:00 in UTC
# So much later than one day that what was last loaded on it comes again.
END = DAWN + 26 * HOUR
# All happens in whole minutes, because no guest is asked again sooner (docs/guests.md#a-guest-that-fails).
MINUTE = 60
# The stand-in answers by the name of a repository; `ok-1` is a usual one. A connection that it closes without an answer
# is none of them: libcurl asks again where it had been used before, which is chance.
KINDS = (
    "renamed", "moved-302", "gone", "removed", "taken-down", "forbidden", "error-500", "error-502", "status-202",
    "broken-json", "html", "too-long", "truncated", "archived", "nulls", "other-case", "five-hops",
    "contributors-empty", "contributors-too-many", "contributors-status-202", "contributors-error-502",
    "contributors-unlisted", "contributors-gone", *(f"ok-{number}" for number in range(1, 8)))
RENAMED = ("renamed", "moved-302", "five-hops", "other-case")
CHANGES = (
    {"stargazers_count": 12_345}, {"archived": True}, {"open_issues_count": 7}, {"pushed_at": "2026-11-27T05:00:00Z"},
    *({"answer": answer} for answer in (
        "ok-1", "ok-2", "gone", "error-503", "forbidden", "contributors-empty", "contributors-status-202")))
# With these the whole site is left alone for a while.
LIMITS = ("secondary-bare", "rate-limited", "too-many-bare", "retry-at-date")
COMMANDS = (
    "repo refresh", "repo refresh NAME", "repo refresh --due", "repo show NAME", "repo show NAME --contributors",
    "repo show --contributors", "repo news", "repo quiet NAME", "repo remove NAME", "repo add NAME", "repo move NAME 1",
    "card repository NAME -o card.png --size large")
VERSION = re.compile(r"^(User-Agent: haru/)\S+", re.M | re.I)


class Different(Exception):
    """The two do not ask the same."""


@dataclasses.dataclass(frozen=True)
class Deed:
    """What happens at an instant: a command, something at GitHub, or an update."""

    at: int
    kind: str
    words: tuple


class Day:
    """What happens on a day, which is the same for all who live it."""

    def __init__(self, random, token):
        self.token = token
        self.interval = random.choice((HOUR, 3 * HOUR, 12 * HOUR))
        self.budget = random.choice((40, 60, 5_000) if token else (30, 60))
        self.names = [f"owner-{place % 7}/{kind}" for place, kind in enumerate(random.sample(KINDS, len(KINDS)))]
        self.deeds = sorted([*self.additions(random), *self.later(random)], key=lambda deed: deed.at)

    def additions(self, random):
        """The repositories come to the list in several commands."""
        # What is new is asked for a second later.
        left, at = self.names, DAWN + HOUR - 1
        while left:
            count = random.choice((1, 5, 12))
            yield Deed(at, "haru", ("repo", "add", *left[:count]))
            left, at = left[count:], at + some_minutes(random, 5, 120)

    def later(self, random):
        yield Deed(some_time(random, 8, 16), "update", ())
        begin = some_time(random, 6, 20)
        yield Deed(begin, "github", ("end",))
        yield Deed(begin + some_minutes(random, 10, 240), "github", ("start",))
        for limit in random.sample(LIMITS, 2):
            name, begin = random.choice(self.names), some_time(random, 4, 24)
            yield self.setting(begin, name, {"answer": limit})
            yield self.setting(begin + some_minutes(random, 1, 60), name, {"answer": "ok-1"})
        for _ in range(20):
            yield self.setting(some_time(random, 2, 25), random.choice(self.names), random.choice(CHANGES))
        for _ in range(20):
            words, at = random.choice(COMMANDS).split(), some_time(random, 2, 25)
            # 0.4 knew no former name, so a command that tells one of a repository that was renamed was refused.
            names = [name for name in self.names if not name.endswith(RENAMED)]
            # Where another one takes the name of a renamed one, 0.4 did not watch it.
            names = [name for name in names if words[1] != "add" or "ok" in name]
            words = tuple(random.choice(names) if word == "NAME" else word for word in words)
            yield Deed(at - 1 if words[1] == "add" else at, "haru", words)

    def setting(self, at, name, change):
        return Deed(at, "github", ("set", name, json.dumps(change)))


def some_time(random, first, last):
    """An instant between two hours of the day."""
    return DAWN + some_minutes(random, 60 * first, 60 * last)


def some_minutes(random, least, most):
    return MINUTE * random.randrange(least, most)


class GitHub:
    """The stand-in, with the clock of a life; it can go, and comes back at its address as it was."""

    def __init__(self, clock, port, budget):
        self.options = ["--port", str(port), "--budget", str(budget), "--in-turn"]
        self.environment = os.environ | preload.variables(clock)
        self.changes = []
        self.start()

    def start(self):
        double = os.path.join(ROOT, "Tests", "HaruGitHubTests", "github-double.py")
        self.process = Talker([sys.executable, "-B", double, *self.options], self.environment)
        self.process.line()
        for line in self.changes:
            self.process.send(line)

    def end(self):
        if self.process.child.poll() is None:
            self.process.end()

    def do(self, words):
        if words in (("start",), ("end",)):
            return getattr(self, words[0])()
        self.changes.append(" ".join(words))
        if self.process.child.poll() is None:
            self.process.send(self.changes[-1])
        return None

    def requests(self):
        """Those that have come since it was asked last, and the statuses that they got."""
        if self.process.child.poll() is not None:
            return []
        self.process.send("settle")
        found = []
        while (message := json.loads(self.process.line())) != {"done": "settle"}:
            if "head" in message:
                found.append((message["head"], message["status"]))
        return found


class Life:
    """A home with an agent on a day."""

    def __init__(self, desk, day, port, is_updated):
        self.desk, self.day, self.is_updated = desk, day, is_updated
        self.clock = Clock(desk)
        self.clock.set(DAWN)
        preload.follow(desk, self.clock.path, "spread")
        desk.environment["HARU_SHARE"] = os.path.join(ROOT, "share")
        desk.environment["HARU_GITHUB_TOKEN"] = day.token
        self.github = GitHub(self.clock.path, port, day.budget)
        self.lines, self.statuses = [], collections.Counter()
        self.now, self.asked = DAWN, 0

    def live(self):
        """Lives the day; returns the lines of what was asked and how commands ended."""
        try:
            self.start_agent()
            for deed in self.day.deeds:
                self.pass_to(deed.at)
                # One that rings each minute is waited for an hour.
                while deed.at + HOUR > self.now < (rested := self.asked + MINUTE):
                    self.pass_to(rested + (deed.at - rested) % MINUTE)
                self.do(deed)
            self.pass_to(END)
        finally:
            self.github.end()
        return self.lines

    def do(self, deed):
        if deed.kind == "github":
            self.github.do(deed.words)
        elif deed.kind == "haru":
            outcome = self.desk.haru(*deed.words)
            self.collect()
            # It waits for a minute after an alarm, which the two may have set for different reasons.
            self.lines.append((deed.at, f"haru {shlex.join(deed.words)}: status {outcome.status}"))
        elif self.is_updated:
            self.desk.agent.end()
            self.desk.programs = PROGRAMS
            self.start_agent()
        self.settle()

    def pass_to(self, instant):
        """Lets time pass, with the alarms on the way."""
        at_once = 0
        for _ in range(2_000):
            # A guest is asked again a minute later at the soonest, and 0.4 a second later.
            alarm = -(-self.clock.read()[1] // MINUTE) * MINUTE
            if alarm > instant:
                break
            # 0.4 may set an alarm for this very instant again and again, while what it waits for is a moment away.
            at_once = at_once + 1 if alarm <= self.now else 0
            self.go_to(self.now + MINUTE if at_once > 9 else alarm)
            self.asked = self.now
            self.clock.ring()
            self.settle()
        else:
            raise Late(f"an alarm after {alarm}")
        self.go_to(instant)

    def go_to(self, instant):
        self.now = max(self.now, instant)
        self.clock.set(self.now)

    # The agent.

    def start_agent(self):
        before = self.clock.read()[2]
        begun = self.answers()
        self.desk.start_agent()
        self.clock.wait(lambda: self.clock.read()[2] != before)
        if self.desk.programs != FORMER:
            until(lambda: self.answers() > begun, 30, "the answer of the guest")
        self.settle()

    def answers(self):
        """How often a guest has answered that the agent has started."""
        if not os.path.exists(self.desk("agent.log")):
            return 0
        with open(self.desk("agent.log"), encoding="utf-8") as file:
            return len(re.findall(r"GuestEvent\.answered\(.*Reason\.start,", file.read()))

    def settle(self):
        """Waits until the agent and all that it has started have nothing to do, and takes the requests."""
        until(lambda: self.state() == self.state(), 60, "an agent that waits")
        self.collect()

    def state(self):
        """How often it has set its alarm, once it has no child."""
        until(lambda: not self.children(), 60, "an agent without children")
        self.desk.call(AGENT, AGENT_PATH, "org.freedesktop.DBus.Properties.Get", "io.github.haru.Haru1", "Today")
        return self.children(), self.clock.read()[2]

    def children(self):
        with open(f"/proc/{self.desk.agent.child.pid}/task/{self.desk.agent.child.pid}/children",
                  encoding="utf-8") as file:
            return file.read().split()

    # What is compared.

    def collect(self):
        for head, status in self.github.requests():
            self.statuses[status] += 1
            self.lines.append((self.now, VERSION.sub(r"\1VERSION", head.replace("\r\n", "\n").strip())))


def attack(random, seed, count):
    del random
    preload.build("spread")
    return histories.attack(live, seed, count)


def live(seed, number, tally, tell=lambda line: None):
    """One day, told as it goes."""
    day = Day(chance.Random(f"{seed}/{number}"), "a-token" if number % 2 else "")
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as some:
        port = some.getsockname()[1]
    settings = f"[Repositories]\napi=http://127.0.0.1:{port}\nreload-after={day.interval}\n"
    lives = {"0.4": (FORMER, False), "this version": (PROGRAMS, False), "updated": (FORMER, True)}
    told = {}
    for name, (programs, is_updated) in lives.items():
        with Desk(settings=settings, zone="UTC", programs=programs) as desk:
            try:
                life = Life(desk, day, port, is_updated)
                told[name] = life.live()
                require_same(told["0.4"], told[name])
                for status, count in life.statuses.items():
                    tally.note(f"answered by {status}", count)
                tally.acknowledged += len(told[name])
            except (Different, Late) as error:
                tally.lost += isinstance(error, Different)
                tally.hangs += isinstance(error, Late)
                tally.found(f"reloads.py {seed} {number}: {name}: {error}", seed, desk)
                tell(f"✘ {name}: {error}")
    for at, line in told.get("0.4", []):
        tell(f"{(at - DAWN) / HOUR:6.2f} {line.partition(chr(10))[0]}")


def require_same(lines, others):
    # Four requests are under way at once, and which answer comes first is chance on a busy machine.
    for place, (one, other) in enumerate(zip([*sorted(lines), None], [*sorted(others), None])):
        if one != other:
            raise Different(f"line {place}: {one!r} and {other!r}")


if __name__ == "__main__":
    preload.build("spread")
    histories.main(live, __doc__)
