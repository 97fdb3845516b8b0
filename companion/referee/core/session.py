"""A table being watched: camera, eyes and core wired together, started and stopped as one."""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.diagnostics import CRASHES, this_run
from companion.games.measures import Measures
from companion.referee.api.intents import Intent
from companion.referee.camera.calibrations import calibration_file
from companion.referee.camera.camera_thread import CameraReading, CameraThread, Rectify, TableReader
from companion.referee.camera.clip_recorder import ClipRecorder, about_camera
from companion.referee.core.loop import Camera, Referee, Service
from companion.referee.core.view_log import ViewLog
from companion.referee.errors import SetupError
from companion.referee.screen.selection import Choices
from companion.referee.screen.view import View
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA, DrawnMat, drawn_layout
from companion.referee.virtual_mat.mat_file import MatFile
from vision import TopView, Tracker, open_source, read_lens, read_table
from vision.camera.intrinsics import Lens
from vision.images.frame import CameraSource
from vision.recording import open_recording
from vision.recording.writer import RecordingContext
from vision.simulation import TruePlace
from vision.sources.simulated import SimulatedCamera, simulated_camera
from vision.table import TableLayout

log = logging.getLogger(__name__)

SIMULATED = "sim:"
RECORDED = "recorded:"


@dataclass(frozen=True, slots=True)
class Setup:
    """What is to be watched, and through which camera.

    Attributes:
        camera: Where pictures come from; not started yet.
        layout: What may stand on the mat.
        lens: The camera's calibration; None lets the tracker estimate it from the mat's tags.
        mat_file: Where it is kept how a mat stands that is only in the computer; None where it is not.
    """

    camera: CameraSource
    layout: TableLayout
    lens: Lens | None
    mat_file: MatFile | None = None


def set_up(camera: str, table: Path | None = None, calibration: Path | None = None) -> Setup:
    """Prepares what is to be watched; nothing is opened but the two files.

    Args:
        camera: As the player names it, such as `usb:0` or `sim:demo`; `none` for a mat that is only drawn.
        table: A `table.toml`; a simulated camera and a recording bring their own, a drawn mat needs none.
        calibration: A `camera.toml`; None takes the one that was made for this camera (a simulated camera and a
            recording bring their own), and without that the tracker estimates the lens from the mat's tags.

    Raises:
        VisionError: If the camera's name or a file is not what it should be.
        SetupError: If a real camera comes without a table file.
    """
    if camera == NO_CAMERA:
        layout = drawn_layout(table)
        return Setup(DrawnMat(layout), layout, None)
    if camera.startswith(SIMULATED):
        setup, _ = set_up_simulated(camera)
        layout = read_table(table) if table else setup.layout
        return Setup(setup.camera, layout, read_lens(calibration) if calibration else setup.lens)
    if camera.startswith(RECORDED):
        return _set_up_recorded(camera, table, calibration)
    source = open_source(camera)
    if table is None:
        raise SetupError(
            "What stands on the table? Name its file with --table FILE; `companion print` writes one beside its sheets."
        )
    own = calibration or calibration_file(camera)
    return Setup(source, read_table(table), read_lens(own) if calibration or own.is_file() else None)


def _set_up_recorded(camera: str, table: Path | None, calibration: Path | None) -> Setup:
    source = open_source(camera)
    with open_recording(Path(camera.removeprefix(RECORDED)).expanduser()) as recording:
        layout = read_table(table) if table else recording.layout
        return Setup(source, layout, read_lens(calibration) if calibration else recording.lens)


def surroundings(setup: Setup) -> RecordingContext:
    """What a recording of a table has beside its pictures; only a simulated table knows the truth."""
    about, camera = about_camera(setup.camera.name), setup.camera
    if not isinstance(camera, SimulatedCamera):
        return RecordingContext(about, setup.layout, setup.lens, log=this_run)
    truth_at = camera.truth_at

    def places(captured_s: float) -> tuple[TruePlace, ...]:
        truth = truth_at(captured_s)
        return (*truth.bases, *truth.terrain)

    return RecordingContext(about, setup.layout, setup.lens, places, this_run)


