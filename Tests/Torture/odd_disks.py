"""Commands are killed on file systems that lack something, and stores are emptied."""

import contextlib
import os
import shutil
import signal
import subprocess

import model
import steps
from home import ROOT, Home, until
from kills import Pace, judged
from report import Tally

TITLE = "commands killed on unusual file systems, and emptied stores"
RUNS = 2_000
RUNS_A_HOME = 60

# What Tests/Support/oddfs.c can do without.
DISKS = ((), ("coarse-dates",), ("coarse-dates", "no-links"), ("no-shared-memory",), ("no-locks",))
NO_INPUT = 66
NO_LOCKS = 74


def attack(random, seed, count):
    tally, pace = Tally(), Pace()
    program = build()
    while tally.runs < count:
        lacks = DISKS[tally.runs // RUNS_A_HOME % len(DISKS)]
        with Home() as home, Home() as other, mounted(home, program, lacks):
            most = min(RUNS_A_HOME, count - tally.runs)
            if "no-locks" in lacks:
                refuse(home, other, seed, most, tally)
            else:
                attack_home(home, random, seed, most, lacks, tally, pace)
    return tally


def build():
    """Compiles the file system; `None` where nobody may mount it."""
    program = os.path.join(ROOT, ".build", f"oddfs-{os.getpid()}")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "fuse3"], check=True,
                           capture_output=True, text=True).stdout.split()
    source = os.path.join(ROOT, "Tests", "Support", "oddfs.c")
    subprocess.run(["cc", "-O1", "-o", program, source, *flags], check=True)
    with Home() as home:
        try:
            with mounted(home, program, ()):
                return program
        except OSError:
            return None


@contextlib.contextmanager
def mounted(home, program, lacks):
    """The data of a home is on such a file system."""
    if program is None:
        yield
        return
    for name in ("data", "stored"):
        os.makedirs(home(name), exist_ok=True)
    server = subprocess.Popen([program, home("stored"), home("data"), *lacks],
                              stderr=subprocess.DEVNULL)
    try:
        until(lambda: os.path.ismount(home("data")) or server.poll() is not None, 10, "no mount")
        if server.poll() is not None:
            raise OSError("oddfs does not mount")
        yield
    finally:
        subprocess.run(["fusermount3", "-u", "-z", home("data")], stderr=subprocess.DEVNULL)
        server.send_signal(signal.SIGTERM)
        server.wait(10)


def refuse(home, other, seed, count, tally):
    """Without locks nothing is read or written, and a sentence says why."""
    tally.runs += count
    other.haru("mark", "2026-01-01")
    shutil.copytree(other("data/haru"), home("stored/haru"), dirs_exist_ok=True)
    for words in (("mark",), ("status",)):
        outcome = home.haru(*words)
        if outcome.status != NO_LOCKS or "has no locks" not in outcome.errors:
            tally.untrue += 1
            tally.found(f"without locks: {words}: {outcome}", seed, home)


def attack_home(home, random, seed, count, lacks, tally, pace):
    world = steps.World(home)
    end = tally.runs + count
    while tally.runs < end:
        step = steps.choose(random, world)
        if step.place is not None and "no-links" in lacks:
            continue
        outcome = home.haru(*step.words, kill_after=pace.moment(step.verb, random))
        tally.runs += outcome.status == -signal.SIGKILL and not outcome.is_late
        if not judged(world, step, outcome, tally, seed):
            return
        pace.learn(step.verb, outcome)
        if not world.place and random.random() < 0.05:
            try:
                empty(world, random, tally)
            except (steps.Wrong, model.Damaged) as error:
                tally.lost += 1
                tally.found(f"an emptied store: {error}", seed, home)
                return


def empty(world, random, tally):
    """Every command names the backup, nothing new begins, and the backup brings back what it holds."""
    home = world.home
    folder = home("data/haru/backups")
    names = sorted(name for name in os.listdir(folder)
                   if name.startswith("haru-")) if os.path.isdir(folder) else []
    if not names or not model.is_store(world.store, home.path):
        return
    backup = os.path.join(folder, names[-1])
    wanted = model.read(backup, home.path)
    contents = random.choice((b"", b"\n"))
    with open(world.store, "wb") as file:
        file.write(contents)
    for words in (("status",), ("mark",), ("undo",), ("store", "check")):
        outcome = home.haru(*words)
        if outcome.status != NO_INPUT or f"haru store restore {backup}" not in outcome.errors:
            raise steps.Wrong(f"{words}: {outcome}")
    with open(world.store, "rb") as file:
        if file.read() != contents:
            raise steps.Wrong("it was written")
    outcome = home.haru("store", "restore", backup)
    found = model.read(world.store, home.path)
    if outcome.status != 0 or found != wanted:
        raise steps.Wrong(f"{outcome}: {model.difference(wanted, found)}")
    # What could be undone is what the backup knew.
    while home.haru("undo").status == 0:
        pass
    world.state = model.State(model.read(world.store, home.path))
    tally.note("emptied stores")
