"""A mat without a camera: fingers lay models on its drawing, where players measured that they stand.

To the eyes it is a camera without pictures, and its own reader: what it tells is where the fingers laid everything,
with a standard deviation that says how exactly people measure.
"""

import math
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Self

import numpy as np
from msgspec import structs

from companion.games.first import FIRST
from companion.geometry import MatPoint
from companion.printing.prints import starter_table
from companion.referee.virtual_mat.mat_file import MatFile, Pose, Poses
from vision import read_table
from vision.errors import VisionError
from vision.images.frame import CameraSetting, Frame
from vision.observation import MatObservation, Place, TableObservation, TrackState
from vision.print_scale import as_drawn
from vision.table import TableLayout
from vision.trouble import Trouble

NO_CAMERA = "none"
"""What a player names instead of a camera."""
HAND_SIGMA_MM = 2.0
"""Standard deviation of a place: a ruler read to a millimetre, a base centred by eye, a finger on the screen."""
SNAPPED_SIGMA_MM = 0.1
"""Standard deviation of a place that the program chose, such as one in contact: the drawing says where that is."""
HAND_SIGMA_RAD = 0.02
SNAPPED_SIGMA_RAD = 0.001
SAME_MM = 0.01
EVERY_S = 0.5
"""So often it is told that all stands as it did."""


def drawn_layout(table: Path | None, game: str = FIRST) -> TableLayout:
    """What may stand on a drawn mat: what the table file names, else the first set that we print for the game.

    A file that is gone or broken is no reason not to play: on a drawn mat no printed tag matters.
    """
    try:
        return as_drawn(starter_table(game) if table is None else read_table(table))
    except VisionError:
        return as_drawn(starter_table(game))


def sigma_mm(pose: Pose) -> float:
    """The standard deviation of a place on a drawn mat, each coordinate."""
    return SNAPPED_SIGMA_MM if pose.snapped else HAND_SIGMA_MM


