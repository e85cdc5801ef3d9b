"""The schema's history (Alembic). Files are named by date; `duskline migrate` brings a database up to date."""
