"""Presents the simulated table as a camera: images at a constant rate, each with its exact ground truth."""

import math
import threading
import time
from collections.abc import Callable

from vision.camera.intrinsics import Lens
from vision.images.frame import CameraSetting
from vision.simulation import SimulatedTable, Truth
from vision.simulation.request import parse_simulated
from vision.simulation.table import Moment
from vision.sources.feed import FeedError, RawImage
from vision.sources.files import as_wanted
from vision.sources.threaded import SourceTimes, ThreadedSource
from vision.table import TableLayout
from vision.trouble import TroubleKind

PAINTED_S = 60.0
"""The first image of a table is painted by then, on any computer."""
LIVELY_S = 1.0
"""A table counts as at rest after so long without a change."""


class SimulatedFeed:
    """A camera feed of a simulated table; images that cannot be rendered in time are skipped."""

    settings: tuple[CameraSetting, ...] = ()

    def __init__(
        self,
        table: SimulatedTable,
        *,
        fps: float = 30.0,
        from_s: float = 0.0,
        grey: bool = False,
        clock: Callable[[], float] = time.monotonic,
        rest_fps: float | None = None,
    ) -> None:
        """Creates a feed.

        Args:
            table: The simulated table.
            fps: Images per second.
            from_s: Scene time of the first image.
            grey: Whether grey images are sufficient.
            clock: Monotonic seconds.
            rest_fps: Images per second while nothing changes, such as few where many would only cost time; None for
                as many as otherwise.
        """
        self._table = table
        self._step_s = 1.0 / fps
        self._rest_s = 0.0 if rest_fps is None else 1.0 / rest_fps
        self._from_s = from_s
        self._grey = grey
        self._clock = clock
        self._interrupted = threading.Event()
        self._unplugged = threading.Event()
        self._began_s: float | None = None
        self._last = -1
        self._seen: Moment | None = None
        self._changed_s = self._given_s = -math.inf

    def open(self) -> None:
        """Starts the scene, once.

        Raises:
            FeedError: While the camera is unplugged.
        """
        self._interrupted.clear()
        self._see_plug()
        if self._began_s is None:
            # The first image of a table takes a second to render; the scene must not advance during that time.
            self._table.render(self._from_s)
            self._began_s = self._clock()

    def read(self) -> RawImage | None:
        """Returns the next image, at its time.

        Raises:
            FeedError: When the camera is unplugged.
        """
        self._see_plug()
        if self._began_s is None:
            return None
        next_one = self._last + 1
        now = int((self._clock() - self._began_s) / self._step_s)
        due = max(next_one, now)
        captured_s = self._began_s + due * self._step_s
        if self._interrupted.wait(max(0.0, captured_s - self._clock())):
            return None
        self._last = due
        if self._is_needless(captured_s):
            return None
        image = self._table.render(self.scene_s(captured_s))
        return RawImage(as_wanted(image, grey=self._grey), captured_s, due - next_one)

    def _is_needless(self, captured_s: float) -> bool:
        """Whether an image would show a table at rest that was shown just now."""
        if not self._rest_s:
            return False
        moment = self._table.moment(self.scene_s(captured_s))
        if moment != self._seen:
            self._seen, self._changed_s = moment, captured_s
        # Half a step is left to rounding.
        is_due = captured_s - self._given_s > self._rest_s - self._step_s / 2
        if not is_due and captured_s - self._changed_s > LIVELY_S:
            return True
        self._given_s = captured_s
        return False

    def close(self) -> None:
        """Does nothing: there is nothing to release."""

    def interrupt(self) -> None:
        """Ends the wait for an image's time."""
        self._interrupted.set()

    def unplug(self) -> None:
        """Simulates that the camera is unplugged; the scene continues unseen."""
        self._unplugged.set()

    def plug_in(self) -> None:
        """Simulates that the camera is plugged in again."""
        self._unplugged.clear()

    def _see_plug(self) -> None:
        if self._unplugged.is_set():
            name = f"sim:{self._table.scene.name}"
            sentence = f"Camera {name} not found. Plug it in; the image comes back by itself."
            raise FeedError(TroubleKind.CAMERA_MISSING, name, sentence)

    def scene_now_s(self) -> float:
        """The present scene time; that of the first image before any image was taken."""
        return self._from_s if self._began_s is None else self.scene_s(self._clock())

    def scene_s(self, captured_s: float) -> float:
        """Returns the scene time at which an image was taken."""
        began_s = captured_s if self._began_s is None else self._began_s
        return captured_s - began_s + self._from_s


class SimulatedCamera(ThreadedSource):
    """A camera above a simulated table that also gives the exact ground truth."""

    def __init__(
        self,
        table: SimulatedTable,
        *,
        fps: float = 30.0,
        from_s: float = 0.0,
        grey: bool = False,
        clock: Callable[[], float] = time.monotonic,
        rest_fps: float | None = None,
    ) -> None:
        """Creates a camera; nothing is rendered before `start`. The arguments are those of `SimulatedFeed`."""
        self._simulated = SimulatedFeed(table, fps=fps, from_s=from_s, grey=grey, clock=clock, rest_fps=rest_fps)
        super().__init__(f"sim:{table.scene.name}", self._simulated, SourceTimes(start_s=PAINTED_S), clock)
        self.table = table

    @property
    def layout(self) -> TableLayout:
        """The table's layout."""
        return self.table.layout

    @property
    def lens(self) -> Lens:
        """The lens, as a calibration would give it."""
        return self.table.lens

    @property
    def goes_on(self) -> bool:
        """Whether the scene never restarts, so that simulated hands can be controlled."""
        return math.isinf(self.table.scene.period_s)

    def scene_now_s(self) -> float:
        """The present scene time."""
        return self._simulated.scene_now_s()

    def unplug(self) -> None:
        """Simulates that the camera is unplugged; callable from any thread."""
        self._simulated.unplug()

    def plug_in(self) -> None:
        """Simulates that the camera is plugged in again; the source recovers by itself."""
        self._simulated.plug_in()

    def truth_at(self, captured_s: float) -> Truth:
        """Returns the ground truth of the moment at which an image was taken, given the image's own time."""
        return self.table.truth(self._simulated.scene_s(captured_s))


def simulated_camera(text: str, *, grey: bool = False) -> SimulatedCamera:
    """Creates the camera for the text after `sim:`, such as `demo` or `still@1920x1080?noise=4`.

    Raises:
        SourceError: If there is no such table.
    """
    request = parse_simulated(text)
    return SimulatedCamera(
        request.table(), fps=request.fps, from_s=request.from_s, grey=grey, rest_fps=request.rest_fps
    )
