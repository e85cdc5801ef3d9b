"""Merges, detachments and the undo of conversions; matches of records that may be one person."""
