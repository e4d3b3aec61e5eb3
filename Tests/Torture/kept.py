"""A home to which each of many runs goes back, and calls that fail in one of them."""

import shutil


class Kept:
    """A home as it was."""

    def __init__(self, home):
        self.home, self.copy = home, home.path + ".kept"
        shutil.copytree(home.path, self.copy, symlinks=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.copy)

    def restore(self):
        shutil.rmtree(self.home.path)
        shutil.copytree(self.copy, self.home.path, symlinks=True)


def injecting(call, action, when):
    """The words before those of a program that has a call fail, or is killed there."""
    # With it strace is quicker, and sends no signal.
    quick = () if action.startswith("signal") else ("--seccomp-bpf",)
    return ("strace", "-f", "-qq", *quick, "-o", "/dev/null", "-e", f"trace={call}",
            "-e", f"inject={call}:{action}:when={when}")
