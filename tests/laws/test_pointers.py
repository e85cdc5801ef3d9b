"""What points at a record: no column without a word on what becomes of it when its record is merged, undone, removed or erased."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Column, String

from duskline.app import ENDPOINTS
from duskline.core.data import pointers
from duskline.core.data.audit import Audited
from duskline.core.data.base import Base
from duskline.core.data.pointers import POINTER, declared, made_at, pointers_at
from duskline.models.merging.undoing import MADE
from duskline.models.privacy import going
from duskline.models.privacy.personal_data import HELD, worked_out
from duskline.models.records.about import About, Subject
from duskline.models.records.mergeable import Mergeable
from duskline.models.records.properties import Property
from duskline.models.records.subjects import SUBJECTS

assert ENDPOINTS, "every model is imported"

ROOT = Path(__file__).resolve().parents[2]
RECORDS = frozenset(
    {"leads", "clients", "properties", "work_orders", "support_tickets", "contact_submissions", "visits"}
)
OTHERS = {
    "audit_logs.place_id": "a branch or region", "audit_logs.token_id": "an API token", "chores.lease": "a worker",
    "drawings.picture_id": "a file", "imports.lease": "a worker", "leads.step_of": "a person", "mails.lease": "a worker",
    "newsletters.reached": "the last subscriber of a batch", "notifications.letter": "an email", "record_counts.branch_id": "a branch",
    "security_events.place_id": "a branch or region", "security_events.token_id": "an API token", "webhooks.lease": "a worker",
}  # fmt: skip
"""Ids without a foreign key that name no record, and what they name."""
NAMED_IN_JSON = {
    "audit_logs.changes": "history keeps the ids of its day",
    "conversions.before": "the snapshot that an Undo goes back to",
    "dropped_photos.photo": "the visit at which a photo was taken, whose id no merge changes",
    "import_rows.matches": "who a row may be, found again by each check",
    "merges.before": "the snapshot that an Undo goes back to",
    "merges.gone": "the snapshot that an Undo goes back to",
    "merges.moved": "the snapshot that an Undo goes back to",
    "schedule_moves.items": "visits, whose ids no merge changes; an Undo asks each whether it is there",
    "visit_letters.visits": "visits, whose ids no merge changes; a letter says what its reader knew",
    "work_orders.images": "the visit at which a photo was taken, whose id no merge changes",
}
"""JSON that holds ids of records, and why a merge or removal leaves these as they are. An id that must follow gets a column."""
NAMES_NOTHING_IN_JSON = {
    "api_tokens.areas", "branch_details.holidays", "branch_details.open_hours", "drawings.drops",
    "erasures.receipt", "erasures.wanted", "import_matchings.defaults", "import_matchings.matching", "import_rows.cells",
    "import_rows.edits", "import_rows.faults", "import_rows.filled", "imports.columns", "imports.defaults", "imports.matching",
    "imports.unsettled", "list_looks.columns", "mails.before", "passkeys.transports", "saved_reports.measures", "security_events.details", "sessions.sess",
    "set_aside.rows", "settings.held", "site_items.details", "visits.crew", "visits.replied", "webhooks.events", "webhooks.former",
    "work_orders.materials_used",
}  # fmt: skip
SETTLED_BY_REMOVING = {"warranties.work_order_id"}
"""A draft goes with its order; what was confirmed keeps it."""


def pointing() -> Iterator[Column[Any]]:
    """Columns that name records: by a foreign key, or by an id of which nothing says that it names something else."""
    derived = {entity.__table__ for entity in worked_out()}
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            at = {key.column.table.name for key in column.foreign_keys}
            is_id = isinstance(column.type, String) and column.type.length == 36 and column.name != "id"
            loose = is_id and not at and table not in derived and str(column) not in OTHERS
            if at & RECORDS or loose:
                yield column


def undeclared() -> list[str]:
    return [
        f"{column}: nothing says what becomes of it. Give it `info=pointer(...)` where it is mapped (`core/data/pointers.py`)."
        for column in pointing()
        if POINTER not in column.info
    ]


def test_whatever_points_at_a_record_says_what_becomes_of_it() -> None:
    assert undeclared() == []


@pytest.mark.parametrize("name", [str(attribute.property.columns[0]) for attribute, _ in declared()])
def test_control_a_column_that_says_nothing_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    column = next(
        column for table in Base.metadata.sorted_tables for column in table.c if str(column) == name
    )
    monkeypatch.delitem(column.info, POINTER)
    assert [sentence.partition(":")[0] for sentence in undeclared()] == [name]


def test_json_says_whether_it_holds_ids_of_records() -> None:
    """No foreign key can stand there, so a new column is put into one of both lists, with what becomes of its ids."""
    columns = {
        str(column)
        for table in Base.metadata.sorted_tables
        for column in table.c
        if isinstance(column.type, JSON)
    }
    assert columns == NAMED_IN_JSON.keys() | NAMES_NOTHING_IN_JSON
    assert not NAMED_IN_JSON.keys() & NAMES_NOTHING_IN_JSON


def test_what_does_not_follow_hang_or_belong_to_the_person_says_why() -> None:
    assert [str(attribute) for attribute, said in declared() if _is_apart(said) and not said.why] == []


def test_a_column_that_is_asked_first_says_whose_the_row_is_by_itself() -> None:
    for attribute, said in declared():
        if said.after is not None:
            first = attribute.class_.__table__.c[said.after].info[POINTER]
            assert first.person, attribute
            assert first.after is None, attribute


def _is_apart(said: Any) -> bool:
    return not (said.follows and said.hangs and said.person)


def test_what_may_keep_a_record_from_being_removed_is_asked_before_the_database_refuses() -> None:
    refused = {
        str(column)
        for column in pointing()
        for key in column.foreign_keys
        if key.ondelete is None and column.info[POINTER].holds is None
    }
    assert refused == SETTLED_BY_REMOVING


def test_what_a_merge_leads_over_can_be_found_again_by_its_id() -> None:
    """And so can what hangs on a conversion, or was written since."""
    mergeable = [entity for entity in _entities() if issubclass(entity, Mergeable)]
    for record in (*mergeable, *MADE.values()):
        for attribute, said in pointers_at(record):
            assert not (said.follows or said.hangs) or hasattr(attribute.class_, "id"), attribute
            assert said.kind is None or not said.hangs or hasattr(attribute.class_, "updated_at"), attribute


def undated() -> list[str]:
    """Columns that hang on a record, of whose rows nothing says when they were made: no undo of a merge would see one that is new."""
    records: list[type[Any]] = [*SUBJECTS.values(), Property]
    return [
        f"{column}: nothing says when its row was made. Name the time's column with `pointer(made_at=...)`."
        for record in records
        for column, said in pointers_at(record)
        if said.hangs and made_at(column, said) is None
    ]


def test_what_hangs_on_a_record_says_when_it_was_made() -> None:
    assert undated() == []


def test_control_a_table_that_says_no_time_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pointers, "_stands_beside", lambda _: None)
    named = {sentence.partition(":")[0] for sentence in undated()}
    assert named >= {"EnquiryHandling.lead_id", "EnquiryHandling.client_id", "TicketDetails.client_id"}
    assert "DroppedPhoto.work_order_id" not in named


def _entities() -> list[Any]:
    return [mapper.class_ for mapper in Base.registry.mappers]


def test_the_browser_has_a_word_for_all_that_a_merge_counts() -> None:
    merging = (ROOT / "web/app/panel/layout/record-page/merge.tsx").read_text()
    counted = {said.counts for _, said in declared() if said.counts is not None}
    assert {word for word in counted if f"  {word}: [" not in merging} == set()


def going_away(record: Any) -> set[str]:
    """The tables whose rows go when a record is removed, as the schema and the models say."""
    found: set[str] = set()
    new = {record.__table__}
    if issubclass(record, Subject):
        new |= {entity.__table__ for entity in _entities() if issubclass(entity, About)}
    while new:
        found |= {table.name for table in new}
        new = {
            table
            for table in Base.metadata.sorted_tables
            for key in table.foreign_keys
            if key.ondelete == "CASCADE" and key.column.table.name in found and table.name not in found
        }
    return found - {record.__tablename__}


def named_by_removal(record: Any) -> set[str]:
    found: set[str] = set()
    new = {record}
    while new:
        tables = {table for entity in new for table, _ in going.hanging(entity, [])}
        new = {going.entity_of(table) for table in tables if table.name not in found}
        found |= {table.name for table in tables}
    return found


def unnamed() -> set[str]:
    """Tables whose rows would go away with somebody's record, and no row of the log would name them. What has no id is named nowhere."""
    records = [entity for entity in HELD if issubclass(entity, Audited)]
    gone = {table for record in records for table in going_away(record) - named_by_removal(record)}
    return {table for table in gone if "id" in Base.metadata.tables[table].c}


