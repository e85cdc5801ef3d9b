"""What is known about a person, and how it is copied, erased, or removed after its time; and who did what."""

from duskline.models.privacy import privacy

__all__ = ["privacy"]
