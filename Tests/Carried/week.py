"""Seven days in which two machines hear nothing of each other, with clocks that are wrong."""

import json
import shlex
import time

from home import until
from rounds import LIMIT, check, sound

DAY = 86_400
# How wrong the clocks of A and B are, in seconds.
BY_MINUTES = (-5 * 60, 7 * 60)
BY_A_YEAR = (0, 365 * DAY)

# What their user does on each day: on which machine, and with which command.
DEEDS = (
    (("a", "mark DAY"), ("a", "undo"), ("b", "mark DAY")),
    (("a", "mark DAY"), ("b", "mark DAY"), ("b", "unmark DAY")),
    (("b", "mark DAY"), ("a", "note DAY 'written on A'"), ("b", "note DAY 'written on B'")),
    (("a", "mark DAY"), ("a", "unmark DAY"), ("b", "rest DAY --reason train")),
    (("a", "mark DAY"),),
    (("a", "mark DAY"), ("b", "mark DAY"), ("b", "undo"), ("b", "redo")),
    (("b", "mark DAY"), ("a", "rest DAY"), ("a", "rest --clear DAY")),
)
# What both know afterwards. A rest day breaks no streak, and thirty days were studied before.
STUDIED = {0, 1, 2, 4, 5, 6}
RESTED = {3}
STREAK = 30 + len(STUDIED)


def live_a_week(pair, skews):
    """Lets both clocks pass seven days, and an eighth begin; each morning the agents start."""
    for number, deeds in enumerate((*DEEDS, ())):
        for machine, skew in zip(pair.machines, skews):
            machine.wake(number * DAY + skew)
        for name, words in deeds:
            getattr(pair, name).haru(*shlex.split(words.replace("DAY", day(pair, number))))


def day(pair, number):
    """A day of the week, as a right clock has it."""
    return time.strftime("%Y-%m-%d", time.gmtime(time.time() + pair.a.zone_ahead + number * DAY))


def week_together(pair):
    """Checks what both know after the week."""
    export = json.loads(pair.same("after seven days apart"))
    numbers = {day(pair, number): number for number in range(len(DEEDS))}
    studied = {numbers.get(mark["day"]) for mark in export["marks"]} - {None}
    rested = {numbers.get(rest["day"]) for rest in export["rest"]}
    check("studied are the days that were on either machine", studied == STUDIED, studied)
    check("and the rest day is one", rested == RESTED, rested)
    notes = {entry["after"] for entry in export["journal"] if entry["kind"] == "note"}
    check("both notes of one day are kept", notes == {"written on A", "written on B"}, notes)
    sound(pair)


def same_streak(*machines):
    """Checks the streak on machines that have the right day."""
    for machine in machines:
        until(lambda: streak(machine) == STREAK, LIMIT, f"a streak of {STREAK} days")
    names = " and ".join(machine.name.upper() for machine in machines)
    check(f"the streak on {names} is {STREAK} days", True)


def streak(machine):
    return json.loads(machine.haru("status", "--json"))["streak"]["current"]
