"""Processes that are killed at any moment, while they write."""

import signal

import model
import steps
from home import Home
from report import Tally

TITLE = "commands killed at any moment"
RUNS = 7_500

# A store grows with each run; a new one begins as often as this.
RUNS_A_HOME = 300


class Pace:
    """How long each command takes, so that kills fall while it runs."""

    def __init__(self):
        self.seconds = {}

    def moment(self, verb, random):
        """A random moment of a run; `None` lets it end, so that its time is known.

        The later part of a run, in which it writes, is chosen more often.
        """
        if verb not in self.seconds:
            return None
        return self.seconds[verb] * 1.25 * random.random() ** 0.6

    def learn(self, verb, outcome):
        if outcome.status == 0:
            known = self.seconds.get(verb, outcome.seconds)
            self.seconds[verb] = known * 0.8 + outcome.seconds * 0.2


def attack(random, seed, count):
    """Kills this many commands."""
    tally, pace = Tally(), Pace()
    while tally.runs < count:
        with Home() as home:
            attack_home(home, random, seed, min(RUNS_A_HOME, count - tally.runs), tally, pace)
    return tally


def attack_home(home, random, seed, count, tally, pace):
    world = steps.World(home)
    kills = 0
    while kills < count:
        step = steps.choose(random, world)
        outcome = home.haru(*step.words, kill_after=pace.moment(step.verb, random))
        if outcome.status == -signal.SIGKILL and not outcome.is_late:
            kills += 1
            tally.runs += 1
        if not judged(world, step, outcome, tally, seed):
            return
        pace.learn(step.verb, outcome)


def judged(world, step, outcome, tally, seed):
    """Whether the world is as the step's outcome says; counts and keeps what is not."""
    what = f"{' '.join(step.words)!r}: status {outcome.status}, {outcome.output + outcome.errors!r}"
    try:
        steps.require_end(outcome, tally)
        if outcome.status >= 0 and outcome.status != step.status:
            raise steps.Wrong(f"status {step.status} was expected")
        is_done = steps.judge(world, step, outcome)
        tally.acknowledged += outcome.promises
        if is_done and not outcome.promises:
            tally.note("done without being told")
        if random_check(world, tally):
            check(world)
        return True
    except (steps.Wrong, model.Damaged) as error:
        tally.lost += not (outcome.is_late or outcome.is_trap)
        tally.found(f"{what}: {error}", seed, world.home)
        return False


def random_check(world, tally):
    return tally.runs % 20 == 0


def check(world):
    """Haru's own check of the store agrees with ours."""
    outcome = world.home.haru("store", "check")
    if outcome.status not in (0, 66):
        raise steps.Wrong(f"store check: {outcome.output}{outcome.errors}")
