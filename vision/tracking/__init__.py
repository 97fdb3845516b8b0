"""Tracks tags and pieces from frame to frame.

`tracker` is the entry point. The other modules find what changed in the image, choose where to search, compare known
tags with their earlier appearance, and derive the poses and states of pieces.
"""
