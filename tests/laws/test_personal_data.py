"""Personal data: no column of text without a word on what it may say about people, and what becomes of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from sqlalchemy import (
    JSON,
    CheckConstraint,
    Column,
    LargeBinary,
    PrimaryKeyConstraint,
    String,
    UniqueConstraint,
)

from duskline.app import ENDPOINTS
from duskline.core.data.audit import AuditLog
from duskline.core.data.base import Base
from duskline.core.data.calls import Operation
from duskline.core.data.personal import Fate, Part, Whose
from duskline.core.data.pointers import of_person
from duskline.core.mail.bounces import BouncedAddress
from duskline.models.privacy.personal_data import DERIVED, HELD, NOTHING, worked_out
from duskline.models.privacy.privacy import PrivacyRequest
from duskline.models.records.conversions import Merge
from duskline.models.records.enquiries import ContactSubmission, NewsletterSubscription
from duskline.models.records.sales import QuoteRequest
from duskline.models.schedule.visit_letters import VisitLetter
from tests.laws.test_credentials import COLUMNS
from tests.panel.privacy.test_erasing_apart import CLASHES

assert ENDPOINTS, "every model is imported"


def listed(column: Column[Any]) -> bool:
    """Whether it takes the values of one set alone."""
    checks = [each for each in column.constraints if isinstance(each, CheckConstraint)]
    return any(str(check.sqltext).startswith(f"{column.name} IN (") for check in checks)


def texts() -> Iterator[Column[Any]]:
    """Columns that could say something about somebody: no ids, no keys of other tables, no values of a set."""
    derived = {entity.__table__ for entity in worked_out()}
    for table in Base.metadata.sorted_tables:
        for column in table.columns if table not in derived else ():
            says = isinstance(column.type, (String, JSON, LargeBinary)) or column.type.python_type is dict
            if says and not (column.foreign_keys or column.name in {"id", *DERIVED} or listed(column)):
                yield column


def undeclared(held: Mapping[Any, Any]) -> set[str]:
    known: dict[str, set[str]] = {}
    for entity, personal in held.items():
        known.setdefault(entity.__table__.name, set()).update(personal.parts, personal.free)
    for entity, names in NOTHING.items():
        known.setdefault(entity.__table__.name, set()).update(names)
    return {str(column) for column in texts() if column.name not in known.get(column.table.name, set())}


def test_every_column_of_text_is_declared() -> None:
    assert undeclared(HELD) == set()


def test_every_table_is_declared_once() -> None:
    declared = [entity.__table__.name for entity in (*HELD, *NOTHING, *worked_out())]
    assert sorted(declared) == sorted(table.name for table in Base.metadata.sorted_tables)


@pytest.mark.parametrize("entity", [each for each, personal in HELD.items() if personal.parts])
def test_control_a_table_that_is_forgotten_is_named(entity: Any) -> None:
    left = {each: personal for each, personal in HELD.items() if each is not entity}
    assert any(name.startswith(f"{entity.__table__.name}.") for name in undeclared(left))


def test_declarations_name_columns_that_are_there_and_what_is_kept_says_why() -> None:
    for entity, personal in HELD.items():
        columns = set(entity.__table__.columns.keys())
        named = {
            *personal.parts,
            *personal.of,
            *personal.also,
            *personal.own,
            *personal.free,
            *personal.blanks,
            *filter(None, [personal.ended]),
            *personal.shown_in,
            *personal.withheld,
        }
        assert named <= columns, (entity, named - columns)
        assert personal.why or (personal.fate is not Fate.KEEP and personal.kept is None), entity
    for entity, names in NOTHING.items():
        assert set(names) <= set(entity.__table__.columns.keys()), entity


def relating_for_good(held: Mapping[Any, Any]) -> list[str]:
    """Tables that make two records one person's and have a column for when that was undone, of which nothing is said."""
    return [
        entity.__tablename__
        for entity, personal in held.items()
        if personal.also and "undone_at" in entity.__table__.c and personal.ended != "undone_at"
    ]


def test_what_was_undone_makes_nobody_one_person() -> None:
    assert relating_for_good(HELD) == []


def test_control_a_relation_that_can_be_undone_is_named() -> None:
    forgetful = msgspec.structs.replace(HELD[Merge], ended=None)
    assert relating_for_good({Merge: forgetful}) == ["merges"]


def misplaced(held: Mapping[Any, Any]) -> list[str]:
    """Tables with an address of their own that do not say whose it is, or say it wrongly: a row that names a person's record is not about
    whoever has the address."""
    return [
        entity.__tablename__
        for entity, personal in held.items()
        if (personal.whose is not None) != bool(personal.own)
        or (personal.whose is Whose.RECORD and not of_person(entity))
        or (personal.whose is Whose.ADDRESS and of_person(entity))
    ]


def test_an_address_says_whose_it_is() -> None:
    assert misplaced(HELD) == []


@pytest.mark.parametrize("whose", [None, Whose.RECORD])
def test_control_a_table_that_does_not_say_it_is_named(whose: Whose | None) -> None:
    silent = msgspec.structs.replace(HELD[NewsletterSubscription], whose=whose)
    assert misplaced({NewsletterSubscription: silent}) == ["newsletter_subscriptions"]


