"""What the company decides: which photos are public."""
