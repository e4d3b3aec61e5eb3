"""Processes that sources have left behind, which attacks kill or wait for."""

import contextlib
import glob
import os
import signal
import time

import orphans


def kill_with_children(child):
    """Kills a process and all that it has started, as if the machine went off."""
    found = [child.pid]
    for each in found:
        with contextlib.suppress(OSError):
            os.kill(each, signal.SIGSTOP)
            found += children(each)
    for each in found:
        with contextlib.suppress(OSError):
            os.kill(each, signal.SIGKILL)
    # Who is left may hold the pipes.
    child.stdout.close()
    child.stderr.close()
    child.wait()


def children(pid):
    found = []
    for path in glob.glob(f"/proc/{pid}/task/*/children"):
        # A thread may end meanwhile.
        with contextlib.suppress(OSError):
            found += [int(child) for child in orphans.text(path).split()]
    return found


def end(home, seconds=0):
    """Ends what sources have left behind, after some seconds, and returns what that was."""
    deadline = time.monotonic() + seconds
    while (left := of_sources(home)) and time.monotonic() < deadline:
        time.sleep(0.01)
    more = left
    while more:
        for child in more:
            with contextlib.suppress(OSError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        # What these had started is ours only now.
        more = of_sources(home)
    return list(left.values())


def of_sources(home):
    """Processes of sources that have become our children, with their words."""
    found = {}
    for child in children(os.getpid()):
        with contextlib.suppress(OSError):
            words = orphans.text(f"/proc/{child}/cmdline").replace("\0", " ")
            if not words:
                os.waitpid(child, os.WNOHANG)
                continue
            variables = orphans.text(f"/proc/{child}/environ").split("\0")
            if f"HOME={home.path}" in variables and any(each.startswith("HARU_TODAY=") for each in variables):
                found[child] = words
    return found
