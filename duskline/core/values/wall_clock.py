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


def written_day(word: str) -> date:
    """The day of a word in the form YYYY-MM-DD; `date.fromisoformat` takes weeks, and days without dashes, too.

    Raises:
        ValueError: any other form, or no day of the calendar.
    """
    day = date.fromisoformat(word)
    if day.isoformat() != word:
        raise ValueError(word)
    return day


def believed(told: datetime | None, arrival: datetime) -> datetime:
    """When something happened by the clock of somebody's phone; when it arrived where that cannot be."""
    return told if told is not None and arrival - LATEST_ARRIVAL <= told <= arrival else arrival


def days_from(first: date, count: int) -> list[date]:
    """So many days in a row; fewer where the calendar ends."""
    start = first.toordinal()
    return [date.fromordinal(day) for day in range(start, min(start + count, date.max.toordinal() + 1))]


def day_in_words(day: date) -> str:
    """ "Monday, December 1, 2031"."""
    return f"{day:%A, %B} {day.day}, {day.year}"


def time_in_words(minute: int) -> str:
    """ "8 AM", "12:30 PM"; midnight at the end of a day is "12 AM"."""
    hour, past = divmod(minute, 60)
    return f"{hour % 12 or 12}{f':{past:02}' if past else ''} {'AM' if hour % 24 < 12 else 'PM'}"


def time_on_clock(at: datetime, zone: str) -> str:
    """ "Monday, December 1, 2031, 8:05 AM" as a clock in an IANA zone shows it."""
    shown = at.astimezone(ZoneInfo(zone))
    return f"{day_in_words(shown.date())}, {time_in_words(shown.hour * 60 + shown.minute)}"
