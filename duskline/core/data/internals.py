"""SQLAlchemy's private names that we cannot do without, each with why and with the issue upstream.

`tests/core/test_internals.py` fails when one changes.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.orm.util import LoaderCriteriaOption


class AliasedCriteria(LoaderCriteriaOption):
    """A predicate for an entity, also where a statement joins it under another name.

    Plain criteria of a joined alias are written for the table itself, which would leave the alias open:
    https://github.com/sqlalchemy/sqlalchemy/issues/10365
    """

    __slots__ = ()
    _traverse_internals = LoaderCriteriaOption._traverse_internals

    def _gen_cache_key(self, anon_map: Any, bindparams: Any) -> tuple[Any, ...]:
        """Returns what the statement cache compares: the option itself, of which there is one for an entity and the size of a scope.

        SQLAlchemy would walk through the criteria of all entities for each statement, which took most of the time of a small one. The values of the
        criteria come with the statement, by name.
        """
        return AliasedCriteria, self

    def _resolve_where_criteria(self, ext_info: Any) -> ColumnElement[bool]:
        criteria = super()._resolve_where_criteria(ext_info)
        if ext_info.is_aliased_class:
            return ext_info._adapter.traverse(criteria)  # type: ignore[no-any-return]
        return criteria


def options_of(statement: Any) -> tuple[Any, ...]:
    """The loader options that a statement carries; those of a loaded row travel with its own loads by themselves.

    Asked so that criteria are not added twice: https://github.com/sqlalchemy/sqlalchemy/issues/7955
    """
    options: tuple[Any, ...] = statement._with_options
    return options
