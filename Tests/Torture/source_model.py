"""What docs/sources.md says of each day when sources are asked: it must be marked, it may be, it must not."""

import datetime
from collections import Counter
from dataclasses import dataclass

from hours import DAY, Hours


class Untrue(Exception):
    """A day is not what the page says of it."""


@dataclass(frozen=True)
class Event:
    """A day was marked, surely or perhaps, or its mark was cleared, on a machine that knew of others."""

    number: int
    day: datetime.date
    is_clear: bool
    is_sure: bool = True
    covers: frozenset = frozenset()  # the events that a clearing took back


@dataclass
class Asking:
    """One moment at which sources are asked."""

    now: int
    hours: Hours
    zones: frozenset  # all in which the person has been
    is_definite: bool  # whether the answers of all sources have surely been taken

    @property
    def today(self):
        return self.hours.today(self.now)

    @property
    def yesterday(self):
        return self.today - DAY

    @property
    def window(self):
        # A day that never was has none before it that is both the day and the date before.
        return {self.today, self.yesterday, self.hours.today(self.hours.begin(self.today) - 1)}

    def time(self, day):
        """The first instant of a day, and that of the next."""
        return self.hours.begin(day), self.hours.begin(day + DAY)

    @property
    def told(self):
        """What a program is told of the days."""
        bounds = [self.hours.begin(self.yesterday + DAY * number) for number in range(3)]
        return f"{self.yesterday} {bounds[0]} {bounds[1]} {self.today} {bounds[1]} {bounds[2]}"


def judged(source, asking):
    """The days that an answer must and may mark, before what holds for all sources."""
    must, may = (of_file if source.is_file else of_program)(source, asking)
    if source.known is None:
        source.known = asking.today
    if source.known_surely is None and asking.is_definite:
        source.known_surely = asking.today
    surely = source.known_surely or datetime.date.max
    return ({day for day in must if day in (asking.today, asking.yesterday) and day >= surely},
            {day for day in may if day in asking.window and day >= source.known})


def of_program(source, asking):
    said = {datetime.date.fromisoformat(day) for day in (source.read("said") or "").split()}
    judge(source, asking, asking.is_definite and source.deed.counts is True)
    days = set().union(*(row.days for row in source.visible(asking.now)))
    surely = set().union(*(row.days for row in source.visible(asking.now) if len(row.days) == 1))
    if source.deed.counts is False or source.is_open:
        return set(), set()
    must = said & surely if source.deed.counts and not source.is_linked else set()
    # After a journey, a day may be left out whose time overlaps that of another one.
    free = {day for day in must if not any(
        begin < asking.time(day)[1] and asking.time(day)[0] < end
        for other, times in source.told.items() if other != day for begin, end in times)}
    for day in said & asking.window:
        source.told.setdefault(day, set()).add(asking.time(day))
    # What it says after a journey of an instant that was judged before is of another day.
    return free, said & days


def of_file(source, asking):
    if source.is_away:
        return set(), set()
    judge(source, asking, asking.is_definite)
    maybe, surely = Counter(), Counter()
    for row in source.visible(asking.now):
        maybe.update(row.days)
        surely.update(row.days if len(row.days) == 1 else ())
    source.planned |= {day for day in maybe if day > asking.today}
    must = {day for day, count in surely.items()
            if count >= source.least and source.is_changed and day not in source.planned}
    if asking.is_definite:
        source.is_changed = False
    return must, {day for day, count in maybe.items() if count >= source.least}


def judge(source, asking, is_last):
    """An instant belongs to the day that it is in the zone in which it was read first."""
    rows = [row for row in source.visible(asking.now) if not row.is_judged]
    for row in rows:
        # Others of the source were read in some zone, which reaches this one.
        zones = asking.zones if row.at <= source.reach else {asking.hours.zone_name}
        row.days |= {source.day_of(row.at, Hours(zone, asking.hours.starts_at)) for zone in zones}
        row.is_judged = is_last
    if is_last and rows:
        source.reach = max(source.reach, *(row.at for row in rows))


def settled(events):
    """The days that must be marked in the end, and those that must not, by all events."""
    must, never = set(), set()
    days = {event.day for event in events}
    covered = frozenset().union(*(event.covers for event in events if event.is_clear))
    for day in days:
        marks = [event for event in events if event.day == day and not event.is_clear]
        if any(event.is_sure and event not in covered for event in marks):
            must.add(day)
        elif all(event in covered for event in marks):
            never.add(day)
    return must, never
