from .camera.intrinsics import Lens
from .camera.intrinsics_file import format_lens, parse_lens, read_lens
from .drawing import MatCanvas, MatLine, draw_observation
from .fiducials.detector import find_tags
from .images import quiet
from .observation import MatObservation, Place, TableObservation, TagObservation, TrackState
from .reader import TableReader
from .sources import open_source
from .table import BaseLayout, GridLayout, MatLayout, TableLayout, Tag, TerrainLayout
from .table_file import format_table, parse_table, read_table
from .top_view import TopImage, TopView
from .tracking.motion import MotionLimits
from .tracking.tracker import Tracker
from .trouble import Trouble, TroubleKind

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
    "TopImage",
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
