"""Where the company is, and what it sets: branches and regions as rows, lists of words to choose from, and settings."""

from duskline.models.places import choices, places, settings

__all__ = ["choices", "places", "settings"]
