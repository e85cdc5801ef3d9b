"""The record page of a lead or a client: who and where, what is open, and one timeline of everything.

Who may enter: those who may see the lead or the client. They read titles, states and dates of the whole thread; what was
said and done about another kind of record needs the flag of that kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Annotated, Any

from litestar.params import QueryParameter
from sqlalchemy import ColumnElement, Select, String, bindparam, func, select

from duskline.core.data.database import Reader
from duskline.core.http.listing import columns_of
from duskline.core.http.routing import read_rows
from duskline.core.system.errors import NotFound
from duskline.core.values.bodies import ResponseModel
from duskline.core.values.wall_clock import MINUTES_OF_A_DAY
from duskline.models.records.activities import NextStep
from duskline.models.records.details import LeadDetails, WorkOrderDetails
from duskline.models.records.properties import Property
from duskline.models.records.sales import Client, Lead, ValueKind
from duskline.models.records.subjects import SUBJECTS
from duskline.models.timeline.threads import Thread, thread_of_client, thread_of_lead, thread_of_lead_alone
from duskline.models.timeline.timeline import EventSource
from duskline.panel.rows import ClientRow, LeadRow, NextStepRow, PropertyRow
from duskline.panel.timeline.timeline import READERS, Timeline, position_of, timeline_of
from duskline.policy import SEE_CLIENTS, SEE_LEADS, Actor


class MemberRow(ResponseModel):
    """A record of the thread, in short."""

    kind: str
    id: str
    title: str
    status: str
    day: date | None
    note: str | None
    done_at: datetime | None
    set_aside: str | None
    created_at: datetime


class LeadFacts(ResponseModel):
    """What stands beside a lead."""

    value_kind: ValueKind | None
    lost_reason: str | None
    lost_note: str | None
    first_response_at: datetime | None
    job_id: str | None
    """The first that was made of it."""


class RecordPage(ResponseModel):
    lead: LeadRow | None
    lead_facts: LeadFacts | None
    client: ClientRow | None
    properties: list[PropertyRow]
    next_step: NextStepRow | None
    promises: list[NextStepRow]
    """The open next steps of the other records of the thread that the reader may read, what is due first first."""
    members: list[MemberRow]
    timeline: Timeline


Cursor = Annotated[
    str | None, QueryParameter(name="cursor", description="Where the page begins, from the page before")
]
Only = Annotated[
    EventSource | None,
    QueryParameter(name="source", description="Only what comes from there: change, activity, ..."),
]


@read_rows("/api/panel/clients/{id:str}/record", may=SEE_CLIENTS)
async def client_record(db: Reader, id: str) -> RecordPage:
    """Everything about a client at once, with the first page of the timeline."""
    client, step, places = await _opened(db, _client, OF_CLIENT, id)
    return await _page(db, await thread_of_client(db, id), client=client, step=step, places=places)


@read_rows("/api/panel/leads/{id:str}/record", may=SEE_LEADS)
async def lead_record(db: Reader, id: str) -> RecordPage:
    """Everything about a lead, and about the client that it became, with the first page of the timeline."""
    lead, step, facts, client, places = await _opened(db, _lead, OF_LEAD, id)
    thread = await (thread_of_lead_alone(db, id) if client is None else thread_of_client(db, client.id))
    return await _page(db, thread, lead=lead, facts=facts, client=client, step=step, places=places)


@read_rows("/api/panel/clients/{id:str}/timeline", may=SEE_CLIENTS)
async def client_timeline(db: Reader, id: str, cursor: Cursor = None, source: Only = None) -> Timeline:
    """What happened around a client, newest first."""
    await _opened(db, _client, OF_CLIENT, id)
    return await timeline_of(db, await thread_of_client(db, id), position_of(cursor), source)


@read_rows("/api/panel/leads/{id:str}/timeline", may=SEE_LEADS)
async def lead_timeline(db: Reader, id: str, cursor: Cursor = None, source: Only = None) -> Timeline:
    """What happened around a lead, newest first."""
    await _opened(db, _lead, OF_LEAD, id)
    return await timeline_of(db, await thread_of_lead(db, id), position_of(cursor), source)


class _Part:
    """Some columns of a statement, and the row that they make, if there is one."""

    def __init__(self, entity: Any, row: type[ResponseModel], **given: ColumnElement[Any]) -> None:
        self.row, self.columns = row, [entity.id, *columns_of(entity, row, given)]

    def cut(self, values: list[Any]) -> Any:
        """Takes its values off the front."""
        id, *own = (values.pop(0) for _ in self.columns)
        return None if id is None else self.row(*own)


FIRST_JOB = select(func.min(WorkOrderDetails.id)).where(WorkOrderDetails.lead_id == LeadDetails.id)
LEAD, CLIENT = _Part(Lead, LeadRow), _Part(Client, ClientRow)
FACTS = _Part(LeadDetails, LeadFacts, job_id=FIRST_JOB.scalar_subquery())
STEP, PLACE = _Part(NextStep, NextStepRow), _Part(Property, PropertyRow)
OF_CLIENT, OF_LEAD = (CLIENT, STEP, PLACE), (LEAD, STEP, FACTS, CLIENT, PLACE)
"""What is asked for at once; there is a row for each property."""


def _client() -> Select[Any]:
    asked = _with_next_step(Client, OF_CLIENT).outerjoin(Property, Property.client_id == Client.id)
    return asked.where(Client.id == bindparam("id", type_=String))


def _lead() -> Select[Any]:
    asked = (
        _with_next_step(Lead, OF_LEAD)
        .join(LeadDetails, LeadDetails.id == Lead.id)
        .outerjoin(Client, Client.id == LeadDetails.client_id)
        .outerjoin(Property, Property.client_id == Client.id)
    )
    return asked.where(Lead.id == bindparam("id", type_=String))


def _with_next_step(entity: type[Lead | Client], parts: Sequence[_Part]) -> Select[Any]:
    """The record that the page is opened for, and what somebody promised to do next about it; its own address first."""
    asked = select(*(column for part in parts for column in part.columns)).select_from(entity)
    order = (Property.address.is_not(None), Property.created_at, Property.id)
    return asked.outerjoin(NextStep, NextStep.open_about(entity.kind, entity.id)).order_by(*order)


async def _opened(
    db: Reader, statement: Callable[[], Select[Any]], parts: Sequence[_Part], id: str
) -> list[Any]:
    """The parts of one record, the last of which is a list.

    Raises:
        NotFound: no such record, or out of scope.
    """
    found = await db.rows(statement, statement, {"id": id})
    if not found:
        raise NotFound
    rows = [[part.cut(values) for part in parts] for values in map(list, found)]
    return [*rows[0][:-1], [row[-1] for row in rows if row[-1] is not None]]


async def _page(
    db: Reader,
    thread: Thread,
    *,
    lead: LeadRow | None = None,
    facts: LeadFacts | None = None,
    client: ClientRow | None,
    step: NextStepRow | None,
    places: list[PropertyRow],
) -> RecordPage:
    return RecordPage(
        lead=lead,
        lead_facts=facts,
        client=client,
        properties=places,
        next_step=step,
        promises=_promises(db.actor, thread, shown_apart=step),
        members=[MemberRow(*member) for member in thread.members],
        timeline=await timeline_of(db, thread, None, None),
    )


def _promises(actor: Actor, thread: Thread, shown_apart: NextStepRow | None) -> list[NextStepRow]:
    rows = [
        NextStepRow(*promise)
        for promise in thread.promises
        if READERS[SUBJECTS[promise.kind].audit_name].lets(actor)
    ]
    apart = shown_apart and shown_apart.id
    return sorted((row for row in rows if row.id != apart), key=_due)


def _due(step: NextStepRow) -> tuple[date, int]:
    return step.due_on, MINUTES_OF_A_DAY if step.due_minute is None else step.due_minute


ROUTES = [client_record, lead_record, client_timeline, lead_timeline]
