"""The records that rows are about, by kind: where they are found, and whose they are to write about."""

from __future__ import annotations

from duskline.core.data.session import Db
from duskline.core.system.errors import Forbidden
from duskline.models.records.about import RecordKind, Subject
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.policy import (
    MANAGE_LEADS,
    MANAGE_TICKETS,
    MANAGE_WORK_ORDERS,
    SEE_CLIENTS,
    SEE_LEADS,
    SEE_TICKETS,
    SEE_WORK_ORDERS,
    May,
)

SUBJECTS: dict[RecordKind, type[Subject]] = {
    RecordKind.LEAD: Lead,
    RecordKind.CLIENT: Client,
    RecordKind.WORK_ORDER: WorkOrder,
    RecordKind.TICKET: SupportTicket,
}
WRITERS: dict[RecordKind, May] = {
    RecordKind.LEAD: MANAGE_LEADS,
    RecordKind.CLIENT: MANAGE_LEADS,
    RecordKind.WORK_ORDER: MANAGE_WORK_ORDERS,
    RecordKind.TICKET: MANAGE_TICKETS,
}
"""Who writes about a record: those who manage that kind."""
READERS: dict[RecordKind, May] = {
    RecordKind.LEAD: SEE_LEADS,
    RecordKind.CLIENT: SEE_CLIENTS,
    RecordKind.WORK_ORDER: SEE_WORK_ORDERS,
    RecordKind.TICKET: SEE_TICKETS,
}
"""Who reads what is about it."""


def require_writer(db: Db, kind: RecordKind) -> None:
    if not WRITERS[kind].lets(db.actor):
        raise Forbidden


def require_reader(db: Db, kind: RecordKind) -> None:
    if not READERS[kind].lets(db.actor):
        raise Forbidden


async def subject(db: Db, kind: RecordKind, id: str, *, alone: bool = False) -> Subject:
    """A record to write about, held until the commit: it neither goes nor changes its branch meanwhile.

    Where the caller is `alone`, nobody else changes it or promises anything about it.

    Raises:
        Forbidden: the caller does not manage records of that kind.
        NotFound: no such record, or out of scope.
    """
    require_writer(db, kind)
    return await (db.find_locked if alone else db.find_held)(SUBJECTS[kind], id)
