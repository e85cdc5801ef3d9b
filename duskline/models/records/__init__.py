"""The nouns and what stands beside them: leads, clients, work orders, tickets, messages, visits and warranties, and the rules that hold for each alone."""

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

__all__ = [
    "about",
    "activities",
    "conversions",
    "details",
    "enquiries",
    "imports",
    "next_steps",
    "properties",
    "sales",
    "service",
    "status_changes",
    "visitors",
    "visits",
    "warranties",
]
