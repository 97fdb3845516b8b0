"""Calibration of a lens with a ChArUco board, with its error in millimetres on the mat."""
