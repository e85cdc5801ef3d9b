"""What the organization is: set in Settings by administrators, and shown by pages, letters, prices and warranties from then on."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select

from duskline.chores import chores_of
from duskline.company import FACTS, CompanyFile
from duskline.core.data.base import new_id, now
from duskline.core.jobs.chores import CHORES, ChoreWorker
from duskline.core.mail.outbox import MAILS
from duskline.models.notifying.notifications import NOTIFICATIONS
from duskline.models.places.settings import Setting
from duskline.models.records.enquiries import ContactSubmission, EnquiryHandling
from duskline.models.schedule.visit_letters import VisitChange, tell_clients
from duskline.organization import GROUPS, present
from duskline.settings import ROOT
from tests.mailbox import delivered, text_of
from tests.world import World

PATH = "/api/panel/settings"
QUOTE = {
    "propertyType": "home", "coverage": "whole", "stories": 1, "feet": 100, "zip": "10001",
    "name": "Vera Visitor", "email": "vera@visitor.example", "secondsOpen": 60,
}  # fmt: skip


@pytest.fixture
def admin(world: World) -> httpx.AsyncClient:
    return world.client("admin")


async def shown(caller: httpx.AsyncClient, group: str) -> dict[str, Any]:
    answer = await caller.get(f"{PATH}/{group}")
    assert answer.status_code == 200, answer.text
    row: dict[str, Any] = answer.json()
    assert answer.headers["etag"] == f'"{row["version"]}"'
    return row


async def edited(caller: httpx.AsyncClient, group: str, /, **changes: Any) -> dict[str, Any]:
    answer = await caller.patch(f"{PATH}/{group}", json=changes)
    assert answer.status_code == 200, answer.text
    row: dict[str, Any] = answer.json()
    return row


async def page(world: World, path: str = "/") -> str:
    return (await world.client().get(path)).text


async def test_the_file_gives_the_first_values(admin: httpx.AsyncClient) -> None:
    assert await shown(admin, "brand") == {
        "id": "brand", "version": 0, "brand": "Duskline", "legalName": "Duskline Lighting",
        "tagline": "Beautiful by night, discreet by day.", "foundedYear": 2015, "sample": True,
    }  # fmt: skip
    assert await shown(admin, "contact") == {
        "id": "contact", "version": 0, "email": "hello@duskline.example", "phone": "(555) 555-0142", "address": None,
        "serviceArea": "homes and businesses in our service area", "hours": "Mon-Fri 8AM-8PM EST",
    }  # fmt: skip
    assert await shown(admin, "promises") == {
        "id": "promises", "version": 0, "answersWithin": 24, "answersUnit": "hours", "installTime": "1-2 days",
    }  # fmt: skip


def test_every_fact_stands_in_one_group() -> None:
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(FACTS)


@pytest.mark.parametrize(
    "who", ["support", "sales_rep", "branch_ops_manager", "regional_ops_manager", "no_role", "client", "anonymous"]
)  # fmt: skip
async def test_nobody_else_reads_or_sets_it(world: World, who: str) -> None:
    caller = world.client(who)
    refused = 401 if who == "anonymous" else 403
    assert (await caller.get(f"{PATH}/brand")).status_code == refused
    assert (await caller.patch(f"{PATH}/brand", json={"brand": "Ours"})).status_code == refused
    assert (await caller.get(f"{PATH}/brand/history")).status_code == refused
    assert (await shown(world.client("admin"), "brand"))["brand"] == "Duskline"


async def test_what_is_not_set_follows_the_file(
    world: World, admin: httpx.AsyncClient, tmp_path: Path
) -> None:
    await edited(admin, "brand", tagline="Light that stays.", legalName="For a moment")
    await edited(admin, "brand", legalName="Duskline Lighting")  # put back: it follows the file again
    words = (ROOT / "company.toml").read_text("utf-8")
    words = words.replace('brand = "Duskline"', 'brand = "Ours"').replace("Beautiful by night", "Nice")
    words = words.replace("Duskline Lighting", "Ours Inc.")
    (tmp_path / "company.toml").write_text(words, "utf-8")
    company = await present(world.database, CompanyFile(tmp_path / "company.toml"))
    assert (company.brand, company.legal_name, company.tagline) == ("Ours", "Ours Inc.", "Light that stays.")


async def test_what_does_not_go_together_with_the_file_any_more_is_left_out(
    world: World, admin: httpx.AsyncClient, tmp_path: Path
) -> None:
    await edited(admin, "prices", priceLow=7000)
    await edited(admin, "brand", brand="Ours")
    words = (ROOT / "company.toml").read_text("utf-8").replace("high = 8000", "high = 6000")
    (tmp_path / "company.toml").write_text(words, "utf-8")
    world.services.company_file = CompanyFile(tmp_path / "company.toml")
    company = await present(world.database, world.services.company_file)
    assert (company.brand, company.price.low, company.price.high) == ("Ours", 3000, 6000)
    assert (await edited(admin, "brand", tagline="T"))["brand"] == "Ours"  # control: other groups are saved
    row = await edited(admin, "prices", priceHigh=9000)
    assert (row["priceLow"], row["priceHigh"]) == (3000, 9000)


# What changes where a fact is changed. -------------------------------------------------------------------------------


async def on_page(world: World, path: str, words: str) -> bool:
    return words in re.sub(r"<!--.*?-->", "", await page(world, path))


async def in_letter(world: World, words: str) -> bool:
    answer = await world.client().post("/api/quotes", json={**QUOTE, "email": "letter@visitor.example"})
    assert answer.status_code == 201, answer.text
    ((_, message), *_) = await delivered(world)
    return words in text_of(message) or words in str(message["reply-to"])


async def in_answer_to_a_message(world: World, words: str) -> bool:
    """A quote's letter speaks for the branch that serves the visitor, which has an address of its own."""
    sent = {"name": "Robin", "email": "letter@visitor.example", "message": "Do you light porches?"}
    answer = await world.client().post("/api/contact", json=sent)
    assert answer.status_code == 201, answer.text
    ((_, message), *_) = await delivered(world)
    return words in text_of(message)


