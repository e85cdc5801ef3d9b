"""Search: what "contains" means, on both databases alike.

Each searchable row keeps one normalised text of its fields; a query is normalised the same way and looked
for with LIKE. The text is kept by the session before each flush.
"""

from __future__ import annotations

import unicodedata
from typing import Any, ClassVar

from sqlalchemy import ColumnElement, String, Text, bindparam, event
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.db import GuardedSession

SEPARATOR = "\x1f"
LONGEST = 200


class Searchable:
    """An entity with a normalised `search` text of its `searched` fields."""

    searched: ClassVar[tuple[str, ...]]
    search: Mapped[str] = mapped_column(Text, default="")


def normalised(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def pattern(query: str) -> str | None:
    """A typed query -> a LIKE pattern, or None when there is nothing to look for."""
    words = normalised(query.replace("\x00", " ").replace(SEPARATOR, " "))[:LONGEST]
    if not words:
        return None
    escaped = words.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def contains(column: Any, placeholder: str) -> ColumnElement[bool]:
    return column.like(bindparam(placeholder, type_=String), escape="\\")  # type: ignore[no-any-return]


@event.listens_for(GuardedSession, "before_flush")
def _keep_search_text(session: GuardedSession, _context: Any, _instances: Any) -> None:
    for row in [*session.new, *session.dirty]:
        if isinstance(row, Searchable):
            text = SEPARATOR.join(normalised(getattr(row, name) or "") for name in row.searched)
            if row.search != text:
                row.search = text
