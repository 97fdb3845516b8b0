"""Frames in, places on the mat in millimetres out."""