async def in_structured_data(world: World, words: str) -> bool:
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', await page(world))
    assert found
    return words in json.dumps(json.loads(found[1]), ensure_ascii=False)


async def quoted(world: World, wanted: tuple[int, int], **building: Any) -> bool:
    answer = await world.client().post("/api/quotes", json={**QUOTE, **building})
    assert answer.status_code == 201, answer.text
    return (answer.json()["low"], answer.json()["high"]) == wanted


async def warranted(world: World, name: str, wanted: str) -> bool:
    """What a warranty says that is drawn up now."""
    admin = world.client("admin")
    listed = (await admin.get("/api/panel/warranties", params={"workOrderId": "order-1-1"})).json()
    assert listed == []
    details = await admin.patch("/api/panel/work-orders/order-1-1/details", json={"kind": "installation"})
    assert details.status_code == 200, details.text
    done = await admin.patch("/api/panel/work-orders/order-1-1", json={"status": "completed"})
    assert done.status_code == 200, done.text
    (drawn,) = (await admin.get("/api/panel/warranties", params={"workOrderId": "order-1-1"})).json()
    one = (await admin.get(f"/api/panel/warranties/{drawn['id']}")).json()["warranty"]
    back = await admin.patch("/api/panel/work-orders/order-1-1", json={"status": "pending"})
    assert back.status_code == 200, back.text
    if name == "termsVersion":
        return str(one[name]) == wanted
    return str(int(one[name][:4]) - int(one["starts"][:4])) == wanted


async def reminded(world: World, hours: int) -> bool:
    """Whether a message that came so long ago is told of by the chore that does that."""
    id = new_id()
    async with world.console() as db:
        db.store(
            ContactSubmission(
                id=id, name="Ivy", email="i@v.example", message="x" * 10,
                created_at=now() - timedelta(hours=hours), handling=EnquiryHandling(),
            )
        )  # fmt: skip
    chores = chores_of(world.settings, world.services.company_file, world.database)
    async with world.database.writes.begin() as connection:
        await connection.execute(CHORES.delete())
    worker = ChoreWorker(world.database, [chore for chore in chores if chore.name == "answers_due"])
    assert await worker.turn()
    told = select(NOTIFICATIONS.c.record_id).where(
        NOTIFICATIONS.c.what == "answer_due", NOTIFICATIONS.c.record_id == id
    )
    async with world.database.reads.connect() as connection:
        return await connection.scalar(told.limit(1)) is not None


