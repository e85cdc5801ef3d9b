"""Filters that several lists share."""

from __future__ import annotations

from typing import Any

from duskline.core.data.lists import Filter


def assigned_to(entity: Any) -> Filter:
    """`me` is the caller; any other word is a user's id."""
    return Filter(entity.assigned_to, value=lambda word, db: db.actor.id if word == "me" else word)


def in_branch(entity: Any) -> Filter:
    return Filter(entity.branch_id)
