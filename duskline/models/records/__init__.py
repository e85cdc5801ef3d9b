"""Leads, clients, work orders, tickets, messages, visits and warranties; the rows beside them, and the rules that hold for each alone."""

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
