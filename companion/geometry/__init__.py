"""Plane geometry in millimetres: bases, terrain, gap, contact, line of sight, shortest path, reach, placement.

All functions are pure: they take a scene of measured positions, and return values or verdicts. They have no knowledge
of any game, device or clock.
"""

import lazy_loader

# Names and their homes stand in the file beside this one; each module is imported when one of its names is used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
