"""System preferences: how the product behaves at this company. What nobody set in Settings is as it stands here."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Annotated, Any, get_type_hints

import msgspec

from duskline.company import Flag, rule
from duskline.core.data.database import Database
from duskline.core.data.session import Db, reading
from duskline.models.people.sessions import Lasting
from duskline.models.places.settings import held_of
from duskline.policy import CONSOLE, Role

Minutes = Annotated[int, rule("Must be a whole number of minutes from 5 to 60", ge=5, le=60)]
Hours = Annotated[int, rule("Must be a whole number of hours from 1 to 12", ge=1, le=12)]
Days = Annotated[int, rule("Must be a whole number of days from 7 to 365", ge=7, le=365)]
Years = Annotated[int, rule("Must be a whole number of years from 1 to 100, or nothing", ge=1, le=100)]

FewDays = Annotated[int, rule("Must be a whole number of days from 1 to 3,650, or nothing", ge=1, le=3_650)]


class SystemPreferences(msgspec.Struct, frozen=True, kw_only=True):
    two_step_admin: Flag = False
    two_step_regional_ops_manager: Flag = False
    two_step_branch_ops_manager: Flag = False
    two_step_support: Flag = False
    two_step_sales_rep: Flag = False
    two_step_lead_technician: Flag = False
    two_step_technician: Flag = False
    session_idle_minutes: Minutes = 60
    session_hours: Hours = 12
    keep_notifications_days: Days = 60
    keep_letters_days: Days = 60
    keep_history_years: Years | None = None
    """None: for good; so it is with all that may be None."""
    keep_spam_days: FewDays | None = None
    keep_messages_years: Years | None = None
    keep_lost_leads_years: Years | None = None
    keep_unsubscribed_days: FewDays | None = None
    keep_requests_years: Years = 3
    export_regional_ops_manager: Flag = True
    export_branch_ops_manager: Flag = True
    export_support: Flag = True
    export_sales_rep: Flag = True
    export_lead_technician: Flag = True
    export_technician: Flag = True

    @property
    def lasting(self) -> Lasting:
        """How long sessions last."""
        return Lasting(timedelta(minutes=self.session_idle_minutes), timedelta(hours=self.session_hours))

    def require_two_steps(self, role: Role | None) -> bool:
        """Whether a user of this role signs in by a second step too."""
        return role is not None and bool(getattr(self, f"two_step_{role}"))

    def may_export(self, role: Role | None) -> bool:
        """Whether a user of this role takes lists along as files; administrators decide it, and so always do."""
        return role is Role.ADMIN or (role is not None and bool(getattr(self, f"export_{role}")))


KINDS: Mapping[str, Any] = MappingProxyType(get_type_hints(SystemPreferences, include_extras=True))
FIRST = SystemPreferences()
GROUPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "security": tuple(name for name in KINDS if name.startswith("two_step_")),
        "sessions": ("session_idle_minutes", "session_hours"),
        "retention": tuple(name for name in KINDS if name.startswith("keep_")),
        "exports": tuple(name for name in KINDS if name.startswith("export_")),
    }
)
"""What is saved together."""


async def present_within(db: Db) -> SystemPreferences:
    """As the database knows them now, in one statement."""
    rows = (await held_of(db, tuple(GROUPS))).values()
    held = {name: value for row in rows for name, value in row.held.items() if _counts(name, value)}
    return msgspec.structs.replace(FIRST, **held)


def _counts(name: str, value: Any) -> bool:
    """Not what another version of the product held."""
    if name not in KINDS:
        return False
    try:
        msgspec.convert(value, KINDS[name])
    except msgspec.ValidationError:
        return False
    return True


async def present(database: Database) -> SystemPreferences:
    """The same, outside of any request."""
    async with reading(database, CONSOLE) as db:
        return await present_within(db)
