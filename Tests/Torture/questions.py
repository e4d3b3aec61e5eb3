"""Commands that print numbers, and what each of them should print."""

import csv
import datetime
import io
import json
import re
from dataclasses import dataclass

from reckoning import Reckoning, days_between, days_of_month, days_of_year, rounded

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@dataclass(frozen=True)
class Question:
    """A command, what is taken from its output, and what that should be."""

    words: tuple
    read: object
    expected: object


# haru streak

def streak_json(_, person):
    return Question(("streak", "--json"), json.loads, streak(person))


def streak(person):
    today, reckoning = person.today, person.reckoning
    is_open = reckoning.state == "open"
    left = reckoning.free_left(today, reckoning.free)
    return {
        "current": reckoning.current,
        "ends_at": person.day_ends_at if reckoning.current and is_open and not left else None,
        "free_left": left,
        "first_day": str(reckoning.marks[0]) if reckoning.marks else None,
        "longest": reckoning.longest.told if reckoning.longest else None,
        "month": progress(reckoning, days_of_month(today.year, today.month)),
        "year": progress(reckoning, days_of_year(today.year)),
        "steady": steady(reckoning),
        "per_week": float(rounded(reckoning.per_week, 3)),
        "rest_today": person.diary.now.is_rest(today),
        "studied_today": today in person.diary.now.marks,
        "total": len(reckoning.marks),
        "weekdays": {name: weekday(reckoning, number) for number, name in enumerate(WEEKDAYS)},
    }


def steady(reckoning):
    studied, counting = reckoning.steady
    return {"studied": studied, "of": counting}


def progress(reckoning, days):
    studied, elapsed = reckoning.progress(days)
    return {"days": len(days), "elapsed": elapsed, "studied": studied}


def weekday(reckoning, number):
    studied, share = reckoning.weekday(number)
    return {"share": None if share is None else float(rounded(share, 3)), "studied": studied}


def streak_text(_, person):
    return Question(("streak",), figures, text(person))


def figures(output):
    """The numbers of each line, by its first words; dates and weekdays as they are written."""
    lines = dict(line.split(": ", 1) for line in output.splitlines()[1:] if ": " in line)
    lines.pop("Today")
    return {"streak": first_number(output.splitlines()[0])} | {
        name: line.split(" · ") if name == "By weekday" else
        line.split(", ")[1:] + [first_number(line)] if name == "Longest" else
        re.findall(r"\d+(?:\.\d)?", line) for name, line in lines.items()}


def first_number(line):
    found = re.match(r"(\d+)\b", line)
    return int(found[1]) if found else 0


def text(person):
    reckoning, today = person.reckoning, person.today
    told = {"streak": reckoning.current}
    if not reckoning.marks:
        return told
    run = reckoning.longest
    for name, days in (("This month", days_of_month(today.year, today.month)),
                       ("This year", days_of_year(today.year))):
        studied, counting = reckoning.progress(days)
        if counting:
            told[name] = [str(studied), str(counting)]
    first = reckoning.marks[0]
    ends = dict.fromkeys((run.days[0], run.days[-1]))
    return told | {
        "Steady": [str(number) for number in reckoning.steady],
        "Longest": [" to ".join(map(long_date, ends)), len(run.days)],
        "Total": [str(len(reckoning.marks)), str(first.day), str(first.year)],
        "Average": [f"{float(rounded(reckoning.per_week, 1)):.1f}"],
        "By weekday": [share(reckoning, number) for number in person.week],
    }


def long_date(day):
    return f"{day.day} {day:%B %Y}"


def share(reckoning, number):
    studied = reckoning.weekday(number)[1]
    value = "–" if studied is None else f"{int(rounded(100 * studied, 0))}%"
    return f"{WEEKDAYS[number][:3].capitalize()} {value}"


# haru status

def status_json(_, person):
    return Question(("status", "--json"), known_of_status, status(person))


def known_of_status(output):
    """Without what only an agent knows, and without the time of a reminder."""
    told = json.loads(output)
    del told["agent"], told["next_reload"]
    return told | {"theme": told["theme"]["month"]}


def status(person):
    today, reckoning = person.today, person.reckoning
    return {
        "date": str(today), "day_ends_at": person.day_ends_at,
        "studied": today in person.diary.now.marks, "rest": person.diary.now.is_rest(today),
        "free_left": reckoning.free_left(today, reckoning.free),
        "streak": lengths(reckoning), "steady": steady(reckoning), "theme": today.month,
        "month": progress(reckoning, days_of_month(today.year, today.month)),
    }


def lengths(reckoning):
    longest = reckoning.longest
    return {"current": reckoning.current, "longest": len(longest.days) if longest else 0}


def status_line(_, person):
    today, reckoning = person.today, person.reckoning
    of_month = reckoning.progress(days_of_month(today.year, today.month))[0]
    sign = {"studied": "✓", "rest": "~", "open": "–"}[reckoning.state]
    both = lengths(reckoning)
    return Question(
        ("status", "--format", "{streak} {longest} {studied} {month} {total} {date} {steady}"), str.split,
        [str(each) for each in (*both.values(), sign, of_month, len(reckoning.marks), today, reckoning.steady[0])])


# haru calendar

