"""Legends of Signum: its constants (S-CONST). The rules themselves are not here yet."""

from companion.games.signum.constants import BASE_DIAMETERS_MM, CONTACT_TOLERANCE_MM, RANGES_MM, Edition

__all__ = ["BASE_DIAMETERS_MM", "CONTACT_TOLERANCE_MM", "RANGES_MM", "Edition"]
