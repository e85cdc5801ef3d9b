"""Drawings that visitors send, and lighting plans with their measured feet."""
