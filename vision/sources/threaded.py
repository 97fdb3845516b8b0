"""Runs a feed in a thread of its own: it keeps the newest image only, retries without end, and reports troubles."""

import atexit
import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from vision.camera.name import public_name
from vision.images.frame import CameraSetting, Frame
from vision.sources.feed import Feed, FeedError, RawImage
from vision.sources.slot import NewestSlot
from vision.trouble import Trouble, TroubleKind

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SourceTimes:
    """The time-outs and retry delays of a source.

    Attributes:
        retry_waits_s: Back-off: delays before the first, second, … attempt to open again; the last one repeats.
        quiet_s: Time without an image after which a trouble is reported; None for sources that may be slow.
        start_s: Time without a first image after which a trouble is reported; some cameras take seconds to start.
        hold_each: Whether each image waits until it was taken, so that none is missed.
    """

    retry_waits_s: Sequence[float] = (0.5, 1.0, 2.0, 3.0)
    quiet_s: float | None = 2.0
    start_s: float = 5.0
    hold_each: bool = False


class ThreadedSource:
    """A `CameraSource` based on a feed."""

    def __init__(
        self, name: str, feed: Feed, times: SourceTimes | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Creates a source; nothing is opened before `start`.

        Args:
            name: The player's name for it.
            feed: The feed; owned by the source from now on.
            times: Time-outs and retry delays.
            clock: Monotonic seconds.
        """
        self.name = name
        self._feed = feed
        self._times = SourceTimes() if times is None else times
        self._clock = clock
        self._slot = NewestSlot()
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._trouble: Trouble | None = None
        self._last_sign_s = 0.0
        self._seen_any = False

    @property
    def trouble(self) -> Trouble | None:
        """The present trouble."""
        with self._lock:
            if self._trouble is not None or self._thread is None or self._times.quiet_s is None:
                return self._trouble
            quiet_s = self._clock() - self._last_sign_s
            if quiet_s <= (self._times.quiet_s if self._seen_any else self._times.start_s):
                return None
        return Trouble(
            TroubleKind.NO_PICTURE,
            self.name,
            f"No image has come from {self.name} for {quiet_s:.0f} s. It may have crashed: unplug it or restart it.",
            since_s=self._last_sign_s,
        )

    @property
    def settings(self) -> tuple[CameraSetting, ...]:
        """The requested settings of the device and what its driver made of them."""
        return self._feed.settings

    def start(self) -> None:
        """Starts to take images and returns at once; does nothing while it runs."""
        with self._lock:
            if self._thread is not None:
                return
            self._stopping.clear()
            self._slot.open()
            self._trouble = None
            self._last_sign_s = self._clock()
            self._seen_any = False
            # The thread is a daemon, so that a forgotten source cannot keep the program alive. It is stopped at exit,
            # because a daemon thread inside OpenCV aborts the whole process while the interpreter shuts down.
            self._thread = threading.Thread(target=self._run, name=f"camera {self.name}", daemon=True)
            atexit.register(self.stop)
            self._thread.start()

    def newest(self, after_sequence: int, timeout_s: float) -> Frame | None:
        """Returns the newest image with a greater sequence number; waits up to `timeout_s`."""
        return self._slot.take(after_sequence, timeout_s)

    def stop(self) -> None:
        """Ends the thread, waits for it and releases the device; the call is idempotent."""
        with self._lock:
            thread = self._thread
        if thread is None:
            return
        self._stopping.set()
        self._slot.close()
        self._feed.interrupt()
        thread.join()
        with self._lock:
            self._thread = None
            self._trouble = None
        atexit.unregister(self.stop)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _run(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            try:
                self._feed.open()
                while not self._stopping.is_set():
                    if self._pass_on(self._feed.read()):
                        failures = 0
            except FeedError as error:
                if error.final:
                    self._tell(error.trouble)
                    return
                self._wait_before_retry(error.trouble, failures)
                failures += 1
            except Exception:
                # Last resort of the thread: if it died here, the table would seem to be at rest for ever.
                log.exception("source_broke name=%s", public_name(self.name))
                sentence = f"{self.name} failed in an unexpected way; trying again. The log file has the details."
                self._wait_before_retry(Trouble(TroubleKind.NO_PICTURE, self.name, sentence), failures)
                failures += 1
            finally:
                self._feed.close()

    def _pass_on(self, got: RawImage | Trouble | None) -> bool:
        if got is None:
            return False
        if isinstance(got, Trouble):
            self._tell(got)
            return False
        self._slot.put(got.image, got.captured_s, got.passed_over)
        if self._times.hold_each:
            # A trouble reported with an image stands until somebody has taken that image.
            self._slot.wait_until_taken()
        with self._lock:
            self._trouble = got.trouble
            self._last_sign_s = self._clock()
            self._seen_any = True
        return True

    def _wait_before_retry(self, trouble: Trouble, failures: int) -> None:
        if self._stopping.is_set():
            return
        self._tell(trouble)
        waits_s = self._times.retry_waits_s
        self._stopping.wait(waits_s[min(failures, len(waits_s) - 1)])

    def _tell(self, trouble: Trouble) -> None:
        with self._lock:
            before = self._trouble
            if before is not None and (before.kind, before.about) == (trouble.kind, trouble.about):
                self._trouble = replace(trouble, since_s=before.since_s)
                return
            self._trouble = replace(trouble, since_s=self._clock())
        log.info("source_trouble name=%s kind=%s", public_name(self.name), trouble.kind)
