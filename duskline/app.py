"""The composition root: builds the application. The only file that knows every endpoint."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, get
from litestar.openapi import OpenAPIConfig

from duskline import api_reference
from duskline.account import endpoints as account
from duskline.account import (
    links,
    owed_factor,
    own_password,
    own_profile,
    own_sessions,
    passkeys,
    second_factor,
)
from duskline.chores import at_work
from duskline.company import CompanyFile
from duskline.core.data.database import Database
from duskline.core.http.bearers import bearer_token
from duskline.core.http.context import services_of
from duskline.core.http.exceptions import handle_exception
from duskline.core.http.middleware import EdgeMiddleware
from duskline.core.http.requests import StrictRequest
from duskline.core.media.images import ImageWorker
from duskline.core.pages.plain_forms import PlainForms
from duskline.core.pages.serving import Build, Pages, read_build
from duskline.core.system.errors import Unavailable
from duskline.core.system.files import Files
from duskline.models.company.setup import ensure_default_branch
from duskline.models.notifying.webhook_events import told_as
from duskline.organization import present
from duskline.panel import pickers
from duskline.panel.company import (
    audit,
    branches,
    checklists,
    choices,
    chores,
    connections,
    organization,
    regions,
    samples,
    setup,
    territories,
)
from duskline.panel.importing import imports
from duskline.panel.merging import merging, recognition
from duskline.panel.merging import undoing as conversions
from duskline.panel.notifying import bounces, letter_words, letters, notifications, webhooks
from duskline.panel.notifying.webhook_records import RECORDS
from duskline.panel.people import api_reference as shown_reference
from duskline.panel.people import (
    api_tokens,
    calendar_feeds,
    faces,
    invitations,
    preferences,
    reassignment,
    saved_views,
    second_factors,
    users,
)
from duskline.panel.pictures import drawings as sent_drawings
from duskline.panel.privacy import privacy
from duskline.panel.records import (
    activities,
    clients,
    enquiries,
    lead_details,
    leads,
    next_steps,
    properties,
    search,
    ticket_details,
    tickets,
    warranties,
    work_order_details,
    work_order_photos,
    work_order_thread,
    work_orders,
)
from duskline.panel.records import conversions as sales_conversions
from duskline.panel.records import visitor_photos as sent_photos
from duskline.panel.reporting import agenda, dashboard, forecasts, reports, saved_reports
from duskline.panel.schedule import moves, operations, own_visits, schedule, visits
from duskline.panel.site import content, moderation, posts, site_pictures, subscribers
from duskline.panel.timeline import threads
from duskline.policy import SETTINGS
from duskline.public import (
    blog,
    calendars,
    drawings,
    gallery,
    newsletter,
    privacy_requests,
    quotes,
    site,
    texts,
    visit_replies,
    visitor_photos,
)
from duskline.public import enquiries as messages
from duskline.services import Services
from duskline.settings import ROOT, Settings

ENDPOINTS = (
    account, links, own_password, own_profile, own_sessions, second_factor, passkeys, owed_factor, messages, newsletter, quotes, blog, gallery, visitor_photos, drawings, visit_replies, privacy_requests, texts, sent_photos, sent_drawings,
    dashboard, agenda, reports, forecasts, saved_reports, leads, clients, work_orders, work_order_photos, tickets, users, enquiries, moderation, organization, setup, samples, branches, regions, territories, choices, checklists, chores, audit, privacy, letters, bounces, posts, subscribers, letter_words, content, site_pictures, api_tokens, webhooks, shown_reference, connections, pickers, reassignment, faces, invitations, second_factors, search,
    imports, conversions, sales_conversions, lead_details, recognition, merging, properties, activities, next_steps, notifications, preferences, threads,
    work_order_details, work_order_thread, ticket_details, warranties, visits, schedule, moves, own_visits, operations, calendar_feeds, calendars, saved_views,
)  # fmt: skip
BUILD = ROOT / "web" / "dist"
PATIENCE_SECONDS = 30.0
"""How long a statement may take: nobody waits longer for a page, and a database that is gone without a word says nothing."""
CONTENT_SECONDS = 2.0
FOLD_SECONDS = 60.0

logger = logging.getLogger("duskline.app")

told_as(RECORDS)


@get("/healthz")
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@get("/readyz")
async def readyz(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The database answers too. Staff who see Settings are also told how the chores stand; a stranger learns nothing."""
    services = services_of(request)
    try:
        await services.database.ping()
        is_program = bearer_token(request) is not None  # which sees no Settings, whatever its token is worth
        who = None if is_program else await services.actor_of(request, renews=False)
        told = await chores.told(services.database) if who and SETTINGS.lets(who) else None
    except Exception as fault:
        raise Unavailable from fault
    return {"status": "ready"} | ({"chores": told} if told is not None else {})


