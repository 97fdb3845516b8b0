"""The plane in millimetres: bases, terrain, gap, contact, line of sight, shortest path, reach, placement."""

from companion.geometry.contact import CONTACT_HYSTERESIS_MM, judge_contact
from companion.geometry.cover import cover_on_line
from companion.geometry.errors import GeometryError, SceneError
from companion.geometry.gap import Gap, measure_gap
from companion.geometry.patches import Patch
from companion.geometry.path import Mode, Path, shortest_path
from companion.geometry.reach import Reach, find_reach
from companion.geometry.reachable import judge_reachable
from companion.geometry.shapes import Base, Mat, MatPoint, Scene, Terrain
from companion.geometry.sight import Segment, Sight, can_see, find_sight
from companion.geometry.sight_part import visible_part
from companion.geometry.trail import Arc, Line
from companion.geometry.verdict import CLOSE_AT_SIGMAS, Answer, Verdict, at_most

__all__ = [
    "CLOSE_AT_SIGMAS",
    "CONTACT_HYSTERESIS_MM",
    "Answer",
    "Arc",
    "Base",
    "Gap",
    "GeometryError",
    "Line",
    "Mat",
    "MatPoint",
    "Mode",
    "Patch",
    "Path",
    "Reach",
    "Scene",
    "SceneError",
    "Segment",
    "Sight",
    "Terrain",
    "Verdict",
    "at_most",
    "can_see",
    "cover_on_line",
    "find_reach",
    "find_sight",
    "judge_contact",
    "judge_reachable",
    "measure_gap",
    "shortest_path",
    "visible_part",
]
