"""Markdown that people write, as HTML that is safe to show.

CommonMark without HTML, with tables; pictures stay words, and links go to web and mail addresses and places of this site.
Headings begin below those of the page that shows the text.
"""

from __future__ import annotations

import functools
import re

from markdown_it import MarkdownIt

TOP = 3
"""The level of the highest heading: a page has its title and the name of its part above."""
LINK = re.compile(r"(https?:|mailto:|tel:|/(?!/)|#)", re.IGNORECASE)
KEPT = 512
"""Texts whose HTML is remembered: more than the pages hold posts."""


class _Markdown(MarkdownIt):
    def __init__(self) -> None:
        super().__init__("js-default", {"linkify": False})
        self.disable("image")

    def validateLink(self, url: str) -> bool:  # noqa: N802 (the library's name)
        return LINK.match(url.strip()) is not None


_markdown = _Markdown()


@functools.lru_cache(KEPT)
def to_html(text: str) -> str:
    """One text as HTML; a heading of the highest level becomes an `h3`, like one of the second."""
    tokens = _markdown.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{max(TOP, min(int(token.tag[1]) + 1, 6))}"
    rendered: str = _markdown.renderer.render(tokens, _markdown.options, {})
    return rendered