async def hears_of_no_visit(world: World) -> bool:
    """Whether planning a visit puts no letter to the client in the queue."""
    job = "/api/panel/work-orders/order-1-2"
    for day in (None, "2031-12-01"):
        assert (await world.client("admin").patch(job, json={"scheduledDate": day})).status_code == 200
    known = await present(world.database, world.services.company_file)
    async with world.database.writes.begin() as connection:
        await connection.execute(VisitChange.__table__.update().values(due=now()))
    await tell_clients(world.database, wanted=known.tell_clients)
    async with world.database.reads.connect() as connection:
        return await connection.scalar(select(MAILS.c.id).where(MAILS.c.kind == "visit").limit(1)) is None


Shows = Callable[[World], Awaitable[bool]]
SHOWN: dict[str, list[tuple[Any, Shows]]] = {
    "brand": [
        ("Nightfall", lambda world: on_page(world, "/", ">Nightfall<")),
        ("Nightfall", lambda world: on_page(world, "/panel", '"brand":"Nightfall"')),
        ("Nightfall", lambda world: on_page(world, "/site.webmanifest", '"name":"Nightfall"')),
        ("Nightfall", lambda world: in_letter(world, "Thank you for asking Nightfall for a quote")),
        ("Nightfall", lambda world: in_structured_data(world, '"name": "Nightfall"')),
    ],
    "legal_name": [
        ("Nightfall LLC", lambda world: on_page(world, "/about", "Nightfall LLC</p>")),
        ("Nightfall LLC", lambda world: in_letter(world, "\nNightfall LLC")),
    ],
    "tagline": [("Light that stays.", lambda world: on_page(world, "/", "Light that stays."))],
    "founded_year": [(1999, lambda world: on_page(world, "/about", "Permanent Lighting Since 1999"))],
    "sample": [(False, lambda world: lacks(world, "/", "Sample contact details"))],
    "email": [
        ("light@nightfall.example", lambda world: on_page(world, "/", 'href="mailto:light@nightfall.example"')),
        ("light@nightfall.example", lambda world: in_letter(world, "light@nightfall.example")),
    ],
    "phone": [
        ("+1 (212) 555-0199", lambda world: on_page(world, "/", 'href="tel:+12125550199"')),
        ("+1 (212) 555-0199", lambda world: in_letter(world, "or call +1 (212) 555-0199")),
        ("+1 (212) 555-0199", lambda world: in_structured_data(world, '"telephone": "+1 (212) 555-0199"')),
    ],
    "address": [
        ("1 Lamp St, Akron OH", lambda world: on_page(world, "/support", "1 Lamp St, Akron OH")),
        ("1 Lamp St, Akron OH", lambda world: in_structured_data(world, '"address": "1 Lamp St, Akron OH"')),
        ("1 Lamp St, Akron OH", lambda world: in_answer_to_a_message(world, "1 Lamp St, Akron OH")),
    ],
    "service_area": [("Summit County", lambda world: on_page(world, "/gallery", "Summit County"))],
    "hours": [
        ("Tue-Sat 9AM-5PM", lambda world: on_page(world, "/", "Tue-Sat 9AM-5PM")),
        ("Tue-Sat 9AM-5PM", lambda world: in_letter(world, "Tue-Sat 9AM-5PM")),
    ],
    "answers_within": [
        (2, lambda world: on_page(world, "/support", "We answer within 2 hours")),
        (2, lambda world: in_letter(world, "we will get in touch within 2 hours")),
        (2, lambda world: reminded(world, 2)),
    ],
    "answers_unit": [
        ("days", lambda world: on_page(world, "/support", "We answer within 24 days")),
        ("days", lambda world: reminded(world, 24 * 19)),
    ],
    "install_time": [("one day", lambda world: on_page(world, "/", "Installed in one day"))],
    "tell_clients": [(False, hears_of_no_visit)],
    "price_low": [
        (2500, lambda world: on_page(world, "/residential", "$2,500-$8,000")),
        (2500, lambda world: quoted(world, (2500, 8000), feet=None)),
    ],
    "price_high": [(9000, lambda world: quoted(world, (3000, 9000), feet=None))],
    "rate_per_foot_low": [(10, lambda world: quoted(world, (1000, 3500)))],
    "rate_per_foot_high": [(50, lambda world: quoted(world, (2000, 5000)))],
    "rate_factors_business": [(200, lambda world: quoted(world, (4000, 7000), propertyType="business"))],
    "rate_factors_two_stories": [(200, lambda world: quoted(world, (4000, 7000), stories=2))],
    "rate_factors_three_stories": [(200, lambda world: quoted(world, (4000, 7000), stories=3))],
    "rate_factors_front": [(200, lambda world: quoted(world, (4000, 7000), coverage="front"))],
    "rate_factors_front_share": [
        (50, lambda world: quoted(world, (1500, 4000), coverage="front", feet=None))
    ],
    "warranty_product_years": [
        (7, lambda world: on_page(world, "/warranty", "7-Year Product")),
        (7, lambda world: warranted(world, "productEnds", "7")),
    ],
    "warranty_labor_years": [
        (3, lambda world: on_page(world, "/warranty", "3-Year Labor")),
        (3, lambda world: warranted(world, "laborEnds", "3")),
    ],
    "warranty_terms_version": [("2027", lambda world: warranted(world, "termsVersion", "2027"))],
    "texts_privacy": [
        ("## We forget\n\nNothing is kept.", lambda world: on_page(world, "/api/texts/privacy", "<h3>We forget</h3>")),
        (None, lambda world: lacks(world, "/", 'href="/api/texts/privacy"')),
    ],
    "texts_terms": [
        ("Be *kind*.", lambda world: on_page(world, "/api/texts/terms", "<p>Be <em>kind</em>.</p>")),
        (None, lambda world: lacks(world, "/", 'href="/api/texts/terms"')),
        ("Be kind.", lambda world: warranted(world, "termsVersion", now().date().isoformat())),
    ],
    **{
        f"social_{network}": [
            (f"https://{network}.example/us", partial(on_page, path="/", words=f'href="https://{network}.example/us"'))
        ]
        for network in ("facebook", "twitter", "instagram", "linkedin", "youtube")
    },
}  # fmt: skip
"""By the name of a fact: a value, and something that shows whether it counts."""


