"""The newsletter of a published post: whom it reaches, what it carries, that it goes once, and how one press ends it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from sqlalchemy import event, func, select

from duskline.core.data.base import now
from duskline.core.mail.bounces import BouncedAddress
from duskline.core.mail.delivery import Outcome
from duskline.core.mail.outbox import MAILS
from duskline.core.system.errors import Refusal
from duskline.models.records.enquiries import NewsletterSubscription
from duskline.models.site import newsletters, posts
from duskline.models.site.newsletters import write_newsletters
from duskline.organization import present
from tests.mailbox import delivered, html_of, text_of
from tests.panel.site.test_posts import PATH, published, written
from tests.world import World

END, SUBSCRIBERS = "/api/newsletter/unsubscribe", "/api/panel/subscribers"
Sent = list[tuple[str, EmailMessage]]
Send = Callable[..., Awaitable[Sent]]
ONE_CLICK = {"content-type": "application/x-www-form-urlencoded"}


async def subscribed(world: World, *emails: str) -> None:
    async with world.client() as visitor:
        for email in emails:
            assert (await visitor.post("/api/newsletter", json={"email": email})).status_code == 201


async def with_address(world: World, address: str | None = "12 Lamp Street, Columbus, OH 43004") -> None:
    answer = await world.client("admin").patch("/api/panel/settings/contact", json={"address": address})
    assert answer.status_code == 200, answer.text


@pytest.fixture
async def world(mailing_world: World) -> World:
    await with_address(mailing_world)
    await subscribed(mailing_world, "ann@reader.example", "Ben@Reader.example")
    return mailing_world


async def chore(world: World) -> None:
    known = await present(world.database, world.services.company_file)
    await write_newsletters(world.database, known.address)


@pytest.fixture
def send(world: World, clock: Callable[..., None]) -> Send:
    """What leaves once a newsletter's moment is over."""

    passed = 0

    async def later(minutes: int = 3) -> Sent:
        nonlocal passed
        passed += minutes
        clock(minutes=passed)
        await chore(world)
        return await delivered(world)

    return later


async def told(world: World, **words: Any) -> str:
    id = await written(world.client("admin"), **words)
    answer = await published(world.client("admin"), id, tell=True)
    assert (answer.status_code, answer.json()["state"]) == (200, "published"), answer.text
    return id


def link_in(letter: EmailMessage) -> str:
    return str(letter["List-Unsubscribe"]).strip("<>").removeprefix("http://127.0.0.1:8000")


async def states(world: World) -> dict[str, str]:
    rows = (await world.client("admin").get(SUBSCRIBERS)).json()
    return {row["email"]: row["state"] for row in rows}


async def number(world: World) -> int:
    async with world.database.reads.connect() as connection:
        return await connection.scalar(select(func.count()).select_from(MAILS)) or 0


async def test_every_subscriber_is_told_of_a_published_post(world: World, send: Send) -> None:
    id = await told(world, title="Dusk <b>falls</b>", excerpt="An evening,\nhour & hour")
    letters = await send()
    assert sorted(to for to, _ in letters) == ["Ben@Reader.example", "ann@reader.example"]
    letter = dict(letters)["ann@reader.example"]
    end = f"http://127.0.0.1:8000{link_in(letter)}"
    assert letter["Subject"] == "Dusk <b>falls</b>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"http://127\.0\.0\.1:8000/api/newsletter/unsubscribe\?token=[\w.-]{80}", end)
    assert text_of(letter).replace("\r", "") == (
        "Dusk <b>falls</b>\n\nAn evening, hour & hour\n\n"
        f"Read the Post:\nhttp://127.0.0.1:8000/blog?post={id}\n\n"
        "You are getting this because you subscribed to the Duskline newsletter.\n\n"
        "-- \nDuskline Lighting\n12 Lamp Street, Columbus, OH 43004\n(555) 555-0142\nMon-Fri 8AM-8PM EST\n"
        f"Unsubscribe: {end}\n"
    )
    html = html_of(letter)
    assert '<img src="http://127.0.0.1:8000/img/barn-960.jpg" alt="Dusk &lt;b&gt;falls&lt;/b&gt;"' in html
    assert f'<a href="{end}">Unsubscribe</a>' in html
    assert "12 Lamp Street" in html
    assert "<b>falls" not in html
    assert (await world.client("admin").get(f"{PATH}/{id}")).json()["toldAt"] is not None


async def test_nobody_is_told_unless_the_writer_chose_so(world: World, send: Send) -> None:
    await published(world.client("admin"), await written(world.client("admin")))
    assert await send() == []


async def test_a_post_is_told_of_once(world: World, send: Send) -> None:
    admin, id = world.client("admin"), await told(world)
    assert len(await send()) == 2
    await admin.patch(f"{PATH}/{id}", json={"title": "How night falls"})
    again = await published(admin, id, tell=True)
    said = "Subscribers were told of this post already. Publish it without telling them again."
    assert (again.status_code, again.json()["error"]) == (409, said)
    later = (now() + timedelta(days=1)).isoformat()
    assert (await published(admin, id, tell=True, at=later)).status_code == 409
    assert (await published(admin, id)).status_code == 200
    await admin.post(f"{PATH}/{id}/unpublish")
    assert (await published(admin, id)).status_code == 200
    assert await send() == []


