"""Duskline: the website and staff panel of a company that installs permanent outdoor LED lighting."""
