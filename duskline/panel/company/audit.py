"""Who did what: the changes that somebody made, and beside them sign-ins, what was refused, and files that were taken along.

Who may enter: those who see Settings, each for what was done in their own branches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import JSON, ColumnElement, Dialect, bindparam, select, type_coerce
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.types import TypeDecorator

from duskline.core.data.audit import EventKind
from duskline.core.data.base import UtcDateTime
from duskline.core.data.database import Reader
from duskline.core.data.lists import Filter
from duskline.core.data.one_of import is_one_of
from duskline.core.http.listing import Listing
from duskline.core.values.bodies import ResponseModel
from duskline.models.people.api_tokens import ApiToken
from duskline.models.places.places import zone_of
from duskline.models.privacy.acts import Act, Happening, called
from duskline.models.privacy.going import UNTOLD
from duskline.panel.exports import branch, export_route, person
from duskline.panel.filters import day
from duskline.panel.filters import person as themselves
from duskline.panel.one_record import as_sent
from duskline.policy import SETTINGS

PATH, EVENTS = "/api/panel/audit", "/api/panel/audit-events"
ACTIONS = ("create", "update", "delete", "merge", "part")
KINDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "lead": ("lead", "lead_details"),
        "client": ("client", "property"),
        "work_order": ("work_order", "work_order_details"),
        "ticket": ("support_ticket", "ticket_details"),
        "warranty": ("warranty",),
        "visit": ("visit", "schedule_move", "absence", "branch_day"),
        "activity": ("activity", "next_step"),
        "message": ("enquiry", "drawing", "gallery_submission"),
        "user": ("user",),
        "place": ("branch", "branch_details", "region"),
        "website": ("post", "site_item", "site_section", "subscriber"),
        "report": ("saved_report",),
        "setting": ("setting", "lead_source", "lost_reason", "checklist_item"),
        "connection": ("api_token", "webhook", "calendar_feed", "letter", "bounced_address"),
    }
)
"""What people ask for, and under which names the log keeps it."""


class AsSent(TypeDecorator[dict[str, Any]]):
    """Changes under the names that the interface uses."""

    impl = JSON
    cache_ok = True

    def process_result_value(self, value: dict[str, Any] | None, dialect: Dialect) -> dict[str, Any] | None:
        return None if value is None else as_sent(value)


class InWords(AsSent):
    """The same on one line, for a cell."""

    cache_ok = True

    def process_result_value(self, value: dict[str, Any] | None, dialect: Dialect) -> Any:
        return "; ".join(_line(name, told) for name, told in (value or {}).items() if name not in UNTOLD)


def _line(name: str, told: Any) -> str:
    label = name.replace("_", " ").capitalize()
    match told:
        case [old, new]:
            return f"{label}: {_words(old)} → {_words(new)}"
        case _:
            return f"{label}: {_words(told)}"


def _words(value: Any) -> str:
    if value in (None, "", [], {}):
        return "nothing"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


class ActRow(ResponseModel):
    id: str
    created_at: datetime
    who: str
    """By name; "Unknown" of somebody out of reach."""
    user_id: str
    via: str | None
    """The API token by which a program did it in that person's name."""
    action: str
    entity_type: str
    entity_id: str
    called: str | None
    """What the record is called now, where it is there and within reach."""
    changes: dict[str, list[Any]]
    """Old and new by field."""
    ip_address: str | None


class HappeningRow(ResponseModel):
    id: str
    created_at: datetime
    kind: str
    who: str | None
    """None where the account that was tried is nobody's here."""
    user_id: str | None
    details: dict[str, Any]
    ip_address: str | None
    user_agent: str | None


def _begins(word: str, db: Reader) -> Any:
    return _midnight(word, db, 0)


def _ends(word: str, db: Reader) -> Any:
    """The end of that day."""
    return _midnight(word, db, 1)


async def _midnight(word: str, db: Reader, later: int) -> datetime:
    """As a day begins, or the one after it, where the reader is; the last day that there is has no later one."""
    chosen = min(max(await day(word, db), date(1900, 1, 1)), date(9000, 1, 1)) + timedelta(days=later)
    return datetime.combine(chosen, time(), ZoneInfo(await zone_of(db))).astimezone(UTC)


def _period(column: InstrumentedAttribute[datetime]) -> dict[str, Filter]:
    def bound(name: str) -> Any:
        return bindparam(name, type_=UtcDateTime())

    def since(name: str) -> Any:
        return column >= bound(name)

    def until(name: str) -> Any:
        return column < bound(name)

    return {
        "from": Filter(None, value=_begins, clause=since),
        "to": Filter(None, value=_ends, clause=until),
    }


def _names(kind: str, _db: Reader) -> Sequence[str]:
    return list(KINDS[kind])


def _of_kind(name: str) -> ColumnElement[bool]:
    return is_one_of(Act.entity_type, name)


VIA = select(ApiToken.name).where(ApiToken.id == Act.token_id).scalar_subquery()
ACTS = Listing(
    Act,
    ActRow,
    {
        "person": Filter(Act.user_id, value=themselves),
        "record": Filter(Act.entity_id),
        "kind": Filter(None, tuple(KINDS), value=_names, clause=_of_kind),
        "action": Filter(Act.action, ACTIONS),
        **_period(Act.created_at),
    },
    searched=False,
    columns={
        "who": person(Act.user_id),
        "via": VIA,
        "called": called(),
        "changes": type_coerce(Act.changes, AsSent()),
    },
)
HAPPENINGS = Listing(
    Happening,
    HappeningRow,
    {
        "person": Filter(Happening.user_id, value=themselves),
        "kind": Filter(Happening.kind, tuple(EventKind)),
        **_period(Happening.created_at),
    },
    searched=False,
    columns={"who": person(Happening.user_id)},
)
acts = ACTS.route(PATH, may=SETTINGS, name="audit")
happenings = HAPPENINGS.route(EVENTS, may=SETTINGS, name="audit_events")
acts_file = export_route(
    ACTS,
    PATH,
    may=SETTINGS,
    columns={
        "At (UTC)": Act.created_at, "Who": person(Act.user_id), "Via": VIA, "Action": Act.action, "Kind": Act.entity_type,
        "Record": called(), "Changes": type_coerce(Act.changes, InWords()), "Branch": branch(Act.place_id),
        "IP address": Act.ip_address, "Record id": Act.entity_id, "Id": Act.id,
    },
)  # fmt: skip
happenings_file = export_route(
    HAPPENINGS,
    EVENTS,
    may=SETTINGS,
    columns={
        "At (UTC)": Happening.created_at, "Who": person(Happening.user_id), "What": Happening.kind,
        "Details": type_coerce(Happening.details, InWords()), "IP address": Happening.ip_address,
        "Browser": Happening.user_agent, "Id": Happening.id,
    },
)  # fmt: skip

ROUTES = [acts, happenings, acts_file, happenings_file]
