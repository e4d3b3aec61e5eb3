"""A session: a private bus, a notification server and the agent."""

import datetime
import json
import subprocess
import time

import model
from bus import Bus, morning
from home import Home, Late, Talker
from report import Tally

AGENT = "io.github.haru.Haru"
AGENT_PATH = "/io/github/haru/Haru"
SERVER = "org.freedesktop.Notifications"


class Desk(Home):
    """A home with a session, ended with it."""

    def __init__(self, console=(), settings="", zone=None, programs=None):
        name, ahead = (zone, 0) if zone else morning()
        super().__init__(zone=name, programs=programs)
        self.ahead = ahead
        self.agent = None
        self.bus = Bus(self)
        self.write("config/haru/haru.conf", settings)
        self.start_console(console)

    def __exit__(self, *error):
        for each in (self.agent, self.console, self.bus):
            if each and each.child.poll() is None:
                each.end()
        super().__exit__(*error)

    @property
    def today(self):
        return str(datetime.datetime.fromtimestamp(
            int(time.time()) + self.ahead, datetime.timezone.utc).date())

    # The server.

    def start_console(self, options=()):
        self.console = Talker([self.program("haru-console"), "--lines", *options], self.environment)
        self.event("ready")

    def event(self, kind, seconds=10.0, wanted=lambda event: True):
        """The next event of a kind; raises `Late`."""
        deadline = time.monotonic() + seconds
        while True:
            event = json.loads(self.console.line(max(0.0, deadline - time.monotonic())))
            if event["event"] == kind and wanted(event):
                return event

    def settled_events(self):
        """All events so far, even of a program that was killed since."""
        self.call(SERVER, "/org/freedesktop/Notifications", SERVER + ".GetServerInformation")
        return [json.loads(line) for line in self.console.drain()]

    def click(self, shown, key):
        self.console.send(f"click {shown['id']} {key}")

    # The agent.

    def start_agent(self, before=(), more=None):
        self.log = open(self("agent.log"), "ab")
        self.agent = Talker(
            [*before, self.program("haru-agent"), "--gapplication-service", "--verbose"],
            self.environment | (more or {}), errors=self.log)
        self.log.close()

    def call_words(self, name, path, method, *arguments):
        return ["gdbus", "call", "--session", "--dest", name, "--object-path", path, "--method",
                method, *arguments]

    def call(self, name, path, method, *arguments):
        return subprocess.run(
            self.call_words(name, path, method, *arguments), env=self.environment,
            capture_output=True, text=True, timeout=60)

    def set_studied(self, day, studied):
        """Starts a call of the bus; its output is `(true,)` when the day is saved."""
        words = self.call_words(
            AGENT, AGENT_PATH, "io.github.haru.Haru1.SetStudied", day, str(studied).lower())
        return subprocess.Popen(words, env=self.environment, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)


def buttons(shown):
    return [key for key, _ in shown["actions"]]


class Broken(Exception):
    """The agent broke a promise."""


def attack_desks(attack_desk, random, seed, count, runs_a_desk):
    """Attacks one new desk after another, until there were enough runs."""
    tally = Tally()
    while tally.runs < count:
        with Desk(settings="[Notifications]\nat-login=always\n") as desk:
            try:
                attack_desk(desk, random, min(runs_a_desk, count - tally.runs), tally)
            except (Broken, model.Damaged) as error:
                tally.lost += 1
                tally.found(str(error), seed, desk)
            except Late as error:
                tally.hangs += 1
                tally.found(str(error), seed, desk)
    return tally
