"""Histograms of what takes long or short: steps that grow evenly, so that a median is off by the same share wherever it lies.

A step is half of a doubling. What lies in one is told as its middle, so that a quantile is off by the fourth root of two at most.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor, log2

PER_DOUBLING = 2
ERROR = ceil(100 * (2 ** (1 / (2 * PER_DOUBLING)) - 1))
"""By how many percent a quantile may be off at most: 19."""


def step_of(amount: int) -> int:
    """The step that an amount lies in; all below one are step 0."""
    return 0 if amount < 1 else 1 + floor(PER_DOUBLING * log2(amount))


def middle_of(step: int) -> float:
    """What stands for all amounts of a step."""
    return 0.0 if step == 0 else float(2 ** ((step - 0.5) / PER_DOUBLING))


def quantile(numbers: Mapping[int, int], share: float) -> float | None:
    """The amount that this share of all do not exceed; None of nothing. `numbers`: how many lie in each step."""
    wanted = share * sum(numbers.values())
    for step in sorted(numbers):
        wanted -= numbers[step]
        if numbers[step] > 0 and wanted <= 0:
            return middle_of(step)
    return None
