"""Reports: fact rows of leads, jobs and tickets, the measures that read them, the forecast, and saved reports."""

from duskline.models.reporting import fact_zones, lead_facts, order_facts, saved_reports, ticket_facts