class DrawnMat:
    """A `CameraSource` and its reader; may be used by any thread."""

    settings: tuple[CameraSetting, ...] = ()
    name = NO_CAMERA
    trouble: Trouble | None = None

    def __init__(
        self,
        layout: TableLayout,
        poses: Poses | None = None,
        file: MatFile | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepares.

        Args:
            layout: What may stand on it.
            poses: Where things stand at first.
            file: Where it is kept; None where it is not.
            clock: Monotonic seconds.
        """
        self.layout, self._file, self._clock = layout, file, clock
        ids = {piece.id for piece in layout.pieces}
        self._poses = {piece: pose for piece, pose in (poses or {}).items() if piece in ids}
        self._laid = {piece: [pose] for piece, pose in self._poses.items()}
        self._held = ""
        self._changed = threading.Condition()
        self._version = 0
        self._told_s = -EVERY_S
        self._ends = False

    @property
    def poses(self) -> Poses:
        """Where everything stands."""
        with self._changed:
            return dict(self._poses)

    def carry(self, piece: str, to: MatPoint, *, snapped: bool = False) -> None:
        """A base or template is laid somewhere, turned as it was; beyond the edge it is off the mat.

        What goes back to where it was laid before is known there as exactly as it was. A base that the program lays
        against another one has the error of that one, so that nobody need ask whether the two touch.

        Args:
            piece: Its id.
            to: Where; mat frame.
            snapped: Whether the program chose the place, and no finger did.

        Raises:
            KeyError: If there is no such piece.
        """
        mat = self.layout.mat
        if 0.0 <= to.x_mm <= mat.width_mm and 0.0 <= to.y_mm <= mat.height_mm:
            pose = self._at(piece, to)
            known = self._before(piece, pose) or (self._beside(piece, pose) if snapped else None)
            if known is not None:
                pose = structs.replace(pose, snapped=known.snapped, tie=known.tie)
            else:
                pose = structs.replace(pose, snapped=snapped, tie="" if snapped else secrets.token_hex(4))
            with self._changed:
                self._laid.setdefault(piece, []).append(pose)
            self._put(piece, pose, held=False)
        else:
            self.take_away(piece)

    def hold(self, piece: str, over: MatPoint) -> None:
        """A finger moves a base or template about and has not let go of it; raises as `carry`."""
        self._put(piece, self._at(piece, over), held=True)

    def turn(self, piece: str, by_rad: float) -> None:
        """A base or template on the mat is turned, counter-clockwise; one beside it stays as it is."""
        pose = self.poses.get(piece)
        if pose is not None:
            snapped = pose.snapped and self._is_base(piece)  # a disc lies the same however it is turned
            self._put(piece, structs.replace(pose, angle_rad=pose.angle_rad + by_rad, snapped=snapped), held=False)

    def _is_base(self, piece: str) -> bool:
        return any(each.id == piece for each in self.layout.bases)

    def take_away(self, piece: str) -> None:
        """A base or template goes off the mat."""
        with self._changed:
            self._poses.pop(piece, None)
            self._held = ""
        self._tell(kept=True)

    def _at(self, piece: str, to: MatPoint) -> Pose:
        if not any(each.id == piece for each in self.layout.pieces):
            raise KeyError(piece)
        turned_rad = self._poses[piece].angle_rad if piece in self._poses else 0.0
        return Pose(to.x_mm, to.y_mm, turned_rad)

    def _before(self, piece: str, pose: Pose) -> Pose | None:
        """As what a piece was laid there the last time; None where it never was."""
        with self._changed:
            laid = self._laid.get(piece, [])
        same = (each for each in reversed(laid) if _apart_mm(each, pose) < SAME_MM)
        return next((each for each in same if self._is_base(piece) or each.angle_rad == pose.angle_rad), None)

    def _beside(self, piece: str, pose: Pose) -> Pose | None:
        """A base that one lies against; None where there is none whose error has a name."""
        radii_mm = {each.id: each.radius_mm for each in self.layout.bases}
        if piece not in radii_mm:
            return None
        others = {other: at for other, at in self.poses.items() if other in radii_mm and other != piece and at.tie}
        return next(
            (
                at
                for other, at in others.items()
                if abs(_apart_mm(at, pose) - radii_mm[other] - radii_mm[piece]) < SAME_MM
            ),
            None,
        )

    def _put(self, piece: str, pose: Pose, *, held: bool) -> None:
        with self._changed:
            self._poses[piece] = pose
            self._held = piece if held else ""
        self._tell(kept=not held)

    def _tell(self, *, kept: bool) -> None:
        with self._changed:
            self._version += 1
            self._changed.notify_all()
        if kept and self._file is not None:
            self._file.write(self.poses)

    def start(self) -> None:
        """Nothing to open."""
        self._ends = False

    def stop(self) -> None:
        """Lets whoever waits go; may be called twice."""
        with self._changed:
            self._ends = True
            self._changed.notify_all()

    def newest(self, after_sequence: int, timeout_s: float) -> Frame | None:
        """An empty picture whenever something was laid otherwise, and now and then; as `CameraSource.newest`."""
        with self._changed:
            if self._version <= after_sequence and not self._ends:
                self._changed.wait(timeout_s)
            now_s = self._clock()
            if self._version <= after_sequence:
                if now_s - self._told_s < EVERY_S:
                    return None
                self._version = after_sequence + 1
            self._told_s = now_s
            return Frame(np.zeros((1, 1), np.uint8), now_s, self._version)

    def update(self, frame: Frame) -> TableObservation:
        """Where everything was laid; the picture shows nothing of it."""
        with self._changed:
            places = {
                piece: Place(
                    piece,
                    pose.x_mm,
                    pose.y_mm,
                    pose.angle_rad,
                    sigma_mm(pose),
                    SNAPPED_SIGMA_RAD if pose.snapped else HAND_SIGMA_RAD,
                    tie=pose.tie,
                )
                for piece, pose in self._poses.items()
            }
            if self._held in places:
                places[self._held] = replace(places[self._held], state=TrackState.MOVED)
        return TableObservation(
            frame.sequence,
            frame.captured_s,
            (),
            MatObservation(found=True),
            tuple(places[each.id] for each in self.layout.bases if each.id in places),
            tuple(places[each.id] for each in self.layout.terrain if each.id in places),
        )

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def _apart_mm(one: Pose, other: Pose) -> float:
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
