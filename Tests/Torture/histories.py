"""Attacks that live histories, each of which a seed and a number tell again."""

import sys

import orphans
import preload
from report import Tally


def attack(live, seed, count):
    """Lives this many histories."""
    begin()
    tally = Tally()
    for number in range(count):
        live(seed, number, tally)
        tally.runs += 1
    return tally


def main(live, usage):
    """Lives the one history that the command line names, and tells it."""
    if len(sys.argv) != 3:
        sys.exit(usage)
    begin()
    tally = Tally()
    live(int(sys.argv[1]), int(sys.argv[2]), tally, print)
    print(tally.notes)
    sys.exit(0 if tally.is_clean else 1)


def begin():
    preload.build()
    orphans.adopt()
