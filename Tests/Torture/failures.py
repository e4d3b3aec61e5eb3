"""Each system call with which a command touches a file or prints fails once, or from then on."""

import os
import re

import model
import steps
from home import Home
from kept import Kept, injecting
from kills import judged
from report import Tally

TITLE = "system calls of commands that fail"
RUNS = 17_000
RUNS_A_SCENE = 40

# How each call can fail on a disk that is full, broken, over its quota or taken away.
ERRORS = {
    "pwrite64": ("EIO", "ENOSPC", "EDQUOT"), "write": ("EIO", "ENOSPC", "EDQUOT"),
    "pread64": ("EIO",), "read": ("EIO",),
    "fsync": ("EIO", "ENOSPC"), "fdatasync": ("EIO", "ENOSPC"),
    "ftruncate": ("EIO", "ENOSPC"), "fallocate": ("ENOSPC", "EIO"),
    "openat": ("EACCES", "EMFILE", "ENOSPC", "EROFS", "EIO"),
    "rename": ("EIO", "ENOSPC", "EACCES"), "renameat2": ("EIO", "ENOSPC"),
    "link": ("EIO", "ENOSPC", "EPERM"), "unlink": ("EIO", "EACCES", "EROFS"),
    "mkdir": ("ENOSPC", "EACCES", "EROFS"), "rmdir": ("EIO",),
    "mmap": ("ENOMEM",), "fcntl": ("EIO", "ENOLCK"), "flock": ("EIO", "ENOLCK"),
    "fchmod": ("EIO",), "chmod": ("EIO",), "fchown": ("EIO",),
    "newfstatat": ("EIO", "EACCES"), "statx": ("EIO",), "getdents64": ("EIO",),
    "copy_file_range": ("EIO", "ENOSPC"), "close": ("EIO", "EDQUOT"),
}
TRACED = "trace=" + ",".join(ERRORS)

# What sysexits.h and the design allow a command to end with.
STATUSES = {0, 1, 64, 65, 66, 69, 73, 74, 75, 78}



class Untrue(steps.Wrong):
    """Something was saved, and reported as not saved."""


def attack(random, seed, count):
    tally = Tally()
    while tally.runs < count:
        with Home() as home:
            attack_scene(home, random, seed, min(RUNS_A_SCENE, count - tally.runs), tally)
    return tally


def attack_scene(home, random, seed, count, tally):
    """One command in one state of the world, with failures at places chosen by chance."""
    world = steps.World(home)
    for _ in range(random.randrange(8)):
        step = steps.choose(random, world)
        if not judged(world, step, home.haru(*step.words), tally, seed):
            return
    if random.random() < 0.3:
        leave_journal(world, random)
    step = steps.choose(random, world)
    with Scene(world) as scene:
        places = failing_places(world, step)
        scene.restore()
        for place in random.sample(places, min(count, len(places))):
            tally.runs += 1
            call, error, when = place
            outcome = home.haru(*step.words, before=injecting(call, f"error={error}", when))
            world = scene.world()
            try:
                judge(world, step, outcome, tally)
            except (steps.Wrong, model.Damaged) as problem:
                tally.lost += not isinstance(problem, Untrue) and not (
                    outcome.is_late or outcome.is_trap)
                tally.found(f"{place} in {' '.join(step.words)!r}: status {outcome.status}, "
                            f"{outcome.output + outcome.errors!r}: {problem}", seed, home)
            scene.restore()


def leave_journal(world, random):
    """A command that is killed before it commits leaves its journal behind."""
    step = steps.mark(random, world)
    outcome = world.home.haru(*step.words, before=(
        "strace", "-qq", "-o", "/dev/null", "-e", "trace=unlink", "-e",
        "inject=unlink:signal=KILL:when=1"))
    steps.judge(world, step, outcome)


class Scene(Kept):
    """The world as it was, to which each run goes back."""

    def __init__(self, world):
        super().__init__(world.home)
        self.known = dict(vars(world), backups=dict(world.backups))

    def world(self):
        return steps.World(**dict(self.known, backups=dict(self.known["backups"])))


def failing_places(world, step):
    """Every failure that can be injected: (call, error, which of these calls)."""
    trace = world.home.path + ".trace"
    world.home.haru(*step.words, before=(
        "strace", "-f", "-y", "-qq", "--seccomp-bpf", "-e", TRACED, "-o", trace))
    with open(trace, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    os.remove(trace)
    return list(places(lines, world.home.path))


def places(lines, path):
    counts = {}
    main = None
    for line in lines:
        found = re.match(r"(\d+)\s+(\w+)\((\S*)", line)
        if not found or found[2] not in ERRORS:
            continue
        main = main or found[1]
        # strace counts the calls of each thread apart.
        if found[1] != main:
            continue
        call = found[2]
        counts[call] = counts.get(call, 0) + 1
        named = re.sub(r"AT_FDCWD<[^>]*>", "", line)
        if path not in named and not (call == "write" and found[3][:2] in ("1<", "2<")):
            continue
        for error in ERRORS[call]:
            yield call, error, str(counts[call])
            # A lock that never comes is waited for: five seconds each.
            if call not in ("fcntl", "flock") or counts[call] % 20 == 0:
                yield call, error, f"{counts[call]}+"


def judge(world, step, outcome, tally):
    """Looks at what a command did and said while calls failed."""
    steps.require_end(outcome, tally)
    # `haru` has become another program, whose libraries the system could not load.
    is_not_loaded = "error while loading shared libraries" in outcome.errors
    if outcome.status not in STATUSES and not is_not_loaded:
        raise steps.Wrong("no status of sysexits.h")
    if outcome.status != 0 and "haru: " not in outcome.errors and "haru-" not in outcome.errors:
        tally.note("no sentence beside the status")
    done = steps.judge(world, step, outcome)
    tally.acknowledged += outcome.promises
    tally.note("refused with nothing changed" if not done and outcome.status else "done")
    # A file may be there whole and yet not be safe on the disk; that is no untruth.
    if not outcome.promises and done & {"contents", "setting", "watches"}:
        tally.untrue += 1
        raise Untrue("saved, but reported as not saved")
