"""Exact line of sight between bases with its margin, the visible part of a base, and cover."""
