"""Pictures from files, measured one after another, and drawn if asked."""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent import futures
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2

from companion.games.measures import Measures
from companion.geometry import Answer, Sight
from companion.geometry.grid import Snap
from companion.referee.errors import SetupError
from companion.referee.measure.measurement import measure, tags_only
from vision import (
    Lens,
    MatCanvas,
    MatLine,
    TableLayout,
    TableReader,
    draw_observation,
    find_tags,
    read_lens,
    read_table,
)
from vision.arrays import Image
from vision.drawing import Colour
from vision.errors import PictureError, VisionError
from vision.fiducials.dictionary import dictionary
from vision.images.frame import Frame
from vision.images.image_file import FilePicture, read_picture
from vision.sources.files import pictures_in

DEFAULT_DICTIONARY = "DICT_4X4_100"

MANY = 2  # pictures from which on it pays to start more processes
TAG_COLOUR = (255, 160, 0)  # blue, green, red
ANSWER_COLOURS = {Answer.YES: (110, 220, 80), Answer.CLOSE: (40, 190, 255), Answer.NO: (70, 70, 240)}

Answers = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MeasureJob:
    """Pictures to be measured.

    Attributes:
        images: Picture files, in the order of the answers.
        table: What stands on the mat; None to tell tags only.
        calibration: The camera's lens; None to estimate it from the mat's tags.
        dictionaries: Dictionaries to look for; with a table these come beside its own.
        draw: Where to draw what was found; with several pictures each gets its own file beside this name.
        measures: The rulers to hold against every gap.
    """

    images: tuple[Path, ...]
    table: Path | None
    calibration: Path | None
    dictionaries: tuple[str, ...]
    draw: Path | None
    measures: Measures


@dataclass(frozen=True, slots=True)
class Refusal:
    """A picture that could not be measured, and why, in one sentence."""

    image: Path
    sentence: str


