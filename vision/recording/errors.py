"""Exceptions for recordings."""

from vision.errors import VisionError


class RecordingError(VisionError, ValueError):
    """A recording cannot be read, written or shrunk. The message is one sentence that names the file."""
