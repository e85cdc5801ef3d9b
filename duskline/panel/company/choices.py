"""The words that the organization keeps for its people to choose from: one more of these lists is one more line here.

Who may enter: those who choose from a list read it; those who edit the organization's configuration keep it.
"""

from __future__ import annotations

from typing import Annotated

from litestar.handlers import HTTPRouteHandler
from sqlalchemy import select

from duskline.core.data.session import Db
from duskline.core.http.routing import change, patch, post, read, shape
from duskline.core.values.bodies import MAX_WHOLE, UNSET, Body, Meta, ResponseModel, UnsetType
from duskline.models.places.choices import LONGEST, Choice, LeadSource, LostReason, add, put, reword
from duskline.policy import EDIT_CONFIG, MANAGE_LEADS, May

Words = Annotated[str, Meta(min_length=1, max_length=LONGEST)]
Rank = Annotated[int, Meta(ge=1, le=MAX_WHOLE, extra={"say": "Please choose a place from 1 on"})]


class ChoiceRow(ResponseModel):
    id: str
    words: str
    place: int | None
    """None is retired."""
    version: int


class NewChoice(Body):
    words: Words


class ChoiceEdit(Body):
    words: Words | UnsetType = UNSET
    place: Rank | UnsetType | None = UNSET


def choice_routes(path: str, choices: type[Choice], *, chosen_by: May) -> list[HTTPRouteHandler]:
    """The calls of a list: read it, add to it, and reword, move, retire or bring back one of it."""
    noun = choices.audit_name

    @read(path, may=chosen_by)
    async def listed(db: Db) -> list[ChoiceRow]:
        """Those that are offered, in their order, then those that are retired."""
        rows = await db.scalars(
            select(choices).order_by(choices.place.is_(None), choices.place, choices.words_key)
        )
        return [shape(row, ChoiceRow) for row in rows]  # type: ignore[misc]

    @change(post, path, may=EDIT_CONFIG, returns=ChoiceRow, lock=path)
    async def added(db: Db, data: NewChoice) -> Choice:
        """One more, at the end."""
        return await add(db, choices, data.words)

    @change(patch, path + "/{id:str}", may=EDIT_CONFIG, returns=ChoiceRow, lock=path)
    async def edited(db: Db, id: str, data: ChoiceEdit) -> Choice:
        """Changes what is sent: other words for what is chosen from now on, another place, or no place, which retires it."""
        choice = await db.find_for_update(choices, id)
        if data.words is not UNSET:
            await reword(db, choice, data.words)
        if data.place is not UNSET:
            await put(db, choice, data.place)
        return choice

    listed.name, added.name, edited.name = f"{noun}s", f"add_{noun}", f"edit_{noun}"
    return [listed, added, edited]


ROUTES = [
    *choice_routes("/api/panel/lost-reasons", LostReason, chosen_by=MANAGE_LEADS),
    *choice_routes("/api/panel/lead-sources", LeadSource, chosen_by=MANAGE_LEADS),
]
