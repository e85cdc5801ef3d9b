"""The table of credentials: each event happens in every way there is, and each credential that somebody still holds is tried."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import partial

import pytest
from sqlalchemy import Column, MetaData, String, Table

from duskline.chores import writers_of
from duskline.core.data.base import Base
from duskline.credentials import ENDERS, NO_CREDENTIALS, TABLE, Credential, Event, Fate
from duskline.organization import present
from tests.endings import without
from tests.laws.accounts import (
    FIRST_ROLE,
    HOLDS,
    NEXT_ROLE,
    USERS,
    WAYS,
    Person,
    Way,
    adds_a_factor,
    changes_the_password,
    comes_back,
    comes_back_by_command,
    gets_a_password_by_command,
    gets_a_role,
    gets_a_role_by_command,
    gets_a_role_that_asks,
    gets_a_role_that_asks_by_command,
    gets_an_address,
    good,
    has_it_turned_off,
    is_asked_for_two_steps,
    is_moved_by_command,
    is_restored,
    makes_new_codes,
    moves,
    removes_a_factor,
    sets_up_an_app_that_is_owed,
    sets_up_what_is_owed,
)
from tests.laws.routes import CALLS, UNSAFE
from tests.laws.test_imports import modules, tree_of
from tests.world import NEAR, World

OWED = {sets_up_what_is_owed, sets_up_an_app_that_is_owed}
AMONG_FACTORS = {Event.FACTOR_REMOVED, Event.TWO_STEPS_OFF, Event.NEW_CODES}
OF_FACTORS = {Credential.APP, Credential.PASSKEY, Credential.RECOVERY_CODES, Credential.HALF_SESSION}
OF_THE_INVITED = {
    gets_a_password_by_command, gets_a_role, gets_a_role_by_command, gets_a_role_that_asks,
    gets_a_role_that_asks_by_command, moves, is_moved_by_command, gets_an_address, comes_back_by_command, is_asked_for_two_steps,
    is_restored,
}  # fmt: skip
CASES = [pytest.param(event, way, id=f"{way.__name__}") for event, ways in WAYS.items() for way in ways]


def address_of(credential: Credential) -> str:
    return f"{credential.name.lower()}@people.example"


async def somebody(world: World, credential: Credential, event: Event, way: Way) -> Person | None:
    """Whoever holds what is needed for it to happen; None where it cannot happen in this way."""
    if credential is Credential.INVITATION:
        return await somebody_invited(world) if way in OF_THE_INVITED else None
    user = await world.hire(FIRST_ROLE, branch=NEAR, email=address_of(credential))
    person = Person(world, user.id, user.email)
    for role in (FIRST_ROLE, NEXT_ROLE):
        await person.require(role, yes=False)
    if way in OWED and credential in OF_FACTORS:
        return None
    person.me = await person.signed_in()
    if event is Event.ROLE_ASKS and credential is Credential.HALF_SESSION:
        await person.require(FIRST_ROLE)
    elif credential is Credential.SETTING_UP and event in AMONG_FACTORS:
        person.phone = await person.add_passkey()
        if event is Event.FACTOR_REMOVED:
            await person.add_passkey()
    elif credential in OF_FACTORS or event in AMONG_FACTORS:
        await person.add_app()
        if credential is Credential.PASSKEY or event is Event.FACTOR_REMOVED:
            person.phone = await person.add_passkey()
        if (credential, event) == (Credential.APP, Event.FACTOR_REMOVED):
            person.phone = None  # it goes
    return person


async def somebody_invited(world: World) -> Person:
    email = "invited@people.example"
    body = {"email": email, "role": FIRST_ROLE, "branchId": NEAR}
    invited = good(await world.client("admin").post(f"{USERS}/invitations", json=body))
    return Person(world, invited["id"], email)


async def becomes(world: World, credential: Credential, event: Event, way: Way) -> Fate | None:
    """What becomes of a credential; None where it cannot happen in this way."""
    person = await somebody(world, credential, event, way)
    if person is None:
        return None
    try_it = await HOLDS[credential](person)
    await way(person)
    fate = await try_it()
    if fate is None and event is Event.DEACTIVATED:
        await person.patch(status="active")
        return Fate.RESTS if await try_it() else Fate.ENDS
    return fate or Fate.ENDS


@pytest.mark.parametrize(("event", "way"), CASES)
async def test_what_becomes_of_each_credential(mailing_world: World, event: Event, way: Way) -> None:
    world = mailing_world
    expected, found = {}, {}
    for credential in Credential:
        if TABLE[credential][event] is Fate.NEVER:
            continue
        fate = await becomes(world, credential, event, way)
        if fate is not None:
            expected[credential], found[credential] = TABLE[credential][event], fate
    assert found == expected
    assert len(found) >= 6


# --- what was decided, in words of its own ---


def test_another_factor_ends_known_browsers_and_other_sessions() -> None:
    gone = {Credential.SESSION, Credential.HALF_SESSION, Credential.KNOWN_BROWSER}
    for event in (Event.FACTOR_ADDED, Event.FACTOR_REMOVED, Event.TWO_STEPS_OFF):
        assert {each for each in gone if TABLE[each][event] is Fate.ENDS} == gone


def test_a_deactivated_person_keeps_nothing_that_opens() -> None:
    assert {TABLE[each][Event.DEACTIVATED] for each in Credential} == {Fate.ENDS, Fate.RESTS, Fate.NEVER}


def test_what_cannot_meet_is_known() -> None:
    never = {
        (each.name, event.name) for each in Credential for event in Event if TABLE[each][event] is Fate.NEVER
    }
    assert never == {
        *((each, "ROLE_ASKS") for each in ("APP", "PASSKEY", "RECOVERY_CODES")),
        *(("INVITATION", event) for event in ("FACTOR_ADDED", "FACTOR_REMOVED", "TWO_STEPS_OFF", "NEW_CODES")),
        ("INVITATION", "DEACTIVATED"), ("INVITATION", "OTHERS_ENDED"),
    }  # fmt: skip


def test_whatever_ends_has_its_ending_and_every_event_its_ways() -> None:
    ends = {each for each in Credential if Fate.ENDS in TABLE[each].values()}
    assert ends - set(ENDERS) == {Credential.PASSWORD}, "a password ends by the next one"
    assert list(WAYS) == list(Event)
    assert list(HOLDS) == list(Credential)


@pytest.mark.parametrize(
    ("credential", "event", "way"),
    [
        (Credential.SESSION, Event.FACTOR_ADDED, adds_a_factor),
        (Credential.SESSION, Event.TWO_STEPS_OFF, has_it_turned_off),
        (Credential.KNOWN_BROWSER, Event.FACTOR_REMOVED, removes_a_factor),
        (Credential.RECOVERY_CODES, Event.NEW_CODES, makes_new_codes),
        (Credential.PASSWORD_LINK, Event.NEW_PASSWORD, gets_a_password_by_command),
        (Credential.PASSWORD_LETTER, Event.NEW_PASSWORD, changes_the_password),
        (Credential.PASSWORD_LETTER, Event.ACTIVATED, comes_back),
        (Credential.API_TOKEN, Event.ACTIVATED, comes_back),
        (Credential.ENDED_TOKEN, Event.ACTIVATED, comes_back),
        (Credential.SESSION, Event.RESTORED, is_restored),
    ],
)
async def test_control_an_ending_taken_out_of_the_table_lets_it_go_on(
    mailing_world: World, monkeypatch: pytest.MonkeyPatch, credential: Credential, event: Event, way: Way
) -> None:
    world = mailing_world
    assert await becomes(world, credential, event, way) is Fate.ENDS
    for one in (Event.DEACTIVATED, Event.ACTIVATED) if event is Event.ACTIVATED else (event,):
        without(monkeypatch, credential, one)
    again = f"again.{credential.name.lower()}@people.example"
    monkeypatch.setattr(f"{__name__}.address_of", lambda _: again)
    assert await becomes(world, credential, event, way) is not Fate.ENDS


# --- nothing that lets somebody in is missing from the table ---

SECRET = re.compile(
    r"secret|password|passkey|credential|token|challenge|signature|hash|code|known_by|public_key|^sid$|^pin$|^key$"
)
COLUMNS: dict[str, Credential | str] = {
    "users.password": Credential.PASSWORD,
    "users.known_by": Credential.KNOWN_BROWSER,
    "sessions.sid": Credential.SESSION,
    "totp.secret": Credential.APP,
    "passkeys.credential": Credential.PASSKEY,
    "passkeys.public_key": Credential.PASSKEY,
    "recovery_codes.hash": Credential.RECOVERY_CODES,
    "access_links.secret": Credential.PASSWORD_LINK,
    "api_tokens.secret": Credential.API_TOKEN,
    "calendar_feeds.secret": Credential.CALENDAR_FEED,
    "passkey_challenges.challenge": "Question to a passkey",
    "passkey_challenges.sid": "Question to a passkey",
    "privacy_requests.secret": "Link that confirms a request about one's data",
    "visitor_references.key_hash": "Key of a visitor's browser",
    "webhooks.secret": "Secret of a webhook",
    "server_keys.secret": "Secret of the server",
}
NAMES = {
    "audit_logs.token_id", "security_events.token_id", "regions.code", "rate_limits.key", "mails.key", "notifications.key",
}  # fmt: skip
"""Columns that name or count something, and hold no secret."""
MAKERS: dict[str, Credential | str] = {
    "account.devices": Credential.KNOWN_BROWSER,
    "account.endpoints": "Secret of the server",
    "account.passwords": Credential.PASSWORD,
    "models.people.access_links": Credential.PASSWORD_LINK,
    "models.people.api_tokens": Credential.API_TOKEN,
    "models.people.calendar_feeds": Credential.CALENDAR_FEED,
    "models.site.newsletters": "Link that ends a newsletter",
    "models.records.numbers": "Number of a record",
    "models.people.passkeys": "Question to a passkey",
    "models.people.people": Credential.KNOWN_BROWSER,
    "models.pictures.photos": "Address of a picture",
    "models.people.second_factors": Credential.RECOVERY_CODES,
    "models.people.sessions": Credential.SESSION,
    "models.schedule.visit_replies": "Link in an email about a visit",
    "models.notifying.webhooks": "Secret of a webhook",
    "models.privacy.privacy": "Link that confirms a request about one's data",
}
"""Modules that draw something random or sign something, and what it is."""
COOKIES: dict[str, Credential] = {
    "account.cookies": Credential.SESSION,
    "account.devices": Credential.KNOWN_BROWSER,
}
RANDOM = {
    "token_urlsafe",
    "token_hex",
    "token_bytes",
    "choice",
    "randbits",
    "random_base32",
    "new_secret",
    "urandom",
}


def columns_of_secrets(metadata: MetaData) -> set[str]:
    return {
        f"{table.name}.{column.name}"
        for table in metadata.sorted_tables
        for column in table.columns
        if SECRET.search(column.name)
    }


def calls(source: ast.Module) -> set[str]:
    """The names of what a module calls, without what they are called on."""
    found = set()
    for node in ast.walk(source):
        match node:
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
                found.add(name)
    return found


def signs(source: ast.Module) -> bool:
    """Whether a module signs by the server's key."""
    return "signed" in calls(source) and "duskline.core.data.keys" in {
        node.module for node in ast.walk(source) if isinstance(node, ast.ImportFrom)
    }


