"""Joins the measured table with geometry and owns the only mutable state."""

import lazy_loader

# Names and their homes stand in the file beside this one; each module is imported when one of its names is used.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
