"""Every column that names a user says whether it is open work, which is handed on when the user leaves.

A new one belongs into `ASSIGNED` (`models/records/references.py`), where open work is counted and handed on, or into one of the lists
below, with what becomes of it.
"""

from __future__ import annotations

import pytest

from duskline.app import ENDPOINTS
from duskline.core.data.base import Base
from duskline.models.people.people import User
from duskline.models.records import references
from duskline.models.records.about import RecordKind
from duskline.models.records.references import AssignedKind
from duskline.models.records.subjects import WRITERS
from tests.laws.test_pointers import OTHERS

assert ENDPOINTS, "every model is imported"

FOLLOWS = {
    "former_crew.user_id": "users who were to come to a visit; their phones may report it later",
    "leads.step_of": "whose next step is open, worked out of that",
    "visit_crew.user_id": "a user who may not come any more leaves the crew, and the lead of the job with it (product.md, rule 137)",
}
"""Columns that follow other work by themselves, and how."""
DONE = {
    "access_links.by_id", "activities.by_id", "audit_logs.user_id", "conversions.by_id", "drawings.corrected_by",
    "duplicates_dismissed.by_id", "enquiry_handling.taken_by", "erasures.by_id", "measured_runs.by_id", "merges.by_id",
    "next_steps.done_by", "privacy_requests.closed_by", "schedule_moves.by_id", "security_events.user_id",
    "status_changes.by_id", "subscription_ends.by_id", "support_tickets.created_by", "visit_checks.by_id",
    "warranties.confirmed_by",
}  # fmt: skip
"""Columns that say by whom something was done: nothing is left to do."""
OWN = {
    "absences.user_id", "access_links.user_id", "api_tokens.user_id", "calendar_feeds.user_id",
    "import_matchings.user_id", "imports.user_id", "list_looks.user_id", "mail_hours.user_id",
    "notification_preferences.user_id", "notifications.user_id", "passkeys.user_id", "recovery_codes.user_id",
    "report_letters.user_id", "saved_reports.user_id", "saved_views.user_id", "sessions.user_id", "totp.user_id",
}  # fmt: skip
"""Rows of a user alone, which nobody waits for."""
STEPS = [kind for kind, work in references.ASSIGNED.items() if work.about]


def naming_people() -> set[str]:
    return {
        str(column)
        for table in Base.metadata.sorted_tables
        for column in table.c
        if column.references(User.__table__.c.id) or OTHERS.get(str(column)) == "a person"
    }


def handed_on() -> set[str]:
    return {f"{work.entity.__tablename__}.assigned_to" for work in references.ASSIGNED.values()}


def test_every_column_that_names_a_person_says_whether_it_is_open_work() -> None:
    assert naming_people() == handed_on() | FOLLOWS.keys() | DONE | OWN


def test_control_work_that_nobody_hands_on_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in STEPS:
        monkeypatch.delitem(references.ASSIGNED, kind)
    assert naming_people() - handed_on() - FOLLOWS.keys() - DONE - OWN == {"next_steps.assigned_to"}


def test_next_steps_about_every_kind_of_record_are_handed_on_by_one_word_to_its_people() -> None:
    """A word stands for kinds that the same people handle: who may take the one may take the other."""
    assert set(references.ASSIGNED) == set(AssignedKind)
    about = [(kind, step) for step in STEPS for kind in references.ASSIGNED[step].about]
    assert sorted(kind for kind, _ in about) == sorted(RecordKind)
    assert all(references.ASSIGNED[step].flags == WRITERS[kind].flags for kind, step in about)
