"""What all models are made of: ids, times, versions, columns of listed values."""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, ClassVar, Self

from sqlalchemy import CheckConstraint, DateTime, Dialect, Integer, MetaData, String, Table
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column
from sqlalchemy.types import TypeDecorator


def new_id() -> str:
    """An id for a new row; ids sort by age."""
    return id_at(time.time_ns() // 1_000_000, int.from_bytes(os.urandom(10), "big"))


def id_at(milliseconds: int, noise: int) -> str:
    """A UUIDv7 (RFC 9562): 48 bits of milliseconds since 1970, then 80 bits of which 74 stay random."""
    value = (milliseconds << 80) | noise
    value = (value & ~(0xF << 76)) | (0x7 << 76)
    value = (value & ~(0x3 << 62)) | (0x2 << 62)
    return str(uuid.UUID(int=value))


def now() -> datetime:
    return datetime.now(UTC)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC time; SQLite keeps it without its zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or dialect.name != "sqlite":
            return value
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)

    def result_processor(self, dialect: Dialect, coltype: Any) -> Any:
        # Elsewhere than on SQLite times come aware; a call for each of them would cost more than the query.
        return super().result_processor(dialect, coltype) if dialect.name == "sqlite" else None


class Base(DeclarativeBase):
    """All models. `apply` sets the fields that a request names and leaves the others alone."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_N_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map: ClassVar = {datetime: UtcDateTime}
    __table__: ClassVar[Table]

    def apply(self, fields: Mapping[str, Any]) -> Self:
        for name, value in fields.items():
            if getattr(self, name) != value:
                setattr(self, name, value)
        return self


class Keyed:
    """Rows that are found by one id."""

    id: Mapped[str]


class Identified(Keyed):
    id: Mapped[str] = mapped_column(String(36), primary_key=True, default=new_id)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Updated:
    updated_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)


class Versioned:
    """Concurrent edits meet a changed `version` and are refused instead of overwriting each other."""

    version: Mapped[int] = mapped_column(Integer)

    @declared_attr.directive
    @classmethod
    def __mapper_args__(cls) -> dict[str, Any]:
        return {"version_id_col": cls.version}


def enum_column(name: str, values: type[StrEnum], default: StrEnum | None = None, **kw: Any) -> Any:
    """A text column that takes the values of one set alone, checked by the database too."""
    listed = ", ".join(f"'{value}'" for value in values)
    allowed = CheckConstraint(f"{name} IN ({listed})", name=name)
    return mapped_column(String(40), allowed, default=default, info={"values": values}, **kw)
