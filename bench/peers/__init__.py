"""The same list written the ways it is usually written, and as bare as can be. Run by `make bench` alone."""
