"""What a user does, one function for each row of the table; each returns the value of a cell."""

import difflib
import glob
import html
import json
import os
import re
import shlex
import signal
import time

from home import Late, until
from report import RELEASE
from session import AGENT, BUS, SERVER
from tile import Tile, drawn

# Longer than any server shows a notification that goes by itself.
GONE = 16
# The longest date, on a morning that leaves a day of the week to be named.
LONGEST = "2026-09-30 09:30:00"
# A day whose picture has a colour that no server draws.
BLUE = "2026-07-15 09:30:00"
# So long before midnight that today is seen, on a busy machine too.
LATE, BEFORE_MIDNIGHT = "2026-07-15 23:59:25", 35
YESTERDAY, TODAY = "2026-07-15", "2026-07-16"
HEARD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "heard", RELEASE)


# The interfaces whose signals every agent needs: of its notifications, of servers that come and go
# (docs/desktop.md#server-restarts), and of screens that are unlocked (docs/desktop.md#lock-and-idle).
NEEDED = {"org.freedesktop.Notifications", "org.freedesktop.DBus",
          *(f"org.{name}.ScreenSaver" for name in ("freedesktop", "gnome", "mate", "xfce", "cinnamon"))}


def study(desk):
    """Study by pointer"""
    sight = desk.begin_and_see()
    what = "command" if named(desk, sight) else "click"
    return told(steps_until_studied(desk, sight), what)


def body(desk):
    """a click on the body: today stays in sight"""
    sight = desk.begin_and_see()
    place = desk.titles(sight)[-1]
    desk.watch.drain()
    desk.screen.click(place, desk.server.answer)
    desk.screen.leave()
    blank = desk.longest_blank(seconds=3)
    if not desk.titles(desk.see()):
        return "✗ gone"
    if blank > 1:
        return f"✗ nothing for {blank:.0f} s"
    return "✓" if desk.notifies() else "✓, as it was"


def later(desk):
    """after the popup has gone, from its list to studied"""
    sight = desk.begin_and_see()
    if desk.stays(GONE):
        what = "command" if named(desk, sight) else "click"
        return told(steps_until_studied(desk, sight), what) + ", it stays"
    if not desk.server.list:
        return "✗ no list"
    desk.open_list()
    sight = desk.see()
    if not desk.titles(sight):
        return "✗ not in it"
    count = steps_until_studied(desk, sight)
    return told(count and 1 + count, "action")


def undo(desk):
    """after Study: Undo by pointer, or a command that it names"""
    if not steps_until_studied(desk, desk.begin_and_see()):
        return "✗ not studied"
    left = at_last(lambda: desk.titles(desk.see()) and desk.last, 3)
    if left and named(desk, left):
        return undo_by_command(desk)
    if not left:
        # Some take away what they show when the pointer leaves it.
        steps_until_studied(desk, desk.begin_and_see(), leaves=False)
    # A click within a second would be the second half of a double click.
    time.sleep(1)
    for count in range(1, 4):
        sight = desk.see()
        place, mouse = aim_at_undo(desk, sight)
        if not place:
            return undo_by_command(desk)
        desk.screen.click(place, mouse)
        if left:
            desk.screen.leave()
        if at_last(lambda: not desk.is_studied, 2):
            return told(count, "click") + ("" if left else ", before the pointer leaves")
    return "✗"


def undo_by_command(desk):
    """Types the command that it names, and looks for the open day, unless nothing is there any more."""
    # Some fade it in, beside the one before.
    if not at_last(lambda: named(desk, desk.see()) == "haru unmark", 3):
        return "✗"
    has_gone = not desk.titles(desk.see())
    desk.haru("unmark")
    if desk.is_studied:
        return "✗"
    if has_gone:
        return "1 command, it has gone"
    found = state_soon(desk)
    return "1 command" if found == "✓" else found


def aim_at_undo(desk, sight):
    """Where a user clicks who wants to undo, and with which button of the mouse; `None` for nowhere."""
    if not desk.titles(sight):
        return None, "left"
    if desk.server.buttons == "none":
        return desk.titles(sight)[-1], desk.server.answer
    return button(desk, sight, "Undo"), "left"


