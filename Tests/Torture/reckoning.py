"""Every number that Haru shows, counted by hand from the days: docs/behaviours.md and haru(1)."""

import calendar
import datetime
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from hours import DAY


@dataclass(frozen=True)
class Run:
    """A streak: its days that were studied."""

    days: tuple  # oldest first

    @property
    def told(self):
        return {"first": str(self.days[0]), "last": str(self.days[-1]), "length": len(self.days)}


class Reckoning:
    """The numbers of one day, which is today or is taken for the last one."""

    def __init__(self, days, today, is_over=False):
        self.days, self.today, self.is_over = days, today, is_over
        self.marks = sorted(day for day in days.marks if day <= today)

    # The streak.

    def is_missed(self, day):
        is_open = day == self.today and not self.is_over
        return not (day in self.days.marks or self.is_rest(day) or is_open)

    def is_rest(self, day):
        return self.days.is_rest(day) or day in self.free

    # Free days.

    @cached_property
    def free(self):
        """The days that have ended unmarked and were free: the first ones of each week."""
        free = set()
        if not self.marks or not self.days.free:
            return free
        first = max(self.marks[0], self.days.free[0][0])
        last = self.today - DAY * (not self.is_over)
        for day in days_between(first, last):
            is_ordinary = not (day in self.days.marks or self.days.is_rest(day))
            if is_ordinary and self.free_left(day, free) > 0:
                free.add(day)
        return free

    def free_left(self, day, free):
        """How many days of a day's week can still be free, that day among them."""
        number, weekday = self.days.free_days(day)
        begin = day - DAY * ((day.weekday() - weekday) % 7)
        return max(0, number - sum(each in free for each in days_between(begin, day - DAY)))

    def missed_after(self, day):
        """The first missed day after a day, up to today."""
        while (day := day + DAY) <= self.today:
            if self.is_missed(day):
                return day
        return None

    @property
    def runs(self):
        """All streaks, oldest first."""
        runs = []
        for day in self.marks:
            if runs and self.is_joined(runs[-1][-1], day):
                runs[-1].append(day)
            else:
                runs.append([day])
        return [Run(tuple(run)) for run in runs]

    def is_joined(self, one, other):
        missed = self.missed_after(one)
        return missed is None or missed > other

    @property
    def current(self):
        if not self.marks or self.missed_after(self.marks[-1]):
            return 0
        return len(self.runs[-1].days)

    @property
    def longest(self):
        """Of several that are equally long, the last."""
        return max(self.runs, key=lambda run: (len(run.days), run.days[-1]), default=None)

    # Days that count.

    def counts(self, day):
        if not self.marks or not self.marks[0] <= day <= self.today:
            return False
        return day in self.days.marks or (day != self.today and not self.is_rest(day))

    def progress(self, days):
        """How many days of some were studied, and how many count."""
        counting = [day for day in days if self.counts(day)]
        return sum(day in self.days.marks for day in counting), len(counting)

    @property
    def steady(self):
        """Of the last thirty days that count, those studied."""
        counting = [day for day in days_between(self.marks[0], self.today) if self.counts(day)][-30:] \
            if self.marks else []
        return sum(day in self.days.marks for day in counting), len(counting)

    @property
    def lived(self):
        """The days from the first mark on; today, while open, is not lived yet."""
        if not self.marks:
            return []
        is_open = self.state == "open"
        return days_between(self.marks[0], self.today - DAY * is_open)

    def weekday(self, number):
        """How often a weekday was studied, and its share, if it counts at all."""
        studied, counting = self.progress(day for day in self.lived if day.weekday() == number)
        return studied, Fraction(studied, counting) if counting else None

    @property
    def per_week(self):
        """The studied days a week; the first week counts as a whole one."""
        return Fraction(7 * len(self.marks), max(7, len(self.lived)))

    # What is told of a day.

    @property
    def state(self):
        if self.today in self.days.marks:
            return "studied"
        if self.days.is_rest(self.today):
            return "rest"
        if self.today in self.free:
            return "free"
        if not self.is_over:
            return "open"
        return "missed" if self.days.marks and self.today >= min(self.days.marks) else "before"


def days_between(first, last):
    return [first + DAY * number for number in range((last - first).days + 1)]


def days_of_month(year, month):
    return days_between(datetime.date(year, month, 1),
                        datetime.date(year, month, calendar.monthrange(year, month)[1]))


def days_of_year(year):
    return days_between(datetime.date(year, 1, 1), datetime.date(year, 12, 31))


def rounded(number, digits):
    """Half up, as people do."""
    scale = 10 ** digits
    return Fraction(int(number * scale + Fraction(1, 2)), scale)
