"""Compiled twins of the arithmetic that takes most of the tracker's time, for machines on which numba is installed."""
