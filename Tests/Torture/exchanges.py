"""Two machines with one folder: their exchanges are killed beside changes, and so are those of the agent."""

import contextlib
import glob
import os
import signal
import time

import model
from desk import Broken, Desk
from home import LIMIT, Late, Outcome
from kills import Pace
from report import Tally

TITLE = "exchanges of two machines killed beside changes"
RUNS = 3_000

# A folder grows with each run; a new one begins as often as this.
RUNS_A_PAIR = 150


class Machine:
    """A session, and what its user was told is done; each machine has days of its own."""

    def __init__(self, desk, year):
        self.desk, self.year = desk, year
        self.changes = 0
        self.studied, self.cleared = set(), set()

    def change(self, random):
        """The next change: a day, and whether it is studied then."""
        if self.studied and random.random() < 0.25:
            return random.choice(sorted(self.studied)), False
        self.changes += 1
        month, day = divmod(self.changes, 28)
        return f"{self.year + month // 12}-{month % 12 + 1:02}-{day + 1:02}", True

    def begin(self, random):
        """Starts a command that changes something."""
        day, studied = self.change(random)
        # What becomes of it is not known until it is told.
        self.studied.discard(day)
        words = ["mark", "--force"] if studied else ["unmark"]
        return self.desk.start(["haru", *words, day]), day, studied

    def end(self, begun, tally):
        """Waits for the command, and notes what it has told."""
        child, day, studied = begun
        outcome = ended(child)
        tally.traps += outcome.is_trap
        tally.hangs += outcome.is_late
        if outcome.promises:
            tally.acknowledged += 1
            (self.studied if studied else self.cleared).add(day)


def ended(child):
    begin = time.monotonic()
    output, errors = child.communicate(timeout=LIMIT)
    return Outcome(child.returncode, output.decode(errors="replace"),
                   errors.decode(errors="replace"), time.monotonic() - begin)


def attack(random, seed, count):
    """Kills this many exchanges."""
    tally, pace = Tally(), Pace()
    while tally.runs < count:
        with Desk() as desk, Desk() as lap:
            try:
                attack_pair([Machine(desk, 2001), Machine(lap, 2011)], desk("folder"), random,
                            min(RUNS_A_PAIR, count - tally.runs), tally, pace)
            except (Broken, model.Damaged) as error:
                tally.lost += 1
                tally.found(str(error), seed, desk)
            except Late as error:
                tally.hangs += 1
                tally.found(str(error), seed, desk)
    return tally


def attack_pair(machines, folder, random, count, tally, pace):
    os.mkdir(folder)
    for machine in machines:
        require(machine, "sync", "on", folder)
    until_runs = tally.runs + count
    while tally.runs < until_runs:
        one = random.choice(machines)
        begun = one.begin(random)
        attempt = random.choice((run, run, check, helper))
        is_hit = attempt(random.choice(machines), random, tally, pace)
        tally.runs += is_hit
        if random.random() < 0.25:
            begun[0].kill()
        one.end(begun, tally)
    judge(machines)


# Each tells whether it killed something.

def run(machine, random, tally, pace):
    return kill(machine, ("exchange", "sync"), random, tally, pace)


def check(machine, random, tally, pace):
    return kill(machine, ("sync", "check"), random, tally, pace)


def kill(machine, words, random, tally, pace):
    outcome = machine.desk.haru(*words, kill_after=pace.moment(words, random))
    tally.traps += outcome.is_trap
    tally.hangs += outcome.is_late
    pace.learn(words, outcome)
    return outcome.status == -signal.SIGKILL


def helper(machine, random, tally, _):
    """An exchange of the agent, if one runs, and then the agent, or the other way round."""
    desk = machine.desk
    desk.start_agent()
    begun = machine.begin(random)
    time.sleep(0.15 * random.random() ** 2)
    agent_goes_first = random.random() < 0.5
    pid = child_of(desk.agent.child.pid)
    if agent_goes_first:
        desk.agent.end()
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    machine.end(begun, tally)
    if not agent_goes_first:
        desk.agent.end()
    desk.settled_events()
    if pid is not None:
        tally.note("of the agent")
    return pid is not None


def child_of(pid):
    """The process that a process has started to exchange; `None` if there is none."""
    for path in glob.glob(f"/proc/{pid}/task/*/children"):
        with contextlib.suppress(OSError):
            for child in text_of(path).split():
                if text_of(f"/proc/{child}/cmdline").split("\0")[1:3] == ["exchange", "sync"]:
                    return int(child)
    return None


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


# In the end

def judge(machines):
    """Both have what was told to be done, and the same; nothing in the folder is damaged."""
    for machine in machines * 2:
        require(machine, "sync", "check")
    exports = {require(machine, "export", "--format", "json") for machine in machines}
    if len(exports) != 1:
        raise Broken("the exports differ")
    for machine in machines:
        require(machine, "store", "check")
        marks = model.read(machine.desk.usual_store, machine.desk.path).marks
        for each in machines:
            if lost := each.studied - marks:
                raise Broken(f"acknowledged and lost: {sorted(lost)}")
            if back := (each.cleared - each.studied) & marks:
                raise Broken(f"cleared and back: {sorted(back)}")
        if "not in the folder" in require(machine, "sync", "status"):
            raise Broken("changes stay out of the folder")


def require(machine, *words):
    outcome = machine.desk.haru(*words)
    if outcome.status != 0:
        raise Broken(f"{' '.join(words)}: status {outcome.status}, {outcome.output + outcome.errors}")
    return outcome.output
