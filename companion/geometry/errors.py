"""Exceptions that the geometry package raises."""


class GeometryError(Exception):
    """Base class of this package's exceptions."""


class SceneError(GeometryError, ValueError):
    """A scene, or a question about it, is invalid."""
