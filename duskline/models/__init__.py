"""Tables and their invariants. No HTTP and no commit here; importing this package maps every table."""

from duskline.core import audit, counts, limits
from duskline.models import content, enquiries, people, places, sales, service

__all__ = ["audit", "content", "counts", "enquiries", "limits", "people", "places", "sales", "service"]
