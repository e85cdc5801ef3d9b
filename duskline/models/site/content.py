"""What visitors look at: blog posts and the photos of the gallery."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from sqlalchemy import Index, Integer, String, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from duskline.core.data.audit import Audited
from duskline.core.data.base import Base, Identified, Updated, Versioned, enum_column
from duskline.core.data.session import Db
from duskline.core.data.upsert import insert_into
from duskline.core.values.bodies import Body, Meta
from duskline.core.values.markdown import to_html

PENDING, APPROVED, REJECTED = 0, 1, -1


class BlogCategory(StrEnum):
    INSTALLATION_TIPS = "Installation Tips"
    DESIGN_IDEAS = "Design Ideas"
    TECHNOLOGY = "Technology"
    CASE_STUDIES = "Case Studies"


class GalleryCategory(StrEnum):
    RESIDENTIAL = "Residential"
    COMMERCIAL = "Commercial"
    HOLIDAY = "Holiday"
    EVENTS = "Events"


PhotoCategory = Annotated[GalleryCategory, Meta(extra={"say": "Please select a valid category"})]
PhotoDescription = Annotated[
    str,
    Meta(min_length=10, max_length=10_000, extra={"say": "Description must be at least 10 characters"}),
]
"""What visitors say of their photos, and moderators mend (product.md, rule 103)."""
PhotoLocation = Annotated[str, Meta(min_length=2, max_length=300, extra={"say": "Location is required"})]
Caption = Annotated[str, Meta(max_length=120)]

PictureAddress = Annotated[
    str,
    Meta(max_length=300, pattern=r"^(https?://[^\s]+|/[^/\s][^\s]*)$", extra={"say": "Must be a valid URL"}),
]
ON_THIS_SITE = r"^/[^/\\\s][^\\\s]*$"
NOT_ON_THIS_SITE = "Pages show only pictures of this site. Choose a picture from your device instead"
OwnPicture = Annotated[str, Meta(max_length=300, pattern=ON_THIS_SITE, extra={"say": NOT_ON_THIS_SITE})]
"""A picture that the pages' content policy lets them show."""


class NewPost(Body):
    """What a post must have, with the messages (product.md, rule 103)."""

    title: Annotated[
        str, Meta(min_length=5, max_length=200, extra={"say": "Title must be at least 5 characters"})
    ]
    excerpt: Annotated[
        str, Meta(min_length=10, max_length=10_000, extra={"say": "Excerpt must be at least 10 characters"})
    ]
    content: Annotated[
        str, Meta(min_length=50, max_length=50_000, extra={"say": "Content must be at least 50 characters"})
    ]
    author: Annotated[
        str, Meta(min_length=2, max_length=200, extra={"say": "Author name must be at least 2 characters"})
    ]
    category: Annotated[str, Meta(min_length=2, max_length=40, extra={"say": "Category is required"})]
    image: PictureAddress
    read_time: Annotated[str, Meta(min_length=1, max_length=40, extra={"say": "Read time is required"})]


class BlogPost(Identified, Updated, Base):
    __tablename__ = "blog_posts"
    __table_args__ = (Index(None, "created_at", "id"), Index(None, "image"))

    title: Mapped[str] = mapped_column(String(200))
    excerpt: Mapped[str] = mapped_column(Text)
    content: Mapped[str] = mapped_column(Text)
    author: Mapped[str] = mapped_column(String(200))
    category: Mapped[str] = mapped_column(String(40))
    image: Mapped[str] = mapped_column(String(300))
    read_time: Mapped[str] = mapped_column(String(40))

    @classmethod
    def create(cls, new: NewPost) -> BlogPost:
        return cls(**new.given())

    @property
    def html(self) -> str:
        return to_html(self.content)


class GallerySubmission(Identified, Versioned, Audited, Base):
    """A photo that a visitor sent in, or one of the company's own. Public once approved; until then its file has no address."""

    __tablename__ = "gallery_submissions"
    __table_args__ = (
        Index(None, "approved", "created_at", "id"),
        Index(None, "approved", "place", "id"),
        Index(None, "image_url"),
    )
    audit_name = "gallery_submission"

    name: Mapped[str] = mapped_column(String(200))
    email: Mapped[str] = mapped_column(String(254))
    location: Mapped[str] = mapped_column(String(300))
    description: Mapped[str] = mapped_column(Text)
    category: Mapped[GalleryCategory] = enum_column(
        "category", GalleryCategory, default=GalleryCategory.RESIDENTIAL
    )
    image_url: Mapped[str] = mapped_column(String(300))
    approved: Mapped[int] = mapped_column(Integer, default=PENDING)
    caption: Mapped[str | None] = mapped_column(String(200))
    """Under the picture; the description is for those who cannot see it."""
    place: Mapped[int] = mapped_column(server_default="0", default=0)
    """In the gallery, from 1 on; 0 while it is not shown."""
    own: Mapped[bool] = mapped_column(server_default=false(), default=False)
    """Whether it is the company's own: then it has no sender, and its history tells who added it."""
    consent: Mapped[str | None] = mapped_column(Text)
    """The sentence that somebody agreed to, word for word."""
    consented_at: Mapped[datetime | None]
    withdrawn_at: Mapped[datetime | None]


class ContentVersion(Base):
    """One row that counts changes of what the public pages show, so that every worker notices them."""

    __tablename__ = "content_version"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False, default=1)
    number: Mapped[int] = mapped_column(Integer, default=0)


async def content_changed(db: Db) -> None:
    """Call in the transaction that changes public content; the pages show it after the commit."""
    table = ContentVersion.__table__
    counted = insert_into(ContentVersion, db.database.dialect.name).values(id=1, number=1)
    one_more = {"number": table.c.number + 1}
    await db.execute(counted.on_conflict_do_update(index_elements=[table.c.id], set_=one_more))
    db.info["content_changed"] = True
