"""Tables and their invariants. No HTTP and no commit here; importing this package maps every table and hangs its consequences on the session."""

from duskline.core.data import audit, counts, keys
from duskline.core.http import idempotency, rate_limits
from duskline.core.jobs import chores
from duskline.core.mail import bounces, outbox
from duskline.models import (
    company,
    consequences,
    notifying,
    people,
    pictures,
    places,
    privacy,
    records,
    reporting,
    samples,
    schedule,
    site,
)

__all__ = [
    "audit",
    "bounces",
    "chores",
    "company",
    "consequences",
    "counts",
    "idempotency",
    "keys",
    "notifying",
    "outbox",
    "people",
    "pictures",
    "places",
    "privacy",
    "rate_limits",
    "records",
    "reporting",
    "samples",
    "schedule",
    "site",
]
