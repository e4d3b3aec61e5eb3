"""The agent is killed at any moment around a click, a call of the bus, or its start."""

import time

import model
from desk import Broken, attack_desks, buttons

TITLE = "the agent killed around clicks and calls"
RUNS = 2_500
RUNS_A_DESK = 250


def attack(random, seed, count):
    return attack_desks(attack_desk, random, seed, count, RUNS_A_DESK)


def attack_desk(desk, random, count, tally):
    marks = frozenset()
    for _ in range(count):
        tally.runs += 1
        attempt = random.choice((click, click, click, call, start))
        wanted, is_acknowledged = attempt(desk, random, marks)
        found = model.read(desk.usual_store, desk.path).marks
        if found not in (marks, wanted):
            raise Broken(f"neither {sorted(marks)} nor {sorted(wanted)}: {sorted(found)}")
        if is_acknowledged and found != wanted:
            raise Broken(f"acknowledged and lost: {sorted(found)}, not {sorted(wanted)}")
        tally.acknowledged += is_acknowledged
        if not is_acknowledged and found == wanted != marks:
            tally.note("done without being told")
        marks = found


# Each returns the marks that are wanted, and whether they were acknowledged.

def click(desk, random, marks):
    desk.start_agent()
    today = desk.today
    shown = desk.event("notify", wanted=lambda event: today in " ".join(buttons(event)))
    is_study = today not in marks
    key = ("study:" if is_study else "unstudy:") + today
    answer = ("unstudy:" if is_study else "study:") + today
    desk.click(shown, key)
    wait(random)
    desk.agent.end()
    is_told = any(event["event"] == "notify" and answer in buttons(event)
                  for event in desk.settled_events())
    return (marks | {today} if is_study else marks - {today}), is_told


def call(desk, random, marks):
    desk.start_agent()
    desk.event("notify")
    day = f"2026-01-{random.randrange(1, 29):02}"
    studied = day not in marks
    calling = desk.set_studied(day, studied)
    # gdbus itself takes a while to start.
    time.sleep(0.04 * random.random())
    desk.agent.end()
    answer, _ = calling.communicate(timeout=30)
    desk.settled_events()
    return (marks | {day} if studied else marks - {day}), answer.strip() == "(true,)"


def start(desk, random, marks):
    """A start that is killed changes nothing, and stops no later start."""
    desk.start_agent()
    time.sleep(0.1 * random.random() ** 2)
    desk.agent.end()
    desk.settled_events()
    return marks, False


def wait(random):
    """More often a short time than a long one: what matters happens in the first milliseconds."""
    time.sleep(0.03 * random.random() ** 3)
