"""Work orders, their photos, support tickets."""
