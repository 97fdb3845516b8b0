"""The plane in millimetres: bases, terrain, gap, contact, line of sight, shortest path, reach, placement."""

from companion.geometry.errors import GeometryError, SceneError
from companion.geometry.shapes import Base, Mat, MatPoint, Scene, Terrain
from companion.geometry.verdict import CLOSE_AT_SIGMAS, Answer, Verdict, at_most

__all__ = [
    "CLOSE_AT_SIGMAS",
    "Answer",
    "Base",
    "GeometryError",
    "Mat",
    "MatPoint",
    "Scene",
    "SceneError",
    "Terrain",
    "Verdict",
    "at_most",
]
