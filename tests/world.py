"""A small company to test against: two regions, three branches, every kind of person, rows in every branch.

Near is the branch that branch staff belong to, beside it a branch of the same region, far away one of another
region. Everybody signs in once, through HTTP, when the template database is made; copies keep the sessions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import copy
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from litestar import Litestar
from litestar.datastructures import State
from sqlalchemy import select, update

from duskline.account import passwords
from duskline.app import create_app, create_calls
from duskline.core.data import base, schema
from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.database import Database, Prepared
from duskline.core.data.session import Db, changing, reading
from duskline.core.pages.serving import read_build
from duskline.models.people.api_tokens import ApiToken
from duskline.models.people.calendar_feeds import CalendarFeed
from duskline.models.people.people import User
from duskline.models.people.saved_views import ListName, SavedView
from duskline.models.people.sessions import IDLE, SignIn, signed_in
from duskline.models.places.places import Branch, BranchServiceArea, Organization, Region
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.records.sales import Client, Lead
from duskline.models.records.service import SupportTicket, WorkOrder
from duskline.models.site.content import BlogCategory, BlogPost, GallerySubmission
from duskline.models.site.posts import PostDraft
from duskline.policy import CONSOLE, Actor, Role
from duskline.services import Services
from duskline.settings import Settings

DATA = Path("var")
PUBLIC_URL = "http://127.0.0.1:8000"
PASSWORD = "lantern-on-the-porch-41"
COOKIE = "duskline_session"

NEAR, BESIDE, FAR = "1", "beside", "far"
BRANCHES = {NEAR: "north", BESIDE: "north", FAR: "south"}
MISSING = "0193ffff-0000-7000-8000-000000000000"

PEOPLE: dict[str, dict[str, Any]] = {
    # the seven roles, seen from the near branch
    "support": {"role": Role.SUPPORT},
    "sales_rep": {"role": Role.SALES_REP, "branch_id": NEAR},
    "technician": {"role": Role.TECHNICIAN, "branch_id": NEAR},
    "lead_technician": {"role": Role.LEAD_TECHNICIAN, "branch_id": NEAR},
    "branch_ops_manager": {"role": Role.BRANCH_OPS_MANAGER, "branch_id": NEAR},
    "regional_ops_manager": {"role": Role.REGIONAL_OPS_MANAGER, "region_id": "north"},
    "admin": {"role": Role.ADMIN},
    # those who get nothing
    "no_role": {"role": None, "branch_id": NEAR},
    "homeless": {"role": Role.BRANCH_OPS_MANAGER},
    "client": {"role": None, "user_type": "client", "branch_id": NEAR},
    "deactivated": {"role": Role.ADMIN, "status": "inactive"},
    "expired": {"role": Role.ADMIN},
    "logged_out": {"role": Role.ADMIN},
    # colleagues
    "second_admin": {"role": Role.ADMIN},
    "near_rep": {"role": Role.SALES_REP, "branch_id": NEAR},
    "near_manager": {"role": Role.BRANCH_OPS_MANAGER, "branch_id": NEAR},
    "near_technician": {"role": Role.TECHNICIAN, "branch_id": NEAR},
    "beside_rep": {"role": Role.SALES_REP, "branch_id": BESIDE},
    "beside_manager": {"role": Role.BRANCH_OPS_MANAGER, "branch_id": BESIDE},
    "beside_technician": {"role": Role.TECHNICIAN, "branch_id": BESIDE},
    "far_rep": {"role": Role.SALES_REP, "branch_id": FAR},
    "far_technician": {"role": Role.TECHNICIAN, "branch_id": FAR},
    "far_manager": {"role": Role.REGIONAL_OPS_MANAGER, "region_id": "south"},
}
ROLES = tuple(str(role) for role in Role)
NOBODIES = ("anonymous", "expired", "logged_out", "deactivated", "client", "no_role")
SIGN_IN = tuple(name for name in PEOPLE)
QUIET_TABLES = frozenset({"sessions", "rate_limits"})
"""Tables that a refused request may touch: when a session was last used, how often something was tried."""

SCOPED_ROWS = {
    "/api/panel/leads": "lead-{id}-2",
    "/api/panel/clients": "client-{id}-2",
    "/api/panel/work-orders": "order-{id}-2",
    "/api/panel/support-tickets": "ticket-{id}-2",
    "/api/panel/users": "{name}_rep",
    "/api/panel/activities": "activity-{id}-2",
    "/api/panel/next-steps": "step-{id}-2",
    "/api/panel/properties": "property-{id}-2",
    "/api/panel/conversions": "conversion-{id}-2",
    "/api/panel/merges": "merge-{id}-2",
    "/api/panel/warranties": "warranty-{id}-2",
    "/api/panel/visitor-photos": "photo-{id}-2",
    "/api/panel/drawings": "drawing-{id}-2",
    "/api/panel/branches": "{id}",
    "/api/panel/letters": "letter-{id}-2",
    "/api/panel/notifications": "notification-{id}-2",
    "/api/panel/visits": "visit-{id}-2",
    "/api/panel/absences": "absence-{id}-2",
    "/api/panel/schedule/moves": "move-{id}-2",
}
"""By the path of their list: a row of each branch without children, so that it can be deleted too."""
COMPANY_ROWS = {
    "/api/panel/enquiries": "enquiry-0",
    "/api/panel/gallery": "photo-0",
    "/api/panel/posts": "draft-1",
    "/api/panel/content": "01a205b3-d000-7000-8000-000000000101",
    "/api/panel/content-sections": "team",
    "/api/panel/subscribers": "subscriber-1",
    "/api/panel/bounced-addresses": "bounced-1",
    "/api/panel/settings": "contact",
    "/api/panel/letter-kinds": "quote",
    "/api/panel/regions": "north",
    "/api/panel/api-tokens": "token-1",
    "/api/panel/calendar-feeds": "feed-1",
    "/api/panel/saved-reports": "saved-1",
    "/api/panel/saved-views": "view-1",
    "/api/panel/imports": "import-1",
    "/api/panel/webhooks": "webhook-1",
    "/api/panel/webhook-deliveries": "delivery-1",
    "/api/panel/privacy/erasures": "erasure-1",
    "/api/panel/privacy/requests": "request-1",
    "/api/calendars": "nothing.ics",
    "/api/panel/lost-reasons": "01a205b3-d000-7000-8000-000000000001",
    "/api/panel/checklist-items": "01a205b3-d000-7000-8010-000000000001",
    "/api/panel/lead-sources": "01a205b3-d000-7000-8001-000000000001",
    "/api/blog": "post-1",
    "/api/texts": "privacy",
    "/uploads": "nothing.webp",
    "/api/panel/post-pictures": "nothing.webp",
    "/api/panel/faces": "nothing.webp",
}
"""Rows that belong to the company and have no branch."""


def at(branch: str, pattern: str) -> str:
    """An id of a branch: rows are called after its id, people after its name."""
    return pattern.format(id=branch, name="near" if branch == NEAR else branch)


def row_of(path: str, branch: str) -> str | None:
    """The id of a row of the list under this path; one that belongs to the company stands for the near branch."""
    if path in SCOPED_ROWS:
        return at(branch, SCOPED_ROWS[path])
    return COMPANY_ROWS.get(path) if branch == NEAR else None


def email_of(name: str) -> str:
    return f"{name.replace('_', '.')}@duskline.example"


@cache
def declared() -> Litestar:
    """The calls, which are the same whatever the settings: declaring them takes longer than most tests."""
    return create_calls()


def calls_with(services: Services) -> Litestar:
    """The same calls for an application of its own: a request finds its services where its application keeps them."""
    calls = copy(declared())
    calls.state = State({"services": services})
    return calls


built = cache(read_build)
"""The pages, which are the same as well."""


class Statements(dict[tuple[Any, ...], Any]):
    """What was compiled for one world serves every other on the same kind of database, as it would in one long-lived server."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get(self._of_kind(key), default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:
        super().__setitem__(self._of_kind(key), compiled)

    @staticmethod
    def _of_kind(key: tuple[Any, ...]) -> tuple[Any, ...]:
        """Each engine has a dialect of its own, which comes first in the key."""
        dialect, *rest = key
        return (dialect.name, *rest)


