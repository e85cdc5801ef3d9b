"""The letter that tells a subscriber of a post, written when it leaves: not of a post that was taken back meanwhile, and to nobody who has
unsubscribed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import quote, urljoin

from sqlalchemy import select

from duskline.company import Company
from duskline.core.data.database import Database
from duskline.core.data.session import reading
from duskline.core.mail.letters import Letter
from duskline.core.mail.worker import Writers
from duskline.letters.kinds import words_of
from duskline.letters.words import Picture, Words, written
from duskline.models.records.enquiries import NewsletterSubscription
from duskline.models.site.content import BlogPost
from duskline.models.site.newsletters import KIND, end_address, is_active
from duskline.policy import WEBSITE
from duskline.settings import Mailbox


def newsletter_writers(
    database: Database, company: Callable[[], Awaitable[Company]], public_url: str
) -> Writers:
    """What writes these letters; each is about a post and a subscription."""

    async def newsletter(about: str) -> Letter | None:
        post_id, _, id = about.partition(":")
        async with reading(database, WEBSITE) as db:
            post = await db.get(BlogPost, post_id)
            still = select(NewsletterSubscription.email).where(NewsletterSubscription.id == id, is_active())
            email = await db.scalar(still)
            words = await words_of(db, KIND)
        known = await company()
        if post is None or email is None or not known.address:
            return None
        end = await end_address(database, public_url, id)
        return newsletter_of(words, post, Mailbox(email, ""), known, public_url, end)

    return {KIND: newsletter}


def newsletter_of(
    words: Words, post: BlogPost, to: Mailbox, company: Company, public_url: str, end: str
) -> Letter:
    """What it says; `end` is where the subscription ends."""
    return written(
        words,
        to,
        company,
        {
            "title": post.title,
            "summary": post.excerpt,
            "link": f"{public_url}/blog?post={quote(post.id)}",
        },
        picture=Picture(urljoin(public_url, post.image), post.title),
        unsubscribe=end,
    )
