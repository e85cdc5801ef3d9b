"""Photos and drawings: where files lie, which are kept, what lights a drawing plans and how many feet they come to."""

from duskline.models.pictures import drawings

__all__ = ["drawings"]
