"""The privacy policy and the terms of service: shown over the pages that name them, and each a plain page as well.

Who may enter: anyone. The plain pages need no script and can be sent to somebody; they are no pages of the site.
"""

from __future__ import annotations

import asyncio

from litestar import MediaType, Response

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import read
from duskline.core.pages.unsent import page_of
from duskline.core.system.errors import NotFound
from duskline.core.values.bodies import ResponseModel
from duskline.core.values.markdown import to_html
from duskline.policy import ANYONE
from duskline.services import services

TITLES = {"privacy": "Privacy Policy", "terms": "Terms of Service"}
SAMPLE = "<p><strong>Sample:</strong> the company has yet to check this text.</p>\n"


class TextShown(ResponseModel):
    """`html` is made of Markdown, without any HTML of the writer's."""

    html: str
    sample: bool
    """Whether the company has yet to check it."""


@read("/api/texts/{name:str}/content", may=ANYONE)
async def text_content(db: Db, request: StrictRequest, name: str) -> TextShown:
    """One of the texts, for a dialog."""
    return await _shown(request, name)


@read("/api/texts/{name:str}", may=ANYONE, media_type=MediaType.HTML)
async def text(db: Db, request: StrictRequest, name: str) -> Response[bytes]:
    """One of the texts, as a page."""
    shown = await _shown(request, name)
    said = (SAMPLE if shown.sample else "") + shown.html
    page = page_of(200, TITLES[name], said, "/", services(request).company.facts(), back="Go to our website")
    headers = {key.decode(): value.decode() for key, value in page.headers}
    return Response(page.body(), media_type=MediaType.HTML, headers=headers)


async def _shown(request: StrictRequest, name: str) -> TextShown:
    """From memory, as the organization has set it."""
    company = services(request).company
    words = getattr(company.texts, name) if name in TITLES else None
    if words is None:
        raise NotFound
    return TextShown(await asyncio.to_thread(to_html, words), company.sample)


ROUTES = [text_content, text]
