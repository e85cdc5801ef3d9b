"""Staff's endpoints, one noun each. Who may enter stands on each route; which rows exist, on the entity."""
