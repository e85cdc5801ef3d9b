"""Notifications, webhooks, emails that wait or bounced, and what emails to staff and clients say."""
