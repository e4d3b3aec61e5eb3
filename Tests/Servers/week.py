#!/usr/bin/python3
"""Lives a fortnight with Haru on a real desktop, and takes pictures: week.py [--desktop NAME] [FOLDER]

A pointer clicks on the words that a user would look for; nothing is typed but a note, and the commands that the README
shows in a terminal. On XFCE these are the pictures of docs/week.md and of the README, and go into FOLDER, by default
docs/screenshots; look at each of them. Those of `--desktop plasma` and `--desktop gnome-shell` go into .build/week;
docs/week.md has week-NAME of each. They were made on Debian 13, with plasma-desktop, plasma-pa, systemsettings, dolphin
and konsole, and with gnome-terminal.
"""

import argparse
import dataclasses
import itertools
import json
import os
import sys
import time

from PIL import Image

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

from home import PROGRAMS, ROOT, Late, Talker, until
from screens import ESCAPE, WIDTH
from session import Session
from sight import areas
from table import named

# The corner of the screen that a picture shows.
CORNER = (420, 176)
# How much of a screen stands beside the card of a year, and the gap between the two.
SHOWN, GAP = 960, 32

# One panel with what tells the time, and a plain background: a desktop of somebody who likes it tidy.
PANEL = """\
<channel name="xfce4-panel" version="1.0">
  <property name="configver" type="int" value="2"/>
  <property name="panels" type="array">
    <value type="int" value="1"/>
    <property name="dark-mode" type="bool" value="true"/>
    <property name="panel-1" type="empty">
      <property name="position" type="string" value="p=6;x=0;y=0"/>
      <property name="length" type="uint" value="100"/>
      <property name="position-locked" type="bool" value="true"/>
      <property name="size" type="uint" value="26"/>
      <property name="plugin-ids" type="array">
        {}
      </property>
    </property>
  </property>
  <property name="plugins" type="empty">
    <property name="plugin-1" type="string" value="applicationsmenu"/>
    <property name="plugin-2" type="string" value="separator">
      <property name="expand" type="bool" value="true"/>
      <property name="style" type="uint" value="0"/>
    </property>
    <property name="plugin-3" type="string" value="notification-plugin"/>
    <property name="plugin-4" type="string" value="clock">
      <property name="digital-layout" type="uint" value="3"/>
      <property name="digital-time-format" type="string" value="%a %-d %b  %H:%M "/>
    </property>
  </property>
</channel>
""".format("".join(f'<value type="int" value="{number}"/>' for number in range(1, 5)))
BACKGROUND = """\
<channel name="xfce4-desktop" version="1.0">
  <property name="desktop-icons" type="empty"><property name="style" type="int" value="0"/></property>
  <property name="backdrop" type="empty"><property name="screen0" type="empty">
    <property name="monitorscreen" type="empty"><property name="workspace0" type="empty">
      <property name="image-style" type="int" value="0"/>
      <property name="color-style" type="int" value="2"/>
      <property name="rgba1" type="array">{}</property>
      <property name="rgba2" type="array">{}</property>
    </property></property>
  </property></property>
</channel>
""".format(*("".join(f'<value type="double" value="{part / 255}"/>' for part in (*colour, 255))
             for colour in ((70, 118, 128), (24, 44, 62))))
LOOK = """\
<channel name="xsettings" version="1.0">
  <property name="Net" type="empty">
    <property name="ThemeName" type="string" value="Greybird"/>
    <property name="IconThemeName" type="string" value="elementary-xfce"/>
  </property>
  <property name="Gtk" type="empty"><property name="FontName" type="string" value="Cantarell 10"/></property>
  <property name="Gdk" type="empty">
    <property name="WindowScalingFactor" type="int" value="{}"/>
  </property>
</channel>
"""
TERMINAL = """\
[Configuration]
FontName=DejaVu Sans Mono 11
MiscMenubarDefault=FALSE
ScrollingBar=TERMINAL_SCROLLBAR_NONE
"""
# The buttons of the calendar, in one line or two.
BUTTONS = ("studied", "rest", "note", "undo", "help", "quit")
CHANNELS = "config/xfce4/xfconf/xfce-perchannel-xml/"


