"""The newsletter. Who may enter: anyone, within limits. Subscribing twice is the same success."""

from __future__ import annotations

from duskline.core.contacts import email_key
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.core.http.bodies import Body, Email, ResponseModel
from duskline.core.http.routing import change, post
from duskline.limits import SUBSCRIPTIONS
from duskline.models.enquiries import NewsletterSubscription
from duskline.policy import ANYONE


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
    return Subscribed(success=True)


ROUTES = [subscribe]
