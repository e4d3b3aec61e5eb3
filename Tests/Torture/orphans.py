"""Exchanges that a command leaves behind, which attacks wait for."""

import contextlib
import ctypes
import glob
import os

PR_SET_CHILD_SUBREAPER = 36


def adopt():
    """Processes that a command leaves behind become our children."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def wait_for(home):
    """Waits until the detached exchanges of a home have ended."""
    for path in glob.glob(f"/proc/{os.getpid()}/task/*/children"):
        # A thread or a process may end meanwhile.
        with contextlib.suppress(OSError):
            for child in text(path).split():
                with contextlib.suppress(OSError):
                    if is_exchange(child, home):
                        os.waitpid(int(child), 0)


def is_exchange(child, home):
    return (text(f"/proc/{child}/cmdline").split("\0")[1:2] == ["exchange"]
            and f"HOME={home.path}" in text(f"/proc/{child}/environ").split("\0"))


def text(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()
