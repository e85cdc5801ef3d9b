"""The page of a record: its thread from request to warranty, and its history."""
