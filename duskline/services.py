"""What all endpoints share: settings, database, files, pages and who is signed in. `app.py` builds it once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from duskline import system_preferences
from duskline.account import bearers
from duskline.account.cookies import session_token
from duskline.company import Company, CompanyFile
from duskline.core.data.database import Database
from duskline.core.data.session import Db
from duskline.core.http.bearers import bearer_token
from duskline.core.http.idempotency import RepeatLocks
from duskline.core.http.requests import IncomingRequest
from duskline.core.media.images import ImageWorker
from duskline.core.pages.serving import Content, Pages
from duskline.core.system.files import Files
from duskline.models.people import token_actors
from duskline.models.people.sessions import signed_in, signed_in_within
from duskline.organization import present
from duskline.policy import Actor
from duskline.public import site
from duskline.settings import Settings
from duskline.system_preferences import FIRST, SystemPreferences


@dataclass
class Services:
    """One of each, kept at `app.state.services`."""

    settings: Settings
    company_file: CompanyFile
    database: Database
    files: Files
    images: ImageWorker
    pages: Pages
    reference: Callable[[], dict[str, Any]]
    """What API tokens may call, as an OpenAPI document."""
    repeats: RepeatLocks = field(default_factory=RepeatLocks)
    company: Company = field(init=False)
    """As it was when content was last looked at."""
    system: SystemPreferences = FIRST
    """The same of how the product behaves."""
    _shown: tuple[int, Content] = field(default=(-1, Content()))

    def __post_init__(self) -> None:
        self.company = self.company_file.company

    @property
    def public_url(self) -> str:
        return self.settings.public_url

    @property
    def secure(self) -> bool:
        return self.settings.secure

    @property
    def sends_mail(self) -> bool:
        """Whether letters leave, and do not stay here as files."""
        return self.settings.smtp is not None

    @property
    def tells_clients(self) -> bool:
        """Whether clients hear of their visits by mail."""
        return self.sends_mail and self.company.tell_clients

    async def actor_of(self, request: IncomingRequest, *, renews: bool = True) -> Actor | None:
        """The person of the request's session, or, where it sends an API token, its maker; then no cookie counts."""
        if (bearer := bearer_token(request)) is not None:
            return await bearers.admitted(self.database, request, bearer)
        token = session_token(request, self.secure)
        if not token:
            return None
        return await signed_in(self.database, token, renews=renews, lasting=self.system.lasting)

    async def actor_within(self, db: Db, request: IncomingRequest) -> Actor | None:
        if (bearer := bearer_token(request)) is not None:
            return await token_actors.actor_within(db, bearer)
        token = session_token(request, self.secure)
        return await signed_in_within(db, token) if token else None

    async def content(self) -> Content:
        """Posts, photos and sections for the pages, read again, with the company's facts, only when somebody changed something."""
        version = await site.content_version(self.database)
        if version != self._shown[0]:
            self.company = await present(self.database, self.company_file)
            self.system = await system_preferences.present(self.database)
            self.pages.facts = self.company.facts()
            self._shown = (version, await site.content(self.database, self.pages.facts))
        return self._shown[1]

    async def show_content(self) -> None:
        """Puts what was just committed on the pages of this worker; others notice within seconds."""
        await self.pages.refresh(await self.content())


def services(connection: IncomingRequest) -> Services:
    """The services of the application that a request came to."""
    found: Services = connection.app.state.services
    return found
