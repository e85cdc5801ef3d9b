"""keys of numbers and addresses, and searched texts, by the new rules

Words beside a telephone number leave its key alone; accents, quotation marks and dashes make no difference to search and addresses.

Revision: 0072
Follows: 0071
"""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from duskline.core.values.contacts import phone_key, place_key
from duskline.core.values.texts import folded

revision = "0072"
down_revision = "0071"
branch_labels = None
depends_on = None

KEYS = {
    "leads": ("phone", "address"),
    "clients": ("phone", "address"),
    "contact_submissions": ("phone",),
    "quote_requests": ("phone",),
    "properties": ("address",),
}
"""From which columns keys are made."""
SEARCHED = (
    "leads", "clients", "contact_submissions", "work_orders", "support_tickets", "users", "warranties",
)  # fmt: skip
PHONE_KEY = 3
"""Its place among the searched texts of those who have a telephone."""
SEPARATOR = "\x1f"
ROWS = 1000
"""Read at a time."""


def upgrade() -> None:
    for name in sorted({*KEYS, *SEARCHED}):
        rework(name, KEYS.get(name, ()), searched=name in SEARCHED)


def downgrade() -> None:
    """The former version reads what stands here, and makes its own of what changes."""


def rework(name: str, keys: tuple[str, ...], *, searched: bool) -> None:
    made = {"phone": "phone_key", "address": "place_key"}
    own = {made[key] for key in keys} | ({"search"} if searched else set())
    table = sa.table(name, *map(sa.column, sorted({"id", *keys, *own})))
    change = sa.update(table).where(table.c.id == sa.bindparam("row_id"))
    change = change.values({column: sa.bindparam(f"new_{column}") for column in own})
    for rows in portions(table):
        changed = [reworked(row, keys) for row in rows]
        values = [
            {"row_id": row["id"], **{f"new_{column}": row[column] for column in own}}
            for row, before in zip(changed, rows, strict=True)
            if row != before
        ]
        if values:
            op.get_bind().execute(change, values)


def reworked(row: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    row = dict(row)
    if "phone" in keys:
        row["phone_key"] = phone_key(row["phone"])
    if "address" in keys:
        row["place_key"] = place_key(row["address"])
    if "search" in row:
        texts = row["search"].split(SEPARATOR)
        if "phone" in keys and len(texts) > PHONE_KEY:
            texts[PHONE_KEY] = row["phone_key"] or ""
        row["search"] = SEPARATOR.join(map(folded, texts))
    return row


def portions(table: sa.TableClause) -> Iterator[list[dict[str, Any]]]:
    after = ""
    while True:
        wanted = sa.select(*table.c).where(table.c.id > after).order_by(table.c.id).limit(ROWS)
        rows = [dict(row) for row in op.get_bind().execute(wanted).mappings()]
        if not rows:
            return
        yield rows
        after = rows[-1]["id"]
