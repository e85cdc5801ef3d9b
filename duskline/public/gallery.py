"""The gallery. Who may enter: anyone; only approved photos and their listed fields are public."""

from __future__ import annotations

from duskline.access import ANYONE
from duskline.core.listing import Listing
from duskline.models.content import APPROVED, GallerySubmission
from duskline.public.rows import GalleryItem

ITEMS = Listing(GallerySubmission, GalleryItem, searched=False, where=GallerySubmission.approved == APPROVED)
items = ITEMS.route("/api/gallery", may=ANYONE, name="gallery_items")

ROUTES = [items]
