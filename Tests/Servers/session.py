"""A user's session on a real notification server, with the real agent."""

import ctypes
import glob
import json
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import time

from gi.repository import Gio, GLib

from bus import Bus, morning
from ear import Ear
from home import ROOT, Home, Late, Talker, until
from sight import Sight, areas

BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
SERVER = "org.freedesktop.Notifications"
AGENT = "io.github.haru.Haru"
SERVICES = "/usr/share/dbus-1/services"
KEPT = os.path.join(ROOT, ".build", "servers")
PR_SET_CHILD_SUBREAPER = 36


class Session(Home):
    """A home with a bus, a screen, a notification server, and Haru as it is installed."""

    def __init__(self, server, is_heard=False, programs=None):
        # Whatever a desktop starts becomes a child of this process, which ends it.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        self.server = server
        self.is_heard = is_heard
        self.ear = None
        self.agent = None
        self.holder = None
        self.row, self.pictures = "start", 0
        self.is_list_open = False
        self.last = None
        self.pretend(None)
        zone, self.ahead = morning()
        super().__init__(zone=zone, prefix="servers-", programs=programs)
        try:
            self.log_in()
        except BaseException:
            self.__exit__()
            raise

    def log_in(self):
        self.environment |= {
            "PATH": self.programs + ":" + os.environ["PATH"], "SHELL": "/bin/sh",
            "GSETTINGS_BACKEND": "keyfile", "HARU_SHARE": os.path.join(ROOT, "share"),
            **dict(self.server.environment)}
        self.install()
        self.screen = self.server.screen(self)
        if self.is_heard:
            self.ear = Ear(self)
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
        if self.server.panel:
            self.start([self.server.panel])
        if self.ear:
            self.ear.start()
        self.empty = self.screen.settled()

    def install(self):
        """Puts the files of Haru where a desktop looks for them, and services where the bus does."""
        for name, text in self.server.files:
            self.write(name, text)
        shutil.copytree(os.path.join(ROOT, "share/applications"), self("data/applications"))
        shutil.copytree(os.path.join(ROOT, "share/icons"), self("data/icons"))
        shutil.copytree(os.path.join(ROOT, "share/krunner"), self("data/krunner"))
        # GNOME Shell looks for these where packages put them only.
        shutil.copytree(os.path.join(ROOT, "share/gnome-shell"), self("system/gnome-shell"))
        self.environment["XDG_DATA_DIRS"] = self("system") + ":/usr/local/share:/usr/share"
        with open(os.path.join(ROOT, f"share/dbus-1/services/{AGENT}.service.in"),
                  encoding="utf-8") as file:
            agent = shlex.quote(os.path.join(self.programs, "haru-agent"))
            self.write(f"services/{AGENT}.service", file.read().replace("@AGENT@", agent))
        for name in self.server.services:
            self.offer(name)

    def offer(self, name):
        """Lets the bus start a service, if it is installed."""
        path = os.path.join(SERVICES, name)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
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
            # An Orca that has ended but is still listed would keep the next from starting.
            reap()
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

    def process(self, name):
        """The process that owns a name."""
        return self.call(BUS, BUS[0] + ".GetConnectionUnixProcessID", "(s)", name)[0]

    # The server.

    def start_server(self):
        if self.server.command:
            self.start(self.server.path)
        elif not self.has_owner(SERVER):
            self.call(BUS, BUS[0] + ".StartServiceByName", "(su)", "org.gnome.Shell.Notifications", 0)
        until(lambda: self.has_owner(SERVER), 60, "the server's name")
        self.call((SERVER, "/org/freedesktop/Notifications"), SERVER + ".GetServerInformation")

    def restart_server(self):
        owner, = self.call(BUS, BUS[0] + ".GetNameOwner", "(s)", SERVER)
        kill(self.process(SERVER), signal.SIGTERM)
        until(lambda: not self.has_owner(owner), 20, "the server's end")
        self.start_server()

    # Haru.

    def begin(self, marks="-12..-1", at_login="open", more=()):
        """A new user of Haru, at nine in the morning, with more settings such as `Day.starts-at=03:00`."""
        self.clear()
        if marks:
            self.haru("mark", marks)
        self.haru("config", "set", "Notifications.at-login", at_login)
        for setting in more:
            self.haru("config", "set", *setting.split("=", 1))
        self.watch.drain()
        self.start_agent()

    def begin_damaged(self):
        """The same user, whose store has been damaged since the day's backup."""
        self.end_agent()
        self.empty_screen()
        with open(self.usual_store, "r+b") as file:
            file.write(b"no database" * 1000)
        self.start_agent()

    def hold_store(self):
        """Lets another program hold the store, for as long as this user is there."""
        self.holder = sqlite3.connect(self.usual_store, isolation_level=None)
        self.holder.execute("BEGIN IMMEDIATE")

    def start_agent(self):
        with open(self("agent.log"), "ab") as log:
            self.agent = Talker(
                [*self.clock, self.program("haru-agent"), "--gapplication-service", "--verbose"],
                self.environment, errors=log)

    def end_agent(self):
        """Ends the agent as the end of a session does."""
        if self.agent and self.has_owner(AGENT):
            kill(self.process(AGENT), signal.SIGTERM)
            self.agent.child.wait(10)
        self.agent = None

    def haru(self, *words):
        return subprocess.run([*self.clock, self.program("haru"), *words], env=self.environment,
                              capture_output=True, text=True, timeout=30, check=True).stdout

    def pretend(self, moment):
        """Gives Haru another clock, or the real one again with `None`."""
        self.clock = [os.path.join(ROOT, "Scripts/at-time"), moment] if moment else []
        self.moment = moment and time.strptime(moment, "%Y-%m-%d %H:%M:%S")

    def has_pictures(self):
        """Whether what follows is shown with its picture, as it is on every day but the first."""
        return glob.glob(self("cache/haru/*-studied-*.png"))

    def launch(self, action=None):
        """What a launcher does on a click, or when one of its actions is chosen."""
        place, interface = (AGENT, "/" + AGENT.replace(".", "/")), "org.freedesktop.Application."
        if action:
            self.call(place, interface + "ActivateAction", "(sava{sv})", action, [], {})
        else:
            self.call(place, interface + "Activate", "(a{sv})", {})

    @property
    def is_studied(self):
        return json.loads(self.haru("status", "--json"))["studied"]

    def notifies(self):
        """What the agent has sent since the last question: the arguments of each `Notify`."""
        sender, = self.call(BUS, BUS[0] + ".GetNameOwner", "(s)", AGENT)
        messages = map(json.loads, self.watch.drain())
        # GNOME's server hands each on to the shell.
        return [message["payload"]["data"] for message in messages if message["sender"] == sender]

    def nameless(self, text):
        """A text without the name of this home and the time of day, which are others in each run."""
        return re.sub(r"\b\d?\d:\d\d(:\d\d)?( [AP]M)?", "TIME", text.replace(self.path, "~"))

    # The screen.

    def see(self):
        """What is on the screen; the picture is kept, to be looked at."""
        picture = self.screen.picture()
        if not self.last or self.last.picture.tobytes() != picture.tobytes():
            self.last = Sight(picture, self.empty)
            self.pictures += 1
            self.keep(f"{self.row}-{self.pictures:02}", self.last)
        return self.last

    def keep(self, name, sight):
        path = os.path.join(KEPT, self.server.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        sight.picture.save(path + ".png")
        with open(path + ".txt", "w", encoding="utf-8") as file:
            file.write("\n".join(sight.lines) + "\n")

    def clear(self):
        """Ends what a row before has left."""
        self.close_list()
        self.end_agent()
        if self.holder:
            self.holder.close()
            self.holder = None
        for place in ("config/haru", "data/haru", "cache/haru"):
            shutil.rmtree(self(place), ignore_errors=True)
        if self.server.forget:
            self.do(self.server.forget)
        self.empty_screen()

    def empty_screen(self):
        """Waits until popups have gone, or ends a server that keeps them."""
        self.screen.leave()
        try:
            until(lambda: not self.has_popup(), 6, "an empty screen")
        except Late:
            self.restart_server()

    def begin_and_see(self, marks="-12..-1"):
        self.begin(marks)
        return self.see_today()

    def see_today(self, seconds=15):
        """Waits for today's notification; raises `Late`."""

        def seen():
            boxes = areas(self.screen.picture(), self.empty)
            if boxes and self.server.buttons == "under the pointer":
                # It goes after four seconds, unless the pointer is on it; reading may take as long.
                left, top, right, bottom = boxes[-1]
                self.screen.move(((left + right) // 2, (top + bottom) // 2))
            # Some servers move it into its place.
            return boxes and not time.sleep(0.5) and self.titles(sight := self.see()) and sight
        try:
            return until(seen, seconds, "today's notification")
        except Late as error:
            # What a cell says then.
            raise Late("none") from error

    def has_popup(self):
        """Whether something is there that is higher than a panel."""
        return any(bottom - top > 64
                   for _, top, _, bottom in areas(self.screen.picture(), self.empty))

    def titles(self, sight):
        """The places of the titles: of "Sunday 22", or of a state whose title has no room for the day."""
        today = self.moment or time.gmtime(time.time() + self.ahead)
        return sight.find(time.strftime("%A %-d", today)) or sight.find("Cannot read your days")

    def stays(self, seconds):
        """Whether today stays on the screen, before a user who moves the pointer now and then."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            self.screen.leave()
            if not self.titles(self.see()):
                return False
            time.sleep(1)
        return True

    def longest_blank(self, seconds):
        """How long there was nothing on the screen, at most."""
        longest, since = 0.0, None
        deadline = time.monotonic() + seconds
        while (now := time.monotonic()) < deadline:
            if areas(self.screen.picture(), self.empty):
                since = None
            else:
                since = since or now
                longest = max(longest, time.monotonic() - since)
        return longest

    # What the user does with the keyboard.

    def bind_keys(self):
        """Sets the keys once that the user has chosen: one marks today, such as SUPER+S, the other takes it back."""
        if self.server.keys[0] == "sxhkd":
            lines = [f"{keys.replace('+', ' + ')}\n\tharu {command}\n"
                     for command, (keys,) in zip(("mark", "undo"), self.server.keys[1:])]
            self.write("config/sxhkd/sxhkdrc", "".join(lines))
            self.start(["sxhkd"])
        elif self.server.keys[0] == "xfsettingsd":
            self.environment["XDG_CURRENT_DESKTOP"] = "XFCE"
            self.start(["xfsettingsd", "--no-daemon"])
            until(lambda: self.has_owner("org.xfce.SettingsDaemon"), 20, "XFCE's settings")
            self.haru("shortcut", "SUPER+S")
            self.do(("xfconf-query", "-c", "xfce4-keyboard-shortcuts", "-p", "/commands/custom/<Super>u",
                     "-n", "-t", "string", "-s", self.program("haru") + " undo"))
        elif self.server.keys[0] == "sway":
            for keys, command in (("super+s", "mark"), ("super+u", "undo")):
                self.screen.bind(keys, self.script("haru " + command))
        elif self.server.keys[0] == "cinnamon":
            self.bind_in_settings("org.cinnamon.desktop.keybindings", "custom-list",
                                  "org.cinnamon.desktop.keybindings.custom-keybinding",
                                  "/org/cinnamon/desktop/keybindings/custom-keybindings/{}/", "{}", "['{}']")
        elif self.server.keys[0] == "gsd-media-keys":
            name = "org.gnome.settings-daemon.plugins.media-keys"
            place = "/" + name.replace(".", "/") + "/custom-keybindings/{}/"
            self.bind_in_settings(name, "custom-keybindings", name + ".custom-keybinding", place, place, "{}")
            self.start(["/usr/libexec/gsd-media-keys"])
            until(lambda: self.has_owner("org.gnome.SettingsDaemon.MediaKeys"), 20, "GNOME's keys")
        elif self.server.keys[0] == "krunner":
            self.start(["krunner", "--daemon"])
            until(lambda: self.has_owner("org.kde.krunner"), 20, "KRunner")
        # They take the keys a moment later.
        time.sleep(1)

    def bind_in_settings(self, schema, key, entry, place, name, binding):
        """Writes what the window of a desktop's settings writes for the keys that a user adds there."""
        names = []
        for command, (keys,) in zip(("haru mark", "haru undo"), self.server.keys[1:]):
            letter = keys[-1]
            for word, value in (("name", command), ("command", command),
                                ("binding", binding.format(f"<Super>{letter}"))):
                self.do(("gsettings", "set", f"{entry}:{place.format(letter)}", word, value))
            names.append(name.format(letter))
        self.do(("gsettings", "set", schema, key, str(names)))

    def script(self, command):
        """A script that a program of another user may run: `sway` is one if this one is root."""
        pipe = self("commands")
        if not os.path.exists(pipe):
            os.mkfifo(pipe)
            os.chmod(pipe, 0o622)
            reader = 'while read -r words <"$0"; do $words; done'
            self.start(["sh", "-c", reader, pipe])
        path = self.write(command.replace(" ", "-"), f"#!/bin/sh\necho {command} >{pipe}\n")
        os.chmod(path, 0o755)
        return path

    def start(self, words):
        with open(self(os.path.basename(words[0]) + ".log"), "ab") as log:
            subprocess.Popen(words, env=self.environment, stdout=log, stderr=log,
                             stdin=subprocess.DEVNULL, cwd=self.path)

    def type(self, keys):
        """Presses keys one after another, faster than a person."""
        for key in keys:
            self.screen.key(key)
            time.sleep(0.3)

    # What the user does with the server.

    def open_list(self):
        self.do(self.server.list[0])
        time.sleep(2)
        self.is_list_open = True

    def close_list(self):
        if self.is_list_open:
            self.do(self.server.list[1])
        self.is_list_open = False

    def set_quiet(self, is_quiet):
        if self.server.quiet[0] == ("Inhibit",):
            self.inhibit(is_quiet)
        else:
            self.do(self.server.quiet[0 if is_quiet else 1])
        # Some read their settings a moment later.
        time.sleep(1)

    def inhibit(self, is_quiet):
        place = (SERVER, "/org/freedesktop/Notifications")
        if is_quiet:
            self.cookie, = self.call(place, SERVER + ".Inhibit", "(ssa{sv})", "film", "a film", {})
        else:
            self.call(place, SERVER + ".UnInhibit", "(u)", self.cookie)

    def do(self, deed):
        """Clicks on a place, presses a key, or runs a command."""
        if isinstance(deed[0], int):
            self.screen.click(deed)
        elif len(deed) == 1:
            self.screen.key(*deed)
        else:
            subprocess.run(deed, env=self.environment, check=True, timeout=20,
                           stdout=subprocess.DEVNULL)


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
