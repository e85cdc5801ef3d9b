"""An INSERT that may say what happens when the row is there already; both databases can, each by a class of its own."""

from __future__ import annotations

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from duskline.core.data.base import Base

Upsert = sqlite.Insert | postgresql.Insert


def insert_into(table: Table | type[Base], dialect: str) -> Upsert:
    """An insert with `on_conflict_do_nothing` and `on_conflict_do_update`; `dialect` is `sqlite` or `postgresql`."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
