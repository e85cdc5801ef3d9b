"""The blog: cards without content, one post with it, by category, newest first."""

from __future__ import annotations

import datetime

import pytest

from duskline.core.data.base import now
from duskline.models.content import BlogPost
from tests.world import MISSING, World

POSTS = "/api/blog"


async def publish(world: World, *categories: str) -> list[str]:
    """Posts of these categories, each older than the one before; gives their ids."""
    async with world.console() as db:
        made = [
            db.store(
                BlogPost(
                    title=f"Post number {number}", excerpt="What it is about", content="Words to read. " * 5,
                    author="Sample author", category=category, image="/img/sample.jpg", read_time="1 min read",
                    created_at=now() + datetime.timedelta(hours=1 - number),
                )
            )
            for number, category in enumerate(categories)
        ]  # fmt: skip
    return [post.id for post in made]


async def test_a_card_has_the_listed_fields_and_no_content(shared_world: World) -> None:
    async with shared_world.client() as visitor:
        (card,) = (await visitor.get(POSTS)).json()
    assert card.pop("createdAt").endswith("Z")
    assert card == {
        "id": "post-1", "title": "Sample post", "excerpt": "What a sample says", "category": "Technology",
        "author": "Sample author", "image": "/img/sample.jpg", "readTime": "3 min read",
    }  # fmt: skip


async def test_a_post_brings_its_content(shared_world: World) -> None:
    async with shared_world.client() as visitor:
        post = (await visitor.get(f"{POSTS}/post-1")).json()
    assert post["content"] == "Sample words. " * 8
    assert post["updatedAt"].endswith("Z")


@pytest.mark.parametrize("id", [MISSING, "post-2", "%2e%2e"])
async def test_an_unknown_post_is_not_found(shared_world: World, id: str) -> None:
    async with shared_world.client() as visitor:
        answer = await visitor.get(f"{POSTS}/{id}")
    assert (answer.status_code, answer.json()) == (404, {"error": "Not found."})


async def test_the_newest_come_first_and_a_category_holds_its_own(world: World) -> None:
    first, second, third = await publish(world, "Design Ideas", "Technology", "Design Ideas")
    async with world.client() as visitor:
        assert [card["id"] for card in (await visitor.get(POSTS)).json()][:2] == [first, second]
        found = await visitor.get(POSTS, params={"category": "Design Ideas"})
    assert [card["id"] for card in found.json()] == [first, third]
    assert found.headers["x-total-count"] == "2"


async def test_a_category_that_nobody_knows_is_refused(shared_world: World) -> None:
    async with shared_world.client() as visitor:
        answer = await visitor.get(POSTS, params={"category": "Recipes"})
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {"category": "Please choose one of the listed values"},
    )
