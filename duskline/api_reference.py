"""What API tokens may call: the part of the OpenAPI document that is open to them, each call with the areas that open it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from duskline.core.system.errors import ErrorBody
from duskline.policy import AREA_CAN, Area, May

SCHEMAS = "#/components/schemas/"
AREAS = "x-areas"
PARAMETER = re.compile(r":\w+}")


def reference(document: dict[str, Any], calls: Litestar) -> dict[str, Any]:
    """The same document without the calls that are for people alone, and without the shapes that only these name."""
    paths: dict[str, Any] = {}
    for path, method, handler in _declared(calls):
        if areas := _areas(handler.opt["may"]):
            said = {"description": inspect.getdoc(handler.fn) or "", AREAS: areas}
            paths.setdefault(path, {})[method] = document["paths"][path][method] | said
    schemas = document["components"]["schemas"]
    named = _named(paths, schemas) | {ErrorBody.__name__}
    return document | {
        "paths": paths, "components": {"schemas": {name: schemas[name] for name in sorted(named)}},
    }  # fmt: skip


def _declared(calls: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler]]:
    for route in calls.routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if "may" in handler.opt:
                for method in handler.http_methods - {"OPTIONS", "HEAD"}:
                    yield PARAMETER.sub("}", route.path), str(method).lower(), handler


def _areas(may: May) -> list[str]:
    """The areas of which each opens the call."""
    if not may.tokens:
        return []
    return [area for area in Area if not may.flags or may.flags & AREA_CAN[area]]


def _named(part: Any, schemas: dict[str, Any], found: frozenset[str] = frozenset()) -> frozenset[str]:
    """The shapes that a part of the document names, and those that these name."""
    if isinstance(part, dict):
        reference = part.get("$ref", "")
        name = reference.removeprefix(SCHEMAS) if isinstance(reference, str) else ""
        if name in schemas and name not in found:
            found = _named(schemas[name], schemas, found | {name})
        for each in part.values():
            found = _named(each, schemas, found)
    elif isinstance(part, list):
        for each in part:
            found = _named(each, schemas, found)
    return found
