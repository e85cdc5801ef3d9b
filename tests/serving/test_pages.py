"""The built site as a visitor's browser, a crawler and a careless typist meet it."""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path

import brotli
import httpx
import pytest

from duskline.core.pages.serving import BuildFault, Content, Pages, read_build
from tests.serving.small_site import FACTS, GALLERY, PHOTO, POSTS, SHELL, THEME

URL = "https://www.example.com"


@pytest.fixture
async def pages(site: Path) -> Pages:
    pages = Pages(read_build(site), FACTS, URL)
    await pages.refresh(Content(POSTS, GALLERY))
    return pages


@pytest.fixture
async def browser(pages: Pages) -> AsyncIterator[httpx.AsyncClient]:
    async with client(pages) as browser:
        yield browser


def client(pages: Pages) -> httpx.AsyncClient:
    plain = {"accept-encoding": "identity"}
    return httpx.AsyncClient(transport=httpx.ASGITransport(pages), base_url=URL, headers=plain)


def page_data(text: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(text.split('id="page">')[1].split("</script>")[0])
    return found


async def test_values_are_escaped_for_the_place_they_stand_in(browser: httpx.AsyncClient) -> None:
    home = (await browser.get("/")).text
    assert "<title>Dusk &amp; &#34;Line&#34;</title>" in home
    assert f'<a href="{URL}/">2' in home
    data = page_data(home)
    assert data["facts"] == FACTS
    assert data["gaMeasurementId"] is None
    assert "posts" not in data
    assert (await browser.get("/sitemap.xml")).text.endswith("<x>Dusk &amp; &#34;Line&#34;</x></urlset>")
    assert (await browser.get("/site.webmanifest")).json() == {"name": FACTS["brand"]}
    assert (await browser.get("/robots.txt")).text == f'Sitemap: {URL}/sitemap.xml Dusk & "Line"'


async def test_lists_are_repeated_and_their_rows_escaped(browser: httpx.AsyncClient) -> None:
    blog = (await browser.get("/blog")).text
    assert (
        "<li>&lt;b&gt;One&lt;/b&gt; &amp; more Nov 20, 2026</li><li>Two&lt;/script&gt; Jan 2, 2026</li>"
        in blog
    )
    assert blog.count("</script>") == 3
    structured = blog.split('application/ld+json">')[1].split("</script>")[0]
    assert json.loads(structured) == {"post": [None, {"t": POSTS[0]["title"]}, {"t": POSTS[1]["title"]}]}
    assert page_data(blog)["posts"] == [{k: v for k, v in post.items() if k != "html"} for post in POSTS]


async def test_the_site_knows_the_widths_of_its_own_pictures_alone(browser: httpx.AsyncClient) -> None:
    gallery = (await browser.get("/gallery")).text
    widths = dict(re.findall(r"<img src=(\S+) srcset='(.*?)'>", gallery))
    assert widths == {
        f"{PHOTO}.webp": f"{PHOTO}-480.webp 480w, {PHOTO}.webp 1600w",
        "/img/barn-960.jpg": "/img/barn-480.avif 480w, /img/barn-720.avif 720w, /img/barn-960.avif 960w",
        "/else/&lt;where&gt;.png": "/else/&lt;where&gt;.png 960w",
    }


async def test_branches_follow_the_facts(site: Path) -> None:
    assert "write a@b.example" in (await client(Pages(read_build(site), FACTS, URL)).get("/about")).text
    with_phone = {**FACTS, "phone": {"display": "555"}}
    assert "call 555" in (await client(Pages(read_build(site), with_phone, URL)).get("/about")).text
    assert (
        "No blog posts available yet."
        in (await client(Pages(read_build(site), FACTS, URL)).get("/blog")).text
    )


async def test_one_post_is_named_by_the_query(browser: httpx.AsyncClient) -> None:
    post = (await browser.get("/blog?post=p1")).text
    assert "<title>&lt;b&gt;One&lt;/b&gt; &amp; more</title>" in post
    assert "<article><p>First.</p>\n<h3>Head</h3>\n<p>A &lt;i&gt;</p>\n</article>" in post
    assert page_data(post)["post"] == POSTS[0]
    unknown = await browser.get("/blog?post=nope")
    assert (unknown.status_code, "<title>Blog</title>" in unknown.text) == (404, True)
    assert (await browser.get("/about?post=p1")).status_code == 200


async def test_changed_content_changes_the_page_and_its_tag(pages: Pages, browser: httpx.AsyncClient) -> None:
    before = await browser.get("/blog")
    await pages.refresh(Content(POSTS[:1], GALLERY))
    after = await browser.get("/blog", headers={"if-none-match": before.headers["etag"]})
    assert after.status_code == 200
    assert "Two" not in after.text
    assert "<title>Blog</title>" in (await browser.get("/blog?post=p2")).text
    about = await browser.get("/about")
    assert (await browser.get("/about", headers={"if-none-match": about.headers["etag"]})).status_code == 304


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("/About", "/about"),
        ("/about/", "/about"),
        ("/ABOUT/?a=1", "/about?a=1"),
        ("/index.html", "/"),
        ("/Index.HTML?x=%20y", "/?x=%20y"),
        ("/about/index.html", "/about"),
        ("/PANEL/Leads/", "/panel/leads"),
        ("/%41bout", "/about"),
    ],
)
async def test_careless_addresses_reach_the_page_in_one_hop(
    browser: httpx.AsyncClient, asked: str, meant: str
) -> None:
    answer = await browser.get(asked)
    assert (answer.status_code, answer.headers["location"]) == (308, meant)
    assert (await browser.get(meant)).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["//evil.example/", "//evil.example/about", "/nope", "/client", "/Client/x", "/blog/p1", "/panel/foo"],
)
async def test_everything_else_is_the_404_page(browser: httpx.AsyncClient, path: str) -> None:
    answer = await browser.get(f"{URL}{path}")
    assert answer.status_code == 404
    assert "Page Not Found" in answer.text
    assert answer.headers["x-robots-tag"] == "noindex"
    assert "location" not in answer.headers


