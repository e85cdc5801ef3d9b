"""The newsletter. Who may enter: anyone, within limits. Subscribing twice is the same success."""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite

from duskline.core.data.session import Db
from duskline.core.http.bodies import Body, Email, ResponseModel
from duskline.core.http.rate_limits import Limit
from duskline.core.http.routing import change, post
from duskline.models.enquiries import NewsletterSubscription
from duskline.models.people import email_key
from duskline.policy import ANYONE

SUBSCRIPTIONS = Limit("newsletter", 20, 60)


class Subscription(Body):
    email: Email


class Subscribed(ResponseModel):
    success: bool


@change(post, "/api/newsletter", may=ANYONE, limit=SUBSCRIPTIONS)
async def subscribe(db: Db, data: Subscription) -> Subscribed:
    """Adds an address once."""
    key = email_key(data.email)
    # Both of two simultaneous clicks succeed; the database keeps one row.
    dialect: Any = sqlite if db.database.is_sqlite else postgresql
    row = {"email": data.email, "email_key": key}
    await db.execute(dialect.insert(NewsletterSubscription).values(**row).on_conflict_do_nothing())
    return Subscribed(success=True)


ROUTES = [subscribe]
