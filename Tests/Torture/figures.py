#!/usr/bin/env python3
"""Compares every number that Haru prints with a model that knows only the manual, over random histories.

    figures.py SEED NUMBER      tells and runs one history again
"""

import datetime
import os
import random as chance
import shlex
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

import deeds
import preload
import questions
from home import Home
from hours import Hours
from report import Tally

TITLE = "numbers of random histories, against a model of the manual"
ASSERTS = True
RUNS = 10_000

# A zone and a day on which something is odd there: a leap day, an end of a year, a clock that moves
# at midnight or in the hours in which a day may begin, a day that never was.
BEGINNINGS = (
    ("UTC", "2024-02-27"), ("Asia/Seoul", "2023-12-29"), ("America/Santiago", "2024-09-05"),
    ("America/Santiago", "2024-04-04"), ("Pacific/Apia", "2011-12-28"), ("Pacific/Apia", "2012-03-30"),
    ("Europe/Berlin", "2024-10-25"), ("Europe/Berlin", "2024-03-29"), ("America/St_Johns", "2009-10-30"),
    ("Africa/Cairo", "2023-04-26"), ("Asia/Seoul", "2026-06-15"), ("America/Los_Angeles", "2028-02-27"),
)


class Untrue(Exception):
    """An answer is not that of the model."""


def attack(random, seed, count):
    tally = Tally()
    preload.build()
    for number in range(count):
        with Home() as home:
            live(home, seed, number, tally)
        tally.runs += 1
    return tally


def live(home, seed, number, tally, tell=lambda line: None):
    """One history, told as it goes."""
    random = chance.Random(f"{seed}/{number}")
    person = born(random, home, preload.Clock(home))
    try:
        for _ in range(random.randrange(8, 16)):
            elapse(random, person, tell)
            do(deeds.choose(random, person), person, tally, tell)
            if random.random() < 0.5:
                ask(random.choice(questions.ALL)(random, person), person, tally, tell)
        for question in random.sample(questions.ALL, 6):
            ask(question(random, person), person, tally, tell)
    except Untrue as error:
        tally.untrue += 1
        tally.found(f"figures.py {seed} {number}: {error}", seed, home)
        tell(f"✘ {error}")


def born(random, home, clock):
    zone, day = random.choice(BEGINNINGS)
    home.write("config/haru/haru.conf", "[Store]\nbackups=0\n")
    hours = Hours(zone)
    morning = hours.instant(datetime.datetime.fromisoformat(day))
    return deeds.Person(home, clock, hours, morning + random.randrange(86_400))


def elapse(random, person, tell):
    """Between two commands, time may pass or the person travel."""
    if random.random() < 0.5:
        deeds.pass_time(random, person)
    if random.random() < 0.1:
        deeds.travel(random, person)
    person.clock.set(person.moment)
    person.home.environment["TZ"] = person.hours.zone_name
    tell(f"# {person.hours.written(person.moment)} in {person.hours.zone_name}, {person.today}")


def do(deed, person, tally, tell):
    outcome = run(deed.words, person, tally, tell)
    if outcome.status != deed.status:
        raise Untrue(f"status {outcome.status}, not {deed.status}: {outcome.errors}")
    tally.acknowledged += 1
    if deed.tells_streak and " · " in outcome.output:
        told = outcome.output.strip().rsplit(" · ", 1)[1]
        length = person.reckoning.current
        compare(f"{length}-day streak" if length else "no streak", told)


def ask(question, person, tally, tell):
    outcome = run(question.words, person, tally, tell)
    if outcome.status != 0:
        raise Untrue(f"status {outcome.status}: {outcome.errors}")
    compare(question.expected, question.read(outcome.output))
    tally.note("answers compared")


def run(words, person, tally, tell):
    outcome = person.home.haru(*words)
    tell(f"{outcome.status} haru {shlex.join(words)}")
    tally.hangs += outcome.is_late
    tally.traps += outcome.is_trap
    return outcome


def compare(expected, found):
    different = list(differences(expected, found))
    if different:
        raise Untrue("; ".join(different[:3]) + f"; {len(different) - 3} more" * (len(different) > 3))


def differences(expected, found, path=""):
    """The values that differ, each with the way to it."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in sorted(expected.keys() | found.keys()):
            yield from differences(expected.get(key), found.get(key), f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found)):
            yield from differences(one, other, f"{path}[{number}]")
    elif expected != found:
        yield f"{path or 'it'} is {found!r}, not {expected!r}"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    tally = Tally()
    preload.build()
    with Home() as home:
        live(home, int(sys.argv[1]), int(sys.argv[2]), tally, print)
    sys.exit(0 if tally.is_clean else 1)


if __name__ == "__main__":
    main()
