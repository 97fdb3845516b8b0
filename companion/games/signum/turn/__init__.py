"""Turns, activations, and how the game ends."""