async def test_unpublished_within_a_moment_nobody_is_told_and_it_may_be_told_later(
    world: World, send: Send
) -> None:
    admin, id = world.client("admin"), await told(world)
    await chore(world)
    assert await number(world) == 0, "it waits a moment"
    assert (await admin.post(f"{PATH}/{id}/unpublish")).json()["toldAt"] is None
    assert await send() == []
    assert (await published(admin, id, tell=True)).status_code == 200
    assert len(await send()) == 2


async def test_what_is_taken_back_after_letters_were_written_leaves_no_more(
    world: World, clock: Callable[..., None]
) -> None:
    id = await told(world)
    clock(minutes=3)
    await chore(world)
    assert await number(world) == 2
    row = (await world.client("admin").post(f"{PATH}/{id}/unpublish")).json()
    assert row["toldAt"] is not None, "nobody is told of it twice"
    assert await delivered(world) == []


async def test_a_planned_post_is_told_of_when_its_time_comes(
    world: World, send: Send, clock: Callable[..., None]
) -> None:
    admin = world.client("admin")
    planned, quiet = await written(admin), await written(admin, title="Told to nobody")
    at = (now() + timedelta(hours=1)).isoformat()
    assert (await published(admin, planned, at=at, tell=True)).json()["tells"] is True
    assert (await published(admin, quiet, at=at)).json()["tells"] is False
    assert await send() == []
    clock(minutes=62)
    await posts.publish_due(world.database)
    assert [str(letter["Subject"]) for _, letter in await send(65)] == ["How dusk falls"] * 2


async def test_a_plan_that_is_taken_back_tells_nobody(
    world: World, send: Send, clock: Callable[..., None]
) -> None:
    admin, id = world.client("admin"), await written(world.client("admin"))
    await published(admin, id, at=(now() + timedelta(hours=1)).isoformat(), tell=True)
    assert (await admin.post(f"{PATH}/{id}/unschedule")).json()["tells"] is False
    clock(minutes=62)
    await posts.publish_due(world.database)
    clock(minutes=0)
    assert (await published(admin, id)).status_code == 200
    assert await send() == []


async def test_without_a_postal_address_it_is_refused(world: World, clock: Callable[..., None]) -> None:
    admin = world.client("admin")
    id, planned = await written(admin), await written(admin)
    await told(world, title="Told in time")
    await with_address(world, None)
    refused = await published(admin, id, tell=True)
    said = (
        "A newsletter has to carry the company's postal address. Enter it under Organization, then publish."
    )
    assert (refused.status_code, refused.json()["error"]) == (409, said)
    assert (await admin.get("/api/panel/readers")).json() == {"active": 2, "whyNot": said}
    at = (now() + timedelta(hours=1)).isoformat()
    assert (await published(admin, planned, tell=True, at=at)).status_code == 409
    clock(minutes=3)
    with pytest.raises(Refusal, match="postal address"):
        await chore(world)
    assert await number(world) == 0
    await with_address(world)
    await chore(world)
    assert len(await delivered(world)) == 2


async def test_where_no_mail_leaves_it_is_refused(shared_world: World) -> None:
    said = "No mail leaves here yet, so subscribers cannot be told. Set up mail first, or publish without telling them."
    refused = await published(shared_world.client("admin"), "draft-1", tell=True)
    assert (refused.status_code, refused.json()["error"]) == (409, said)


async def test_opening_the_link_ends_nothing_and_its_button_does(world: World, send: Send) -> None:
    await told(world)
    link = link_in(dict(await send())["ann@reader.example"])
    async with world.client() as visitor:
        for _ in range(2):
            page = await visitor.get(link)
            assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert (await states(world))["ann@reader.example"] == "active"
        (action,) = re.findall(r'<form method="post" action="([^"]+)">', page.text)
        assert "form-action 'self'" in page.headers["content-security-policy"]
        assert page.headers["cache-control"] == "no-store"
        for _ in range(2):
            done = await visitor.post(action, headers=ONE_CLICK, content="")
            assert (done.status_code, "You are unsubscribed" in done.text) == (200, True)
            assert "set-cookie" not in done.headers
    assert await states(world) == {"ann@reader.example": "unsubscribed", "Ben@Reader.example": "active"}


@pytest.mark.parametrize(
    "elsewhere", [{"origin": "https://mail.example"}, {"sec-fetch-site": "cross-site"}, {}]
)
async def test_one_press_in_a_mail_program_ends_it_from_anywhere(
    world: World, send: Send, elsewhere: dict[str, str]
) -> None:
    await told(world)
    link = link_in(dict(await send())["ann@reader.example"])
    async with world.client() as program:
        pressed = await program.post(
            link, headers=ONE_CLICK | elsewhere, content="List-Unsubscribe=One-Click"
        )
        parts = {"List-Unsubscribe": (None, "One-Click")}
        again = await program.post(link, headers=elsewhere, files=parts)
    assert (pressed.status_code, again.status_code) == (200, 200)
    assert (await states(world))["ann@reader.example"] == "unsubscribed"
    await told(world, title="Another post")
    assert [to for to, _ in await send()] == ["Ben@Reader.example"]


