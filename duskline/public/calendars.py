"""Calendar feeds, read by calendar programs. Who may enter: anyone who knows the secret in the address.

A visit tells when it is, its title, its place and where it stands in the panel, and nothing about whom it is for.
"""

from __future__ import annotations

import base64
import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from litestar import Response

from duskline.core.data.base import now
from duskline.core.data.database import Reader
from duskline.core.http.guesses import opened
from duskline.core.http.rate_limits import spend
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import read_rows
from duskline.core.system.errors import NotFound
from duskline.core.values.icalendar import Event, calendar
from duskline.limits import FEEDS_READ, SECRETS_REFUSED
from duskline.models.records.about import RecordKind
from duskline.models.records.visits import SURVEY, VisitStatus
from duskline.models.schedule import calendar_reading
from duskline.policy import ANYONE
from duskline.services import services

PAST = timedelta(days=90)
CALENDAR = "text/calendar"
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
"""From when on sequences count seconds: so they grow with whatever of an event changed last."""
SCREENS = {RecordKind.WORK_ORDER: "/panel/work-orders", RecordKind.LEAD: "/panel/leads"}


@read_rows("/api/calendars/{name:str}", may=ANYONE, statuses=(429,), media_type="text/calendar")
async def calendar_feed(db: Reader, request: StrictRequest, name: str) -> Response[bytes]:
    """The visits of a feed, as iCalendar: those with a day, from 90 days ago on."""
    database, ours = db.database, services(request)
    found = await calendar_reading.shown(database, name.removesuffix(".ics"))
    feed = await opened(request, found, SECRETS_REFUSED, NotFound().logged("calendar feed refused"))
    await spend(database, (FEEDS_READ, feed.id))
    await calendar_reading.note_reading(database, feed.id)
    rows = await feed.visits(now().date() - PAST)
    events = [_event(ours.public_url, *row) for row in rows]
    body = calendar(f"{ours.company.brand} visits", events)
    headers = {"ETag": _tag(body), "Cache-Control": "private, no-cache"}
    if events:
        newest = max(event.changed for event in events)
        headers["Last-Modified"] = newest.strftime("%a, %d %b %Y %H:%M:%S GMT")
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=CALENDAR)
    return Response(body, headers=headers, media_type=CALENDAR)


def _tag(body: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(body).digest()[:15]).decode()
    return f'"{digest}"'


def _event(public_url: str, id: str, kind: RecordKind, record: str, *others: Any) -> Event:
    day, starts, ends, status, title, place, held, *changes = others
    changed = max(filter(None, changes))
    stands = "TENTATIVE" if held else "CONFIRMED"
    return Event(
        uid=f"{id}@{urlsplit(public_url).hostname}", when=(starts, ends) if starts else day, title=title or SURVEY,
        place=place or "", address=f"{public_url}{SCREENS[RecordKind(kind)]}?id={record}", changed=changed,
        sequence=int((changed - BEGINNING).total_seconds()),
        status="CANCELLED" if status == VisitStatus.CANCELLED else stands,
    )  # fmt: skip


ROUTES = [calendar_feed]