async def lacks(world: World, path: str, words: str) -> bool:
    return not await on_page(world, path, words)


@pytest.mark.parametrize(
    ("name", "number"), [(name, number) for name, shows in SHOWN.items() for number in range(len(shows))]
)
async def test_each_fact_changes_what_it_should(
    world: World, admin: httpx.AsyncClient, name: str, number: int
) -> None:
    value, shows = SHOWN[name][number]
    group = next(group for group, names in GROUPS.items() if name in names)
    first, *others = name.split("_")
    assert not await shows(world)  # control: it is the change that shows
    async with world.database.writes.begin() as connection:
        await connection.execute(MAILS.delete())
    await edited(admin, group, **{first + "".join(each.title() for each in others): value})
    assert await shows(world)


def test_no_fact_is_left_out() -> None:
    assert set(SHOWN) == set(FACTS)


async def test_a_fact_that_is_taken_away_shows_nowhere(world: World, admin: httpx.AsyncClient) -> None:
    assert await on_page(world, "/", "(555) 555-0142")
    assert (await edited(admin, "contact", phone="  "))["phone"] is None
    for path in ("/", "/support", "/panel"):
        assert not await on_page(world, path, "555-0142")
    assert (await edited(admin, "contact", phone="(555) 555-0142"))["phone"] == "(555) 555-0142"
    assert await on_page(world, "/", "(555) 555-0142")


async def test_another_process_follows_when_it_next_looks(world: World, admin: httpx.AsyncClient) -> None:
    other = World(world.settings.database_url, world.tokens, DATA_DIR=str(world.settings.data_dir))
    await other.services.show_content()
    assert other.services.company.brand == "Duskline"
    await edited(admin, "brand", brand="Nightfall")
    assert other.services.company.brand == "Duskline"
    await other.services.show_content()  # as it does every two seconds
    assert other.services.company.brand == "Nightfall"
    assert await on_page(other, "/", ">Nightfall<")
    await other.close()


# Who sets what, and how it is refused. --------------------------------------------------------------------------------

