from .open_source import open_source

__all__ = ["open_source"]
