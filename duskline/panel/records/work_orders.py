"""Work orders. Who may enter: those who manage work orders; viewAllData reads.

Without canAssignJobs one edits one's own and unassigned orders. Photos come and go in `work_order_photos`;
here their order may change and some may be dropped.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Any

import msgspec
from sqlalchemy import ColumnElement, String, bindparam, select, type_coerce

from duskline.core.data.base import new_id
from duskline.core.data.lists import Filter, Order, either_way
from duskline.core.data.session import Db
from duskline.core.http.bulk import Bulk, bulk_routes
from duskline.core.http.listing import Listing
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, post
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import UNSET, Body, Id, LongText, Meta, Name, PhotoCaption, UnsetType
from duskline.models.places.places import chosen_branch, moved
from duskline.models.records import references
from duskline.models.records.completion import take_up
from duskline.models.records.details import JobKind, WorkOrderDetails
from duskline.models.records.sales import Client
from duskline.models.records.service import (
    MOST_PHOTOS,
    PhotoKind,
    PlainMaterials,
    StoredMaterial,
    StoredPhoto,
    WorkOrder,
    WorkOrderPriority,
    WorkOrderStatus,
    urgency,
)
from duskline.models.records.visits import require_hands_on, require_own
from duskline.models.records.warranties import keep_in_step
from duskline.models.reporting.lead_facts import YES
from duskline.models.reporting.order_facts import DATED, LATE, ON_DAY, OPEN, UNDATED, CrewFacts, OrderFacts
from duskline.models.schedule.site_merge import recognized
from duskline.panel import exports
from duskline.panel.exports import export_route
from duskline.panel.filters import by_assignee, days, fact, known, lacking, person
from duskline.panel.notifying.client_letters import tell_of_removal
from duskline.panel.one_record import record_routes, removal_route
from duskline.panel.pictures.sizes import CrewSize, Feet, Hours, Quantity, Stories, Unit
from duskline.panel.rows import WorkOrderRow
from duskline.policy import MANAGE_WORK_ORDERS, SEE_WORK_ORDERS
from duskline.services import services

PATH = "/api/panel/work-orders"

ClientId = Annotated[str, Meta(min_length=1, max_length=36, extra={"say": "Client is required"})]
BranchId = Annotated[str, Meta(min_length=1, max_length=36, extra={"say": "Branch is required"})]
Title = Annotated[str, Meta(min_length=1, max_length=200, extra={"say": "Title is required"})]


class UsedMaterial(Body, kw_only=True):
    name: Name
    quantity: Quantity
    unit: Unit | None = None
    id: Id | None = None
    """Of a line that is there; without one it is known by what it says."""


class KeptPhoto(Body, kw_only=True):
    """A photo that is there already; all but its id is taken from what is stored."""

    id: Id
    url: Annotated[str, Meta(max_length=300)] | None = None
    taken_at: datetime.datetime | None = None
    by: Id | None = None
    kind: PhotoKind | None = None
    caption: PhotoCaption | None = None


Materials = Annotated[list[UsedMaterial], Meta(max_length=100)]
Photos = Annotated[list[KeptPhoto], Meta(max_length=MOST_PHOTOS)]


class NewWorkOrder(Body, kw_only=True):
    branch_id: BranchId | UnsetType = UNSET
    client_id: ClientId
    assigned_to: Id | None = None
    title: Title
    description: LongText | None = None
    status: WorkOrderStatus = WorkOrderStatus.PENDING
    priority: WorkOrderPriority = WorkOrderPriority.MEDIUM
    scheduled_date: datetime.date | None = None
    notes: LongText | None = None
    materials_used: Materials | UnsetType = UNSET
    images: Photos | UnsetType = UNSET
    kind: JobKind | UnsetType = UNSET
    property_id: Id | None = None
    """Without one it is at the client's own address."""
    feet: Feet | None = None
    stories: Stories | None = None
    hours: Hours | None = None
    crew_size: CrewSize | None = None
    lead_id: Id | None = None
    """The lead that it comes from."""
    promised: LongText | None = None
    tells_client: bool = True
    """Whether the client hears of the visit by mail."""


