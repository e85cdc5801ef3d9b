"""The cookies that carry a session, and the secret of a phone with a PIN; where the site is served over HTTPS, bound to its host."""

from __future__ import annotations

from typing import Any

from litestar import Response

from duskline.core.http.requests import IncomingRequest

COOKIE, PIN_COOKIE = "duskline_session", "duskline_pin"
PIN_KEPT = 400 * 24 * 60 * 60
"""In seconds. How long a PIN lasts is asked of the table."""
LONGEST_TOKEN = 100


def session_token(request: IncomingRequest, secure: bool) -> str | None:
    """The token that a request carries; longer ones are nobody's."""
    return _carried(request, cookie_name(secure))


def device_pin_secret(request: IncomingRequest, secure: bool) -> str | None:
    """What a phone with a PIN carries."""
    return _carried(request, cookie_name(secure, PIN_COOKIE))


def _carried(request: IncomingRequest, name: str) -> str | None:
    token = request.cookies.get(name)
    return token if token and len(token) <= LONGEST_TOKEN else None


def set_session_cookie(response: Response[Any], token: str, age: int, secure: bool) -> None:
    """`age` in seconds; 0 takes the cookie away."""
    response.set_cookie(
        cookie_name(secure), token, max_age=age, path="/", secure=secure, httponly=True, samesite="lax"
    )


def set_device_pin_cookie(response: Response[Any], secret: str, secure: bool) -> None:
    """Without a secret it is taken away."""
    name, age = cookie_name(secure, PIN_COOKIE), PIN_KEPT if secret else 0
    response.set_cookie(name, secret, max_age=age, path="/", secure=secure, httponly=True, samesite="strict")


def cookie_name(secure: bool, name: str = COOKIE) -> str:
    return f"__Host-{name}" if secure else name
