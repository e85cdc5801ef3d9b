"""The checklists of each kind of job. Who may enter: those who read visits; those who edit the organization's configuration keep them."""

from __future__ import annotations

from typing import Annotated

from sqlalchemy import select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, patch, post, read, shape
from duskline.core.values.bodies import MAX_WHOLE, UNSET, Body, Meta, ResponseModel, UnsetType
from duskline.models.company.checklists import LONGEST, ChecklistItem, add, put, reword
from duskline.models.records.details import JobKind
from duskline.models.records.service import PhotoKind
from duskline.policy import EDIT_CONFIG, SEE_VISITS

PATH = "/api/panel/checklist-items"
Words = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Rank = Annotated[int, Meta(ge=1, le=MAX_WHOLE, extra={"say": "Please choose a place from 1 on"})]


class ChecklistItemRow(ResponseModel):
    id: str
    kind: JobKind
    words: str
    required: bool
    photo: PhotoKind | None
    """Done by a photo of this kind."""
    place: int | None
    """None is retired."""
    version: int


class NewChecklistItem(Body, kw_only=True):
    kind: JobKind
    words: Words
    required: bool = False
    photo: PhotoKind | None = None


class ChecklistItemEdit(Body):
    words: Words | UnsetType = UNSET
    required: bool | UnsetType = UNSET
    photo: PhotoKind | UnsetType | None = UNSET
    place: Rank | UnsetType | None = UNSET


@read(PATH, may=SEE_VISITS)
async def checklist_items(db: Db) -> list[ChecklistItemRow]:
    """Kind by kind, those that are asked in their order, then those that are retired."""
    items = ChecklistItem
    rows = await db.scalars(
        select(items).order_by(items.kind, items.place.is_(None), items.place, items.words)
    )
    return [shape(row, ChecklistItemRow) for row in rows]  # type: ignore[misc]


@change(post, PATH, may=EDIT_CONFIG, returns=ChecklistItemRow, lock=PATH)
async def add_checklist_item(db: Db, data: NewChecklistItem) -> ChecklistItem:
    """One more, at the end of its kind."""
    return await add(db, ChecklistItem(**data.given()))


@change(patch, PATH + "/{id:str}", may=EDIT_CONFIG, returns=ChecklistItemRow, lock=PATH)
async def edit_checklist_item(db: Db, id: str, data: ChecklistItemEdit) -> ChecklistItem:
    """Changes what is sent: what it says, whether it must be done, another place, or no place, which retires it."""
    item = await db.find_for_update(ChecklistItem, id)
    fields = data.given()
    place = fields.pop("place", UNSET)
    if "words" in fields:
        await reword(db, item, fields.pop("words"))
    item.apply(fields)
    if place is not UNSET:
        await put(db, item, place)
    return item


ROUTES = [checklist_items, add_checklist_item, edit_checklist_item]