def two_clicks(desk):
    """a second click in the place of Study, 0.5, 0.7 and 0.9 s later: still studied"""
    if not steps_until_studied(desk, desk.begin_and_see()):
        return "✗ not studied"
    undone = []
    for pause in (0.5, 0.7, 0.9):
        sight = desk.begin_and_see()
        if desk.server.buttons == "none":
            # The question first, whose answer counts a second later.
            desk.screen.click(*aim(desk, sight))
            desk.screen.leave()
            time.sleep(1.2)
            sight = desk.see_today()
        place, mouse = aim(desk, sight)
        if command := named(desk, sight):
            desk.haru(*command.split()[1:])
        desk.screen.click(place, mouse, times=2, pause=pause)
        desk.screen.leave()
        time.sleep(1)
        if not studied_soon(desk):
            undone.append(f"{pause} s")
    return "✗ undone after " + ", ".join(undone) if undone else "✓"


def midnight(desk):
    """asleep over midnight, then a click on yesterday's: no wrong day, and it is named"""
    desk.pretend(LATE)
    try:
        desk.begin()
        # The clock of the agent has begun with it.
        awake = time.monotonic() + BEFORE_MIDNIGHT + 1
        desk.see_today()
        desk.notifies()
        agent = desk.process(AGENT)
        os.kill(agent, signal.SIGSTOP)
        try:
            time.sleep(max(0.0, awake - time.monotonic()))
            sight = desk.see()
            if not desk.titles(sight) and desk.server.list:
                desk.open_list()
                sight = desk.see()
            if not desk.titles(sight):
                return "✓, it has gone"
            desk.screen.click(*aim(desk, sight))
            desk.screen.leave()
        finally:
            os.kill(agent, signal.SIGCONT)
        desk.pretend(TODAY + " 00:00:05")
        time.sleep(4)
        desk.see()
        said = " ".join(text for message in desk.notifies()[-1:] for text in message[3:5])
        marked = [day["date"] for day in json.loads(desk.haru("calendar", "--json"))["days"]
                  if day["studied"] and day["date"] in (YESTERDAY, TODAY)]
    finally:
        desk.pretend(None)
    if TODAY in marked:
        return "✗ marks today"
    if marked:
        return "✓, yesterday" if "Wednesday 15" in said or "Yesterday" in said else f"✗ says {said}"
    if "Wednesday 15" in said:
        return "✓, asks about yesterday"
    return "✓, marks nothing" if "Thursday 16" in said else f"✗ says {said or 'nothing'}"


def picture(desk):
    """its picture is drawn, and is that of the day as it stands"""
    desk.pretend(BLUE)
    try:
        desk.begin(at_login="never")
        until(desk.has_pictures, 10, "today's picture")
        desk.launch()
        sight, tile = desk.see_today(), sent_tile(desk)
        if not tile:
            return "✗ not sent"
        found = drawn(sight.picture, sight.areas, [tile])
        if not found:
            return "✗ none"
        desk.haru("mark")
        if (state := state_soon(desk)) != "✓":
            return state
        sight = desk.see()
        found = drawn(sight.picture, sight.areas, [sent_tile(desk), tile])
    finally:
        desk.pretend(None)
    if not found:
        return "✗ none when studied"
    which, side = found
    return "✗ old" if which else f"✓ {side} px"


def launcher(desk):
    """from the launcher to studied"""
    desk.begin(at_login="never")
    until(desk.has_pictures, 10, "today's picture")
    desk.launch()
    count = steps_until_studied(desk, desk.see_today())
    return told(count and 1 + count, "action")


