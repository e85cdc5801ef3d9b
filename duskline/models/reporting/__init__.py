"""What reports and the dashboard count: facts of leads, jobs and tickets, and the reports that people save."""
