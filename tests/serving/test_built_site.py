"""The site as it was really built, filled with the rows of a real database."""

import base64
import hashlib
import json
import re
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import httpx
import pytest

from duskline.app import BUILD
from duskline.core.pages.serving import no_post
from duskline.core.system.errors import Unavailable
from duskline.models.site.content import content_changed
from duskline.public import site
from tests.long_lists import PHOTOS, POSTS, store_long_lists
from tests.world import PUBLIC_URL, World

ROWS = json.loads((BUILD / "pages.json").read_text("utf-8"))["pages"]
PATHS = [row["path"] for row in ROWS if row["path"]]
PUBLIC = (
    "/", "/residential", "/commercial", "/how-it-works", "/gallery", "/support", "/about", "/blog", "/financing",
    "/warranty",
)  # fmt: skip
PANEL = ("", "/work-orders", "/tickets", "/leads", "/clients", "/reports", "/users", "/settings")
SCREENS = (*PUBLIC, "/login", "/login/staff", "/login/client", *(f"/panel{path}" for path in PANEL))


Files = dict[str, dict[str, list[str]]]
"""By file of the build: the modules of ours that it holds, the files that it imports, and those that it loads later."""


def of_staff_for_visitors(files: Files) -> list[str]:
    """The modules of staff in files that a public page, or what opens on it, can load."""

    def holds(file: str, *folders: str) -> list[str]:
        return [module for module in files[file]["modules"] if module.startswith(folders)]

    # The entry leads to all pages, also to those of staff: what it loads later does not count.
    entry = next(file for file in files if holds(file, "app/entry-client."))
    open_ends = [entry, *(file for file in files if holds(file, "app/site/", "app/studio/"))]
    reached: set[str] = set()
    while open_ends:
        file = open_ends.pop()
        if file in reached:
            continue
        reached.add(file)
        open_ends += files[file]["imports"]
        if file != entry:
            open_ends += files[file]["later"]
    return sorted(
        module for file in reached for module in holds(file, "app/panel/", "app/auth/", "app/offline/")
    )


@pytest.fixture
async def visitor(shared_world: World) -> httpx.AsyncClient:
    """A browser on the pages as a started server shows them, with posts and photos."""
    await shared_world.services.show_content()
    return shared_world.client()


def scripts(text: str, kind: str) -> list[str]:
    return re.findall(rf'<script type="{re.escape(kind)}"[^>]*>(.*?)</script>', text, re.DOTALL)


def test_the_screens_are_those_of_the_route_table() -> None:
    """Nothing but the listed screens and a few files that are not screens (product.md, rule 1)."""
    assert {path for path in PATHS if "." not in path} == set(SCREENS)


def test_visitors_load_no_code_of_staff() -> None:
    files: Files = json.loads((BUILD / "contents.json").read_text("utf-8"))
    assert of_staff_for_visitors(files) == []
    assert len(files) > 100
    window = next(file for file in files if "app/ui/dialog-window.tsx" in files[file]["modules"])
    shell = next(file for file in files if "app/panel/user/user.ts" in files[file]["modules"])
    files[window]["imports"].append(shell)  # the control
    assert "app/panel/user/user.ts" in of_staff_for_visitors(files)


@pytest.mark.parametrize("path", PATHS)
async def test_every_slot_is_filled_and_what_is_read_by_machines_is_well_formed(
    visitor: httpx.AsyncClient, path: str
) -> None:
    answer = await visitor.get(path)
    assert answer.status_code == 200
    assert not re.search("⟦|⟧", answer.text)
    kind = answer.headers["content-type"]
    if "json" in kind:
        assert answer.json()["name"]
    elif "xml" in kind:
        ElementTree.fromstring(answer.text)
    elif "html" in kind:
        assert answer.text.startswith('<!doctype html><html lang="en-US"')
        page = json.loads(scripts(answer.text, "application/json")[0])
        assert page["publicUrl"] == PUBLIC_URL
        for graph in scripts(answer.text, "application/ld+json"):
            json.loads(graph)


@pytest.mark.parametrize("path", SCREENS)
async def test_the_policy_names_every_inline_script_of_the_build(
    visitor: httpx.AsyncClient, path: str
) -> None:
    answer = await visitor.get(path)
    inline = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline]
    named = re.findall(r"'sha256-(.*?)'", answer.headers["content-security-policy"])
    assert sorted(named) == sorted(digests)
    assert digests


