"""Secrets of letters: what the link of a letter opens stands in that letter alone, and in no row as plain text."""

from __future__ import annotations

import re
from email.message import EmailMessage

import pytest
from sqlalchemy import select

from duskline.core.data.base import Base
from duskline.core.data.keys import LENGTH
from duskline.core.mail.outbox import MAILS, enqueue
from duskline.letters.words import OWN_DATA, written
from duskline.models.people.access_links import new_secret
from duskline.settings import Mailbox
from tests.mailbox import delivered, text_of
from tests.panel.notifying.test_letter_words import KIND_NAMES, WRITES
from tests.world import World

SECRET = re.compile(rf"(?<![\w-])[\w-]{{{LENGTH}}}(?![\w-])")
"""A token or a signature: both are 256 bits in letters, digits, minus signs and underscores."""
WITH_SECRET = {"privacy_request", "newsletter", "visit_planned", "visit_moved", "invitation", "password"}
"""Kinds of letters whose link opens something without a session."""


@pytest.fixture
def world(mailing_world: World) -> World:
    return mailing_world


async def rows(world: World) -> dict[str, str]:
    """Returns what stands in each table, as one text."""
    async with world.database.reads.connect() as connection:
        return {
            table.name: repr([tuple(row) for row in await connection.execute(select(table))])
            for table in Base.metadata.sorted_tables
        }


def secrets_of(letter: EmailMessage) -> set[str]:
    return set(SECRET.findall(text_of(letter)))


@pytest.mark.parametrize("kind", KIND_NAMES)
async def test_the_secret_of_a_letter_stands_in_no_row(world: World, kind: str) -> None:
    await WRITES[kind](world)
    waiting = await rows(world)
    assert SECRET.findall(waiting[MAILS.name]) == []
    (*_, (_, letter)) = await delivered(world)
    secrets = secrets_of(letter)
    assert bool(secrets) is (kind in WITH_SECRET)
    left = await rows(world)
    assert [
        name for name in left for secret in secrets if secret in waiting[name] or secret in left[name]
    ] == []


async def test_control_a_secret_that_is_written_at_once_is_seen(world: World) -> None:
    token = new_secret()
    async with world.console() as db:
        places = {"wanted": "a copy", "link": f"{world.services.public_url}/open?token={token}"}
        letter = written(OWN_DATA, Mailbox("a@r.example", ""), world.services.company, places)
        await enqueue(db, letter, kind="open")
    waiting = await rows(world)
    assert set(SECRET.findall(waiting[MAILS.name])) == {token}
    assert [name for name, words in waiting.items() if token in words] == [MAILS.name]
    ((_, left),) = await delivered(world)
    assert secrets_of(left) == {token}
