"""Plans of crews: booking, the week, the course of a visit on site, and the emails to clients about visits."""

from duskline.models.schedule import arrivals, moves, planning, visit_letters