def makes_secrets(source: ast.Module) -> bool:
    return bool(calls(source) & RANDOM) or signs(source)


def ours(part: Callable[[ast.Module], bool]) -> set[str]:
    """The modules that do this, but those of mechanism, samples and trials."""
    elsewhere = ("core.", "demo", "demonstration.", "migrations.")
    return {name for name, path in modules() if part(tree_of(path)) and not name.startswith(elsewhere)}


def test_every_column_cookie_and_maker_of_secrets_is_in_the_table_or_known_to_be_none() -> None:
    assert columns_of_secrets(Base.metadata) - NAMES == set(COLUMNS)
    assert ours(makes_secrets) == set(MAKERS)
    assert ours(lambda source: "set_cookie" in calls(source)) == set(COOKIES)
    told = {*COLUMNS.values(), *MAKERS.values(), *COOKIES.values()}
    assert {each for each in told if not isinstance(each, Credential)} <= set(NO_CREDENTIALS)
    unseen = {
        Credential.HALF_SESSION, Credential.INVITATION, Credential.SETTING_UP, Credential.PASSWORD_LETTER,
        Credential.ENDED_TOKEN,
    }  # fmt: skip
    assert set(Credential) - told == unseen, (
        "these are rows of sessions, access_links, authenticators, mails and api_tokens"
    )


