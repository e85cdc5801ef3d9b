"""Settings in groups: the calls by which a group is read, changed and told of, made from the kinds of its members.

Who may enter: those who edit the organization's configuration.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, Union

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler

from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, read
from duskline.core.system.errors import NotFound
from duskline.core.values.bodies import UNSET, Body, ResponseModel, UnsetType
from duskline.models.places.settings import Setting, held_of, hold
from duskline.models.site.content import content_changed
from duskline.panel.one_record import Event, events_of
from duskline.policy import EDIT_CONFIG

PATH = "/api/panel/settings"
Values = Mapping[str, Any]
"""Settings by their names, as plain JSON."""


class Area(Protocol):
    """Groups of one kind: what stands first, what counts, and what else a change asks for."""

    async def standing(self, db: Db, request: StrictRequest) -> tuple[Values, Values]:
        """What holds where nobody set anything, and what holds."""

    async def check(self, db: Db, request: StrictRequest, given: Values) -> None:
        """Raises Invalid where what is given does not go together with what counts."""

    async def follow(self, db: Db, given: Values, first: Values, before: Values) -> None:
        """Does what else follows from the change."""


def setting_routes(area: Area, group: str, kinds: Mapping[str, Any]) -> list[HTTPRouteHandler]:
    """The calls of one group: read it, and change some of it."""
    title = group.title()
    row: Any = msgspec.defstruct(
        f"{title}Settings", [("id", str), ("version", int), *kinds.items()], bases=(ResponseModel,)
    )
    edit: Any = msgspec.defstruct(
        f"{title}SettingsEdit",
        [(name, Union[kind, UnsetType], UNSET) for name, kind in kinds.items()],  # noqa: UP007 - made at run time
        bases=(Body,),
        kw_only=True,
    )

    async def shown(db: Db, request: StrictRequest, version: int) -> Response[Any]:
        _, present = await area.standing(db, request)
        content = row(id=group, version=version, **{name: present[name] for name in kinds})
        return Response(content, headers={"ETag": f'"{version}"'})

    async def one(db: Db, request: StrictRequest) -> Any:
        """How it stands; version 0 where nobody has set anything of it."""
        setting = (await held_of(db, [group])).get(group)
        return await shown(db, request, setting.version if setting else 0)

    async def edited(db: Db, request: StrictRequest, data: Any) -> Any:
        """Changes what is sent; pages, letters and the panel follow within seconds."""
        given = data.given()
        await area.check(db, request, given)
        first, before = await area.standing(db, request)
        setting = await hold(db, group, first, before, given, db.expects)
        await area.follow(db, given, first, before)
        await content_changed(db)
        await db.flush()
        return await shown(db, request, setting.version if setting else 0)

    edited.__annotations__["data"] = edit
    reading = read(f"{PATH}/{group}", may=EDIT_CONFIG, returns=row)(one)
    editing = change(patch, f"{PATH}/{group}", may=EDIT_CONFIG, returns=row, lock=PATH)(edited)
    reading.name, editing.name = f"settings_{group}", f"edit_settings_{group}"
    return [reading, editing]


def history_route(groups: frozenset[str]) -> HTTPRouteHandler:
    """Who changed what in one of these groups."""

    @read(PATH + "/{id:str}/history", may=EDIT_CONFIG)
    async def settings_history(db: Db, id: str) -> list[Event]:
        """Who changed what in a group, newest first."""
        if id not in groups:
            raise NotFound
        return await events_of(db, Setting.audit_name, id)

    return settings_history
