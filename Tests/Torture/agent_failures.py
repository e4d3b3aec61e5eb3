"""System calls on the files of the store fail in a running agent, while days are set in it."""

import os
import signal
import subprocess

import model
from desk import AGENT, AGENT_PATH, Broken, attack_desks, buttons
from home import Late

TITLE = "system calls of the agent that fail"
RUNS = 3_000
RUNS_A_DESK = 60

# How each call can fail, and how many of them a change makes at most. Not fcntl: SQLite keeps a lock
# for ever that it cannot give back, which no kernel refuses.
ERRORS = {
    "pwrite64": (("EIO", "ENOSPC", "EDQUOT"), 12), "fdatasync": (("EIO", "ENOSPC"), 3),
    "fsync": (("EIO",), 3), "pread64": (("EIO",), 20), "ftruncate": (("EIO", "ENOSPC"), 3),
    "openat": (("EMFILE", "EACCES", "EIO"), 6),
    "newfstatat": (("EIO", "EACCES"), 30), "mmap": (("ENOMEM",), 2), "unlink": (("EIO",), 2),
}


def attack(random, seed, count):
    return attack_desks(attack_desk, random, seed, count, RUNS_A_DESK)


def attack_desk(desk, random, count, tally):
    begin(desk)
    for _ in range(count):
        tally.runs += 1
        place = choose(random)
        before = marks(desk)
        day, studied, said = random.choice((click, call))(desk, random, before, place)
        after = marks(desk)
        wanted = before | {day} if studied else before - {day}
        what = f"{place}: {day} {'set' if studied else 'cleared'}, {said}"
        if after not in (before, wanted):
            raise Broken(f"{what}: {sorted(before)} became {sorted(after)}")
        if said == "saved" and after != wanted:
            raise Broken(f"{what}, and it is not there")
        if said == "not saved" and after == wanted != before:
            tally.untrue += 1
            tally.found(f"{what}, and it is there", "of the run")
        tally.acknowledged += said == "saved"
        tally.note(said)
        if desk.agent.child.poll() is not None:
            tally.traps += 1
            raise Late(f"{what}; the agent ended: {desk.agent.child.returncode}")
        reset(desk)


def begin(desk):
    """Starts the agent, and makes a store."""
    desk.start_agent()
    desk.shown = desk.event("notify")
    set_and_wait(desk, "2026-01-01", True)


def choose(random):
    call = random.choice(list(ERRORS))
    errors, most = ERRORS[call]
    return call, random.choice(errors), f"{random.randrange(1, most + 1)}{random.choice(('', '+'))}"


def marks(desk):
    return model.read(desk.usual_store, desk.path).marks


class Failing:
    """Calls on the files of the store fail in the agent, within a `with`."""

    def __init__(self, desk, place):
        call, error, when = place
        files = [desk.usual_store + end for end in model.ENDS]
        # A commit ends with a sync of the directory.
        files.append(os.path.dirname(desk.usual_store))
        paths = [word for file in files for word in ("-P", file)]
        self.words = ["strace", "-f", "-p", str(desk.agent.child.pid), "-o", "/dev/null", *paths,
                      "-e", "trace=" + call, "-e", f"inject={call}:error={error}:when={when}"]

    def __enter__(self):
        self.strace = subprocess.Popen(
            self.words, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line = self.strace.stderr.readline()
        if "attached" not in line:
            raise Late(f"strace: {line}")

    def __exit__(self, *_):
        self.strace.send_signal(signal.SIGTERM)
        self.strace.wait(10)
        self.strace.stderr.close()


# Each returns the day, what it was set to, and what the agent said of it.

def click(desk, random, before, place):
    """Study is pressed."""
    today = desk.today
    with Failing(desk, place):
        desk.click(desk.shown, "study:" + today)
        # An agent that has saved a day, and can no longer read, tries again every second.
        shown = next_shown(desk, 8)
    desk.shown = shown or desk.event("notify")
    if "not saved" in desk.shown["summary"].lower():
        # The agent tries again by itself, now that no call fails.
        desk.shown = desk.event("notify", 20)
    if "not saved" in desk.shown["summary"].lower():
        return today, True, "not saved"
    if "unstudy:" + today in buttons(desk.shown):
        return today, True, "saved"
    return today, True, "nothing told"


def next_shown(desk, seconds):
    try:
        return desk.event("notify", seconds)
    except Late:
        return None


def call(desk, random, before, place):
    """Another program sets a day."""
    day = f"2026-02-{random.randrange(1, 28):02}"
    studied = day not in before
    with Failing(desk, place):
        output, errors = desk.set_studied(day, studied).communicate(timeout=30)
    if output.strip() == "(true,)":
        return day, studied, "saved"
    if "NotSaved" in errors or "Busy" in errors:
        return day, studied, "not saved"
    return day, studied, "nothing told"


def reset(desk):
    """Opens today again, as another program does, and takes the notification that follows."""
    set_and_wait(desk, desk.today, True)
    set_and_wait(desk, desk.today, False)
    desk.call(AGENT, AGENT_PATH, "io.github.haru.Haru1.Present")
    events = [event for event in desk.settled_events() if event["event"] == "notify"]
    desk.shown = events[-1] if events else desk.event("notify")


def set_and_wait(desk, day, studied):
    output, errors = desk.set_studied(day, studied).communicate(timeout=30)
    if "(" not in output:
        raise Broken(f"{day} cannot be set any more: {errors}")
