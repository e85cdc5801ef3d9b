"""Tokens of programs within texts: their prefix, and a path without its secrets, for logs."""

import re

PREFIX = "dusk_"
"""The first letters of every token, so that people and programs that look for leaked secrets know one."""
SECRET_IN_PATH = re.compile(r"(?<=/api/calendars/).+|" + PREFIX + r"[^/]*", re.IGNORECASE)


def without_secrets(path: str) -> str:
    """Returns a path as logs may keep it."""
    return SECRET_IN_PATH.sub("...", path)
