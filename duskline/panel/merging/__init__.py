"""Merges of records and their undo, the undo of conversions, and matches that may be one person."""
