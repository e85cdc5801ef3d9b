"""phone keys

Numbers are found however they were typed, people by their full name: the key, and the searched texts that hold it.

Revision: 0011
Follows: 0010
"""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from duskline.core.data.search import joined
from duskline.core.values.contacts import phone_key

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

SEARCHED = {
    "leads": ("name", "email", "phone", "phone_key", "address"),
    "clients": ("name", "email", "phone", "phone_key", "address"),
    "contact_submissions": ("name", "email", "phone", "phone_key", "message"),
    "quote_requests": (),
}
ROWS = 1000
"""Filled at a time."""

Row = dict[str, Any]


def upgrade() -> None:
    for table, searched in SEARCHED.items():
        op.add_column(table, sa.Column("phone_key", sa.String(40)))
        fill_phones(table, searched)
    fill_names()


def downgrade() -> None:
    for table in SEARCHED:
        op.drop_column(table, "phone_key")


def fill_phones(name: str, searched: tuple[str, ...]) -> None:
    table = sa.table(name, *map(sa.column, {"id", "phone", "phone_key", "search", *searched}))
    for rows in portions(table, {"id", "phone", *searched}, table.c.phone.is_not(None)):
        for row in rows:
            row["phone_key"] = phone_key(row["phone"])
            row["search"] = joined(row[column] for column in searched)
        keep(table, rows, {"phone_key", "search"} if searched else {"phone_key"})


def fill_names() -> None:
    table = sa.table("users", *map(sa.column, ("id", "email", "first_name", "last_name", "search")))
    for rows in portions(table, set(table.c.keys()), table.c.first_name.is_not(None)):
        for row in rows:
            either_way = f"{row['first_name']} {row['last_name'] or ''} {row['first_name']}"
            row["search"] = joined((row["email"], either_way))
        keep(table, rows, {"search"})


def portions(table: sa.TableClause, columns: set[str], where: sa.ColumnElement[bool]) -> Iterator[list[Row]]:
    """The rows in the order of their ids, as dictionaries."""
    after = ""
    while True:
        wanted = sa.select(*(table.c[name] for name in sorted(columns))).where(where, table.c.id > after)
        found = op.get_bind().execute(wanted.order_by(table.c.id).limit(ROWS))
        rows = [dict(row) for row in found.mappings()]
        if not rows:
            return
        yield rows
        after = rows[-1]["id"]


def keep(table: sa.TableClause, rows: list[Row], columns: set[str]) -> None:
    changes = sa.update(table).where(table.c.id == sa.bindparam("row_id"))
    changes = changes.values({name: sa.bindparam(f"new_{name}") for name in columns})
    values = [{"row_id": row["id"], **{f"new_{name}": row[name] for name in columns}} for row in rows]
    op.get_bind().execute(changes, values)