BESIDE = (
    "kind",
    "property_id",
    "feet",
    "stories",
    "hours",
    "crew_size",
    "lead_id",
    "promised",
    "tells_client",
)
"""What of a new order stands in the row beside it."""


class WorkOrderEdit(Body):
    branch_id: BranchId | UnsetType = UNSET
    client_id: ClientId | UnsetType = UNSET
    assigned_to: Id | UnsetType | None = UNSET
    title: Title | UnsetType = UNSET
    description: LongText | UnsetType | None = UNSET
    status: WorkOrderStatus | UnsetType = UNSET
    priority: WorkOrderPriority | UnsetType = UNSET
    scheduled_date: datetime.date | UnsetType | None = UNSET
    notes: LongText | UnsetType | None = UNSET
    materials_used: Materials | UnsetType = UNSET
    images: Photos | UnsetType = UNSET


class WorkOrdersEdit(Bulk, kw_only=True):
    """The same of many work orders."""

    change: WorkOrderEdit


def _came(name: str) -> ColumnElement[bool]:
    """Completed jobs to which somebody came."""
    theirs = CrewFacts.person == bindparam(name, type_=String)
    return WorkOrder.id.in_(select(CrewFacts.id).where(theirs))


WORK_ORDERS = Listing(
    WorkOrder,
    WorkOrderRow,
    {
        "status": Filter(WorkOrder.status, tuple(WorkOrderStatus)),
        "priority": Filter(WorkOrder.priority, tuple(WorkOrderPriority)),
        "assignedTo": by_assignee(WorkOrder.assigned_to),
        "branchId": Filter(WorkOrder.branch_id),
        "clientId": Filter(WorkOrder.client_id),
        "unassigned": lacking(WorkOrder.assigned_to),
        "undated": lacking(WorkOrder.scheduled_date),
        "kind": fact(WorkOrder, OrderFacts.kind, tuple(JobKind)),
        "planned": days(WorkOrder, OrderFacts.planned_on),
        "outcome": fact(WorkOrder, OrderFacts.outcome, (ON_DAY, LATE, OPEN)),
        "open": fact(WorkOrder, OrderFacts.state, (DATED, UNDATED)),
        "unsettled": known(WorkOrder, OrderFacts.state),
        "completed": days(WorkOrder, OrderFacts.completed_on),
        "measured": days(WorkOrder, OrderFacts.measured_on),
        "by": Filter(None, value=person, clause=_came),
        "photosComplete": fact(WorkOrder, CrewFacts.photos, (YES,)),
        "checklistComplete": fact(WorkOrder, CrewFacts.checks, (YES,)),
        "returned": fact(WorkOrder, CrewFacts.returned, (YES,)),
    },
    columns={"materials_used": type_coerce(WorkOrder.materials_used, PlainMaterials)},
    orders={
        "schedule": Order(WorkOrder.by_schedule(), (WorkOrder.newest(),), needs=("assignedTo",)),
        **either_way(
            created=WorkOrder.created_at,
            scheduled=WorkOrder.planned(),
            priority=(urgency(WorkOrder.priority), WorkOrder.created_at),
        ),
    },
)
work_orders = WORK_ORDERS.route(PATH, may=SEE_WORK_ORDERS, name="work_orders")
CLIENT = select(Client.name).where(Client.id == WorkOrder.client_id).scalar_subquery()
work_orders_file = export_route(
    WORK_ORDERS,
    PATH,
    may=SEE_WORK_ORDERS,
    columns={
        "Title": WorkOrder.title, "Status": WorkOrder.status, "Priority": WorkOrder.priority,
        "Client": CLIENT, "Assigned to": exports.person(WorkOrder.assigned_to),
        "Scheduled": WorkOrder.scheduled_date, "Completed (UTC)": WorkOrder.completed_date,
        "Description": WorkOrder.description, "Notes": WorkOrder.notes,
        "Branch": exports.branch(WorkOrder.branch_id), "Created (UTC)": WorkOrder.created_at,
        "Updated (UTC)": WorkOrder.updated_at, "Id": WorkOrder.id, "Client id": WorkOrder.client_id,
    },
)  # fmt: skip


