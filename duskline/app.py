"""The composition root: builds the application. The only file that knows every room."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, count
from typing import Any

import msgspec
from litestar import Litestar, Request, get
from litestar.openapi import OpenAPIConfig

from duskline.account import endpoints as account
from duskline.account.endpoints import session_token
from duskline.company import Company, read_company
from duskline.core.data.database import Database
from duskline.core.data.session import Db
from duskline.core.errors import Unavailable
from duskline.core.files import Files
from duskline.core.http import idempotency, rate_limits
from duskline.core.http.idempotency import Turns
from duskline.core.http.middleware import Guard
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import refuse
from duskline.core.media.images import Darkroom
from duskline.core.pages.serving import Content, Pages
from duskline.models import photos
from duskline.models.people import signed_in, signed_in_within, sweep_sessions
from duskline.models.places import settle
from duskline.panel import pickers
from duskline.panel.company import moderation
from duskline.panel.insight import dashboard, search
from duskline.panel.people import reassignment, users
from duskline.panel.sales import clients, enquiries, leads
from duskline.panel.service import tickets, work_order_photos, work_orders
from duskline.policy import Actor
from duskline.public import blog, gallery, newsletter, quotes, site
from duskline.public import enquiries as messages
from duskline.settings import ROOT, Settings

ROOMS = (
    account, messages, newsletter, quotes, blog, gallery,
    dashboard, leads, clients, work_orders, work_order_photos, tickets, users, enquiries, moderation, pickers, reassignment, search,
)  # fmt: skip
HEALTH_PATHS = ("/healthz", "/readyz")
CALL_PATHS = ("/api", "/uploads", *HEALTH_PATHS)
BUILD = ROOT / "web" / "dist"
CONTENT_SECONDS = 2.0
SWEEP_SECONDS = 60.0
TURNS_PER_FILE_SWEEP = 60

logger = logging.getLogger("duskline.app")


@dataclass
class House:
    """What the rooms share: kept at `app.state.house`."""

    settings: Settings
    company: Company
    database: Database
    files: Files
    darkroom: Darkroom
    pages: Pages
    turns: Turns = field(default_factory=Turns)
    _shown: tuple[int, Content] = field(default=(-1, ((), (), {})))

    @property
    def public_url(self) -> str:
        return self.settings.public_url

    @property
    def secure(self) -> bool:
        return self.settings.secure

    async def actor_of(self, request: Any) -> Actor | None:
        token = session_token(request)
        return await signed_in(self.database, token) if token else None

    async def actor_within(self, db: Db, request: Any) -> Actor | None:
        token = session_token(request)
        return await signed_in_within(db, token) if token else None

    async def content(self) -> Content:
        """Posts and photos for the pages, read again only when somebody changed them."""
        version = await site.content_version(self.database)
        if version != self._shown[0]:
            self._shown = (version, await site.content(self.database))
        return self._shown[1]

    async def show_content(self) -> None:
        """Puts what was just committed on the pages of this worker; others notice within seconds."""
        await self.pages.refresh(*await self.content())


@get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@get("/readyz")
async def readyz(request: Request[Any, Any, Any]) -> dict[str, str]:
    """The database answers too."""
    try:
        await request.app.state.house.database.ping()
    except Exception:
        raise Unavailable from None
    return {"status": "ready"}


def create_app(settings: Settings | None = None) -> Guard:
    """The whole product as one ASGI application. Without settings, from the environment."""
    settings = settings or Settings.from_environment()
    company = read_company(settings.company_file)
    database = Database(settings.database_url)
    house = House(
        settings=settings,
        company=company,
        database=database,
        files=Files(settings.data_dir / "files"),
        darkroom=Darkroom(),
        pages=Pages(
            BUILD,
            company.facts(),
            settings.public_url,
            settings.ga_measurement_id,
            partial(site.post, database),
        ),
    )
    calls: Any = create_calls(house)
    return Guard(
        calls,
        house.pages,
        public_url=settings.public_url,
        hsts_subdomains=settings.hsts_subdomains,
        trusted_proxies=settings.trusted_proxies,
        call_paths=CALL_PATHS,
        health_paths=HEALTH_PATHS,
    )


def create_calls(house: House | None = None, *, documented: bool = False) -> Litestar:
    """The calls alone; `documented` adds the OpenAPI document."""
    app = Litestar(
        [healthz, readyz, *chain.from_iterable(room.ROUTES for room in ROOMS)],
        request_class=StrictRequest,
        exception_handlers={Exception: refuse},
        openapi_config=OpenAPIConfig(title="Duskline", version="1") if documented else None,
        lifespan=[_living] if house else [],
        logging_config=None,
        debug=False,
    )
    app.state.house = house
    return app


def openapi() -> dict[str, Any]:
    """The OpenAPI document of the calls."""
    document: dict[str, Any] = msgspec.to_builtins(create_calls(documented=True).openapi_schema.to_schema())
    wide: dict[str, Any] = _with_wide_unions(document)
    return wide


def _with_wide_unions(part: Any) -> Any:
    """`anyOf` for `oneOf`: what is a whole user is a reduced one too, and an integer a number."""
    if isinstance(part, dict):
        return {"anyOf" if name == "oneOf" else name: _with_wide_unions(each) for name, each in part.items()}
    return [_with_wide_unions(each) for each in part] if isinstance(part, list) else part


@asynccontextmanager
async def _living(app: Litestar) -> AsyncIterator[None]:
    house: House = app.state.house
    await settle(house.database, house.company.legal_name, house.company.address)
    async with house.pages.kept_fresh(house.content, CONTENT_SECONDS):
        sweeper = asyncio.create_task(_sweep(house))
        try:
            yield
        finally:
            sweeper.cancel()
            await asyncio.gather(sweeper, return_exceptions=True)
            await house.database.close()


async def _sweep(house: House) -> None:
    """Housekeeping: ended sessions, limits, kept answers and files without a record go, SQLite's log is folded back."""
    for turn in count():
        try:
            await rate_limits.sweep(house.database)
            await sweep_sessions(house.database)
            await idempotency.sweep(house.database)
            if turn % TURNS_PER_FILE_SWEEP == 0:
                await photos.sweep(house.database, house.files)
            await house.database.checkpoint()
        except Exception:
            logger.warning("housekeeping is put off: the database did not answer", exc_info=True)
        await asyncio.sleep(SWEEP_SECONDS)
