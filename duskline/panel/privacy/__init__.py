"""Requests of people about their data: copies, and erasures with their preview."""
