"""Files of rows for spreadsheets: the one door through which they leave, and lists as such files.

Who may enter: those who may read the rows, in a role that System Preferences let export. Each file counts for its person, and is
kept as a security event.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream
from sqlalchemy import case, func, select
from sqlalchemy.orm import InstrumentedAttribute

from duskline.core.data.audit import EventKind, tell
from duskline.core.data.database import Reader
from duskline.core.data.session import Db
from duskline.core.http.context import caller
from duskline.core.http.listing import Listing
from duskline.core.http.rate_limits import spend
from duskline.core.http.requests import StrictRequest
from duskline.core.system.errors import Refusal
from duskline.core.tables.spreadsheets import csv_streamed
from duskline.limits import EXPORTS
from duskline.models.people.people import Colleague
from duskline.models.places.places import Branch
from duskline.policy import May
from duskline.services import services

CLOSED = "Your role may not export lists. An administrator can change that in Settings, System Preferences."


def export_route(listing: Listing, path: str, *, may: May, columns: Mapping[str, Any]) -> HTTPRouteHandler:
    """`GET <path>/export` with the words and filters of the list at `path`; `columns` by what they are called in the file."""
    noun = path.rpartition("/")[2]

    async def begin(db: Reader, request: StrictRequest, asked: Mapping[str, str]) -> Export:
        return await begin_export(db, request, noun, asked)

    return listing.file(f"{path}/export", may=may, name=noun, columns=columns, first=begin)


class Export:
    """That somebody may have a file, and had it. Nothing else answers rows as a file."""

    def named(
        self, name: str, heading: Sequence[str], batches: AsyncIterator[Iterable[Sequence[object]]]
    ) -> Stream:
        """The file, read as it leaves."""
        headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        return Stream(csv_streamed(heading, batches), media_type="text/csv; charset=utf-8", headers=headers)

    def of(self, name: str, heading: Sequence[str], rows: Sequence[Sequence[object]]) -> Stream:
        """The same of rows that are read already."""

        async def batches() -> AsyncIterator[Sequence[Sequence[object]]]:
            yield rows

        return self.named(name, heading, batches())


async def begin_export(
    db: Reader | Db, request: StrictRequest, noun: str, asked: Mapping[str, str], *, own: bool = False
) -> Export:
    """Counts a file and keeps that somebody had it. `own`: they brought the rows along themselves.

    Raises:
        Refusal: System Preferences close files to their role.
        TooMany: they had too many.
    """
    if not own and not services(request).system.may_export(db.actor.role):
        raise Refusal(403, CLOSED)
    await spend(db.database, (EXPORTS, db.actor.id))
    await tell(db.database, db.actor, caller(request), EventKind.EXPORT, of=noun, narrowed=dict(asked))
    return Export()


def person(column: InstrumentedAttribute[str | None]) -> Any:
    """By name, of somebody whom a column names."""
    name = func.trim(func.coalesce(Colleague.first_name, "") + " " + func.coalesce(Colleague.last_name, ""))
    called = select(func.coalesce(func.nullif(name, ""), Colleague.email)).where(Colleague.id == column)
    return case((column.is_(None), None), else_=func.coalesce(called.scalar_subquery(), "Unknown"))


def beside(column: InstrumentedAttribute[Any], id: InstrumentedAttribute[str]) -> Any:
    """A column of the row that stands beside a record."""
    return select(column).where(column.class_.id == id).scalar_subquery()


def branch(column: InstrumentedAttribute[Any]) -> Any:
    """By name, of the branch that a column names."""
    return select(Branch.name).where(Branch.id == column).scalar_subquery()
