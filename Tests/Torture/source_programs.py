"""Programs that are sources: a shell script, which does another deed each time it is asked."""

import os
import shlex
from dataclasses import dataclass, field

# `each FORM` prints a line for each of the two days that has evidence; `$COUNT` is how much there is.
SCRIPT = """\
#!/bin/sh
D={folder}
IFS= read -r LINE && : >"$D/had-input"
env | grep -i token >"$D/tokens"
each() {{
  for WHICH in YESTERDAY TODAY; do
    eval "DAY=\\$HARU_$WHICH BEGINS=\\$HARU_${{WHICH}}_BEGINS ENDS=\\$HARU_${{WHICH}}_ENDS" COUNT=0
    while read -r AT; do [ "$AT" -ge "$BEGINS" ] && [ "$AT" -lt "$ENDS" ] && COUNT=$((COUNT + 1)); done <"$D/evidence"
    [ $COUNT -gt 0 ] && echo "$DAY" >>"$D/said" && printf "$1" "$DAY" "$COUNT"
  done
}}
echo "$HARU_YESTERDAY $HARU_YESTERDAY_BEGINS $HARU_YESTERDAY_ENDS \
$HARU_TODAY $HARU_TODAY_BEGINS $HARU_TODAY_ENDS" >"$D/asked"
. "$D/deed"
exit 0
"""
PLAIN = "each '%s,%s reviews\\n'"


@dataclass(frozen=True)
class Deed:
    """What a program does, and what the page says of it."""

    lines: str
    counts: object = True  # whether its days are marked; None where the page leaves it open
    seconds: int = 0  # how long it takes at least
    may_stay: bool = False  # whether a process of it outlives it


HONEST = (
    Deed(PLAIN), Deed(PLAIN), Deed(PLAIN),
    Deed("each '%s,%s reviews\\r\\n'"),
    Deed("printf '\\357\\273\\277'; " + PLAIN),
    Deed("printf '\\357\\273\\277date,note\\r\\n'; each '%s,\"%s \"\"new\"\" cards, and others\"\\r\\n'"),
    Deed("echo date,note; each '\"%s\",\"%s reviews\"\\n'"),
    Deed("{0}; {0}; {0}".format(PLAIN)),
    Deed("each '%s,%.0s\\n'"),
)
WILD = (
    Deed(":", counts=False),
    Deed("each '%s,%s reviews' | tr -d '\\n'", counts=None),
    Deed(PLAIN + "; exit 3", counts=False),
    Deed(PLAIN + "; kill -9 $$", counts=False),
    Deed(PLAIN + "; head -c 60000 /dev/zero | tr '\\0' '\\n'"),
    Deed("each '%s,caf\\351 %s\\n'", counts=None),
    Deed("each '%s,\\033[31m%s\\a reviews\\n'"),
    Deed(f"each '%s,{'long ' * 60}%s\\n'", counts=None),
    Deed("each '%s,\"%s\\nreviews\"\\n'", counts=None),
    Deed(PLAIN + "; {ahead}"),
    Deed("{older}; " + PLAIN),
    Deed(PLAIN + "; {ahead}; {older}"),
    Deed(PLAIN + "; echo 2026-02-30,no; echo 0000-00-00,no; echo nothing,no; echo '\"'", counts=None),
    Deed(PLAIN + "; (exec >/dev/null 2>&1; sleep 20 & )", counts=True, may_stay=True),
    Deed(PLAIN + " >&2", counts=False),
)
# They cost seconds.
SLOW = (
    Deed("sleep 1; " + PLAIN, seconds=1),
    Deed(PLAIN + "; exec sleep 600", counts=False, seconds=5),
    Deed("trap '' TERM INT HUP; " + PLAIN + "; while :; do sleep 60; done", counts=False, seconds=5),
    Deed(PLAIN + "; exec yes \"$HARU_TODAY,endless\"", counts=False, seconds=5),
    Deed(PLAIN + "; head -c 70000 /dev/zero | tr '\\0' '\\n'", counts=False, seconds=5),
    # A program that has ended in time is not ended, nor is its group.
    Deed(PLAIN + "; sleep 600 &", counts=None, seconds=5, may_stay=True),
    Deed(PLAIN + "; setsid sleep 600 2>&1 &", counts=None, seconds=5, may_stay=True),
)


@dataclass
class Row:
    """An instant of which a source tells, and the days to which it may belong."""

    at: int
    appears: int  # when the source has it
    days: set = field(default_factory=set)
    is_judged: bool = False
    is_lie: bool = False


class Source:
    """What Haru knows of a source, and when it knew it first: at the earliest, and at the latest."""

    # Whether it is a file: it is read when it has changed.
    is_file = False

    def __init__(self, home, name):
        self.home, self.name = home, name
        self.rows = []
        self.known = None
        self.known_surely = None
        self.reach = 0  # the newest instant that was read

    def day_of(self, at, hours):
        return hours.today(at)

    def visible(self, now):
        return [row for row in self.rows if row.appears <= now]


class Program(Source):
    """An executable file in the folder of sources."""

    def __init__(self, home, name):
        super().__init__(home, name)
        self.folder = home(f"evidence/{name}")
        self.path = home(f"config/haru/sources/{name}")
        self.deed, self.is_linked, self.is_open = HONEST[0], False, False
        # The days that it may have told here, each with its times: one in each zone in which it did.
        self.told = {}
        os.makedirs(self.folder, exist_ok=True)

    @property
    def doing(self):
        return self.deed.lines

    def add(self):
        text = SCRIPT.format(folder=shlex.quote(self.folder))
        place = self.home(f"elsewhere/{self.name}") if self.is_linked else self.path
        self.home.write(os.path.relpath(place, self.home.path), text)
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        if self.is_linked:
            os.symlink(place, self.path)
        os.chmod(place, 0o777 if self.is_open else 0o700)

    def remove(self):
        os.remove(self.path)

    def tell(self, now, days):
        """Makes what it knows now; `days` are those that it lies about."""
        for name in ("said", "asked", "had-input", "tokens"):
            if os.path.exists(os.path.join(self.folder, name)):
                os.remove(os.path.join(self.folder, name))
        self.write("evidence", "".join(f"{row.at}\n" for row in self.visible(now)[-12:]))
        lines = self.deed.lines
        for what, chosen in days.items():
            lines = lines.replace("{" + what + "}", "printf '%s\\n' " + " ".join(
                f"{day},lie" for day in chosen))
        self.write("deed", lines + "\n")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        """What it left behind when it was asked; `None` if it was not."""
        try:
            with open(os.path.join(self.folder, name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None
