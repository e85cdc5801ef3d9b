"""When crews go where: planning, booking, the week, what happens on site, and what clients are sent about visits."""
