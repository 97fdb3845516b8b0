"""Tracks the mat from image to image: its tags, its pose, and the difference between a bump and a slow drift."""
