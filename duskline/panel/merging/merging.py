"""Merging two leads or two clients, with a look before and a way back. Who may enter: those who manage leads."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter

from duskline.core.data.session import Db
from duskline.core.http.routing import change, post, read
from duskline.core.system.errors import Conflict, Invalid
from duskline.core.values.bodies import Body, Id, Meta, ResponseModel
from duskline.core.values.naming import camel_case
from duskline.models.merging.merging import (
    BESIDE,
    Pair,
    counts,
    merge,
    needs_note,
    pairs,
    require_mergeable,
    two_promises,
)
from duskline.models.merging.parting import undo_merge
from duskline.models.records.activities import NextStep
from duskline.models.records.conversions import Merge
from duskline.models.records.mergeable import plain, plain_row
from duskline.models.records.sales import Client, Lead
from duskline.panel.rows import NextStepRow
from duskline.policy import MANAGE_LEADS

CHANGED = "One of them was changed since you looked. Look again at what would happen, and then merge."
With = Annotated[str, QueryParameter(name="with", description="The one that would go")]


class TwoNextSteps(ResponseModel):
    """Of two open next steps the earlier stays due, and the other becomes a note in the timeline."""

    due: NextStepRow
    set_aside: NextStepRow


class FieldOfTwo(ResponseModel):
    """What both have in a field, and what the one that stays would have."""

    stays: Any
    goes: Any
    becomes: Any


class MergePreview(ResponseModel):
    kept: str
    gone: str
    """Their names."""
    moves: dict[str, int]
    """What would change hands, by sort."""
    fields: dict[str, FieldOfTwo]
    """All that one of them has."""
    beside: dict[str, FieldOfTwo] | None
    """The same of the details of leads, or of the building at an address that both clients have. None: the other's building stays one of its own."""
    notes_apart: bool
    """Whether the other's notes, too long to be joined, would become a note in the timeline."""
    next_steps: TwoNextSteps | None
    """Where both have one that is open."""
    seal: str
    """Of all this and of both as they are: another one means that something has changed."""


class Merging(Body, kw_only=True):
    gone_id: Id
    seal: Annotated[str, Meta(min_length=1, max_length=64)] | None = None
    """Of the preview that the caller saw."""


class Merged(ResponseModel):
    merge_id: str


def routes(path: str, entity: type[Lead | Client]) -> list[HTTPRouteHandler]:
    """The look and the deed for one kind of record."""

    @read(path + "/{id:str}/merge", may=MANAGE_LEADS, statuses=(409,))
    async def preview(db: Db, id: str, gone_id: With = "") -> MergePreview:
        """What merging would do."""
        _require_two(id, gone_id)
        return await _preview(db, await db.find(entity, id), await db.find(entity, gone_id))

    @change(post, path + "/{id:str}/merge", may=MANAGE_LEADS, status=200, shows=entity)
    async def perform(db: Db, id: str, data: Merging) -> Merged:
        """Leads everything of the other to this one; the other goes."""
        _require_two(id, data.gone_id)
        # Always in one order: two who merge the same pair at once would wait crosswise.
        held: dict[str, Any] = {
            each: await db.find_locked(entity, each) for each in sorted((id, data.gone_id))
        }
        kept, gone = held[id], held[data.gone_id]
        if data.seal is not None and data.seal != (await _preview(db, kept, gone)).seal:
            raise Conflict(CHANGED)
        merged = await merge(db, kept, gone)
        await db.flush()
        return Merged(merged.id)

    noun = entity.audit_name
    preview.name, perform.name = f"preview_{noun}_merge", f"merge_{noun}s"
    return [preview, perform]


async def _preview(db: Db, kept: Lead | Client, gone: Lead | Client) -> MergePreview:
    await require_mergeable(db, kept, gone)
    record, beside = await pairs(db, kept, gone)
    moves, promises = await counts(db, kept, gone), await two_promises(db, kept, gone)
    steps = promises and TwoNextSteps(*(_step(step) for step in promises))
    sides = (_side_by_side(record), beside and _side_by_side(beside))
    shown = (kept.name, gone.name, moves, *sides, needs_note(kept, gone), steps)
    known = [plain_row(await db.find(BESIDE[type(kept)], each.id)) for each in (kept, gone)]
    sealed = msgspec.json.encode((*shown, known, kept.version, gone.version), order="sorted")
    return MergePreview(*shown, sha256(sealed).hexdigest())


def _side_by_side(pair: Pair) -> dict[str, FieldOfTwo]:
    """By field, what two rows have and what becomes of it; none that both lack."""
    found = {}
    for name in pair.ours.compared():
        stays, goes = plain(getattr(pair.ours, name)), plain(getattr(pair.theirs, name))
        if {stays, goes} - {None, ""}:
            found[camel_case(name)] = FieldOfTwo(stays, goes, pair.changes.get(name, (stays, stays))[1])
    return found


def _step(step: NextStep) -> NextStepRow:
    return msgspec.convert(step, NextStepRow, from_attributes=True)


def _require_two(one: str, other: str) -> None:
    if one == other:
        raise Invalid({"goneId": "This is one and the same record."})


@change(post, "/api/panel/merges/{id:str}/undo", may=MANAGE_LEADS, status=204)
async def undo(db: Db, id: str) -> None:
    """Brings the one that went back."""
    await undo_merge(db, await db.find_for_update(Merge, id))


ROUTES = [*routes("/api/panel/leads", Lead), *routes("/api/panel/clients", Client), undo]