def month_json(random, person):
    day = person.some_day(random)
    return Question(("calendar", "--json", f"{day:%Y-%m}"), lambda output: without_looks(json.loads(output)),
                    month(person, day.year, day.month))


def year_json(random, person):
    year = random.choice((person.today.year, person.some_day(random).year))
    days = days_of_year(year)
    return Question(("calendar", "--json", str(year)), known_of_year, {
        "year": year, "first": str(days[0]), "last": str(days[-1]), "length": len(days),
        "months": [month(person, year, number) for number in range(1, 13)],
    } | counted(person.reckoning, days))


def weeks_json(_, person):
    today = person.today
    last = today + datetime.timedelta(days=6 - person.week.index(today.weekday()))
    days = days_between(last - datetime.timedelta(days=53 * 7 - 1), last)
    return Question(("calendar", "--json", "--year"), known_of_year, {
        "year": today.year, "first": str(days[0]), "last": str(days[-1]), "length": len(days),
        "months": [month(person, *each) for each in sorted({(day.year, day.month) for day in days})],
    } | counted(person.reckoning, days))


def known_of_year(output):
    told = json.loads(output)
    return told | {"months": [without_looks(each) for each in told["months"]]}


def without_looks(told):
    return told | {"theme": told["theme"]["month"]}


def month(person, year, number):
    days = days_of_month(year, number)
    return {
        "month": f"{year}-{number:02}", "length": len(days), "theme": number,
        "first_weekday": WEEKDAYS[person.week[0]], "streak": lengths(person.reckoning),
        "days": [day_of_calendar(person, day) for day in days],
    } | counted(person.reckoning, days)


def counted(reckoning, days):
    studied, elapsed = reckoning.progress(days)
    return {"studied": studied, "elapsed": elapsed}


def day_of_calendar(person, day):
    days = person.diary.now
    note = {"note": days.texts[day]} if day in days.texts else {}
    return {"date": str(day), "future": day > person.today, "today": day == person.today,
            "studied": day in days.marks, "rest": person.reckoning.is_rest(day),
            "free": day in person.reckoning.free} | note


def month_text(random, person):
    day, reckoning = person.some_day(random), person.reckoning
    days = days_of_month(day.year, day.month)
    studied, counting = reckoning.progress(days)
    is_now = (day.year, day.month) == (person.today.year, person.today.month)
    return Question(("calendar", f"{day:%Y-%m}"), drawn, {
        "counted": [str(studied), str(counting)] if counting else None,
        "streak": reckoning.current if is_now else None,
        "studied": [each.day for each in days if each in person.diary.now.marks],
    })


def drawn(output):
    """The days with a sign of study, and the numbers below the month."""
    counted = re.search(r"(\d+) of (\d+) days?\b", output)
    streak = re.search(r"(\d+)-day streak|no streak", output)
    return {"counted": list(counted.groups()) if counted else None,
            "streak": int(streak[1] or 0) if streak else None,
            "studied": [int(each) for each in re.findall(r"(\d+)[✓✎]", output)]}


# haru export

def exported(_, person):
    return Question(("export", "--format", "csv"), rows, table(person))


def rows(output):
    return list(csv.reader(io.StringIO(output)))


def table(person):
    """A line for each day that was studied, free, in reserve or noted; days that a rule makes free up to today."""
    days, reserve = person.diary.now, Reckoning(person.diary.now, person.today).free
    by_rule = {day for first, _ in days.rules[:1] for day in days_between(first, person.today)
               if days.is_rest(day)}
    lines = [["date", "value", "note"]]
    for day in sorted(days.marks | days.reasons.keys() | days.texts.keys() | by_rule | reserve):
        value = "1" if day in days.marks else "rest" if day in days.reasons or day in by_rule else (
            "reserve" if day in reserve else "")
        lines.append([str(day), value, days.texts.get(day, "")])
    return lines


# haru explain

def explained(random, person):
    day = min(person.some_day(random), person.today)
    return Question(("explain", "--json", str(day)), known_of_day, explanation(person, day))


def known_of_day(output):
    """Without when and where the days were marked."""
    told = json.loads(output)
    del told["journal"]
    told["days"] = [{"date": each["date"], "state": each["state"], "note": each.get("note")}
                    for each in told["days"]]
    return told


def explanation(person, day):
    days = person.diary.now
    reckoning = Reckoning(days, day, is_over=day < person.today)
    runs = reckoning.runs
    run = runs[-1] if runs else None
    previous = runs[-2] if len(runs) > 1 else None
    end = day if reckoning.current else run.days[-1] if run else None
    return {
        "date": str(day), "state": reckoning.state, "current": reckoning.current,
        "run": run.told if run else None, "previous": previous.told if previous else None,
        "ended_by": or_none(reckoning.missed_after(run.days[-1]) if run else None),
        "parted_by": or_none(reckoning.missed_after(previous.days[-1]) if previous else None),
        "days": [{"date": str(each), "state": Reckoning(days, each, each < person.today).state,
                  "note": days.texts.get(each)}
                 for each in reversed(days_between(run.days[0], end))] if run else [],
    }


def or_none(day):
    return str(day) if day else None


ALL = (streak_json, streak_text, status_json, status_line, month_json, month_text, year_json, weeks_json, exported,
       explained)
