"""Places and settings: branches and regions as rows, lists of words to choose from, and the settings of the organization."""

from duskline.models.places import choices, places, settings