statements = Statements()
prepared: dict[str, dict[Any, Prepared]] = defaultdict(dict)
"""By kind of database: the same of statements that the driver runs with values alone."""


class World:
    """One application on one database of its own."""

    def __init__(self, url: str, tokens: dict[str, str] | None = None, **settings: str) -> None:
        given = {"DATABASE_URL": url, "PUBLIC_URL": PUBLIC_URL, "DATA_DIR": str(DATA), **settings}
        self.settings = Settings.from_environment({f"DUSKLINE_{name}": word for name, word in given.items()})
        self.app = create_app(self.settings, calls_with, built)
        self.services: Services = self.app.calls.state.services  # type: ignore[attr-defined]
        self.database: Database = self.services.database
        for engine in (self.database.reads, self.database.writes):
            engine.update_execution_options(compiled_cache=statements)
        self.database._prepared = prepared[self.database.dialect.name]
        self.tokens = tokens or {}

    def client(
        self, who: str | None = None, *, address: str = "198.51.100.7", **headers: str
    ) -> httpx.AsyncClient:
        """A caller: a name of PEOPLE with that person's session, else a visitor."""
        transport = httpx.ASGITransport(self.app, client=(address, 40_000))
        cookies = {self.cookie: self.tokens[who]} if who in self.tokens else {}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx.AsyncClient(
            transport=transport, base_url=self.settings.public_url, cookies=cookies, headers=named
        )

    async def hire(
        self, role: str | None = None, *, branch: str | None = None, email: str = "", **fields: Any
    ) -> User:
        """One more person, whose password is PASSWORD."""
        async with self.console() as db:
            admin = await db.find(User, "admin")
            id = base.new_id()
            email = email or f"{id}@duskline.example"
            return db.store(
                User(id=id, email=email, password=admin.password, role=role, branch_id=branch, **fields)
            )

    async def sign_in(self, email: str) -> httpx.AsyncClient:
        """A session of its own, begun through the login call."""
        person = self.client()
        answer = await person.post("/api/auth/login", json={"email": email, "password": PASSWORD})
        assert answer.status_code == 200, answer.text
        return person

    @property
    def cookie(self) -> str:
        return f"__Host-{COOKIE}" if self.settings.secure else COOKIE

    @asynccontextmanager
    async def console(self) -> AsyncIterator[Db]:
        """A session of the command line, committed at the end."""
        async with self.acting(CONSOLE) as db:
            yield db

    @asynccontextmanager
    async def acting(self, actor: Actor) -> AsyncIterator[Db]:
        async with changing(self.database, actor) as db:
            yield db
            await db.commit()

    async def person(self, name: str) -> User:
        async with reading(self.database, CONSOLE) as db:
            return (await db.scalars(select(User).where(User.email == email_of(name)))).one()

    async def actor(self, name: str) -> Actor:
        """The person as a request would know them."""
        found = await signed_in(self.database, self.tokens[name])
        assert found is not None
        return found

    async def audit_log(self) -> list[AuditLog]:
        async with reading(self.database, CONSOLE) as db:
            return list(await db.scalars(select(AuditLog).order_by(AuditLog.created_at, AuditLog.id)))

    async def snapshot(self) -> dict[str, list[str]]:
        """Every row that a refused request must leave alone."""
        kept = {}
        async with self.database.reads.connect() as connection:
            for table in Base.metadata.sorted_tables:
                if table.name not in QUIET_TABLES:
                    rows = await connection.execute(table.select())
                    kept[table.name] = sorted(repr(tuple(row)) for row in rows)
        return kept

    async def refresh_sessions(self) -> None:
        """Sessions as if they had just begun: no request has a reason to note that they are used."""
        async with self.database.writes.begin() as connection:
            moment = base.now()
            alive = SignIn.__table__.c.expire > moment
            fresh = {"expire": moment + IDLE, "seen_at": moment}
            await connection.execute(update(SignIn.__table__).where(alive).values(fresh))

    async def close(self) -> None:
        await self.database.close()


