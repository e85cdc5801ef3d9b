"""The predicates of scoped entities, and of those whose rows come in batches, as options that a statement takes."""

from __future__ import annotations

import functools

from sqlalchemy.orm import registry

from duskline.core.data.base import Base
from duskline.core.data.internals import AliasedCriteria
from duskline.core.data.unfinished import Batched, is_finished
from duskline.policy import Scoped


@functools.cache
def scope_options(size: int | None, models: registry = Base.registry) -> tuple[AliasedCriteria, ...]:
    """Loader options that put every scoped entity of the models within a scope of `size` branches."""
    if size is None:
        return ()
    scoped = [m.class_ for m in models.mappers if issubclass(m.class_, Scoped)]
    return tuple(AliasedCriteria(entity, entity.within(size), include_aliases=True) for entity in scoped)


@functools.cache
def finished_options(models: registry = Base.registry) -> tuple[AliasedCriteria, ...]:
    """Loader options that leave out the rows of a batch on its way, whatever the actor."""
    batched = [m.class_ for m in models.mappers if issubclass(m.class_, Batched)]
    return tuple(
        AliasedCriteria(entity, is_finished(entity.batched()), include_aliases=True) for entity in batched
    )
