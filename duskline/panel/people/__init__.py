"""Users, and whom their work passes to."""
