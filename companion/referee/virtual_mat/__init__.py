"""Mats that are only in the computer: the simulated one of a practice, and one on which fingers lay the models."""
