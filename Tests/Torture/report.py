"""What attacks found, as figures for docs/torture.md and as files to look at."""

import os
import shutil
from dataclasses import dataclass, field

from home import ROOT

KEPT = os.path.join(ROOT, ".build", "torture")


@dataclass
class Tally:
    """The figures of one attack."""

    title: str = ""
    runs: int = 0
    acknowledged: int = 0
    lost: int = 0  # acknowledged and lost, half done, or a store that is damaged
    untrue: int = 0  # saved, and reported as not saved
    traps: int = 0
    hangs: int = 0
    seconds: float = 0.0
    notes: dict = field(default_factory=dict)  # further figures by name
    findings: list = field(default_factory=list)

    def add(self, other):
        for name in ("runs", "acknowledged", "lost", "untrue", "traps", "hangs"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.seconds = max(self.seconds, other.seconds)
        for name, count in other.notes.items():
            self.note(name, count)
        self.findings += other.findings

    def note(self, name, count=1):
        self.notes[name] = self.notes.get(name, 0) + count

    @property
    def is_clean(self):
        return not (self.lost or self.untrue or self.traps or self.hangs)

    def found(self, what, seed, home=None):
        """Keeps a finding, with the home as it was."""
        self.findings.append(f"{what} (seed {seed})")
        if home is None or len(self.findings) > 20:
            return
        os.makedirs(KEPT, exist_ok=True)
        place = os.path.join(KEPT, f"{seed}-{self.runs}")
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(home.path, place, symlinks=True, ignore=ignore_sockets)
        with open(os.path.join(place, "finding.txt"), "w", encoding="utf-8") as file:
            file.write(what + "\n")


def ignore_sockets(folder, names):
    return [name for name in names
            if not os.path.isdir(os.path.join(folder, name))
            and not os.path.isfile(os.path.join(folder, name))]


HEADER = """\
# Torture

`make torture` attacks the release build as no test in CI can, for hours. Each
attack counts what it did and what gave way. A seed repeats what a run chooses, but not its timing. CI runs
a hundredth (`make torture SCALE=0.01`). How an attack works is told in its file in `Tests/Torture`.

"Acknowledged" is what Haru has reported as done: by its status, by a line, by an answer on the bus,
or by a notification. "Lost" counts what was acknowledged and is not there, what is there by half,
and each store that is not sound; "untrue" what was saved and reported as not saved, and each history
with a number that is not the model's. "Traps" are processes that ended by a fault of their own;
"hangs" those that had to be ended. "Done without being told" is what a process finished just before
it was killed.

A power cut leaves on the disk what was synced. Of what was not, it leaves nothing, all, all with half of
the last write, one alone or all but one, and names in any order. Haru is started on each disk that can
come about so while a command runs; it has to be as before the command or as after it, and as after it
once that was told. With its syncs ignored each command has to lose something: otherwise the attack sees
nothing, and counts a loss.

What sources mark is compared with what their page says: which days have to be marked, which may be, and which never,
because nobody has studied, somebody has cleared them, or they lie too far back. Of people whose sources are honest and
sometimes late, it counts how many studied days needed no click.

The figures below are written by the driver.
"""


def row(tally):
    """A row of the table."""
    return (f"| {tally.title} | {tally.runs:,} | {tally.acknowledged:,} | {tally.lost} "
            f"| {tally.untrue} | {tally.traps} | {tally.hangs} | {tally.seconds:.0f} |")


def further(tally):
    """Figures that only this attack has."""
    return ", ".join(f"{count:,} {what}" for what, count in sorted(tally.notes.items()))


def told(tally):
    """What a terminal shows of an attack."""
    figures = (f"{tally.title}: {tally.runs:,} runs, {tally.acknowledged:,} acknowledged, "
               f"{tally.lost} lost, {tally.untrue} untrue, {tally.traps} traps, {tally.hangs} hangs, "
               f"{tally.seconds:.0f} s")
    return "\n".join([figures, *(["  " + further(tally)] if tally.notes else []),
                      *(f"  ✘ {finding}" for finding in tally.findings)])


def page(tallies, seed, scale, commit):
    """The page docs/torture.md."""
    rows = "\n".join(row(tally) for tally in tallies)
    more = "\n".join(f"- {tally.title}: {further(tally)}" for tally in tallies if tally.notes)
    return (f"{HEADER}\nRecorded run: commit {commit}, seed {seed}, scale {scale:g}.\n\n"
            "| attack | runs | acknowledged | lost | untrue | traps | hangs | seconds |\n"
            "|---|---|---|---|---|---|---|---|\n"
            f"{rows}\n\nFurther figures:\n\n{more}\n")
