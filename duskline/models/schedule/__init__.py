"""When crews go where: planning, booking, the week, what happens on site, and what clients are sent about visits."""

from duskline.models.schedule import arrivals, moves, planning, visit_letters

__all__ = ["arrivals", "moves", "planning", "visit_letters"]
