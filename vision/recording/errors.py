"""What recordings are refused for."""

from vision.errors import VisionError


class RecordingError(VisionError, ValueError):
    """A recording that cannot be read, written or made smaller; the message is one sentence that names the file."""