async def build_template(url: str) -> dict[str, str]:
    """Migrates and fills an empty database; answers everybody's session token."""
    world = World(url)
    try:
        await schema.upgrade(world.database)
        await _fill(world)
        tokens = world.tokens = await _sign_everybody_in(world)
        async with world.console() as db:
            await db.execute(
                update(SignIn).where(SignIn.user_id == "expired").values(expire=base.now() - IDLE)
            )
            for name in ("deactivated", "client"):
                person = await db.find(User, name)
                person.apply({"status": PEOPLE[name].get("status", "active")})
                person.apply({"user_type": PEOPLE[name].get("user_type", "staff")})
        await world.client("logged_out").post("/api/auth/logout")
        return tokens
    finally:
        await world.close()


async def _fill(world: World) -> None:
    async with world.console() as db:
        db.store(Organization(id="company", name="Duskline"))
        await db.flush()
        for region in ("north", "south"):
            db.store(
                Region(id=region, organization_id="company", name=region.title(), code=region[0].upper())
            )
        await db.flush()
        for branch, region in BRANCHES.items():
            db.store(Branch(id=branch, region_id=region, name=f"Branch {branch}", address=f"{branch} Street"))
        await db.flush()
        db.store(BranchServiceArea(zip="10001", branch_id=BESIDE))
        await _hire(db)
        await db.flush()
        for branch in BRANCHES:
            await _furnish(db, branch)
        db.store(
            SupportTicket(
                id="ticket-nowhere", created_by="support", subject="Whole company", description="All"
            )
        )
        for number in range(6):
            handling = EnquiryHandling(suspected=number == 5)
            db.store(
                ContactSubmission(
                    id=f"enquiry-{number}", name="Vera Visitor", email="vera@visitor.example", phone="555-0100",
                    message="Please call me about my porch.", handling=handling,
                )
            )  # fmt: skip
        for number, approved in enumerate((0, 1, -1)):
            db.store(
                GallerySubmission(
                    id=f"photo-{number}", name="Gus Guest", email="gus@guest.example", location="Maple Street",
                    description="Our house at dusk", image_url=f"/uploads/photo-{number}.webp", approved=approved,
                    place=int(approved == 1), consent="You may show it.", consented_at=base.now(),
                )
            )  # fmt: skip
        db.store(
            BlogPost(
                id="post-1", title="Sample post", excerpt="What a sample says", content="Sample words. " * 8,
                author="Sample author", category="Technology", image="/img/sample.jpg", read_time="3 min read",
            )
        )  # fmt: skip
        expires = base.now() + timedelta(days=30)
        db.store(
            ApiToken(
                id="token-1", user_id="admin", name="Sample", secret="of nobody", areas=["leads"], may_write=False,
                expires_at=expires,
            )
        )  # fmt: skip
        db.store(CalendarFeed(id="feed-1", user_id="admin", secret="also of nobody"))
        db.store(
            SavedView(
                id="view-1", user_id="admin", list=ListName.LEADS, name="Won", query="status=won", opens=False
            )
        )
        db.store(
            PostDraft(
                id="draft-1", title="Sample draft", excerpt="What a sample says", content="Sample words. " * 8,
                author="Sample author", category=BlogCategory.TECHNOLOGY, image="/img/sample.jpg",
            )
        )  # fmt: skip