def create_app(
    settings: Settings | None = None,
    declare: Callable[[Services], Litestar] | None = None,
    read: Callable[[Path], Build | None] = read_build,
) -> EdgeMiddleware:
    """The whole product as one ASGI application. Without settings, from the environment.

    `declare` makes the calls and `read` reads the pages, which takes a while; a caller that has them already hands on
    other ways.
    """
    settings = settings or Settings.from_environment()
    company_file = CompanyFile(settings.company_file)
    database = Database(settings.database_url, PATIENCE_SECONDS)
    services = Services(
        settings=settings,
        company_file=company_file,
        database=database,
        files=Files(settings.data_dir / "files"),
        images=ImageWorker(),
        pages=Pages(
            read(BUILD),
            company_file.company.facts(),
            settings.public_url,
            settings.ga_measurement_id,
            partial(site.post, database),
            offline=settings.offline == "on",
        ),
        reference=reference,
    )
    calls: Any = (declare or create_calls)(services)
    services.pages.plain_forms = PlainForms(calls, (messages.FORM,))
    return EdgeMiddleware(
        calls,
        services.pages,
        public_url=settings.public_url,
        hsts_subdomains=settings.hsts_subdomains,
        trusted_proxies=settings.trusted_proxies,
    )


def create_calls(services: Services | None = None, *, documented: bool = False) -> Litestar:
    """The calls alone; `documented` adds the OpenAPI document."""
    app = Litestar(
        [healthz, readyz, *chain.from_iterable(module.ROUTES for module in ENDPOINTS)],
        request_class=StrictRequest,
        exception_handlers={Exception: handle_exception},
        openapi_config=OpenAPIConfig(title="Duskline", version="1") if documented else None,
        lifespan=[_living] if services else [],
        logging_config=None,
        debug=False,
    )
    app.state.services = services
    return app


def openapi() -> dict[str, Any]:
    """The OpenAPI document of the calls."""
    return _document(create_calls(documented=True))


@functools.cache
def reference() -> dict[str, Any]:
    """What of it is open to API tokens."""
    calls = create_calls(documented=True)
    return api_reference.reference(_document(calls), calls)


def _document(calls: Litestar) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.to_builtins(calls.openapi_schema.to_schema())
    wide: dict[str, Any] = _with_wide_unions(document)
    return wide


def _with_wide_unions(part: Any) -> Any:
    """`anyOf` for `oneOf`: what is a whole user is a reduced one too, and an integer a number."""
    if isinstance(part, dict):
        return {"anyOf" if name == "oneOf" else name: _with_wide_unions(each) for name, each in part.items()}
    return [_with_wide_unions(each) for each in part] if isinstance(part, list) else part


@asynccontextmanager
async def _living(app: Litestar) -> AsyncIterator[None]:
    services: Services = app.state.services
    company = await present(services.database, services.company_file)
    await ensure_default_branch(services.database, company.legal_name, company.address)
    async with services.pages.kept_fresh(services.content, CONTENT_SECONDS), _work(services):
        folding = asyncio.create_task(_fold(services.database))
        try:
            yield
        finally:
            folding.cancel()
            await asyncio.gather(folding, return_exceptions=True)
            await services.database.close()


def _work(services: Services) -> AbstractAsyncContextManager[None]:
    """Letters leave from here and chores are done, unless a worker apart or nobody is to do it."""
    if services.settings.worker != "inside":
        return nullcontext()
    return at_work(services.settings, services.company_file, services.database)


async def _fold(database: Database) -> None:
    """SQLite's log is folded back by the process that writes it, whichever process does the chores."""
    while True:
        try:
            await database.checkpoint()
        except Exception:
            logger.warning("folding the log is put off: the database did not answer", exc_info=True)
        await asyncio.sleep(FOLD_SECONDS)
