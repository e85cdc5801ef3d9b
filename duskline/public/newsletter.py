"""The newsletter: beginning a subscription, and ending it by the link in a letter.

Who may enter: anyone, within limits. Subscribing twice is the same success, and so is ending it twice. Opening the link ends
nothing, because mail programs and scanners open links; its page has a button, and mail programs have one press of
their own (RFC 8058), which comes from anywhere, with neither a cookie nor our page before it.
"""

from __future__ import annotations

from html import escape
from typing import Annotated

from litestar import MediaType, Response
from litestar.params import QueryParameter

from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.core.http.guesses import count_refused, opened
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, post, read
from duskline.core.pages.unsent import page_of
from duskline.core.system.errors import NotFound
from duskline.core.values.bodies import Body, Email, ResponseModel
from duskline.core.values.contacts import email_key
from duskline.limits import SECRETS_REFUSED, SUBSCRIPTIONS
from duskline.models.records.enquiries import NewsletterSubscription
from duskline.models.site.newsletters import END, begin_subscription, end_subscription, subscription_of
from duskline.policy import ANYONE
from duskline.services import services

LONGEST_TOKEN = 200

Token = Annotated[
    str, QueryParameter(name="token", max_length=LONGEST_TOKEN, description="From the link in a letter")
]


class Subscription(Body):
    email: Email


class Subscribed(ResponseModel):
    success: bool


@change(post, "/api/newsletter", may=ANYONE, limit=SUBSCRIPTIONS)
async def subscribe(db: Db, data: Subscription) -> Subscribed:
    """Adds an address once."""
    key = email_key(data.email)
    # Both of two simultaneous clicks succeed; the database keeps one row.
    row = {"email": data.email, "email_key": key}
    await db.execute(
        insert_into(NewsletterSubscription, db.database.dialect.name).values(**row).on_conflict_do_nothing()
    )
    await begin_subscription(db, NewsletterSubscription.email_key == key)
    return Subscribed(success=True)


@read(END, may=ANYONE, media_type=MediaType.HTML, statuses=(429,))
async def unsubscribe_page(db: Db, request: StrictRequest, token: Token = "") -> Response[bytes]:
    """Where the link of a letter leads: a page with one button, which alone ends the subscription."""
    if await subscription_of(db.database, token) is None:
        await count_refused(request, SECRETS_REFUSED)
        said = "<p>Open the link in the newsletter again, or make sure that you copied all of it.</p>"
        return _page(request, "This link does not work", said)
    said = (
        "<p>Press the button and you will get no more newsletters.</p>"
        f'<form method="post" action="{END}?token={escape(token)}"><button>Unsubscribe</button></form>'
    )
    return _page(request, "Unsubscribe from the newsletter?", said, posts=True)


async def subscription_named(request: StrictRequest, token: str = "") -> str:
    """Whose it is; what somebody made up is refused before it reaches the one writer."""
    id = await subscription_of(services(request).database, token)
    return await opened(request, id, SECRETS_REFUSED, NotFound())


@change(
    post, END, may=ANYONE, status=200, statuses=(404, 429), media_type=MediaType.HTML, prepare=subscription_named,
    repeatable=False, from_anywhere=True,
)  # fmt: skip
async def unsubscribe(db: Db, request: StrictRequest, prepared: str, token: Token = "") -> Response[bytes]:
    """Ends a subscription; what a letter's own button posts is taken as it comes."""
    await end_subscription(db, (await db.find(NewsletterSubscription, prepared)).id)
    said = "<p>You will get no more newsletters. You can subscribe again at the bottom of every page.</p>"
    return _page(request, "You are unsubscribed", said)


def _page(request: StrictRequest, title: str, said: str, *, posts: bool = False) -> Response[bytes]:
    facts = services(request).company.facts()
    page = page_of(200, title, said, "/", facts, back="Go to our website", posts=posts)
    headers = {key.decode(): value.decode() for key, value in page.headers}
    return Response(page.body(), media_type=MediaType.HTML, headers=headers)


ROUTES = [subscribe, unsubscribe_page, unsubscribe]
