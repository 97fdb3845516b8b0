"""The plane in millimetres: bases, terrain, gap, contact, line of sight, shortest path, reach, placement."""

from companion.geometry.errors import GeometryError, SceneError
from companion.geometry.path import Mode, Path, shortest_path
from companion.geometry.reachable import judge_reachable
from companion.geometry.shapes import Base, Mat, MatPoint, Scene, Terrain
from companion.geometry.trail import Arc, Line
from companion.geometry.verdict import CLOSE_AT_SIGMAS, Answer, Verdict, at_most

__all__ = [
    "CLOSE_AT_SIGMAS",
    "Answer",
    "Arc",
    "Base",
    "GeometryError",
    "Line",
    "Mat",
    "MatPoint",
    "Mode",
    "Path",
    "Scene",
    "SceneError",
    "Terrain",
    "Verdict",
    "at_most",
    "judge_reachable",
    "shortest_path",
]