FAULTS: list[tuple[str, dict[str, Any], dict[str, str]]] = [
    ("brand", {"brand": ""}, {"brand": "Must be text of 1 to 40 characters"}),
    ("brand", {"brand": None}, {"brand": "Must be text of 1 to 40 characters"}),
    ("brand", {"brand": "x" * 41}, {"brand": "Please use at most 40 characters"}),
    ("brand", {"foundedYear": 1}, {"foundedYear": "Must be a year such as 2015"}),
    ("brand", {"sample": "yes"}, {"sample": "Must be true or false"}),
    ("brand", {"phone": "1"}, {"phone": "Unknown field"}),
    ("contact", {"email": "hello"}, {"email": "Must be an email address"}),
    ("contact", {"phone": "call us"}, {"phone": "Must be a telephone number such as (555) 555-0142"}),
    ("contact", {"phone": "555"}, {"phone": "Must be a telephone number such as (555) 555-0142"}),
    ("contact", {"hours": "x" * 301}, {"hours": "Please use at most 300 characters"}),
    ("promises", {"answersWithin": 0}, {"answersWithin": "Must be a whole number from 1 to 365"}),
    ("promises", {"answersUnit": "Hours"}, {"answersUnit": "Must be hours or days"}),
    ("prices", {"priceLow": 9000}, {"priceLow": "Must not be above the highest"}),
    ("prices", {"priceHigh": 2}, {"priceLow": "Must not be above the highest"}),
    ("prices", {"priceLow": 0}, {"priceLow": "Must be whole dollars above zero"}),
    ("prices", {"ratePerFootHigh": 10_001}, {"ratePerFootHigh": "Must be whole dollars from 1 to 10,000"}),
    ("factors", {"rateFactorsFront": 9}, {"rateFactorsFront": "Must be a whole percentage from 10 to 400"}),
    ("warranty", {"warrantyLaborYears": 0}, {"warrantyLaborYears": "Must be a number of years from 1 to 100"}),
    ("social", {"socialYoutube": "http://y.example"}, {"socialYoutube": "Must be an address that begins with https://"}),
    ("social", {"socialYoutube": 'https://y.example/"'}, {"socialYoutube": "Must be an address that begins with https://"}),
]  # fmt: skip


@pytest.mark.parametrize(("group", "changes", "fields"), FAULTS)
async def test_a_fault_is_told_by_its_field(
    world: World, group: str, changes: dict[str, Any], fields: dict[str, str]
) -> None:
    admin = world.client("admin")
    before = await shown(admin, group)
    answer = await admin.patch(f"{PATH}/{group}", json=changes)
    assert (answer.status_code, answer.json()["fields"]) == (400, fields)
    assert await shown(admin, group) == before


async def test_words_that_want_to_be_markup_stay_words(world: World, admin: httpx.AsyncClient) -> None:
    hostile = "</script><b>⟦ facts.brand ⟧ {{ 1 }}"
    await edited(admin, "brand", brand=hostile, tagline=hostile)
    text = await page(world)
    assert "&lt;/script&gt;&lt;b&gt;⟦ facts.brand ⟧ {{ 1 }}" in text
    assert "</script><b>" not in text
    assert (await shown(admin, "brand"))["brand"] == hostile


async def test_two_who_set_the_same_meet(world: World, admin: httpx.AsyncClient) -> None:
    second = world.client("second_admin")
    saved = await admin.patch(f"{PATH}/brand", json={"brand": "One"}, headers={"if-match": '"0"'})
    assert (saved.status_code, saved.json()["version"]) == (200, 1)
    late = await second.patch(f"{PATH}/brand", json={"brand": "Two"}, headers={"if-match": '"0"'})
    assert (late.status_code, late.json()) == (
        409, {"error": "This record was changed by someone else. Reload it and try again."}
    )  # fmt: skip
    again = await second.patch(f"{PATH}/brand", json={"tagline": "Two"}, headers={"if-match": '"1"'})
    assert (again.status_code, again.json()["brand"], again.json()["tagline"]) == (200, "One", "Two")
    other = await second.patch(f"{PATH}/contact", json={"hours": "Always"}, headers={"if-match": '"0"'})
    assert other.status_code == 200  # control: each group has a version of its own