def postpone(desk):
    """*Later*: it goes, and nothing comes before its time"""
    desk.begin(marks="-12..-1", more=("Notifications.later=1",))
    place = button(desk, desk.see_today(), "Later")
    if not place:
        return "—"
    desk.screen.click(place)
    pressed = time.monotonic()
    desk.screen.leave()
    # It says when it comes back, for some seconds.
    if not at_last(lambda: not desk.titles(desk.see()) and not desk.has_popup(), 10):
        return "✗ stays"
    while time.monotonic() < pressed + 50:
        if desk.titles(desk.see()):
            return f"✗ back after {time.monotonic() - pressed:.0f} s"
        time.sleep(1)
    # The recognition of text cannot read Cinnamon's *Still open today*.
    return "✓" if at_last(lambda: desk.titles(desk.see()) or desk.has_popup(), 30) else "✗ never back"


def calendar(desk):
    """*Calendar*: it opens once, and today stays in sight"""
    opened = desk("opened")
    script = desk.write("programs/terminal", f"#!/bin/sh\necho >>{shlex.quote(opened)}\n")
    os.chmod(script, 0o755)
    desk.environment["TERMINAL"] = script
    try:
        place = button(desk, desk.begin_and_see(), "Calendar")
        if not place:
            return "—"
        desk.screen.click(place)
        desk.screen.leave()
        time.sleep(3)
        count = os.path.getsize(opened) if os.path.exists(opened) else 0
        left = len(desk.titles(desk.see()))
    finally:
        del desk.environment["TERMINAL"]
        if os.path.exists(opened):
            os.remove(opened)
    if count != 1:
        return f"✗ opens {count} times"
    return "✓" if left == 1 else f"✗ {left or 'gone'}"


def mark(desk):
    """`haru mark` while it is shown: the new state, once"""
    desk.begin_and_see()
    desk.haru("mark")
    return state_soon(desk)


def keys(desk):
    """keys pressed: to studied, and back"""
    if not desk.server.keys:
        return "—"
    desk.begin_and_see()
    desk.bind_keys()
    _, study, undo = desk.server.keys
    desk.type(study)
    if not at_last(lambda: desk.is_studied, 5):
        return "✗ not studied"
    found = state_soon(desk)
    if found != "✓":
        return found
    desk.type(undo)
    if not at_last(lambda: not desk.is_studied, 5):
        return "✗ not undone"
    return f"{len(study)} and {len(undo)}"


def ten_clicks(desk):
    """ten quick clicks: the new state is seen at once"""
    sight = desk.begin_and_see()
    place, button = aim(desk, sight)
    desk.screen.click(place, button, times=10)
    desk.screen.leave()
    found = state_soon(desk)
    # On some servers the clicks after the first put away what it brought.
    return "✓, put away" if found == "✗ none" and desk.is_studied else found


def double_click(desk):
    """a double click on Study: *Studied* is seen"""
    sight = desk.begin_and_see()
    if desk.server.buttons == "none" or named(desk, sight):
        return "—"
    place, mouse = aim(desk, sight)
    desk.screen.click(place, mouse, times=2, pause=0.3)
    time.sleep(1)
    # Some take away what they show when the pointer leaves it.
    seen = state_soon(desk)
    desk.screen.leave()
    return seen


def quiet(desk):
    """do-not-disturb ends: exactly one is there"""
    if not desk.server.quiet:
        return "—"
    desk.clear()
    desk.set_quiet(True)
    try:
        desk.begin()
        time.sleep(3)
        if desk.titles(desk.see()):
            return "✗ disturbs"
    finally:
        desk.set_quiet(False)
    try:
        # Without a list it has to come, on a busy machine late.
        sight = desk.see_today(8 if desk.server.list else 20)
    except Late:
        if not desk.server.list:
            return "✗ none"
        desk.open_list()
        sight = desk.see()
    count = len(desk.titles(sight))
    return "✓" if count == 1 else f"✗ {count or 'none'}"


def first_start(desk):
    """first start with an empty cache: one `Notify`"""
    desk.begin(marks="")
    desk.see_today()
    time.sleep(3)
    count = len(desk.notifies())
    return "✓" if count == 1 else f"✗ {count}"


def restart(desk):
    """server restarted: shown once, and Study works"""
    desk.begin_and_see()
    desk.restart_server()
    sight = desk.see_today()
    count = len(desk.titles(sight))
    if count != 1:
        return f"✗ {count}"
    return "✓" if steps_until_studied(desk, sight) else "✗ dead"


