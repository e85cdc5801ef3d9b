"""Threads from the first request to the warranty, and the statements that read them."""
