"""Personal data: which columns hold it, and how it is copied, erased or removed after its time; the audit log as managers read it."""

from duskline.models.privacy import privacy
