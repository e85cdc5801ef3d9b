"""How many leads are won in the next six weeks, and how sure that is: those that are open today, and those still to come.

`docs/forecast.md` says how, and shows how well it did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, islice
from math import floor, log, log10, sqrt
from typing import NamedTuple

from duskline.models.records.sales import ValueKind
from duskline.models.reporting.lead_facts import AGES, AHEAD, STAGES, Standing

STAGE_NAMES = [stage.value for stage in STAGES[:-1]]
YEAR = 365
ENOUGH_DAYS, ENOUGH_SETTLED, ENOUGH_WON = 84, 30, 10
"""Since the first lead, and leads that were won or lost within a year; of fewer nothing is foreseen."""
PRIOR, WORTH = 0.2, 5
"""Before anything is seen, one lead of five is won within six weeks; that weighs as much as five leads."""
FADES = 0.5
"""Leads that stood longer are expected to have half the chance of those before, until they are seen."""
DRIFT = 0.12
"""By what share of itself the chance of all leads together may be another in the weeks ahead than in the year before."""
CROWDED = 2
"""So many times as many open leads as ever before are more than the past can speak of."""
LATELY = 56
"""Days by which it is judged how many leads come."""
PACE = 182
"""Days by whose wins the run rate goes: six months."""
Z = 1.2816
"""Four of five lie between as many deviations below and above the middle."""
Place = tuple[str, int]
"""A stage, and how long a lead has stood there, as one of the `AGES`."""


class Seen(NamedTuple):
    """Leads that stood at a place, on how many evenings, and how many of these were followed by the win within six weeks."""

    leads: int
    days: int
    near: int

    def chance(self, expected: float) -> float:
        """Of being won within six weeks, drawn toward what was `expected` of them."""
        share = self.near / self.days if self.days else 0.0
        return (self.leads * share + WORTH * expected) / (self.leads + WORTH)

    @classmethod
    def together(cls, some: Sequence[Seen]) -> Seen:
        """Leads that came to several ages are counted at the first."""
        firsts = sum(each.leads for each in some[:: len(AGES)])
        return cls(firsts, sum(each.days for each in some), sum(each.near for each in some))


class History(NamedTuple):
    """All that a company has shown by a day. What goes day by day begins with its first lead and ends with that day."""

    seen: Mapping[Place, Seen]
    standing: Mapping[Place, int]
    """How many leads stand there now."""
    made: Sequence[int]
    won: Sequence[int]
    lost: Sequence[int]
    early: tuple[int, int]
    """Leads that were made within a year, six weeks ago or more, and how many days were left of their first six weeks when they were won."""

    @property
    def open(self) -> int:
        return sum(self.standing.values())

    @property
    def most_open(self) -> int:
        """How many leads were open at once, six weeks ago or before."""
        days = zip(self.made[::-1], self.won[::-1], self.lost[::-1], strict=True)
        since = accumulate(made - won - lost for made, won, lost in days)
        return max(0, *(self.open - more for more in islice(since, AHEAD - 1, None)))

    @property
    def strangeness(self) -> float:
        """0 where leads are open as there were before, toward 1 the more there are."""
        return max(0.0, 1 - CROWDED * self.most_open / max(1, self.open))

    @property
    def is_enough(self) -> bool:
        won, lost = sum(self.won[-YEAR:]), sum(self.lost[-YEAR:])
        return len(self.made) >= ENOUGH_DAYS and won >= ENOUGH_WON and won + lost >= ENOUGH_SETTLED


class Pile(NamedTuple):
    """Leads of one stage whose values are of one kind: how many, what they add up to, and the sum of the squares."""

    number: int
    total: int
    squares: float


class Range(NamedTuple):
    """What is expected, and between which numbers it lies in four of five cases."""

    middle: float
    low: float
    high: float

    @property
    def carried(self) -> Range:
        """To as many digits as its width can carry: exact dollars within a range of thousands would say more than is known."""
        width = self.high - self.low
        digits = 1 - floor(log10(width)) if width else 0
        return Range(*(round(number, min(digits, 0)) for number in self)) if width else self


class Outlook:
    """What a history lets expect of the next six weeks."""

    def __init__(self, history: History) -> None:
        self.history = history
        found = chances(history.seen)
        open_leads = sum(found[place] * number for place, number in history.standing.items())
        new_leads = sum(history.made[-LATELY:]) / LATELY * _early(*history.early)
        usual = max(1, run_rate(history.won).middle)
        self.drawn = float((usual / max(1, open_leads + new_leads)) ** history.strangeness)
        """By what all chances are multiplied, toward the run rate, where more leads are open than the past can speak of."""
        self.chances = {place: min(1.0, self.drawn * chance) for place, chance in found.items()}
        self.open = sum(self.chances[place] * number for place, number in history.standing.items())
        self.new = new_leads * self.drawn
        self.doubt = 1 / (sum(history.won[-YEAR:]) + 1) + DRIFT**2 + (log(self.drawn) / 3) ** 2
        """The variance of what all chances have in common, as a share of their square: few wins were learned from, times change, and
        so many open leads may turn out either way."""

    @property
    def wins(self) -> Range:
        """Of the open leads and of those to come."""
        standing = self.history.standing.items()
        by_chance = sum(
            number * self.chances[place] * (1 - self.chances[place]) for place, number in standing
        )
        middle = self.open + self.new
        return _whole(middle, by_chance + self.new + self.doubt * middle * middle)

    @property
    def record(self) -> tuple[int, int]:
        """The fewest and the most wins of any six weeks."""
        won = self.history.won
        sums = [sum(won[first : first + AHEAD]) for first in range(len(won) - AHEAD + 1)]
        return min(sums), max(sums)

    def chance(self, stage: str) -> float:
        """Of the leads that stand in a stage, on the average."""
        standing = [self.history.standing.get((stage, age), 0) for age in range(len(AGES))]
        of_all = sum(self.chances[stage, age] * number for age, number in enumerate(standing))
        return of_all / sum(standing) if any(standing) else self.chances[stage, 0]

    def dollars(self, open_leads: Mapping[tuple[int, str], Pile], kind: ValueKind) -> Range:
        """What the open leads bring whose values are of one kind."""
        middle = by_chance = 0.0
        for (stage, of), pile in open_leads.items():
            if of == kind:
                chance = self.chance(STAGE_NAMES[stage])
                middle += chance * pile.total
                by_chance += chance * (1 - chance) * pile.squares
        return _range(middle, by_chance + self.doubt * middle * middle)


def run_rate(won: Sequence[int], days: int = PACE) -> Range:
    """As many as in the last months, within what six weeks have differed by in a year."""
    ends = range(len(won), max(len(won) - YEAR, AHEAD) - 1, -AHEAD)
    blocks = [sum(won[end - AHEAD : end]) for end in ends]
    usual = sum(blocks) / len(blocks)
    spread = sum((block - usual) ** 2 for block in blocks) / (max(1, len(blocks) - 1) * max(1, usual))
    days = min(days, len(won))
    middle = sum(won[-days:]) * AHEAD / days
    return _whole(middle, max(1, spread) * middle * (1 + AHEAD / days))


def chances(seen: Mapping[Place, Seen]) -> dict[Place, float]:
    """Of being won within six weeks, by stage and time in it: each drawn toward the time before, that toward the stage, that toward all."""
    nobody = Seen(0, 0, 0)
    stages = {stage: [seen.get((stage, age), nobody) for age in range(len(AGES))] for stage in STAGE_NAMES}
    of_all = Seen.together([each for ages in stages.values() for each in ages]).chance(PRIOR)
    found = {}
    for stage, ages in stages.items():
        expected = Seen.together(ages).chance(of_all)
        for age, each in enumerate(ages):
            found[stage, age] = each.chance(expected)
            expected = FADES * found[stage, age]
    return found


def piles(pipeline: Mapping[str, tuple[int, int]]) -> dict[tuple[int, str], Pile]:
    """The open leads by stage and kind of value: part of the figure -> how many, and their sum."""
    found: dict[tuple[int, str], Pile] = {}
    for words, (number, total) in pipeline.items():
        standing = Standing.read(words)
        place = standing.stage, standing.kind
        pile = found.get(place, Pile(0, 0, 0))
        squares = total * total / number if number else 0
        found[place] = Pile(pile.number + number, pile.total + total, pile.squares + squares)
    return found


def _early(leads: int, days: int) -> float:
    """How many wins one new lead a day brings within the six weeks; a quarter of the chance falls into the weeks in which they come."""
    return (days + WORTH * PRIOR * AHEAD / 4) / (leads + WORTH)


def _whole(middle: float, variance: float) -> Range:
    """The nearest whole numbers: wins are counted."""
    _, low, high = _range(middle, variance)
    return Range(middle, round(low), round(high))


def _range(middle: float, variance: float) -> Range:
    """Quantiles of a gamma distribution with this mean and variance, by Wilson and Hilferty: nothing is won less than not at all."""
    if not middle or not variance:
        return Range(middle, middle, middle)
    spread = variance / (9 * middle * middle)
    low, high = (middle * max(0.0, 1 - spread + z * sqrt(spread)) ** 3 for z in (-Z, Z))
    return Range(middle, low, high)
