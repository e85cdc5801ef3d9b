"""Tables and their invariants. No HTTP and no commit here; importing this package maps every table and hangs its consequences on the session."""

from duskline.core.data import audit, counts, keys
from duskline.core.http import idempotency, rate_limits
from duskline.core.jobs import chores
from duskline.core.mail import bounces, outbox
from duskline.models import consequences, samples
from duskline.models.company import availability, checklists
from duskline.models.notifying import notifications, webhooks
from duskline.models.people import (
    access_links,
    api_tokens,
    calendar_feeds,
    passkeys,
    people,
    preferences,
    saved_views,
    second_factors,
    sessions,
)
from duskline.models.pictures import drawings
from duskline.models.places import choices, places, settings
from duskline.models.privacy import privacy
from duskline.models.records import (
    about,
    activities,
    conversions,
    details,
    enquiries,
    imports,
    next_steps,
    properties,
    sales,
    service,
    status_changes,
    visitors,
    visits,
    warranties,
)
from duskline.models.reporting import fact_zones, lead_facts, order_facts, saved_reports, ticket_facts
from duskline.models.schedule import arrivals, moves, planning, visit_letters
from duskline.models.site import content, newsletters, posts, site

__all__ = [
    "about",
    "access_links",
    "activities",
    "api_tokens",
    "arrivals",
    "audit",
    "availability",
    "bounces",
    "calendar_feeds",
    "checklists",
    "choices",
    "chores",
    "consequences",
    "content",
    "conversions",
    "counts",
    "details",
    "drawings",
    "enquiries",
    "fact_zones",
    "idempotency",
    "imports",
    "keys",
    "lead_facts",
    "moves",
    "newsletters",
    "next_steps",
    "notifications",
    "order_facts",
    "outbox",
    "passkeys",
    "people",
    "places",
    "planning",
    "posts",
    "preferences",
    "privacy",
    "properties",
    "rate_limits",
    "sales",
    "samples",
    "saved_reports",
    "saved_views",
    "second_factors",
    "service",
    "sessions",
    "settings",
    "site",
    "status_changes",
    "ticket_facts",
    "visit_letters",
    "visitors",
    "visits",
    "warranties",
    "webhooks",
]  # fmt: skip
