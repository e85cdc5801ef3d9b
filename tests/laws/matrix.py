"""The authorization matrix: every call, everybody, every place a row can be in, and what must come of it.

Calls come from the declarations, so that a new endpoint joins by itself. What must happen is worked out here from
each role's scope (product.md, rule 17), not asked of the product.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple, TypeVar

import httpx

from duskline.core.data.base import now
from duskline.core.mail.bounces import BouncedAddress
from duskline.models.company.availability import Absence, AbsenceKind
from duskline.models.notifying.notifications import Notification
from duskline.models.notifying.webhooks import Delivery, Webhook
from duskline.models.pictures.drawings import Drawing
from duskline.models.privacy.privacy import Erasure, ErasureState, PrivacyRequest, RequestKind, RequestState
from duskline.models.records.about import RecordKind
from duskline.models.records.activities import Activity, ActivityType, NextStep
from duskline.models.records.conversions import Conversion, ConversionKind, Merge
from duskline.models.records.enquiries import NewsletterSubscription
from duskline.models.records.imports import Import, ImportKind, ImportState
from duskline.models.records.properties import Property
from duskline.models.records.sales import QuoteRequest
from duskline.models.records.service import WorkOrder
from duskline.models.records.visitors import VisitorReference
from duskline.models.records.visits import Visit, VisitStatus
from duskline.models.records.warranties import Warranty
from duskline.models.reporting.saved_reports import SavedReport
from duskline.models.schedule.moves import ScheduleMove
from duskline.policy import Actor, Role
from tests.conftest import FULL_COUNTS, SEED
from tests.databases import ENGINES
from tests.drawings import PLAN
from tests.laws.routes import CALLS, Call
from tests.laws.samples import edit, sample
from tests.letters import letter
from tests.pictures import FORM, photo
from tests.world import (
    BESIDE,
    BRANCHES,
    MISSING,
    NEAR,
    NOBODIES,
    PEOPLE,
    ROLES,
    SCOPED_ROWS,
    World,
    row_of,
)

T = TypeVar("T")
CALLERS = (*NOBODIES, "homeless", *ROLES)
NOT_SIGNED_IN = {"anonymous", "expired", "logged_out", "deactivated"}
SEES: dict[str, set[str]] = {
    "support": set(BRANCHES),
    "admin": set(BRANCHES),
    "regional_ops_manager": {NEAR, BESIDE},
    "sales_rep": {NEAR},
    "technician": {NEAR},
    "lead_technician": {NEAR},
    "branch_ops_manager": {NEAR},
}
"""The branches that each role sees (product.md, rule 17), for the people of the small company."""
GRANTS: dict[str, set[str | None]] = {
    "branch_ops_manager": {"sales_rep", "technician", "lead_technician", None},
    "regional_ops_manager": {"sales_rep", "technician", "lead_technician", None, "branch_ops_manager"},
    "admin": {*ROLES, None},
}
"""The roles that each manager may give and take (product.md, rule 22)."""

NO_FILE = (
    "/visitor-photos/{id:str}",
    "/drawings/{id:str}/picture",
    "/image",
    "/photos/{photo_id:str}",
    "/photos/{photo_id:str}/restore",
    "/uploads/{name:str}",
    "/post-pictures/{name:str}",
    "/api/calendars/{name:str}",
    "/faces/{name:str}",
)
"""The small company has no pictures: whoever may see one is told that there is none."""


OWN = (
    "/api/panel/notifications/{id", "/api/panel/api-tokens/{id", "/api/panel/calendar-feeds/{id", "/api/panel/saved-reports/{id",
    "/api/panel/saved-views/{id", "/api/panel/imports/{id",
)  # fmt: skip
"""Rows of one person, here the administrator: they exist for nobody else, in whatever scope."""


class Case(NamedTuple):
    """One request, and the statuses that it may end with."""

    caller: str
    call: Call
    place: str
    id: str | None
    expected: frozenset[int]

    def __str__(self) -> str:
        of = {"-": "", "missing": " of a row that does not exist"}
        return f"{self.caller} asks {self.call.name}{of.get(self.place, f' of branch {self.place}')}"

    @property
    def refused(self) -> bool:
        return min(self.expected) >= 400

    @property
    def hidden(self) -> bool:
        return self.expected == {404}


def row_at(call: Call, place: str) -> str | None:
    """The id of a row in a place; None where such rows have no places."""
    return MISSING if place == "missing" else row_of(call.collection, place)


def known(call: Call) -> bool:
    """Whether the matrix knows rows for this call."""
    return row_at(call, NEAR) is not None


def cases() -> Iterator[Case]:
    for call in CALLS:
        if call.path.startswith("/api/auth"):
            continue  # signing in and out has tests of its own (tests/account)
        for caller in CALLERS:
            if not call.parameters:
                yield Case(caller, call, "-", None, expected(call, caller, None))
                continue
            for place in (*BRANCHES, "missing"):
                id = row_at(call, place)
                if id is not None:
                    yield Case(caller, call, place, id, expected(call, caller, place))


def part(family: Iterable[T], engine: str, every: int = 5) -> list[T]:
    """All of a family in a full run, else one in `every`.

    The seed says with which to begin, another one on each engine; as many seeds in a row meet them all on both.
    """
    if FULL_COUNTS:
        return list(family)
    return list(itertools.islice(family, (SEED + ENGINES.index(engine)) % every, None, every))


def expected(call: Call, caller: str, place: str | None) -> frozenset[int]:
    """What must come of it: 401, then 403, then 404, then success or what the record itself objects to."""
    if call.may.session:
        if caller in NOT_SIGNED_IN:
            return frozenset({401})
        if not call.may.lets(actor_of(caller)):
            return frozenset({403})
    if place == "missing":
        return frozenset({404})
    if call.collection in SCOPED_ROWS and place is not None and place not in SEES.get(caller, set()):
        return frozenset({404})
    if call.path.startswith(OWN) and caller != "admin":
        return frozenset({404})
    if call.path.endswith(NO_FILE):
        return frozenset({404})
    return frozenset({200, 201, 204}) | objections(call, caller)


OBJECTIONS: tuple[tuple[str, set[int]], ...] = (
    # the first pattern that fits decides
    (
        r"POST /api/panel/(activities|next-steps|matches/(dismiss|offer))",
        {403, 404},
    ),  # the record in the body is none of theirs
    (r"(PATCH|POST|DELETE) /api/panel/(activities|next-steps|conversions|merges|warranties)/.*", {403, 409}),
    (r"(PATCH|DELETE) /api/panel/properties/.*", {400, 404, 409}),  # a client takes them along
    (
        r".*/(merge|return-visit|client|hand-over|attach|detach|details)",
        {400, 403, 404, 409},
    ),  # nor is the other record
    (r"DELETE /api/panel/(branches|regions)/.*", {409}),  # records tell of it
    (r"POST /api/panel/content", {400}),  # a section asks for more than its items have in common
    (r"POST /api/panel/gallery", {400}),  # a picture that was sent for it has another address each time
    (r"DELETE /api/panel/posts/.*", {409}),  # it was published a moment before
    (
        r"(POST|PATCH) /api/panel/(branches|regions)(/\{id:str\})?",
        {400},
    ),  # a name is one branch's, and a region's id no words
    (r"DELETE /api/panel/support-tickets/.*", {409}),  # its return visit
    (r"POST /api/(visitor-photos|drawings)", {404}),  # nobody has the key
    (r"PATCH /api/panel/drawings/.*", {403}),  # no job of theirs comes from it
    (r"POST /api/visit-links.*", {404}),  # nobody has the link
    (
        r"\w+ /api/panel/enquiries/\{id.*",
        {409, 400},
    ),  # taken before; the taker's branch must be theirs to choose
    (
        r"(POST|PATCH) /api/panel/(lost-reasons|lead-sources|checklist-items).*",
        {400},
    ),  # the same words are on the list already
    (r"(POST|PATCH) /api/panel/webhooks(/\{id:str\})?", {400}),  # another one has the URL by now
    (r"POST /api/panel/bounced-addresses/.*", {409}),  # lifted before, or not
    (r"POST /api/privacy-requests/open", {404}),  # likewise
    (r"POST /api/panel/privacy/requests/.*", {400, 409}),  # neither done nor declined, or answered before
    (r"POST /api/panel/privacy/\w+", {400}),  # nobody is named
    (r"\w+ /api/newsletter/unsubscribe", {404}),  # without a token
    (r"POST /api/panel/letters/\{id.*", {409}),  # nobody has decided anything, or it has left
    (
        r"POST /api/panel/users(/invitations)?",
        {400},
    ),  # no place of their own, or the address has an account by now
    (r"POST /api/panel/users/\{id:str\}/link", {403, 409}),  # a password's is an administrator's
    (r"(POST|DELETE) /api/panel/users/\{id:str\}/invitation", {403, 409}),  # none is waiting
    (
        r"POST /api/panel/users/\{id:str\}/second-factor/off",
        {403, 409},
    ),  # an administrator's, and off already
    (
        r"(PATCH|DELETE|POST) /api/panel/(visits|absences|schedule)(/.*)?",
        {400, 403, 404, 409},
    ),  # what speaks against a plan
    (r"POST /api/panel/sample-data/remove", {409}),  # there is none
    (r"GET /api/panel/reports/custom(/export)?", {400}),  # it chooses nothing to count
    (r"(POST|PATCH) /api/panel/saved-reports(/\{id:str\})?", {400}),  # there is no such report
    (r"GET /api/service-area", {400}),  # of no ZIP code nothing can be said
    (r"GET /api/panel/(visits|schedule(/month)?)", {400}),  # of no record, of no branch
    (r"POST /api/panel/imports", {403}),  # whoever manages users alone brings no leads
    (r"\w+ /api/panel/imports/\{id.*", {400, 404, 409}),  # it has no such row, or it is not the turn of this
    (r"POST /api/panel/work-orders", {400}),  # the client of the near branch is not everybody's
)
"""What the record itself may object to, by the name of the call (product.md, rules 70, 71 and 74)."""


def objections(call: Call, caller: str) -> frozenset[int]:
    """Where a caller of this kind may rightly meet a refusal of the record itself."""
    for pattern, statuses in OBJECTIONS:
        if re.fullmatch(pattern, call.name):
            return frozenset(statuses)
    if caller == "homeless" and call.method == "POST":
        return frozenset({400})  # no branch of one's own, and the default one out of scope
    if call.collection == "/api/panel/users" and call.method == "PATCH" and caller not in GRANTS:
        return frozenset({403})
    return frozenset()


def actor_of(caller: str) -> Actor:
    given = PEOPLE.get(caller, {})
    role: Role | None = given.get("role")
    return Actor(id=caller, role=role, user_type=given.get("user_type", "staff"))


async def furnish(world: World) -> None:
    """In every branch, one row of each sort that stands beside records; and what the company has beside its letters."""
    async with world.console() as db:
        email = "sue@subscriber.example"
        db.store(NewsletterSubscription(id="subscriber-1", email=email, email_key=email))
        db.store(Erasure(id="erasure-1", by_id="admin", wanted={}, state=ErasureState.DONE))
        db.store(
            PrivacyRequest(
                id="request-1", email="ann@visitor.example", kind=RequestKind.COPY, secret="of nobody", state=RequestState.OPEN,
                due_on=now().date(),
            )
        )  # fmt: skip
        db.store(
            Webhook(
                id="webhook-1", url="https://told.example/", events=["lead.lost"], secret="whsec_", due=now()
            )
        )
        await db.flush()
        db.store(
            Delivery(
                id="delivery-1", webhook_id="webhook-1", event="lead.lost", body="{}", state="dead", tries=9, due=now(),
                created_at=now(),
            )
        )  # fmt: skip
        db.store(
            SavedReport(
                id="saved-1", user_id="admin", branch_id=NEAR, name="Week", report="sales", by="person", period="last_week",
            )
        )  # fmt: skip
        db.store(
            Import(
                id="import-1",
                user_id="admin",
                kind=ImportKind.LEADS,
                file="leads.csv",
                state=ImportState.REVIEW,
            )
        )
        db.store(BouncedAddress(id="bounced-1", email=email, email_key=email, fault="550 no such person"))
        for branch in BRANCHES:
            client, lead, order = f"client-{branch}-2", f"lead-{branch}-2", f"order-{branch}-done"
            about = {"kind": RecordKind.CLIENT, "record_id": client, "branch_id": branch}
            day, end = date(2026, 12, 1), date(2031, 12, 1)
            db.store(WorkOrder(id=order, branch_id=branch, client_id=f"client-{branch}-1", title="Done"))
            await db.flush()
            db.store(
                Activity(id=f"activity-{branch}-2", type=ActivityType.CALL, words="x", by_id="admin", **about)
            )
            db.store(NextStep(id=f"step-{branch}-2", words="Call", due_on=day, **about))
            db.store(Property(id=f"property-{branch}-2", branch_id=branch, client_id=client, address="1 Row"))
            db.store(
                Conversion(
                    id=f"conversion-{branch}-2", branch_id=branch, kind=ConversionKind.CLIENT, from_id=lead,
                    to_id=client, made_new=False, by_id="admin",
                )
            )  # fmt: skip
            db.store(
                Merge(
                    id=f"merge-{branch}-2", branch_id=branch, kind="client", kept_id=client, gone_id="gone", gone={},
                    moved={}, before={}, by_id="second_admin",
                )
            )  # fmt: skip
            db.store(
                Warranty(
                    id=f"warranty-{branch}-2", branch_id=branch, number=f"W-{branch}", client_id=f"client-{branch}-1",
                    work_order_id=order, holder="Cleo", place="1 Row", starts=day, product_ends=end, labor_ends=end,
                    terms_version="1",
                )
            )  # fmt: skip
            db.store(
                Visit(
                    id=f"visit-{branch}-2", kind=RecordKind.LEAD, record_id=lead, branch_id=branch, status=VisitStatus.PLANNED,
                    day=day, crew=[],
                )
            )  # fmt: skip
            asked = QuoteRequest(
                id=f"quote-{branch}-2", lead_id=lead, email_key=email, property_type="home", coverage="front", stories=1, zip="10001",
                low=1, high=2,
            )  # fmt: skip
            db.store(asked)
            await db.flush()
            reference = VisitorReference(
                id=f"reference-{branch}-2", number=f"0000-{branch}", quote_request_id=asked.id
            )
            db.store(reference)
            await db.flush()
            db.store(Drawing(id=f"drawing-{branch}-2", reference_id=reference.id, sent=json.dumps(PLAN)))
            db.store(
                Absence(
                    id=f"absence-{branch}-2", user_id="technician", branch_id=branch, first_day=day, last_day=day,
                    kind=AbsenceKind.SICK,
                )
            )  # fmt: skip
            db.store(
                ScheduleMove(id=f"move-{branch}-2", branch_id=branch, by_id="admin", reason="Rain", items=[])
            )
            db.store(letter(id=f"letter-{branch}-2", branch_id=branch, state="unsure"))
            db.store(
                Notification(
                    id=f"notification-{branch}-2", user_id="admin", what="new_lead", kind="lead", record_id=lead,
                    branch_id=branch,
                )
            )  # fmt: skip


async def ask(
    world: World, case: Case, given: Mapping[str, Any] | None = None, **headers: str
) -> httpx.Response:
    """`given` stands in the body instead of what the law makes up."""
    call = case.call
    ids = [case.id] * bool(case.id) + [MISSING] * (len(call.parameters) - 1)
    address = call.at(*(id for id in ids if id))
    async with world.client(case.caller, **headers) as caller:
        if call.takes_form:
            texts, file = {**TEXTS.get(call.path, {}), **(given or {})}, FILES[call.file]
            return await caller.post(address, data=texts, files={call.file: file})
        body: Any = None
        if call.body is not None:
            body = (edit(call.body) if call.method == "PATCH" else sample(call.body)) | dict(given or {})
        return await caller.request(call.method, address, json=body)


OF_NOBODY = {"reference": "0000-0000", "key": "k" * 22}
TEXTS = {
    "/api/gallery": FORM,
    "/api/visitor-photos": OF_NOBODY,
    "/api/drawings": OF_NOBODY | {"plan": json.dumps(PLAN)},
    "/api/panel/imports": {"kind": "leads"},
}
FILES = {
    "image": ("a.jpg", photo(64, 48), "image/jpeg"),
    "table": ("a.csv", b"Name,Email\nAnn,ann@visitor.example", "text/csv"),
}
