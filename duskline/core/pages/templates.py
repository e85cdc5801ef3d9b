"""The built pages are Jinja2 templates; this reads them, with the filters that write a value for its place.

Values are escaped for markup in `.html` and `.xml`; where a value stands inside JSON or an address, the template says so
(`json_text`, `uri`). Four filters have a twin in the browser, which draws the same first render from the same values:
`uri`, `date` and `widths` (`web/app/site/slots.tsx`, held to `tests/vectors/templates.json`).
"""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import jinja2
from jinja2.bccache import Bucket
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

JSON: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":"), "sort_keys": False}
BLANK = " \t\n\r\f\v"
"""White space as every language understands it."""
RENDERED = re.compile(r"(/img/[a-z0-9-]+)-(720|960)\.jpg")
RENDERED_WIDTHS = {"720": (320, 640, 720), "960": (480, 720, 960)}
"""By the widest that is named."""
PHOTO = re.compile(r"(/uploads/[0-9a-f]{32})\.webp")


class Templates(jinja2.Environment):
    """The templates of a build. Their marks are brackets that no style, script or text of ours holds, as it may hold braces."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            variable_start_string="⟦",
            variable_end_string="⟧",
            block_start_string="⟦%",
            block_end_string="%⟧",
            comment_start_string="⟦#",
            comment_end_string="#⟧",
            autoescape=jinja2.select_autoescape(("html", "xml")),
            undefined=jinja2.StrictUndefined,
            finalize=shown,
            keep_trailing_newline=True,
            loader=jinja2.FileSystemLoader(folder),
            bytecode_cache=Compiled(str(folder / "__pycache__")),
        )
        self.policies["json.dumps_kwargs"] = JSON
        self.filters.update(json_text=json_text, uri=uri, date=date, widths=widths, initials=initials)
        self.filters.update(some_sample=some_sample, some_rendered=some_rendered)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`post.title` is a field of the post and never a method of the mapping."""
        if isinstance(obj, Mapping):
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)


class Compiled(jinja2.FileSystemBytecodeCache):
    """Compiled templates, kept beside their sources as Python keeps its own; where nothing may be written, each start compiles."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            Path(self.directory).mkdir(exist_ok=True)
            super().dump_bytecode(bucket)


def shown(value: Any) -> Any:
    """Nothing is an empty text."""
    return "" if value is None else value


def json_text(value: Any) -> Markup:
    """The inside of a JSON string; its quotes stand in the template."""
    return htmlsafe_json_dumps(str(shown(value)), **JSON)[1:-1]


def uri(value: str) -> str:
    """Part of an address, as the browser's `encodeURIComponent` writes it."""
    return quote(value, safe="!'()*")


def date(value: str) -> str:
    """An ISO time as `Nov 20, 2026`, in UTC; month names do not follow the machine's language."""
    at = datetime.fromisoformat(value)
    at = at.astimezone(UTC) if at.tzinfo else at
    month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][at.month - 1]
    return f"{month} {at.day}, {at.year}"


def widths(address: str) -> str:
    """The widths that one of the site's own pictures comes in, as a `srcset`; any other address alone."""
    if rendered := RENDERED.fullmatch(address):
        return ", ".join(f"{rendered[1]}-{width}.avif {width}w" for width in RENDERED_WIDTHS[rendered[2]])
    if photo := PHOTO.fullmatch(address):
        return f"{photo[1]}-480.webp 480w, {address} 1600w"
    return f"{address} 960w"


def initials(name: str) -> str:
    """The first letters of the words of a name, three at most."""
    return "".join(word[:1] for word in name.split(" "))[:3]


def some_sample(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether one of these items is a sample."""
    return any(row["sample"] for row in rows)


def some_rendered(rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a computer made the picture of one of these items."""
    return any(row["rendered"] for row in rows)
