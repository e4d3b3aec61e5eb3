"""What a person has told Haru, and what undo and redo leave of it, as the manual says."""

from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Days:
    """What `haru undo` takes back."""

    marks: frozenset = frozenset()
    rests: tuple = ()  # of (day, reason)
    notes: tuple = ()  # of (day, text)
    rules: tuple = ()  # of (day, weekdays): from that day on, these are rest days
    free: tuple = ()  # of (day, number, weekday): from that day on, so many of a week that begins there

    @property
    def reasons(self):
        return dict(self.rests)

    @property
    def texts(self):
        return dict(self.notes)

    def is_rest(self, day):
        return day in self.reasons or day.weekday() in self.free_weekdays(day)

    def free_weekdays(self, day):
        """The rest weekdays that hold on a day."""
        held = [weekdays for first, weekdays in self.rules if first <= day]
        return held[-1] if held else frozenset()

    def free_days(self, day):
        """How many days of a week can be free on a day, and the weekday on which it begins."""
        held = [each[1:] for each in self.free if each[0] <= day]
        return held[-1] if held else (0, 0)

    def marked(self, days):
        return replace(self, marks=self.marks | days)

    def unmarked(self, days):
        return replace(self, marks=self.marks - days)

    def resting(self, days, reason=None):
        """With more rest days; those that are there keep their reason if none is given."""
        added = {day: reason or "" for day in days}
        both = added | self.reasons if reason is None else self.reasons | added
        return replace(self, rests=pairs(both))

    def rest_cleared(self, days):
        return replace(self, rests=tuple(pair for pair in self.rests if pair[0] not in days))

    def noted(self, day, text):
        kept = {each: known for each, known in self.notes if each != day}
        return replace(self, notes=pairs(kept | ({day: text} if text else {})))

    def with_rule(self, first, weekdays):
        """With other rest weekdays from a day on; what was told of later days is forgotten."""
        kept = tuple(rule for rule in self.rules if rule[0] < first)
        before = kept[-1][1] if kept else frozenset()
        return replace(self, rules=kept if weekdays == before else kept + ((first, weekdays),))

    def with_free(self, first, number, weekday):
        """With so many free days of a week from a day on; what was told of later days is forgotten."""
        kept = tuple(each for each in self.free if each[0] < first)
        before = kept[-1][1:] if kept else None
        return replace(self, free=kept if (number, weekday) == before else kept + ((first, number, weekday),))


def pairs(known):
    return tuple(sorted(known.items()))


@dataclass(frozen=True)
class Change:
    """One change, with what was known of imports before it and after it."""

    before: Days
    after: Days
    known_before: frozenset
    known_after: frozenset


@dataclass
class Diary:
    """The days now, and the changes that can be undone and redone."""

    now: Days = Days()
    known: frozenset = frozenset()  # of (source, kind, day): what imports have brought or found
    done: list = field(default_factory=list)
    undone: list = field(default_factory=list)
    last_change: tuple = None  # the moment of the last one, and what the clock showed

    def change(self, after, moment, known=None):
        """A change of no day is none to undo, but the store knows what an import has seen."""
        known = self.known if known is None else known
        if after != self.now:
            self.done.append(Change(self.now, after, self.known, known))
            self.undone.clear()
        if (after, known) != (self.now, self.known):
            self.last_change = moment
        self.now, self.known = after, known

    def undo(self, count, moment):
        """Whether there was something to undo."""
        return self.move(self.done, self.undone, count, moment, back)

    def redo(self, count, moment):
        return self.move(self.undone, self.done, count, moment, forth)

    def move(self, source, target, count, moment, take):
        if not source:
            return False
        for change in reversed(source[-count:]):
            self.now, self.known = take(change, self.known)
            target.append(change)
        del source[-count:]
        self.last_change = moment
        return True

    def copy(self):
        """What a backup holds."""
        return self.now, self.known


def back(change, known):
    return change.before, known - (change.known_after - change.known_before) | (
        change.known_before - change.known_after)


def forth(change, known):
    return change.after, known - (change.known_before - change.known_after) | (
        change.known_after - change.known_before)