async def test_two_at_once_make_one_row(world: World) -> None:
    answers = await asyncio.gather(
        *(
            world.client(who).patch(f"{PATH}/brand", json=change, headers={"if-match": '"0"'})
            for who, change in (("admin", {"brand": "One"}), ("second_admin", {"brand": "Two"}))
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert (await shown(world.client("admin"), "brand"))["version"] == 1


async def test_a_repeat_is_done_once(admin: httpx.AsyncClient) -> None:
    sent = {"json": {"brand": "One"}, "headers": {"idempotency-key": "a-key-of-its-own-1", "if-match": '"0"'}}
    first, repeat = [await admin.patch(f"{PATH}/brand", **sent) for _ in range(2)]  # type: ignore[arg-type]
    assert first.status_code == repeat.status_code == 200
    assert first.json() == repeat.json()
    assert repeat.headers["etag"] == '"1"'


async def test_saving_what_stands_already_changes_nothing(world: World, admin: httpx.AsyncClient) -> None:
    assert (await edited(admin, "brand", brand="Duskline"))["version"] == 0
    async with world.console() as db:
        assert await db.scalar(select(Setting.id)) is None


async def test_history_tells_who_changed_what(admin: httpx.AsyncClient) -> None:
    assert (await admin.get(f"{PATH}/contact/history")).json() == []
    await edited(admin, "contact", phone="+12125550199", hours="Always")
    await edited(admin, "contact", phone=None)
    newest, first = (await admin.get(f"{PATH}/contact/history")).json()
    assert (newest["action"], newest["changes"]) == ("update", {"phone": ["+12125550199", None]})
    assert (first["action"], first["changes"]) == (
        "update",
        {"phone": ["(555) 555-0142", "+12125550199"], "hours": ["Mon-Fri 8AM-8PM EST", "Always"]},
    )
    assert (await admin.get(f"{PATH}/nothing/history")).status_code == 404


@pytest.mark.parametrize(("name", "title"), [("privacy", "Privacy Policy"), ("terms", "Terms of Service")])
async def test_the_texts_are_shown_and_are_pages_that_need_no_script(
    world: World, admin: httpx.AsyncClient, name: str, title: str
) -> None:
    visitor = world.client()
    first = await visitor.get(f"/api/texts/{name}")
    assert (first.status_code, first.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "default-src 'none'" in first.headers["content-security-policy"]
    assert f"<h1>{title}</h1>" in first.text
    assert "the company has yet to check this text" in first.text
    begun = (await visitor.get(f"/api/texts/{name}/content")).json()
    assert begun["sample"] is True
    assert begun["html"] in first.text
    await edited(admin, "brand", sample=False)
    assert "the company has yet to check this text" not in await page(world, f"/api/texts/{name}")
    hostile = "<script>hit()</script> [x](javascript:hit()) ![x](https://evil.example/x.png)"
    await edited(admin, name, **{f"texts{name.title()}": hostile})
    text = await page(world, f"/api/texts/{name}")
    assert "&lt;script&gt;" in text
    assert text.count("<script") == 1  # for the theme
    assert not re.search(r"href=\"javascript|<img", text)
    content = (await visitor.get(f"/api/texts/{name}/content")).json()
    assert content["sample"] is False
    assert content["html"] in text
    await edited(admin, name, **{f"texts{name.title()}": None})
    assert (await visitor.get(f"/api/texts/{name}")).status_code == 404
    for gone in (f"{name}/content", "brand", "brand/content"):
        assert (await visitor.get(f"/api/texts/{gone}")).status_code == 404


async def test_new_terms_get_a_new_version_each_time(world: World, admin: httpx.AsyncClient) -> None:
    today = now().date().isoformat()
    for words, version in (
        ("One.", today),
        ("Two.", f"{today}.2"),
        ("Two.", f"{today}.2"),
        ("Three.", f"{today}.3"),
    ):
        await edited(admin, "terms", textsTerms=words)
        assert (await shown(admin, "warranty"))["warrantyTermsVersion"] == version
    await edited(admin, "warranty", warrantyTermsVersion="spring")
    await edited(admin, "privacy", textsPrivacy="We forget.")
    assert (await shown(admin, "warranty"))["warrantyTermsVersion"] == "spring"
    terms = await shown(admin, "terms")
    second = {"if-match": f'"{terms["version"]}"'}
    saved = await admin.patch(f"{PATH}/terms", json={"textsTerms": "Four."}, headers=second)
    assert saved.status_code == 200  # the version of the other group does not matter
    newest, *_ = (await admin.get(f"{PATH}/warranty/history")).json()
    assert newest["changes"] == {"warrantyTermsVersion": ["spring", today]}


@pytest.mark.parametrize(
    ("hours", "machines"),
    [
        ("Mon-Fri 8AM-8PM EST", "Mo-Fr 08:00-20:00"),
        ("Monday - Saturday, 8:30 am - 12 pm", "Mo-Sa 08:30-12:00"),
        ("Mon-Fri 12AM-11:59PM", "Mo-Fr 00:00-23:59"),
        ("Mon-Fri 8AM-8PM, Sat 9AM-1PM", None),
        ("Mon-Fri 8AM-13PM", None),
        ("Any-Day 8AM-8PM", None),
        ("24/7", None),
    ],
)
async def test_hours_are_told_to_machines_where_they_can_be_read(
    world: World, admin: httpx.AsyncClient, hours: str, machines: str | None
) -> None:
    await edited(admin, "contact", hours=hours, address="1 Lamp St")
    found = re.search(r'"openingHours":"([^"]*)"', await page(world))
    assert (found and found[1]) == machines
