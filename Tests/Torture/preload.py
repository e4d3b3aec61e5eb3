"""The library that gives a program the clock of an attack."""

import os
import struct
import subprocess

from home import ROOT

FOLDER, NAME = os.path.join(ROOT, ".build"), "torture-clock.so"
PATH = os.path.join(FOLDER, NAME)
# A path with a blank would be two for LD_PRELOAD.
VARIABLES = {"LD_PRELOAD": NAME, "LD_LIBRARY_PATH": FOLDER}


def build():
    """Builds it, beside others that do so or have it loaded."""
    made = f"{PATH}.{os.getpid()}"
    subprocess.run(["gcc", "-shared", "-fPIC", "-O2", "-Wall", "-o", made,
                    os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")], check=True)
    os.replace(made, PATH)


def follow(home, clock):
    """Gives all commands of a home the clock in a file."""
    home.environment.update(VARIABLES, HARU_TORTURE_CLOCK=clock)


class Clock:
    """The clock of all commands in a home."""

    def __init__(self, home):
        self.path = home("clock")
        follow(home, self.path)

    def set(self, moment):
        with open(self.path, "wb") as file:
            file.write(struct.pack("<qqq", moment, 0, 0))
