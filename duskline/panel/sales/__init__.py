"""Leads, clients and the messages that visitors send."""
