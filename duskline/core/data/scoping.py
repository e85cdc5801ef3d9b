"""The predicate of every scoped entity, as options that a statement takes."""

from __future__ import annotations

import functools
from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.orm.util import LoaderCriteriaOption

from duskline.core.data.base import Base
from duskline.policy import Scoped


class ScopeCriteria(LoaderCriteriaOption):
    """The predicate of one scoped entity, also where a statement joins it under another name.

    SQLAlchemy writes plain criteria of a joined alias for the table itself, which would leave the alias open.
    """

    __slots__ = ()
    _traverse_internals = LoaderCriteriaOption._traverse_internals  # what the statement cache compares

    def _resolve_where_criteria(self, ext_info: Any) -> ColumnElement[bool]:
        criteria = super()._resolve_where_criteria(ext_info)
        if ext_info.is_aliased_class:
            return ext_info._adapter.traverse(criteria)  # type: ignore[no-any-return]
        return criteria


@functools.cache
def scope_options(size: int | None) -> tuple[Any, ...]:
    """Loader options that put every scoped entity within a scope of `size` branches."""
    if size is None:
        return ()
    scoped = [m.class_ for m in Base.registry.mappers if issubclass(m.class_, Scoped)]
    return tuple(ScopeCriteria(entity, entity.within(size), include_aliases=True) for entity in scoped)
