"""Reads camera images: frames go in, and positions on the mat in millimetres come out.

Main entry points:
    `vision.sources` delivers frames, `vision.tracking.tracker` follows the pieces of a table from frame to frame,
    `vision.reader` reads a single image, `vision.dice` reads dice, and `vision.calibration` calibrates a camera.
"""

from vision.camera.intrinsics import Lens
from vision.camera.intrinsics_file import format_lens, parse_lens, read_lens
from vision.drawing import MatCanvas, MatLine, draw_observation
from vision.fiducials.detector import find_tags
from vision.images import quiet
from vision.observation import MatObservation, Place, TableObservation, TagObservation, TrackState
from vision.reader import TableReader
from vision.sources import open_source
from vision.table import BaseLayout, GridLayout, MatLayout, TableLayout, Tag, TerrainLayout
from vision.table_file import format_table, parse_table, read_table
from vision.top_view import TopView
from vision.tracking.motion import MotionLimits
from vision.tracking.tracker import Tracker
from vision.trouble import Trouble, TroubleKind

__all__ = [
    "BaseLayout",
    "GridLayout",
    "Lens",
    "MatCanvas",
    "MatLayout",
    "MatLine",
    "MatObservation",
    "MotionLimits",
    "Place",
    "TableLayout",
    "TableObservation",
    "TableReader",
    "Tag",
    "TagObservation",
    "TerrainLayout",
    "TopView",
    "TrackState",
    "Tracker",
    "Trouble",
    "TroubleKind",
    "draw_observation",
    "find_tags",
    "format_lens",
    "format_table",
    "open_source",
    "parse_lens",
    "parse_table",
    "quiet",
    "read_lens",
    "read_table",
]
