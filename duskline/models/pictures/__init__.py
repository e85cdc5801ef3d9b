"""Photos and drawings: the files that records name, the lights that a drawing plans, and their feet."""

from duskline.models.pictures import drawings
