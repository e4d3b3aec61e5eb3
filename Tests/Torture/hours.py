"""When a day begins and ends, as haru.conf(5) tells of `starts-at`, in any zone."""

import datetime
import functools
import zoneinfo
from dataclasses import dataclass

DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Hours:
    """A zone, and the time at which days begin there."""

    zone_name: str = "UTC"
    starts_at: datetime.time = datetime.time()

    @property
    def zone(self):
        return zoneinfo.ZoneInfo(self.zone_name)

    def wall(self, instant):
        """What clocks show."""
        return datetime.datetime.fromtimestamp(instant, self.zone).replace(tzinfo=None, fold=0)

    def written(self, instant):
        """RFC 3339, with the offset of then."""
        return datetime.datetime.fromtimestamp(instant, self.zone).isoformat()

    def instant(self, wall):
        """The first moment at which clocks show a time or, where they leap over it, a later one."""
        guess = int(wall.replace(tzinfo=self.zone).timestamp())
        if self.wall(guess) == wall:
            return guess
        low, high = guess - 26 * 3600, guess
        while low + 1 < high:
            middle = (low + high) // 2
            low, high = (low, middle) if self.wall(middle) >= wall else (middle, high)
        return high

    def begin(self, day):
        return self.instant(datetime.datetime.combine(day, self.starts_at))

    @functools.lru_cache
    def today(self, now):
        """The last day that has begun: clocks that go back begin no day twice."""
        day = self.wall(now).date() + DAY
        while self.begin(day) > now:
            day -= DAY
        return day
