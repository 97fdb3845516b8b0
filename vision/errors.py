"""What the eyes refuse."""


class VisionError(Exception):
    """Root of this room's errors; the message is a sentence a player understands."""


class TableFileError(VisionError, ValueError):
    """A table or camera file that cannot be read as what it should be."""


class SourceError(VisionError, OSError):
    """A camera, stream, video or folder that gives no pictures."""
