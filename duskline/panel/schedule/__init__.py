"""Visits, the week, moves of a lost day, and what is pressed on site."""
