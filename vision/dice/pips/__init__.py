"""Dice with pips: spots, candidates for faces, and which of them are the upper ones."""