@change(post, PATH, may=MANAGE_WORK_ORDERS, returns=WorkOrderRow)
async def create_work_order(db: Db, request: StrictRequest, data: NewWorkOrder) -> WorkOrder:
    """A new work order, in the caller's branch unless another is named."""
    named = None if data.branch_id is UNSET else data.branch_id
    fields = data.given() | {"branch_id": chosen_branch(db.actor, named)}
    beside = {name: fields.pop(name) for name in BESIDE if name in fields}
    order = WorkOrder(**_stored(fields, [], []))
    require_own(db.actor, order)
    order.with_details = beside | {"property_id": data.property_id or data.client_id}
    await references.stored(db, order)
    if data.property_id is not None:
        await references.require_property(db, data.client_id, data.property_id)
    if data.lead_id is not None:
        await references.require_lead(db, order.branch_id, data.lead_id)
    await _keep_warranty(db, request, order)
    return order


@change(patch, PATH + "/{id:str}", may=MANAGE_WORK_ORDERS, returns=WorkOrderRow)
async def edit_work_order(db: Db, request: StrictRequest, id: str, data: WorkOrderEdit) -> WorkOrder:
    """Changes the fields that are sent."""
    order = await db.find_for_update(WorkOrder, id)
    await require_hands_on(db, order)
    former = order.client_id
    order.apply(_stored(moved(db.actor, data.given()), order.images, order.materials_used))
    if data.assigned_to is not UNSET:
        require_own(db.actor, order)
    await references.check(db, order)
    if order.client_id != former:
        await _leave_former_client(db, order)
    if data.status == WorkOrderStatus.COMPLETED:
        await take_up(db, order)
    if data.status is not UNSET or order.client_id != former:
        await _keep_warranty(db, request, order)
    return order


async def _leave_former_client(db: Db, order: WorkOrder) -> None:
    """The building and the earlier job were the former client's: nobody is to drive to the wrong house."""
    details = await db.find(WorkOrderDetails, order.id)
    details.apply({"property_id": order.client_id, "earlier_id": None})


async def _keep_warranty(db: Db, request: StrictRequest, order: WorkOrder) -> None:
    """Completing an installation draws up its warranty."""
    await db.flush()
    await keep_in_step(db, order, services(request).company.warranty)


async def _before_removal(db: Db, request: StrictRequest, order: WorkOrder) -> None:
    ours = services(request)
    await tell_of_removal(db, ours.company, order, ours.public_url)


def _stored(
    fields: dict[str, Any], photos: list[StoredPhoto], materials: list[StoredMaterial]
) -> dict[str, Any]:
    """The fields as columns hold them: lists as plain values, photos as they are stored, lines with the ids that they have."""
    if "materials_used" in fields:
        sent = msgspec.to_builtins(fields["materials_used"])
        fields["materials_used"] = recognized(sent, materials, new_id)
    if "images" in fields:
        fields["images"] = _kept(fields["images"], {photo["id"]: photo for photo in photos})
    return fields


def _kept(photos: list[KeptPhoto], present: dict[str, StoredPhoto]) -> list[StoredPhoto]:
    """Nobody can bring in another record's photo by its address."""
    ids = [photo.id for photo in photos]
    faults = {
        f"images.{place}.id": "Please add photos by uploading them"
        for place, id in enumerate(ids)
        if id not in present or id in ids[:place]
    }
    if faults:
        raise Invalid(faults)
    return [present[id] for id in ids]


ROUTES = [
    work_orders,
    work_orders_file,
    create_work_order,
    edit_work_order,
    removal_route(PATH, WorkOrder, before=_before_removal),
]
ROUTES += bulk_routes(PATH, edit_work_order, WorkOrdersEdit)
ROUTES += record_routes(PATH, WorkOrder, WorkOrderRow, SEE_WORK_ORDERS)
