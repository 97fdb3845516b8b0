"""Placement of bases and templates: allowed positions, distances from everything else, and the nearest free one."""
