"""Speed, measured: what the product costs, against its limits and beside its peers. `make bench` runs it."""