def test_control_a_column_or_a_module_that_is_new_is_seen() -> None:
    table = Table(
        "device_pins", MetaData(), Column("secret", String), Column("pin", String), Column("agent", String)
    )
    assert columns_of_secrets(table.metadata) == {"device_pins.secret", "device_pins.pin"}
    assert makes_secrets(ast.parse("import secrets\nsecrets.token_urlsafe(32)"))
    assert makes_secrets(ast.parse("from duskline.core.data.keys import signed\nsigned(database, purpose)"))
    assert not makes_secrets(ast.parse("from duskline.core.data.base import now\nnow()"))


def gives_passwords(source: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Attribute) and node.attr == "password" and isinstance(node.ctx, ast.Store)
        for node in ast.walk(source)
    )


def test_one_place_gives_another_password_and_all_ends_of_factors_go_through_the_table() -> None:
    assert ours(gives_passwords) == {"credentials"}
    ends = {
        "end_sessions",
        "end_links",
        "end_password_letters",
        "end_tokens",
        "end_for_good",
        "end_feeds",
        "end_recovery_codes",
        "end_app",
        "end_passkeys",
        "forget_browsers",
    }
    beside = {name: calls(tree_of(path)) & ends for name, path in modules() if name != "credentials"}
    assert {name: found for name, found in beside.items() if found} == {
        "models.people.access_links": {"end_links"},  # an invitation in place of the former
        "models.people.second_factors": {"end_app"},  # one that was never confirmed
    }


def test_control_a_password_given_elsewhere_is_seen() -> None:
    assert gives_passwords(ast.parse("user.password = hashed"))
    assert not gives_passwords(ast.parse("data.password == other.password"))