@pytest.mark.parametrize("path", SCREENS)
async def test_only_public_pages_are_for_search_engines(visitor: httpx.AsyncClient, path: str) -> None:
    answer = await visitor.get(path)
    assert (answer.headers.get("x-robots-tag") == "noindex") is (path not in PUBLIC)
    if path in PUBLIC:
        assert f'<link rel="canonical" href="{PUBLIC_URL}{path}"' in answer.text.replace(
            f'{PUBLIC_URL}"', f'{PUBLIC_URL}/"'
        )
        assert scripts(answer.text, "application/ld+json")


@pytest.mark.parametrize(
    ("asked", "status", "where"),
    [
        ("/Residential", 308, "/residential"),
        ("/residential/", 308, "/residential"),
        ("/RESIDENTIAL/?a=1", 308, "/residential?a=1"),
        ("/index.html", 308, "/"),
        ("//evil.com/", 404, None),
        ("/nope", 404, None),
        ("/client", 404, None),
        ("/client/x", 404, None),
        ("/Client", 404, None),
        ("/login/foo", 404, None),
        ("/panel/foo", 404, None),
        ("/blog/first-post", 404, None),
        ("/privacy", 404, None),
        ("/terms", 404, None),
        ("/quote", 404, None),
        ("/contact", 404, None),
        ("/en/about", 404, None),
    ],
)
async def test_other_addresses(
    visitor: httpx.AsyncClient, asked: str, status: int, where: str | None
) -> None:
    answer = await visitor.get(f"{PUBLIC_URL}{asked}")
    assert (answer.status_code, answer.headers.get("location")) == (status, where)
    if status == 404:
        assert answer.headers["x-robots-tag"] == "noindex"
        assert "Page Not Found" in answer.text
        assert "Back to Home" in answer.text


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/sitemap.xml", "application/xml"),
        ("/feed.xml", "application/atom+xml"),
        ("/site.webmanifest", "application/manifest+json"),
        ("/robots.txt", "text/plain"),
        ("/llms.txt", "text/plain"),
        ("/favicon.ico", "image/x-icon"),
        ("/favicon.svg", "image/svg+xml"),
        ("/apple-touch-icon.png", "image/png"),
    ],
)
async def test_files_beside_the_screens(visitor: httpx.AsyncClient, path: str, kind: str) -> None:
    answer = await visitor.get(path)
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, kind)
    head = await visitor.head(path)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", answer.headers["etag"])


async def test_the_sitemap_lists_the_public_pages(visitor: httpx.AsyncClient) -> None:
    sitemap = (await visitor.get("/sitemap.xml")).text
    listed = re.findall(r"<loc>(.*?)</loc>", sitemap)
    assert [url.removeprefix(PUBLIC_URL) or "/" for url in listed] == list(PUBLIC)
    robots = (await visitor.get("/robots.txt")).text
    assert f"Sitemap: {PUBLIC_URL}/sitemap.xml" in robots
    assert "Disallow: /api/" in robots
    assert "/login" not in robots


async def test_a_post_has_a_page_of_its_own(visitor: httpx.AsyncClient) -> None:
    post = (await visitor.get("/api/blog")).json()[0]
    page = await visitor.get(f"/blog?post={post['id']}")
    assert page.status_code == 200
    assert f'href="{PUBLIC_URL}/blog?post={post["id"]}"' in page.text
    assert json.loads(scripts(page.text, "application/json")[0])["post"]["title"] == post["title"]


SORRY = "We could not find the post you asked for."


