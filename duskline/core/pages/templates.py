"""Built pages hold slots for what only the running server knows; this fills them.

Four forms, understood alike in HTML, XML, JSON and plain text:

- ``⟦name⟧`` or ``⟦name|filter⟧`` is a value, escaped for the place where it stands;
- ``<!--when:name-->A<!--otherwise:name-->B<!--end:name-->`` is A where the value is set, else B;
- ``<!--each:posts-->...<!--end:posts-->`` is repeated per row (joined by commas where the place is JSON); inside it
  the row has a `place`, counted from 0;
- a name that nobody knows is a fault, never an empty place.
"""

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Values = Mapping[str, Any]
Escape = Callable[[str], str]

MARK = re.compile(
    r"⟦(?P<name>[\w.]+)(?:\|(?P<filter>\w+))?⟧"
    r"|<!--(?P<verb>when|otherwise|each|end):(?P<of>[\w.]+)-->"
    r"|(?P<open><script\b[^>]*>)"
    r"|(?P<close></script>)",
    re.IGNORECASE,
)
RENDERED = re.compile(r"(/img/[a-z0-9-]+)-960\.jpg")
RENDERED_WIDTHS = (480, 720, 960)
PHOTO = re.compile(r"(/uploads/[0-9a-f]{32})\.webp")
ROW_NAMES = {"posts": "post", "gallery": "item"}
"""What one row of a list is called inside its `each`."""


class SlotFault(Exception):
    """A template asks for something that does not exist, or is not well formed."""


@dataclass(slots=True)
class Value:
    """One value, and how it is written where it stands."""

    name: str
    filter: str | None
    escape: Escape


@dataclass(slots=True)
class Branch:
    """One text where a value is set, another where it is not."""

    name: str
    then: list["Node"] = field(default_factory=list)
    otherwise: list["Node"] = field(default_factory=list)


@dataclass(slots=True)
class Rows:
    """A text repeated per row of a list."""

    name: str
    joint: str
    body: list["Node"] = field(default_factory=list)


Node = str | Value | Branch | Rows


class Template:
    """A text with slots, read once and filled often."""

    def __init__(self, text: str, content_type: str) -> None:
        """`content_type` decides how values are escaped outside scripts; raises SlotFault."""
        self.nodes = Reader(text, escape_for(content_type)).nodes()

    def fill(self, values: Values) -> str:
        """The text with every slot filled; raises SlotFault for a name nobody knows."""
        return "".join(written(self.nodes, values))


class Reader:
    """Turns the text into nodes, watching whether it stands inside a script."""

    def __init__(self, text: str, escape: Escape) -> None:
        self.text, self.escape = text, escape
        self.in_script = False
        self.at = 0
        self.ended_by = "end"

    def nodes(self, until: str | None = None) -> list[Node]:
        """Everything up to the end of the text, or to the mark that ends or turns `until`."""
        found: list[Node] = []
        while mark := MARK.search(self.text, self.at):
            found.append(self.text[self.at : mark.start()])
            self.at = mark.end()
            if mark["open"] or mark["close"]:
                self.in_script = bool(mark["open"])
                found.append(mark[0])
            elif mark["name"]:
                found.append(Value(mark["name"], mark["filter"], self.place()))
            elif mark["verb"] in ("when", "each"):
                found.append(self.block(mark["verb"], mark["of"]))
            elif mark["of"] == until:
                self.ended_by = mark["verb"]
                return found
            else:
                raise SlotFault(f"{mark[0]} stands where it does not belong")
        if until:
            raise SlotFault(f"{until} has no end")
        found.append(self.text[self.at :])
        return found

    def block(self, verb: str, name: str) -> Node:
        if verb == "each":
            return Rows(name, "," if self.place() is in_json else "", self.nodes(name))
        branch = Branch(name, self.nodes(name))
        if self.ended_by == "otherwise":
            branch.otherwise = self.nodes(name)
        return branch

    def place(self) -> Escape:
        return in_json if self.in_script else self.escape


def written(nodes: list[Node], values: Values) -> Iterator[str]:
    """The texts of the nodes, in order."""
    for node in nodes:
        match node:
            case str():
                yield node
            case Value():
                yield write_value(node, values)
            case Branch():
                is_set = look_up(values, node.name) not in (None, "", False, [])
                yield from written(node.then if is_set else node.otherwise, values)
            case Rows():
                row = ROW_NAMES.get(node.name, node.name)
                yield node.joint.join(
                    "".join(written(node.body, {**values, row: {**each, "place": place}}))
                    for place, each in enumerate(look_up(values, node.name))
                )


def write_value(node: Value, values: Values) -> str:
    value = look_up(values, node.name)
    if node.filter == "json":
        return json_text(value) if node.escape is in_json else node.escape(json_text(value))
    if node.filter == "date":
        return node.escape(us_date(value))
    if node.filter == "day":
        return node.escape(value[:10])
    if node.filter == "paragraphs":
        return paragraphs(value)
    if node.filter == "loading":
        return (
            "lazy" if value else "eager"
        )  # the first picture of a list at once, the others when they come near
    if node.filter == "widths":
        return node.escape(widths(plain(value)))
    if node.filter is not None:
        raise SlotFault(f"{node.filter} is no filter")
    return node.escape(plain(value))


def look_up(values: Values, name: str) -> Any:
    """The value at a dotted name; raises SlotFault where a step does not exist."""
    value: Any = values
    for step in name.split("."):
        if value is None:
            return None
        if not isinstance(value, Mapping) or step not in value:
            raise SlotFault(f"{name} is not known")
        value = value[step]
    return value


def plain(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def json_text(value: Any) -> str:
    """JSON that cannot end the script around it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def in_markup(text: str) -> str:
    return html.escape(text, quote=True)


def in_json(text: str) -> str:
    """The inside of a JSON string; its quotes stand in the template."""
    return json_text(text)[1:-1]


def in_plain_text(text: str) -> str:
    return text


def escape_for(content_type: str) -> Escape:
    """How a value is escaped outside scripts in a file of this type."""
    kind = content_type.partition(";")[0]
    if kind in ("text/html", "image/svg+xml") or kind.endswith("xml"):
        return in_markup
    return in_json if kind.endswith("json") else in_plain_text


def us_date(value: str) -> str:
    """An ISO time as `Nov 20, 2026`, in UTC; month names do not follow the machine's language."""
    at = datetime.fromisoformat(value)
    at = at.astimezone(UTC) if at.tzinfo else at
    month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][at.month - 1]
    return f"{month} {at.day}, {at.year}"


def widths(address: str) -> str:
    """The widths that one of the site's own pictures comes in, as a `srcset`; any other address alone."""
    if rendered := RENDERED.fullmatch(address):
        return ", ".join(f"{rendered[1]}-{width}.avif {width}w" for width in RENDERED_WIDTHS)
    if photo := PHOTO.fullmatch(address):
        return f"{photo[1]}-480.webp 480w, {address} 1600w"
    return f"{address} 960w"


def paragraphs(value: str) -> str:
    """Blocks separated by blank lines as paragraphs; a block that starts with `## ` is a heading."""
    blocks = (block.strip() for block in re.split(r"\n\s*\n", value.replace("\r\n", "\n")))
    return "".join(
        f"<h3>{in_markup(block[3:].strip())}</h3>"
        if block.startswith("## ")
        else f"<p>{in_markup(block)}</p>"
        for block in blocks
        if block
    )
