"""What a report answers: numbers, each with the list of the records that it counts."""

from __future__ import annotations

import datetime
from enum import StrEnum

from duskline.core.values.bodies import ResponseModel


class Unit(StrEnum):
    COUNT = "count"
    PERCENT = "percent"
    """0 to 100, to one decimal."""
    MINUTES = "minutes"
    DAYS = "days"
    HOURS = "hours"
    FEET = "feet"
    DOLLARS = "dollars"


class Better(StrEnum):
    """Which way a number should go."""

    UP = "up"
    DOWN = "down"


class Money(StrEnum):
    """What a sum of dollars is made of; the two are never added."""

    GUESS = "guess"
    QUOTED = "quoted"


class Days(ResponseModel):
    """From one day to another, both included."""

    first: datetime.date
    last: datetime.date


class Rows(ResponseModel):
    """The list behind a number: the path of its call, what narrows it, and how many rows it has for this reader."""

    path: str
    query: dict[str, str]
    count: int


class Tone(StrEnum):
    """Whether a change is good news."""

    GOOD = "good"
    BAD = "bad"
    SAME = "same"
    """Neither, or none that can be told from how far off the two numbers may be."""


class Change(ResponseModel):
    """How a number compares with that of the period before."""

    words: str
    tone: Tone


class Number(ResponseModel):
    """One number. `value` is null where nothing of it is known; `of` is how many records it is about, and `known` of how many of these
    it is known, where not of all.

    `before` is that of the period before, in the totals, and `change` how the two compare. `error`: by how many percent a median or p90
    may be off at most, where it is not exact.
    """

    value: float | None
    of: int
    before: float | None = None
    error: int | None = None
    list: Rows | None = None
    known: int | None = None
    change: Change | None = None


class ColumnShown(ResponseModel):
    id: str
    title: str
    unit: Unit
    money: Money | None
    better: Better | None
    note: str | None = None
    """Of which records it tells, where not of all."""


class ReportRow(ResponseModel):
    """The numbers of one person, source, branch or month. `key` is empty for nobody and for none."""

    key: str
    label: str
    numbers: dict[str, Number]


class Point(ResponseModel):
    """One step of a chart."""

    days: Days
    numbers: dict[str, float | None]


class Series(ResponseModel):
    """What a chart shows: by day, or by month where the period is longer than 62 days."""

    unit: str
    columns: list[str]
    points: list[Point]


class Report(ResponseModel):
    """A report: one sentence, its totals against those of the period before, a row for each group, and a series."""

    report: str
    days: Days
    before: Days | None
    """None where all days are still to come: there is nothing to compare."""
    by: str
    branch: str | None
    sentence: str
    columns: list[ColumnShown]
    totals: dict[str, Number]
    rows: list[ReportRow]
    series: Series


class MeasureOffered(ResponseModel):
    """What can be counted, and what it can be grouped by."""

    id: str
    title: str
    unit: Unit
    money: Money | None
    by: list[str]


class ReportOffered(ResponseModel):
    """A report that the reader may open."""

    name: str
    title: str
    by: list[str]
    measures: list[MeasureOffered]


class Expected(ResponseModel):
    """What is expected; in four of five cases it lies between `low` and `high`."""

    middle: float
    low: float
    high: float


class ForecastAge(ResponseModel):
    """Leads that have stood in a stage for so many days (`since`), up to those of the next age: how many do today, and by what percent
    such leads are won within six weeks. `of`: how many were seen there."""

    since: int
    open: int
    chance: float | None
    of: int


class ForecastStage(ResponseModel):
    """The leads that stand in a stage today, and what such leads have shown.

    `conversion`: of those that stood there and were settled within twelve months (`of`), the percent that was won. `chance`: the percent
    of the open ones that is expected to be won within six weeks, by the time that each has stood there (`ages`). Null where there were
    none, too few, or no money is shown.
    """

    stage: str
    open: Number
    guess: Number | None
    quoted: Number | None
    conversion: float | None
    chance: float | None
    of: int
    ages: list[ForecastAge]


class ForecastWeek(ResponseModel):
    """Seven days: jobs that have a day in it and their hours, and an even share of the wins that are expected."""

    days: Days
    booked: Number | None
    booked_hours: Number | None
    wins: float | None


class Forecast(ResponseModel):
    """The next six weeks. `wins`: of all leads, of which `openWins` are open today and `newWins` still to come; `runRate`: as many as in
    the last six months. `quoted` and `guess`: what the open ones bring. `caution`: said where that is more or less than there ever was.

    Where there is too little history (`enough`), nothing is expected.
    """

    days: Days
    branch: str | None
    sentence: str
    caution: str | None
    enough: bool
    wins: Expected | None
    open_wins: float | None
    new_wins: float | None
    run_rate: Expected | None
    quoted: Expected | None
    guess: Expected | None
    stages: list[ForecastStage]
    weeks: list[ForecastWeek]
