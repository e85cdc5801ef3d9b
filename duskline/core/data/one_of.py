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


class Values(TypeDecorator[Sequence[str]]):
    """Words: an array where there are arrays, else JSON."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(ARRAY(String()) if dialect.name == "postgresql" else String())

    def process_bind_param(self, value: Sequence[str] | None, dialect: Dialect) -> Any:
        words = list(value or ())
        return words if dialect.name == "postgresql" else json.dumps(words)


class is_one_of(FunctionElement[bool]):  # noqa: N801 - reads like the functions of SQL
    """Whether a column holds one of the values of a placeholder."""

    type = Boolean()
    inherit_cache = True

    def __init__(self, column: Any, name: str) -> None:
        super().__init__(column, bindparam(name, type_=Values()))


@compiles(is_one_of, "postgresql")
def _any(element: Any, compiler: Any, **how: Any) -> str:
    column, values = (compiler.process(part, **how) for part in element.clauses)
    return f"{column} = ANY ({values})"


@compiles(is_one_of, "sqlite")
def _each(element: Any, compiler: Any, **how: Any) -> str:
    column, values = (compiler.process(part, **how) for part in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({values}))"  # noqa: S608 - parts that SQLAlchemy compiled
