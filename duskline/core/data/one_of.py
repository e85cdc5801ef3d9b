"""`column = any of these` with one placeholder for all of them, so that a prepared statement takes lists of any length."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Boolean, Dialect, String, bindparam
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator, TypeEngine


class Values(TypeDecorator[Sequence[Any]]):
    """Words or days: an array where there are arrays, else JSON."""

    impl = String
    cache_ok = True

    def __init__(self, of: Any = String) -> None:
        super().__init__()
        self.of = of

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(ARRAY(self.of()) if dialect.name == "postgresql" else String())

    def process_bind_param(self, value: Sequence[Any] | None, dialect: Dialect) -> Any:
        values = list(value or ())
        return values if dialect.name == "postgresql" else json.dumps(values, default=str)


class is_one_of(FunctionElement[bool]):  # noqa: N801 - reads like the functions of SQL
    """Whether a column holds one of the values of a placeholder."""

    type = Boolean()
    inherit_cache = True

    def self_group(self, against: Any = None) -> Any:
        """Without `= 1`, which SQLAlchemy adds where there are no booleans: SQLite would no longer look into an index."""
        return self

    def __init__(self, column: Any, name: str, of: Any = String) -> None:
        super().__init__(column, bindparam(name, type_=Values(of)))


@compiles(is_one_of, "postgresql")
def _any(element: Any, compiler: Any, **how: Any) -> str:
    column, values = (compiler.process(part, **how) for part in element.clauses)
    return f"{column} = ANY ({values})"


@compiles(is_one_of, "sqlite")
def _each(element: Any, compiler: Any, **how: Any) -> str:
    column, values = (compiler.process(part, **how) for part in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({values}))"  # noqa: S608 - parts that SQLAlchemy compiled
