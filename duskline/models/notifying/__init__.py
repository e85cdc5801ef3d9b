"""Notifications of staff in the panel and by email, and webhooks of other programs."""

from duskline.models.notifying import notifications, webhooks
