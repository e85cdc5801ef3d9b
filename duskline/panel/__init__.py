"""Endpoints of staff, in rooms with the names of those of `models`. A route says who may call it; the entity says which rows exist for the caller.

Endpoints do not import each other. What several of them show or ask stands in the modules beside the rooms.
"""
