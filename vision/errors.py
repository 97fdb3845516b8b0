"""What the eyes refuse."""


class VisionError(Exception):
    """Root of this room's errors; the message is a sentence a player understands."""


class UnreadableFileError(VisionError, ValueError):
    """A file that is not there, is no ordinary file, or is larger than any of its kind."""


class TableFileError(VisionError, ValueError):
    """A table or camera file that cannot be read as what it should be."""


class UnknownDictionaryError(VisionError, ValueError):
    """A name that is none of OpenCV's tag dictionaries.

    Attributes:
        name: What was asked for.
        known: The names that exist.
    """

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no tag dictionary {name!r}; known are {', '.join(known)}")
        self.name = name
        self.known = known


class SourceError(VisionError, OSError):
    """A camera, stream, video or folder that gives no pictures."""


class PictureError(VisionError, ValueError):
    """Bytes that are no picture."""


class CalibrationError(VisionError, ValueError):
    """Too little to calculate a lens from."""