def test_control_a_table_that_names_a_record_and_is_said_to_know_nobody_is_named() -> None:
    wrong = msgspec.structs.replace(HELD[VisitLetter], whose=Whose.ADDRESS)
    assert misplaced({VisitLetter: wrong}) == ["visit_letters"]


DRAWN_IN = {
    "leads": "a lead and its client are one person, whichever address is named",
    "clients": "a lead and its client are one person, whichever address is named",
    "visit_letters": "we wrote it to the client of the record",
    "arrival_letters": "we wrote it to the client of the record",
    "mails": "we wrote it about what is the person's",
    "import_rows": "it made or filled the record",
}
"""Tables whose rows are a person's by a link, whatever address they have, and why. What visitors sent is the sender's (`sent`)."""


def drawn_in_with_any_sender(held: Mapping[Any, Any]) -> set[str]:
    return {
        entity.__tablename__
        for entity, personal in held.items()
        if personal.own and not personal.sent and (personal.of or personal.about or of_person(entity))
    }


def test_a_row_with_an_address_that_hangs_on_a_record_says_whose_it_is() -> None:
    assert drawn_in_with_any_sender(HELD) == DRAWN_IN.keys()


@pytest.mark.parametrize("entity", [ContactSubmission, QuoteRequest])
def test_control_what_visitors_send_and_does_not_say_so_is_named(entity: Any) -> None:
    silent = msgspec.structs.replace(HELD[entity], sent=False)
    assert drawn_in_with_any_sender({entity: silent}) == {entity.__tablename__}


ABOUT_ITS_ROW = {
    "dropped_photos.photo": "a photo of the row's job",
    "drawings.drops": "lines on the row's picture",
    "import_rows.cells": "a row of a file, of one person",
    "import_rows.edits": "what was typed over its cells",
    "mails.before": "how the letter stood before somebody decided about it",
    "security_events.details": "what was done to the row's account",
    "sessions.sess": "the row's own session",
    "visit_letters.visits": "days and hours; told to whom the letter went",
    "visits.replied": "the answer to the row's visit",
    "work_orders.images": "photos of the row's job",
}
"""JSON that a copy tells, because it is about the person of its row alone."""


def unsure(held: Mapping[Any, Any]) -> set[str]:
    """Columns of JSON that may show how another record or an earlier person was: they are neither withheld nor known to be about their row."""
    return {
        f"{entity.__tablename__}.{name}"
        for entity, personal in held.items()
        for name, part in personal.parts.items()
        if part in (Part.DATA, Part.BYTES)
        and personal.fate is not Fate.KEEP
        and name not in personal.withheld
    }


def test_json_that_may_show_other_people_is_withheld_from_a_copy() -> None:
    assert unsure(HELD) == ABOUT_ITS_ROW.keys()


@pytest.mark.parametrize("entity", [AuditLog, Merge, Operation])
def test_control_json_of_which_nothing_is_said_is_named(entity: Any) -> None:
    candid = msgspec.structs.replace(HELD[entity], withheld=())
    assert unsure({entity: candid}) - ABOUT_ITS_ROW.keys()


def rewritten_keys(held: Mapping[Any, Any]) -> set[str]:
    """Unique keys of which an erasure rewrites a column, or one that a column follows from."""
    found = set()
    for entity, personal in held.items():
        table, stays = entity.__table__, personal.fate is Fate.KEEP
        goes = personal.fate is Fate.ERASE and personal.mentions is Fate.ERASE
        unique: list[Any] = [index for index in table.indexes if index.unique]
        unique += [
            each for each in table.constraints if isinstance(each, (UniqueConstraint, PrimaryKeyConstraint))
        ]
        for key in unique if not (stays or goes) else ():
            names = [column.name for column in key.columns]
            if {*personal.parts, *DERIVED} & set(names):
                found.add(f"{table.name} ({', '.join(names)})")
    return found


def test_of_each_unique_key_that_an_erasure_rewrites_a_test_knows_rows_that_would_be_the_same() -> None:
    assert rewritten_keys(HELD) == set(CLASHES)


@pytest.mark.parametrize("entity", [BouncedAddress, NewsletterSubscription])
def test_control_a_unique_key_that_no_test_knows_is_named(entity: Any) -> None:
    rewriting = msgspec.structs.replace(HELD[entity], mentions=Fate.ANONYMISE)
    assert f"{entity.__tablename__} (email_key)" in rewritten_keys({entity: rewriting})


ENDED_WITH_THE_ACCOUNT = {"api_tokens.secret", "users.known_by"}
"""An account is deactivated before it is erased, which ends them (`duskline/credentials.py`)."""


def secrets_that_stay(held: Mapping[Any, Any]) -> set[str]:
    """Columns of secrets in rows that stay without the person, and that an erasure leaves as they are."""
    secrets = set(COLUMNS)
    return {
        str(column)
        for entity, personal in held.items()
        for column in entity.__table__.columns
        if personal.fate is Fate.ANONYMISE and str(column) in secrets and column.name not in personal.blanks
    }


def test_an_erasure_ends_the_secrets_of_rows_that_stay() -> None:
    assert secrets_that_stay(HELD) == ENDED_WITH_THE_ACCOUNT


def test_control_a_secret_that_outlives_its_person_is_named() -> None:
    forgetful = msgspec.structs.replace(HELD[PrivacyRequest], blanks={})
    assert secrets_that_stay({PrivacyRequest: forgetful}) == {"privacy_requests.secret"}
