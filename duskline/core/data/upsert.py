"""An INSERT that may say what happens when the row is there already; both databases can, each by a class of its own."""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite


def insert_into(table: Any, dialect: str) -> Any:
    """An insert with `on_conflict_do_nothing` and `on_conflict_do_update`; `dialect` is `sqlite` or `postgresql`."""
    return (sqlite if dialect == "sqlite" else postgresql).insert(table)
