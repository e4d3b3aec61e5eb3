"""What this version says in other words than the last release (CHANGELOG.md), and how both are told the same."""

import datetime
import json
import re

from home import FORMER

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")
DATE = re.compile(
    r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?\b(\d{1,2}) (" + "|".join(MONTHS) + r")\b(?: (\d{4}))?")


def commands(machine, words):
    """The commands that say the same, of which the first answers."""
    if machine.home.programs != FORMER:
        return [words]
    if words[:2] == ("rest", "--weekdays"):
        value = "" if words[2] == "none" else words[2]
        return [("config", "set", "rest-weekdays", value, *words[3:]), ("config", "unset", "rest-weekdays")]
    if words[:2] == ("rest", "--reserve"):
        return [("config", "set", "free", words[2]), ("config", "unset", "free")]
    return [words]


def plain(words, text, today):
    """An answer as both tell it."""
    if is_rule(words):
        return ""
    if text and words == ("export", "--format", "json"):
        told = json.loads(text)
        for key in ("log", "watches"):
            told.pop(key, None)
        return told
    if words == ("export", "--format", "csv"):
        return IN_TABLE.sub("", text).replace(",reserve,", ",,")
    # Other commands exchange, and so learn at another time that the folder is away.
    text = re.sub(r"(?<=yet): there is no folder .*; make it, or connect its disk", ".", text)
    text = re.sub(r"there is no folder .*; make it, or connect its disk\n?", "", text)
    if "--json" in words or words[0] == "export":
        return text.replace('"problem":"missing"', '"problem":null')
    text = DATE.sub(lambda found: iso(found, today), text)
    text = re.sub(r"(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)", span, text)
    text = BETWEEN.sub(r"\2 to \3 (\1 days)", text)
    text = RESERVE.sub(r"reserve day\1", text)
    text = text.replace("was not studied, and was reserve day", "was a reserve day")
    text = text.replace("That day was reserve day", "That day was a reserve day")
    text = LATE.sub("", text)
    # 0.4 did not count those that lie ahead.
    text = re.sub(r"Restored \d+ days?", "Restored days", text)
    text = TAKEN.sub("", text)
    text = re.sub(r"(start a new streak\.) Longest: \d+", r"\1", text)
    text = text.replace("because of Day.rest-weekdays", "because of haru rest --weekdays")
    text = text.replace("Cleared since an earlier import, not marked", "Cleared before, not marked")
    text = STUDIED_ON.sub("Studied on a day?", text)
    if words[0] in ("status", "streak"):
        text = "\n".join(line for line in re.sub(r"-day streak[,.:].*", "-day streak", text).splitlines()
                         if "in reserve" not in line and not ENDED.match(line))
    if words[0] == "calendar":
        text = re.sub(r"\s+", " ", re.sub(r"([][])", r" \1 ", WEEKDAY.sub(lambda found: found[0][:2], text)))
    if words[0] in ("undo", "redo"):
        text = RULES.sub("rest days by rule", STAYS.sub("", text))
    # 0.4 did not tell a reserve day from no rest day.
    text = IN_RESERVE.sub("", text)
    if words[:2] == ("rest", "--clear"):
        text = re.sub(r"Nothing changed, no rest day: .*\n?", "", text)
    if words[0] == "note":
        text = FORMER_NOTE.sub("", text)
    if words[0] == "import":
        text = LEFT_OUT.sub("", text)
    if words == ("undo", "--list"):
        # More are listed where undos are among them.
        text = "".join(text.splitlines(True)[:20])
        text = re.sub(r"^ *\d* · ", "", text, flags=re.M)
        text = re.sub(r" · undoes \d+", " · takes a change back", text)
    if words[0] == "explain":
        head, title, apart = text.partition(APART)
        text = head + title + "\n".join(sorted(apart.splitlines()))
        text = re.sub(r"No streak on .*: no day was studied until then\.\n", "", text)
        text = re.sub(r"Study today by .* to make it (\d+) day", OPEN + r"\1 day", text)
    return text


# An undo tells what another machine has said too; 0.4 told nothing of it, and refused where it was all.
STAYS = re.compile(r"^ *stays as another machine has said: .*\n", re.M)
LEFT_OUT = re.compile(r"^(?:\d+ notes? left out: .*|Rules that are not imported: .*)\n", re.M)
# A table has days in reserve now.
IN_TABLE = re.compile(r"^\d{4}-\d\d-\d\d,reserve,\r?\n", re.M)
# A day of the last week was named by its weekday.
STUDIED_ON = re.compile(r"Studied on [\w ,-]+\?")
FORMER_NOTE = re.compile(r" · before: “.*”", re.S)
# Days that are not in a row were told as a range.
BETWEEN = re.compile(r"(\d+) days between (\S+) and (\d{4}-\d\d-\d\d)")
RESERVE = re.compile(r"\bfree(?: day(s?))?\b")
# A folder is waited for only so long now, which a busy machine can need.
LATE = re.compile(r"haru: .* does not answer; what is new there is not counted yet\n")
# 0.4 counted what changed and changed back on the way; `same_history` counts what this version says.
TAKEN = re.compile(r"Taken from other machines: ([\d,]+) changes?\n")
# What an undo cleared was called none.
RULES = re.compile(
    r"\d+ reserve days? a week|reserve days as before|no rest weekdays|rest weekdays(?: as before|: \w+(?:, \w+)*)")
IN_RESERVE = re.compile(
    r"^ *(?:Still rest because of haru rest --reserve: .*|\d+ reserve days? in it do(?:es)? not count\.)\n?", re.M)
OPEN = "Today is open. With it, the streak is "
# What counts comes last now.
APART = "Written on several machines before they exchanged:\n"
ENDED = re.compile(r"Your \d+-day streak ended on ")
WEEKDAY = re.compile(r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b")


def is_kept_by_others(text):
    """Whether an undo tells nothing but what another machine has said too."""
    return bool(STAYS.search(text)) and STAYS.sub("", text).count("\n") <= 2


def iso(found, today):
    year = int(found[3] or today.year)
    return f"{year}-{MONTHS.index(found[2]) + 1:02}-{int(found[1]):02}"


def span(found):
    days = (datetime.date.fromisoformat(found[2]) - datetime.date.fromisoformat(found[1])).days + 1
    return f"{found[1]} to {found[2]} ({days} days)"


def is_rule(words):
    """Whether it says something of rest days by rule, which answers in other words."""
    return words[:2] in (("rest", "--weekdays"), ("rest", "--reserve"))
