"""A login to a small desktop of a machine, what its notification server shows, and its pointer."""

import io
import json
import os

from PIL import Image

from home import ROOT, until
from machine import USER
from sight import Sight

HERE = os.path.dirname(os.path.abspath(__file__))
KEPT = os.path.join(ROOT, ".build", "machine")
# A screen with a window manager, a notification server, and a program that starts autostart files as
# XFCE does; a pointer and a camera.
PACKAGES = ("xvfb", "openbox", "xfce4-notifyd", "dex", "xdotool", "imagemagick", "fonts-dejavu-core",
            "xz-utils")
SERVER = ("sh", "-c", "exec /usr/lib/*/xfce4/notifyd/xfce4-notifyd")
# As GNOME and Plasma start programs: those of the session's target, and autostart files.
TARGET = """
[Unit]
BindsTo=graphical-session.target
Before=graphical-session.target
Wants=xdg-desktop-autostart.target
"""


class Session:
    """A session, from the login to the logout: `with Session(machine) as desk`."""

    number = 0

    def __init__(self, machine, kind="systemd"):
        Session.number += 1
        self.machine, self.kind = machine, kind
        self.unit = f"desk-{Session.number}"
        self.folder = "/tmp/" + self.unit

    def __enter__(self):
        machine = self.machine
        machine.copy(os.path.join(HERE, "desk"), "/usr/local/bin/desk", "755")
        machine.do("sh", "-c", "cat >/etc/systemd/user/desktop.target", data=TARGET.encode())
        machine.do(
            "systemd-run", "--quiet", "--collect", "--unit=" + self.unit, f"--property=User={USER}",
            "--property=PAMName=login", f"--working-directory=/home/{USER}",
            "--setenv=XDG_CURRENT_DESKTOP=XFCE", "--setenv=LANG=C.UTF-8",
            "/usr/local/bin/desk", self.folder, self.kind, *SERVER)
        until(lambda: self.has("ready"), 60, "a desktop that is ready")
        self.display = ":" + self.read("screen").strip()
        return self

    def __exit__(self, *_):
        self.machine.run("sh", "-c", f"echo >{self.folder}/logout")
        until(lambda: not self.is_active, 30, "the end of the session")

    @property
    def is_active(self):
        return self.machine.run("systemctl", "is-active", "--quiet", self.unit).status == 0

    def has(self, name):
        return self.machine.run("test", "-e", f"{self.folder}/{name}").status == 0

    def read(self, name):
        return self.machine.run("cat", f"{self.folder}/{name}").output

    # What the server is told, and tells.

    @property
    def messages(self):
        return [json.loads(line) for line in self.read("bus").splitlines() if line.endswith("}")]

    @property
    def shown(self):
        """The titles and bodies of the notifications that are on the screen."""
        asked, shown = {}, {}
        for message in self.messages:
            data = message.get("payload", {}).get("data", [])
            if message.get("member") == "Notify":
                asked[message["sender"], message["cookie"]] = data[3] + "\n" + data[4]
            elif message["type"] == "method_return":
                title = asked.pop((message["destination"], message["reply_cookie"]), None)
                if title is not None:
                    shown[data[0]] = title
            elif message.get("member") == "NotificationClosed":
                shown.pop(data[0], None)
        return list(shown.values())

    @property
    def notified(self):
        """When the first notification was asked for, in seconds since 1970."""
        return next(message["timestamp-realtime"] for message in self.messages
                    if message.get("member") == "Notify") / 1e6

    @property
    def login_seconds(self):
        """How long the desktop took to start programs."""
        return float(self.read("ready")) - float(self.read("begin"))

    def wait_for(self, text, seconds=20):
        """Waits until one notification is on the screen, and has a text."""
        def is_shown():
            shown = self.shown
            return len(shown) == 1 and text in shown[0]
        try:
            until(is_shown, seconds, f"one notification: {text}")
        finally:
            self.keep(text.lower().replace(" ", "-"))

    # The screen.

    def screen(self, *words):
        return self.machine.do("env", "DISPLAY=" + self.display, *words)

    def picture(self):
        run = self.machine.run_bytes(
            "env", "DISPLAY=" + self.display, "import", "-window", "root", "png:-")
        return Image.open(io.BytesIO(run.stdout)).convert("RGB")

    def keep(self, name):
        """Keeps a picture for people to look at."""
        os.makedirs(KEPT, exist_ok=True)
        self.picture().save(os.path.join(KEPT, f"{self.machine.suite}-{self.unit}-{name}.png"))

    def click(self, label):
        """Presses a button where a person reads it."""
        def place():
            picture = self.picture()
            # Nothing else is drawn on the ground, which has one colour.
            ground = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
            # A button stands below a sentence that speaks of it.
            return next(reversed(Sight(picture, ground).find(label)), None)
        x, y = until(place, 20, f"{label} on the screen")
        self.screen("xdotool", "mousemove", str(x), str(y), "click", "1")
