"""Controls hands and disturbances on a simulated table while a camera observes it.

Every event is scheduled a moment ahead, so that no image that has already been taken would have changed.
"""

import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from vision.simulation.optics import CameraPose, PlaneShift
from vision.simulation.scene.scene import STEADY, Scene
from vision.simulation.scene.script import PieceMove, PiecePose, Ramp, Sweep, piece_pose
from vision.simulation.table import SimulatedTable

LEAD_S = 0.4
"""Lead time of scheduled events; longer than the rendering of any image takes."""
OUT_OF_SIGHT_MM = 170.0
"""Distance beyond the mat's edge at which the fingertips of a hand are outside the image."""
BETWEEN_HANDS_S = 0.1
LAMP_S = 0.2
"""Time in which a lamp goes on or off."""
SLIDE_S = 0.15
"""Time for which a model slides after a knock."""
REACH_S = 0.8
"""Time in which an arm that only hides something arrives, and in which it leaves."""
LOW_MM = 30.0
"""Height of that arm's fingertips above the mat."""
SLEEVE_BEHIND_MM, SLEEVE_UP_MM = 420.0, 90.0
"""Distance of that arm's sleeve behind the fingertips, and its height above the mat; the sleeve is broad enough to hide
a model."""


class Director:
    """Schedules events on one table; thread-safe."""

    def __init__(self, table: SimulatedTable, scene_s: Callable[[], float], pace: float = 1.0) -> None:
        """Creates a director.

        Args:
            table: The table; its scene must not repeat itself.
            scene_s: Present scene time.
            pace: Speed of the hands, relative to relaxed people.

        Raises:
            ValueError: If the scene restarts after a while.
        """
        if math.isfinite(table.scene.period_s):
            raise ValueError("a scene that begins anew cannot be told what comes next")
        self._table, self._scene_s, self._pace = table, scene_s, pace
        self._lock = threading.Lock()
        self._busy_until_s = -math.inf

    def carry(self, piece: str, to: PiecePose, *, lift_mm: float = 30.0) -> float:
        """Lets a hand come from the nearer player's side, carry a piece and leave; only one hand moves at a time.

        Args:
            piece: Id of a base or template of the scene.
            to: Where it is put down.
            lift_mm: Height at which it is carried; 0 pushes it over the mat.

        Returns:
            Scene time at which the hand is outside the image.

        Raises:
            KeyError: If the scene has no such piece.
        """
        with self._lock:
            scene = self._table.scene
            if piece not in dict(scene.start):
                raise KeyError(piece)
            start_s = max(self._scene_s() + LEAD_S, self._busy_until_s + BETWEEN_HANDS_S)
            told = _hurried(PieceMove(piece, start_s, to, _entry(scene, to), lift_mm=lift_mm), self._pace)
            self._table.goes_on(lambda scene: replace(scene, carries=(*scene.carries, told)))
            self._busy_until_s = told.end_s
            return told.end_s

    def light(self, brightness: float) -> float:
        """Changes the lamp's brightness, 1 as usual; returns the scene time at which the change is complete."""
        with self._lock:
            begins_s = self._scene_s() + LEAD_S
            scene = self._table.scene
            before = scene.faults.light.points if scene.faults.light is not STEADY else ()
            was = scene.faults.light.at(begins_s)
            points = (*before, (begins_s, was), (begins_s + LAMP_S, brightness))
            faults = replace(scene.faults, light=Ramp(points))
            self._table.goes_on(lambda scene: replace(scene, faults=faults))
            return begins_s + LAMP_S

    def cover(self, x_mm: float, y_mm: float, stay_s: float) -> float:
        """Lets an arm hide a place from the camera for a while; it touches nothing and leaves.

        Args:
            x_mm: x coordinate of the place, in the mat frame.
            y_mm: y coordinate of the place, in the mat frame.
            stay_s: Time for which the arm stays.

        Returns:
            Scene time at which the hand is outside the image.
        """
        with self._lock:
            scene = self._table.scene
            start_s = max(self._scene_s() + LEAD_S, self._busy_until_s + BETWEEN_HANDS_S)
            camera_x_mm, _, camera_z_mm = scene.camera_pose(start_s).centre_mm
            over_x_mm = x_mm + (camera_x_mm - x_mm) * SLEEVE_UP_MM / camera_z_mm
            _, from_y_mm = _entry(scene, PiecePose(x_mm, y_mm))
            beyond_y_mm = y_mm - math.copysign(SLEEVE_BEHIND_MM, from_y_mm - y_mm)
            over_s, end_s = start_s + REACH_S, start_s + stay_s + 2 * REACH_S
            way = (
                (start_s, over_x_mm, from_y_mm),
                (over_s, over_x_mm, beyond_y_mm),
                (over_s + stay_s, over_x_mm, beyond_y_mm),
                (end_s, over_x_mm, from_y_mm),
            )
            swept = Sweep(way, (0.0, from_y_mm - beyond_y_mm), LOW_MM)
            self._table.goes_on(lambda scene: replace(scene, sweeps=(*scene.sweeps, swept)))
            self._busy_until_s = end_s
            return end_s

    def withdraw(self) -> float:
        """Lets the arm that hides a place leave early; returns the same as `cover`.

        Raises:
            ValueError: If no arm hides a place.
        """
        with self._lock:
            now_s, sweeps = self._scene_s() + LEAD_S, self._table.scene.sweeps
            if not sweeps or sweeps[-1].way[-1][0] <= now_s:
                raise ValueError("no arm lies over the table")
            begins, over, (until_s, *_), (_, away_x_mm, away_y_mm) = sweeps[-1].way
            leaves_s = min(until_s, max(now_s, over[0]))
            end_s = leaves_s + REACH_S
            way = (begins, over, (leaves_s, *over[1:]), (end_s, away_x_mm, away_y_mm))
            left = replace(sweeps[-1], way=way)
            self._table.goes_on(lambda scene: replace(scene, sweeps=(*scene.sweeps[:-1], left)))
            self._busy_until_s = end_s
            return end_s

    def knock(self, to: Mapping[str, PiecePose]) -> float:
        """Lets pieces slide together, as when somebody knocks against the table; this follows all scheduled carries.

        Args:
            to: Where each piece comes to rest.

        Returns:
            Scene time at which all pieces rest.

        Raises:
            KeyError: If the scene has no such piece.
        """
        with self._lock:
            if unknown := to.keys() - dict(self._table.scene.start).keys():
                raise KeyError(min(unknown))
            carried_until_s = max((carry.put_s for carry in self._table.scene.carries), default=-math.inf)
            begins_s = max(self._scene_s() + LEAD_S, carried_until_s + BETWEEN_HANDS_S)
            slides = tuple(
                PieceMove(piece, begins_s, pose, (0.0, 0.0), 0.0, 0.0, SLIDE_S, 0.0, lift_mm=0.0, by_hand=False)
                for piece, pose in to.items()
            )
            self._table.goes_on(lambda scene: replace(scene, carries=(*scene.carries, *slides)))
            return begins_s + SLIDE_S

    def push_camera(self, pose: CameraPose) -> float:
        """Moves the camera between two images; returns the scene time of the movement.

        Args:
            pose: New pose in the frame of the mat's first position.
        """
        with self._lock:
            since_s = self._scene_s() + LEAD_S
            self._table.goes_on(lambda scene: replace(scene, camera=(*scene.camera, (since_s, pose))))
            return since_s

    def shove_mat(self, shift: PlaneShift) -> float:
        """Moves the mat, with everything on it, between two images; returns the scene time of the movement.

        Args:
            shift: New position relative to the first one.
        """
        with self._lock:
            since_s = self._scene_s() + LEAD_S
            self._table.goes_on(lambda scene: replace(scene, mat=(*scene.mat, (since_s, shift))))
            return since_s

    def resting(self) -> dict[str, PiecePose]:
        """Returns where every piece stands once all scheduled events have happened."""
        scene = self._table.scene
        return {piece: piece_pose(start, scene.carries, piece, math.inf) for piece, start in scene.start}


def _hurried(carry: PieceMove, pace: float) -> PieceMove:
    """Returns a carry at a multiple of its speed."""
    return replace(
        carry,
        reach_s=carry.reach_s / pace,
        pause_s=carry.pause_s / pace,
        carry_s=carry.carry_s / pace,
        leave_s=carry.leave_s / pace,
    )


def _entry(scene: Scene, to: PiecePose) -> tuple[float, float]:
    """Returns where a hand comes from that puts a piece down at that place."""
    mat = scene.layout.mat
    x_mm = min(max(to.x_mm, 0.0), mat.width_mm)
    near = to.y_mm < mat.height_mm / 2
    return (x_mm, -OUT_OF_SIGHT_MM if near else mat.height_mm + OUT_OF_SIGHT_MM)
