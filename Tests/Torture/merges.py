"""Every history of three machines up to a depth: whatever arrives where and when, all end with the same days.

The search is haru-merge (Tests/Merge), on real entries of the log and what the program makes of them.
"""


from home import Home
from report import Tally

TITLE = "every history of three machines, merged"
ASSERTS = True
IS_WHOLE = True

# How many worlds a number of changes and accidents makes, and the binary digits of the room for them.
# A world is none that differs from another by names alone.
DEPTHS = {1: (11, 10), 2: (440, 12), 3: (24_091, 18), 4: (1_579_065, 23), 5: (115_961_903, 28)}
RUNS = DEPTHS[5][0]


def attack(random, seed, count):
    """Takes the depth that has about so many worlds, and goes through all of them."""
    del random
    tally = Tally()
    depth = min(DEPTHS, key=lambda depth: abs(DEPTHS[depth][0] - count))
    with Home() as home:
        child = home.start(("haru-merge", str(depth), str(DEPTHS[depth][1])))
        output, errors = (text.decode(errors="replace") for text in child.communicate())
        if child.returncode == 0:
            worlds, ends, entries = (int(word) for word in output.split()[-3:])
            tally.runs += worlds
            tally.note("changes and accidents in each", depth)
            tally.note("entries", entries)
            tally.note("sets of entries with which all end", ends)
        else:
            # A trap of Swift is SIGILL or SIGTRAP; what is wrong is told with the status 1.
            tally.traps += child.returncode < 0
            tally.lost += child.returncode >= 0
            tally.found(f"haru-merge {depth}: status {child.returncode}, {output}{errors[-600:]}",
                        seed, home)
    return tally
