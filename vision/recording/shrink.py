"""Shrinks a recording, and checks that the same is still observed in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision.observation import TableObservation
from vision.recording.crop import Crop, crop_to_mat
from vision.recording.errors import RecordingError
from vision.recording.frame_choice import at_rate, of_span, with_changes
from vision.recording.jpeg import encoded
from vision.recording.reader import Line, Recording, open_recording
from vision.recording.recorded_image import RecordedImage
from vision.recording.replay import (
    WARM_UP_S,
    Comparison,
    DifferenceKind,
    DifferenceRun,
    DifferenceRuns,
    differences,
    replayed,
)
from vision.recording.writer import RecordingContext, RecordingWriter

CROP_QUALITY = 95
"""JPEG quality for cropped images, which are encoded again; at this quality the loss is less than half a grey level."""


@dataclass(frozen=True, slots=True)
class ShrinkOptions:
    """How a recording is shrunk.

    Attributes:
        from_s: Earlier images are dropped, in seconds since the first image; None keeps the beginning.
        to_s: Later images are dropped, in seconds since the first image; None keeps the end.
        only_changes: Whether images without changes are dropped.
        crop: Whether the surroundings of the mat are cut off. Then the images are encoded again; otherwise their bytes
            stay.
        rate_hz: Most images per second; None keeps all.
    """

    from_s: float | None = None
    to_s: float | None = None
    only_changes: bool = False
    crop: bool = False
    rate_hz: float | None = None


@dataclass(frozen=True, slots=True)
class ShrinkResult:
    """The result.

    Attributes:
        pictures: Number of images before and after.
        size_bytes: Size of the file before and after.
        crop: The part of the images that is left; None for all.
        lost: What is observed differently now than in the same images before, or was wrong before and is no longer.
    """

    pictures: tuple[int, int]
    size_bytes: tuple[int, int]
    crop: Crop | None
    lost: tuple[str, ...]


def shrink(
    recording: Recording, out: Path, how: ShrinkOptions, step: Callable[[str], None] = lambda _: None
) -> ShrinkResult:
    """Writes a smaller recording, and checks it by replaying both.

    Args:
        recording: The recording.
        out: The file to write.
        how: What may be dropped.
        step: Called after every image with a description of the work.

    Raises:
        RecordingError: If nothing would be left, an image is damaged, or the file cannot be written.
    """
    if out.resolve() == recording.path.resolve():
        raise RecordingError(f"{out}: the shrunk recording needs a name of its own")
    before = replayed(recording, lambda: step("seen before"))
    lines = _chosen(recording, how, lambda: step("searched for changes"))
    crop = _crop(recording, lines, before) if how.crop else None
    _write(recording, lines, crop, out, how, step)
    with open_recording(out) as smaller:
        after = replayed(smaller, lambda: step("seen after"))
    sizes = _size_bytes(recording.path), _size_bytes(out)
    lost = _lost(lines, recording.lines[0].captured_s, before, after)
    return ShrinkResult((len(recording.lines), len(lines)), sizes, crop, lost)


def _chosen(recording: Recording, how: ShrinkOptions, step: Callable[[], None]) -> list[Line]:
    lines = of_span(recording.lines, how.from_s, how.to_s)
    if not lines:
        raise RecordingError(
            f"{recording.path}: no image lies in that span; the recording lasts {recording.span_s:.1f} s"
        )
    if how.rate_hz is not None:
        lines = at_rate(lines, how.rate_hz)
    return with_changes(recording, lines, step) if how.only_changes else lines


def _crop(recording: Recording, lines: Sequence[Line], before: Comparison) -> Crop:
    observations = [before.now[line.sequence] for line in lines]
    mat_observations = [observation.mat for observation in observations if observation is not None]
    lens = recording.lens
    if lens is not None and lens.image_size != recording.about.image_size:
        raise RecordingError(f"{recording.path}: its calibration is of another image size, so it cannot be cropped")
    return crop_to_mat(recording.layout.mat, mat_observations, recording.about.image_size, centred=lens is None)


def _write(
    recording: Recording,
    lines: Sequence[Line],
    crop: Crop | None,
    out: Path,
    how: ShrinkOptions,
    step: Callable[[str], None],
) -> None:
    about = replace(recording.about, done=(*recording.about.done, *_done(how)))
    lens = recording.lens
    if crop is not None:
        about = replace(about, image_size=crop.size)
        lens = None if lens is None else crop.lens(lens)
    truth = {line.captured_s: recording.truth.get(line.sequence, ()) for line in lines}
    surroundings = RecordingContext(
        about, recording.layout, lens, truth.__getitem__ if recording.truth else None, lambda: recording.log
    )
    with RecordingWriter(out, surroundings) as writer:
        for line in lines:
            writer.add(_moment(recording, line, crop))
            step("written")


def _moment(recording: Recording, line: Line, crop: Crop | None) -> RecordedImage:
    if crop is None:
        return RecordedImage(line.sequence, line.captured_s, recording.jpeg(line), line.said)
    image = recording.picture(line).image
    if image.shape[1::-1] != recording.about.image_size:
        raise RecordingError(f"{recording.path}: {line.file} is of another size than the others, so it is not cropped")
    part = image[crop.top : crop.bottom, crop.left : crop.right]
    said = None if line.said is None else crop.said(line.said)
    return RecordedImage(line.sequence, line.captured_s, encoded(part, CROP_QUALITY), said)


def _done(how: ShrinkOptions) -> list[str]:
    done: list[str] = []
    if how.from_s is not None or how.to_s is not None:
        end = "the end" if how.to_s is None else f"{how.to_s:g} s"
        done.append(f"span {how.from_s or 0.0:g} s to {end}")
    if how.rate_hz is not None:
        done.append(f"rate {how.rate_hz:g} Hz")
    if how.only_changes:
        done.append("only changes")
    if how.crop:
        done.append(f"cropped to the mat, JPEG quality {CROP_QUALITY}")
    return done


def _lost(lines: Sequence[Line], began_s: float, before: Comparison, after: Comparison) -> tuple[str, ...]:
    runs = DifferenceRuns()
    for line in lines:
        # An image that is not a whole JPEG was skipped by the writer.
        then, now = before.now[line.sequence], after.now.get(line.sequence)
        at_s = line.captured_s - began_s
        runs.add(at_s, _unlike(then, now, warm=line.captured_s - lines[0].captured_s >= WARM_UP_S))
    lost = [run.sentence for run in runs.closed()]
    still = _wrongs(after.then) | _wrongs(after.truth)
    gone = [run for run in (*before.then, *before.truth) if (run.fault, run.piece) not in still]
    return (*lost, *(f"went wrong before and does not now: {run.sentence}" for run in gone))


def _unlike(then: TableObservation | None, now: TableObservation | None, *, warm: bool) -> list[DifferenceRun]:
    if then is None or now is None:
        return [] if then is now else [DifferenceRun(DifferenceKind.UNREAD, "", 0.0, 0.0)]
    return differences(then, now, warm=warm)


def _wrongs(runs: Sequence[DifferenceRun]) -> set[tuple[DifferenceKind, str]]:
    return {(run.fault, run.piece) for run in runs}


def _size_bytes(path: Path) -> int:
    if path.is_dir():
        return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return path.stat().st_size
