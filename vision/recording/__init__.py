"""Recordings: image sequences with the observations made from them; written, replayed, shrunk, and compared."""

from vision.recording.about import RecordingInfo
from vision.recording.crop import CropError
from vision.recording.errors import RecordingError
from vision.recording.reader import Recording, open_recording
from vision.recording.recorded_image import RecordedImage
from vision.recording.replay import Comparison, DifferenceRun, replayed
from vision.recording.ring_buffer import RingBuffer
from vision.recording.shrink import ShrinkOptions, ShrinkResult, shrink
from vision.recording.writer import SUFFIX, RecordingWriter

__all__ = [
    "SUFFIX",
    "Comparison",
    "CropError",
    "DifferenceRun",
    "RecordedImage",
    "Recording",
    "RecordingError",
    "RecordingInfo",
    "RecordingWriter",
    "RingBuffer",
    "ShrinkOptions",
    "ShrinkResult",
    "open_recording",
    "replayed",
    "shrink",
]