def xfce(scale):
    """The server as a part of its desktop; `scale` is 2 for a screen of small pixels."""
    files = {"xfce4-panel": PANEL, "xfce4-desktop": BACKGROUND, "xsettings": LOOK.format(scale)}
    return dataclasses.replace(
        named("xfce4-notifyd"), manager="xfwm4", environment=(("XDG_CURRENT_DESKTOP", "XFCE"),),
        files=(*((f"{CHANNELS}{name}.xml", text) for name, text in files.items()),
               ("config/xfce4/helpers.rc", "TerminalEmulator=xfce4-terminal\n"),
               ("config/xfce4/terminal/terminalrc", TERMINAL)))


class Desk(Session):
    """A desktop on which it is any time that is wanted."""

    # Whether what is shown goes into a list by itself.
    goes = True

    def __init__(self, folder, server):
        self.folder = folder
        super().__init__(server)

    def log_in(self):
        super().log_in()
        self.environment["TZ"] = "UTC"

    def at(self, moment):
        """A login at a moment: the agent starts with that clock."""
        self.close_list()
        self.end_agent()
        self.pretend(moment)
        self.tell_time()
        self.empty = self.screen.settled()
        self.pretend(moment)
        self.start_agent()
        print(moment, flush=True)

    def tell_time(self):
        """Lets the desktop have the same clock, where it can."""

    def shows(self, words):
        """Waits until the screen shows words, and stays as it is; returns where."""
        def seen():
            if not self.goes:
                self.screen.settled(1)
            elif not self.is_kept():
                return None
            found = self.see().find(words)
            return found and found[-1]
        return until(seen, 30, words)

    def is_kept(self):
        """Whether something is there, which stays under the pointer until it has found its place."""
        for _ in range(4):
            if not self.hover():
                return False
            time.sleep(0.5)
        return True

    def hover(self):
        """Keeps a banner where it is, and lets it draw its buttons: both need the pointer."""
        boxes = areas(self.screen.picture(), self.empty)
        if boxes:
            left, top, right, _ = boxes[0]
            # In its title, where the pointer hides no word.
            self.screen.move(((left + right) // 2, top + 24))
        return boxes

    def study_first(self):
        """Leaves today alone while one studies, and finds it where it is then."""
        empty = self.empty
        if self.goes:
            self.screen.leave()
            until(lambda: not self.has_popup(), 30, "the end of the banner")
            self.open_list()
            self.take_list("Press Study when")
            self.unfold()
        self.press("Study")
        self.empty = empty

    def take_list(self, words):
        """As much of the list as the page needs, which says these words."""
        self.shows(words)
        picture = self.screen.picture()
        left, top, right, bottom = max(areas(picture, self.empty), key=lambda box: box[3])
        width, height = self.list_size
        box = left, top, min(right, left + width), min(bottom, top + height)
        self.save("week-" + self.server.name, picture.crop(box).quantize(256, Image.Quantize.FASTOCTREE))

    def unfold(self):
        """Lets an entry of the list show its buttons, where it does not yet."""

    def choose_haru(self):
        """Starts Haru from the menu of the desktop."""
        self.screen.click(self.menu)
        self.press(self.group)
        self.press("Haru")

    def press(self, label):
        self.screen.click(self.shows(label))
        self.screen.leave()
        print("  pressed", label, flush=True)

    def take(self, name, words):
        """The notification that says these words."""
        self.shows(words)
        picture = self.screen.picture()
        self.save(name, picture.crop(max(areas(picture, self.empty), key=lambda box: box[3])))

    # The calendar in its window.

    def open_calendar(self):
        """Presses *Calendar*, and finds where its days are, whose width is that of the terminal's choice."""
        self.press("Calendar")
        if self.goes:
            # A banner would lie on the window.
            time.sleep(10)
        first, last = self.shows("Mon"), self.shows("Sun")
        picture = self.screen.picture()
        self.pitch = (last[0] - first[0]) / 6
        # Beside the last weekday nothing is written; above it is the title, whose ground is coloured.
        x = round(last[0] + self.pitch / 3)
        column = [picture.getpixel((x, y)) for y in range(last[1] + 1)]
        self.ground = column[-1]
        bottom = max(y for y, colour in enumerate(column) if colour != self.ground)
        top = min(y for y in range(bottom + 1) if set(column[y:bottom + 1]) == {column[bottom]})
        self.height = bottom - top + 1
        self.corner = first[0], (top + bottom) / 2

    def place_of(self, number):
        """The middle of a day."""
        # 1 November 2026 is a Sunday, and weeks begin on Mondays.
        week, weekday = divmod(number + 5, 7)
        return round(self.corner[0] + weekday * self.pitch), round(self.corner[1] + (week + 2) * self.height)

    def day(self, number):
        self.screen.click(self.place_of(number))
        self.screen.leave()
        print("  clicked on day", number, flush=True)

    def days(self, first, last):
        """Drags from one day to another."""
        self.screen.move(self.place_of(first))
        self.screen.press("left", True)
        time.sleep(0.2)
        self.screen.move(self.place_of(last))
        time.sleep(0.2)
        self.screen.press("left", False)
        self.screen.leave()
        print("  dragged from day", first, "to", last, flush=True)

    def button(self, label):
        """Presses a button at the foot of the calendar."""
        places = self.find_buttons(self.screen.picture())
        if len(places) != len(BUTTONS):
            raise Late("the buttons of the calendar")
        self.screen.click(places[BUTTONS.index(label)])
        self.screen.leave()
        print("  pressed", label, flush=True)

    def find_buttons(self, picture):
        """The middles of the runs of another ground below the month, which are its buttons."""
        left, right = (round(self.corner[0] + days * self.pitch) for days in (-0.7, 6.7))
        places = []
        for row in range(8, 60):
            # Above the letters.
            y = round(self.corner[1] + (row - 0.5) * self.height) + 1
            if picture.getpixel((left, y)) != self.ground:
                # Below the terminal.
                break
            x = left
            for colour, run in itertools.groupby(picture.getpixel((x, y)) for x in range(left, right)):
                width = len(list(run))
                if colour != self.ground and width > 2 * self.height:
                    places.append((x + width // 2, y + round(self.height / 2)))
                x += width
        return places

    def take_calendar(self, name, words):
        """The terminal, once it says these words."""
        self.shows(words)
        picture = self.screen.picture()
        # Beside the weekdays, and at the left edge, nothing is written.
        y = round(self.corner[1] + self.height)
        left, _ = self.end_of_ground(picture, (round(self.corner[0] - self.pitch / 3), y), -1, 0)
        right, _ = self.end_of_ground(picture, (round(self.corner[0] + 6.33 * self.pitch), y), 1, 0)
        _, top = self.end_of_ground(picture, (left, y), 0, -1)
        _, bottom = self.end_of_ground(picture, (left, y), 0, 1)
        self.save(name, picture.crop((left, top, right + 1, bottom + 1)))

    def end_of_ground(self, picture, place, right, down):
        """The last pixel of the terminal's ground on the way from a place."""
        x, y = place
        while picture.getpixel((x + right, y + down)) == self.ground:
            x, y = x + right, y + down
        return x, y

    def save(self, name, picture):
        path = os.path.join(self.folder, name + ".png")
        picture.save(path, optimize=True)
        print(" ", path, flush=True)


class Xfce(Desk):
    """XFCE with its panel, its background and its look."""

    goes = False
    menu, group = (40, 12), "Accessories"

    def __init__(self, folder, scale=1):
        self.panel = None
        super().__init__(folder, xfce(scale))

    def log_in(self):
        super().log_in()
        self.start(["xfsettingsd", "--no-daemon"])
        self.start(["xfdesktop"])

    def tell_time(self):
        if self.panel:
            self.panel.child.terminate()
            self.panel.child.wait(10)
        with open(self("panel.log"), "ab") as log:
            self.panel = Talker([*self.clock, "xfce4-panel", "--disable-wm-check"], self.environment, errors=log)
        time.sleep(3)

    def take(self, name, words):
        """The corner of the screen, with the time in the panel."""
        self.shows(words)
        picture = self.screen.picture()
        popup = max(areas(picture, self.empty), key=lambda box: box[3])
        width, height = CORNER
        self.save(name, picture.crop((WIDTH - width, 0, WIDTH, max(height, popup[3] + 8))))


class Plasma(Desk):
    """Plasma, with Konsole."""

    list_size = (480, 500)
    menu, group = (30, 692), "Utilities"
    ARROW = (1128, 692)

    def __init__(self, folder):
        server = named("plasma")
        files = (("config/kdeglobals", "[General]\nTerminalApplication=konsole\n"),)
        environment = (*server.environment, ("XDG_MENU_PREFIX", "plasma-"))
        super().__init__(folder, dataclasses.replace(
            server, environment=environment, files=server.files + files))

    def start(self, words):
        super().start([*self.clock, *words])

    def tell_time(self):
        self.restart_server()

    def open_list(self):
        # Its bell hides behind the arrow once the pointer has been on all that there is.
        self.screen.click(self.ARROW)
        self.press("Notifications")
        self.is_list_open = True


class Gnome(Desk):
    """GNOME, with its terminal."""

    # Without its calendar, which has another clock.
    list_size = (448, 140)
    ACTIVITIES, ARROW = (30, 12), (629, 70)

    def __init__(self, folder):
        server = named("gnome-shell")
        super().__init__(folder, dataclasses.replace(
            server, services=(*server.services, "org.gnome.Terminal.service")))

    def log_in(self):
        super().log_in()
        self.environment["WAYLAND_DISPLAY"] = "wayland-0"
        # The first key is lost, which brings its keyboard.
        self.screen.key(*ESCAPE)
        self.do(("gsettings", "set", "org.gnome.desktop.default-applications.terminal", "exec", "gnome-terminal"))

    def unfold(self):
        self.screen.leave()
        # Its buttons are read where nothing else is new.
        self.empty = self.screen.settled(1)
        self.screen.click(self.ARROW)
        self.screen.leave()

    def choose_haru(self):
        self.screen.click(self.ACTIVITIES)
        self.screen.settled(1)
        # Its place is that of the last button in a dash of any length.
        place = self.screen.evaluate(
            "const button = Main.overview.dash.showAppsButton; const [x, y] = button.get_transformed_position();"
            "[x + button.width / 2, y + button.height / 2].map(Math.round)")
        self.screen.click(json.loads(place))
        self.press("Haru")


DESKTOPS = {"xfce": Xfce, "plasma": Plasma, "gnome-shell": Gnome}


def week(desk):
    """The week of the page, day by day."""
    # As where weeks begin on Mondays.
    desk.haru("config", "set", "Day.first-weekday", "monday")
    desk.at("2026-11-16 08:30:00")
    desk.take("week-monday", "Press Study when")
    desk.study_first()
    desk.take("week-monday-studied", "first day of your")

    desk.at("2026-11-17 08:30:00")
    desk.take("week-tuesday", "today is open")
    desk.press("Later")
    desk.at("2026-11-17 09:29:55")
    # The title is read as "Stillopen today" on GNOME.
    desk.take("week-tuesday-later", "Tuesday 17 November")
    desk.press("Study")
    desk.shows("2-day streak")

    for day, words in (("18", "3-day streak"), ("19", "4-day streak")):
        desk.at(f"2026-11-{day} 08:30:00")
        desk.press("Study")
        desk.shows(words)

    desk.at("2026-11-21 08:30:00")
    desk.take("week-saturday", "Yesterday")
    desk.press("Yesterday")
    desk.take("week-saturday-kept", "5-day streak")
    desk.press("Study")
    desk.shows("6-day streak")
    desk.press("Undo")
    desk.shows("5-day streak")
    desk.press("Study")
    desk.shows("6-day streak")
    desk.open_calendar()
    desk.day(22)
    desk.button("rest")
    desk.take_calendar("week-calendar", "rest day")
    desk.button("quit")

    desk.at("2026-11-22 10:00:00")
    desk.choose_haru()
    desk.take("week-sunday", "rest day today")

    desk.at("2026-11-23 08:30:00")
    desk.press("Study")
    desk.take("week-seven", "7-day streak")

    desk.at("2026-11-26 08:30:00")
    desk.take("week-broken", "of the last")
    desk.press("Study")
    desk.take("week-return", "Studied")
    desk.open_calendar()
    desk.button("note")
    desk.type((*"chapter", "space", "7", "Return"))
    desk.shows("Note saved")
    desk.day(24)
    desk.button("studied")
    desk.days(28, 30)
    desk.button("rest")
    desk.take_calendar("week-corrected", "30 November")
    desk.button("quit")


def year(desk):
    """Today on a screen of small pixels, the pointer on *Study*, and beside it the year."""
    for days in ("01-12..02-20", "02-23..03-14", "03-16..04-02", "04-07..05-15", "05-18..06-26",
                 "06-29..07-31", "08-17..09-26", "09-28..10-16", "10-19..11-06", "11-08..11-19"):
        desk.haru("mark", "..".join("2026-" + day for day in days.split("..")))
    for day in ("01-18", "01-25", "02-08", "02-15", "03-08", "03-22", "04-12", "04-19", "04-26", "05-03",
                "05-10", "05-24", "06-07", "06-14", "06-21", "07-05", "07-12", "07-19", "07-26", "08-23",
                "08-30", "09-06", "09-13", "09-20", "10-04", "10-11", "10-25", "11-01"):
        desk.haru("unmark", "2026-" + day)
    desk.haru("rest", "2026-08-01..2026-08-16")
    desk.at("2026-11-20 09:30:00")
    desk.screen.move(desk.shows("Study"))
    screen = desk.screen.settled()
    path = desk("year.png")
    desk.haru("card", "year", "--size", "large", "--scale", "2", "-o", path)
    card = Image.open(path).convert("RGBA")
    picture = Image.new("RGBA", (SHOWN + GAP + card.width, card.height))
    picture.paste(screen.crop((WIDTH - SHOWN, 0, WIDTH, card.height)))
    picture.alpha_composite(card, (SHOWN + GAP, 0))
    desk.save("desktop", picture)


def terminal(desk):
    """Three commands, typed in the desktop's terminal once today is studied."""
    desk.screen.leave()
    desk.press("Study")
    until(lambda: not desk.has_popup(), 60, "the end of the notification")
    desk.environment["ENV"] = desk.write("prompt", "PS1='$ '\n")
    desk.start([*desk.clock, "xfce4-terminal", "--disable-server", "--hide-borders", "--geometry=82x27",
                "--font=DejaVu Sans Mono 7"])
    desk.screen.settled()
    for command in ("haru", "haru calendar", "haru streak"):
        desk.screen.xdotool("type", command + "\n")
        desk.screen.settled(1)
    desk.shows("By weekday")
    left, top, width, height = desk.screen.window("xfce4-terminal")
    picture = desk.screen.picture().crop((left, top, left + width, top + height))
    desk.save("terminal", picture.quantize(256, Image.Quantize.FASTOCTREE))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--desktop", choices=DESKTOPS, default="xfce")
    parser.add_argument("folder", nargs="?")
    options = parser.parse_args()
    if not os.path.exists(os.path.join(PROGRAMS, "haru-agent")):
        sys.exit(f"week: no programs in {PROGRAMS}; run make build first")
    usual = "docs/screenshots" if options.desktop == "xfce" else ".build/week/" + options.desktop
    folder = options.folder or os.path.join(ROOT, usual)
    os.makedirs(folder, exist_ok=True)
    with DESKTOPS[options.desktop](folder) as desk:
        week(desk)
    if options.desktop == "xfce":
        with Xfce(folder, scale=2) as desk:
            year(desk)
            terminal(desk)


if __name__ == "__main__":
    main()
