"""The blog behind the scenes: drafts, when they are published, and their pictures.

Who may enter: those who edit the organization's configuration; to remove a draft, those who may delete data.
"""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from typing import Annotated

from duskline.core.data.base import now
from duskline.core.data.lists import Filter
from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, patch, post
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.bodies import (
    UNSET,
    Body,
    LongText,
    Meta,
    Moment,
    Name,
    ResponseModel,
    UnsetType,
)
from duskline.core.values.markdown import to_html
from duskline.models.site.content import BlogCategory, OwnPicture
from duskline.models.site.newsletters import why_not_tell
from duskline.models.site.posts import (
    PostDraft,
    PostState,
    plan,
    publish,
    read_time,
    state_of,
    withdraw,
    write,
)
from duskline.panel.one_record import record_routes
from duskline.panel.site.chosen_pictures import still_kept
from duskline.policy import DELETE_DATA, EDIT_CONFIG
from duskline.services import services

PATH = "/api/panel/posts"
PAST = "Please choose a time to come, or publish it now"
YEAR = "Please check the year"
AHEAD = timedelta(days=3_660)
"""As far as a post can be put off; what lies further ahead is a slip."""
READ = "Visitors read this post. Unpublish it first."

Content = Annotated[str, Meta(max_length=50_000)]


class DraftCard(ResponseModel):
    id: str
    title: str
    category: BlogCategory | None
    author: str | None
    image: str | None
    state: PostState
    changed: bool
    """Whether visitors read another wording."""
    publish_at: datetime | None
    published_at: datetime | None
    tells: bool
    """Whether subscribers are told when its time comes."""
    told_at: datetime | None
    created_at: datetime
    updated_at: datetime
    version: int


class DraftRow(DraftCard):
    excerpt: str | None
    content: str | None


class DraftEdit(Body):
    title: Name | UnsetType = UNSET
    excerpt: LongText | UnsetType | None = UNSET
    content: Content | UnsetType | None = UNSET
    author: Name | UnsetType | None = UNSET
    category: BlogCategory | UnsetType | None = UNSET
    image: OwnPicture | UnsetType | None = UNSET


class NewDraft(DraftEdit, kw_only=True):
    title: Annotated[Name, Meta(extra={"missing": "Required"})]


class Publication(Body):
    at: Moment | None = None
    """Left out: now."""
    tell: bool = False
    """Whether subscribers are told of it by mail, once."""


class Preview(Body):
    content: Content | None = None


class Previewed(ResponseModel):
    html: str
    read_time: str


class KeptPicture(ResponseModel):
    image: str


DRAFTS = Listing(
    PostDraft,
    DraftCard,
    {"state": Filter(state_of(), tuple(PostState))},
    searched=False,
    columns={"state": state_of()},
)
drafts = DRAFTS.route(PATH, may=EDIT_CONFIG, name="posts_behind_the_scenes")


@change(post, PATH, may=EDIT_CONFIG, returns=DraftRow, prepare=still_kept)
async def add_post(db: Db, data: NewDraft, prepared: None) -> PostDraft:
    """A new draft; nobody else reads it."""
    return db.store(PostDraft(**data.given()))


@change(patch, PATH + "/{id:str}", may=EDIT_CONFIG, returns=DraftRow, prepare=still_kept)
async def edit_post(db: Db, id: str, data: DraftEdit, prepared: None) -> PostDraft:
    """Changes the draft. Visitors read the former words until it is published again."""
    draft = await db.find_for_update(PostDraft, id)
    await write(db, draft, data.given())
    return draft


@change(post, PATH + "/{id:str}/publish", may=EDIT_CONFIG, returns=DraftRow, status=200)
async def publish_post(db: Db, request: StrictRequest, id: str, data: Publication) -> PostDraft:
    """Shows the draft to visitors, now or at a time to come; refused while it lacks something."""
    draft = await db.find_for_update(PostDraft, id)
    given = services(request)
    why_not = why_not_tell(given.company.address, sends_mail=given.sends_mail)
    if data.tell and why_not:
        raise Conflict(why_not)
    if data.at is None:
        await publish(db, draft, tell=data.tell)
    elif data.at <= now():
        raise Invalid({"at": PAST})
    elif data.at > now() + AHEAD:
        raise Invalid({"at": YEAR})
    else:
        await plan(db, draft, data.at, tell=data.tell)
    return draft


@change(post, PATH + "/{id:str}/unpublish", may=EDIT_CONFIG, returns=DraftRow, status=200)
async def unpublish_post(db: Db, id: str) -> PostDraft:
    """Takes it from the visitors; the draft stays."""
    draft = await db.find_for_update(PostDraft, id)
    await withdraw(db, draft)
    return draft


@change(post, PATH + "/{id:str}/unschedule", may=EDIT_CONFIG, returns=DraftRow, status=200)
async def unschedule_post(db: Db, id: str) -> PostDraft:
    """Takes it, or its changes, out of the plan; what visitors read stays."""
    return (await db.find_for_update(PostDraft, id)).apply({"publish_at": None, "tells": False})


@change(delete, PATH + "/{id:str}", may=DELETE_DATA, status=204)
async def delete_post(db: Db, id: str) -> None:
    """Removes a draft that visitors do not read."""
    draft = await db.find_for_update(PostDraft, id)
    if draft.is_public:
        raise Conflict(READ)
    await db.delete(draft)


async def rendered(request: StrictRequest, data: Preview) -> str:
    return await asyncio.to_thread(to_html, data.content or "")


@change(post, PATH + "/preview", may=EDIT_CONFIG, status=200, repeatable=False, prepare=rendered)
async def preview_post(db: Db, data: Preview, prepared: str) -> Previewed:
    """What visitors would see of it, and how long they would read."""
    return Previewed(prepared, read_time(data.content or ""))


ROUTES = [
    drafts, add_post, edit_post, publish_post, unpublish_post, unschedule_post, delete_post, preview_post,
    *record_routes(PATH, PostDraft, DraftRow, EDIT_CONFIG),
]  # fmt: skip
