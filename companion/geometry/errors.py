"""What geometry refuses."""


class GeometryError(Exception):
    """Root of this room's errors."""


class SceneError(GeometryError, ValueError):
    """A scene, or a question about it, that makes no sense as given."""
