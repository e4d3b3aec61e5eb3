#!/usr/bin/python3
"""Shows Haru in every language on real notification servers, and finds what they cut.

    languages.py [--language NAME]… [--sheets] [SERVER…]

A title or button is cut where another letter at its end leaves the picture as it is. Cells go into
docs/languages.md, and a sheet of each language, with the cards, into docs/languages; every picture is
kept in .build/languages.
"""

import argparse
import dataclasses
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import traceback
import unicodedata

from gi.repository import GLib
from PIL import Image, ImageChops

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

from home import ROOT, Home, Late, Talker, program, until
from report import Table, version
from rows import LONGEST
from session import AGENT, SERVER, Session
from sight import areas
from table import SERVERS

PAGE = os.path.join(ROOT, "docs/languages.md")
KEPT = os.path.join(ROOT, ".build/languages")
THE_DAY_BEFORE = LONGEST.replace("30 ", "29 ")
EVENING = LONGEST.replace("09:30:00", "19:59:55")
# Two letters of one width, for the letters that are about as wide; then for all others of a script.
NARROW = {"fijlrtI1": "il", "اأإآ": "أإ", "رزو": "رز", "دذ": "دذ"}
PAIRS = {"CYRILLIC": "нп", "ARABIC": "بت", "HANGUL": "가나", "CJK": "日目", "HIRAGANA": "日目",
         "KATAKANA": "日目"}
FAILURES = (Late, OSError, subprocess.SubprocessError)
# The servers and the cards on the sheets.
SHOWN = ("xfce4-notifyd", "gnome-shell")
FONTS = os.path.join(ROOT, "Tests/Support/fonts.conf")
GAP = 8
CARDS = ("monthly", "streak", "study", "repository", "year")


def locales():
    """The locale of each language, by the name of its catalogue."""
    found = {"en": "en_GB"}
    for path in sorted(glob.glob(os.path.join(ROOT, "share/locale/*.po"))):
        with open(path, encoding="utf-8") as file:
            name = os.path.basename(path).removesuffix(".po")
            found[name] = re.search(r'^"X-Locale: (.*)\\n"$', file.read(), re.MULTILINE)[1]
    return found


def speaking(locale):
    """The environment of a language."""
    return {"LC_ALL": locale + ".UTF-8", "LOCPATH": os.path.join(ROOT, ".build/locales"),
            "TEXTDOMAINDIR": os.path.join(ROOT, ".build/locale")}


def in_language(server, locale):
    """A server in a session of a language."""
    return dataclasses.replace(
        server, environment=(*server.environment, *speaking(locale).items()))


# The notifications.

def sent(desk):
    """What the agent has sent since the last question; nothing before it is there."""
    return desk.notifies() if desk.has_owner(AGENT) else []


def shown(desk):
    """The arguments of the newest `Notify` of the agent, once no other follows it."""
    newest = until(lambda: sent(desk), 20, "a notification")[-1]
    deadline = time.monotonic() + 0.6
    while time.monotonic() < deadline:
        if later := sent(desk):
            newest, deadline = later[-1], time.monotonic() + 0.6
        time.sleep(0.1)
    return newest


def first(desk):
    desk.begin(marks="")
    return shown(desk)


def opened(desk):
    desk.begin("-120..-1")
    return shown(desk)


