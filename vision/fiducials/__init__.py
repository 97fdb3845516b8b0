"""Fiducial tags in one image: proposed as dark quadrilaterals, decoded, and fitted to a fraction of a pixel."""