def set_up_simulated(camera: str) -> tuple[Setup, SimulatedCamera]:
    """Prepares a simulated table with all that it brings; the camera also tells the truth.

    Raises:
        VisionError: If there is no such table.
    """
    simulated = simulated_camera(camera.removeprefix(SIMULATED))
    return Setup(simulated, simulated.layout, simulated.lens), simulated


class TableWatch:
    """One table, watched; what a window needs of it.

    Attributes:
        setup: What is watched, and through which camera.
    """

    def __init__(  # noqa: PLR0913 (all that it joins is handed in)
        self,
        setup: Setup,
        measures: Measures,
        choices: Choices | None = None,
        *,
        witnesses: Sequence[Callable[[CameraReading], None]] = (),
        clock: Callable[[], float] = time.monotonic,
        keeps: bool = False,
        service: Service | None = None,
    ) -> None:
        """Wires it up.

        Args:
            setup: What is watched.
            measures: The lengths of the game.
            choices: What is chosen on the screen at first.
            witnesses: Told of every look, in the eyes' thread; they must return at once.
            clock: Monotonic seconds.
            keeps: Whether the last half minute is kept at hand, to be written into a file when a screen asks for it.
            service: What lives beside the referee, such as a game with its phones.
        """
        self.setup = setup
        drawn = isinstance(setup.camera, DrawnMat)
        keeps = keeps and not drawn  # there is no picture of it
        self._keeper = ClipRecorder(surroundings(setup), clock, lambda: datetime.now().astimezone()) if keeps else None
        self._witnesses = tuple(witnesses)
        self._eyes = CameraThread(
            setup.camera, *_reading(setup), self._looked, clock, *([self._keeper.saw] if self._keeper else [])
        )
        camera = Camera(setup.camera.name, lambda: self._eyes.trouble, by_hand=drawn)
        self._referee = Referee(setup.layout, measures, camera, clock, choices, keeper=self._keeper, service=service)
        self._clock, self._plays = clock, service is not None
        self._leave_crashes: Callable[[], None] = _nothing
        self._began = False

    @property
    def failure(self) -> Exception | None:
        """What ended the core thread before its time; None while all is well."""
        return self._referee.failure

    def listen(self, listener: Callable[[View], None]) -> None:
        """Tells a listener every view from now on, in the core thread; it must return at once."""
        self._referee.listen(listener)

    def submit(self, intent: Intent) -> None:
        """Hands over what a screen wants; from any thread, never waits."""
        self._referee.submit(intent)

    def start(self) -> None:
        """Starts the camera and all threads."""
        self._tell()
        self._began = True
        self._referee.listen(ViewLog(self._clock).take)
        if self._keeper is not None:
            self._keeper.start()
            self._leave_crashes = CRASHES.rescue_with(self._keeper.keep)
        self._referee.start()
        self._eyes.start()

    def stop(self) -> None:
        """Ends all threads and frees the camera; may be called twice."""
        self._leave_crashes()
        # The core first, or it would tell of a camera that gives no pictures because it was stopped.
        try:
            self._referee.stop()
        finally:
            self._eyes.stop()
            if self._keeper is not None:
                self._keeper.stop()
        if self._began:
            self._began = False
            log.info("watch_ended")

    def _tell(self) -> None:
        layout, lens = self.setup.layout, self.setup.lens
        log.info(
            "watch_began camera=%s bases=%d terrain=%d mat_tags=%d lens=%s game=%s",
            about_camera(self.setup.camera.name).camera,
            len(layout.bases),
            len(layout.terrain),
            len(layout.mat.tags),
            "calibrated" if lens is not None and lens.calibrated else "estimated",
            self._plays,
        )

    def _looked(self, look: CameraReading) -> None:
        for witness in self._witnesses:
            witness(look)
        self._referee.look(look)


def _nothing() -> None:
    """Before a table is watched, there is nothing to rescue."""


def _reading(setup: Setup) -> tuple[TableReader, Rectify]:
    if isinstance(setup.camera, DrawnMat):
        return setup.camera, lambda *_: None
    return Tracker(setup.layout, setup.lens), TopView(setup.layout.mat)
