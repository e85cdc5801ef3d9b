"""Numbers that people read out on the phone: of a visitor's request, of a warranty."""

from __future__ import annotations

import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: nothing that is misread for something else."""


def new_number() -> str:
    """`XXXX-XXXX`, random: it says nothing about how many there are."""
    marks = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"{marks[:4]}-{marks[4:]}"
