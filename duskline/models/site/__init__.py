"""What visitors read: posts, pages' sections, the gallery and the newsletter."""
