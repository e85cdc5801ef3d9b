"""Mechanism: database, door, wire, errors, lists, trail, limits, pages. Knows no business noun."""
