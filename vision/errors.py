"""Exceptions that the vision package raises."""


class VisionError(Exception):
    """Base class of this package's exceptions. The message is a sentence that a player understands."""


class UnreadableFileError(VisionError, ValueError):
    """The file does not exist, is not a regular file, or exceeds the size limit."""


class TableFileError(VisionError, ValueError):
    """The table file or camera file cannot be read, or its content is invalid."""


class UnknownDictionaryError(VisionError, ValueError):
    """The name is not one of OpenCV's tag dictionaries.

    Attributes:
        name: The requested name.
        known: The names that exist.
    """

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no tag dictionary {name!r}; known are {', '.join(known)}")
        self.name = name
        self.known = known


class SourceError(VisionError, OSError):
    """A camera, stream, video or folder delivers no images."""


class PictureError(VisionError, ValueError):
    """The bytes are not a valid image."""


class CalibrationError(VisionError, ValueError):
    """There are too few measurements to calibrate a lens."""
