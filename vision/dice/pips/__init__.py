"""Reads dice with pips: finds spots, proposes faces, and selects the upper ones."""
