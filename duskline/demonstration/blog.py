"""The sample blog: one file per post, its heading lines first, then the text.

Posts go through the same rules as any other (`NewPost`).
"""

from __future__ import annotations

from pathlib import Path

from duskline.core.http import bodies
from duskline.demonstration.photos import rendered
from duskline.demonstration.story import Stage
from duskline.models.content import BlogPost, NewPost

POSTS = Path(__file__).with_name("posts")
WORDS_A_MINUTE = 220
DAYS_BETWEEN = 12


def posts(stage: Stage) -> list[BlogPost]:
    """The posts, the file of the highest number newest."""
    told = []
    for age, file in enumerate(sorted(POSTS.glob("*.md"), reverse=True)):
        at = stage.ago(3 + age * DAYS_BETWEEN)
        post = BlogPost.create(bodies.convert(read(file), NewPost))
        post.id, post.created_at, post.updated_at = stage.id(at), at, at
        told.append(post)
    return told


def read(file: Path) -> dict[str, str]:
    """`name: value` lines up to the first empty line, then the content; the reading time is computed.

    `image` names pictures of this site, the best first; the first one that has been rendered is used.
    """
    head, _, content = file.read_text("utf-8").partition("\n\n")
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    minutes = max(1, round(len(content.split()) / WORDS_A_MINUTE))
    names = fields.pop("image").split()
    image = next((name for name in names if rendered(name).exists()), names[0])
    fields |= {"image": f"/img/{rendered(image).name}"}
    return {**fields, "content": content.strip(), "readTime": f"{minutes} min read"}
