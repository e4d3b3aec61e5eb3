"""A user's home, and the programs that run in it."""

import os
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = os.path.join(ROOT, ".build", os.environ.get("HARU_BUILD_KIND", "release"))
# Those of the last release, which `make` builds once.
RELEASE = "0.4.0"
FORMER = os.path.join(ROOT, ".build", RELEASE)

# No command takes longer, not even under strace beside three others.
LIMIT = 60.0


def program(name):
    return os.path.join(PROGRAMS, name)


class Late(Exception):
    """Something did not happen in time."""


def until(happens, seconds, what):
    """Waits for something that no process tells, and returns its value; raises `Late`."""
    deadline = time.monotonic() + seconds
    while True:
        value = happens()
        if value:
            return value
        if time.monotonic() > deadline:
            raise Late(f"{what} after {seconds} s")
        time.sleep(0.05)


@dataclass(frozen=True)
class Outcome:
    """How a process ended, and what it wrote."""

    status: int  # negative for a signal
    output: str
    errors: str
    seconds: float

    @property
    def is_late(self):
        """Whether it had to be killed because it did not end."""
        return self.status == -signal.SIGKILL and self.seconds >= LIMIT

    @property
    def is_trap(self):
        """Whether it ended by a signal that only its own fault brings."""
        return -self.status in (signal.SIGILL, signal.SIGTRAP, signal.SIGSEGV, signal.SIGABRT,
                                signal.SIGBUS, signal.SIGFPE)

    @property
    def promises(self):
        """Whether it reported a success: by its status, or by a whole line that is no complaint."""
        if self.status == 0:
            return True
        lines = (self.output + self.errors).split("\n")[:-1]
        return any(line and not line.startswith("haru: ") for line in lines)


class Home:
    """A home directory in memory, removed at the end of a `with`."""

    def __init__(self, zone="UTC", bus=None, prefix="haru-", programs=None):
        self.programs = programs or PROGRAMS
        # A commit waits for no disk there: a kill cannot show what a disk has not written.
        parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.path = tempfile.mkdtemp(prefix=prefix, dir=parent)
        self.environment = {
            "HOME": self.path, "LANG": "C.UTF-8", "TZ": zone, "PATH": os.environ["PATH"],
            "XDG_CONFIG_HOME": self("config"), "XDG_DATA_HOME": self("data"),
            "XDG_CACHE_HOME": self("cache"), "XDG_RUNTIME_DIR": self("run"),
        }
        if bus:
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        os.mkdir(self("run"), 0o700)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)

    def __call__(self, name):
        return os.path.join(self.path, name)

    def write(self, name, text):
        """Writes a file, and returns its path."""
        os.makedirs(os.path.dirname(self(name)), exist_ok=True)
        with open(self(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self(name)

    @property
    def usual_store(self):
        return self("data/haru/haru.sqlite")

    def program(self, name):
        return os.path.join(self.programs, name)

    def start(self, words, before=()):
        """Starts a program of Haru, with words before its own: `strace`."""
        return subprocess.Popen(
            [*before, self.program(words[0]), *words[1:]], env=self.environment, cwd=self.path,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, words, before=(), kill_after=None):
        """Runs a program of Haru, and kills it after a number of seconds if it still runs."""
        begin = time.monotonic()
        child = self.start(words, before)
        if kill_after is not None:
            time.sleep(max(0.0, kill_after - (time.monotonic() - begin)))
            child.kill()
        try:
            output, errors = child.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            child.kill()
            output, errors = child.communicate()
        return Outcome(child.returncode, output.decode(errors="replace"),
                       errors.decode(errors="replace"), time.monotonic() - begin)

    def haru(self, *words, **more):
        return self.run(("haru", *words), **more)


class Talker:
    """A process whose next line is waited for, with a limit."""

    def __init__(self, words, environment, directory=None, errors=subprocess.DEVNULL):
        self.name = os.path.basename(words[0])
        self.child = subprocess.Popen(
            words, env=environment, cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=errors)
        self.rest = b""
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.child.stdout, selectors.EVENT_READ)

    def send(self, line):
        self.child.stdin.write(line.encode() + b"\n")
        self.child.stdin.flush()

    def line(self, seconds=10.0):
        """The next line; raises `Late`."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self.rest:
            if not self.selector.select(max(0.0, deadline - time.monotonic())):
                raise Late(f"a line of {self.name} after {seconds} s")
            read = os.read(self.child.stdout.fileno(), 65536)
            if not read:
                raise Late(f"{self.name} has ended: {self.child.wait()}")
            self.rest += read
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode(errors="replace")

    def drain(self):
        """Reads what it has written so far, so that it never waits for us."""
        lines = []
        while self.selector.select(0) or b"\n" in self.rest:
            lines.append(self.line(0))
        return lines

    def end(self, number=signal.SIGKILL, seconds=10.0):
        """Ends it by a signal, and returns its status; raises `Late`."""
        if self.child.poll() is None:
            self.child.send_signal(number)
        try:
            status = self.child.wait(seconds)
        except subprocess.TimeoutExpired as error:
            self.child.kill()
            self.child.wait()
            raise Late(f"{self.name} does not end after {seconds} s") from error
        finally:
            self.child.stdin.close()
            self.child.stdout.close()
            self.selector.close()
        return status
