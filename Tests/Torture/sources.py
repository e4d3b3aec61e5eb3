#!/usr/bin/env python3
"""Years of people with sources: programs and files that say late, early, wrongly or never what was studied.

    sources.py SEED NUMBER      tells and lives one year again

A model that knows only docs/sources.md says of each day whether it must be marked, may be, or must not be.
"""

import contextlib
import os
import random as chance
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Harness"))

import histories
import model
import source_agent
from home import Home
from report import Tally
from source_life import ALONE, STUDIED, ZONES, Life
from source_model import Untrue

TITLE = "years of people with sources, against a model of the page"
YEAR = 365
RUNS = 24 * YEAR
# The share of days that need no click, where sources are honest and sometimes late; it says nothing of a few days.
ENOUGH, FEW = 0.9, 300


def attack(random, seed, count):
    del random
    histories.begin()
    tally = Tally()
    years = max(len(ZONES), count // YEAR)
    for number in range(years):
        live(seed, number, tally, days=max(1, count // years))
    for number in range(max(1, count // (5 * YEAR))):
        source_agent.live(seed, number, tally, days=min(14, max(3, count // 100)))
    studied, alone = (tally.notes.get(name, 0) for name in (STUDIED, ALONE))
    if studied > FEW and alone < ENOUGH * studied:
        tally.untrue += 1
        tally.found(f"only {alone} of {studied} days without a click", seed)
    return tally


def live(seed, number, tally, tell=lambda line: None, days=YEAR):
    """One year, told as it goes."""
    random = chance.Random(f"{seed}/{number}")
    with contextlib.ExitStack() as stack:
        homes = [stack.enter_context(Home()) for _ in range(random.choice((1, 1, 1, 2)))]
        life = Life(random, number, homes, tally, tell)
        try:
            life.begin()
            for _ in range(days):
                life.live_day()
                tally.runs += 1
            life.end()
        except (Untrue, model.Damaged) as error:
            tally.untrue += 1
            tally.found(f"sources.py {seed} {number}: {life.hours.written(life.now)}: {error}", seed,
                        life.machine.home)
            tell(f"✘ {error}")
        finally:
            life.close()


if __name__ == "__main__":
    histories.main(live, __doc__)
