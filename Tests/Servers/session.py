"""A user's session on a real notification server, with the real agent."""

import ctypes
import json
import os
import shutil
import signal
import subprocess
import time

from gi.repository import Gio, GLib

from bus import Bus, morning
from home import PROGRAMS, ROOT, Home, Late, Talker, program, until
from sight import Sight

BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
SERVER = "org.freedesktop.Notifications"
AGENT = "io.github.haru.Haru"
SERVICES = "/usr/share/dbus-1/services"
KEPT = os.path.join(ROOT, ".build", "servers")
PR_SET_CHILD_SUBREAPER = 36


class Session(Home):
    """A home with a bus, a screen, a notification server, and Haru as it is installed."""

    def __init__(self, server):
        # Whatever a desktop starts becomes a child of this process, which ends it.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self.server = server
        self.agent = None
        self.row = "start"
        self.pictures = 0
        zone, self.ahead = morning()
        super().__init__(zone=zone)
        try:
            self.log_in()
        except BaseException:
            self.__exit__()
            raise

    def log_in(self):
        self.environment |= {
            "PATH": PROGRAMS + ":" + os.environ["PATH"], "GSETTINGS_BACKEND": "keyfile",
            **dict(self.server.environment)}
        self.install()
        self.screen = self.server.screen(self)
        # An empty system bus: nobody's computer is asked anything.
        Bus(self, "SYSTEM")
        Bus(self, "SESSION")
        self.connection = Gio.DBusConnection.new_for_address_sync(
            self.environment["DBUS_SESSION_BUS_ADDRESS"],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        self.watch = Talker(
            ["stdbuf", "--output=L", "busctl", "--address=" + self.environment["DBUS_SESSION_BUS_ADDRESS"],
             "--json=short", "--match=type='method_call',member='Notify'", "monitor"],
            self.environment)
        self.screen.start_desktop()
        self.start_server()
        self.empty = self.screen.settled()

    def install(self):
        """Puts the files of Haru where a desktop looks for them, and services where the bus does."""
        shutil.copytree(os.path.join(ROOT, "share/applications"), self("data/applications"))
        shutil.copytree(os.path.join(ROOT, "share/icons"), self("data/icons"))
        with open(os.path.join(ROOT, f"share/dbus-1/services/{AGENT}.service.in"),
                  encoding="utf-8") as file:
            self.write(f"services/{AGENT}.service", file.read().replace("@BINDIR@", PROGRAMS))
        for name in self.server.services:
            with open(os.path.join(SERVICES, name), encoding="utf-8") as file:
                lines = [line for line in file if not line.startswith("SystemdService")]
            self.write("services/" + name, "".join(lines))

    def __exit__(self, *_):
        for number in (signal.SIGTERM, signal.SIGKILL):
            for child in descendants(os.getpid()):
                kill(child, number)
            deadline = time.monotonic() + 3
            while descendants(os.getpid()) and time.monotonic() < deadline:
                reap()
                time.sleep(0.05)
        super().__exit__()

    # The bus.

    def call(self, place, method, signature="()", *arguments):
        """Calls a method as `interface.member`; raises `Late` if nobody answers well."""
        interface, member = method.rsplit(".", 1)
        try:
            return self.connection.call_sync(
                *place, interface, member, GLib.Variant(signature, arguments), None,
                Gio.DBusCallFlags.NONE, 30_000, None).unpack()
        except GLib.Error as error:
            raise Late(error.message) from error

    def has_owner(self, name):
        return self.call(BUS, BUS[0] + ".NameHasOwner", "(s)", name)[0]

    # The server.

    def start_server(self):
        if self.server.command:
            with open(self("server.log"), "ab") as log:
                subprocess.Popen(self.server.path, env=self.environment, stdout=log, stderr=log,
                                 stdin=subprocess.DEVNULL, cwd=self.path)
        elif not self.has_owner(SERVER):
            self.call(BUS, BUS[0] + ".StartServiceByName", "(su)", "org.gnome.Shell.Notifications", 0)
        until(lambda: self.has_owner(SERVER), 60, "the server's name")
        answer = self.call((SERVER, "/org/freedesktop/Notifications"), SERVER + ".GetServerInformation")
        self.version = f"{answer[0]} {answer[2]}"

    def restart_server(self):
        owner, = self.call(BUS, BUS[0] + ".GetNameOwner", "(s)", SERVER)
        child, = self.call(BUS, BUS[0] + ".GetConnectionUnixProcessID", "(s)", SERVER)
        kill(child, signal.SIGTERM)
        until(lambda: not self.has_owner(owner), 20, "the server's end")
        self.start_server()

    # Haru.

    def begin(self, marks="-12..-1", settings=""):
        """A new user of Haru, at nine in the morning, who sees today."""
        self.end_agent()
        for place in ("config/haru", "data/haru", "cache/haru"):
            shutil.rmtree(self(place), ignore_errors=True)
        self.screen.leave()
        until(lambda: not self.titles(self.see()), 30, "an empty screen")
        if settings:
            self.write("config/haru/haru.conf", settings)
        if marks:
            self.haru("mark", marks)
        self.watch.drain()
        self.start_agent()
        return self.see_today()

    def start_agent(self):
        with open(self("agent.log"), "ab") as log:
            self.agent = Talker([program("haru-agent"), "--gapplication-service", "--verbose"],
                                self.environment, errors=log)

    def end_agent(self):
        if self.agent:
            self.agent.end(signal.SIGTERM)
        self.agent = None

    @property
    def is_studied(self):
        return '"studied":true' in self.haru("status", "--json").output.replace(" ", "")

    def notifies(self):
        """What the agent has sent since the last question: the arguments of each `Notify`."""
        sender, = self.call(BUS, BUS[0] + ".GetNameOwner", "(s)", AGENT)
        messages = map(json.loads, self.watch.drain())
        # GNOME's server hands each on to the shell.
        return [message["payload"]["data"] for message in messages if message["sender"] == sender]

    # The screen.

    def see(self):
        """What is on the screen; the picture is kept, to be looked at."""
        picture = self.screen.picture()
        sight = Sight(picture, self.empty)
        self.pictures += 1
        folder = os.path.join(KEPT, self.server.name)
        os.makedirs(folder, exist_ok=True)
        name = os.path.join(folder, f"{self.row}-{self.pictures:02}")
        picture.save(name + ".png")
        with open(name + ".txt", "w", encoding="utf-8") as file:
            file.write("\n".join(sight.lines) + "\n")
        return sight

    def see_today(self, seconds=15):
        """Waits for today's notification; raises `Late`."""
        return until(lambda: (sight := self.see()) and self.titles(sight) and sight, seconds,
                     "today's notification")

    def titles(self, sight):
        """The places of the titles that name today, such as "Sunday 22"."""
        return sight.find(time.strftime("%A %-d", time.gmtime(time.time() + self.ahead)))


# Processes.

def descendants(root):
    parents = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    state, parent = file.read().rsplit(")", 1)[1].split()[:2]
            except OSError:
                continue
            if state != "Z":
                parents[int(name)] = int(parent)
    found, edge = [], [root]
    while edge:
        parent = edge.pop()
        children = [child for child, of in parents.items() if of == parent]
        found += children
        edge += children
    return found


def kill(child, number):
    try:
        os.kill(child, number)
    except ProcessLookupError:
        pass


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass
