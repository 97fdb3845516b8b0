"""Where a base or a template may be put down, how far it is from everything, and the nearest place that is free."""
