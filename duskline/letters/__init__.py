"""What letters say, and how they look: words in `words.py`, each on one place for both forms of a letter; the frame in
`frame.html`."""
