"""What visitors and subscribers ask about their own data: a copy, a correction, or to be forgotten.

Who may enter: anyone, within limits. Nothing is told and nobody is bothered before the link in a letter has been opened: anybody may have
typed the address. Every address is answered alike, and a robot's request is dropped by its letter's link staying unopened.
"""

from __future__ import annotations

from html import escape
from typing import Annotated

from litestar import MediaType, Response
from litestar.params import QueryParameter
from sqlalchemy import select

from duskline.core.data.base import new_id, now
from duskline.core.data.session import Db, reading
from duskline.core.http.guesses import count_refused, opened
from duskline.core.http.rate_limits import has_room
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.mail import outbox
from duskline.core.pages.unsent import page_of
from duskline.core.system.errors import NotFound
from duskline.core.values.bodies import Body, HiddenField, Meta, RequiredEmail, ResponseModel
from duskline.core.values.contacts import email_key
from duskline.letters.words import OWN_DATA, subject_of
from duskline.limits import CONFIRMED, PRIVACY_REQUESTS, SECRETS_REFUSED
from duskline.models.people.access_links import hashed
from duskline.models.privacy.privacy import DUE, OPENED_WITHIN, PrivacyRequest, RequestKind, RequestState
from duskline.policy import ANYONE, WEBSITE
from duskline.public.privacy_letters import KIND, OPEN, WANTED
from duskline.services import services

PATH = "/api/privacy-requests"
Words = Annotated[str, Meta(max_length=2_000)]
Token = Annotated[str, QueryParameter(name="token", max_length=100, description="From the link in a letter")]


class Asked(Body, kw_only=True):
    email: RequiredEmail
    kind: RequestKind
    words: Words | None = None
    website: HiddenField | None = None
    """People leave it empty."""


class Taken(ResponseModel):
    success: bool


@change(post, PATH, may=ANYONE, limit=PRIVACY_REQUESTS)
async def ask(db: Db, request: StrictRequest, data: Asked) -> Taken:
    """Sends the link by which the request counts; without one nothing comes of it."""
    if data.website or not await has_room(db, CONFIRMED, f"{KIND} {email_key(data.email)}"):
        return Taken(success=True)
    id, subject = new_id(), subject_of(OWN_DATA, services(request).company)
    asked = {"email": data.email, "kind": data.kind, "words": data.words}
    db.store(PrivacyRequest(id=id, due_on=(now() + DUE).date(), **asked))
    await outbox.enqueue_unwritten(db, kind=KIND, about=id, recipient=data.email, subject=subject)
    return Taken(success=True)


@read(OPEN, may=ANYONE, media_type=MediaType.HTML, statuses=(429,))
async def open_page(db: Db, request: StrictRequest, token: Token = "") -> Response[bytes]:
    """Where the link leads: a page with one button, because mail programs and scanners open links."""
    row = await _of(db, token)
    if row is None:
        await count_refused(request, SECRETS_REFUSED)
        said = "<p>Links work for seven days. Please ask once more, from our privacy policy.</p>"
        return _page(request, "This link does not work", said)
    if row.state != RequestState.UNOPENED:
        return _page(request, *_stand(row))
    said = (
        f"<p>You asked for {WANTED[RequestKind(row.kind)]}. Press the button if that was you.</p>"
        f'<form method="post" action="{OPEN}?token={escape(token)}"><button>Yes, Send My Request</button></form>'
    )
    return _page(request, "Is this request yours?", said, posts=True)


async def _look_up(request: StrictRequest, token: str = "") -> None:
    """Refuses a made-up link before it reaches the one writer."""
    async with reading(services(request).database, WEBSITE) as quiet:
        row = await _of(quiet, token)
    await opened(request, row, SECRETS_REFUSED, NotFound())


@change(
    post, OPEN, may=ANYONE, status=200, statuses=(404, 429), media_type=MediaType.HTML, prepare=_look_up,
    repeatable=False,
)  # fmt: skip
async def open_request(db: Db, request: StrictRequest, token: Token = "") -> Response[bytes]:
    """From here on it counts, and has a day by which it is answered."""
    row = await _of(db, token, held=True)
    if row is None:  # an erasure or another letter has just ended the link
        raise NotFound
    if row.state == RequestState.UNOPENED:
        row.apply({"state": RequestState.OPEN, "due_on": (now() + DUE).date()})
    return _page(request, *_stand(row))


def _stand(row: PrivacyRequest) -> tuple[str, str]:
    """Returns the title and the words of the page about a request that counts."""
    if row.state == RequestState.OPEN:
        return "We have your request", _promise(row)
    return "Your request was answered", "<p>You can ask once more, from our privacy policy.</p>"


def _promise(row: PrivacyRequest) -> str:
    day = f"{row.due_on:%B} {row.due_on.day}, {row.due_on.year}"
    if row.kind == RequestKind.ERASURE:
        return f"<p>We delete your data by {day}. After that we have no address to write to you.</p>"
    return f"<p>We answer by email, by {day} at the latest.</p>"


async def _of(db: Db, token: str, *, held: bool = False) -> PrivacyRequest | None:
    """Returns the request whose link it is; `held` until the commit."""
    asked = select(PrivacyRequest).where(
        PrivacyRequest.secret == hashed(token), PrivacyRequest.created_at > now() - OPENED_WITHIN
    )
    found: PrivacyRequest | None = await db.scalar(asked.with_for_update() if held else asked)
    return found


def _page(request: StrictRequest, title: str, said: str, *, posts: bool = False) -> Response[bytes]:
    facts = services(request).company.facts()
    page = page_of(200, title, said, "/", facts, back="Go to our website", posts=posts)
    headers = {key.decode(): value.decode() for key, value in page.headers}
    return Response(page.body(), media_type=MediaType.HTML, headers=headers)


ROUTES = [ask, open_page, open_request]
