"""Hands that do as they are told, on a simulated table that a camera is looking at.

What they are told is settled a moment ahead, so that no picture that was taken already would have been another.
"""

import math
import threading
from collections.abc import Callable
from dataclasses import replace

from vision.simulated.scene import STEADY, Scene
from vision.simulated.script import Carry, PiecePose, Ramp, piece_pose
from vision.simulated.table import SimulatedTable

LEAD_S = 0.4
"""So far ahead of now things are settled; longer than any picture takes to be painted."""
OUT_OF_SIGHT_MM = 170.0
"""So far beyond the mat's edge the finger tips of a hand are out of the picture."""
BETWEEN_HANDS_S = 0.1
LAMP_S = 0.2
"""A lamp takes so long to go on or off."""


class Director:
    """Tells what happens next on one table; may be used by any thread."""

    def __init__(self, table: SimulatedTable, scene_s: Callable[[], float]) -> None:
        """Prepares.

        Args:
            table: The table; its scene must not repeat itself.
            scene_s: Time in the scene now.

        Raises:
            ValueError: If the scene begins anew after a while.
        """
        if math.isfinite(table.scene.period_s):
            raise ValueError("a scene that begins anew cannot be told what comes next")
        self._table, self._scene_s = table, scene_s
        self._lock = threading.Lock()
        self._busy_until_s = -math.inf

    def carry(self, piece: str, to: PiecePose, *, lift_mm: float = 30.0) -> float:
        """A hand comes from the nearer player's side, carries a piece and leaves; one hand after the other.

        Args:
            piece: Id of a base or template of the scene.
            to: Where it is put down.
            lift_mm: How high it is carried; 0 pushes it over the mat.

        Returns:
            Time in the scene when the hand is out of the picture.

        Raises:
            KeyError: If the scene has no such piece.
        """
        with self._lock:
            scene = self._table.scene
            if piece not in dict(scene.start):
                raise KeyError(piece)
            start_s = max(self._scene_s() + LEAD_S, self._busy_until_s + BETWEEN_HANDS_S)
            told = Carry(piece, start_s, to, _entry(scene, to), lift_mm=lift_mm)
            self._table.goes_on(lambda scene: replace(scene, carries=(*scene.carries, told)))
            self._busy_until_s = told.end_s
            return told.end_s

    def light(self, brightness: float) -> float:
        """The lamp goes to another brightness, 1 as usual; answers when it is there, in the scene's time."""
        with self._lock:
            begins_s = self._scene_s() + LEAD_S
            scene = self._table.scene
            before = scene.faults.light.points if scene.faults.light is not STEADY else ()
            was = scene.faults.light.at(begins_s)
            points = (*before, (begins_s, was), (begins_s + LAMP_S, brightness))
            faults = replace(scene.faults, light=Ramp(points))
            self._table.goes_on(lambda scene: replace(scene, faults=faults))
            return begins_s + LAMP_S

    def resting(self) -> dict[str, PiecePose]:
        """Where every piece will stand once all that was told has happened."""
        scene = self._table.scene
        return {piece: piece_pose(start, scene.carries, piece, math.inf) for piece, start in scene.start}


def _entry(scene: Scene, to: PiecePose) -> tuple[float, float]:
    """Where a hand comes from that puts a piece down there."""
    mat = scene.layout.mat
    x_mm = min(max(to.x_mm, 0.0), mat.width_mm)
    near = to.y_mm < mat.height_mm / 2
    return (x_mm, -OUT_OF_SIGHT_MM if near else mat.height_mm + OUT_OF_SIGHT_MM)
