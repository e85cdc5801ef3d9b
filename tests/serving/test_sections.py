"""The sections that the company fills, on the pages as they were really built."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import delete

from duskline import demonstration
from duskline.models.site.content import content_changed
from duskline.models.site.site import MOST_DETAILS, SiteItem
from duskline.models.site.site import SECTIONS as KINDS
from tests.pictures import photo
from tests.world import World

PATH, SECTIONS = "/api/panel/content", "/api/panel/content-sections"
QUOTE = {
    "section": "testimonials", "title": "Ada Real", "note": "Homeowner", "text": "We leave them on all year.", "rating": 3,
}  # fmt: skip
HOSTILE = "</script><b>⟦ facts.brand ⟧ &amp;"


@pytest.fixture
async def admin(world: World) -> httpx.AsyncClient:
    await world.services.show_content()
    return world.client("admin")


async def page(world: World, path: str) -> str:
    return (await world.client().get(path)).text


async def shows(admin: httpx.AsyncClient, section: str, what: str) -> None:
    answer = await admin.patch(f"{SECTIONS}/{section}", json={"shows": what})
    assert answer.status_code == 200, answer.text


def graph(text: str) -> list[dict[str, Any]]:
    (found,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
    nodes: list[dict[str, Any]] = json.loads(found)["@graph"]
    return nodes


def asked(text: str) -> list[str] | None:
    """The questions that the page tells machines of."""
    nodes = [node for node in graph(text) if node["@type"] == "FAQPage"]
    return [one["name"] for one in nodes[0]["mainEntity"]] if nodes else None


PLACES = [
    ("testimonials", "/", "testimonials"), ("business_testimonials", "/commercial", "testimonials"),
    ("cases", "/commercial", "case-studies"), ("team", "/about", "team"), ("milestones", "/about", "timeline"),
    ("awards", "/how-it-works", "awards"), ("home_questions", "/residential", "questions"),
    ("support_questions", "/support", "questions"), ("financing_questions", "/financing", "questions"),
    ("work", "/", "work"), ("projects", "/residential", "projects"),
]  # fmt: skip
"""Each section with its page and the id of its part of it."""


@pytest.mark.parametrize(("section", "path", "id"), PLACES)
async def test_a_hidden_section_leaves_nothing_behind(
    world: World, admin: httpx.AsyncClient, section: str, path: str, id: str
) -> None:
    before = await page(world, path)
    assert f'<section id="{id}"' in before
    for what in ("none", "own"):
        await shows(admin, section, what)
        after = await page(world, path)
        assert f'id="{id}"' not in after
        assert f'href="#{id}"' not in after
        assert not re.search("⟦|⟧", after)
        assert asked(after) is None or "questions" not in section
    await shows(admin, section, "all")
    assert await page(world, path) == before


async def test_figures_and_goals_share_a_part_of_the_page(world: World, admin: httpx.AsyncClient) -> None:
    await shows(admin, "impact", "own")  # two are properties of the product
    text = await page(world, "/about")
    assert "50,000 hours" in text
    assert "35 tons" not in text
    await shows(admin, "impact", "none")
    assert 'id="impact"' in await page(world, "/about")
    await shows(admin, "goals", "own")
    assert 'id="impact"' not in await page(world, "/about")


async def test_the_gallerys_first_pictures_stand_after_the_photos_and_go(
    world: World, admin: httpx.AsyncClient
) -> None:
    def pictures(text: str) -> str:
        return text.split('<section id="pictures"')[1].split("</section>")[0]

    part = pictures(await page(world, "/gallery"))
    assert part.count("Computer-rendered visualization") == 12
    assert part.index("Customer photo") < part.index("Computer-rendered")
    first = next(row for row in (await admin.get(PATH)).json() if row["section"] == "gallery")
    assert (await admin.patch(f"{PATH}/{first['id']}", json={"title": "Porches"})).json()["fields"] == {
        "title": "Please choose one of the listed values"
    }
    assert (await admin.patch(f"{PATH}/{first['id']}", json={"title": "Events", "sample": False})).is_success
    await shows(admin, "gallery", "own")
    part = pictures(await page(world, "/gallery"))
    assert (part.count("<figure"), part.count("/img/pool-house-960.avif 960w")) == (2, 1)
    await shows(admin, "gallery", "none")
    assert pictures(await page(world, "/gallery")).count("<figure") == 1
    await admin.patch("/api/panel/gallery/photo-1", json={"approved": -1})
    text = await page(world, "/gallery")
    assert 'id="pictures"' not in text
    assert 'id="share"' in text
    assert not re.search("⟦|⟧", text)


async def test_photos_carry_their_captions_and_whose_they_are(world: World, admin: httpx.AsyncClient) -> None:
    await admin.patch("/api/panel/gallery/photo-1", json={"caption": HOSTILE})
    sent = await admin.post("/api/panel/post-pictures", files={"image": ("a.png", photo(kind="PNG"))})
    own = {
        "image": sent.json()["image"], "description": "Both gables at dusk", "location": "Dublin", "category": "Events",
        "consent": "owner-1",
    }  # fmt: skip
    assert (await admin.post("/api/panel/gallery", json=own)).status_code == 201
    text = await page(world, "/gallery")
    part = text.split('<section id="pictures"')[1].split("</section>")[0]
    assert part.index("Our work, Dublin") < part.index("Customer photo, Maple Street")
    assert 'alt="Both gables at dusk, Dublin"' in part
    assert "&lt;/script&gt;&lt;b&gt;⟦ facts.brand ⟧" in part
    assert "<b>" not in text


async def test_samples_are_marked_and_own_items_are_not(world: World, admin: httpx.AsyncClient) -> None:
    assert (await page(world, "/")).count(">Sample quote<") == 4
    assert (await admin.post(PATH, json=QUOTE)).status_code == 201
    text = await page(world, "/")
    assert text.count(">Sample quote<") == 4
    assert text.count("We leave them on all year.") == 2  # to be read, and for the browser
    await shows(admin, "testimonials", "own")
    text = await page(world, "/")
    assert (text.count(">Sample quote<"), text.count("Ada Real")) == (0, 2)
    assert text.count('data-lit="yes"') == 3
    assert 'aria-label="1 of 1"' in text


async def test_words_that_speak_of_samples_go_with_them(world: World, admin: httpx.AsyncClient) -> None:
    lead = "These cards show the roles."
    assert lead in await page(world, "/about")
    own = {"section": "team", "title": "Ada Real", "note": "Designer", "text": "Draws."}
    assert (await admin.post(PATH, json=own)).status_code == 201
    assert lead in await page(world, "/about")
    await shows(admin, "team", "own")
    text = await page(world, "/about")
    assert lead not in text
    assert ">AR</span>" in text


async def test_questions_for_machines_are_those_that_are_shown(
    world: World, admin: httpx.AsyncClient
) -> None:
    rows = [row for row in (await admin.get(PATH)).json() if row["section"] == "financing_questions"]
    assert asked(await page(world, "/financing")) == [row["title"] for row in rows]
    await admin.patch(f"{PATH}/{rows[0]['id']}", json={"shown": False})
    await admin.patch(f"{PATH}/{rows[3]['id']}", json={"title": f"Why {HOSTILE}?", "place": 1})
    text = await page(world, "/financing")
    assert asked(text) == [f"Why {HOSTILE}?", rows[1]["title"], rows[2]["title"]]
    assert "<b>" not in text


async def test_answers_follow_the_facts_that_they_name(world: World, admin: httpx.AsyncClient) -> None:
    assert "A typical home costs $3,000-$8,000." in await page(world, "/residential")
    await admin.patch("/api/panel/settings/prices", json={"priceLow": 4000})
    assert "A typical home costs $4,000-$8,000." in await page(world, "/residential")
    case = next(row for row in (await admin.get(PATH)).json() if row["section"] == "cases")
    named = {
        "details": [{"term": "From {price}", "text": "By {brand}"}],
        "image": case["image"] or "/img/barn-party-720.jpg",
        "imageAlt": "A court lit by {brand}",
    }
    assert (await admin.patch(f"{PATH}/{case['id']}", json=named)).status_code == 200
    text = await page(world, "/commercial")
    assert "From $4,000-$8,000" in text
    assert "By Duskline" in text
    assert "A court lit by Duskline" in text
    assert "{brand}" not in text


async def test_links_to_a_hidden_question_still_lead_somewhere(
    world: World, admin: httpx.AsyncClient
) -> None:
    linked = next(row for row in (await admin.get(PATH)).json() if row["anchor"] == "app")
    for path, change in (
        (f"{PATH}/{linked['id']}", {"shown": False}), (f"{SECTIONS}/support_questions", {"shows": "none"}),
    ):  # fmt: skip
        assert (await admin.patch(path, json=change)).status_code == 200
        text = await page(world, "/support")
        assert [text.count(f'id="{id}"') for id in ("app", "firmware", "contact")] == [1, 1, 1]


async def test_another_process_follows(world: World, admin: httpx.AsyncClient) -> None:
    beside = World(world.database.url, world.tokens, DATA_DIR=str(world.settings.data_dir))
    try:
        await beside.services.show_content()
        await shows(admin, "awards", "none")
        assert 'id="awards"' in await page(beside, "/how-it-works")  # until it looks, every two seconds
        await beside.services.show_content()
        assert 'id="awards"' not in await page(beside, "/how-it-works")
    finally:
        await beside.close()


async def test_an_own_picture_comes_in_two_sizes(world: World, admin: httpx.AsyncClient) -> None:
    sent = await admin.post("/api/panel/post-pictures", files={"image": ("a.png", photo(kind="PNG"))})
    image = sent.json()["image"]
    study = {
        "section": "cases", "title": "A real one", "note": "Columbus", "text": "Done.", "image": image, "imageAlt": "The front",
        "details": [{"term": "Feet", "text": "220"}],
    }  # fmt: skip
    assert (await admin.post(PATH, json=study)).status_code == 201
    await shows(admin, "cases", "own")
    text = await page(world, "/commercial")
    small = image.replace(".webp", "-480.webp")
    assert f'type="image/webp" srcSet="{small} 480w, {image} 1600w"' in text
    part = text.split('id="case-studies"')[1].split("</section>")[0]
    assert "Computer-rendered" not in part
    assert "Video to follow" not in part
    assert "<dd>220</dd>" in part


LIGHT = 24 * 1024
"""Bytes of HTML with its styles, packed (decision 9)."""


def prose() -> Iterator[str]:
    """Text as people write it, which packs as theirs does, at each call another part of it."""
    folder = Path(demonstration.__file__).parent / "posts"
    words = " ".join(path.read_text("utf-8") for path in sorted(folder.glob("*.md")))
    words = re.sub(r"[{}\s]+", " ", words)
    at = 0
    while True:
        yield words[at : at + 600]
        at = (at + 347) % (len(words) - 600)


def fullest(section: str) -> list[SiteItem]:
    """As many items as the section holds, each with the longest texts and a picture of its own."""
    kind, texts = KINDS[section], prose()  # type: ignore[index]
    return [
        SiteItem(
            section=section, place=place, rating=5 if kind.rating else None,
            **{part.name: next(texts)[: part.longest] for part in kind.parts},
            details=[{"term": next(texts)[:30], "text": next(texts)[:160]} for _ in range(MOST_DETAILS * kind.details)],
            image=f"/uploads/{place:032x}.webp" if kind.picture else None,
            image_alt=next(texts)[:120] if kind.picture else None,
        )
        for place in range(1, kind.most + 1)
    ]  # fmt: skip


async def test_pages_stay_light_with_every_section_full(world: World, admin: httpx.AsyncClient) -> None:
    async with world.console() as db:
        await db.execute(delete(SiteItem.__table__))
        for section in KINDS:
            db.add_all(fullest(section))
        await content_changed(db)
    await world.services.show_content()
    weights = {}
    for path in {kind.page for kind in KINDS.values()}:
        world.services.pages.served[path].precompress()
        async with world.client().stream("GET", path, headers={"accept-encoding": "br"}) as answer:
            weights[path] = len(b"".join([part async for part in answer.aiter_raw()]))
    assert {path: weight for path, weight in weights.items() if weight > LIGHT} == {}, weights
    assert min(weights.values()) > 10_000  # the control: these are pages
