"""Hands at a simulated table that put models where they are told, while its camera runs; and what befalls a table."""

import math
from collections.abc import Mapping, Sequence

from companion.geometry import MatPoint
from companion.geometry.grid import Grid
from companion.referee.core.session import Setup
from companion.referee.errors import SetupError
from companion.referee.virtual_mat.mat_file import Pose
from vision.simulation.director import Director
from vision.simulation.optics import PlaneShift
from vision.simulation.scene.plain_scenes import overhead
from vision.simulation.scene.script import PiecePose
from vision.sources.simulated import SimulatedCamera

BESIDE_MM = 900.0
"""So far beyond the mat a model is out of every picture."""


SAME_SIZE_MM = 0.5


class SimulatedHands:
    """Carries models about on one simulated table; may be used by any thread."""

    def __init__(self, setup: Setup, pace: float = 1.0) -> None:
        """Prepares.

        Args:
            setup: A table whose camera is simulated and whose scene waits to be told what happens.
            pace: How many times as fast as people at their ease the hands carry things.

        Raises:
            SetupError: If it is another table.
        """
        camera = setup.camera
        if not isinstance(camera, SimulatedCamera):
            raise SetupError(f"{camera.name} shows a real table; hands can be told what to do on a simulated one only.")
        try:
            self._director = Director(camera.table, camera.scene_now_s, pace)
        except ValueError as error:
            raise SetupError(f"{camera.name} plays a scene of its own; use sim:match.") from error
        self._camera = camera
        self._layout = setup.layout
        self._file = setup.mat_file

    def model(self, owner: str, radius_mm: float, taken: frozenset[str]) -> str:
        """A model of a player on a base of that radius that is not among those taken.

        Raises:
            KeyError: If there is none.
        """
        for base in self._layout.bases:
            if base.owner == owner and abs(base.radius_mm - radius_mm) < SAME_SIZE_MM and base.id not in taken:
                return base.id
        raise KeyError(f"{owner} has no more bases of {2 * radius_mm:g} mm")

    def template(self, corners: Sequence[MatPoint], taken: frozenset[str]) -> str:
        """A template of that shape that is not among those taken.

        Args:
            corners: About its origin, as it is printed; mm.
            taken: Ids of others.

        Raises:
            KeyError: If there is none.
        """
        wanted = [(each.x_mm, each.y_mm) for each in corners]
        for piece in self._layout.terrain:
            apart = (math.dist(*both) for both in zip(piece.polygon_mm, wanted, strict=False))
            if len(piece.polygon_mm) == len(wanted) and piece.id not in taken and max(apart) < SAME_SIZE_MM:
                return piece.id
        raise KeyError(f"no more templates with corners at {wanted}")

    def carry(self, base: str, to: MatPoint, grid: Grid | None = None) -> float:
        """A hand puts a model down somewhere; answers when it will have left, in seconds from now.

        Args:
            base: The model.
            to: Where it is put.
            grid: The cells on which it is put: the tags beside its base then point to corners of its cell, where no
                neighbour stands on them. None leaves it turned as it is.

        Raises:
            KeyError: If there is no such model.
        """
        turned_rad = self._director.resting()[base].angle_rad if grid is None else grid.corner_rad
        return self._carried(base, PiecePose(to.x_mm, to.y_mm, turned_rad))

    def lay(self, template: str, to: MatPoint, angle_rad: float) -> float:
        """A hand lays a template down, turned by an angle; answers as `carry`.

        Raises:
            KeyError: If there is no such template.
        """
        return self._carried(template, PiecePose(to.x_mm, to.y_mm, angle_rad))

    def take_away(self, base: str) -> float:
        """A hand takes a model off the mat; answers as `carry`."""
        lies = self._director.resting()[base]
        beyond_mm = -BESIDE_MM if lies.y_mm < self._layout.mat.height_mm / 2 else self._layout.mat.height_mm + BESIDE_MM
        return self._carried(base, PiecePose(lies.x_mm, beyond_mm, lies.angle_rad))

    def _carried(self, base: str, to: PiecePose) -> float:
        leaves_s = self._director.carry(base, to) - self._camera.scene_now_s()
        if self._file is not None:
            resting = self._director.resting()
            self._file.write({each: Pose(at.x_mm, at.y_mm, at.angle_rad) for each, at in resting.items()})
        return leaves_s

    def light(self, brightness: float) -> None:
        """The lamp goes to another brightness, 1 as usual."""
        self._director.light(brightness)

    def cover(self, at: MatPoint, stay_s: float) -> float:
        """A hand stays over a place for a while and touches nothing; answers as `carry`."""
        return self._director.cover(at.x_mm, at.y_mm, stay_s) - self._camera.scene_now_s()

    def withdraw(self) -> float:
        """The hand that stays over a place leaves before its time; answers as `carry`.

        Raises:
            ValueError: If none does.
        """
        return self._director.withdraw() - self._camera.scene_now_s()

    def knock(self, to: Mapping[str, MatPoint]) -> float:
        """Somebody knocks against the table, and models slide; answers when they rest, in seconds from now.

        Raises:
            KeyError: If there is no such model.
        """
        resting = self._director.resting()
        poses = {base: PiecePose(at.x_mm, at.y_mm, resting[base].angle_rad) for base, at in to.items()}
        return self._director.knock(poses) - self._camera.scene_now_s()

    def push_camera(self, tilt_rad: float, roll_rad: float) -> None:
        """Somebody pushes the camera: it leans otherwise."""
        self._director.push_camera(overhead(self._camera.lens.image_size, tilt_rad, roll_rad))

    def shove_mat(self, x_mm: float, y_mm: float, angle_rad: float) -> None:
        """Somebody shoves the mat, with all that stands on it, to that far from where it first lay."""
        self._director.shove_mat(PlaneShift(x_mm, y_mm, angle_rad))

    def unplug_camera(self) -> None:
        """Somebody pulls the camera out."""
        self._camera.unplug()

    def plug_in_camera(self) -> None:
        """Somebody plugs the camera in again."""
        self._camera.plug_in()

    def lies(self, base: str) -> MatPoint:
        """Where a model will stand once all that was told has happened."""
        pose = self._director.resting()[base]
        return MatPoint(pose.x_mm, pose.y_mm)