async def _hire(db: Db) -> None:
    known = await passwords.hashed(PASSWORD)
    for name, given in PEOPLE.items():
        later = {"status", "user_type"}  # set once they have signed in
        fields = {key: value for key, value in given.items() if key not in later}
        first, _, last = name.partition("_")
        db.store(
            User(
                id=name, email=email_of(name), password=known, first_name=first.title(),
                last_name=last.title() or None, organization_id="company", **fields,
            )
        )  # fmt: skip


async def _furnish(db: Db, branch: str) -> None:
    for number in (1, 2):
        lead = Lead(
            id=f"lead-{branch}-{number}", branch_id=branch, name=f"Lea {branch} {number}",
            email=f"lea{number}@{branch}.example", notes="Calls back on Monday", estimated_value=4500,
        )  # fmt: skip
        client = Client(
            id=f"client-{branch}-{number}", branch_id=branch, name=f"Cleo {branch} {number}",
            email=f"cleo{number}@{branch}.example", address=f"{number} {branch} Road",
            lead_id=f"lead-{branch}-1" if number == 1 else None,
        )  # fmt: skip
        db.store(lead)
        await db.flush()
        db.store(client)
        await db.flush()
    for number in (1, 2):
        db.store(
            WorkOrder(
                id=f"order-{branch}-{number}", branch_id=branch, client_id=f"client-{branch}-1",
                title=f"Porch {branch} {number}",
            )
        )  # fmt: skip
        db.store(
            SupportTicket(
                id=f"ticket-{branch}-{number}", branch_id=branch, created_by="support",
                subject=f"Dark porch {branch} {number}", description="Half of it stays dark",
            )
        )  # fmt: skip


async def _sign_everybody_in(world: World) -> dict[str, str]:
    tokens = {}
    for name in SIGN_IN:
        async with world.client() as visitor:
            answer = await visitor.post(
                "/api/auth/login", json={"email": email_of(name), "password": PASSWORD}
            )
            assert answer.status_code == 200, answer.text
            tokens[name] = answer.cookies[COOKIE]
    return tokens
