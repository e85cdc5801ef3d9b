"""What the organization is: its facts, set in groups and shown by pages, letters and the panel; and how the product behaves there.

Who may enter: those who edit the organization's configuration. One more fact is one more line in `company.py` and in
`organization.py`, one more system preference in `system_preferences.py`; the calls, their limits and their words follow.
"""

from __future__ import annotations

from duskline import system_preferences
from duskline.company import FACTS, named
from duskline.core.data.base import now
from duskline.core.data.session import Db
from duskline.core.http.requests import StrictRequest
from duskline.core.system.errors import Invalid
from duskline.core.values.naming import camel_case
from duskline.models.places.settings import hold
from duskline.organization import GROUPS, held
from duskline.panel.company.settings import Values, history_route, setting_routes
from duskline.services import services

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


class Organization:
    """The company's facts, over its file."""

    async def standing(self, db: Db, request: StrictRequest) -> tuple[Values, Values]:
        file = services(request).company_file
        return named(file.company), named(file.under(file.fitting(await held(db))))

    async def check(self, db: Db, request: StrictRequest, given: Values) -> None:
        file = services(request).company_file
        if faults := file.faults({**file.fitting(await held(db)), **given}):
            raise Invalid({camel_case("_".join(place)): said for place, said in faults})

    async def follow(self, db: Db, given: Values, first: Values, before: Values) -> None:
        if given.get(TERMS, before[TERMS]) != before[TERMS]:
            newer = {TERMS_VERSION: newer_version(before[TERMS_VERSION])}
            await hold(db, "warranty", first, before, newer)


class System:
    """System preferences, over what the product begins with."""

    async def standing(self, db: Db, request: StrictRequest) -> tuple[Values, Values]:
        present = await system_preferences.present_within(db)
        return tuple(  # type: ignore[return-value]
            {name: getattr(each, name) for name in system_preferences.KINDS}
            for each in (system_preferences.FIRST, present)
        )

    async def check(self, db: Db, request: StrictRequest, given: Values) -> None:
        """Each has limits of its own alone."""

    async def follow(self, db: Db, given: Values, first: Values, before: Values) -> None:
        """Nothing else goes by them."""


FACT_KINDS = {name: fact.kind for name, fact in FACTS.items()}
ROUTES = [
    *(
        route
        for area, groups, kinds in (
            (Organization(), GROUPS, FACT_KINDS),
            (System(), system_preferences.GROUPS, system_preferences.KINDS),
        )
        for group, names in groups.items()
        for route in setting_routes(area, group, {name: kinds[name] for name in names})
    ),
    history_route(frozenset({*GROUPS, *system_preferences.GROUPS})),
]
