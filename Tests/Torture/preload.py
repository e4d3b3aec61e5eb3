"""The libraries that give a program the clock of an attack, and chance that follows from it."""

import os
import struct
import subprocess

from home import ROOT

FOLDER, SOURCES = os.path.join(ROOT, ".build"), os.path.dirname(os.path.abspath(__file__))


def build(name="clock"):
    """Builds one, beside others that do so or have it loaded."""
    path = os.path.join(FOLDER, library(name))
    made = f"{path}.{os.getpid()}"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-Wall", "-o", made, os.path.join(SOURCES, name + ".c")],
                   check=True)
    os.replace(made, path)


def library(name):
    return f"torture-{name}.so"


def variables(clock, *names):
    """What gives a program the clock in a file, and perhaps further libraries."""
    # A path with a blank would be two for LD_PRELOAD.
    return {"LD_PRELOAD": ":".join(map(library, ("clock", *names))), "LD_LIBRARY_PATH": FOLDER,
            "HARU_TORTURE_CLOCK": clock}


def follow(home, clock, *names):
    """Gives them to all commands of a home."""
    home.environment.update(variables(clock, *names))


class Clock:
    """The clock of all commands in a home."""

    def __init__(self, home):
        self.path = home("clock")
        follow(home, self.path)

    def set(self, moment):
        with open(self.path, "wb") as file:
            file.write(struct.pack("<qqq", moment, 0, 0))