def end(desk):
    """agent ended: nothing is left"""
    desk.begin_and_see()
    desk.end_agent()
    time.sleep(1)
    return "✗ stays" if desk.titles(desk.see()) else "✓"


def texts(desk):
    """every word can be read"""
    desk.pretend(LONGEST)
    cut = []

    def read(name, sight):
        title, text, actions = desk.notifies()[-1][3:6]
        labels = [label for key, label in zip(actions[::2], actions[1::2]) if key != "default"]
        if desk.server.buttons in ("none", "nowhere"):
            labels = []
        elif desk.server.buttons == "under the pointer":
            desk.screen.move(desk.titles(sight)[-1])
            time.sleep(0.5)
            sight = desk.see()
        missing = sight.missing(" ".join([title, html.unescape(text), *labels]).replace(desk.path, ""))
        if missing:
            print(f"    {name}: cannot read {' '.join(missing)}")
            cut.append(name)
        desk.keep(name, sight)

    try:
        sight = desk.begin_and_see("-120..-1")
        read("open", sight)
        if desk.server.buttons == "none":
            desk.screen.click(*aim(desk, sight))
            desk.screen.leave()
            time.sleep(1)
            read("asked", desk.see_today())
        desk.haru("mark")
        state_soon(desk)
        read("studied", desk.see())
        read("missed", desk.begin_and_see("-14..-2"))
        desk.begin_damaged()
        read("damaged", desk.see_today())
    finally:
        desk.pretend(None)
    return "✗ cut: " + ", ".join(cut) if cut else "✓"


def heard(desk):
    """heard with Orca, or read with it"""
    desk.pretend(LONGEST)
    transcript, ways = "", {}
    for name, begin in (("open", lambda: desk.begin("-120..-1")), ("studied", lambda: desk.haru("mark")),
                        ("missed", lambda: desk.begin("-14..-2")), ("damaged", desk.begin_damaged)):
        said, read = listen(desk, begin)
        ways[name] = "heard" if said else "read" if read else "✗"
        words = heading("Orca says", said) + heading("Orca can read", read)
        transcript += f"{name}\n{words or '  Orca knows nothing of it.'}\n"
    if is_other(transcript, os.path.join(HEARD, desk.server.name)):
        return "✗ other words"
    groups = {way: [name for name in ways if ways[name] == way] for way in ("heard", "read", "✗")}
    told = [way if len(names) == len(ways) else f"{way}: {', '.join(names)}"
            for way, names in groups.items() if names]
    return "; ".join(told)


def idle(desk):
    """a minute after Study in which nobody does anything: no context switch, and no signal that no row needs"""
    steps_until_studied(desk, desk.begin_and_see())
    desk.screen.leave()
    # What it showed has gone, and what was drawn for later is on disk.
    time.sleep(GONE)
    before = switches(desk.process(AGENT))
    time.sleep(60)
    count = switches(desk.process(AGENT)) - before
    extra = sorted(heard_signals(desk) - NEEDED - set(desk.server.hears))
    if extra:
        return "✗ hears " + ", ".join(extra)
    return f"✗ {count}" if count else "✓"


ROWS = (study, undo, body, postpone, calendar, later, launcher, mark, keys, ten_clicks, double_click, two_clicks, quiet,
        midnight, picture, texts, heard, first_start, restart, end, idle)


# What rows share.

def aim(desk, sight):
    """Where a user clicks who wants to study, and with which button of the mouse."""
    place = button(desk, sight, "Study")
    if place:
        return place, "left"
    return desk.titles(sight)[-1], desk.server.answer


def button(desk, sight, label):
    """The place of a button, if it is drawn."""
    if desk.server.buttons == "under the pointer":
        desk.screen.move(desk.titles(sight)[-1])
        time.sleep(0.5)
        sight = desk.see()
    places = sight.find(label)
    return places and places[-1]


