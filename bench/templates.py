"""What the built pages cost before anybody asks for one: reading their templates, and filling them.

Run by itself (`python -m bench.templates`) it measures once, in a fresh process, and prints what it found.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import Any

from bench.bench import Bench
from bench.machine import SERVER_CORE, on_core
from bench.report import Section, middle

POSTS, PHOTOS = 200, 24
WORDS = "What we learn while lighting homes: how to plan & what to look for. " * 12
KINDS = ("reading and compiling every template", "filling every page", "one page of one post")


def measure(bench: Bench) -> Section:
    section = Section("Templates: from the build's files to pages in memory")
    command = [*on_core(SERVER_CORE), sys.executable, "-m", "bench.templates"]
    runs = [json.loads(subprocess.check_output(command)) for _ in range(bench.rounds)]
    rows = [(kind, 1000 * middle(run[kind] for run in runs)) for kind in KINDS]
    section.table((f"{PHOTOS} photos and {POSTS} posts", "CPU ms"), rows)
    return section


def once() -> dict[str, float]:
    """Seconds of CPU for each, in this process."""
    from duskline.app import BUILD
    from duskline.company import CompanyFile
    from duskline.core.pages.serving import Content, Pages, read_build
    from duskline.settings import ROOT

    began = time.process_time()
    build = read_build(BUILD)
    read = time.process_time() - began
    pages = Pages(build, CompanyFile(ROOT / "company.toml").company.facts(), "https://www.example.com")
    fills = []
    posts = [post(number) for number in range(POSTS)]
    for _ in range(5):
        began = time.process_time()
        pages.fill(pages.values(), Content(posts, [photo(number) for number in range(PHOTOS)]))
        fills.append(time.process_time() - began)
    blog = next(page for page in pages.pages if page.post)
    assert blog.post
    began = time.process_time()
    pages.filled(blog, blog.post, {**pages.values(), **Content(posts)._asdict(), "post": posts[0]})
    return dict(zip(KINDS, (read, middle(fills), time.process_time() - began), strict=True))


def post(number: int) -> dict[str, Any]:
    return {
        "id": f"post-{number:03}", "title": f"Post number {number}", "excerpt": WORDS[:160], "category": "Tips",
        "author": "Gus Guest", "image": "/img/barn-party-960.jpg", "readTime": "4 min read",
        "createdAt": "2026-11-20T23:30:00Z", "updatedAt": "2026-11-20T23:30:00Z", "html": f"<p>{WORDS}</p>\n" * 6,
    }  # fmt: skip


def photo(number: int) -> dict[str, Any]:
    return {
        "id": f"photo-{number:03}", "imageUrl": f"/uploads/{number:032x}.webp", "description": WORDS[:80],
        "location": "Springfield", "category": "Holiday",
    }  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(once()))
