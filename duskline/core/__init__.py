"""Mechanism, in rooms: system, values, data, http, media, tables, pages, mail, jobs. Knows no business noun."""
