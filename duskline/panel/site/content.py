"""The sections of the pages that the company fills: what stands in each, in which order, and whether it is shown.

Who may enter: those who edit the organization's configuration.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import case, func, select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, delete, patch, post, read, shape
from duskline.core.values.bodies import MAX_WHOLE, UNSET, Body, LongText, Meta, Name, ResponseModel, UnsetType
from duskline.models.site.content import OwnPicture, content_changed
from duskline.models.site.site import (
    MOST_DETAILS,
    SECTIONS,
    SectionName,
    Showing,
    SiteItem,
    SiteSection,
    add_item,
    delete_item,
    put_item,
    require_fitting,
)
from duskline.panel.one_record import history_route, record_routes
from duskline.panel.site.chosen_pictures import still_kept
from duskline.policy import EDIT_CONFIG

PATH, SECTIONS_PATH = "/api/panel/content", "/api/panel/content-sections"

Rank = Annotated[int, Meta(ge=1, le=MAX_WHOLE, extra={"say": "Please choose a place from 1 on"})]
Stars = Annotated[int, Meta(ge=1, le=5, extra={"say": "Please choose 1 to 5 stars"})]
Note = Annotated[str, Meta(max_length=200)]
Described = Annotated[str, Meta(max_length=300)]


class SectionPart(ResponseModel):
    name: str
    longest: int
    required: bool
    choices: list[str]
    """What it is one of; empty where it may say anything."""


class SectionRow(ResponseModel):
    """A section, with how many items of each sort there are to show."""

    id: SectionName
    shows: Showing
    own: int
    samples: int
    page: str
    most: int
    parts: list[SectionPart]
    rating: bool
    details: bool
    picture: bool
    version: int


class SectionEdit(Body):
    shows: Showing | UnsetType = UNSET


class DetailRow(ResponseModel):
    term: str
    text: str


class ItemRow(ResponseModel):
    id: str
    section: SectionName
    place: int
    title: str
    note: str | None
    text: str | None
    rating: int | None
    details: list[DetailRow]
    image: str | None
    image_alt: str | None
    anchor: str | None
    """By which pages link to it; such an item can be hidden and not deleted."""
    sample: bool
    shown: bool
    created_at: datetime
    updated_at: datetime
    version: int


class Detail(Body):
    term: Annotated[str, Meta(min_length=1, max_length=30, extra={"say": "Required"})]
    text: Annotated[str, Meta(min_length=1, max_length=160, extra={"say": "Required"})]


Details = Annotated[list[Detail], Meta(max_length=MOST_DETAILS)]


class ItemEdit(Body):
    title: Name | UnsetType = UNSET
    note: Note | UnsetType | None = UNSET
    text: LongText | UnsetType | None = UNSET
    rating: Stars | UnsetType | None = UNSET
    details: Details | UnsetType = UNSET
    image: OwnPicture | UnsetType | None = UNSET
    image_alt: Described | UnsetType | None = UNSET
    sample: bool | UnsetType = UNSET
    shown: bool | UnsetType = UNSET
    place: Rank | UnsetType = UNSET


class NewItem(ItemEdit, kw_only=True):
    section: SectionName
    title: Annotated[Name, Meta(extra={"missing": "Required"})]


@read(SECTIONS_PATH, may=EDIT_CONFIG)
async def site_sections(db: Db) -> list[SectionRow]:
    """All of them, in the order of their pages, with what their items have."""
    rows = {row.id: row for row in await db.scalars(select(SiteSection))}
    return [await _section(db, rows[name]) for name in SectionName]


@change(patch, SECTIONS_PATH + "/{id:str}", may=EDIT_CONFIG)
async def edit_site_section(db: Db, id: str, data: SectionEdit) -> SectionRow:
    """Shows everything in it, own items alone, or nothing; pages follow at once."""
    section = (await db.find_for_update(SiteSection, id)).apply(data.given())
    await content_changed(db)
    await db.flush()
    return await _section(db, section)


@read(PATH, may=EDIT_CONFIG)
async def site_items(db: Db) -> list[ItemRow]:
    """What stands in all sections, in the order of each."""
    rows = await db.scalars(select(SiteItem).order_by(SiteItem.section, SiteItem.place, SiteItem.id))
    return [shape(row, ItemRow) for row in rows]  # type: ignore[misc]


@change(post, PATH, may=EDIT_CONFIG, returns=ItemRow, lock=PATH, prepare=still_kept)
async def add_site_item(db: Db, data: NewItem, prepared: None) -> SiteItem:
    """One more, at the end of its section or at a place."""
    given = _plain(data.given())
    place = given.pop("place", None)
    item = SiteItem(**given)
    await add_item(db, item, place)
    await content_changed(db)
    return item


@change(patch, PATH + "/{id:str}", may=EDIT_CONFIG, returns=ItemRow, lock=PATH, prepare=still_kept)
async def edit_site_item(db: Db, id: str, data: ItemEdit, prepared: None) -> SiteItem:
    """Changes what is sent: words, picture, place, whether it is shown, whether it is a sample."""
    item = await db.find_for_update(SiteItem, id)
    given = _plain(data.given())
    place = given.pop("place", None)
    require_fitting(item.apply(given))
    if place is not None:
        await put_item(db, item, place)
    await content_changed(db)
    return item


@change(delete, PATH + "/{id:str}", may=EDIT_CONFIG, status=204, lock=PATH)
async def delete_site_item(db: Db, id: str) -> None:
    """Deletes an item that no page links to."""
    await delete_item(db, await db.find_for_update(SiteItem, id))
    await content_changed(db)


def _plain(given: dict[str, Any]) -> dict[str, Any]:
    """As the columns keep it."""
    if "details" in given:
        given["details"] = [{"term": each.term, "text": each.text} for each in given["details"]]
    return given


async def _section(db: Db, section: SiteSection) -> SectionRow:
    kind = SECTIONS[SectionName(section.id)]
    of_each = func.count(case((SiteItem.sample.is_(False), 1))), func.count(case((SiteItem.sample, 1)))
    counts = select(*of_each).where(SiteItem.section == section.id, SiteItem.shown)
    own, samples = (await db.execute(counts)).one()
    parts = [SectionPart(part.name, part.longest, part.required, list(part.choices)) for part in kind.parts]
    return SectionRow(
        SectionName(section.id), section.shows, own, samples, kind.page, kind.most, parts, kind.rating,
        kind.details, kind.picture, section.version,
    )  # fmt: skip


ROUTES = [
    site_sections, edit_site_section, site_items, add_site_item, edit_site_item, delete_site_item,
    history_route(SECTIONS_PATH, SiteSection, EDIT_CONFIG), *record_routes(PATH, SiteItem, ItemRow, EDIT_CONFIG),
]  # fmt: skip
