"""Accounts: users and invitations, reassignment of their work, and what each user sets up alone: preferences, views, tokens, calendars."""
