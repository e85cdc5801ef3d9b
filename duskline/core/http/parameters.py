"""The query of an address: a call refuses parameters that it does not know, as it refuses fields of a body.

Pictures, feeds and pages let them be: programs add their own to an address that they follow.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter

from duskline.core.http.requests import IncomingRequest
from duskline.core.system.errors import Invalid
from duskline.core.values.bodies import shown

UNKNOWN = "Unknown parameter"
TWICE = "Please give this once"
FOLLOWED = ("image/", "text/calendar", "text/html")
"""Media types of what is followed by its address."""


def refuse_unknown(connection: IncomingRequest, handler: HTTPRouteHandler) -> None:
    """A guard, asked after authorization and before the body.

    Raises:
        Invalid: 400 naming every parameter that the call does not know, or that is given more than once.
    """
    if not connection.scope["query_string"] or handler.media_type.startswith(FOLLOWED):
        return
    known = known_to(handler)
    given = Counter(name for name, _ in connection.query_params.multi_items())
    faults = {
        shown(name): TWICE if name in known else UNKNOWN
        for name, times in sorted(given.items())
        if times > 1 or name not in known
    }
    if faults:
        raise Invalid(faults)


@cache
def known_to(handler: HTTPRouteHandler) -> frozenset[str]:
    """The names of a call's parameters."""
    fields = handler.parsed_fn_signature.parameters.items()
    said = ((name, field.kwarg_definition) for name, field in fields)
    return frozenset(kind.name or name for name, kind in said if isinstance(kind, QueryParameter))
