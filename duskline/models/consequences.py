"""Lists what follows a change of rows, in order. No other module listens to the session, but for the guards of scope in `core/data/session.py`.

The order is part of the contract: who writes first also locks first, and two requests that lock in different orders wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import event

from duskline.core.data import audit, counts, facts, search
from duskline.core.data.session import ScopedSession
from duskline.core.http import security_log
from duskline.models.notifying import notifications, webhook_events
from duskline.models.privacy import going
from duskline.models.records import (
    about,
    conversions,
    details,
    next_steps,
    properties,
    status_changes,
    visitors,
    visits,
)
from duskline.models.schedule import planning, visit_letters

Consequence = Callable[[ScopedSession], None]

BEFORE_FLUSH: tuple[Consequence, ...] = (
    search.store_search_text,
    details.count_by_value_kind,
    planning.align_visits,
    next_steps.start_without_step,
    going.name_what_goes,
)
AFTER_FLUSH: tuple[Consequence, ...] = (
    audit.write_audit,
    counts.note_changes,
    # The rows beside a record, and what lies in its branch.
    about.add_rows_beside,
    about.follow_records,
    details.link_client,
    visits.store_crew,
    conversions.end_conversions,
    visitors.move_letters,
    facts.note_touched,
    status_changes.store_status_changes,
    properties.move_properties,
    planning.add_first_visits,
    planning.place_visits_again,  # after about.follow_records, which moves the visits
    next_steps.copy_steps_to_leads,
    # People and programs.
    notifications.notify,
    visit_letters.note_visit_changes,
    webhook_events.note_events,
)
BEFORE_COMMIT: tuple[Consequence, ...] = (counts.write_changes, facts.keep, webhook_events.queue_events)
AFTER_COMMIT: tuple[Consequence, ...] = (security_log.write_security_log,)
AFTER_ROLLBACK: tuple[Consequence, ...] = (security_log.forget_security_log, webhook_events.forget_events)
AFTER_SOFT_ROLLBACK: tuple[Consequence, ...] = (counts.forget_changes, facts.forget_touched)
"""Of a savepoint as well."""


@event.listens_for(ScopedSession, "before_flush")
def _before_flush(session: ScopedSession, _context: object, _instances: object) -> None:
    _run(BEFORE_FLUSH, session)


@event.listens_for(ScopedSession, "after_flush")
def _after_flush(session: ScopedSession, _context: object) -> None:
    _run(AFTER_FLUSH, session)


@event.listens_for(ScopedSession, "before_commit")
def _before_commit(session: ScopedSession) -> None:
    _run(BEFORE_COMMIT, session)


@event.listens_for(ScopedSession, "after_commit")
def _after_commit(session: ScopedSession) -> None:
    _run(AFTER_COMMIT, session)


@event.listens_for(ScopedSession, "after_rollback")
def _after_rollback(session: ScopedSession) -> None:
    _run(AFTER_ROLLBACK, session)


@event.listens_for(ScopedSession, "after_soft_rollback")
def _after_soft_rollback(session: ScopedSession, _transaction: object) -> None:
    _run(AFTER_SOFT_ROLLBACK, session)


def _run(consequences: tuple[Consequence, ...], session: ScopedSession) -> None:
    for follow in consequences:
        follow(session)
