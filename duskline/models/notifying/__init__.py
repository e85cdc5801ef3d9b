"""Who is notified of what happened: staff in the panel and by mail, and other programs by webhooks."""

from duskline.models.notifying import notifications, webhooks

__all__ = ["notifications", "webhooks"]
