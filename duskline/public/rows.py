"""What visitors see of posts, photos and sections."""

from __future__ import annotations

from datetime import datetime

from duskline.core.values.bodies import ResponseModel
from duskline.models.site.content import GalleryCategory


class PostCard(ResponseModel):
    id: str
    title: str
    excerpt: str
    category: str
    author: str
    created_at: datetime
    image: str
    read_time: str


class OpenPost(PostCard):
    """A post as its own page shows it."""

    html: str
    """Its content, which is Markdown, made into HTML by us."""
    updated_at: datetime


class Post(OpenPost):
    content: str


class GalleryItem(ResponseModel):
    id: str
    image_url: str
    description: str
    location: str
    category: GalleryCategory


class GalleryPhoto(GalleryItem):
    """A photo as the gallery's page shows it."""

    caption: str | None
    own: bool
    """The company's, and not a customer's."""


class Detail(ResponseModel):
    term: str
    text: str


class ShownItem(ResponseModel):
    """An item of a section."""

    id: str
    title: str
    note: str | None
    text: str | None
    rating: int | None
    details: list[Detail]
    image: str | None
    image_alt: str | None
    rendered: bool
    """Whether a computer made its picture."""
    sample: bool
