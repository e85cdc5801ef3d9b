"""How the company is arranged: branches and regions, who serves which ZIP code, absences, checklists and the first setup."""

from duskline.models.company import availability, checklists

__all__ = ["availability", "checklists"]
