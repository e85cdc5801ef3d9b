"""The product's calls as they are declared: what the laws are generated from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from duskline.app import create_calls
from duskline.policy import May

HEALTH = ("/healthz", "/readyz")
UNSAFE = ("POST", "PATCH", "PUT", "DELETE")
FORMS = {
    "/api/gallery",
    "/api/visitor-photos",
    "/api/drawings",
    "/api/panel/work-orders/{id:str}/photos",
    "/api/panel/post-pictures",
    "/api/panel/imports",
    "/api/auth/user/picture",
}
"""Calls that take a file (product.md, rule 30)."""


class Call(NamedTuple):
    """One method of one path."""

    method: str
    path: str
    handler: HTTPRouteHandler

    @property
    def may(self) -> May:
        may: May = self.handler.opt["may"]
        return may

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def body(self) -> type[msgspec.Struct] | None:
        """The struct of its JSON body."""
        field = self.handler.parsed_data_field
        return field.annotation if field is not None else None

    @property
    def takes_form(self) -> bool:
        """A multipart body, read by the handler itself."""
        return self.method == "POST" and self.path in FORMS

    @property
    def file(self) -> str:
        """What the file in that body is called."""
        name: str = self.handler.opt["change"].form.file
        return name

    @property
    def collection(self) -> str:
        """The path of the list that it belongs to."""
        return self.path.split("/{", 1)[0]

    @property
    def parameters(self) -> list[str]:
        return [part[1:-1].split(":")[0] for part in self.path.split("/") if part.startswith("{")]

    def at(self, *ids: str) -> str:
        """Its address, with ids in place of the parameters."""
        given = iter(ids)
        return "/".join(next(given) if part.startswith("{") else part for part in self.path.split("/"))


def all_handlers() -> list[tuple[str, Any]]:
    return [
        (route.path, handler)
        for route in create_calls().routes
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        if handler.http_methods != {"OPTIONS"}  # answered by the framework: what an address takes, no more
    ]


def calls() -> Iterator[Call]:
    """Every call that asks for something, by path and method."""
    for path, handler in sorted(all_handlers(), key=lambda pair: pair[0]):
        for method in sorted(handler.http_methods - {"OPTIONS", "HEAD"}):
            if path not in HEALTH:
                yield Call(str(method), path, handler)


CALLS = tuple(calls())
