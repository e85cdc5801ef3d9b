"""Any of several values is found by an index, on both databases alike."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import Column, Date, MetaData, String, Table, create_engine, select, text
from sqlalchemy.sql.elements import ColumnElement

from duskline.core.data.one_of import is_one_of

TABLE = Table(
    "days", MetaData(), Column("name", String, primary_key=True), Column("day", Date, primary_key=True)
)


def plan() -> str:
    """How SQLite would look for two names on two days."""
    engine = create_engine("sqlite://")
    wanted = select(TABLE).where(is_one_of(TABLE.c.name, "names"), is_one_of(TABLE.c.day, "days", Date))
    days = [date(2026, 1, 2), date(2026, 1, 3)]
    with engine.begin() as connection:
        TABLE.create(connection)
        connection.execute(TABLE.insert(), [{"name": "b", "day": day} for day in (*days, date.max)])
        asked = {"names": ["a", "b"], "days": days}
        assert [day for _, day in connection.execute(wanted, asked)] == days
        sql = str(wanted.compile(engine))
        rows = connection.execute(text(f"EXPLAIN QUERY PLAN {sql.replace('?', ':x')}"), {"x": "[]"})
        return " ".join(row.detail for row in rows)


def test_sqlite_looks_into_the_index() -> None:
    assert "(name=? AND day=?)" in plan()


def test_control_compared_with_a_truth_it_reads_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(is_one_of, "self_group", ColumnElement.self_group)
    assert "(name=?" not in plan()
