"""The dashboard and the search over everything."""
