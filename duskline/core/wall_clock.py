"""What a clock on a wall shows: days and minutes of a place, and the moments that they are.

The wall is the truth, and moments follow from it: a visit at 8:00 stays at 8:00 when the clocks change, or the place's zone does.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

MINUTES_OF_A_DAY = 24 * 60
LATEST_ARRIVAL = timedelta(days=31)
"""What a phone sent later than that has been there for so long that its clock is not believed."""


class SkippedTime(ValueError):
    """The clocks go forward over this minute, or the calendar ends before it: no clock ever shows it."""


def moment(day: date, minute: int, zone: str) -> datetime:
    """When a clock in an IANA zone shows that minute, in UTC; 1,440 is the day's end. Of one shown twice, the first.

    Raises:
        SkippedTime: no clock shows it that day.
    """
    place = ZoneInfo(zone)
    try:
        shown = datetime.combine(day, time()) + timedelta(minutes=minute)
        at = shown.replace(tzinfo=place).astimezone(UTC)
    except OverflowError:
        raise SkippedTime from None
    if at.astimezone(place).replace(tzinfo=None) != shown:
        raise SkippedTime
    return at


def believed(told: datetime | None, arrival: datetime) -> datetime:
    """When something happened by the clock of somebody's phone; when it arrived where that cannot be."""
    return told if told is not None and arrival - LATEST_ARRIVAL <= told <= arrival else arrival


def days_from(first: date, count: int) -> list[date]:
    """So many days in a row; fewer where the calendar ends."""
    start = first.toordinal()
    return [date.fromordinal(day) for day in range(start, min(start + count, date.max.toordinal() + 1))]
