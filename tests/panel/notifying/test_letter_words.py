"""What letters say: each kind is listed, previewed and put in the organization's own words, and the next letter says them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from email.message import EmailMessage
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from duskline.account.letters import tell
from duskline.core.data.base import now
from duskline.core.mail.outbox import MAILS, enqueue_unwritten
from duskline.letters.kinds import KINDS
from duskline.models.notifying.notifications import NOTIFICATIONS
from duskline.models.notifying.staff_mail import Told
from duskline.models.people.people import User
from duskline.models.people.preferences import MailHours
from duskline.models.records.enquiries import NewsletterSubscription
from duskline.models.reporting.saved_reports import ReportLetter, write_reports
from duskline.models.schedule.visit_letters import VisitChange, tell_clients
from duskline.models.site.newsletters import Newsletter, write_newsletters
from tests.mailbox import delivered, html_of, text_of
from tests.panel.company.test_organization import QUOTE
from tests.panel.notifying.test_notifications import new_lead
from tests.panel.site.test_posts import published, written
from tests.world import NOBODIES, ROLES, World, email_of

PATH = "/api/panel/letter-kinds"
KIND_NAMES = [
    "quote", "message", "privacy_request", "visit_planned", "visit_moved", "visit_cancelled", "visit_arriving", "newsletter", "invitation", "password",
    "password_changed", "second_factor_on", "second_factor_changed", "second_factor_off", "news", "digest", "report", "trial",
]  # fmt: skip


@pytest.fixture
def world(mailing_world: World) -> World:
    return mailing_world


@pytest.fixture
def admin(world: World) -> httpx.AsyncClient:
    return world.client("admin")


async def edited(admin: httpx.AsyncClient, kind: str, **words: str | None) -> dict[str, Any]:
    answer = await admin.patch(f"{PATH}/{kind}", json=words)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def test_who_enters(shared_world: World) -> None:
    for name in (*ROLES, *NOBODIES):
        caller = shared_world.client(name)
        for path in ("", "/quote", "/quote/history", "/quote/preview", "/quote/plain"):
            answer = await caller.get(PATH + path)
            assert answer.is_success is (name == "admin"), (name, path, answer.text)
        if name != "admin":
            assert (await caller.patch(f"{PATH}/quote", json={"subject": "x"})).status_code in (401, 403)


async def test_every_kind_is_listed_with_our_words(admin: httpx.AsyncClient) -> None:
    rows = {row["id"]: row for row in (await admin.get(PATH)).json()}
    assert list(rows) == KIND_NAMES
    assert rows["message"] == {
        "id": "message", "audience": "visitors", "title": "Message", "when": "When a visitor sends a message",
        "subject": "Your message {reference}",
        "words": (
            "{greeting}\n\nThank you for writing to {brand}. Your message has arrived; its reference number is {reference}."
            "\n\nWhat happens next: one of us will read it and reply {response}.\n\nAnything to add? {reply}\n\n"
            "Was this not you? Then somebody mistyped an address. Reply to let us know, or ignore this email."
        ),
        "below": "", "ours": {name: rows["message"][name] for name in ("subject", "words", "below")}, "changed": False,
        "places": [
            "greeting", "reference", "brand", "phone", "email", "hours", "address", "response", "reply", "reach",
        ],
        "version": 0,
    }  # fmt: skip
    assert (await admin.get(f"{PATH}/none")).status_code == 404
    assert (await admin.patch(f"{PATH}/none", json={"subject": "x"})).status_code == 404


async def quote(world: World) -> None:
    assert (await world.client().post("/api/quotes", json=QUOTE)).status_code == 201


async def message(world: World) -> None:
    body = {
        "name": "Vera Visitor",
        "email": "vera@visitor.example",
        "message": "Please call me about my porch.",
    }
    assert (await world.client().post("/api/contact", json=body)).status_code == 201


async def privacy_request(world: World) -> None:
    body = {"email": "vera@visitor.example", "kind": "copy"}
    assert (await world.client().post("/api/privacy-requests", json=body)).status_code == 201


async def visit(world: World, *days: str | None) -> None:
    for day in days:
        async with world.database.writes.begin() as connection:
            await connection.execute(MAILS.delete().where(MAILS.c.state != "sent"))
        answer = await world.client("admin").patch(
            "/api/panel/work-orders/order-1-1", json={"scheduledDate": day}
        )
        assert answer.status_code == 200, answer.text
        async with world.database.writes.begin() as connection:
            await connection.execute(update(VisitChange.__table__).values(due=now()))
        await tell_clients(world.database, wanted=True)
        if day != days[-1]:
            await delivered(world)


async def newsletter(world: World) -> None:
    admin = world.client("admin")
    await admin.patch("/api/panel/settings/contact", json={"address": "12 Lamp Street"})
    async with world.console() as db:
        db.store(NewsletterSubscription(email="a@r.example", email_key="a@r.example"))
    assert (await published(admin, await written(admin), tell=True)).status_code == 200
    async with world.database.writes.begin() as connection:
        await connection.execute(update(Newsletter.__table__).values(due=now()))
    await write_newsletters(world.database, "12 Lamp Street")


async def invitation(world: World) -> None:
    body = {"email": "ivy@colleague.example", "role": "sales_rep", "branchId": "1"}
    answer = await world.client("admin").post("/api/panel/users/invitations", json=body)
    assert answer.status_code == 201, answer.text


async def password(world: World) -> None:
    body = {"email": email_of("near_rep")}
    assert (await world.client().post("/api/auth/forgotten-password", json=body)).status_code == 200


def told(kind: str, **places: str) -> Callable[[World], Awaitable[None]]:
    async def tells(world: World) -> None:
        async with world.console() as db:
            user = await db.find(User, "near_rep")
            await tell(db, world.services.company, world.services.public_url, user, kind, **places)

    return tells


def to_staff(kind: str) -> Callable[[World], Awaitable[None]]:
    async def writes(world: World) -> None:
        await new_lead(world, assignedTo="near_rep")
        async with world.console() as db:
            db.store(MailHours(user_id="near_rep", quiet_from=0, quiet_until=0))
            about = Told("letter", "near_rep")
            await enqueue_unwritten(
                db, kind=kind, about=str(about), recipient=email_of("near_rep"), subject="x"
            )
        async with world.database.writes.begin() as connection:
            mine = NOTIFICATIONS.c.user_id == "near_rep"
            await connection.execute(update(NOTIFICATIONS).where(mine).values(letter="letter"))

    return writes


async def arriving(world: World) -> None:
    window = {"startMinute": 540, "endMinute": 570}
    pressed = {"status": "on_the_way", "arrival": window}
    answer = await world.client("admin").post("/api/panel/visits/order-1-1/operations", json=pressed)
    assert answer.status_code == 200, answer.text


async def report(world: World) -> None:
    async with world.client("branch_ops_manager") as manager:
        week = {"name": "Our week", "report": "sales", "by": "person", "period": "last_week"}
        id = (await manager.post("/api/panel/saved-reports", json=week)).json()["id"]
        await manager.post(f"/api/panel/saved-reports/{id}/weekly", json={"weekly": True})
    async with world.database.writes.begin() as connection:
        await connection.execute(update(ReportLetter.__table__).values(sent_on=date(2026, 11, 23)))
    await write_reports(world.database, datetime(2026, 12, 2, 12, tzinfo=UTC))


async def trial(world: World) -> None:
    assert (await world.client("admin").post("/api/panel/letters/trial")).status_code == 201


WRITES: dict[str, Callable[[World], Awaitable[None]]] = {
    "quote": quote, "message": message, "privacy_request": privacy_request, "newsletter": newsletter, "invitation": invitation, "password": password,
    "visit_planned": lambda world: visit(world, "2031-12-01"),
    "visit_moved": lambda world: visit(world, "2031-12-01", "2031-12-02"),
    "visit_cancelled": lambda world: visit(world, "2031-12-01", None),
    "visit_arriving": arriving,
    "password_changed": told("password_changed"), "second_factor_on": told("second_factor_on"),
    "second_factor_changed": told("second_factor_changed", change="A passkey was added to"),
    "second_factor_off": told("second_factor_off"), "news": to_staff("news"), "digest": to_staff("digest"),
    "report": report, "trial": trial,
}  # fmt: skip
"""How a letter of each kind comes about."""


async def sent(world: World, kind: str) -> EmailMessage:
    await WRITES[kind](world)
    return (await delivered(world))[-1][1]


@pytest.mark.parametrize("kind", KIND_NAMES)
async def test_each_kind_says_what_was_set_with_all_its_places(
    world: World, admin: httpx.AsyncClient, kind: str
) -> None:
    row = (await admin.get(f"{PATH}/{kind}")).json()
    every = " ".join(f"[{{{place}}}]" for place in row["places"])
    changed = await edited(
        admin,
        kind,
        subject="Ours: {brand}",
        words=f"First <b>line</b>.\nStill it.\n\nSecond: {every}",
        below="At the end.",
    )
    assert (changed["changed"], changed["version"]) == (True, 1)
    letter = await sent(world, kind)
    text = text_of(letter).replace("\r", "")
    assert letter["Subject"] == "Ours: Duskline"
    heading = "How dusk falls\n\n" if kind == "newsletter" else ""
    assert text.startswith(f"{heading}First <b>line</b>. Still it.\n\nSecond: [")
    assert "{" not in text
    assert "\n\nAt the end.\n\n-- \n" in text
    assert "First &lt;b&gt;line&lt;/b&gt;. Still it.</p>" in html_of(letter)
    for name in ("[Duskline]", "[(555) 555-0142]", "[Mon-Fri 8AM-8PM EST]", "[within 24 hours]"):
        assert name in text.replace("\n", " ")


@pytest.mark.parametrize("kind", KIND_NAMES)
async def test_each_kind_is_previewed_without_any_place_left_open(shared_world: World, kind: str) -> None:
    admin = shared_world.client("admin")
    plain = (await admin.get(f"{PATH}/{kind}/plain")).json()
    assert plain["subject"]
    assert not re.search(r"\{\w+\}", plain["subject"] + plain["text"])
    for dark, media in ((False, "@media not all {"), (True, "@media all {")):
        shown = await admin.get(f"{PATH}/{kind}/preview", params={"dark": str(dark).lower()})
        assert shown.headers["content-type"] == "text/html; charset=utf-8"
        assert media in shown.text
        assert f'content="{"dark" if dark else "light"}"' in shown.text
        assert not re.search(r"\{\w+\}", shown.text.partition("</style>")[2])
        policy = shown.headers["content-security-policy"]
        assert "sandbox" in policy
        assert "frame-ancestors 'self'" in policy
        assert "script" not in policy


async def test_a_preview_shows_words_that_are_not_saved(shared_world: World) -> None:
    admin = shared_world.client("admin")
    draft = {"subject": "For {brand}", "words": "Hello <i>you</i>", "below": ""}
    plain = (await admin.get(f"{PATH}/digest/plain", params=draft)).json()
    assert plain["subject"] == "For Duskline"
    assert plain["text"].startswith("Hello <i>you</i>\n\nYour next step\n- Call about the proposal")
    assert "press the bell" not in plain["text"]
    assert "Hello &lt;i&gt;you&lt;/i&gt;" in (await admin.get(f"{PATH}/digest/preview", params=draft)).text
    assert (await admin.get(f"{PATH}/digest")).json()["changed"] is False


async def test_a_preview_changes_no_word_of_the_letter(shared_world: World) -> None:
    said = "Lamps light dark corners (prefers-color-scheme: dark) well."
    for dark in (False, True):
        shown = await shared_world.client("admin").get(
            f"{PATH}/quote/preview", params={"words": said, "dark": dark}
        )
        assert said in shown.text


async def test_a_place_that_is_none_is_refused_by_its_name(world: World, admin: httpx.AsyncClient) -> None:
    said = (
        "{low} is not available in this email. Choose from {greeting}, {reference}, {brand}, {phone}, {email}, {hours}, "
        "{address}, {response}, {reply}, {reach}."
    )
    for words in ({"words": "From {low}"}, {"subject": "{low}"}, {"below": "{low}"}):
        refused = await admin.patch(f"{PATH}/message", json=words)
        assert (refused.status_code, refused.json()) == (
            400,
            {"error": said, "fields": dict.fromkeys(words, said)},
        )
        assert (await admin.get(f"{PATH}/message/plain", params=words)).status_code == 400
    assert (await admin.get(f"{PATH}/message")).json()["version"] == 0


@pytest.mark.parametrize(
    "words",
    [{"subject": ""}, {"subject": "x" * 151}, {"words": " "}, {"words": "x" * 3001}, {"below": "x" * 1501}],
)
async def test_words_have_bounds(shared_world: World, words: dict[str, str]) -> None:
    assert (await shared_world.client("admin").patch(f"{PATH}/message", json=words)).status_code == 400


async def test_what_fills_a_place_holds_no_place(world: World, admin: httpx.AsyncClient) -> None:
    await admin.patch("/api/panel/settings/brand", json={"brand": "{phone} {{brand}}"})
    await edited(admin, "message", subject="From {brand} } {", words="{brand}")
    letter = await sent(world, "message")
    assert letter["Subject"] == "From {phone} {{brand}} } {"


async def test_hostile_words_stay_text_and_one_line_of_a_header(
    world: World, admin: httpx.AsyncClient
) -> None:
    hostile = "=?utf-8?q?x=0d=0aBcc:_z@y.example?=\nBcc: y@y.example"
    answer = await admin.patch(f"{PATH}/message", json={"words": "{% raw %}"})
    assert answer.status_code == 400, "what Jinja would read is no place of ours"
    await edited(admin, "message", subject=hostile, words="<script>alert(1)</script>")
    letter = await sent(world, "message")
    assert (letter["Bcc"], "\n" in str(letter["Subject"])) == (None, False)
    assert "<script" not in html_of(letter)


async def test_our_words_come_back_and_follow_ours_again(world: World, admin: httpx.AsyncClient) -> None:
    ours = (await admin.get(f"{PATH}/message")).json()["ours"]
    await edited(admin, "message", subject="Other", below="More")
    back = await edited(admin, "message", **ours)
    assert (back["changed"], back["subject"], back["version"]) == (False, "Your message {reference}", 2)
    assert re.fullmatch(r"Your message \w{4}-\w{4}", str((await sent(world, "message"))["Subject"]))


async def test_two_people_and_the_history(world: World, admin: httpx.AsyncClient) -> None:
    async with world.client("second_admin") as other:
        first = await admin.patch(f"{PATH}/message", json={"subject": "One"}, headers={"If-Match": '"0"'})
        late = await other.patch(f"{PATH}/message", json={"subject": "Two"}, headers={"If-Match": '"0"'})
    assert (first.status_code, first.headers["etag"], late.status_code) == (200, '"1"', 409)
    (event,) = (await admin.get(f"{PATH}/message/history")).json()
    assert (event["who"], event["changes"]) == ("Admin", {"subject": ["Your message {reference}", "One"]})


async def test_what_a_later_version_gave_up_does_not_keep_a_letter(
    world: World, admin: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await edited(admin, "message", subject="Number {reference}", words="Thank you.")
    without = KINDS["message"]._replace(sample={"greeting": "Hello,"})
    monkeypatch.setattr("duskline.letters.kinds.KINDS", {**KINDS, "message": without})
    letter = await sent(world, "message")
    assert re.fullmatch(r"Your message \w{4}-\w{4}", str(letter["Subject"]))
    assert text_of(letter).startswith("Thank you.")