def asked(desk):
    """The question of the second click, on servers without buttons."""
    if desk.server.buttons != "none":
        return None
    left, top, right, bottom = popups(desk, desk.screen.settled(0.5))[0]
    desk.screen.click(((left + right) // 2, (top + bottom) // 2), desk.server.answer)
    desk.screen.leave()
    return shown(desk)


def studied(desk):
    desk.haru("mark")
    return shown(desk)


def resting(desk):
    desk.haru("unmark")
    desk.haru("rest", "today")
    return shown(desk)


def missed(desk):
    desk.begin("-14..-2")
    return shown(desk)


def unsaved(desk):
    desk.begin("-120..-1")
    title = shown(desk)[3]
    desk.hold_store()
    desk.launch("study")
    return until(lambda: [message for message in sent(desk) if message[3] != title], 20,
                 "what is not saved")[-1]


def news(desk):
    desk.clear()
    github = Talker(
        ["python3", os.path.join(ROOT, "Tests/HaruGitHubTests/github-double.py")], desk.environment)
    try:
        desk.pretend(THE_DAY_BEFORE)
        desk.haru("config", "set", "Notifications.at-login", "never")
        desk.haru("config", "set", "Repositories.api", f"http://127.0.0.1:{github.line()}")
        desk.haru("repo", "add", "apple/swift", "torvalds/linux", "gnome/glib")
        desk.haru("repo", "refresh")
        github.send('set apple/swift {"stargazers_count": 70000}')
        github.send('set torvalds/linux {"archived": true}')
        github.send('set gnome/glib {"default_branch": "trunk"}')
        desk.pretend(LONGEST)
        desk.watch.drain()
        desk.start_agent()
        return shown(desk)
    finally:
        github.end()


def damaged(desk):
    desk.begin("-14..-2")
    shown(desk)
    desk.end_agent()
    desk.watch.drain()
    desk.begin_damaged()
    return shown(desk)


def reminding(desk):
    desk.pretend(EVENING)
    desk.begin("-120..-1")
    messages = []

    def reminded():
        messages.extend(sent(desk))
        return len({message[3] for message in messages}) > 1 and messages[-1]
    return until(reminded, 20, "a reminder")


STATES = (first, opened, asked, studied, resting, missed, unsaved, damaged, reminding, news)


# What is cut.

def popups(desk, picture):
    return [box for box in areas(picture, desk.empty) if box[3] - box[1] > 32]


def parts(message):
    """The title and the labels of a notification, by their keys."""
    found = {"title": message[3]}
    for key, label in zip(message[5][::2], message[5][1::2]):
        if key != "default":
            found[key] = label
    return found


def ending(text, index):
    """A text with another last letter: one of two that are equally wide."""
    at = max((place for place, letter in enumerate(text) if letter.isalnum()), default=len(text))
    letter = text[at:at + 1] or "n"
    script = re.split("[ -]", unicodedata.name(letter))[0]
    pair = next((pair for letters, pair in NARROW.items() if letter in letters), PAIRS.get(script, "nu"))
    return text[:at] + pair[index] + text[at + 1:]


class Replay:
    """A notification of the agent, sent again with other endings."""

    def __init__(self, desk, message):
        self.desk = desk
        self.message = message
        self.id = None
        self.sent = 0.0
        self.tries = 1

    def usual(self):
        """What is drawn twice alike; Deepin stops fading its text in now and then, and what it draws is tried again."""
        before = self.picture()
        for _ in range(4):
            picture = self.picture()
            if is_equal(before, picture, self.desk):
                break
            before, self.tries = picture, 3
        return picture

    def is_same(self, usual, changed):
        """Whether the picture stays as it is with another letter."""
        return any(is_equal(usual, self.picture(changed), self.desk) for _ in range(self.tries))

    def picture(self, changed=None):
        """What is drawn, with one letter at the end of every part, and another at that of `changed`."""
        self.close()
        name, _, icon, title, body, actions, hints, _ = self.message
        labels = [word if index % 2 == 0 or actions[index - 1] == "default"
                  else ending(word, actions[index - 1] == changed)
                  for index, word in enumerate(actions)]
        values = {key: GLib.Variant(value["type"], value["data"]) for key, value in hints.items()
                  if key != "x-canonical-private-synchronous"}
        # Plasma refuses what is similar within a second.
        time.sleep(max(0.0, self.sent + 1.2 - time.monotonic()))
        self.sent = time.monotonic()
        self.id, = self.desk.call(
            (SERVER, "/org/freedesktop/Notifications"), SERVER + ".Notify", "(susssasa{sv}i)", name, 0,
            icon, ending(title, changed == "title"), body, labels, values, 0)
        return look(self.desk)

    def close(self):
        if self.id:
            self.desk.call((SERVER, "/org/freedesktop/Notifications"), SERVER + ".CloseNotification",
                           "(u)", self.id)
            self.id = None
        self.desk.screen.leave()
        try:
            until(lambda: not popups(self.desk, self.desk.screen.picture()), 3, "an empty screen")
        except Late:
            # Some keep a bubble that was closed.
            self.desk.restart_server()
            until(lambda: not popups(self.desk, self.desk.screen.picture()), 5, "an empty screen")


def look(desk):
    """What is drawn of a notification, when it has come to rest; some draw the time that is left to it."""
    boxes = until(lambda: popups(desk, desk.screen.picture()), 10, "a popup")
    if desk.server.buttons == "under the pointer":
        left, top, right, bottom = boxes[-1]
        desk.screen.move(((left + right) // 2, (top + bottom) // 2))
    before, since, begin = None, 0.0, time.monotonic()

    def rests():
        nonlocal before, since
        picture, now = desk.screen.picture(), time.monotonic()
        if not before or picture.tobytes() != before.tobytes():
            before, since = picture, now
        # The one before may be about to go.
        return popups(desk, picture) and (now - since > 0.5 or now - begin > 2) and picture
    return until(rests, 10, "a popup that stays")


def cut(desk, message, known):
    """The parts of which the last letter is not drawn; those in `known` were drawn whole before."""
    wanted = parts(message)
    if desk.server.buttons in ("none", "nowhere"):
        wanted = {"title": message[3]}
    room = len(wanted)
    names = [key for key, text in wanted.items() if known.get(text, 0) < room]
    if not names:
        return []
    replay = Replay(desk, message)
    try:
        usual = replay.usual()
        found = [key for key in names if replay.is_same(usual, key)]
    finally:
        replay.close()
    known.update((wanted[key], room) for key in names if key not in found)
    return [wanted[key] for key in found]


def is_equal(picture, other, desk):
    """Whether two pictures are the same where popups are; a panel's clock goes on by itself."""
    boxes = popups(desk, picture)
    return all(ImageChops.difference(picture.crop(box), other.crop(box)).getbbox() is None
               for box in boxes)


# A run.

def run(server, language, locale):
    """The cell of a server and a language."""
    messages, problems, known = [], [], {}
    with Session(in_language(server, locale)) as desk:
        desk.row = language
        desk.pretend(LONGEST)
        for state in STATES:
            try:
                message = state(desk)
                if message:
                    messages.append(with_its_picture(desk, message))
                    keep(desk, look(desk), kept(language, server.name, state))
            except FAILURES:
                problems.append(f"? {state.__name__}")
                print(traceback.format_exc(), file=sys.stderr)
        desk.end_agent()
        for message in messages:
            try:
                problems += cut(desk, message, known)
            except FAILURES:
                problems.append("? " + message[3])
                print(traceback.format_exc(), file=sys.stderr)
    return "✗ " + ", ".join(dict.fromkeys(problems)) if problems else "✓"


def with_its_picture(desk, message):
    """A message whose picture stays when the agent's cache goes."""
    path = message[2].removeprefix("file://")
    if not os.path.isfile(path):
        return message
    copy = desk("kept-" + os.path.basename(path))
    shutil.copy(path, copy)
    return [*message[:2], copy, *message[3:]]


def kept(language, server, state):
    """The path of a picture."""
    return os.path.join(KEPT, language, f"{server}-{state.__name__}.png")


def keep(desk, picture, path):
    """Keeps the part of a picture that shows popups."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    boxes = popups(desk, picture)
    picture.crop((min(box[0] for box in boxes), min(box[1] for box in boxes),
                  max(box[2] for box in boxes), max(box[3] for box in boxes))).save(path)


# The sheets.

def sheet(language, locale):
    """One picture of a language: its notifications on two servers, then its cards."""
    columns = [[Image.open(path) for state in STATES
                if os.path.exists(path := kept(language, name, state))] for name in SHOWN]
    columns = [column for column in columns if column]
    cards = []
    with Home() as home:
        home.environment |= {**speaking(locale), "FONTCONFIG_FILE": FONTS}
        for name in CARDS:
            path = home(name + ".png")
            subprocess.run(
                [os.path.join(ROOT, "Scripts/at-time"), LONGEST, program("haru"), "card", name,
                 "--sample", "-o", path], env=home.environment, check=True)
            cards.append(Image.open(path).convert("RGBA"))
    columns.append(cards)
    width = sum(max(picture.width for picture in column) + GAP for column in columns) + GAP
    height = max(sum(picture.height + GAP for picture in column) for column in columns) + GAP
    whole = Image.new("RGB", (width, height), "#c8c8c8")
    left = GAP
    for column in columns:
        top = GAP
        for picture in column:
            whole.paste(picture, (left, top), picture if picture.mode == "RGBA" else None)
            top += picture.height + GAP
        left += max(picture.width for picture in column) + GAP
    path = os.path.join(ROOT, "docs/languages", language + ".webp")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    # Half as large as PNG.
    few = whole.quantize(128, dither=Image.Dither.NONE).convert("RGB")
    few.save(path, lossless=True, quality=100, method=6)
    return path


def main():
    names, found = [server.name for server in SERVERS], locales()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--language", action="append", choices=found)
    parser.add_argument("--sheets", action="store_true",
                        help="only make the sheets, of pictures that are kept")
    parser.add_argument("servers", nargs="*", choices=[[], *names], metavar="SERVER",
                        help=", ".join(names))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    wanted, worse = options.language or list(found), []
    for server in SERVERS if not options.sheets else []:
        if options.servers and server.name not in options.servers:
            continue
        if not version(server):
            print(f"{server.name}: not installed, no package {server.package}", flush=True)
            continue
        for language in wanted:
            begin = time.monotonic()
            cell = run(server, language, found[language])
            print(f"{server.name} {language}: {cell}  ({time.monotonic() - begin:.0f} s)", flush=True)
            # Read for each cell: several may run side by side.
            table = Table(PAGE, "make languages")
            before = table.cells.get((language, server.name))
            if before == "✓" and cell != before:
                worse.append(f"{server.name} {language}: {cell}, was {before}")
                continue
            table.heads[server.name] = f"{server.name} {version(server)}"
            table.cells[language, server.name] = cell
            table.write("language", list(found), [name for name in names if name in table.heads])
    for language in wanted:
        print(sheet(language, found[language]))
    if worse:
        sys.exit("languages: worse than docs/languages.md:\n  " + "\n  ".join(worse))


if __name__ == "__main__":
    main()
