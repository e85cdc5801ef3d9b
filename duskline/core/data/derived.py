"""Columns that follow from other rows: the session keeps them as those change, `duskline migrate` rebuilds them."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Update
from sqlalchemy.ext.asyncio import AsyncConnection

Correction = Callable[[], Update]
"""What sets a column right wherever it is wrong."""

_corrections: list[Correction] = []


def derived(correction: Correction) -> Correction:
    """Declares a column that `derive` sets right."""
    _corrections.append(correction)
    return correction


async def derive(connection: AsyncConnection) -> None:
    for correction in _corrections:
        await connection.execute(correction())
