"""A table being watched: camera, eyes and core wired together, started and stopped as one."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.referee.calibrating import calibration_file
from companion.referee.core import Camera, Referee
from companion.referee.errors import SetupError
from companion.referee.eyes import Eyes, Look, Reader, Rectify
from companion.referee.intent import Intent
from companion.referee.table import Choices, Measures
from companion.referee.view import View
from vision import TopView, Tracker, open_source, read_lens, read_table
from vision.camera import Lens
from vision.frame import CameraSource
from vision.sources.simulated import SimulatedCamera, simulated_camera
from vision.table import TableLayout

SIMULATED = "sim:"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is to be watched, and through which camera.

    Attributes:
        camera: Where pictures come from; not started yet.
        layout: What may stand on the mat.
        lens: The camera's calibration; None lets the tracker estimate it from the mat's tags.
    """

    camera: CameraSource
    layout: TableLayout
    lens: Lens | None


def set_up(camera: str, table: Path | None = None, calibration: Path | None = None) -> Setup:
    """Prepares what is to be watched; nothing is opened but the two files.

    Args:
        camera: As the player names it, such as `usb:0` or `sim:demo`.
        table: A `table.toml`; a simulated camera brings its own.
        calibration: A `camera.toml`; None takes the one that was made for this camera (a simulated camera brings its
            own), and without that the tracker estimates the lens from the mat's tags.

    Raises:
        VisionError: If the camera's name or a file is not what it should be.
        SetupError: If a real camera comes without a table file.
    """
    if camera.startswith(SIMULATED):
        setup, _ = set_up_simulated(camera)
        layout = read_table(table) if table else setup.layout
        return Setup(setup.camera, layout, read_lens(calibration) if calibration else setup.lens)
    source = open_source(camera)
    if table is None:
        raise SetupError(
            "What stands on the table? Name its file with --table FILE; `companion print` writes one beside its sheets."
        )
    own = calibration or calibration_file(camera)
    return Setup(source, read_table(table), read_lens(own) if calibration or own.is_file() else None)


def set_up_simulated(camera: str) -> tuple[Setup, SimulatedCamera]:
    """Prepares a simulated table with all that it brings; the camera also tells the truth.

    Raises:
        VisionError: If there is no such table.
    """
    simulated = simulated_camera(camera.removeprefix(SIMULATED))
    return Setup(simulated, simulated.layout, simulated.lens), simulated


class Watch:
    """One table, watched; what a window needs of it."""

    def __init__(
        self,
        setup: Setup,
        measures: Measures,
        choices: Choices | None = None,
        *,
        witnesses: Sequence[Callable[[Look], None]] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Wires it up.

        Args:
            setup: What is watched.
            measures: The lengths of the game.
            choices: What is chosen on the screen at first.
            witnesses: Told of every look, in the eyes' thread; they must return at once.
            clock: Monotonic seconds.
        """
        self._witnesses = tuple(witnesses)
        self._eyes = Eyes(setup.camera, *_reading(setup), self._looked, clock)
        camera = Camera(setup.camera.name, lambda: self._eyes.trouble)
        self._referee = Referee(setup.layout, measures, camera, clock, choices)

    @property
    def failure(self) -> Exception | None:
        """What ended the core thread before its time; None while all is well."""
        return self._referee.failure

    def listen(self, listener: Callable[[View], None]) -> None:
        """Tells a listener every view from now on, in the core thread; it must return at once."""
        self._referee.listen(listener)

    def wish(self, intent: Intent) -> None:
        """Hands over what a screen wants; from any thread, never waits."""
        self._referee.wish(intent)

    def start(self) -> None:
        """Starts the camera and both threads."""
        self._referee.start()
        self._eyes.start()

    def stop(self) -> None:
        """Ends both threads and frees the camera; may be called twice."""
        # The core first, or it would tell of a camera that gives no pictures because it was stopped.
        try:
            self._referee.stop()
        finally:
            self._eyes.stop()

    def _looked(self, look: Look) -> None:
        for witness in self._witnesses:
            witness(look)
        self._referee.look(look)


def _reading(setup: Setup) -> tuple[Reader, Rectify]:
    return Tracker(setup.layout, setup.lens), TopView(setup.layout.mat)
