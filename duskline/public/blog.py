"""The blog. Who may enter: anyone."""

from __future__ import annotations

from duskline.core.data.lists import Filter
from duskline.core.data.session import Db
from duskline.core.http.listing import Listing
from duskline.core.http.routing import read
from duskline.models.site.content import BlogCategory, BlogPost
from duskline.policy import ANYONE
from duskline.public.rows import Post, PostCard

POSTS = Listing(
    BlogPost, PostCard, {"category": Filter(BlogPost.category, tuple(BlogCategory))}, searched=False
)
posts = POSTS.route("/api/blog", may=ANYONE, name="posts")


@read("/api/blog/{id:str}", may=ANYONE, returns=Post)
async def one_post(db: Db, id: str) -> BlogPost:
    """One post with its content."""
    return await db.find(BlogPost, id)


ROUTES = [posts, one_post]
