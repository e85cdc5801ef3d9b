"""What the next six weeks bring, of the leads that are open today, and how sure that is.

Of all days of the last twelve months on which leads stood in a stage some share was followed by the win within one week, two, ... six.
As many of the leads that stand there today are expected to be won by then. New leads come on top; nobody guesses those.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from duskline.models.lead_facts import STAGES, WEEKS, Standing
from duskline.models.sales import ValueKind

MONTHS_BACK = 12
ENOUGH = 30
"""Leads that were settled in that time; of fewer nothing is learned."""
Z = 1.2816
"""Four of five lie between as many deviations below and above the middle."""
CLUSTERED = 2
"""The days of one lead in one stage tell nearly the same, and long stays count for more: so many times less is learned from them."""


class Learned(NamedTuple):
    """What a stage has shown."""

    left: int
    """Leads that stood there and are settled."""
    won: int
    days: int
    """On which they stood there."""
    near: tuple[int, ...]
    """On how many of these the win was at most one week away, two, ..."""

    def chance(self, weeks: int) -> float:
        """Of being won within so many weeks."""
        return self.near[weeks - 1] / self.days if self.days else 0.0

    @property
    def uncertainty(self) -> float:
        """The variance of the chance of being won within all weeks, by how few it was learned from."""
        chance = (self.near[-1] + 1) / (self.days + 2)
        return CLUSTERED * chance * (1 - chance) / max(1, self.left)


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


def learned(left: Mapping[str, int], days: int, near: Sequence[int]) -> Learned:
    """`left`: how many leads left the stage by what became of them."""
    return Learned(sum(left.values()), left.get("won", 0), days, tuple(near))


def piles(pipeline: Mapping[str, tuple[int, int]]) -> dict[tuple[int, str], Pile]:
    """The open leads by stage and kind of value: part of the figure -> how many, and their sum."""
    found: defaultdict[tuple[int, str], list[tuple[int, int]]] = defaultdict(list)
    for words, pair in pipeline.items():
        standing = Standing.read(words)
        found[standing.stage, standing.kind].append(pair)
    return {
        place: Pile(sum(n for n, _ in some), sum(t for _, t in some), sum(t * t / n for n, t in some if n))
        for place, some in found.items()
    }


def wins(stages: Mapping[int, Learned], open_leads: Mapping[tuple[int, str], Pile]) -> Range:
    """How many of the open leads are won within all weeks."""
    return _ranged((stages[stage], pile.number, pile.number) for stage, pile in _by_stage(open_leads).items())


def dollars(
    stages: Mapping[int, Learned], open_leads: Mapping[tuple[int, str], Pile], kind: ValueKind
) -> Range:
    """What those bring whose values are of one kind."""
    return _ranged(
        (stages[stage], pile.total, pile.squares) for (stage, of), pile in open_leads.items() if of == kind
    )


def by_week(stages: Mapping[int, Learned], open_leads: Mapping[tuple[int, str], Pile]) -> list[float]:
    """How many are won in each week."""
    until = [
        sum(stages[stage].chance(weeks) * pile.number for (stage, _), pile in open_leads.items())
        for weeks in range(1, WEEKS + 1)
    ]
    return [later - sooner for sooner, later in zip([0.0, *until], until, strict=False)]


def _by_stage(open_leads: Mapping[tuple[int, str], Pile]) -> dict[int, Pile]:
    found: dict[int, Pile] = {}
    for (stage, _), pile in open_leads.items():
        number = found[stage].number + pile.number if stage in found else pile.number
        found[stage] = Pile(number, 0, 0)
    return found


def _ranged(parts: Iterable[tuple[Learned, float, float]]) -> Range:
    """Of each part what it brings if all is won, and the sum of the squares of what its leads bring."""
    middle = variance = 0.0
    for stage, total, squares in parts:
        chance = stage.chance(WEEKS)
        middle += chance * total
        variance += chance * (1 - chance) * squares + stage.uncertainty * total * total
    return Range(middle, _at(middle, variance, -Z), _at(middle, variance, Z))


def _at(middle: float, variance: float, deviations: float) -> float:
    """A quantile of a gamma distribution with this mean and variance, by Wilson and Hilferty: nothing is won less than not at all."""
    if not middle or not variance:
        return middle
    spread = variance / (9 * middle * middle)
    return float(middle * max(0.0, 1 - spread + deviations * sqrt(spread)) ** 3)


STAGE_NAMES = [stage.value for stage in STAGES[:-1]]
