"""What people set in Settings: a row for each group of settings, with what somebody changed in it.

What nobody changed is not in the row: it follows the file, or the product's own defaults.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import JSON, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned
from duskline.core.data.session import Db
from duskline.core.system.errors import Changed


class Setting(Identified, Updated, Versioned, Audited, Base):
    """One group; its id is the group's name."""

    __tablename__ = "settings"
    audit_name = "setting"
    audit_secrets = frozenset({"held"})  # told by its members
    audit_begins = "update"

    held: Mapped[dict[str, Any]] = mapped_column(JSON)
    """By its name, each setting that somebody changed, in plain JSON."""


async def held_of(db: Db, groups: Sequence[str]) -> dict[str, Setting]:
    """The rows of these groups, as far as somebody changed something in them."""
    rows = await db.scalars(select(Setting).where(Setting.id.in_(groups)))
    return {row.id: row for row in rows}


async def hold(
    db: Db,
    group: str,
    first: Mapping[str, Any],
    before: Mapping[str, Any],
    given: Mapping[str, Any],
    expects: int | None = None,
) -> Setting | None:
    """Writes what of a group was changed; `before` tells how it stood. None while nobody has changed anything.

    What is put back to its first value is held no more: it follows that again. The caller holds a lock: two who are the first to change a group would both make its row.

    Raises:
        Changed: it has another version than the caller expects; that of a group which nobody changed yet is 0.
    """
    row = (await held_of(db, [group])).get(group)
    if expects not in (None, row.version if row else 0):
        raise Changed
    changes = {name: value for name, value in given.items() if value != before[name]}
    if not changes:
        return row
    row = row or db.store(Setting(id=group, held={}))
    # What was held and did not count, because it did not go together with the file, does not come back with this.
    counting = {name: value for name, value in row.held.items() if value == before.get(name)}
    row.held = {name: value for name, value in {**counting, **changes}.items() if value != first[name]}
    row.told_beside = {name: [before[name], value] for name, value in changes.items()}
    return row
