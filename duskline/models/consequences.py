"""Lists what follows a change of rows, in order. No other module listens to the session, but for the guards of scope in `core/data/session.py`.

The order is part of the contract: who writes first also locks first, and two requests that lock in different orders wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import event

from duskline.core.data import audit, counts, facts, search, security_log
from duskline.core.data.session import ScopedSession
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

FOLLOWS: dict[str, tuple[Consequence, ...]] = {
    "before_flush": (
        search.store_search_text,
        details.count_by_value_kind,
        planning.align_visits,
        next_steps.start_without_step,
        going.name_what_goes,
    ),
    "after_flush": (
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
    ),
    "before_commit": (counts.write_changes, facts.keep, webhook_events.queue_events),
    "after_commit": (security_log.write_security_log,),
    "after_rollback": (security_log.forget_security_log, webhook_events.forget_events),
    "after_soft_rollback": (counts.forget_changes, facts.forget_touched),  # also of a savepoint
}
"""The consequences of each event of the session, in order."""


def _hang(moment: str) -> None:
    def follow(session: ScopedSession, *_: object) -> None:
        for consequence in FOLLOWS[moment]:
            consequence(session)

    event.listen(ScopedSession, moment, follow)


for each in FOLLOWS:
    _hang(each)
