"""Serves the built site from memory: every page, file and redirect outside the calls.

The build leaves templates, a list of pages and static files (`web/dist`). Pages are filled when the server
starts and whenever their content changes, compressed once and kept; a request only picks the right bytes.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from jinja2 import Template, TemplateError

from duskline.core.http.asgi import ASGIScope, Receive, Send
from duskline.core.http.responses import (
    HTML,
    RETRY_SOON,
    WORKER_POLICY,
    Served,
    plain_page,
    redirect,
    refuse_method,
    send_served,
)
from duskline.core.pages.plain_forms import PlainForms
from duskline.core.pages.templates import Templates
from duskline.core.pages.unsent import is_form, not_sent, words_of
from duskline.core.system.errors import Unavailable
from duskline.core.system.logs import FIELDS

Item = Mapping[str, Any]
Counts = Mapping[str, Mapping[str, int]]
Sections = Mapping[str, Sequence[Item]]
"""By the names of sections, what stands in them now."""


class Content(NamedTuple):
    """What pages show of the database; posts and photos may be the newest alone."""

    posts: Sequence[Item] = ()
    gallery: Sequence[Item] = ()
    counts: Counts = MappingProxyType({})
    """How many posts and photos there are by category."""
    sections: Sections = MappingProxyType({})


FindPost = Callable[[str], Awaitable[Item | None]]
"""The post with this id, however old."""

logger = logging.getLogger("duskline.pages")

LONG_FIELD = "html"
"""A list is shown without its rows' long text; the page of one row has it."""
MOST_ROWS = 24
"""Rows of a list that a page carries; the browser asks for the others as they come near."""
MOST_PLACES = 200
"""For how many of those others the page keeps a place free, so that nothing moves when they come."""
REVALIDATE = b"no-cache"
NEVER = b"no-store"
"""For the pages of people who sign in: going back after log-out asks the server again."""
A_DAY = b"public, max-age=86400"
FOREVER = b"public, max-age=31536000, immutable"
TYPES = {
    ".avif": "image/avif",
    ".css": "text/css; charset=utf-8",
    ".gif": "image/gif",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}
WORKER = "/sw.js"
WORKER_OFF = "/sw-off.js"
"""Stands in the worker's place where the panel is not to work without a network: it removes the worker from each browser."""
ANALYTICS = "https://www.googletagmanager.com"
ANALYTICS_CALLS = f"{ANALYTICS} https://*.google-analytics.com https://*.analytics.google.com"


class BuildFault(Exception):
    """The build does not fit this server: a template asks for what does not exist, or is not well formed."""


@dataclass(slots=True)
class Page:
    """One row of the build's list, with its template compiled."""

    path: str | None
    file: str
    content_type: str
    status: int
    index: bool
    needs: Sequence[str]
    sections: Sequence[str]
    scripts: Sequence[str]
    analytics: bool
    template: Template
    post: Template | None

    @property
    def is_private(self) -> bool:
        """Whether it is a screen of the sign-in or the panel."""
        return self.path is not None and not self.index


class Build(NamedTuple):
    """What lies in the folder of a build, read once; never changed, so that several applications may share it."""

    pages: Sequence[Page]
    files: Mapping[str, Served]


async def no_post(id: str) -> None:
    """There are no posts but those that the pages hold."""


