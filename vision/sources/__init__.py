"""Image sources: USB cameras, streams, files, recordings and the simulated table.

`opening.open_source` creates the source that a player names.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
