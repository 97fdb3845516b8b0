"""Recordings: image sequences with the observations made from them; written, replayed, shrunk, and compared."""

from vision.recording.about import About
from vision.recording.crop import CropError
from vision.recording.errors import RecordingError
from vision.recording.moment import Moment
from vision.recording.reader import Recording, open_recording
from vision.recording.replay import Comparison, Run, replayed
from vision.recording.ring_buffer import RingBuffer
from vision.recording.shrink import ShrinkOptions, Shrunk, shrink
from vision.recording.writer import SUFFIX, RecordingWriter

__all__ = [
    "SUFFIX",
    "About",
    "Comparison",
    "CropError",
    "Moment",
    "Recording",
    "RecordingError",
    "RecordingWriter",
    "RingBuffer",
    "Run",
    "ShrinkOptions",
    "Shrunk",
    "open_recording",
    "replayed",
    "shrink",
]
