"""Backups: the database and all files of an installation, copied beside a serving server and restored into an empty place."""
