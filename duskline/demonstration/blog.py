"""The sample blog: one file per post, its heading lines first, then the text.

Posts go through the same rules as any other (`ready`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from duskline.demonstration.photos import rendered
from duskline.demonstration.story import Stage
from duskline.models.site.content import BlogCategory, BlogPost
from duskline.models.site.posts import PostDraft, ready

POSTS = Path(__file__).with_name("posts")
DAYS_BETWEEN = 12


def posts(stage: Stage) -> list[BlogPost | PostDraft]:
    """The posts, the file of the highest number newest."""
    told: list[BlogPost | PostDraft] = []
    for age, file in enumerate(sorted(POSTS.glob("*.md"), reverse=True)):
        at = stage.ago(3 + age * DAYS_BETWEEN)
        when: dict[str, Any] = {"id": stage.id(at), "created_at": at, "updated_at": at}
        draft = PostDraft(**when, **read(file), is_public=True, published_at=at)
        told += [draft, BlogPost(**when, **ready(draft).given())]
    return told


def read(file: Path) -> dict[str, Any]:
    """`name: value` lines up to the first empty line, then the content.

    `image` names pictures of this site, the best first; the first one that has been rendered is used.
    """
    head, _, content = file.read_text("utf-8").partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    names = fields.pop("image").split()
    image = next((name for name in names if rendered(name).exists()), names[0])
    own = {"image": f"/img/{rendered(image).name}", "category": BlogCategory(fields["category"])}
    return {**fields, **own, "content": content.strip()}