async def test_so_has_one_older_than_those_that_the_pages_hold(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(site, "MOST_POSTS", 3)
    async with world.console() as db:
        store_long_lists(db)
        await content_changed(db)
    await world.services.show_content()
    oldest = "/blog?post=long-00"
    page = (await world.client().get(oldest)).text
    assert re.search("<h1[^>]*>Post number 0<", page)
    assert SORRY not in page

    monkeypatch.setattr(world.services.pages, "find_post", no_post)  # the control
    assert SORRY in (await world.client().get(oldest)).text

    async def away(id: str) -> None:
        raise Unavailable

    monkeypatch.setattr(world.services.pages, "find_post", away)
    answer = await world.client().get(oldest)
    assert (answer.status_code, SORRY in answer.text) == (503, False)
    logged: list[Any] = [record for record in caplog.records if record.exc_info]
    assert [record.fields["request"] for record in logged] == [answer.headers["x-request-id"]]


@pytest.mark.parametrize(("asked", "said"), [("?post=unknown", True), ("", False), ("?post=", False)])
async def test_a_post_that_is_not_there_is_said_so_over_the_list(
    visitor: httpx.AsyncClient, asked: str, said: bool
) -> None:
    answer = await visitor.get(f"/blog{asked}")
    assert (answer.status_code, answer.headers.get("x-robots-tag")) == (
        (404, "noindex") if said else (200, None)
    )
    assert f'<link rel="canonical" href="{PUBLIC_URL}/blog"' in answer.text
    assert (SORRY in answer.text) is said
    assert json.loads(scripts(answer.text, "application/json")[0])["lost"] is said
    assert "Sample post" in answer.text


async def test_an_unpublished_post_is_gone_from_its_address(world: World) -> None:
    admin, visitor = world.client("admin"), world.client()
    words = {
        "title": "How dusk falls", "excerpt": "An evening, hour by hour", "content": "It gets dark. " * 10,
        "author": "Sample author", "category": "Technology", "image": "/img/barn-960.jpg",
    }  # fmt: skip
    post = f"/api/panel/posts/{(await admin.post('/api/panel/posts', json=words)).json()['id']}"
    address = f"/blog?post={post.rpartition('/')[2]}"
    assert (await visitor.get(address)).status_code == 404
    await admin.post(f"{post}/publish", json={})
    assert (await visitor.get(address)).status_code == 200
    await admin.post(f"{post}/unpublish")
    answer = await visitor.get(address)
    assert (answer.status_code, answer.headers["x-robots-tag"], SORRY in answer.text) == (
        404,
        "noindex",
        True,
    )
    assert (await visitor.head(address)).status_code == 404


async def test_the_feed_tells_when_its_posts_last_changed(world: World) -> None:
    admin, visitor = world.client("admin"), world.client()
    await world.services.show_content()

    async def updated() -> list[str]:
        return re.findall("<updated>(.*?)</updated>", (await visitor.get("/feed.xml")).text)

    words = {
        "title": "How dusk falls", "excerpt": "An evening, hour by hour", "content": "It gets dark. " * 10,
        "author": "Sample author", "category": "Technology", "image": "/img/barn-960.jpg",
    }  # fmt: skip
    id = (await admin.post("/api/panel/posts", json=words)).json()["id"]
    await admin.post(f"/api/panel/posts/{id}/publish", json={})
    whole, first, _ = await updated()
    assert whole == first == (await visitor.get(f"/api/blog/{id}")).json()["updatedAt"]
    await admin.patch(f"/api/panel/posts/{id}", json={"title": "How night falls"})
    assert (await updated())[0] == whole  # nobody reads that yet
    await admin.post(f"/api/panel/posts/{id}/publish", json={})
    assert (await updated())[0] > whole


async def test_a_page_carries_the_newest_and_says_how_many_there_are(world: World) -> None:
    async with world.console() as db:
        store_long_lists(db)
        await content_changed(db)
    await world.services.show_content()
    visitor = world.client()
    for path, call, name, most in (
        ("/gallery", "/api/gallery-photos", "gallery", PHOTOS + 1),
        ("/blog", "/api/blog", "posts", POSTS + 1),
    ):
        text = (await visitor.get(path)).text
        page = json.loads(scripts(text, "application/json")[0])
        whole = await everything(visitor, call)
        assert [row["id"] for row in page[name]] == [row["id"] for row in whole[:24]]
        assert len(whole) == sum(page["counts"][name].values()) == most
        for category, count in page["counts"][name].items():
            listed = await everything(visitor, f"{call}?category={quote(category)}")
            assert len(listed) == count
            assert listed == [row for row in whole if row["category"] == category]
        if name == "gallery":
            assert text.count('data-slot="place"') == most - 24
    feed = (await visitor.get("/feed.xml")).text
    assert feed.count("<entry>") == POSTS + 1
    assert "Post number 0<" in (await visitor.get("/blog?post=long-00")).text


async def everything(visitor: httpx.AsyncClient, address: str) -> list[dict[str, Any]]:
    """All rows of a list, page by page; every page says how many there are."""
    rows: list[dict[str, Any]] = []
    counts = set()
    following: str | None = address
    while following:
        answer = await visitor.get(following)
        rows += answer.json()
        counts.add(answer.headers["x-total-count"])
        following = answer.links.get("next", {}).get("url")
    assert counts == {str(len(rows))}
    return rows
