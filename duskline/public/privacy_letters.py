"""The letter with the link by which a request about one's own data counts, written when it leaves: with its secret, and only while the
request waits for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from duskline.company import Company
from duskline.core.data.database import Database
from duskline.core.data.session import changing
from duskline.core.mail.letters import Letter
from duskline.core.mail.worker import Writers
from duskline.letters.kinds import words_of
from duskline.letters.words import written
from duskline.models.privacy.privacy import PrivacyRequest, RequestKind
from duskline.policy import CONSOLE
from duskline.settings import Mailbox

KIND = "privacy_request"
OPEN = "/api/privacy-requests/open"
"""Where the link leads."""
WANTED = {
    RequestKind.COPY: "a copy of what we know about you",
    RequestKind.ERASURE: "to be forgotten by us",
    RequestKind.CORRECTION: "to have something corrected",
}


def privacy_writers(
    database: Database, company: Callable[[], Awaitable[Company]], public_url: str
) -> Writers:
    """Returns what writes these letters; each is about a request."""

    async def privacy_request(about: str) -> Letter | None:
        known = await company()
        async with changing(database, CONSOLE) as db:
            row = await db.get(PrivacyRequest, about, with_for_update=True)
            if row is None or not row.waits_for_its_link:
                return None
            places = {"wanted": WANTED[row.kind], "link": f"{public_url}{OPEN}?token={row.issue()}"}
            letter = written(await words_of(db, KIND), Mailbox(row.email, ""), known, places)
            await db.commit()
        return letter

    return {KIND: privacy_request}
