"""The buildings and products, one file each: a short list of masses, roofs, openings and colours."""