def sent_tile(desk):
    """The picture of the newest notification, if it has one."""
    _, _, icon, *_, hints, _ = desk.notifies()[-1]
    path = icon.removeprefix("file://") or hints.get("image-path", {}).get("data", "")
    return Tile(path) if os.path.isfile(path) else None


def named(desk, sight):
    """The command that stands there for a user who finds no button; `None` if a click does it."""
    if desk.server.buttons == "none" or button(desk, sight, "Study"):
        return None
    words = re.search(r"haru (un)?mark", str(sight))
    return words and words[0]


def steps_until_studied(desk, sight, most=3, leaves=True):
    """What the user does who sees today's notification: how many clicks, or the one command that it names;
    `None` if nothing helps."""
    for count in range(1, most + 1):
        if command := named(desk, sight):
            desk.haru(*command.split()[1:])
        else:
            desk.screen.click(*aim(desk, sight))
        if leaves:
            desk.screen.leave()
        if studied_soon(desk):
            return count
        sight = desk.see()
        if not desk.titles(sight):
            return None
    return None


def studied_soon(desk):
    return at_last(lambda: desk.is_studied, 2)


def state_soon(desk, seconds=3):
    """Whether the screen shows what the store holds, and once."""
    deadline = time.monotonic() + seconds
    while True:
        # A busy machine takes long to read what it has seen.
        seen = time.monotonic()
        sight = desk.see()
        count = len(desk.titles(sight))
        if count == 1 and says_studied(sight) == desk.is_studied:
            return "✓"
        if seen > deadline:
            return "✗ old" if count == 1 else f"✗ {count or 'none'}"


def says_studied(sight):
    """Whether the day is called studied; an S may be read as s, and an open day asks in two ways."""
    return bool(re.search(r"\bstudied\b(?!\?|\s+(?:today|that))", str(sight), re.IGNORECASE))


def listen(desk, begin):
    """What Orca says of a new state, and what it can read of it."""
    desk.ear.hear()
    desk.watch.drain()
    begin()
    arguments = until(lambda: desk.has_owner(AGENT) and desk.notifies(), 15, "a notification")[-1]
    title, said = arguments[3], []

    def is_said():
        # Orca also tells of other windows.
        said.extend(words for words in desk.ear.hear() if title in words)
        return said
    read = at_last(lambda: desk.ear.read(desk.process(SERVER), title), 2) or ""
    # Some popups go after five seconds; the next state has to find them.
    at_last(is_said, 3)
    return ([desk.nameless(words) for words in said],
            [line.rstrip() for line in desk.nameless(read).splitlines()])


def switches(process):
    """How often all threads of a process have run and stopped."""
    lines = [line for path in glob.glob(f"/proc/{process}/task/*/status") for line in open(path, encoding="utf-8")]
    return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)


def heard_signals(desk):
    """The interfaces whose signals the bus hands to the agent; for a property, the interface that has it."""
    rules, = desk.call(BUS, BUS[0] + ".Debug.Stats.GetAllMatchRules")
    sender, = desk.call(BUS, BUS[0] + ".GetNameOwner", "(s)", AGENT)
    found = set()
    for rule in rules[sender]:
        parts = dict(part.split("=", 1) for part in rule.split(","))
        is_property = "PropertiesChanged" in parts.get("member", "")
        found.add(parts.get("arg0" if is_property else "interface", "'everything'").strip("'"))
    return found


def at_last(happens, seconds):
    """Waits for what may never come."""
    try:
        return until(happens, seconds, "it")
    except Late:
        return None


def heading(title, lines):
    return f"  {title}:\n" + "".join(f"    {line}\n" for line in lines) if lines else ""


def is_other(text, path):
    """Compares with a file, which is written if it is not there; keeps the text where it differs."""
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    with open(path, encoding="utf-8") as file:
        expected = file.read()
    if text != expected:
        print("".join(difflib.unified_diff(expected.splitlines(True), text.splitlines(True))))
    return text != expected


def told(count, what):
    return "✗" if count is None else f"{count} {what}" + "s" * (count != 1)
