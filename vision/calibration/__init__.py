"""Calibrates a lens with a ChArUco board, and states the remaining error in millimetres on the mat."""
