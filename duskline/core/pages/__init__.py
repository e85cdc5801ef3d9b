"""The public pages: templates that the build leaves, filled and served from memory."""
