"""Imports of files, as calls show and answer them."""
