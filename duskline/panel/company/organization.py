"""What the organization is: its facts, set in groups and shown by pages, letters and the panel.

Who may enter: those who edit the organization's configuration. One more fact is one more line in `company.py` and in
`organization.py`; the calls, their limits and their words follow.
"""

from __future__ import annotations

from typing import Any, Union

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler

from duskline.company import FACTS, named
from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.errors import Invalid, NotFound
from duskline.core.http.bodies import UNSET, Body, ResponseModel, UnsetType
from duskline.core.http.requests import StrictRequest
from duskline.core.http.routing import change, patch, read
from duskline.core.naming import camel_case
from duskline.models.content import content_changed
from duskline.models.settings import Setting, held_of, hold
from duskline.organization import GROUPS, held, present_within
from duskline.panel.records import Event, events_of
from duskline.policy import EDIT_CONFIG
from duskline.services import services

PATH = "/api/panel/settings"
TERMS, TERMS_VERSION = "texts_terms", "warranty_terms_version"


def newer_version(version: str) -> str:
    """What the terms are called that are written now: the day, and a number from the second of a day on."""
    today = now().date().isoformat()
    day, _, number = version.partition(".")
    return (
        f"{today}.{int(number or 1) + 1}"
        if (day == today and number.isdecimal()) or version == today
        else today
    )


def group_routes(group: str) -> list[HTTPRouteHandler]:
    """The calls of one group: read it, and change some of it."""
    names = GROUPS[group]
    title = group.title()
    kinds: dict[str, Any] = {name: FACTS[name].kind for name in names}
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
        facts = named(await present_within(db, services(request).company_file))
        content = row(id=group, version=version, **{name: facts[name] for name in names})
        return Response(content, headers={"ETag": f'"{version}"'})

    async def one(db: Db, request: StrictRequest) -> Any:
        """How it stands; version 0 where nobody has set anything of it."""
        setting = (await held_of(db, [group])).get(group)
        return await shown(db, request, setting.version if setting else 0)

    async def edited(db: Db, request: StrictRequest, data: Any) -> Any:
        """Changes what is sent; pages, letters and the panel follow within seconds."""
        given, file = data.given(), services(request).company_file
        counting = file.fitting(await held(db))
        if faults := file.faults({**counting, **given}):
            raise Invalid({camel_case("_".join(place)): said for place, said in faults})
        first, before = named(file.company), named(file.under(counting))
        setting = await hold(db, group, first, before, given, db.expects)
        if given.get(TERMS, before[TERMS]) != before[TERMS]:
            newer = {TERMS_VERSION: newer_version(before[TERMS_VERSION])}
            await hold(db, "warranty", first, before, newer)
        await content_changed(db)
        await db.flush()
        return await shown(db, request, setting.version if setting else 0)

    edited.__annotations__["data"] = edit
    reading = read(f"{PATH}/{group}", may=EDIT_CONFIG, returns=row)(one)
    editing = change(patch, f"{PATH}/{group}", may=EDIT_CONFIG, returns=row, lock=PATH)(edited)
    reading.name, editing.name = f"settings_{group}", f"edit_settings_{group}"
    return [reading, editing]


@read(PATH + "/{id:str}/history", may=EDIT_CONFIG)
async def settings_history(db: Db, id: str) -> list[Event]:
    """Who changed what in a group, newest first."""
    if id not in GROUPS:
        raise NotFound
    return await events_of(db, Setting.audit_name, id)


ROUTES = [*(route for group in GROUPS for route in group_routes(group)), settings_history]
