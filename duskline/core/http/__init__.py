"""What carries a request: routes, bodies and forms, lists, limits, repeats, the outermost middleware."""
