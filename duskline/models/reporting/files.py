"""What stands in the cells of a report's file, and how the file is called."""

from __future__ import annotations

from duskline.models.reporting.answers import Days, Number


def file_name(report: str, days: Days) -> str:
    return f"{report}-{days.first}-{days.last}"


def in_cell(number: Number | None) -> float | int | None:
    """Empty where there is nothing to tell."""
    return None if number is None else plain(number.value)


def known_in_cell(number: Number | None) -> str | None:
    """Of how many records a number is known, where the screen says so too."""
    return None if number is None or number.known is None else f"{number.known:,} of {number.of:,}"


def plain(value: float | None) -> float | int | None:
    """Whole numbers without a point."""
    return int(value) if value is not None and value == int(value) else value
