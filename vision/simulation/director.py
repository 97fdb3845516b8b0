"""Hands that do as they are told, on a simulated table that a camera is looking at; and all that befalls a table.

What is told is settled a moment ahead, so that no picture that was taken already would have been another.
"""

import math
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from vision.simulation.optics import CameraPose, PlaneShift
from vision.simulation.scene.scene import STEADY, Scene
from vision.simulation.scene.script import Carry, PiecePose, Ramp, Sweep, piece_pose
from vision.simulation.table import SimulatedTable

LEAD_S = 0.4
"""So far ahead of now things are settled; longer than any picture takes to be painted."""
OUT_OF_SIGHT_MM = 170.0
"""So far beyond the mat's edge the finger tips of a hand are out of the picture."""
BETWEEN_HANDS_S = 0.1
LAMP_S = 0.2
"""A lamp takes so long to go on or off."""
SLIDE_S = 0.15
"""A model that is knocked slides for so long."""
REACH_S = 0.8
"""An arm that only hides something takes so long to come, and again to go; …"""
LOW_MM = 30.0
"""… its finger tips are so high above the mat …"""
SLEEVE_BEHIND_MM, SLEEVE_UP_MM = 420.0, 90.0
"""… and its sleeve, which is broad enough for a model, is so far behind them and so high above the mat."""


class Director:
    """Tells what happens next on one table; may be used by any thread."""

    def __init__(self, table: SimulatedTable, scene_s: Callable[[], float], pace: float = 1.0) -> None:
        """Prepares.

        Args:
            table: The table; its scene must not repeat itself.
            scene_s: Time in the scene now.
            pace: How many times as fast as people at their ease hands carry things.

        Raises:
            ValueError: If the scene begins anew after a while.
        """
        if math.isfinite(table.scene.period_s):
            raise ValueError("a scene that begins anew cannot be told what comes next")
        self._table, self._scene_s, self._pace = table, scene_s, pace
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
            told = _hurried(Carry(piece, start_s, to, _entry(scene, to), lift_mm=lift_mm), self._pace)
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

    def cover(self, x_mm: float, y_mm: float, stay_s: float) -> float:
        """An arm reaches over a place so that the camera does not see it, stays, touches nothing, and leaves.

        Args:
            x_mm: Of the place, in the mat frame.
            y_mm: Likewise.
            stay_s: For how long.

        Returns:
            Time in the scene when the hand is out of the picture.
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
        """The arm that lies over a place leaves before its time; answers as `cover`.

        Raises:
            ValueError: If none does.
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
        """Pieces slide all at once, as when somebody knocks against the table; after all that hands carry by now.

        Args:
            to: Where each comes to rest.

        Returns:
            Time in the scene when all rest.

        Raises:
            KeyError: If the scene has no such piece.
        """
        with self._lock:
            if unknown := to.keys() - dict(self._table.scene.start).keys():
                raise KeyError(min(unknown))
            carried_until_s = max((carry.put_s for carry in self._table.scene.carries), default=-math.inf)
            begins_s = max(self._scene_s() + LEAD_S, carried_until_s + BETWEEN_HANDS_S)
            slides = tuple(
                Carry(piece, begins_s, pose, (0.0, 0.0), 0.0, 0.0, SLIDE_S, 0.0, lift_mm=0.0, by_hand=False)
                for piece, pose in to.items()
            )
            self._table.goes_on(lambda scene: replace(scene, carries=(*scene.carries, *slides)))
            return begins_s + SLIDE_S

    def push_camera(self, pose: CameraPose) -> float:
        """The camera stands elsewhere from one picture to the next; answers when, in the scene's time.

        Args:
            pose: In the frame of the mat where it first lay.
        """
        with self._lock:
            since_s = self._scene_s() + LEAD_S
            self._table.goes_on(lambda scene: replace(scene, camera=(*scene.camera, (since_s, pose))))
            return since_s

    def shove_mat(self, shift: PlaneShift) -> float:
        """The mat with all that stands on it lies elsewhere on the table; answers when, in the scene's time.

        Args:
            shift: From where it first lay.
        """
        with self._lock:
            since_s = self._scene_s() + LEAD_S
            self._table.goes_on(lambda scene: replace(scene, mat=(*scene.mat, (since_s, shift))))
            return since_s

    def resting(self) -> dict[str, PiecePose]:
        """Where every piece will stand once all that was told has happened."""
        scene = self._table.scene
        return {piece: piece_pose(start, scene.carries, piece, math.inf) for piece, start in scene.start}


def _hurried(carry: Carry, pace: float) -> Carry:
    """The same done so many times as fast."""
    return replace(
        carry,
        reach_s=carry.reach_s / pace,
        pause_s=carry.pause_s / pace,
        carry_s=carry.carry_s / pace,
        leave_s=carry.leave_s / pace,
    )


def _entry(scene: Scene, to: PiecePose) -> tuple[float, float]:
    """Where a hand comes from that puts a piece down there."""
    mat = scene.layout.mat
    x_mm = min(max(to.x_mm, 0.0), mat.width_mm)
    near = to.y_mm < mat.height_mm / 2
    return (x_mm, -OUT_OF_SIGHT_MM if near else mat.height_mm + OUT_OF_SIGHT_MM)
