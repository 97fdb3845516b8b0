"""Computes the camera's pose from the mat's tags: initial pose, refinement, drift and the mat's relief."""
