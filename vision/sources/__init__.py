"""Image sources: USB cameras, streams, files, recordings and the simulated table.

`opening.open_source` creates the source that a player names.
"""

from vision.sources.open_source import open_source

__all__ = ["open_source"]
