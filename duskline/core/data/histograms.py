"""Histograms of what takes long or short: steps that grow evenly, each half of a doubling.

Within a step amounts are taken to lie evenly, so that a quantile is told between its ends, and is off by no more than lies between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, log2
from typing import NamedTuple

PER_DOUBLING = 2


class Quantile(NamedTuple):
    """An amount, and by how many percent of the true one it may be off at most."""

    amount: float
    error: int


def step_of(amount: int) -> int:
    """The step that an amount lies in; all below one are step 0."""
    return 0 if amount < 1 else 1 + floor(PER_DOUBLING * log2(amount))


def quantile(numbers: Mapping[int, int], share: float) -> Quantile | None:
    """The amount that this share of all do not exceed; None of nothing. `numbers`: how many lie in each step."""
    wanted = share * sum(numbers.values())
    for step in sorted(numbers):
        if numbers[step] > 0 and wanted <= numbers[step]:
            return _within(step, max(wanted, 0.5) / numbers[step])
        wanted -= numbers[step]
    return None


def _within(step: int, share: float) -> Quantile:
    """The value that lies as far as this share of a step's rows into it."""
    if step == 0:
        return Quantile(0.0, 0)
    low, high = (2 ** (place / PER_DOUBLING) for place in (step - 1, step))
    amount = low * (high / low) ** min(share, 1)
    return Quantile(amount, ceil(100 * max(amount / low - 1, 1 - amount / high)))