def test_what_goes_with_a_record_is_named_by_its_removal() -> None:
    assert unnamed() == set()


def test_control_what_a_removal_does_not_look_for_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(going, "abouts", list)
    assert {"visits", "activities", "next_steps"} <= unnamed()


STAYS = {"contact_submissions": "nobody removes a message: it is archived"}
"""Tables without a row in the log for what is removed."""


def let_go_unnamed() -> set[str]:
    """Keys that become null with what they name, of rows about the same person, that a removal does not name."""
    named = {str(column) for _, column in going.letting_go()}
    held = {entity.__table__: entity for entity in HELD}
    becoming_null = {
        str(key.parent)
        for table in held
        for key in table.foreign_keys
        if key.ondelete == "SET NULL" and POINTER in key.parent.info and key.parent.info[POINTER].person
    }
    return becoming_null - named


def test_what_names_a_record_until_it_is_removed_is_named_by_its_removal() -> None:
    assert let_go_unnamed() == set()
    audited = {entity.__tablename__ for entity in _entities() if issubclass(entity, Audited)}
    at = {key.column.table.name for _, column in going.letting_go() for key in column.foreign_keys}
    assert at - audited == STAYS.keys()


def test_control_a_key_that_no_removal_asks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(going, "of_person", lambda _: ("id", "client_id"))
    assert let_go_unnamed() >= {"ticket_details.lead_id", "enquiry_handling.ticket_id"}
