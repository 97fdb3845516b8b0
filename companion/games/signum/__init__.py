"""Legends of Signum: rules as data and pure functions."""

from companion.games.signum.model.constants import BASE_DIAMETERS_MM, CONTACT_TOLERANCE_MM, RANGES_MM, Edition

__all__ = ["BASE_DIAMETERS_MM", "CONTACT_TOLERANCE_MM", "RANGES_MM", "Edition"]
