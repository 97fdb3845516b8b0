"""Ways of a moving base: obstacles grown by its radius, the shortest way round them, reach, and what a way meets."""
