"""What reports tell: their measures, how these are read, and the answers that show them."""