async def test_private_pages_are_not_for_search_engines(browser: httpx.AsyncClient) -> None:
    assert (await browser.get("/panel")).headers["x-robots-tag"] == "noindex"
    assert "x-robots-tag" not in (await browser.get("/about")).headers


async def test_encodings_carry_their_own_tags(browser: httpx.AsyncClient) -> None:
    plain = await browser.get("/about")
    for name, undo in (("br", brotli.decompress), ("gzip", gzip.decompress)):
        async with browser.stream("GET", "/about", headers={"accept-encoding": f"{name}, x"}) as answer:
            raw = b"".join([part async for part in answer.aiter_raw()])
        assert undo(raw) == plain.content
        assert answer.headers["content-encoding"] == name
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["etag"] != plain.headers["etag"]
    refused = await browser.get("/about", headers={"accept-encoding": "br;q=0, gzip;q=0.0"})
    assert "content-encoding" not in refused.headers


async def test_precompressing_keeps_the_words(pages: Pages, browser: httpx.AsyncClient) -> None:
    async def load() -> Content:
        return Content(POSTS, GALLERY)

    for served in pages.served.values():
        served.precompress()
    assert (await browser.get("/about", headers={"accept-encoding": "br"})).text == (
        await browser.get("/about")
    ).text
    async with pages.kept_fresh(load):
        assert (await browser.get("/blog")).status_code == 200


async def test_unchanged_pages_are_304_and_head_is_get_without_a_body(browser: httpx.AsyncClient) -> None:
    got = await browser.get("/about")
    for tag in (got.headers["etag"], f'"x", W/{got.headers["etag"]}', "*"):
        again = await browser.get("/about", headers={"if-none-match": tag})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == got.headers["etag"]
        assert again.headers["content-security-policy"]
    assert (await browser.get("/about", headers={"if-none-match": '"x"'})).status_code == 200
    head = await browser.head("/about")
    assert (head.content, head.headers) == (b"", got.headers)


async def test_files_are_cached_by_their_kind(browser: httpx.AsyncClient) -> None:
    script = await browser.get("/assets/app-abc.js")
    assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    async with browser.stream("GET", "/assets/app-abc.js", headers={"accept-encoding": "br"}) as answer:
        assert b"".join([part async for part in answer.aiter_raw()]) == b"as brotli"
    picture = await browser.get("/img/a.avif", headers={"accept-encoding": "br, gzip"})
    assert picture.headers["cache-control"] == "public, max-age=86400"
    assert picture.headers["content-type"] == "image/avif"
    assert "content-encoding" not in picture.headers
    assert (await browser.get("/about")).headers["cache-control"] == "no-cache"
    assert (await browser.get("/assets/app-abc.js.br")).status_code == 404
    assert (await browser.get("/static/img/a.avif")).status_code == 404


@pytest.mark.parametrize(
    ("asked", "status", "span", "body"),
    [
        ("bytes=0-9", 206, "bytes 0-9/256", bytes(range(10))),
        ("bytes=250-", 206, "bytes 250-255/256", bytes(range(250, 256))),
        ("bytes=-4", 206, "bytes 252-255/256", bytes(range(252, 256))),
        ("bytes=200-999", 206, "bytes 200-255/256", bytes(range(200, 256))),
        ("bytes=256-", 416, "bytes */256", b""),
        ("bytes=9-1", 200, None, bytes(range(256))),
        ("bytes=0-1,3-4", 200, None, bytes(range(256))),
        ("lines=0-1", 200, None, bytes(range(256))),
    ],
)
async def test_ranges(
    browser: httpx.AsyncClient, asked: str, status: int, span: str | None, body: bytes
) -> None:
    answer = await browser.get("/img/a.avif", headers={"range": asked})
    assert (answer.status_code, answer.headers.get("content-range"), answer.content) == (status, span, body)
    assert answer.headers["content-length"] == str(len(body))


