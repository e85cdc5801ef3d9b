"""By which clock the facts of each branch were worked out: a day is the day of the branch, and its clock may be set to another zone."""

from __future__ import annotations

from sqlalchemy import Connection, ForeignKey, String, func, select
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data import unfinished
from duskline.core.data.base import Base
from duskline.core.data.database import Database
from duskline.core.data.facts import FAMILIES, Family, ids_of, refresh
from duskline.core.data.upsert import insert_into
from duskline.models.places.places import DEFAULT_ZONE, Branch, BranchDetails

FEW = 200
"""Records in one transaction: others wait that long for SQLite's one writer."""


class FactZone(Base):
    __tablename__ = "fact_zones"

    branch_id: Mapped[str] = mapped_column(ForeignKey("branches.id", ondelete="CASCADE"), primary_key=True)
    zone: Mapped[str] = mapped_column(String(60))


async def follow_zones(database: Database) -> None:
    """Rebuilds the facts of branches that keep another time by now; some records in each transaction.

    Not while a batch is on its way: what its facts change about the figures is set aside as it was.
    """
    async with database.reads.connect() as connection:
        if await unfinished.present(connection) is not None:
            return
    for branch, zone in await _moved(database):
        for family in FAMILIES:
            if "branch_id" not in family.record.__table__.c:
                continue
            after: str | None = ""
            while after is not None:
                async with database.writes.begin() as connection:
                    after = await connection.run_sync(_refreshed, family, branch, after)
        async with database.writes.begin() as connection:
            told = insert_into(FactZone, database.dialect.name).values(branch_id=branch, zone=zone)
            await connection.execute(
                told.on_conflict_do_update(index_elements=["branch_id"], set_={"zone": zone})
            )


async def _moved(database: Database) -> list[tuple[str, str]]:
    zone = func.coalesce(BranchDetails.time_zone, DEFAULT_ZONE)
    branches = select(Branch.id, zone).outerjoin(BranchDetails, BranchDetails.id == Branch.id)
    other = branches.outerjoin(FactZone, FactZone.branch_id == Branch.id).where(
        FactZone.zone.is_distinct_from(zone)
    )
    async with database.reads.connect() as connection:
        return [(id, name) for id, name in await connection.execute(other.order_by(Branch.id))]


def _refreshed(connection: Connection, family: Family, branch: str, after: str) -> str | None:
    """The next records behind one; answers the last of them, or None where there are no more."""
    ids = ids_of(
        connection, family.record.__table__, after, FEW, family.record.__table__.c.branch_id == branch
    )
    if ids:
        refresh(connection, family, ids)
    return ids[-1] if ids else None
