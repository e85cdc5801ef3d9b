"""What every chapter of the sample data shares: one clock, chance that repeats, and records with a past.

The same start of the hour gives the same records, ids included, so that a fault seen once can be seen again.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

from duskline.core.data.audit import MECHANISM, AuditLog
from duskline.core.data.base import Base, id_at
from duskline.models.places.places import DEFAULT_ZONE, day_at

OFFICE_OPENS, OFFICE_CLOSES = 13, 22  # UTC: from nine to six on the East Coast, give or take the season
AGENT = "Mozilla/5.0 (sample data)"


class Stage:
    """The clock that all sample data is told by, and the chance of one chapter."""

    def __init__(self, moment: datetime, chapter: str = "") -> None:
        self.moment = moment
        self.chance = Random(f"duskline {chapter}")  # noqa: S311 - nothing secret hangs on it

    @classmethod
    def now(cls) -> Stage:
        return cls(datetime.now(UTC).replace(minute=0, second=0, microsecond=0))

    def chapter(self, name: str) -> Stage:
        """The same clock with a chance of its own, so that one chapter's changes leave the others alone."""
        return Stage(self.moment, name)

    @property
    def today(self) -> date:
        return self.day_of(self.moment)

    def day_of(self, at: datetime) -> date:
        """The day of a time where the branches are, which keep the time that branches begin with."""
        return day_at(at, DEFAULT_ZONE)

    def id(self, at: datetime) -> str:
        """An id of that time whose random part repeats."""
        return id_at(int(at.timestamp() * 1000), self.chance.getrandbits(80))

    def ago(self, days: float) -> datetime:
        """A time in the past; what is more than a day old falls into office hours of a working day."""
        at = self.moment - timedelta(days=days)
        if days >= 1:
            at = at.replace(hour=self.chance.randrange(OFFICE_OPENS, OFFICE_CLOSES))
            at -= timedelta(days=max(0, at.weekday() - 4))
        return at.replace(
            minute=self.chance.randrange(60), second=self.chance.randrange(60), microsecond=0
        ) - timedelta(hours=1)

    def after(self, at: datetime, low: float, high: float) -> datetime:
        """Some days after a time, in office hours, but never in the future."""
        later = at + timedelta(days=self.chance.uniform(low, high))
        if later.date() > at.date():
            later = later.replace(hour=self.chance.randrange(OFFICE_OPENS, OFFICE_CLOSES))
        if later >= self.moment:
            later = at + (self.moment - at) * self.chance.uniform(0.3, 0.9)
        return later.replace(microsecond=0)

    def workday(self, days: int) -> date:
        """A working day so many days from today."""
        day = self.today + timedelta(days=days)
        return day + timedelta(days=7 - day.weekday()) if day.weekday() > 4 else day


class Story:
    """A record as it is now, and every step that made it so, each leaving the trail that a real one leaves."""

    def __init__(self, stage: Stage, entity: Any, at: datetime, by: str | None = None, **fields: Any) -> None:
        self.stage, self.entity = stage, entity
        self.fields: dict[str, Any] = {"id": stage.id(at), "created_at": at, "updated_at": at, **fields}
        self.beside: dict[str, Any] = {}
        """What its details say, once it is stored."""
        self.trail: list[AuditLog] = []
        if by:
            born = {**defaults(entity), **fields}
            self._note(
                at, by, "create", {name: [None, value] for name, value in born.items() if value is not None}
            )

    def __getitem__(self, name: str) -> Any:
        return self.fields.get(name)

    def edit(self, at: datetime, by: str, **changes: Any) -> None:
        """One saved form: only what differs is changed and noted."""
        told = {
            name: [self.fields.get(name, defaults(self.entity).get(name)), value]
            for name, value in changes.items()
        }
        told = {name: pair for name, pair in told.items() if pair[0] != pair[1]}
        if not told:
            return
        self.fields |= changes
        self.fields["updated_at"] = at
        self._note(at, by, "update", told)

    def _note(self, at: datetime, by: str, action: str, changes: dict[str, list[Any]]) -> None:
        kept = {
            name: [plain(old), plain(new)] for name, (old, new) in changes.items() if name not in MECHANISM
        }
        self.trail.append(
            AuditLog(
                id=self.stage.id(at), created_at=at, user_id=by, action=action,
                entity_type=self.entity.audit_name, entity_id=self.fields["id"], changes=kept,
                ip_address="192.0.2.10", user_agent=AGENT, place_id=self.fields.get("branch_id"),
            )
        )  # fmt: skip

    def row(self) -> Base:
        """The record; times that a status sets are given first, so that the model does not set them to now."""
        known = {name: value for name, value in self.fields.items() if hasattr(self.entity, name)}
        status = {"status": known.pop("status")} if "status" in known else {}
        made: Base = self.entity(**known, **status)
        if self.beside:
            made.with_details = self.beside  # type: ignore[attr-defined]
        return made


def defaults(entity: Any) -> dict[str, Any]:
    """What a new record has where nothing was said: the plain defaults of its columns."""
    return {
        column.key: [] if column.default.is_callable else column.default.arg
        for column in entity.__table__.columns
        if column.default is not None and column.key not in MECHANISM
    }


def plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def each(counts: dict[str, int]) -> Iterator[str]:
    """Every key as often as its count says."""
    for key, count in counts.items():
        yield from [key] * count
