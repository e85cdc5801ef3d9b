"""Workers beside the requests, and chores that one process does at a time."""
