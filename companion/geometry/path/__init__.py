"""Paths of a moving base: obstacles grown by its radius, shortest paths around them, reach, and contacts."""
