"""How one looks at a list: saved views, cards or table, and the columns.

Who may enter: staff with a role. Each sees and changes their own; what a view leads to is asked for under the list's own rule.
"""

from __future__ import annotations

from typing import Annotated

from duskline.core.data.session import Db
from duskline.core.http.routing import change, delete, patch, post, read
from duskline.core.values.bodies import UNSET, Body, Meta, ResponseModel, UnsetType
from duskline.models.people import saved_views
from duskline.models.people.saved_views import (
    LONGEST_NAME,
    LONGEST_QUERY,
    Layout,
    ListLook,
    ListName,
    Names,
    SavedView,
)
from duskline.policy import STAFF_WITH_ROLE

PATH = "/api/panel/saved-views"

ViewName = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
AddressQuery = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9%=&._~*+,:!'()@/?-]*$", max_length=LONGEST_QUERY,
        extra={"say": "Please give what an address says after its question mark"},
    ),
]  # fmt: skip
ColumnName = Annotated[str, Meta(pattern="^[A-Za-z]+$", max_length=40)]
Columns = Annotated[list[ColumnName], Meta(max_length=40)]


class NewSavedView(Body, kw_only=True):
    list: ListName
    name: ViewName
    query: AddressQuery
    opens: bool = False


class SavedViewEdit(Body):
    name: ViewName | UnsetType = UNSET
    query: AddressQuery | UnsetType = UNSET
    opens: bool | UnsetType = UNSET


class ListLookEdit(Body, kw_only=True):
    list: ListName
    layout: Layout | UnsetType | None = UNSET
    columns: Columns | UnsetType | None = UNSET


class SavedViewRow(ResponseModel):
    """`query` is what the list's address says after its question mark; `opens`: the list begins with it."""

    id: str
    list: ListName
    name: str
    query: str
    opens: bool
    version: int


class ListLookRow(ResponseModel):
    """How one sees a list where its address does not say; null is what everybody begins with."""

    list: ListName
    layout: Layout | None
    columns: Names | None


class SavedViews(ResponseModel):
    views: list[SavedViewRow]
    looks: list[ListLookRow]


@read(PATH, may=STAFF_WITH_ROLE)
async def list_saved_views(db: Db) -> SavedViews:
    """One's own views of all lists, by name, and how one sees each list without any."""
    views = [
        SavedViewRow(view.id, view.list, view.name, view.query, view.opens, view.version)
        for view in await saved_views.views_of(db)
    ]
    return SavedViews(views, [_shown(look) for look in await saved_views.looks_of(db)])


@change(post, PATH, may=STAFF_WITH_ROLE, returns=SavedViewRow, lock=saved_views.LOCK)
async def save_view(db: Db, data: NewSavedView) -> SavedView:
    """Keeps what an address says under a name."""
    return await saved_views.save(db, SavedView(user_id=db.actor.id, **data.given()))


@change(patch, PATH + "/{id:str}", may=STAFF_WITH_ROLE, returns=SavedViewRow, lock=saved_views.LOCK)
async def edit_saved_view(db: Db, id: str, data: SavedViewEdit) -> SavedView:
    """Changes the fields that are sent."""
    view = (await saved_views.own_view(db, id)).apply(data.given())
    return await saved_views.save(db, view)


@change(delete, PATH + "/{id:str}", may=STAFF_WITH_ROLE, status=204)
async def delete_saved_view(db: Db, id: str) -> None:
    """Forgets a view; what it showed stays."""
    await db.delete(await saved_views.own_view(db, id))


@change(patch, "/api/panel/list-looks", may=STAFF_WITH_ROLE, status=200)
async def edit_list_look(db: Db, data: ListLookEdit) -> ListLookRow:
    """How one sees a list from now on, where its address does not say."""
    await saved_views.keep_look(db, **data.given())
    return next(_shown(look) for look in await saved_views.looks_of(db) if look.list == data.list)


def _shown(look: ListLook) -> ListLookRow:
    return ListLookRow(look.list, look.layout, look.columns)


ROUTES = [list_saved_views, save_view, edit_saved_view, delete_saved_view, edit_list_look]
