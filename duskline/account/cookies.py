"""The cookie that carries a session; where the site is served over HTTPS, bound to its host."""

from __future__ import annotations

from typing import Any

from litestar import Response

from duskline.core.http.requests import IncomingRequest

COOKIE = "duskline_session"
LONGEST_TOKEN = 100


def session_token(request: IncomingRequest, secure: bool) -> str | None:
    """The token that a request carries; longer ones are nobody's."""
    token = request.cookies.get(cookie_name(secure))
    return token if token and len(token) <= LONGEST_TOKEN else None


def set_session_cookie(response: Response[Any], token: str, age: int, secure: bool) -> None:
    """`age` in seconds; 0 takes the cookie away."""
    response.set_cookie(
        cookie_name(secure), token, max_age=age, path="/", secure=secure, httponly=True, samesite="lax"
    )


def cookie_name(secure: bool) -> str:
    return f"__Host-{COOKIE}" if secure else COOKIE
