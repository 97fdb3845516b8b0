"""Camera sources: where pictures come from."""

from vision.sources.opening import open_source

__all__ = ["open_source"]
