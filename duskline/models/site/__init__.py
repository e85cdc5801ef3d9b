"""What visitors read: posts, pages' sections, the gallery and the newsletter."""

from duskline.models.site import content, newsletters, posts, site

__all__ = ["content", "newsletters", "posts", "site"]
