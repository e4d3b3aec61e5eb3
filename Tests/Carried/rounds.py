"""What is tried with every carrier: clicks that arrive, and weeks apart that come together."""

import json
import os
import statistics
import threading
import time
from datetime import date

from home import Late, until
from pair import STUDIED

# The longest that a click may take to the other machine, with a carrier that waits for a timer.
LIMIT = 60
# What Haru itself may usually take of that; on a machine that others use too, a click may take longer.
OWN_LIMIT = 0.2


class Growth(threading.Thread):
    """Notes when the entries of A grow in number in its own folder, and when in that of B."""

    def __init__(self, pair):
        super().__init__(daemon=True)
        self.pair, self.seen, self.is_over = pair, [], threading.Event()
        self.start()

    def run(self):
        folders = [machine.folder for machine in self.pair.machines]
        while not self.is_over.wait(0.004):
            sizes = tuple(len(self.pair.a.entries(folder)) for folder in folders)
            if not self.seen or self.seen[-1][1] != sizes:
                self.seen.append((time.monotonic(), sizes))

    def times(self):
        """When an entry appeared in the folder of A, and when in that of B."""
        self.is_over.set()
        self.join()
        before = self.seen[0][1][0]
        written, size = next((when, sizes[0]) for when, sizes in self.seen if sizes[0] > before)
        return written, next(when for when, sizes in self.seen if sizes[1] >= size)


def click(pair, count):
    """Clicks *Study* on A, waits for *Studied* on B, and takes it back; prints how long it took."""
    waits = []
    for number in range(count):
        pair.b.watch.drain()
        growth = Growth(pair)
        began = pair.a.click_study()
        told = pair.b.told(True, LIMIT)
        written, arrived = growth.times()
        waits.append((told - began, written - began, arrived - written, told - arrived))
        if number == 0:
            pair.b.row = "studied"
            sight = pair.b.see_today()
            check("B's screen says Studied", sight.find(STUDIED), sight)
        pair.a.told(True, 10)
        pair.a.haru("unmark")
        pair.a.told(False, 10)
        until(lambda: not pair.b.is_studied, LIMIT, "an open day on B")
        # Where the carrier is slow, dunst has put *Studied* away meanwhile.
        pair.b.launch()
        pair.b.told(False, 10)
    columns = list(zip(*waits))
    for name, column in zip(("click to B's Notify", "click to the line in A's folder", "carried",
                             "the line in B's folder to B's Notify"), columns):
        tell(name, column)
    own = [first + last for first, last in zip(columns[1], columns[3])]
    tell("of that by Haru", own)
    check(f"Haru's own share is at most {OWN_LIMIT} s", statistics.median(own) <= OWN_LIMIT)


def tell(what, seconds):
    """Prints how long something took each time."""
    print(f"    {what}: {statistics.median(seconds):.2f} s, at most {max(seconds):.2f} s ({len(seconds)} times)",
          flush=True)


def live_apart(pair):
    """A week of changes on two machines that hear nothing of each other."""
    a, b = pair.machines
    # Days that both knew: the one clears, the other too, or the other marks again.
    a.haru("unmark", "-20")
    b.haru("unmark", "-21")
    a.haru("unmark", "-22")
    b.haru("unmark", "-22")
    b.haru("mark", "-22")
    # Days that none knew.
    for day in ("-40", "-38", "-36"):
        a.haru("mark", day)
    for day in ("-39", "-38", "-35"):
        b.haru("mark", day)
    # Notes on one day by both, by one, and one that is removed again.
    a.haru("note", "-4", "written on A")
    b.haru("note", "-4", "written on B")
    a.haru("note", "-5", "A alone")
    b.haru("note", "-6", "soon removed")
    b.haru("note", "-6", "")
    b.haru("note", "-7", "B alone")
    a.haru("mark", "-42")
    a.haru("undo")
    b.haru("mark")


# How many days ago what both know afterwards was studied.
STUDIED_AFTER = set(range(1, 31)) - {20, 21} | {0, 35, 36, 38, 39, 40}
NOTES_AFTER = {4: {"written on A", "written on B"}, 5: {"A alone"}, 7: {"B alone"}}


def together(pair):
    """Checks that the changes of both weeks are on both machines."""
    text = pair.same("after a week apart")
    export = json.loads(text)
    found = {days_ago(pair.a, mark["day"]) for mark in export["marks"]}
    check("every day of both is there, and none that was cleared", found == STUDIED_AFTER,
          sorted(found ^ STUDIED_AFTER))
    notes = {days_ago(pair.a, note["day"]): note["text"] for note in export["notes"]}
    check("so are the notes", notes.keys() == NOTES_AFTER.keys()
          and all(notes[day] in NOTES_AFTER[day] for day in notes), notes)
    said = [entry.get("after") for entry in export["journal"] if entry["kind"] == "note"]
    check("the journal has every note that was written",
          {*said} >= {"soon removed"}.union(*NOTES_AFTER.values()), said)
    sound(pair)


def goes_on(pair):
    """One more change, with the carrier as it is now."""
    pair.b.haru("unmark")
    until(lambda: not pair.a.is_studied, LIMIT, "an open day on A")
    pair.same("a change after that")


def nothing_waits(machine):
    """Waits until every change of a machine is in the folder."""
    try:
        until(lambda: not machine.waiting, LIMIT, "an end of waiting")
    except Late as late:
        raise AssertionError(f"{machine.name}: {machine.waiting}") from late


def sound(pair):
    """Checks that all is in the folders, and that `haru sync check` ends with 0 and the same word on each."""
    for machine in pair.present:
        nothing_waits(machine)
        if os.path.isdir(machine.folder):
            machine.haru("sync", "check")
    word = until(lambda: one_word(pair), LIMIT, "one word of all changes")
    check(f"nothing waits, haru sync check finds nothing wrong, and all have {word}", True)


def one_word(pair):
    """The word of all changes, if it is the same on all machines."""
    words = {line for machine in pair.present for line in machine.haru("sync", "status").splitlines()
             if line.startswith("All changes: ")}
    return len(words) == 1 and words.pop().removeprefix("All changes: ").partition(".")[0]


def hurry(pair, seconds=10):
    """Changes on both machines at every moment of what carries them, which never rests."""
    before = arrived(pair)
    deadline, count = time.monotonic() + seconds, 0
    while time.monotonic() < deadline:
        for machine in pair.machines:
            machine.haru("toggle", f"-{50 + count}")
        count += 1
    for machine in pair.machines:
        nothing_waits(machine)
    pair.same(f"{2 * count} changes at every moment of the carrier")
    check("every one is an entry in the folder of the other",
          arrived(pair) == [entries + count for entries in before], arrived(pair))


def arrived(pair):
    """How many entries of each machine are in the folder of the other."""
    return [len(machine.entries(other.folder)) for machine, other in
            (pair.machines, pair.machines[::-1])]


def days_ago(machine, day):
    today = time.strftime("%Y-%m-%d", time.gmtime(time.time() + machine.ahead))
    return (date.fromisoformat(today) - date.fromisoformat(day)).days


def check(what, is_so, more=""):
    """Prints what was shown, or raises."""
    if not is_so:
        raise AssertionError(f"not so: {what} {more}".strip())
    print(f"    {what}", flush=True)
