"""A task list: a CalDAV server, vdirsyncer, which carries tasks between it and a folder, and a program on a phone."""

import base64
import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request

import caldav

from home import Late, until
from pair import end
from recipes import displays
from syncthing import free_port

LIMIT = 60
# Where the recipe has the list, here and there.
HERE, THERE = ".local/share/study", "https://example.org/user/study/"

SETTINGS = """\
[server]
hosts = {address}
[auth]
type = none
[storage]
filesystem_folder = {folder}
"""

# Something that the list has besides, as another program writes it.
GROCERIES = "\r\n".join((
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Another//Program//EN", "BEGIN:VTODO", "UID:groceries",
    "DTSTAMP:20260101T080000Z", "SUMMARY:Bread\\, milk and a very long line that another program has folded som",
    " ewhere in a word", "STATUS:COMPLETED", "X-ANOTHER;X-PARAMETER=\"a;b\":kept", "BEGIN:VALARM",
    "ACTION:DISPLAY", "DESCRIPTION:Study", "TRIGGER:-PT15M", "END:VALARM", "END:VTODO", "END:VCALENDAR", ""))


def recipe(server):
    """The configuration of vdirsyncer that haru-sync(7) gives, with a server that asks for no password."""
    text = re.sub("password.fetch = .*", 'password = "none"', displays("vdirsyncer")[0])
    return text.replace(THERE, server.list)


class Server:
    """A server of Debian's on the loopback with an empty list, for as long as a `with`."""

    def __init__(self, machine):
        self.machine, self.address = machine, f"127.0.0.1:{free_port()}"
        self.list = f"http://{self.address}/user/study/"
        self.folder = machine(self.name)
        os.mkdir(self.folder)

    def words(self):
        """The command that starts it."""
        raise NotImplementedError

    def __enter__(self):
        with open(self.machine(self.name + ".log"), "ab") as log:
            self.child = subprocess.Popen(self.words(), env=self.machine.environment,
                                          stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        until(self.make_list, 20, "the server")
        return self

    def __exit__(self, *_):
        end(self.child, signal.SIGTERM)

    def make_list(self):
        """Makes the list, as people do on the page of their server."""
        name = base64.b64encode(b"user:none").decode()
        request = urllib.request.Request(self.list, method="MKCALENDAR",
                                         headers={"Authorization": "Basic " + name})
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return answer.status == 201
        except urllib.error.URLError:
            return False


class Radicale(Server):
    """Keeps an item as it was sent."""

    name = "radicale"

    def words(self):
        settings = self.machine.write(
            "radicale.conf", SETTINGS.format(address=self.address, folder=self.folder))
        return ["radicale", "--config", settings]


class Xandikos(Server):
    """Keeps items in git, with their lines in another order."""

    name = "xandikos"

    def words(self):
        host, _, port = self.address.partition(":")
        return ["xandikos", "--directory", self.folder, "--autocreate", "--listen-address", host, "--port", port]


class Side:
    """A home whose folder of tasks vdirsyncer carries to the server and back."""

    def __init__(self, machine, name, server):
        self.path, self.ahead = machine(name), machine.zone_ahead
        self.folder = os.path.join(self.path, HERE)
        os.makedirs(self.folder)
        self.environment = {key: value for key, value in machine.environment.items()
                            if not key.startswith("XDG_")} | {"HOME": self.path}
        self.write(".config/vdirsyncer/config", recipe(server))
        self.write(".config/todoman/config.py", f'path = "~/{HERE}"\n')
        self.do("vdirsyncer", "discover", "study")

    def write(self, name, text):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def do(self, *words):
        """Runs a program, and returns what it prints."""
        run = subprocess.run(words, env=self.environment, cwd=self.path, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, timeout=LIMIT, check=False)
        if run.returncode:
            raise Late(f"{' '.join(words)}: {run.stderr}")
        return run.stdout

    def sync(self):
        self.do("vdirsyncer", "sync", "study")

    # What todoman, a program for tasks, shows and does.

    def tasks(self):
        """The tasks of days, by day, with what todoman tells of each."""
        text = self.do("todoman", "--porcelain", "list", "--status", "ANY")
        return {time.strftime("%Y-%m-%d", time.gmtime(task["due"] + self.ahead)): task
                for task in json.loads(text) if task["due"]}

    def is_completed(self, day):
        task = self.tasks().get(day)
        return task and task["completed"]

    def complete(self, day):
        self.do("todoman", "done", str(self.tasks()[day]["id"]))

    # What other programs do, by the files.

    def reopen(self, day):
        """Takes a completion back, for which todoman has no command."""
        name, text = self.item("UID:haru-" + day)
        kept = [line for line in text.splitlines(keepends=True)
                if not line.startswith(("COMPLETED", "PERCENT-COMPLETE"))]
        self.write(f"{HERE}/{name}", "".join(kept).replace("STATUS:COMPLETED", "STATUS:NEEDS-ACTION"))

    def item(self, line):
        """The name and the text of the file that has a line."""
        # Files with other names are still being written.
        for name in (name for name in os.listdir(self.folder) if name.endswith(".ics")):
            with open(os.path.join(self.folder, name), encoding="utf-8", newline="") as file:
                text = file.read()
            if line in text.splitlines():
                return name, text
        raise Late(f"no task with {line}")


class Phone:
    """A program that speaks to the server itself, as those of phones do: python-caldav."""

    def __init__(self, server):
        # A password that no server asks for.
        client = caldav.DAVClient(server.list, username="user", password="none")
        self.list = client.calendar(url=server.list)

    def sync(self):
        """Nothing is here that would have to be carried."""

    def write(self, name, text):
        self.list.client.put(self.list.url.join(os.path.basename(name)), text, {"Content-Type": "text/calendar"})

    def tasks(self):
        """The tasks of days, by day."""
        return {str(task.icalendar_component["due"].dt): task for task in self.list.todos(include_completed=True)
                if "due" in task.icalendar_component}

    def item(self, line):
        """The address and the text of the item that has a line."""
        for task in self.list.todos(include_completed=True):
            if line in task.data.splitlines():
                return str(task.url), task.data
        raise Late(f"no task with {line}")

    def is_completed(self, day):
        task = self.tasks().get(day)
        return task and task.icalendar_component["status"] == "COMPLETED"

    def complete(self, day):
        self.tasks()[day].complete()

    def reopen(self, day):
        self.tasks()[day].uncomplete()

    def item(self, line):
        """The address and the text of the item that has a line."""
        return next((task.url, task.data) for task in self.list.todos(include_completed=True)
                    if line in task.data.splitlines())