async def test_a_letter_that_waits_does_not_reach_who_has_unsubscribed(
    world: World, clock: Callable[..., None]
) -> None:
    await told(world)
    first = await world.client("admin").get(SUBSCRIBERS, params={"email": "ann"})
    clock(minutes=3)
    await chore(world)
    await world.client("admin").post(f"{SUBSCRIBERS}/{first.json()[0]['id']}/unsubscribe")
    assert [to for to, _ in await delivered(world)] == ["Ben@Reader.example"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda token: "", lambda token: token[:-1], lambda token: token + "x", lambda token: token.partition(".")[0],
        lambda token: f"{token.partition('.')[0]}.", lambda token: f"x.{token.partition('.')[2]}",
        lambda token: "\u00e9" * 20, lambda token: token.swapcase(),
    ],
)  # fmt: skip
async def test_a_made_up_token_ends_nothing(world: World, send: Send, spoil: Callable[[str], str]) -> None:
    await told(world)
    token = link_in((await send())[0][1]).partition("token=")[2]
    async with world.client() as visitor:
        page = await visitor.get(END, params={"token": spoil(token)})
        assert (page.status_code, "This link does not work" in page.text, "<form" in page.text) == (
            200,
            True,
            False,
        )
        assert (await visitor.post(END, params={"token": spoil(token)})).status_code == 404
    assert set((await states(world)).values()) == {"active"}


async def test_a_token_is_one_subscriber_s_and_the_database_keeps_none(world: World, send: Send) -> None:
    await told(world)
    links = {to: link_in(letter) for to, letter in await send()}
    assert len(set(links.values())) == 2
    kept = repr(await world.snapshot())
    for link in links.values():
        assert link.partition("token=")[2].partition(".")[2] not in kept


async def test_whoever_subscribes_again_is_told_again(world: World, send: Send) -> None:
    await told(world)
    link = link_in(dict(await send())["ann@reader.example"])
    async with world.client() as visitor:
        await visitor.post(link)
    await subscribed(world, "ANN@reader.example")
    assert await states(world) == {"ann@reader.example": "active", "Ben@Reader.example": "active"}


async def test_an_address_that_is_refused_for_good_gets_no_newsletter(world: World, send: Send) -> None:
    await told(world)
    await send()
    await told(world, title="Another post")
    newsletters_sent = await send()
    assert len(newsletters_sent) == 2
    await told(world, title="A third post")
    async with world.console() as db:
        key = "ann@reader.example"
        db.store(BouncedAddress(email=key, email_key=key, fault="550 no such person"))
    assert (await states(world))["ann@reader.example"] == "bounced"
    assert [to for to, _ in await send()] == ["Ben@Reader.example"]


async def test_thousands_are_written_some_at_a_time(
    world: World, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No transaction writes more letters than a batch, and no more newsletters wait than may."""
    async with world.console() as db:
        for n in range(2_500):
            email = f"reader-{n}@many.example"
            db.store(NewsletterSubscription(email=email, email_key=email))
    monkeypatch.setattr(newsletters, "BATCH", 100)
    wrote: list[int] = []

    def seen(_c: Any, _cursor: Any, statement: str, parameters: Any, _x: Any, many: bool) -> None:
        if statement.startswith("INSERT INTO mails"):
            wrote.append(statement.count("(") - 2)

    event.listen(world.database.writes.sync_engine, "before_cursor_execute", seen)
    await told(world)
    letters = await send()
    assert (len(letters), len(wrote), await number(world)) == (20, 5, 500)
    async with world.console() as db:
        await db.execute(MAILS.update().values(state="sent"))
    for waiting in (1_000, 1_500, 2_000, 2_500, 2_502, 2_502):
        await chore(world)
        assert await number(world) == waiting
        async with world.console() as db:
            await db.execute(MAILS.update().values(state="sent"))
    async with world.database.reads.connect() as connection:
        assert await connection.scalar(select(func.count(MAILS.c.recipient.distinct()))) == 2_502


async def test_however_many_ask_each_is_told_once(world: World, clock: Callable[..., None]) -> None:
    await told(world)
    clock(minutes=3)
    await asyncio.gather(*(chore(world) for _ in range(4)))
    assert await number(world) == 2


async def test_a_lost_answer_sends_the_same_letter_again(world: World, clock: Callable[..., None]) -> None:
    await told(world)
    clock(minutes=3)
    await chore(world)
    lost = {str(letter["Message-ID"]) for _, letter in await delivered(world, Outcome.LOST)}
    clock(minutes=5)
    assert {str(letter["Message-ID"]) for _, letter in await delivered(world)} == lost
