"""The recipes of haru-sync(7), so that what the tests run is what a person reads there."""

import os
import re
import shlex
from dataclasses import dataclass

from home import ROOT

PAGE = os.path.join(ROOT, "share/man/haru-sync.7")


def displays(section):
    """The commands and files that a recipe shows, in their order."""
    with open(PAGE, encoding="utf-8") as file:
        text = re.search(rf"^\.Ss {section}\n(.*?)^\.S[sh] ", file.read(), re.DOTALL | re.MULTILINE)[1]
    found = re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed$", text, re.DOTALL | re.MULTILINE)
    return [display.replace("\\-", "-") for display in found]


@dataclass(frozen=True)
class Command:
    """A line `ExecStart` of a unit; with a dash, its failure stops nothing."""

    words: list
    may_fail: bool


def unit(section):
    """The text of the unit that a recipe shows."""
    text, = [display for display in displays(section) if display.startswith("[Service]")]
    return text


def commands(text):
    """The commands of a unit, in its order."""
    lines = [line.removeprefix("ExecStart=") for line in text.splitlines() if line.startswith("ExecStart=")]
    return [Command(shlex.split(line.removeprefix("-")), line.startswith("-")) for line in lines]
