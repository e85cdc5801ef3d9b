"""Branches and regions as administrators arrange them: territories, absences, checklists and the first setup."""

from duskline.models.company import availability, checklists
