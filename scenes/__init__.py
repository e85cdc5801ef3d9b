"""The renderer of every picture on the site: parametric buildings, Cycles, light layers."""
