"""The answer to a form that the browser posted by itself, because the page's script was late or kept away.

Where the form needs its script, or its call refused it, nothing is kept; the visitor finds the words again, ready to
copy, and what to do.
"""

import base64
import hashlib
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import parse_qsl

from litestar.datastructures import UploadFile
from multipart import MultipartError, parse_options_header  # type: ignore[import-untyped]

from duskline.core.http.asgi import ASGIScope, Headers, Receive
from duskline.core.http.forms import MOST_PARTS, TEXTS_BYTES, read_form
from duskline.core.http.responses import HTML, Served
from duskline.core.system.errors import Refusal

Words = Sequence[tuple[str, str]]
"""What was typed, by the fields' names."""

FORM, FORM_WITH_FILES = "application/x-www-form-urlencoded", "multipart/form-data"
BODY_BYTES = 6 * 1024 * 1024
"""How much of a body is received; what is longer is not waited for."""
SIGN_IN = "/login"
"""What is typed at the pages under this path is repeated by nobody."""
SECRET = re.compile("password|passwd|secret|token", re.IGNORECASE)

STYLE = """
:root { color-scheme: light dark; --ground: #f4f1ec; --card: #fff; --ink: #1a2033; --edge: #827b70; --link: #8a4b00; --press: #1a2033; --on-press: #fff; }
@supports (color: light-dark(red, red)) { :root {
  --ground: light-dark(#f4f1ec, #0a0f1e); --card: light-dark(#fff, #141b2e); --ink: light-dark(#1a2033, #f3f5fb);
  --edge: light-dark(#827b70, #7c87a3); --link: light-dark(#8a4b00, #ffb86a);
  --press: light-dark(#1a2033, #ffb86a); --on-press: light-dark(#fff, #0a0f1e);
} }
body { margin: 0; padding: 2rem 1rem; background: var(--ground); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; }
main { margin: 0 auto; max-width: 40rem; box-sizing: border-box; padding: 1.5rem clamp(1.25rem, 5vw, 2.5rem); border-top: 4px solid #ffb86a; border-radius: .625rem; background: var(--card); overflow-wrap: break-word; }
main > p:first-child { margin: 0; font-size: 1.125rem; font-weight: 600; }
h1 { margin: .75rem 0 1rem; font-size: 1.75rem; line-height: 1.2; text-wrap: balance; }
h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; line-height: 1.3; }
ul, ol { padding-left: 1.25rem; }
li { margin: .375rem 0; }
label { display: block; margin-top: 1rem; font-weight: 600; }
textarea { box-sizing: border-box; width: 100%; field-sizing: content; padding: .5rem; border: 1px solid var(--edge); border-radius: .375rem; background: transparent; color: inherit; font: inherit; }
a { color: var(--link); }
button { min-height: 2.75rem; padding: .625rem 1.375rem; border: 0; border-radius: .375rem; background: var(--press); color: var(--on-press); font: inherit; font-weight: 600; cursor: pointer; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
"""
"""The look of letters, in colors that the page finds in both themes without any file of its own."""
THEME = """
try { document.documentElement.style.colorScheme = localStorage.getItem("theme") === "dark" ? "dark" : "light"; } catch {}
"""
"""As the site's switch stands; without a script it is as the system has it."""


