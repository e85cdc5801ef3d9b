"""Browsers that signed in before, known by a cookie (what OWASP calls device cookies).

Guesses from everywhere else share an account's ten attempts, and all accounts' three hundred; a known browser has ten
of its own at each step, so that no stranger can keep anybody out (`OF_EACH_BROWSER` in `limits.py`). The cookie opens nothing. It holds
a random name of the browser and a signature for each account that signed in there. A signature covers a word of the account: another word
makes every browser unknown (`credentials.py` lists the events).
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from datetime import timedelta
from typing import Any

from litestar import Response

from duskline.core.data.database import Database
from duskline.core.data.keys import LENGTH, signed
from duskline.core.http.rate_limits import Limit
from duskline.core.http.requests import StrictRequest
from duskline.models.people.people import User
from duskline.services import services

COOKIE = "duskline_device"
KEPT = timedelta(days=400)
"""As long as browsers keep a cookie; each sign-in renews it."""
MOST_ACCOUNTS = 8
"""Of one browser: the last that signed in. A branch may share a computer."""
Claim = tuple[Limit, str]
FORM = re.compile(rf"[\w-]{{22}}(\.[\w-]{{{LENGTH}}}){{1,{MOST_ACCOUNTS}}}", re.ASCII)


class Device:
    """The browser that a request comes from: its name, and the signatures that it carries."""

    def __init__(self, request: StrictRequest) -> None:
        self._secure: bool = services(request).secure
        carried = request.cookies.get(self.cookie, "")
        words: list[str] = carried.split(".") if FORM.fullmatch(carried) else [""]
        self.name, self.signatures = words[0], words[1:]

    @property
    def cookie(self) -> str:
        return f"__Host-{COOKIE}" if self._secure else COOKIE

    async def known_to(self, database: Database, user: User | None) -> str | None:
        """Returns the key under which a known browser's attempts are counted; None where the account never signed in here."""
        expected = await _signature(database, self.name, user)
        found = [hmac.compare_digest(expected, carried) for carried in self.signatures]
        return _hashed(expected) if user and any(found) else None

    async def remember(self, database: Database, user: User, response: Response[Any]) -> None:
        """From now on this browser is known to the account."""
        self.name = self.name or secrets.token_urlsafe(16)
        new = await _signature(database, self.name, user)
        others = [signature for signature in self.signatures if signature != new]
        value = ".".join([self.name, new, *others[: MOST_ACCOUNTS - 1]])
        response.set_cookie(
            self.cookie, value, max_age=int(KEPT.total_seconds()), path="/", secure=self._secure, httponly=True,
            samesite="strict",
        )  # fmt: skip


def claims(known_by: str | None, *strangers: Claim) -> tuple[Claim, ...]:
    """Returns the limits of an attempt: counted for a known browser alone, or for all strangers together.

    A protection against strangers must not lock anybody out.
    """
    return strangers if known_by is None else tuple((limit, known_by) for limit, _ in strangers)


def strangers_of(user: User) -> str:
    """Returns the key under which the attempts of all unknown browsers at an account are counted. Another word of the account makes another key."""
    return _hashed(f"{user.id} {user.known_by}")


def _hashed(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()


async def _signature(database: Database, name: str, user: User | None) -> str:
    """Made for nobody too, so that an answer takes as long for an unknown address."""
    return await signed(database, "device", name, *((user.id, user.known_by) if user else ("", "")))
