"""The privacy policy and the terms of service, each a plain page at an address of its own. Who may enter: anyone.

They are no pages of the site: they need no script, and open from its footer and its forms.
"""

from __future__ import annotations

import asyncio

from litestar import MediaType, Response

from duskline.core.data.session import Db
from duskline.core.errors import NotFound
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import read
from duskline.core.markdown import to_html
from duskline.core.pages.unsent import page_of
from duskline.policy import ANYONE
from duskline.services import services

TITLES = {"privacy": "Privacy Policy", "terms": "Terms of Service"}
SAMPLE = "<p><strong>Sample:</strong> the company has yet to check this text.</p>\n"


@read("/api/texts/{name:str}", may=ANYONE, media_type=MediaType.HTML)
async def text(db: Db, request: StrictRequest, name: str) -> Response[bytes]:
    """One of the texts, from memory, as the organization has set it."""
    company = services(request).company
    words = getattr(company.texts, name) if name in TITLES else None
    if words is None:
        raise NotFound
    said = await asyncio.to_thread(to_html, words)
    page = page_of(200, TITLES[name], (SAMPLE if company.sample else "") + said, "/", company.facts())
    headers = {key.decode(): value.decode() for key, value in page.headers}
    return Response(page.body(), media_type=MediaType.HTML, headers=headers)


ROUTES = [text]