class Pages:
    """The site as an ASGI application. Knows the pages of the build and nothing of the database."""

    def __init__(
        self,
        build: Build | None,
        facts: Mapping[str, Any],
        public_url: str,
        measurement_id: str | None = None,
        find_post: FindPost = no_post,
        *,
        offline: bool = True,
    ) -> None:
        """Without a build, every page answers 503 and `missing` says what to do.

        `find_post` is asked for posts older than those that the pages hold; `offline` says whether the panel's service
        worker is handed out.
        """
        self.facts, self.public_url, self.measurement_id = facts, public_url, measurement_id
        self.find_post = find_post
        self.plain_forms: PlainForms | None = None
        self.pages: Sequence[Page] = build.pages if build else ()
        self.files: Mapping[str, Served] = build.files if build else {}
        if not offline and WORKER_OFF in self.files:
            self.files = {**self.files, WORKER: self.files[WORKER_OFF]}
        self.served: dict[str, Served] = {}
        self.failures: dict[int, Served] = {}
        self.post_pages: dict[tuple[str, str], Served] = {}
        self.without_post: dict[str, Served] = {}
        self.content = Content()
        self.filled_for: Any = None
        self.precompressed = False
        self.missing: str | None = None
        if build:
            self.fill(self.values(), Content())
        else:
            self.missing = "The pages are not built; run `make setup` first."
            logger.warning(self.missing)

    async def __call__(self, scope: ASGIScope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "http":
            await self.answer(scope, receive, send)

    async def answer(self, scope: ASGIScope, receive: Receive, send: Send) -> None:
        """Find what the path names and send it."""
        if self.missing:
            await send_served(plain_page(503, self.missing), scope, send)
            return
        path, method = scope["path"], scope["method"]
        try:
            served = self.files.get(path) or await self.page(path, scope["query_string"])
        except Unavailable as fault:
            fields = {"request": scope["state"]["request_id"], "path": path}
            logger.warning("service unavailable", exc_info=fault, extra={FIELDS: fields})
            served = self.failure(fault.status, fault.sentence)
        if served is None and (canonical := self.canonical(path)):
            await redirect(canonical, scope["query_string"], send)
        elif served is not None and served.content_type == HTML and is_form(scope):
            await send_served(await self.posted(scope, receive), scope, send)
        elif served is not None and method not in ("GET", "HEAD"):
            await refuse_method(send)
        else:
            await send_served(served or self.failure(404, "Page Not Found"), scope, send)

    async def posted(self, scope: ASGIScope, receive: Receive) -> Served:
        """The answer to a form that the browser posted by itself: most need their script, some do without."""
        words = await words_of(scope, receive, self.public_url)
        if self.plain_forms and (form := self.plain_forms.form_of(scope["path"], words)):
            return await self.plain_forms.answer(form, scope, words, self.facts)
        return not_sent(scope["path"], words, self.facts)

    async def page(self, path: str, query: bytes) -> Served | None:
        """The page at a path, or the one post its query asks for."""
        served = self.served.get(path)
        if served is None or b"post=" not in query:
            return served
        asked = parse_qs(query.decode("latin-1")).get("post", [""])[0]
        return (await self.post_page(path, asked) or self.without_post.get(path, served)) if asked else served

    async def post_page(self, path: str, post_id: str) -> Served | None:
        """The page of one post; None where page or post are unknown. Those of the newest are kept once they are filled."""
        if kept := self.post_pages.get((path, post_id)):
            return kept
        page = next((page for page in self.pages if page.path == path and page.post), None)
        if page is None or page.post is None:
            return None
        newest = next((post for post in self.content.posts if post["id"] == post_id), None)
        post = newest or await self.find_post(post_id)
        if post is None:
            return None
        values = {**self.values(), **self.content._asdict(), "post": post}
        filled = self.filled(page, page.post, values)
        if newest:
            self.post_pages[path, post_id] = filled
        return filled

    def canonical(self, path: str) -> str | None:
        """The page a path means when case, a trailing slash or /index.html are taken away."""
        plain = path.lower().rstrip("/").removesuffix("/index.html") or "/"
        return plain if plain != path and plain in self.served else None

    def failure(self, status: int, said: str) -> Served:
        """The build's page for a status, or a page of plain words."""
        return self.failures.get(status) or plain_page(status, said)

    async def refresh(self, content: Content) -> None:
        """Fill the pages with these rows (as the API sends them) unless nothing changed."""
        values = self.values()
        if not self.pages or (values, content) == self.filled_for:
            return
        await asyncio.to_thread(self.fill, values, content)
        self.precompressed = False

    @asynccontextmanager
    async def kept_fresh(
        self, load: Callable[[], Awaitable[Content]], seconds: float = 10
    ) -> AsyncIterator[None]:
        """While entered: load once, then compress well, and load again every few seconds.

        Another process's change shows after that time. A database that is away leaves the pages as they are.
        """
        await self.refresh(await load())
        keeper = asyncio.create_task(self.keep_fresh(load, seconds))
        try:
            yield
        finally:
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)

    async def keep_fresh(self, load: Callable[[], Awaitable[Content]], seconds: float) -> None:
        while True:
            if not self.precompressed:
                self.precompressed = True
                for served in [*self.served.values(), *self.failures.values()]:
                    await asyncio.to_thread(served.precompress)
            await asyncio.sleep(seconds)
            try:
                await self.refresh(await load())
            except Exception:
                logger.exception("The pages keep their content: it could not be read.")

    def values(self) -> dict[str, Any]:
        """What every page may show."""
        return {
            "facts": self.facts,
            "publicUrl": self.public_url,
            "year": datetime.now(UTC).year,
            "gaMeasurementId": self.measurement_id,
        }

    def fill(self, common: dict[str, Any], content: Content) -> None:
        """Fill every page, then put all of them in place at once."""
        served: dict[str, Served] = {}
        failures: dict[int, Served] = {}
        without_post: dict[str, Served] = {}
        values = {**common, **content._asdict()}
        for page in self.pages:
            filled = self.filled(page, page.template, values)
            if page.path and page.post:
                without_post[page.path] = self.filled(page, page.template, {**values, "lost": True})
            if page.path is None:
                failures[page.status] = filled
            else:
                served[page.path] = filled
        self.content = content
        self.served, self.failures, self.without_post, self.post_pages = served, failures, without_post, {}
        self.filled_for = (common, content)

    def filled(self, page: Page, template: Template, values: dict[str, Any]) -> Served:
        """One page with its slots filled and its headers made."""
        own = {name: values[name] for name in ("facts", "publicUrl", "year", "gaMeasurementId")}
        most = MOST_ROWS if page.content_type == HTML else None
        own |= {name: [without_long_text(row) for row in values[name][:most]] for name in page.needs}
        if page.sections:
            own |= {"sections": {name: values["sections"].get(name, ()) for name in page.sections}}
        anchors = {item["id"]: True for items in own.get("sections", {}).values() for item in items}
        own |= {"counts": counted(own, page.needs, values["counts"])} if page.needs else {}
        own |= {"lost": values.get("lost", False)} if page.post else {}
        own |= {"post": values["post"]} if "post" in values else {}
        missing = sum(sum(own["counts"][name].values()) - len(own[name]) for name in page.needs)
        try:
            text = template.render(own, page=own, missing=min(missing, MOST_PLACES), anchors=anchors)
        except TemplateError as fault:
            raise BuildFault(f"{template.name}: {fault.message}") from None
        lost = own.get("lost", False)
        headers = [(b"cache-control", NEVER if page.is_private else REVALIDATE)]
        if page.content_type == HTML:
            headers.append((b"content-security-policy", self.policy(page)))
        if lost or not page.index:
            headers.append((b"x-robots-tag", b"noindex"))
        if page.status == 503:
            headers.append(RETRY_SOON)
        status = 404 if lost else page.status
        return Served(status, page.content_type, text.encode(), headers, compressible=True)

    def policy(self, page: Page) -> bytes:
        """What the browser may run and load: our own, the scripts that the build made, analytics where it runs."""
        hosts, calls, images = "", "'self'", ""
        if self.measurement_id and page.analytics:
            hosts, calls, images = f" {ANALYTICS}", f"'self' {ANALYTICS_CALLS}", f" {ANALYTICS_CALLS}"
        scripts = "".join(f" '{script}'" for script in page.scripts)
        return (
            f"default-src 'self'; script-src 'self'{scripts}{hosts}; "
            f"style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:{images}; connect-src {calls}; "
            "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ).encode()


def counted(own: Mapping[str, Any], needs: Sequence[str], counts: Counts) -> Counts:
    """How many rows there are by category; where nobody counted, those of the page."""
    return {name: counts.get(name) or Counter(row.get("category") for row in own[name]) for name in needs}


def without_long_text(row: Item) -> Item:
    return {name: value for name, value in row.items() if name != LONG_FIELD}


def read_build(folder: Path) -> Build | None:
    """The build in a folder, if there is one.

    Raises:
        BuildFault: it does not fit this server.
    """
    if not (folder / "pages.json").is_file():
        return None
    return Build(list(read_pages(folder)), dict(read_files(folder)))


def read_pages(folder: Path) -> Iterable[Page]:
    """The build's list of pages, with every template compiled."""
    templates = Templates(folder / "pages")
    for row in json.loads((folder / "pages.json").read_text("utf-8"))["pages"]:
        kind = row.get("type", HTML)
        yield Page(
            path=row["path"],
            file=row["file"],
            content_type=kind,
            status=row.get("status", 200),
            index=row.get("index", True) and row["path"] is not None,
            needs=row.get("needs", ()),
            sections=row.get("sections", ()),
            scripts=scripts_of(row, kind),
            analytics=row.get("analytics", False),
            template=read_template(templates, row["file"]),
            post=read_template(templates, row["post"]) if row.get("post") else None,
        )


def scripts_of(row: Item, kind: str) -> Sequence[str]:
    """The hashes of a page's inline scripts, as the build named them."""
    if kind == HTML and "scripts" not in row:
        raise BuildFault(f"{row['file']}: the build does not name its scripts")
    scripts: Sequence[str] = row.get("scripts", ())
    return scripts


def read_template(templates: Templates, name: str) -> Template:
    try:
        return templates.get_template(name)
    except TemplateError as fault:
        raise BuildFault(f"{name}: {fault.message}") from None


def read_files(folder: Path) -> Iterable[tuple[str, Served]]:
    """Static files by their path; what the build compressed lies beside them."""
    for top, prefix, caching in (("assets", "/assets/", FOREVER), ("static", "/", A_DAY)):
        for file in sorted((folder / top).rglob("*")):
            if not file.is_file() or file.suffix in (".br", ".gz"):
                continue
            path = prefix + file.relative_to(folder / top).as_posix()
            headers = [(b"cache-control", caching), (b"accept-ranges", b"bytes")]
            if path in (WORKER, WORKER_OFF):
                headers = [(b"cache-control", REVALIDATE), WORKER_POLICY]
            served = Served(
                status=200,
                content_type=TYPES.get(file.suffix, "application/octet-stream"),
                source=file.read_bytes() if top == "assets" else file,
                headers=headers,
                compressible=file.with_name(file.name + ".br").is_file(),
            )
            if served.compressible:
                served.keep("br", file.with_name(file.name + ".br").read_bytes())
                served.keep("gzip", file.with_name(file.name + ".gz").read_bytes())
            yield path, served