async def test_a_range_of_another_version_is_the_whole(browser: httpx.AsyncClient) -> None:
    tag = (await browser.get("/img/a.avif")).headers["etag"]
    for condition, status in ((tag, 206), ('"old"', 200)):
        answer = await browser.get("/img/a.avif", headers={"range": "bytes=0-0", "if-range": condition})
        assert answer.status_code == status


async def test_the_policy_names_the_scripts_of_the_build(site: Path) -> None:
    """Never those of the filled page: what somebody smuggled into a page would be named with them."""
    (site / "pages" / "about.html").write_text(
        SHELL.format(title="", body="<script>⟦ facts.brand ⟧</script>"), "utf-8"
    )
    smuggled = "alert(1)"
    answer = await client(Pages(read_build(site), {**FACTS, "brand": smuggled}, URL)).get("/about")
    assert f"<script>{smuggled}</script>" in answer.text
    (named,) = re.findall("script-src (.*?);", answer.headers["content-security-policy"])
    assert named == f"'self' '{THEME}'"
    digest = base64.b64encode(hashlib.sha256(smuggled.encode()).digest()).decode()
    assert digest not in answer.headers["content-security-policy"]


async def test_a_build_that_names_no_scripts_is_refused(site: Path) -> None:
    rows = json.loads((site / "pages.json").read_text("utf-8"))["pages"]
    del rows[0]["scripts"]
    (site / "pages.json").write_text(json.dumps({"pages": rows}), "utf-8")
    with pytest.raises(BuildFault, match=r"index\.html: the build does not name its scripts"):
        Pages(read_build(site), FACTS, URL)


@pytest.mark.parametrize(
    ("path", "measured"),
    [
        ("/", True),
        ("/about", True),
        ("/nope", True),
        ("/login", False),
        ("/panel", False),
        ("/panel/leads", False),
    ],
)
async def test_analytics_are_allowed_where_they_run(
    site: Path, browser: httpx.AsyncClient, path: str, measured: bool
) -> None:
    assert "google" not in (await browser.get(path)).headers["content-security-policy"]
    answer = await client(Pages(read_build(site), FACTS, URL, "G-TEST1234")).get(path)
    assert ("https://www.googletagmanager.com" in answer.headers["content-security-policy"]) is measured


@pytest.mark.parametrize(
    ("path", "caching"),
    [
        ("/", "no-cache"),
        ("/about", "no-cache"),
        ("/login", "no-store"),
        ("/panel", "no-store"),
        ("/panel/leads", "no-store"),
    ],
)
async def test_pages_of_people_who_sign_in_are_not_kept(
    browser: httpx.AsyncClient, path: str, caching: str
) -> None:
    answer = await browser.get(path)
    assert answer.headers["cache-control"] == caching
    again = await browser.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.headers["cache-control"]) == (304, caching)


async def test_pages_can_only_be_read(browser: httpx.AsyncClient) -> None:
    answer = await browser.post("/about", json={})
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
    assert (await browser.post("/nope")).status_code == 404


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("⟦ facts.nope ⟧", "about.html: 'dict object' has no attribute 'nope'"),
        ("⟦ facts.keys ⟧", "about.html: 'dict object' has no attribute 'keys'"),
        ("⟦% if nope %⟧⟦% endif %⟧", "about.html: 'nope' is undefined"),
        ("⟦ facts.phone.display ⟧", "about.html: 'None' has no attribute 'display'"),
        ("⟦ facts.brand|shout ⟧", "about.html: No filter named 'shout'."),
        ("⟦% if facts.brand %⟧x", "about.html: Unexpected end of template"),
        ("x⟦% endif %⟧", "about.html: Encountered unknown tag 'endif'"),
    ],
)
def test_a_faulty_template_is_a_fault_at_start(site: Path, text: str, said: str) -> None:
    (site / "pages" / "about.html").write_text(text, "utf-8")
    with pytest.raises(BuildFault, match=said):
        Pages(read_build(site), FACTS, URL)


async def test_without_a_build_every_page_says_what_to_do(tmp_path: Path) -> None:
    answer = await client(Pages(read_build(tmp_path), FACTS, URL)).get("/")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    assert "run `make setup` first" in answer.text
