"""Screens without a monitor: what they show as a picture, and a pointer that clicks there."""

import glob
import io
import os
import pwd
import struct
import subprocess
import time

from PIL import Image

from home import Late, Talker, until
from pointer import VirtualPointer

WIDTH, HEIGHT = 1280, 720
CORNER = (WIDTH - 1, HEIGHT - 1)
# Where no server draws anything: the pointer waits there.
REST = (WIDTH - 1, HEIGHT * 2 // 3)

# Something that a user does on a screen: the Escape key.
ESCAPE = ("Escape",)
# The numbers of the keys that are no letters (keysyms).
KEYSYMS = {"Escape": 0xFF1B, "Return": 0xFF0D, "Tab": 0xFF09, "space": 0x20, "super": 0xFFEB}


class Screen:
    """What all screens share."""

    def click(self, place, button="left", times=1, pause=0.07):
        """Clicks as a person does: moves there first, and holds the button for a moment."""
        x, y = place
        self.move((x - 2, y - 1))
        self.move(place)
        time.sleep(0.2)
        for _ in range(times):
            self.press(button, True)
            time.sleep(0.04)
            self.press(button, False)
            time.sleep(pause - 0.04)

    def leave(self):
        """Takes the pointer away."""
        self.move(REST)

    def settled(self, seconds=2):
        """A picture that stays the same for some seconds; raises `Late`."""
        pictures = []

        def stays():
            picture = self.picture()
            if pictures and picture.tobytes() != pictures[0][1].tobytes():
                pictures.clear()
            pictures.append((time.monotonic(), picture))
            return pictures[-1][0] - pictures[0][0] > seconds
        until(stays, 30, "a screen that stays as it is")
        return pictures[-1][1]


class X(Screen):
    """Xvfb."""

    BUTTONS = {"left": "1", "middle": "2", "right": "3"}

    def __init__(self, session):
        self.environment = session.environment
        self.programs = [name for name in (session.server.manager, session.server.compositor) if name]
        self.restless = session.server.restless
        self.server = Talker(
            ["Xvfb", "-displayfd", "1", "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-dpi", "96",
             "-nolisten", "tcp", "-noreset", "-fbdir", session.path], session.environment)
        self.frame = session("Xvfb_screen0")
        session.environment |= {
            "DISPLAY": ":" + self.server.line(20), "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb",
            "XDG_SESSION_TYPE": "x11"}
        self.leave()

    def start_desktop(self):
        """Starts what some servers get no clicks without: a window manager, or draw nothing: a compositor."""
        for name in self.programs:
            subprocess.Popen([name], env=self.environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def xdotool(self, *words):
        subprocess.run(["xdotool", *words], env=self.environment, check=True, timeout=20)

    def window(self, name):
        """Where a window with the name of its class is, and its width and height."""
        words = ["xdotool", "search", "--onlyvisible", "--class", name, "getwindowgeometry", "--shell"]
        printed = subprocess.check_output(words, env=self.environment, text=True, timeout=20)
        values = dict(line.split("=") for line in printed.splitlines())
        return tuple(int(values[key]) for key in ("X", "Y", "WIDTH", "HEIGHT"))

    def move(self, place):
        self.xdotool("mousemove", *map(str, place))

    def press(self, button, is_down):
        self.xdotool("mousedown" if is_down else "mouseup", self.BUTTONS[button])

    def key(self, keys):
        """Presses keys together, such as `super+s`."""
        self.xdotool("key", keys)

    def picture(self):
        """Reads the screen from the file that Xvfb draws in, whose format is that of `xwd`."""
        with open(self.frame, "rb") as file:
            data = file.read()
        header = struct.unpack_from(">25I", data)
        size, stride, colours = header[0], header[12], header[19]
        picture = Image.frombytes("RGB", (WIDTH, HEIGHT), data[size + 12 * colours:], "raw", "BGRX",
                                  stride)
        if self.restless:
            picture.paste((0, 0, 0), self.restless)
        return picture


class Phoc(X):
    """The compositor of phones in a window of Xvfb: without a device it has no seat, and Phosh ends."""

    CONFIGURATION = f"[core]\nxwayland=false\n[output:X11-1]\nmode={WIDTH}x{HEIGHT}\nscale=1\n"

    def __init__(self, session):
        super().__init__(session)
        self.session = session

    def start_desktop(self):
        super().start_desktop()
        configuration = self.session.write("phoc.ini", self.CONFIGURATION)
        self.environment |= {"WLR_BACKENDS": "x11", "WLR_RENDERER": "pixman"}
        self.session.start(["phoc", "-C", configuration])
        until(lambda: os.path.exists(self.session("run/wayland-0")), 20, "phoc's socket")
        self.environment |= {
            "WAYLAND_DISPLAY": "wayland-0", "XDG_CURRENT_DESKTOP": "Phosh:GNOME",
            "XDG_SESSION_TYPE": "wayland", "GDK_BACKEND": "wayland", "QT_QPA_PLATFORM": "wayland"}


class Sway(Screen):
    """sway without an output device."""

    CONFIGURATION = (f"xwayland disable\noutput HEADLESS-1 resolution {WIDTH}x{HEIGHT} position 0 0\n"
                     "output * bg #406040 solid_color\n")

    def __init__(self, session):
        configuration = session.write("sway.conf", self.CONFIGURATION)
        self.place = place = session("sway")
        os.mkdir(place, 0o700)
        own = session.environment | {
            "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
            "XDG_RUNTIME_DIR": place, "HOME": place}
        # sway refuses to run as root, and its clients may be of another user.
        other = {}
        if os.getuid() == 0:
            nobody = pwd.getpwnam("nobody")
            other = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(place, nobody.pw_uid, nobody.pw_gid)
            os.chmod(session.path, 0o711)
        with open(session("sway.log"), "wb") as log:
            subprocess.Popen(["sway", "-c", configuration], env=own, stdout=log, stderr=log,
                             stdin=subprocess.DEVNULL, **other)
        socket = until(lambda: [name for name in os.listdir(place)
                                if name.startswith("wayland-") and not name.endswith(".lock")], 20,
                       "sway's socket")
        # Some clients take it for a name, not for a path.
        os.symlink(os.path.join(place, socket[0]), session("run/" + socket[0]))
        session.environment |= {
            "WAYLAND_DISPLAY": socket[0], "XDG_CURRENT_DESKTOP": "sway",
            "XDG_SESSION_TYPE": "wayland", "GDK_BACKEND": "wayland", "QT_QPA_PLATFORM": "wayland"}
        self.environment = session.environment
        self.pointer = VirtualPointer(os.path.join(place, socket[0]), WIDTH, HEIGHT)
        self.leave()

    def start_desktop(self):
        pass

    def move(self, place):
        self.pointer.move(place)

    def press(self, button, is_down):
        self.pointer.press(button, is_down)

    def key(self, keys):
        *modifiers, last = keys.replace("super", "logo").split("+")
        words = [word for modifier in modifiers for word in ("-M", modifier)] + ["-k", last]
        subprocess.run(["wtype", *words], env=self.environment, check=True, timeout=20)

    def bind(self, keys, path):
        """Lets keys run a script, as a line of the user's configuration does."""
        socket, = glob.glob(os.path.join(self.place, "sway-ipc.*.sock"))
        keys = keys.replace("super", "Mod4")
        subprocess.run(["swaymsg", "-s", socket, f"bindsym {keys} exec {path}"], check=True,
                       timeout=20, stdout=subprocess.DEVNULL)

    def picture(self):
        run = subprocess.run(["grim", "-t", "ppm", "-"], env=self.environment, capture_output=True,
                             timeout=30, check=True)
        return Image.open(io.BytesIO(run.stdout)).convert("RGB")


class Gnome(Screen):
    """GNOME Shell is screen and server in one.

    Its background is drawn only when the overview is opened, so it has none. Its unsafe mode lets a test
    take pictures; the pointer is that of a remote desktop, whose motion takes the way of a device's.
    """

    SHELL = ("org.gnome.Shell", "/org/gnome/Shell")
    REMOTE = "org.gnome.Mutter.RemoteDesktop"
    BUTTONS = {"left": 0x110, "middle": 0x112, "right": 0x111}
    CLOCK = (540, 0, 740, 32)
    SETTINGS = """\
[org/gnome/desktop/interface]
enable-animations=false
[org/gnome/shell]
welcome-dialog-last-shown-version='99'
[org/gnome/desktop/background]
picture-options='none'
[org/gnome/desktop/session]
idle-delay=uint32 0
"""

    def __init__(self, session):
        self.session = session
        session.write("config/glib-2.0/settings/keyfile", self.SETTINGS)
        session.environment |= {
            "GSETTINGS_BACKEND": "keyfile", "XDG_CURRENT_DESKTOP": "GNOME",
            "XDG_SESSION_TYPE": "wayland", "LIBGL_ALWAYS_SOFTWARE": "1"}
        self.environment = session.environment

    def start_desktop(self):
        with open(self.session("gnome-shell.log"), "wb") as log:
            subprocess.Popen(
                ["gnome-shell", "--headless", "--wayland", "--no-x11", "--virtual-monitor",
                 f"{WIDTH}x{HEIGHT}", "--unsafe-mode"],
                env=self.environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
        self.environment["WAYLAND_DISPLAY"] = "wayland-0"
        until(lambda: self.evaluate("Main.layoutManager._startingUp") == "false", 60, "GNOME Shell")
        self.evaluate("Main.overview.hide()")
        path, = self.session.call((self.REMOTE, "/" + self.REMOTE.replace(".", "/")),
                                  self.REMOTE + ".CreateSession")
        self.remote = (self.REMOTE, path)
        self.session.call(self.remote, self.REMOTE + ".Session.Start")
        self.leave()
        # Its own messages, such as that it runs as root.
        self.evaluate("Main.messageTray.getSources().forEach(source => source.destroy())")

    def evaluate(self, script):
        try:
            done, answer = self.session.call(self.SHELL, "org.gnome.Shell.Eval", "(s)", script)
        except Late:
            return None
        return answer if done else None

    def move(self, place):
        # Its motion is relative: from a known corner the way is known.
        self.motion(2 * WIDTH, 2 * HEIGHT)
        self.motion(place[0] - CORNER[0], place[1] - CORNER[1])

    def motion(self, x, y):
        self.session.call(self.remote, self.REMOTE + ".Session.NotifyPointerMotionRelative",
                          "(dd)", float(x), float(y))

    def press(self, button, is_down):
        self.session.call(self.remote, self.REMOTE + ".Session.NotifyPointerButton", "(ib)",
                          self.BUTTONS[button], is_down)

    def key(self, keys):
        numbers = [KEYSYMS.get(key) or ord(key) for key in keys.split("+")]
        for number, is_down in [*((number, True) for number in numbers),
                                *((number, False) for number in reversed(numbers))]:
            self.session.call(self.remote, self.REMOTE + ".Session.NotifyKeyboardKeysym", "(ub)",
                              number, is_down)

    def picture(self):
        path = self.session("screen.png")
        self.session.call(("org.gnome.Shell.Screenshot", "/org/gnome/Shell/Screenshot"),
                          "org.gnome.Shell.Screenshot.Screenshot", "(bbs)", False, False, path)
        with Image.open(path) as file:
            picture = file.convert("RGB")
        # Its clock goes on by itself, and stands so near a banner that both would be read as one.
        picture.paste((0, 0, 0), self.CLOCK)
        return picture
