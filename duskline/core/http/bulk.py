"""Many records changed alike in one call, each on the way of its own PATCH and in a transaction of its own.

So no rule stands twice, a row that is refused leaves the others alone, and nobody waits for more than one row. A preview goes the same
way and takes each row back. What is sent again under the same key is done once, row by row: a call that broke off goes on.
"""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.handlers import HTTPRouteHandler, post
from litestar.params import BodyKwarg

from duskline.core.http import idempotency
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import ChangeHandler, route_options
from duskline.core.system.errors import Changed, Conflict, NotFound, Refusal
from duskline.core.values.bodies import Body, Id, Meta, ResponseModel

MOST = 50
"""Rows of one call: a second at most, so that the user sees how far it is."""
OF_ONE_ROW = frozenset({400, 403})
"""Refusals that say nothing about the other rows; nor does a conflict about this one."""

GONE = "It is not there any more, or out of your reach."


class BulkRow(Body, kw_only=True):
    """A record, as the user who chose it saw it."""

    id: Id
    version: Annotated[int, Meta(ge=1, le=10**9)]


class Bulk(Body, kw_only=True):
    """Which records; what is done to each of them is its `change`, as the record's own PATCH takes it."""

    rows: Annotated[list[BulkRow], Meta(min_length=1, max_length=MOST)]


class BulkOutcome(ResponseModel):
    """What became of one record: its version by now, or why it was left as it is."""

    id: str
    version: int | None
    """That which was sent, where it was so already."""
    refused: str | None
    changed_since: bool
    """Whether that is because somebody changed it meanwhile."""


def bulk_routes(path: str, edit: HTTPRouteHandler, body: type[Bulk]) -> list[HTTPRouteHandler]:
    """`POST <path>/bulk` and `POST <path>/bulk/preview`, for what `edit` does to one record and whom it lets pass."""
    change: ChangeHandler = edit.opt["change"]
    noun = path.rpartition("/")[2].replace("-", "_")

    async def bulk(request: StrictRequest, data: Any, key: str | None = None) -> list[BulkOutcome]:
        """Changes many records alike, each under its version; those that are refused stay as they are, and say why."""
        return [
            await _outcome(row, change.once(request, {"id": row.id, "data": data.change}, key, row.version))
            for row in data.rows
        ]

    async def preview(request: StrictRequest, data: Any) -> list[BulkOutcome]:
        """What the same change would do to each of them; nothing is changed."""
        return [
            await _outcome(row, change.tried(request, {"id": row.id, "data": data.change}, row.version))
            for row in data.rows
        ]

    bulk.__annotations__ |= {
        "request": Request,
        "data": Annotated[body, BodyKwarg()],
        "key": idempotency.Header,
    }
    preview.__annotations__ |= {"request": Request, "data": Annotated[body, BodyKwarg()]}
    bulk.__name__, preview.__name__ = f"bulk_{noun}", f"preview_bulk_{noun}"
    refusals = route_options(change.may, (403, 409, 413, 415))
    return [
        post(f"{path}/bulk", status_code=200, **route_options(change.may, (403, 409, 413, 415, 422)))(bulk),
        post(f"{path}/bulk/preview", status_code=200, **refusals)(preview),
    ]


async def _outcome(row: BulkRow, answer: Any) -> BulkOutcome:
    try:
        tag = (await answer).headers["ETag"]
    except NotFound:
        return BulkOutcome(row.id, None, GONE, False)
    except Refusal as refusal:
        if refusal.status not in OF_ONE_ROW and not isinstance(refusal, Conflict):
            raise
        return BulkOutcome(row.id, None, refusal.sentence, isinstance(refusal, Changed))
    return BulkOutcome(row.id, int(tag.strip('"')), None, False)
