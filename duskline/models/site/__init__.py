"""Posts, sections of pages, the gallery and the newsletter."""

from duskline.models.site import content, newsletters, posts, site
