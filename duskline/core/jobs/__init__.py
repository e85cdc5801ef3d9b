"""Work beside the requests: workers, and chores that one process does at a time."""
