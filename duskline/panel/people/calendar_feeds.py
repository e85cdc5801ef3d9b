"""Calendar feeds, kept: one of one's own visits, and one for each branch that one sees.

Who may enter: those who see work orders or leads, for their own feeds.
"""

from __future__ import annotations

from datetime import datetime

from duskline.core.data.security_log import on_commit
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, delete, post, read
from duskline.core.values.bodies import Body, Id, ResponseModel
from duskline.models.people import calendar_feeds
from duskline.policy import KEEP_CALENDARS
from duskline.services import services

PATH = "/api/panel/calendar-feeds"


class NewCalendarFeed(Body):
    """Of a branch, or, without one, of one's own visits."""

    branch_id: Id | None = None


class CalendarFeedRow(ResponseModel):
    id: str
    branch_id: str | None
    created_at: datetime
    used_at: datetime | None


class CalendarFeedMade(ResponseModel):
    """The address is told this once: a person who knows it reads along."""

    id: str
    address: str


@read(PATH, may=KEEP_CALENDARS)
async def list_calendar_feeds(db: Db) -> list[CalendarFeedRow]:
    """One's own feeds, the oldest first."""
    found = await calendar_feeds.feeds_of(db)
    return [CalendarFeedRow(feed.id, feed.branch_id, feed.created_at, feed.used_at) for feed in found]


@change(post, PATH, may=KEEP_CALENDARS, statuses=(404,), lock="calendar-feeds", repeatable=False)
async def make_calendar_feed(db: Db, request: StrictRequest, data: NewCalendarFeed) -> CalendarFeedMade:
    """An address for calendar programs, told this once; made again, the former shows nothing any more."""
    secret, feed = await calendar_feeds.make(db, data.branch_id)
    await db.flush()
    on_commit(db, "calendar feed made", feed=feed.id)
    return CalendarFeedMade(feed.id, f"{services(request).public_url}/api/calendars/{secret}.ics")


@change(delete, PATH + "/{id:str}", may=KEEP_CALENDARS, status=204)
async def end_calendar_feed(db: Db, id: str) -> None:
    """Ends a feed: its address shows nothing any more."""
    await calendar_feeds.end(db, id)
    on_commit(db, "calendar feed ended", feed=id)


ROUTES = [list_calendar_feeds, make_calendar_feed, end_calendar_feed]
