"""The record page of a lead or a client: who and where, what is open, and one timeline of everything.

Who may enter: whoever may see the lead or the client. They read titles, states and dates of the whole thread; what was
said and done about another kind of record needs the flag of that kind.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any

from litestar.params import QueryParameter
from sqlalchemy import Select, and_, select

from duskline.core.data.session import Db
from duskline.core.errors import NotFound
from duskline.core.http.bodies import ResponseModel
from duskline.core.http.routing import read, shape
from duskline.models.activities import NextStep
from duskline.models.details import LeadDetails, ValueKind
from duskline.models.properties import Property
from duskline.models.sales import Client, Lead
from duskline.models.threads import Thread, thread_of_client, thread_of_lead, thread_of_lead_alone
from duskline.panel.rows import ClientRow, LeadRow, NextStepRow, PropertyRow
from duskline.panel.timeline import EventSource, Timeline, position_of, timeline_of
from duskline.policy import SEE_CLIENTS, SEE_LEADS

PAGE = 50


class MemberRow(ResponseModel):
    """A record of the thread, in short."""

    kind: str
    id: str
    title: str
    status: str
    day: date | None
    note: str | None
    set_aside: str | None
    created_at: datetime


class LeadFacts(ResponseModel):
    """What stands beside a lead."""

    value_kind: ValueKind | None
    lost_reason: str | None
    lost_note: str | None
    first_response_at: datetime | None


class RecordPage(ResponseModel):
    lead: LeadRow | None
    lead_facts: LeadFacts | None
    client: ClientRow | None
    properties: list[PropertyRow]
    next_step: NextStepRow | None
    members: list[MemberRow]
    timeline: Timeline


Cursor = Annotated[
    str | None, QueryParameter(name="cursor", description="Where the page begins, from the page before")
]
Only = Annotated[
    EventSource | None,
    QueryParameter(name="source", description="Only what comes from there: change, activity, ..."),
]


@read("/api/panel/clients/{id:str}/record", may=SEE_CLIENTS)
async def client_record(db: Db, id: str) -> RecordPage:
    """Everything about a client at once, with the first page of the timeline."""
    asked = _with_next_step(Client).add_columns(Property).outerjoin(Property, Property.client_id == Client.id)
    client, step, places = await _opened(db, asked.where(Client.id == id))
    return await _page(db, None, client, step, places, await thread_of_client(db, id))


@read("/api/panel/leads/{id:str}/record", may=SEE_LEADS)
async def lead_record(db: Db, id: str) -> RecordPage:
    """Everything about a lead, and about the client that it became, with the first page of the timeline."""
    asked = (
        _with_next_step(Lead)
        .add_columns(LeadDetails, Client, Property)
        .join(LeadDetails, LeadDetails.id == Lead.id)
        .outerjoin(Client, Client.id == LeadDetails.client_id)
        .outerjoin(Property, Property.client_id == Client.id)
    )
    lead, step, facts, client, places = await _opened(db, asked.where(Lead.id == id))
    thread = await (thread_of_lead_alone(db, id) if client is None else thread_of_client(db, client.id))
    return await _page(db, (lead, facts), client, step, places, thread)


@read("/api/panel/clients/{id:str}/timeline", may=SEE_CLIENTS)
async def client_timeline(db: Db, id: str, cursor: Cursor = None, source: Only = None) -> Timeline:
    """What happened around a client, newest first."""
    await db.find(Client, id)
    return await timeline_of(db, await thread_of_client(db, id), position_of(cursor), source)


@read("/api/panel/leads/{id:str}/timeline", may=SEE_LEADS)
async def lead_timeline(db: Db, id: str, cursor: Cursor = None, source: Only = None) -> Timeline:
    """What happened around a lead, newest first."""
    await db.find(Lead, id)
    return await timeline_of(db, await thread_of_lead(db, id), position_of(cursor), source)


def _with_next_step(entity: type[Lead | Client]) -> Any:
    """The record that the page is opened for, and what somebody promised to do next about it."""
    about = and_(NextStep.kind == entity.kind, NextStep.record_id == entity.id, NextStep.done_at.is_(None))
    return select(entity, NextStep).outerjoin(NextStep, about)


async def _opened(db: Db, asked: Select[Any]) -> list[Any]:
    """The one row that is asked for; a row for each property, whose column is the last, becomes a list of them.

    Raises:
        NotFound: no such record, or out of scope.
    """
    rows = (
        await db.execute(asked.order_by(Property.address.is_not(None), Property.created_at, Property.id))
    ).all()
    if not rows:
        raise NotFound
    return [*rows[0][:-1], [row[-1] for row in rows if row[-1] is not None]]


async def _page(
    db: Db,
    lead: tuple[Lead, LeadDetails] | None,
    client: Client | None,
    step: NextStep | None,
    places: list[Property],
    thread: Thread,
) -> RecordPage:
    timeline = await timeline_of(db, thread, None, None)
    return RecordPage(
        lead=None if lead is None else shape(lead[0], LeadRow),  # type: ignore[arg-type]
        lead_facts=None if lead is None else shape(lead[1], LeadFacts),  # type: ignore[arg-type]
        client=None if client is None else shape(client, ClientRow),  # type: ignore[arg-type]
        properties=[shape(place, PropertyRow) for place in places],  # type: ignore[misc]
        next_step=None if step is None else shape(step, NextStepRow),  # type: ignore[arg-type]
        members=[MemberRow(*member) for member in thread.members],
        timeline=timeline,
    )


ROUTES = [client_record, lead_record, client_timeline, lead_timeline]
