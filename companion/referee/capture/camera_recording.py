"""Recording a camera, checking a recording and shrinking it, as `companion record` does."""

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from companion.referee.camera.clip_recorder import about_camera
from companion.referee.core.session import RECORDED, Setup, set_up, surroundings
from companion.referee.errors import SetupError
from vision import Tracker
from vision.errors import VisionError
from vision.images.frame import CameraSource, Frame
from vision.recording import (
    Comparison,
    RecordedImage,
    RecordingWriter,
    ShrinkOptions,
    ShrinkResult,
    open_recording,
    replayed,
    shrink,
)
from vision.recording.jpeg import encoded
from vision.recording.writer import RecordingContext
from vision.trouble import NOTHING_TO_SHOW, TroubleKind

log = logging.getLogger(__name__)

WAIT_S = 0.2
PATIENCE_S = 15.0
"""For a picture; some cameras take seconds to begin, and a loose cable comes back."""

Step = Callable[[str], None]
"""Told what is being done, picture by picture."""


@dataclass(frozen=True, slots=True)
class RecordJob:
    """A camera to be recorded.

    Attributes:
        camera: As the player names it, such as `usb:0`.
        out: The file to write.
        seconds: For how long; None until the pictures end or somebody stops it.
        table: A `table.toml`; a simulated camera and a recording bring their own.
        calibration: A `camera.toml`; None takes the one that was made for this camera, if any.
        now: Wall time, with its zone.
    """

    camera: str
    out: Path
    seconds: float | None
    table: Path | None
    calibration: Path | None
    now: datetime


@dataclass(frozen=True, slots=True)
class RecordingSummary:
    """What was recorded: the file, its pictures, their time from first to last and the file's size."""

    file: Path
    pictures: int
    span_s: float
    size_bytes: int


def record(job: RecordJob, step: Step) -> RecordingSummary:
    """Records a camera, with what the tracker sees in each picture.

    Args:
        job: What to record.
        step: Told after every picture.

    Raises:
        VisionError: If the camera's name or a file is not what it should be, or the file cannot be written.
        SetupError: If the table file is missing, no picture comes, or the file is the recording that is shown.
    """
    shown = job.camera.removeprefix(RECORDED)
    if shown != job.camera and Path(shown).expanduser().resolve() == job.out.resolve():
        raise SetupError(f"{job.out} is the recording that is shown: give the new one another name.")
    setup = set_up(job.camera, job.table, job.calibration)
    tracker = Tracker(setup.layout, setup.lens)
    with setup.camera as camera:
        frames = _frames(camera, job.seconds)
        first = next(frames, None)
        if first is None:
            trouble = camera.trouble
            raise SetupError(trouble.sentence if trouble else f"No image comes from {camera.name}.")
        times_s = [first.captured_s]
        size = first.picture
        log.info("recording camera=%s size=%dx%d", about_camera(camera.name).camera, size.width_px, size.height_px)
        hint = "; Ctrl-C ends it" if job.seconds is None else ""
        with RecordingWriter(job.out, _surroundings(setup, first, job)) as writer:
            writer.add(_moment(first, tracker))
            try:
                for frame in frames:
                    writer.add(_moment(frame, tracker))
                    times_s.append(frame.captured_s)
                    step(f"{times_s[-1] - times_s[0]:.0f} s, {writer.count} images{hint}")
            except KeyboardInterrupt:
                step("stopped")
            except Exception:  # before the log is put beside the pictures
                log.info("recording_broke", exc_info=True)
                raise
    return RecordingSummary(job.out, writer.count, times_s[-1] - times_s[0], job.out.stat().st_size)


def _surroundings(setup: Setup, first: Frame, job: RecordJob) -> RecordingContext:
    size = (first.picture.width_px, first.picture.height_px)
    about = replace(about_camera(setup.camera.name, job.now), image_size=size, encoded=first.jpeg is None)
    return replace(surroundings(setup), about=about)


def _frames(camera: CameraSource, seconds: float | None) -> Iterator[Frame]:
    """Pictures until the time is over or none come any more."""
    sequence, patient_until_s = -1, time.monotonic() + PATIENCE_S
    first, began_s = True, None
    while True:
        frame = camera.newest(sequence, WAIT_S)
        if frame is None:
            trouble = camera.trouble
            ended = trouble is not None and trouble.kind in {TroubleKind.ENDED, *NOTHING_TO_SHOW}
            if ended or time.monotonic() > patient_until_s:
                return
            continue
        sequence, patient_until_s = frame.sequence, time.monotonic() + PATIENCE_S
        # The time runs from the second picture on: the first takes longer, for all of it has to be searched.
        began_s = frame.captured_s if began_s is None and not first else began_s
        first = False
        if began_s is not None and seconds is not None and frame.captured_s - began_s > seconds:
            return
        yield frame