def pictures_of(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Returns picture files, with those of a folder in its place, sorted by name.

    Raises:
        SetupError: If a folder contains no picture or cannot be read.
    """
    found: list[Path] = []
    for path in paths:
        try:
            inside = pictures_in(path) if path.is_dir() else [path]
        except OSError as error:
            raise SetupError(f"{path} cannot be read: {error.strerror}.") from error
        if not inside:
            raise SetupError(f"{path} contains no picture: a folder with JPEG or PNG files was expected.")
        found += inside
    return tuple(found)


def measure_pictures(job: MeasureJob) -> Iterator[Answers | Refusal]:
    """Measures one picture after another; one that cannot be measured does not keep the others from it.

    Args:
        job: What to measure.

    Yields:
        For each picture its answers as JSON tells them, or why there are none.

    Raises:
        VisionError: If the table file, the calibration or a dictionary is not what it should be; no picture is looked
            at then.
        SetupError: If a drawing would take the place of a picture.
    """
    layout = read_table(job.table) if job.table else None
    lens = read_lens(job.calibration) if job.calibration else None
    for name in job.dictionaries:
        dictionary(name)
    _keep_pictures(job)
    measured = partial(_measured, job=job, layout=layout, lens=lens)
    if len(job.images) < MANY:
        yield from map(measured, job.images)
        return
    # A process each for the cores, started afresh: forking a process that has threads is not safe.
    workers = min(len(job.images), os.cpu_count() or 1)
    with futures.ProcessPoolExecutor(workers, get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        yield from pool.map(measured, job.images)


def _measured(path: Path, job: MeasureJob, layout: TableLayout | None, lens: Lens | None) -> Answers | Refusal:
    try:
        picture = read_picture(path)
    except PictureError as error:
        return Refusal(path, f"{path} {error}")
    image = picture.image
    try:
        answers = _tags(path, image, job) if layout is None else _table(path, image, layout, lens, job)
    except VisionError as error:
        return Refusal(path, f"{path}: {error}")
    return answers if picture.scale == 1 else _in_file_px(answers, picture)


def _in_file_px(answers: Answers, picture: FilePicture) -> Answers:
    """Answers on a picture that was read at a smaller size, in the file's own pixels."""
    tags = [
        tag | {"corners_px": [[round(picture.in_file_px(at), 4) for at in corner] for corner in tag["corners_px"]]}
        for tag in answers["tags"]
    ]
    mat = answers["mat"]
    if mat.get("reprojection_px") is not None:
        mat = mat | {"reprojection_px": round(mat["reprojection_px"] * picture.scale, 4)}
    return {**answers, "tags": tags, "mat": mat}


def _tags(path: Path, image: Image, job: MeasureJob) -> Answers:
    names = job.dictionaries or (DEFAULT_DICTIONARY,)
    tags = find_tags(image, names)
    if job.draw is not None:
        canvas = MatCanvas(image, None)
        for tag in tags:
            canvas.tag(tag)
            canvas.label_px(tag.corners_px[0], str(tag.id), TAG_COLOUR)
        _write(job, path, canvas.picture)
    return tags_only(str(path), tags, name_dictionary=len(names) > 1)


def _table(path: Path, image: Image, layout: TableLayout, lens: Lens | None, job: MeasureJob) -> Answers:
    observation = TableReader(layout, lens).read(Frame(image, 0.0, 0))
    more = tuple(name for name in job.dictionaries if name != layout.mat.dictionary)
    tags = find_tags(image, more) if more else ()
    measurement = measure(str(path), layout, observation, job.measures, tags, name_dictionaries=bool(more))
    if job.draw is not None:
        lines = [_line(sight) for sight in measurement.sights.values()]
        lit = _lit(measurement.cells)
        _write(job, path, draw_observation(image, layout, observation, job.measures.ranges_mm, lines, lit))
    return measurement.answers


def _line(sight: Sight) -> MatLine:
    start, end = sight.witness.start, sight.witness.end
    return MatLine((start.x_mm, start.y_mm), (end.x_mm, end.y_mm), ANSWER_COLOURS[sight.verdict.answer])


def _lit(cells: Mapping[str, Snap]) -> Mapping[tuple[int, int], Colour]:
    """The cells in which bases stand, and those that come into question; what is certain counts before what is not."""
    snaps = sorted(cells.values(), key=lambda snap: snap.verdict.answer is Answer.YES)
    return {cell: ANSWER_COLOURS[snap.verdict.answer] for snap in snaps for cell in snap.candidates}


def drawing_path(job: MeasureJob, image: Path) -> Path | None:
    """Where what was found in a picture is drawn; None if nothing is to be drawn.

    With several pictures each one's name stands in that of its drawing: `out.png` becomes `out-frame-003.png`, or
    `out-2-frame-003.png` where the second picture is not the only one of that name.
    """
    if job.draw is None or len(job.images) == 1:
        return job.draw
    alike = [each for each in dict.fromkeys(job.images) if each.stem == image.stem]
    number = f"{job.images.index(image) + 1}-" if len(alike) > 1 else ""
    return job.draw.with_name(f"{job.draw.stem}-{number}{image.stem}{job.draw.suffix}")


def _keep_pictures(job: MeasureJob) -> None:
    """Refuses to draw over what is to be measured."""
    pictures = {image.resolve() for image in job.images}
    for image in job.images:
        path = drawing_path(job, image)
        if path is not None and path.resolve() in pictures:
            raise SetupError(f"{path} is itself to be measured: give the drawing another name.")


def _write(job: MeasureJob, image: Path, drawn: Image) -> None:
    path = drawing_path(job, image)
    if path is None:
        return
    try:
        encoded = cv2.imencode(path.suffix or ".png", drawn)[1]
        path.write_bytes(encoded.tobytes())
    except cv2.error as error:
        raise SetupError(f"{path} cannot be written: a name that ends in .png or .jpg was expected.") from error
    except OSError as error:
        raise SetupError(f"{path} cannot be written: {error.strerror}.") from error
