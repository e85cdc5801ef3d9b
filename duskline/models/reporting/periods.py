"""Days, months and years of a report, and how a period is made of few of them."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from duskline.core.data.figures import DAY, MONTH, YEAR

BY_DAY = 62
"""The longest period whose chart goes by days."""
ONE_DAY = timedelta(days=1)


class Period(NamedTuple):
    """From one day to another, both included."""

    first: date
    last: date

    @property
    def length(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def before(self) -> Period:
        """The same days of the period before, wherever two periods are compared.

        What begins with a month is as many months back, with a year and goes on beyond its January a year back; up to seven days are
        a week back; other days are compared with as many directly before.
        """
        first, last = self
        if first.day == 1:
            months = 12 * (last.year - first.year) + last.month - first.month + 1
            if first.month == 1 and 1 < months < 12:
                months = 12
            return Period(_months_back(first, months), _months_back(last, months))
        days = timedelta(days=max(self.length, 7))
        return Period(first - days, last - days)

    def until(self, day: date) -> Period:
        """Its days until one of them; of no length where that is before all of them."""
        return Period(self.first, min(self.last, max(day, self.first - ONE_DAY)))

    @property
    def words(self) -> str:
        """As the filters of lists take it."""
        return f"{self.first.isoformat()}..{self.last.isoformat()}"

    def days(self) -> list[Period]:
        """Each of its days."""
        return [Period(day, day) for day in (self.first + timedelta(days=n) for n in range(self.length))]

    def months(self) -> list[Period]:
        """Its months, the first and the last as far as they belong to it."""
        found, start = [], self.first
        while start <= self.last:
            end = min(month_end(start), self.last)
            found.append(Period(start, end))
            start = end + ONE_DAY
        return found


class Segment(NamedTuple):
    """Days, months or years that are added (1) to a period or taken away (-1); days all lie in one month."""

    span: str
    first: date
    last: date
    sign: int


def month_end(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1) - ONE_DAY


def _months_back(day: date, months: int) -> date:
    """The same day some months before; of a month's last day the last, as of a day that a month lacks."""
    month = day.year * 12 + day.month - 1 - months
    end = month_end(date(month // 12, month % 12 + 1, 1))
    return end if day == month_end(day) else end.replace(day=min(day.day, end.day))


def segments(period: Period, *, years: bool = False) -> list[Segment]:
    """A period as few days, months, and few days; with `years`, as years as far as that takes fewer months."""
    first, last = period
    if (first.year, first.month) == (last.year, last.month) and period.length < month_end(last).day:
        return [Segment(DAY, first, last, 1)]
    start, end = first.replace(day=1), last.replace(day=1)
    found = []
    if first.day > 16:
        found.append(Segment(DAY, first, month_end(first), 1))
        start = month_end(first) + ONE_DAY
    elif first.day > 1:
        found.append(Segment(DAY, start, first - ONE_DAY, -1))
    if last.day < 15:
        found.append(Segment(DAY, end, last, 1))
        end -= ONE_DAY
    elif last < month_end(last):
        found.append(Segment(DAY, last + ONE_DAY, month_end(last), -1))
    if start <= end:
        found += _by_years(start, end) if years else [Segment(MONTH, start, end, 1)]
    return found


def _by_years(start: date, end: date) -> list[Segment]:
    """Whole months from one day to another: of a year of which more are in it than are not, the year without those."""
    found = []
    for year in range(start.year, end.year + 1):
        january, december = date(year, 1, 1), date(year, 12, 31)
        first, last = max(start, january), min(end, december)
        if last.month - first.month < 6:
            found.append(Segment(MONTH, first, last, 1))
            continue
        found.append(Segment(YEAR, january, january, 1))
        if first > january:
            found.append(Segment(MONTH, january, first - ONE_DAY, -1))
        if last.month < 12:
            found.append(Segment(MONTH, month_end(last) + ONE_DAY, december, -1))
    return found
