"""A client's properties: where they are, how one gets in, and what can hurt a crew there.

Who may enter: those who may see the client. Those who manage leads or work orders write: a rep notes the gate's code, a
technician the wire over the porch.
"""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, delete, patch, post, read, shape
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.bodies import UNSET, Body, LongText, Meta, Name, UnsetType
from duskline.models.records.properties import Property
from duskline.models.records.removal import held_by
from duskline.models.records.sales import LONGEST_ROOFLINE, SHORTEST_ROOFLINE, Client
from duskline.panel.pictures.sizes import Stories
from duskline.panel.rows import PropertyRow
from duskline.policy import SEE_CLIENTS, WRITE_PROPERTIES

PATH = "/api/panel/clients/{id:str}/properties"
OWN = "This is the client's own address. Change it with the client."

Address = Annotated[str, Meta(min_length=1, max_length=300)]
Feet = Annotated[
    int,
    Meta(
        ge=SHORTEST_ROOFLINE,
        le=LONGEST_ROOFLINE * 10,
        extra={"say": "Choose a length between 20 and 10,000 feet"},
    ),
]


class NewProperty(Body, kw_only=True):
    name: Name | None = None
    address: Address
    feet: Feet | None = None
    stories: Stories | None = None
    access: LongText | None = None
    hazards: LongText | None = None


class PropertyEdit(Body):
    name: Name | UnsetType | None = UNSET
    address: Address | UnsetType = UNSET
    feet: Feet | UnsetType | None = UNSET
    stories: Stories | UnsetType | None = UNSET
    access: LongText | UnsetType | None = UNSET
    hazards: LongText | UnsetType | None = UNSET


@read(PATH, may=SEE_CLIENTS)
async def properties(db: Db, id: str) -> list[PropertyRow]:
    """All of a client, the one at the client's own address first."""
    await db.find(Client, id)
    theirs = select(Property).where(Property.client_id == id)
    found = await db.scalars(theirs.order_by(Property.address.is_not(None), Property.created_at, Property.id))
    return [shape(row, PropertyRow) for row in found]  # type: ignore[misc]


@change(post, PATH, may=WRITE_PROPERTIES, returns=PropertyRow)
async def add_property(db: Db, id: str, data: NewProperty) -> Property:
    """One more, beside the client's own address."""
    client = await db.find_held(Client, id)
    return db.store(Property(**data.given(), client_id=client.id, branch_id=client.branch_id))


@change(patch, "/api/panel/properties/{id:str}", may=WRITE_PROPERTIES, returns=PropertyRow)
async def edit_property(db: Db, id: str, data: PropertyEdit) -> Property:
    """Changes the fields that are sent."""
    found = await db.find_for_update(Property, id)
    if found.is_own and data.address is not UNSET:
        raise Invalid({"address": OWN})
    return found.apply(data.given())


@change(delete, "/api/panel/properties/{id:str}", may=WRITE_PROPERTIES, status=204)
async def drop_property(db: Db, id: str) -> None:
    """Removes one that no work order was for, and no warranty holds for."""
    found = await db.find_for_update(Property, id)
    if found.is_own:
        raise Conflict(OWN)
    if held := await held_by(db, found):
        raise Conflict(f"This property still has {held}, so it stays.")
    await db.delete(found)


ROUTES = [properties, add_property, edit_property, drop_property]
