"""The blog: cards without content, one post with it, by category, newest first."""

from __future__ import annotations

import datetime

import pytest

from duskline.core.data.base import now
from duskline.models.site.content import BlogPost
from tests.world import MISSING, World

POSTS = "/api/blog"


async def publish(world: World, *categories: str, content: str = "Words to read. " * 5) -> list[str]:
    """Posts of these categories, each older than the one before; gives their ids."""
    async with world.console() as db:
        made = [
            db.store(
                BlogPost(
                    title=f"Post number {number}", excerpt="What it is about", content=content,
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


MARKDOWN = """# Light *and* shade

## Parts

- channel
- [controller](/support)

| feet | price |
|---|---|
| 100 | [ask](mailto:hello@duskline.example) |

See [the plan](https://plans.example/a?b=c&d) or call [us](tel:+15555550142).
"""
SHOWN = """<h3>Light <em>and</em> shade</h3>
<h3>Parts</h3>
<ul>
<li>channel</li>
<li><a href="/support">controller</a></li>
</ul>
<table>
<thead>
<tr>
<th>feet</th>
<th>price</th>
</tr>
</thead>
<tbody>
<tr>
<td>100</td>
<td><a href="mailto:hello@duskline.example">ask</a></td>
</tr>
</tbody>
</table>
<p>See <a href="https://plans.example/a?b=c&amp;d">the plan</a> or call <a href="tel:+15555550142">us</a>.</p>
"""
HOSTILE = [
    ("<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n"),
    ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
    ("[x](&#106;avascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
    ("[x](data:text/html,1)", "<p>[x](data:text/html,1)</p>\n"),
    ("[x](//elsewhere.example)", "<p>[x](//elsewhere.example)</p>\n"),
    ("<javascript:alert(1)>", "<p>&lt;javascript:alert(1)&gt;</p>\n"),
    ('[x](/a"onclick="1)', '<p><a href="/a%22onclick=%221">x</a></p>\n'),
    ("![x](/img/a.jpg)", '<p>!<a href="/img/a.jpg">x</a></p>\n'),
    ("```<b>\n<i>\n```", '<pre><code class="language-&lt;b&gt;">&lt;i&gt;\n</code></pre>\n'),
    ("⟦ facts.brand ⟧ {{ 1 }}", "<p>⟦ facts.brand ⟧ {{ 1 }}</p>\n"),
]


@pytest.mark.parametrize(("content", "html"), [(MARKDOWN, SHOWN), *HOSTILE])
async def test_its_content_is_markdown(world: World, content: str, html: str) -> None:
    (id,) = await publish(world, "Technology", content=content)
    async with world.client() as visitor:
        post = (await visitor.get(f"{POSTS}/{id}")).json()
    assert (post["content"], post["html"]) == (content, html)


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
