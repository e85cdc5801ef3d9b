"""Two records that are one person, and the way back: matches, merges, detaching, and the undo of a conversion."""
