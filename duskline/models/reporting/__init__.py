"""Figures of reports and the dashboard: fact rows of leads, jobs and tickets, and saved reports."""

from duskline.models.reporting import fact_zones, lead_facts, order_facts, saved_reports, ticket_facts
