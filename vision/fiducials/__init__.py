"""Detects fiducial tags in one image: candidate quadrilaterals are found, decoded, and fitted to sub-pixels."""
