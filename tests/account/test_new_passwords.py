"""A password forgotten, and one's own changed: one answer for every address, links that work once, and word of it by mail."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import event, select

from duskline.core.data.audit import AuditLog
from duskline.core.mail.delivery import Outcome, Send
from duskline.core.mail.outbox import MAILS
from duskline.credentials import Credential, Event
from tests.account.signing_in import log_in, new_session, status_of
from tests.endings import without
from tests.mailbox import Mailbox, delivered, html_of, text_of, token_in
from tests.world import COOKIE, PASSWORD, World, email_of

FORGOTTEN, LINK, USE = "/api/auth/forgotten-password", "/api/auth/link", "/api/auth/link/use"
CHANGE, USERS, LETTERS = "/api/auth/password", "/api/panel/users", "/api/panel/letters"
NEW = "a-fence-in-the-moonlight-3"


async def asked(world: World, email: str, address: str = "198.51.100.7", **headers: str) -> httpx.Response:
    async with world.client(address=address, **headers) as visitor:
        return await visitor.post(FORGOTTEN, json={"email": email})


async def token_for(world: World, who: str) -> str:
    assert (await asked(world, email_of(who))).status_code == 200
    ((_, message),) = await delivered(world)
    return token_in(text_of(message))


async def used(world: World, token: str, password: str = NEW) -> httpx.Response:
    async with world.client() as visitor:
        return await visitor.post(USE, json={"token": token, "password": password})


async def changed(world: World, who: str, present: str = PASSWORD, password: str = NEW) -> httpx.Response:
    return await world.client(who).post(CHANGE, json={"present": present, "password": password})


async def test_a_forgotten_password_is_replaced_by_a_letter_s_link(mailing_world: World) -> None:
    world = mailing_world
    other = await new_session(world, "near_rep")
    await asked(world, email_of("near_rep").upper())
    ((recipient, message),) = await delivered(world)
    assert (recipient, message["Subject"]) == (
        "near.rep@duskline.example", "Choose a new password for Duskline",
    )  # fmt: skip
    token = token_in(text_of(message))
    async with world.client() as visitor:
        shown = await visitor.post(LINK, json={"token": token})
        assert (shown.json()["kind"], shown.json()["email"]) == ("password", email_of("near_rep"))
        answer = await visitor.post(USE, json={"token": token, "password": NEW})
        assert (answer.status_code, answer.json()) == (200, {"success": True, "redirectUrl": "/panel"})
        assert (await visitor.get("/api/auth/user")).json()["id"] == "near_rep"
    assert await status_of(world, other) == 401, "every session from before has ended"
    async with world.client() as visitor:
        assert (await log_in(visitor, email_of("near_rep"))).status_code == 401
        assert (await log_in(visitor, email_of("near_rep"), NEW)).status_code == 200
    ((recipient, told),) = await delivered(world)
    assert (recipient, told["Subject"]) == ("near.rep@duskline.example", "Your Duskline password was changed")
    assert "http://127.0.0.1:8000/login?view=forgotten" in html_of(told)
    assert (await used(world, token)).status_code == 404


NOT_FOR = (
    email_of("deactivated"), email_of("client"), "nobody@home.example", email_of("near_rep"), email_of("admin"),
)  # fmt: skip


async def test_every_address_is_answered_alike_by_the_same_work(mailing_world: World) -> None:
    """Whether there is an account is not even asked: the statements are the same, to the letter."""
    world = mailing_world
    answers, work = [], []
    for number, email in enumerate(NOT_FOR):
        said: list[str] = []

        def note(_c: Any, _cursor: Any, statement: str, *_: Any, said: list[str] = said) -> None:
            said.append(statement)

        for engine in (world.database.reads, world.database.writes):
            event.listen(engine.sync_engine, "before_cursor_execute", note)
        answer = await asked(world, email, f"203.0.113.{number}")
        for engine in (world.database.reads, world.database.writes):
            event.remove(engine.sync_engine, "before_cursor_execute", note)
        answers.append((answer.status_code, answer.content))
        work.append(said)
    assert set(answers) == {(200, b'{"sendsMail":true}')}
    assert all(said == work[0] for said in work)
    assert len(work[0]) >= 3
    assert not any("users" in said for said in work[0])
    assert sorted(recipient for recipient, _ in await delivered(world)) == [
        email_of("admin"),
        email_of("near_rep"),
    ]
    async with world.database.reads.connect() as connection:
        kept = (await connection.scalars(select(MAILS.c.recipient))).all()
    assert sorted(kept) == [email_of("admin"), email_of("near_rep")], "of strangers nothing is kept"


async def test_one_letter_however_often_it_is_pressed(
    mailing_world: World, clock: Callable[..., None]
) -> None:
    world = mailing_world
    for number in range(5):
        await asked(world, email_of("near_rep"), f"203.0.113.{number}")
    assert len(await delivered(world)) == 1
    clock(minutes=6)
    await asked(world, email_of("near_rep"))
    assert len(await delivered(world)) == 1


async def test_asking_is_limited_for_an_address(mailing_world: World) -> None:
    statuses = [(await asked(mailing_world, f"n{number}@home.example")).status_code for number in range(21)]
    assert statuses == [200] * 20 + [429]


async def test_a_password_link_lasts_an_hour(mailing_world: World, clock: Callable[..., None]) -> None:
    token = await token_for(mailing_world, "near_rep")
    clock(minutes=59)
    async with mailing_world.client() as visitor:
        assert (await visitor.post(LINK, json={"token": token})).status_code == 200
    clock(minutes=61)
    assert (await used(mailing_world, token)).status_code == 404


async def test_asking_again_ends_no_link_and_using_one_ends_all(
    mailing_world: World, clock: Callable[..., None]
) -> None:
    tokens = []
    for minutes in (0, 6, 12):
        clock(minutes=minutes)
        tokens.append(await token_for(mailing_world, "near_rep"))
    assert (await used(mailing_world, tokens[1])).status_code == 200
    for token in tokens:
        assert (await used(mailing_world, token)).status_code == 404


async def test_of_two_links_used_at_once_one_counts(mailing_world: World, clock: Callable[..., None]) -> None:
    tokens = [await token_for(mailing_world, "near_rep")]
    clock(minutes=6)
    tokens.append(await token_for(mailing_world, "near_rep"))
    answers = await asyncio.gather(
        *(used(mailing_world, token, f"{NEW}{n}") for n, token in enumerate(tokens))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 404]


async def test_an_address_gets_five_letters_a_day(mailing_world: World, clock: Callable[..., None]) -> None:
    world = mailing_world
    answers, letters = set(), 0
    for number in range(8):
        clock(minutes=6 * number)
        answer = await asked(world, email_of("near_rep"), f"203.0.113.{number}")
        answers.add((answer.status_code, answer.content))
        letters += len(await delivered(world))
    assert (answers, letters) == ({(200, b'{"sendsMail":true}')}, 5)
    clock(hours=24, minutes=1)
    await asked(world, email_of("near_rep"))
    assert len(await delivered(world)) == 1


async def test_an_administrator_helps_whose_letters_a_stranger_has_used_up(
    mailing_world: World, clock: Callable[..., None]
) -> None:
    world, admin = mailing_world, mailing_world.client("admin")
    for number in range(5):
        clock(minutes=6 * number)
        await asked(world, email_of("near_rep"), f"203.0.113.{number}")
    assert len(await delivered(world)) == 5
    clock(minutes=36)
    await asked(world, email_of("near_rep"))
    assert await delivered(world) == []
    made = await admin.post(f"{USERS}/near_rep/link")
    assert made.status_code == 200, made.text
    assert (await used(world, token_in(made.json()["link"]))).status_code == 200
    (told, *_) = reversed((await admin.get(f"{USERS}/near_rep/history")).json())
    assert (told["who"], told["changes"]) == ("Admin", {"linkMade": [None, "password"]})


class Meanwhile(Mailbox):
    """Something happens between a letter being taken in hand and written."""

    def __init__(self, happens: Callable[[], Awaitable[object]]) -> None:
        super().__init__()
        self.happens = happens

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Send]:
        await self.happens()
        async with super().opened() as send:
            yield send


async def test_a_letter_in_hand_does_not_leave_once_what_it_asked_for_has_ended(mailing_world: World) -> None:
    world = mailing_world
    await asked(world, email_of("near_rep"))
    left = await delivered(world, mailbox=Meanwhile(lambda: changed(world, "near_rep")))
    assert left == []
    ((_, told),) = await delivered(world)
    assert told["Subject"] == "Your Duskline password was changed"


async def test_control_a_letter_in_hand_leaves_where_its_ending_is_taken_out(
    mailing_world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = mailing_world
    without(monkeypatch, Credential.PASSWORD_LETTER, Event.NEW_PASSWORD)
    await asked(world, email_of("near_rep"))
    ((_, message),) = await delivered(world, mailbox=Meanwhile(lambda: changed(world, "near_rep")))
    assert (await used(world, token_in(text_of(message)), f"{NEW}-4")).status_code == 200


@pytest.mark.parametrize("outcome", [Outcome.REFUSED, Outcome.LOST, Outcome.KEPT])
async def test_nobody_sends_a_letter_again_whose_link_has_ended(
    mailing_world: World, outcome: Outcome
) -> None:
    world, admin = mailing_world, mailing_world.client("admin")
    await asked(world, email_of("near_rep"))
    await delivered(world, outcome)
    async with world.database.reads.connect() as connection:
        (id,) = (await connection.scalars(select(MAILS.c.id))).all()
    if outcome is Outcome.LOST:
        assert (await admin.post(f"{LETTERS}/{id}/arrived")).status_code == 200
    assert (await changed(world, "near_rep")).status_code == 204
    for decision in ("take-back", "send-again"):
        assert (await admin.post(f"{LETTERS}/{id}/{decision}")).status_code == 404
    ((_, told),) = await delivered(world)
    assert told["Subject"] == "Your Duskline password was changed"


async def test_whoever_is_deactivated_meanwhile_stays_out(mailing_world: World) -> None:
    world = mailing_world
    token = await token_for(world, "near_rep")
    admin = world.client("admin")
    await admin.patch(f"{USERS}/near_rep", json={"status": "inactive"})
    assert (await used(world, token)).status_code == 404
    await admin.patch(f"{USERS}/near_rep", json={"status": "active"})
    assert (await used(world, token)).status_code == 404, "nor does it come back with the account"
    async with world.client() as visitor:
        assert (await log_in(visitor, email_of("near_rep"))).status_code == 200


async def test_deactivation_and_a_link_at_once_never_leave_somebody_in(mailing_world: World) -> None:
    world, admin = mailing_world, mailing_world.client("admin")
    for number in range(4):
        person = await world.hire("sales_rep", branch="1", email=f"p{number}@home.example")
        await asked(world, person.email, f"203.0.113.{number}")
        ((_, message),) = await delivered(world)
        answer, _ = await asyncio.gather(
            used(world, token_in(text_of(message))),
            admin.patch(f"{USERS}/{person.id}", json={"status": "inactive"}),
        )
        assert answer.status_code in (200, 404)
        async with world.client() as visitor:
            visitor.cookies.update(answer.cookies)
            assert (await visitor.get("/api/auth/user")).status_code == 401
        await delivered(world)


async def test_the_letter_leads_to_our_own_address_alone(mailing_world: World) -> None:
    world = mailing_world
    headers = {
        "x_forwarded_host": "evil.example",
        "forwarded": "host=evil.example",
        "referer": "https://evil.example/",
    }
    await asked(world, email_of("near_rep"), **headers)
    ((_, message),) = await delivered(world)
    assert "evil.example" not in message.as_string()
    assert (await asked(world, email_of("near_rep"), host="evil.example")).status_code == 421
    cross = {"origin": "https://evil.example", "sec_fetch_site": "cross-site"}
    assert (await asked(world, email_of("near_rep"), **cross)).status_code == 403


@pytest.mark.parametrize(
    "typed",
    ["a@b.c\r\nBcc: z@y.example", "=?utf-8?q?x=0aBcc:z@y?=@home.example", "a@home.example, b@home.example"],
)
async def test_an_address_that_is_none_gets_no_letter(mailing_world: World, typed: str) -> None:
    await asked(mailing_world, typed)
    assert await delivered(mailing_world) == []


async def test_without_mail_an_administrator_makes_a_link(world: World) -> None:
    assert (await asked(world, email_of("near_rep"))).json() == {"sendsMail": False}
    async with world.database.reads.connect() as connection:
        assert (await connection.execute(select(MAILS.c.id))).all() == []
    for who, status in (
        ("branch_ops_manager", 403),
        ("regional_ops_manager", 403),
        ("support", 403),
        ("admin", 200),
    ):
        answer = await world.client(who).post(f"{USERS}/near_rep/link")
        assert answer.status_code == status, who
    assert (await used(world, token_in(answer.json()["link"]))).status_code == 200
    for nobody in ("deactivated", "client"):
        assert (await world.client("admin").post(f"{USERS}/{nobody}/link")).status_code == 409


async def test_a_letter_of_which_no_answer_came_is_not_sent_again_by_itself(mailing_world: World) -> None:
    await asked(mailing_world, email_of("near_rep"))
    ((_, message),) = await delivered(mailing_world, Outcome.LOST)
    assert await delivered(mailing_world) == []
    assert (await used(mailing_world, token_in(text_of(message)))).status_code == 200


async def test_ones_own_password_is_changed_with_the_present_one(mailing_world: World) -> None:
    world = mailing_world
    other = await new_session(world, "near_rep")
    answer = await changed(world, "near_rep")
    assert answer.status_code == 204
    assert await status_of(world, answer.cookies[COOKIE]) == 200, "this session goes on, under another token"
    assert await status_of(world, world.tokens["near_rep"]) == 401
    assert await status_of(world, other) == 401
    assert await status_of(world, world.tokens["admin"]) == 200
    async with world.client() as visitor:
        assert (await log_in(visitor, email_of("near_rep"))).status_code == 401
        assert (await log_in(visitor, email_of("near_rep"), NEW)).status_code == 200
    ((recipient, message),) = await delivered(world)
    assert (recipient, message["Subject"]) == (email_of("near_rep"), "Your Duskline password was changed")


async def test_a_repeat_is_told_no_second_time_and_the_log_tells_the_change_once(
    mailing_world: World,
) -> None:
    world = mailing_world
    me = world.client("near_rep")
    assert (await me.post(CHANGE, json={"present": PASSWORD, "password": NEW})).status_code == 204
    other = await new_session(world, "near_rep")
    again = await me.post(CHANGE, json={"present": NEW, "password": NEW})
    assert (again.status_code, await status_of(world, other)) == (204, 401)
    assert len(await delivered(world)) == 1
    async with world.console() as db:
        rows = await db.scalars(select(AuditLog).where(AuditLog.entity_id == "near_rep"))
        assert [(row.user_id, row.changes) for row in rows] == [("near_rep", {"password": [None, "changed"]})]


async def test_the_log_tells_of_links_made_and_used(world: World) -> None:
    admin = world.client("admin")
    link = (await admin.post(f"{USERS}/near_rep/link")).json()["link"]
    assert (await used(world, token_in(link))).status_code == 200
    events = (await admin.get(f"{USERS}/near_rep/history")).json()
    assert [(event["who"], event["changes"]) for event in events] == [
        ("Near Rep", {"linkUsed": ["password", None]}),
        ("Admin", {"linkMade": [None, "password"]}),
    ]


async def test_the_present_password_must_be_right_and_guesses_are_limited(world: World) -> None:
    wrong = await changed(world, "near_rep", present="a-wrong-one")
    assert (wrong.status_code, wrong.json()["fields"]) == (
        400,
        {"present": "This is not your current password"},
    )
    statuses = [(await changed(world, "near_rep", present=f"guess-{n}")).status_code for n in range(10)]
    assert statuses == [400] * 9 + [429]
    assert (await changed(world, "near_rep")).status_code == 429, "nor does the right one tell"
    assert (await changed(world, "near_technician")).status_code == 204, "others are free"


@pytest.mark.parametrize(
    ("password", "said"),
    [("short", "Password must be at least 8 characters"), ("password", "This password is too common; please choose another one")],
)  # fmt: skip
async def test_a_weak_one_is_refused(world: World, password: str, said: str) -> None:
    answer = await changed(world, "near_rep", password=password)
    assert (answer.status_code, answer.json()["fields"]) == (400, {"password": said})
    assert (await changed(world, "near_rep")).status_code == 204, "what was refused for that did not count"


@pytest.mark.parametrize("who", ["no_role", "support", "homeless", "regional_ops_manager"])
async def test_everybody_of_the_staff_changes_their_own(world: World, who: str) -> None:
    assert (await changed(world, who)).status_code == 204


async def test_a_pending_link_ends_with_a_change(mailing_world: World) -> None:
    token = await token_for(mailing_world, "near_rep")
    assert (await changed(mailing_world, "near_rep")).status_code == 204
    assert (await used(mailing_world, token)).status_code == 404


async def test_of_two_changes_at_once_one_counts(world: World) -> None:
    answers = await asyncio.gather(*(changed(world, "near_rep", password=f"{NEW}{n}") for n in range(2)))
    assert sorted(answer.status_code for answer in answers) in ([204, 409], [204, 400], [204, 401])


async def test_control_without_ending_them_other_sessions_outlive_the_change(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    without(monkeypatch, Credential.SESSION, Event.NEW_PASSWORD)
    other = await new_session(world, "near_rep")
    assert (await changed(world, "near_rep")).status_code == 204
    assert await status_of(world, other) == 200


async def test_right_ones_are_no_guesses(world: World) -> None:
    me = world.client("near_rep")
    for _ in range(12):
        asked_for = await me.post("/api/auth/second-factor/app", json={"present": PASSWORD})
        assert asked_for.status_code == 200, asked_for.text
