"""Uploaded images: judged by their markers, decoded in a process of their own."""
