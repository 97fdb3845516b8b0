"""Joins the measured table with geometry and owns the only mutable state."""
