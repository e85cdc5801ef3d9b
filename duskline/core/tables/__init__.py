"""Tables that people bring along as files."""
