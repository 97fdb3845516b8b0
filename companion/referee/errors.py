"""What the referee refuses."""


class RefereeError(Exception):
    """Root of this room's errors; the message is a sentence a player understands."""


class SetupError(RefereeError, ValueError):
    """A table that cannot be watched as it was asked for."""


class SceneFileError(RefereeError, ValueError):
    """A scene file that cannot be read as what it should be."""
