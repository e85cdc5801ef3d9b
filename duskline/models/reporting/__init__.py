"""What reports and the dashboard count: facts of leads, jobs and tickets, and the reports that people save."""

from duskline.models.reporting import fact_zones, lead_facts, order_facts, saved_reports, ticket_facts

__all__ = ["fact_zones", "lead_facts", "order_facts", "saved_reports", "ticket_facts"]
