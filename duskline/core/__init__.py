"""Mechanism: HTTP, data, media, pages. Knows no business noun."""
