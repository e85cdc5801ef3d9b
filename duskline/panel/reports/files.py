"""A report as a file for spreadsheets."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from litestar.response import Stream

from duskline.core.spreadsheets import csv_streamed
from duskline.panel.reports.answers import Days, Number


def as_file(report: str, days: Days, heading: Sequence[str], rows: Sequence[Sequence[Any]]) -> Stream:
    """CSV under the name of a report and its days."""

    async def batches() -> AsyncIterator[Sequence[Sequence[Any]]]:
        yield rows

    name = f'attachment; filename="{report}-{days.first}-{days.last}.csv"'
    return Stream(
        csv_streamed(heading, batches()),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": name},
    )


def in_cell(number: Number | None) -> float | int | None:
    """Empty where there is nothing to tell."""
    return None if number is None else plain(number.value)


def plain(value: float | None) -> float | int | None:
    """Whole numbers without a point."""
    return int(value) if value is not None and value == int(value) else value