def _moment(frame: Frame, tracker: Tracker) -> RecordedImage:
    try:
        said = tracker.update(frame)
    except VisionError:
        said = None
    return RecordedImage(frame.sequence, frame.captured_s, frame.jpeg or encoded(frame.image), said)


def recorded_lines(recorded: RecordingSummary) -> list[str]:
    """What was recorded, for people."""
    rate_hz = (recorded.pictures - 1) / recorded.span_s if recorded.span_s > 0 else 0.0
    return [
        f"Images: {recorded.pictures} in {recorded.span_s:.1f} s, {rate_hz:.1f} a second;"
        f" {_megabytes(recorded.size_bytes)}",
        f"Kept in {recorded.file}",
    ]


def recorded_json(recorded: RecordingSummary) -> Mapping[str, object]:
    """What was recorded, for programs."""
    return {
        "recording": str(recorded.file),
        "pictures": recorded.pictures,
        "span_s": round(recorded.span_s, 3),
        "size_bytes": recorded.size_bytes,
    }


@dataclass(frozen=True, slots=True)
class ShrinkJob:
    """A recording to be made smaller.

    Attributes:
        file: The recording.
        out: The file to write.
        from_s: What is before is left out; None for nothing.
        to_s: What is after is left out; None for nothing.
        only_changes: Whether pictures in which nothing changes are left out.
        crop: Whether what is around the mat is left out.
        rate_hz: So many pictures a second at most; None for all.
    """

    file: Path
    out: Path
    from_s: float | None = None
    to_s: float | None = None
    only_changes: bool = False
    crop: bool = False
    rate_hz: float | None = None


def shrunk(job: ShrinkJob, step: Step) -> ShrinkResult:
    """Makes a recording smaller; errors as of `vision.recording.shrink`."""
    how = ShrinkOptions(
        from_s=job.from_s, to_s=job.to_s, only_changes=job.only_changes, crop=job.crop, rate_hz=job.rate_hz
    )
    with open_recording(job.file) as recording:
        return shrink(recording, job.out, how, step)


def shrunk_lines(out: Path, result: ShrinkResult) -> list[str]:
    """What became of it, for people."""
    before, after = result.size_bytes
    lines = [
        f"{_megabytes(before)} → {_megabytes(after)}, {result.pictures[0]} → {result.pictures[1]} images: {out}",
    ]
    if result.crop is not None:
        lines.append(f"Cropped to {result.crop.size[0]} × {result.crop.size[1]}; the images were encoded once more.")
    if not result.lost:
        return [*lines, "Seen again, the images that are left show the same as before."]
    return [*lines, "Lost by shrinking:", *(f"  {sentence}" for sentence in result.lost)]


def shrunk_json(out: Path, result: ShrinkResult) -> Mapping[str, object]:
    """What became of it, for programs."""
    crop = result.crop
    return {
        "recording": str(out),
        "pictures": list(result.pictures),
        "size_bytes": list(result.size_bytes),
        "crop_px": None if crop is None else [crop.left, crop.top, crop.right, crop.bottom],
        "lost": list(result.lost),
    }


def checked(file: Path, step: Step) -> Comparison:
    """Shows a recording to today's tracker.

    Raises:
        VisionError: If the file is no recording, or is broken.
    """
    with open_recording(file) as recording:
        return replayed(recording, lambda: step("seen again"))


def checked_lines(comparison: Comparison) -> list[str]:
    """How what is seen compares, for people."""
    lines = [
        f"{comparison.pictures} images seen again; something was said of {comparison.said},"
        f" the truth is known of {comparison.known}."
    ]
    for title, runs in (("Other than was said then:", comparison.then), ("Other than it truly was:", comparison.truth)):
        if runs:
            lines += [title, *(f"  {run.sentence}" for run in runs)]
    return lines if not comparison.same else [*lines, "All that was said then is seen now."]


def checked_json(comparison: Comparison) -> Mapping[str, object]:
    """How what is seen compares, for programs."""
    told = {"then": comparison.then, "truth": comparison.truth}
    return {
        "pictures": comparison.pictures,
        "said": comparison.said,
        "known": comparison.known,
        **{
            name: [
                {
                    "fault": run.fault.value,
                    "piece": run.piece,
                    "from_s": round(run.from_s, 3),
                    "to_s": round(run.to_s, 3),
                    "pictures": run.pictures,
                    "worst_mm": run.worst_mm,
                    "sigma_mm": run.sigma_mm,
                }
                for run in runs
            ]
            for name, runs in told.items()
        },
    }


def _megabytes(size_bytes: int) -> str:
    return f"{size_bytes / 1e6:.1f} MB"
