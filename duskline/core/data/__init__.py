"""What keeps rows: engines, the scoped session, prepared statements, search, counts, the audit log, the schema."""
