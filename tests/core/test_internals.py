"""SQLAlchemy's private names that `core/data/internals.py` stands on: an upgrade that changes one is noticed here first."""

from __future__ import annotations

from sqlalchemy import inspect, select
from sqlalchemy.orm import aliased
from sqlalchemy.orm.util import LoaderCriteriaOption

from duskline.core.data.internals import AliasedCriteria, options_of
from duskline.models.records.sales import Lead


def test_the_names_are_there() -> None:
    assert [name for name, _ in LoaderCriteriaOption._traverse_internals]
    assert callable(LoaderCriteriaOption._resolve_where_criteria)
    assert callable(LoaderCriteriaOption._gen_cache_key)


def test_a_statement_carries_its_options() -> None:
    option = AliasedCriteria(Lead, Lead.name == "x", include_aliases=True)
    assert options_of(select(Lead.id)) == ()
    assert options_of(select(Lead.id).options(option)) == (option,)


def test_criteria_follow_an_alias() -> None:
    other = aliased(Lead, name="other")
    criteria = AliasedCriteria(Lead, Lead.name == "x", include_aliases=True)
    assert str(criteria._resolve_where_criteria(inspect(other))).startswith("other.name")


def test_control_plain_criteria_do_not() -> None:
    other = aliased(Lead, name="other")
    plain = LoaderCriteriaOption(Lead, Lead.name == "x", include_aliases=True)
    assert str(plain._resolve_where_criteria(inspect(other))).startswith("leads.name")


def test_the_statement_cache_tells_criteria_apart() -> None:
    """By the option: each has a key of its own, and the same one whatever the statement."""
    one, other = (AliasedCriteria(Lead, Lead.name == name, include_aliases=True) for name in "xy")
    keys = [select(Lead.id).options(each)._generate_cache_key() for each in (one, one, other)]
    assert keys[0] == keys[1] != keys[2]
