"""Tables and their invariants. No HTTP and no commit here; importing this package maps every table."""

from duskline.core.data import audit, counts, keys
from duskline.core.http import idempotency, rate_limits
from duskline.models import content, enquiries, people, places, sales, service, sessions

__all__ = [
    "audit", "content", "counts", "enquiries", "idempotency", "keys", "people", "places", "rate_limits", "sales",
    "service", "sessions",
]  # fmt: skip