LETTERS: dict[str, Credential | str | None] = {
    "invitation": Credential.INVITATION,
    "password": Credential.PASSWORD_LETTER,
    "visit": "Link in an email about a visit",
    "newsletter": "Link that ends a newsletter",
    "privacy_request": "Link that confirms a request about one's data",
    "arrival": None,
    "news": None,
    "digest": None,
    "report": None,
}
"""Kinds of letters that are written when they leave, and what each lets its reader in by."""
BACK: dict[str, Credential | str | None] = {
    "api-tokens/{id:str}/restore": Credential.ENDED_TOKEN,
    "letters/{id:str}/send-again": Credential.PASSWORD_LETTER,
    "letters/{id:str}/take-back": Credential.PASSWORD_LETTER,
    "webhooks/{id:str}/restore": "Secret of a webhook",
    "bounced-addresses/{id:str}/take-back": None,
    "conversions/{id:str}/undo": None,
    "enquiries/{id:str}/restore": None,
    "imports/{id:str}/undo": None,
    "merges/{id:str}/undo": None,
    "saved-reports/{id:str}/restore": None,
    "schedule/moves/{id:str}/undo": None,
    "subscribers/{id:str}/take-back": None,
    "webhook-deliveries/{id:str}/send-again": None,
    "work-orders/{id:str}/photos/{photo_id:str}/restore": None,
}
"""Calls that take something back, and what lets somebody in again by that."""


async def test_every_letter_that_may_make_a_link_and_every_undo_is_known(world: World) -> None:
    """A new one that lets somebody in is a line of the table, so that what has ended by an event stays ended."""
    known = partial(present, world.database, world.services.company_file)
    assert set(writers_of(world.settings, known, world.database)) == set(LETTERS)
    assert ours(lambda source: "open_link" in calls(source)) == {
        "account.letters",
        "importing.making",
        "panel.people.invitations",
    }
    undoes = re.compile(r"/(restore|undo|take-back|send-again)$")
    assert {call.path.removeprefix("/api/panel/") for call in CALLS if undoes.search(call.path)} == set(BACK)
    found = {*LETTERS.values(), *BACK.values()} - {None}
    assert {each for each in found if not isinstance(each, Credential)} <= set(NO_CREDENTIALS)


EVENTS_OF_CALLS: dict[str, Event | None] = {
    "POST /api/auth/second-factor": None,
    "POST /api/auth/second-factor/app": None,
    "POST /api/auth/second-factor/app/confirm": Event.FACTOR_ADDED,
    "POST /api/auth/second-factor/app/remove": Event.FACTOR_REMOVED,
    "POST /api/auth/second-factor/ask": None,
    "POST /api/auth/second-factor/off": Event.TWO_STEPS_OFF,
    "POST /api/auth/second-factor/owed/app": None,
    "POST /api/auth/second-factor/owed/app/confirm": Event.FACTOR_ADDED,
    "POST /api/auth/second-factor/owed/passkeys": Event.FACTOR_ADDED,
    "POST /api/auth/second-factor/owed/passkeys/ask": None,
    "POST /api/auth/second-factor/passkey": None,
    "POST /api/auth/second-factor/passkeys": Event.FACTOR_ADDED,
    "POST /api/auth/second-factor/passkeys/ask": None,
    "POST /api/auth/second-factor/passkeys/{id:str}/remove": Event.FACTOR_REMOVED,
    "POST /api/auth/second-factor/recovery-codes": Event.NEW_CODES,
    "POST /api/panel/users/{id:str}/second-factor/off": Event.TWO_STEPS_OFF,
    "PATCH /api/auth/second-factor/passkeys/{id:str}": None,
    "POST /api/auth/password": Event.NEW_PASSWORD,
    "POST /api/auth/link": None,
    "POST /api/auth/link/use": Event.NEW_PASSWORD,
    "POST /api/auth/sessions/end-others": Event.OTHERS_ENDED,
    "DELETE /api/auth/sessions/{id:str}": None,
    "POST /api/auth/login": None,
    "POST /api/auth/logout": None,
    "POST /api/auth/check-email": None,
    "POST /api/auth/forgotten-password": None,
    "POST /api/auth/passkey": None,
    "POST /api/auth/passkey/ask": None,
    "PATCH /api/auth/user": None,
    "POST /api/auth/user/picture": None,
    "DELETE /api/auth/user/picture": None,
}


def test_every_write_about_accounts_is_an_event_or_known_to_be_none() -> None:
    """A new one is made to happen above, or is no event."""
    writes = {
        call.name
        for call in CALLS
        if call.method in UNSAFE and ("/api/auth/" in call.name or "second-factor" in call.name)
    }
    assert writes == set(EVENTS_OF_CALLS)
