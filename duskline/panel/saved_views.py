"""How one looks at a list: saved views, cards or table, and the columns.

Who may enter: staff with a role. Each sees and changes their own; what a view leads to is asked for under the list's own rule.
"""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from duskline.core.data.session import Db
from duskline.core.errors import Invalid
from duskline.core.http.bodies import NOT_LISTED, UNSET, Body, Meta, ResponseModel, UnsetType
from duskline.core.http.routing import change, delete, patch, post, read
from duskline.models import saved_views
from duskline.models.saved_views import LONGEST_NAME, LONGEST_QUERY, Layout, ListName, SavedView
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
Columns = Annotated[list[Annotated[str, Meta(pattern="^[A-Za-z]{1,40}$")]], Meta(max_length=40)]


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

    layout: Layout | None
    columns: list[str] | None


class SavedViews(ResponseModel):
    views: list[SavedViewRow]
    look: ListLookRow


@read(PATH, may=STAFF_WITH_ROLE)
async def list_saved_views(
    db: Db,
    asked: Annotated[str, QueryParameter(name="list", description=f"One of {', '.join(ListName)}")] = "",
) -> SavedViews:
    """One's own views of a list, by name, and how one sees it without any."""
    if asked not in [*ListName]:
        raise Invalid({"list": NOT_LISTED})
    of = ListName(asked)
    views = [
        SavedViewRow(view.id, view.list, view.name, view.query, view.opens, view.version)
        for view in await saved_views.views_of(db, of)
    ]
    return SavedViews(views, await _look(db, of))


@change(post, PATH, may=STAFF_WITH_ROLE, returns=SavedViewRow, lock="saved-views")
async def save_view(db: Db, data: NewSavedView) -> SavedView:
    """Keeps what an address says under a name."""
    return await saved_views.save(db, SavedView(user_id=db.actor.id, **data.given()))


@change(patch, PATH + "/{id:str}", may=STAFF_WITH_ROLE, returns=SavedViewRow, lock="saved-views")
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
    return await _look(db, data.list)


async def _look(db: Db, of: ListName) -> ListLookRow:
    look = await saved_views.look_of(db, of)
    return ListLookRow(None, None) if look is None else ListLookRow(look.layout, look.columns)


ROUTES = [list_saved_views, save_view, edit_saved_view, delete_saved_view, edit_list_look]