def digest(text: str) -> str:
    """By which a content policy names what stands inline."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


POLICY = (
    f"default-src 'none'; style-src '{digest(STYLE)}'; script-src '{digest(THEME)}'; "
    "base-uri 'none'; form-action {posts_to}; frame-ancestors 'none'"
)
PAGE = """<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>{title} | {brand}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>{style}</style><script>{theme}</script></head>
<body><main><p>{brand}</p><h1>{title}</h1>
{said}
<p><a href="{path}">{back}</a></p>{words}</main></body></html>
"""
NOT_SENT = "Not sent yet"
COPY = " Your words are below, so that you can copy them."


def is_form(scope: ASGIScope) -> bool:
    """Whether the request is a form as browsers post it."""
    return scope["method"] == "POST" and kind_of(scope)[0] in (FORM, FORM_WITH_FILES)


def not_sent(path: str, words: Words, facts: Mapping[str, Any]) -> Served:
    """The page for a visitor who posted a form that needs its script."""
    said = (
        "<p>This form was not sent, because the page was not ready when you pressed the button."
        f"{COPY if words else ''} Go back, reload the page and\npress the button again.{other_ways(facts)}</p>"
    )
    return page_of(405, NOT_SENT, said, path, facts, words, [(b"allow", b"GET, HEAD")])


def refused(
    status: int, faults: Iterable[str], path: str, words: Words, facts: Mapping[str, Any], headers: Headers
) -> Served:
    """The page for a visitor who posted a form that its call refused."""
    faulty = "".join(f"<li>{escape(fault)}</li>" for fault in faults)
    said = f"<ul>{faulty}</ul><p>Go back, correct it and send it again.{COPY}{other_ways(facts)}</p>"
    return page_of(status, NOT_SENT, said, path, facts, words, headers)


def page_of(
    status: int,
    title: str,
    said: str,
    path: str,
    facts: Mapping[str, Any],
    words: Words = (),
    headers: Headers | None = None,
    *,
    back: str = "Go back",
    posts: bool = False,
) -> Served:
    """A page that needs no script; `said` is markup, in which a form may stand that `posts` to this site. `back` is what the link
    to `path` reads."""
    text = PAGE.format(
        title=escape(title),
        brand=escape(facts["brand"]),
        style=STYLE,
        theme=THEME,
        said=said,
        path=escape(path),
        back=escape(back),
        words="".join(shown(number, name, value) for number, (name, value) in enumerate(words)),
    )
    private = [
        (b"cache-control", b"no-store"),
        (b"content-security-policy", POLICY.format(posts_to="'self'" if posts else "'none'").encode()),
        (b"x-robots-tag", b"noindex"),
    ]
    return Served(status, HTML, text.encode(), [*(headers or []), *private], compressible=False)


def header(scope: ASGIScope, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def kind_of(scope: ASGIScope) -> tuple[str, str]:
    """The body's type, and the boundary of its parts."""
    kind, options = parse_options_header(header(scope, b"content-type"))
    return kind, options.get("boundary", "")


def is_from_elsewhere(scope: ASGIScope, public_url: str) -> bool:
    """Whether another site's page made the browser post this."""
    site = header(scope, b"sec-fetch-site")
    return site not in ("same-origin", "none") if site else header(scope, b"origin") not in ("", public_url)


async def words_of(scope: ASGIScope, receive: Receive, public_url: str) -> Words:
    """What was typed, by the fields' names; nothing of what came from elsewhere or from the sign-in, cannot be read, is too
    long, or must not be repeated."""
    if scope["path"].startswith(SIGN_IN) or is_from_elsewhere(scope, public_url):
        return []
    kind, boundary = kind_of(scope)
    parts = received(receive)
    try:
        pairs = await typed_in_parts(parts, boundary) if kind == FORM_WITH_FILES else await typed(parts)
    except (Refusal, MultipartError, ValueError):
        return []
    return [(name, value) for name, value in pairs if value.strip() and not SECRET.search(name)]


async def typed_in_parts(chunks: AsyncIterator[bytes], boundary: str) -> list[tuple[str, str]]:
    form = await read_form(chunks, boundary, files=False)
    return [(name, value) for name in form for value in form[name] if not isinstance(value, UploadFile)]


async def typed(chunks: AsyncIterator[bytes]) -> list[tuple[str, str]]:
    body = b""
    async for chunk in chunks:
        body += chunk
        if len(body) > TEXTS_BYTES:
            raise ValueError("longer than any form of this site")
    return parse_qsl(body.decode("ascii"), max_num_fields=MOST_PARTS)


async def received(receive: Receive) -> AsyncIterator[bytes]:
    """The body in its parts; raises ValueError where it is too long or breaks off."""
    left, more = BODY_BYTES, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ValueError("broken off")
        chunk: bytes = message.get("body", b"")
        left, more = left - len(chunk), message.get("more_body", False)
        if left < 0:
            raise ValueError("too long")
        yield chunk


def other_ways(facts: Mapping[str, Any]) -> str:
    """Another way to the company, as far as it has one."""
    ways = list(ways_to(facts))
    return f" If that does not help, {' or '.join(ways)}." if ways else ""


def ways_to(facts: Mapping[str, Any]) -> Iterator[str]:
    if phone := facts.get("phone"):
        yield f'call <a href="{escape(phone["href"])}">{escape(phone["display"])}</a>'
    if email := facts.get("email"):
        yield f'write to <a href="{escape(facts["emailHref"])}">{escape(email)}</a>'


def shown(number: int, name: str, value: str) -> str:
    """One field with its words; the line end after the tag is the one that browsers take away."""
    label = re.sub(r"(?<=[a-z])(?=[A-Z])|[_-]+", " ", name).strip().capitalize()[:60] or "Text"
    rows = min(16, sum(1 + len(line) // 60 for line in value.splitlines()) or 1)
    return (
        f'<label for="f{number}">{escape(label)}</label>'
        f'<textarea id="f{number}" rows="{rows}" readonly>\n{escape(value)}</textarea>'
    )
