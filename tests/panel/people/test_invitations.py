"""Invitations: who may invite whom and where, a link that works once and in time, and people created with a password."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from alembic import command
from sqlalchemy import select

from duskline.core.data import schema
from duskline.core.mail import outbox
from duskline.core.mail.delivery import Outcome
from duskline.core.mail.letters import Letter
from duskline.core.mail.outbox import MAILS
from duskline.credentials import Credential, Event
from duskline.models.people import access_links
from duskline.models.people.access_links import AccessLink
from duskline.models.people.people import User
from duskline.settings import Mailbox
from tests.endings import without
from tests.mailbox import delivered, html_of, link_in, text_of, token_in
from tests.world import COOKIE, World, email_of

USERS, INVITE = "/api/panel/users", "/api/panel/users/invitations"
LINK, USE, ME, LOGIN = "/api/auth/link", "/api/auth/link/use", "/api/auth/user", "/api/auth/login"
NEWCOMER = {"email": "Nell@home.example", "role": "technician", "firstName": "Nell", "branchId": "1"}
PASSWORD = "a-chair-under-the-oak-7"
CHOSEN = {"password": PASSWORD, "firstName": "Nell", "lastName": "Porch"}


async def invited(caller: httpx.AsyncClient, **given: Any) -> dict[str, Any]:
    answer = await caller.post(INVITE, json=NEWCOMER | given)
    assert answer.status_code == 201, answer.text
    row: dict[str, Any] = answer.json()
    return row


async def used(world: World, token: str, **given: Any) -> httpx.Response:
    async with world.client() as visitor:
        return await visitor.post(USE, json={"token": token, **CHOSEN, **given})


async def letter_token(world: World) -> str:
    ((_, message),) = await delivered(world)
    return token_in(text_of(message))


async def link_token(caller: httpx.AsyncClient, id: str) -> str:
    answer = await caller.post(f"{USERS}/{id}/link")
    assert answer.status_code == 200, answer.text
    return token_in(answer.json()["link"])


async def test_an_invitation_by_mail_lets_somebody_in_once(mailing_world: World) -> None:
    world = mailing_world
    manager = world.client("branch_ops_manager")
    await manager.patch(ME, json={"firstName": "Mona", "lastName": "O'Neil-D\u00edaz"})
    row = await invited(manager)
    assert (row["status"], row["role"], row["branchId"]) == ("inactive", "technician", "1")
    assert row["invitedUntil"]
    ((recipient, message),) = await delivered(world)
    assert (recipient, message["To"], message["Subject"]) == (
        "Nell@home.example", "Nell <Nell@home.example>", "Your invitation to Duskline",
    )  # fmt: skip
    link = link_in(text_of(message))
    assert link.startswith("http://127.0.0.1:8000/login?view=link#")
    assert html_of(message).count(link) == 3, "the button, and the address below it as a link"
    assert "Mona O'Neil-D\u00edaz has invited you to the staff panel of Duskline." in text_of(message)
    token = link.partition("#")[2]
    async with world.client() as visitor:
        shown = await visitor.post(LINK, json={"token": token})
        assert shown.json() == {
            "kind": "invitation", "email": "Nell@home.example", "firstName": "Nell", "lastName": None,
        }  # fmt: skip
        answer = await visitor.post(USE, json={"token": token, **CHOSEN})
        assert (answer.status_code, answer.json()) == (200, {"success": True, "redirectUrl": "/panel"})
        me = (await visitor.get(ME)).json()
        assert (me["role"], me["status"], me["firstName"], me["lastName"], me["homeBranchId"]) == (
            "technician", "active", "Nell", "Porch", "1",
        )  # fmt: skip
        again = await visitor.post(LOGIN, json={"email": "nell@home.example", "password": PASSWORD})
        assert again.status_code == 200
    late = await used(world, token)
    assert (late.status_code, late.json()["error"][:27]) == (404, "This link no longer works. ")
    assert (await manager.get(f"{USERS}/{row['id']}")).json()["invitedUntil"] is None


async def test_without_mail_the_link_is_told_once_to_whoever_invites(world: World) -> None:
    manager = world.client("branch_ops_manager")
    assert (await manager.get(f"{USERS}/grants")).json()["sendsMail"] is False
    row = await invited(manager)
    assert (await manager.post(f"{USERS}/{row['id']}/invitation")).status_code == 409
    first, second = await link_token(manager, row["id"]), await link_token(manager, row["id"])
    assert (await used(world, first)).status_code == 404, "a new link ends the former"
    assert (await used(world, second)).status_code == 200
    async with world.database.reads.connect() as connection:
        assert (await connection.execute(select(MAILS.c.id))).all() == []


async def test_where_mail_leaves_a_link_to_pass_on_takes_the_place_of_the_letter_s(
    mailing_world: World,
) -> None:
    world, manager = mailing_world, mailing_world.client("branch_ops_manager")
    row = await invited(manager)
    first = await letter_token(world)
    passed_on = await link_token(manager, row["id"])
    assert (await used(world, first)).status_code == 404
    assert (await manager.post(f"{USERS}/{row['id']}/invitation")).status_code == 200
    passed_on = await link_token(manager, row["id"])
    assert await delivered(world) == [], "the letter that waited would have ended the link"
    assert (await used(world, passed_on)).status_code == 200


async def test_of_two_invitations_that_wait_one_letter_leaves(mailing_world: World) -> None:
    manager = mailing_world.client("branch_ops_manager")
    row = await invited(manager)
    assert (await manager.post(f"{USERS}/{row['id']}/invitation")).status_code == 200
    assert (await used(mailing_world, await letter_token(mailing_world))).status_code == 200


async def test_no_secret_is_stored_anywhere(mailing_world: World) -> None:
    world = mailing_world
    manager = world.client("branch_ops_manager")
    await invited(manager)
    token = await letter_token(world)
    assert token not in repr(await world.snapshot())
    async with world.client() as visitor:
        for odd in (
            token[:-1],
            token + "x",
            token.swapcase(),
            access_links.hashed(token),
            " ",
            "%00",
            "a" * 100,
        ):
            assert (await visitor.post(LINK, json={"token": odd})).status_code == 404, odd
    assert (await used(world, token)).status_code == 200


async def test_guessing_is_limited_and_good_links_do_not_count(world: World) -> None:
    manager = world.client("branch_ops_manager")
    token = await link_token(manager, (await invited(manager))["id"])
    async with world.client() as visitor:
        for _ in range(35):
            assert (await visitor.post(LINK, json={"token": token})).status_code == 200
        statuses = [
            (await visitor.post(USE, json={"token": f"guess-{number}", **CHOSEN})).status_code
            for number in range(31)
        ]
        assert statuses == [404] * 30 + [429]
        good = await visitor.post(USE, json={"token": token, **CHOSEN})
        assert good.status_code == 200, "those who guess keep nobody at the same address out"


async def test_resending_ends_the_former_link(mailing_world: World) -> None:
    world = mailing_world
    manager = world.client("branch_ops_manager")
    row = await invited(manager)
    first = await letter_token(world)
    assert (await manager.post(f"{USERS}/{row['id']}/invitation")).status_code == 200
    assert (await used(world, first)).status_code == 404
    assert (await used(world, await letter_token(world))).status_code == 200
    late = await manager.post(f"{USERS}/{row['id']}/invitation")
    assert late.status_code == 409


async def test_withdrawing_ends_it_and_frees_the_address(mailing_world: World) -> None:
    world = mailing_world
    manager = world.client("branch_ops_manager")
    row = await invited(manager)
    token = await letter_token(world)
    await manager.post(f"{USERS}/{row['id']}/invitation")
    assert (await manager.delete(f"{USERS}/{row['id']}/invitation")).status_code == 204
    assert (await used(world, token)).status_code == 404
    assert await delivered(world) == [], "a letter of what was withdrawn does not leave"
    async with world.database.reads.connect() as connection:
        assert set((await connection.scalars(select(MAILS.c.state))).all()) == {"sent"}
    assert (await manager.get(f"{USERS}/{row['id']}")).status_code == 404
    await invited(manager)


async def test_it_ends_after_72_hours(world: World, clock: Callable[..., None]) -> None:
    manager = world.client("branch_ops_manager")
    row = await invited(manager)
    token = await link_token(manager, row["id"])
    clock(hours=71, minutes=59)
    async with world.client() as visitor:
        assert (await visitor.post(LINK, json={"token": token})).status_code == 200
        clock(hours=72, seconds=5)
        assert (await visitor.post(LINK, json={"token": token})).status_code == 404
    assert (await used(world, token)).status_code == 404


async def test_control_without_its_end_a_link_works_for_ever(
    world: World, clock: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = world.client("branch_ops_manager")
    token = await link_token(manager, (await invited(manager))["id"])
    clock(hours=100)
    monkeypatch.setattr(access_links, "now", lambda: datetime(2020, 1, 1, tzinfo=UTC))
    assert (await used(world, token)).status_code == 200


async def both(world: World, token: str) -> list[int]:
    answers = await asyncio.gather(*(used(world, token, password=f"{PASSWORD}{n}") for n in range(2)))
    return sorted(answer.status_code for answer in answers)


async def test_of_two_browsers_at_once_one_gets_in(world: World) -> None:
    manager = world.client("branch_ops_manager")
    for number in range(4):
        row = await invited(manager, email=f"n{number}@home.example")
        assert await both(world, await link_token(manager, row["id"])) == [200, 404]


async def test_control_a_link_that_is_not_used_up_lets_both_in(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def still_good(db: Any, token: str) -> bool:
        return await access_links.whose(db, token) is not None

    monkeypatch.setattr("duskline.account.links.use_up", still_good)

    async def open_to(*_: Any) -> bool:
        return True

    monkeypatch.setattr("duskline.account.links._is_open_to", open_to)
    without(monkeypatch, Credential.INVITATION, Event.NEW_PASSWORD)
    manager = world.client("branch_ops_manager")
    row = await invited(manager)
    assert await both(world, await link_token(manager, row["id"])) == [200, 200]


@pytest.mark.parametrize(
    "given",
    [{"role": "sales_rep"}, {"role": "admin"}, {"branchId": "beside"}, {"role": "support", "branchId": None}],
)
async def test_whoever_changes_what_is_offered_makes_the_link(world: World, given: dict[str, Any]) -> None:
    manager, admin = world.client("branch_ops_manager"), world.client("admin")
    row = await invited(manager)
    former = await link_token(manager, row["id"])
    assert (await admin.patch(f"{USERS}/{row['id']}", json=given)).status_code == 200
    assert (await used(world, former)).status_code == 404
    token = await link_token(admin, row["id"])
    async with world.client() as visitor:
        assert (await visitor.post(USE, json={"token": token, **CHOSEN})).status_code == 200
        me = (await visitor.get(ME)).json()
    assert me["role"] == given.get("role", "technician")


async def test_another_name_leaves_the_link_as_it_is(world: World) -> None:
    manager = world.client("branch_ops_manager")
    row = await invited(manager)
    token = await link_token(manager, row["id"])
    assert (await manager.patch(f"{USERS}/{row['id']}", json={"lastName": "Eaves"})).status_code == 200
    assert (await used(world, token)).status_code == 200


async def test_with_mail_a_letter_of_whoever_changed_the_role_leaves(mailing_world: World) -> None:
    world = mailing_world
    row = await invited(world.client("branch_ops_manager"))
    former = await letter_token(world)
    admin = world.client("admin")
    assert (await admin.patch(f"{USERS}/{row['id']}", json={"role": "admin"})).status_code == 200
    assert (await used(world, former)).status_code == 404
    ((_, message),) = await delivered(world)
    assert "Branch Ops_Manager" not in text_of(message)
    assert "has invited you" in text_of(message)
    assert (await used(world, token_in(text_of(message)))).status_code == 200


async def test_an_invitation_that_is_over_is_not_renewed_by_an_edit(
    mailing_world: World, clock: Callable[..., None]
) -> None:
    world = mailing_world
    admin = world.client("admin")
    row = await invited(admin)
    await delivered(world)
    clock(hours=73)
    later = await world.sign_in(email_of("admin"))
    changed = await later.patch(f"{USERS}/{row['id']}", json={"role": "support", "branchId": None})
    assert (changed.status_code, changed.json()["invitedUntil"]) == (200, row["invitedUntil"])
    assert await delivered(world) == []


async def link_of_another_admin(world: World) -> tuple[User, str, str]:
    """An administrator, somebody they invited, and the link they made."""
    other = await world.hire("admin", email="other.admin@home.example")
    caller = await world.sign_in(other.email)
    row = await invited(caller)
    return other, row["id"], await link_token(caller, row["id"])


async def fall(world: World, other: User, given: dict[str, Any]) -> None:
    answer = await world.client("admin").patch(f"{USERS}/{other.id}", json=given)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("given", [{"status": "inactive"}, {"role": "support"}, {"role": None}])
async def test_a_link_ends_with_its_maker_s_right_to_make_it(world: World, given: dict[str, Any]) -> None:
    other, id, token = await link_of_another_admin(world)
    await fall(world, other, given)
    async with world.client() as visitor:
        assert (await visitor.post(LINK, json={"token": token})).status_code == 404
    assert (await used(world, token)).status_code == 404
    assert (await used(world, await link_token(world.client("admin"), id))).status_code == 200


@pytest.mark.parametrize(
    "given", [{"status": "inactive"}, {"role": "regional_ops_manager", "regionId": "north"}]
)
async def test_so_does_a_password_link(world: World, given: dict[str, Any]) -> None:
    other = await world.hire("admin", email="other.admin@home.example")
    token = await link_token(await world.sign_in(other.email), "near_rep")
    await fall(world, other, given)
    assert (await used(world, token)).status_code == 404


async def test_control_an_unanswered_link_would_let_somebody_in(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def answered_for(*_: Any) -> bool:
        return True

    monkeypatch.setattr("duskline.account.links.is_answered_for", answered_for)
    other, _, token = await link_of_another_admin(world)
    await fall(world, other, {"status": "inactive"})
    assert (await used(world, token)).status_code == 200


async def test_no_letter_leaves_for_somebody_who_could_not_invite_any_more(mailing_world: World) -> None:
    world = mailing_world
    other = await world.hire("admin", email="other.admin@home.example")
    await invited(await world.sign_in(other.email))
    await fall(world, other, {"status": "inactive"})
    assert await delivered(world) == []


async def test_nobody_makes_a_link_for_themselves(world: World) -> None:
    answer = await world.client("admin").post(f"{USERS}/admin/link")
    assert (answer.status_code, answer.json()["error"]) == (403, "Change your own password in Your Account.")


async def test_a_downgrade_takes_the_letters_along_that_nobody_could_write(mailing_world: World) -> None:
    world = mailing_world
    await invited(world.client("branch_ops_manager"))
    async with world.console() as db:
        letter = Letter(to=Mailbox("ada@home.example"), subject="Hello", text="Hello", html="<p>Hello</p>")
        await outbox.enqueue(db, letter, kind="test")
    async with world.database.writes.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(schema.config(sync), "0025"))
        assert list(await connection.scalars(select(MAILS.c.recipient))) == ["ada@home.example"]
    await schema.upgrade(world.database)


async def test_who_was_invited_cannot_be_activated_or_sign_in_without_a_password(world: World) -> None:
    manager = world.client("branch_ops_manager")
    row = await invited(manager)
    answer = await manager.patch(f"{USERS}/{row['id']}", json={"status": "active"})
    assert (answer.status_code, answer.json()["error"]) == (
        409, "This person has not accepted the invitation yet.",
    )  # fmt: skip
    async with world.client() as visitor:
        for password in ("x", " ", PASSWORD):
            refused = await visitor.post(LOGIN, json={"email": "nell@home.example", "password": password})
            assert refused.status_code == 401
        assert (
            await visitor.post("/api/auth/check-email", json={"email": NEWCOMER["email"]})
        ).status_code == 403


@pytest.mark.parametrize(
    ("who", "given", "status"),
    [
        ("branch_ops_manager", {}, 201),
        ("branch_ops_manager", {"branchId": None}, 201),
        ("branch_ops_manager", {"role": None}, 201),
        ("branch_ops_manager", {"role": "branch_ops_manager"}, 403),
        ("branch_ops_manager", {"role": "admin"}, 403),
        ("branch_ops_manager", {"branchId": "beside"}, 400),
        ("branch_ops_manager", {"branchId": "nowhere"}, 400),
        ("branch_ops_manager", {"regionId": "south"}, 400),
        ("regional_ops_manager", {"branchId": "beside", "role": "branch_ops_manager"}, 201),
        ("regional_ops_manager", {"branchId": "far"}, 400),
        ("regional_ops_manager", {"branchId": None, "role": None}, 400),
        ("regional_ops_manager", {"role": "regional_ops_manager"}, 403),
        ("admin", {"branchId": "far"}, 201),
        ("admin", {"branchId": None}, 400),
        ("admin", {"branchId": None, "role": "admin"}, 201),
        ("admin", {"role": "queen"}, 400),
        ("admin", {"email": "not one"}, 400),
        ("technician", {}, 403),
        ("support", {}, 403),
    ],
)
async def test_whom_one_may_invite(world: World, who: str, given: dict[str, Any], status: int) -> None:
    before = await world.snapshot()
    answer = await world.client(who).post(INVITE, json=NEWCOMER | given)
    assert answer.status_code == status, answer.text
    if status >= 400:
        assert await world.snapshot() == before


@pytest.mark.parametrize("mails", [False, True])
async def test_nobody_is_invited_anew_to_a_branch_that_closed_meanwhile(
    world: World, mailing_world: World, clock: Callable[..., None], mails: bool
) -> None:
    given = mailing_world if mails else world
    admin = given.client("admin")
    branch = {"name": "Harbor", "regionId": "north", "address": "1 Harbor Way"}
    place = f"/api/panel/branches/{(await admin.post('/api/panel/branches', json=branch)).json()['id']}"
    row = await invited(admin, branchId=place.rpartition("/")[2])
    clock(hours=73)
    admin = await given.sign_in(email_of("admin"))
    closed = await admin.patch(place, json={"status": "inactive"})
    assert closed.status_code == 200, closed.text
    again = f"{USERS}/{row['id']}/{'invitation' if mails else 'link'}"
    refused = await admin.post(again)
    assert (refused.status_code, refused.json()["fields"]) == (
        400, {"branchId": "This branch is inactive. Please choose another"},
    )  # fmt: skip
    assert (await admin.patch(place, json={"status": "active"})).status_code == 200
    assert (await admin.post(again)).status_code == 200  # control


async def test_an_address_has_one_account_wherever_it_is(world: World) -> None:
    manager = world.client("branch_ops_manager")
    for taken in (email_of("near_rep"), email_of("far_rep").upper()):
        answer = await manager.post(INVITE, json=NEWCOMER | {"email": taken})
        assert answer.json()["fields"] == {"email": "This email address already has an account"}
    sent = [manager.post(INVITE, json=NEWCOMER | {"email": "twice@home.example"}) for _ in range(2)]
    statuses = sorted(answer.status_code for answer in await asyncio.gather(*sent))
    assert statuses == [201, 400]


async def test_those_whom_one_may_not_give_roles_are_not_invited_again(world: World) -> None:
    above = await invited(world.client("admin"), role="branch_ops_manager")
    beside = await invited(world.client("admin"), email="b@home.example", branchId="beside")
    manager = world.client("branch_ops_manager")
    for id, status in ((above["id"], 403), (beside["id"], 404)):
        assert (await manager.post(f"{USERS}/{id}/link")).status_code == status
        assert (await manager.delete(f"{USERS}/{id}/invitation")).status_code == status
    assert (await manager.post(f"{USERS}/near_rep/link")).status_code == 403, (
        "a password is an administrator's"
    )
    assert (await manager.delete(f"{USERS}/near_rep/invitation")).status_code == 409


async def test_names_add_no_header_and_the_host_header_leads_nowhere(mailing_world: World) -> None:
    world = mailing_world
    manager = world.client("branch_ops_manager", x_forwarded_host="evil.example")
    await invited(
        manager, firstName="=?utf-8?q?x=0d=0aBcc:_z@y.example?=", lastName="A\u2028Bcc: z@y.example"
    )
    ((recipient, message),) = await delivered(world)
    assert recipient == "Nell@home.example"
    assert "Bcc" not in message
    assert "evil.example" not in text_of(message)
    host = await world.client("branch_ops_manager", host="evil.example").post(INVITE, json=NEWCOMER)
    assert host.status_code == 421


async def test_a_letter_repeats_no_words_that_are_no_name(mailing_world: World) -> None:
    world = mailing_world
    manager = world.client("branch_ops_manager")
    await manager.patch(ME, json={"firstName": "Win $1,000", "lastName": "at prizes.example"})
    await invited(manager, firstName="Call 555-0100 now!")
    ((_, message),) = await delivered(world)
    assert message["To"] == "Nell@home.example"
    text = text_of(message).replace("\r\n", "\n")
    assert text.startswith("Hello,\n\nYou are invited to the staff panel of Duskline.")
    assert not any(word in text for word in ("prizes", "1,000", "Call"))


async def test_weak_passwords_and_a_missing_name_leave_the_link_as_it_is(world: World) -> None:
    manager = world.client("branch_ops_manager")
    token = await link_token(manager, (await invited(manager))["id"])
    for given, field in (({"password": "short"}, "password"), ({"password": "password"}, "password"), ({"firstName": None}, "firstName")):  # fmt: skip
        answer = await used(world, token, **given)
        assert (answer.status_code, list(answer.json()["fields"])) == (400, [field]), answer.text
    assert (await used(world, token)).status_code == 200


async def test_history_tells_who_invited_and_that_the_person_came(world: World) -> None:
    manager = world.client("branch_ops_manager")
    row = await invited(manager)
    await used(world, await link_token(manager, row["id"]))
    events = (await manager.get(f"{USERS}/{row['id']}/history")).json()
    assert (events[0]["who"], events[0]["action"]) == ("Nell Porch", "update")
    assert events[0]["changes"]["status"] == ["inactive", "active"]
    assert events[1]["changes"] == {"linkUsed": ["invitation", None]}
    assert [event["changes"].get("linkMade") for event in events].count([None, "invitation"]) == 2
    assert (events[-1]["who"], events[-1]["action"]) == ("Branch Ops_Manager", "create")
    assert "password" not in json.dumps(events)


async def test_a_letter_that_may_have_arrived_is_asked_about(mailing_world: World) -> None:
    """Each attempt has a link of its own: a second letter would end the link of the first."""
    world = mailing_world
    await invited(world.client("branch_ops_manager"))
    ((_, message),) = await delivered(world, Outcome.LOST)
    assert await delivered(world) == []
    assert (await used(world, token_in(text_of(message)))).status_code == 200


async def test_an_account_with_a_password_follows_the_rules_of_accounts(world: World) -> None:
    manager = world.client("branch_ops_manager")
    body = {"email": "ned@home.example", "password": PASSWORD, "role": "sales_rep", "branchId": "1"}
    for given, said in (
        ({"email": "nobody"}, {"email": "Please enter a valid email address"}),
        ({"password": "short"}, {"password": "Password must be at least 8 characters"}),
        ({"userType": "robot"}, {"userType": "User type must be either 'staff' or 'client'"}),
        ({"role": "queen"}, {"role": "Role must be one of the seven staff roles"}),
        ({"userType": "client"}, {"role": "A client cannot have a staff role"}),
        ({"email": email_of("far_rep")}, {"email": "This email address already has an account"}),
        ({"role": "sales_rep", "branchId": "far"}, {"branchId": "There is no such branch"}),
    ):
        answer = await manager.post(USERS, json=body | given)
        assert (answer.status_code, answer.json().get("fields")) == (400, said), answer.text
    made = await manager.post(USERS, json=body)
    assert (made.status_code, made.json()["status"], made.json()["invitedUntil"]) == (201, "active", None)
    async with world.client() as visitor:
        assert (
            await visitor.post(LOGIN, json={"email": body["email"], "password": PASSWORD})
        ).status_code == 200
    assert (
        await manager.post(USERS, json=body | {"email": "x@home.example", "role": "admin"})
    ).status_code == 403


async def test_nobody_invited_leaves_a_session_row_behind(world: World) -> None:
    manager = world.client("branch_ops_manager")
    token = await link_token(manager, (await invited(manager))["id"])
    answer = await used(world, token)
    assert COOKIE in answer.cookies
    async with world.console() as db:
        assert (await db.scalars(select(AccessLink))).all() == []
