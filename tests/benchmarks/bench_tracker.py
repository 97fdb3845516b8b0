"""The tracker against plain detectors on every picture, on rendered sequences in which two people move pieces."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import mean

import cv2
import numpy as np
from pupil_apriltags import Detector
from report import Table

from vision.camera import Lens
from vision.dictionaries import opencv_dictionary
from vision.frame import Frame, Image
from vision.observation import Seen
from vision.sight import Sight
from vision.simulated import SimulatedTable, Truth, simulated_table
from vision.table import TableLayout, Tag
from vision.tracker import Tracker
from vision.tracking.matpose import MatTagView, found_pose

FPS = 30.0
START_S = 0.8
VISIBLE = 0.98
FOUND = (Seen.SEEN, Seen.MOVED, Seen.LIFTED)

Corners = np.ndarray
Tags = list[tuple[int, Corners]]


@dataclass(frozen=True, slots=True)
class Sequence:
    """Pictures with truth; compressed as a camera would."""

    name: str
    table: SimulatedTable
    jpegs: tuple[np.ndarray, ...]
    times_s: tuple[float, ...]
    truths: tuple[Truth, ...]

    def picture(self, number: int) -> Image:
        return cv2.imdecode(self.jpegs[number], cv2.IMREAD_COLOR)


@dataclass(slots=True)
class Score:
    """What one way of seeing a sequence found."""

    times_ms: list[float]
    tags_visible: int = 0
    tags_found: int = 0
    bases_visible: int = 0
    bases_found: int = 0
    errors_mm: list[float] | None = None

    def take_tags(self, truth: Truth, ids: set[int]) -> None:
        visible = [tag.id for tag in truth.tags if tag.visible > VISIBLE]
        self.tags_visible += len(visible)
        self.tags_found += sum(tag_id in ids for tag_id in visible)

    def take_places(self, truth: Truth, places: dict[str, tuple[float, float]]) -> None:
        """Bases that stand; those in a hand have no place on the mat to be right or wrong about."""
        self.errors_mm = [] if self.errors_mm is None else self.errors_mm
        for true in truth.bases:
            if true.best_visible > VISIBLE:
                self.bases_visible += 1
                self.bases_found += true.id in places
            if true.id in places and not true.moving:
                x_mm, y_mm = places[true.id]
                self.errors_mm.append(math.hypot(x_mm - true.x_mm, y_mm - true.y_mm))

    def cells(self, against_ms: float | None) -> tuple[str, ...]:
        errors = self.errors_mm or []
        ratio = "" if against_ms is None else f"{against_ms / mean(self.times_ms):.1f} ×"
        return (
            f"{mean(self.times_ms):.1f}",
            ratio,
            f"{self.tags_found / self.tags_visible:.4f}" if self.tags_visible else "–",
            f"{self.bases_found / self.bases_visible:.4f}" if self.bases_visible else "–",
            f"{np.median(errors):.3f} / {np.percentile(errors, 95):.3f}" if errors else "–",
        )


def measure() -> Table:
    """Runs the comparison."""
    cv2.setNumThreads(1)
    rows = []
    for sequence in (
        rendered("1080p, 13 mm", (1920, 1080), 13.0, 120),
        rendered("4K, 11 mm", (3840, 2160), 11.0, 60),
    ):
        plain = by_detector(sequence, aruco_detector(sequence.table.layout))
        rows += rows_of(sequence, {"cv2.aruco defaults": plain, "tracker": by_tracker(sequence)}, plain)
    april = rendered("1080p, 13 mm, 36h11", (1920, 1080), 13.0, 40, "DICT_APRILTAG_36h11")
    plain = by_detector(april, aruco_detector(april.table.layout))
    ways = {"cv2.aruco defaults": plain, "pupil-apriltags": by_detector(april, april_detector(), shift_px=-0.5)}
    rows += rows_of(april, ways | {"tracker": by_tracker(april)}, plain)
    cv2.setNumThreads(-1)
    return Table(
        "Tracker against plain detectors",
        ("sequence", "way", "ms a picture", "cheaper than defaults", "tags found", "bases found", "mm median / p95"),
        tuple(rows),
        "Rendered sequences of a still table on which two hands move pieces, through JPEG, 30 pictures a second. Times "
        "are processor time of one thread, without decoding (its own row), the first picture left out; for the "
        "detectors they hold the detection only, for the tracker everything up to the finished observation. Tags and "
        "bases count as visible from 98 % of a tag. Places from the detectors' corners: pose from all mat tags found, "
        "tags at their true height, all corners of a base's tags together, by least squares. Errors are of bases "
        "that stand. A rendered picture is not a lens over a table: trust the ratios more than the millimetres.",
    )


def rendered(name: str, size: tuple[int, int], tag_mm: float, pictures: int, dictionary: str = "") -> Sequence:
    table = simulated_table("hands", size=size, tag_mm=tag_mm, seed=11)
    if dictionary:
        layout = replace(table.layout, mat=replace(table.layout.mat, dictionary=dictionary))
        table = SimulatedTable(replace(table.scene, layout=layout))
    times_s = tuple(START_S + number / FPS for number in range(pictures))
    jpegs = tuple(cv2.imencode(".jpg", table.render(t_s), [cv2.IMWRITE_JPEG_QUALITY, 85])[1] for t_s in times_s)
    return Sequence(name, table, jpegs, times_s, tuple(table.truth(t_s) for t_s in times_s))


def rows_of(sequence: Sequence, ways: dict[str, Score], plain: Score) -> list[tuple[str, ...]]:
    rows = [(sequence.name, "decoding the JPEG", f"{decoding_ms(sequence):.1f}", "", "", "", "")]
    against_ms = mean(plain.times_ms)
    return rows + [(sequence.name, way, *score.cells(against_ms)) for way, score in ways.items()]


def decoding_ms(sequence: Sequence) -> float:
    started_s = time.process_time()
    for number in range(0, len(sequence.jpegs), 4):
        sequence.picture(number)
    return (time.process_time() - started_s) * 1e3 / len(range(0, len(sequence.jpegs), 4))


def by_tracker(sequence: Sequence) -> Score:
    tracker, score = Tracker(sequence.table.layout, sequence.table.lens), Score([])
    for number, truth in enumerate(sequence.truths):
        frame = Frame(sequence.picture(number), sequence.times_s[number], number)
        started_s = time.process_time()
        observation = tracker.update(frame)
        if number:
            score.times_ms.append((time.process_time() - started_s) * 1e3)
        score.take_tags(truth, {tag.id for tag in observation.tags})
        bases = [base for base in observation.bases if base.state in FOUND]
        score.take_places(truth, {base.id: (base.x_mm, base.y_mm) for base in bases})
    return score


def by_detector(sequence: Sequence, detect: Callable[[Image], Tags], shift_px: float = 0.0) -> Score:
    score = Score([])
    for number, truth in enumerate(sequence.truths):
        picture = sequence.picture(number)
        started_s = time.process_time()
        tags = detect(picture)
        if number:
            score.times_ms.append((time.process_time() - started_s) * 1e3)
        score.take_tags(truth, {tag_id for tag_id, _ in tags})
        shifted = [(tag_id, corners + shift_px) for tag_id, corners in tags]
        score.take_places(truth, places_of(shifted, sequence.table.layout, sequence.table.lens))
    return score


def aruco_detector(layout: TableLayout) -> Callable[[Image], Tags]:
    detector = cv2.aruco.ArucoDetector(opencv_dictionary(layout.mat.dictionary))

    def detect(picture: Image) -> Tags:
        corners, ids, _ = detector.detectMarkers(picture)
        found = [] if ids is None else zip(np.ravel(ids), corners, strict=True)
        return [(int(tag_id), np.asarray(quad, dtype=np.float64).reshape(4, 2)) for tag_id, quad in found]

    return detect


def april_detector() -> Callable[[Image], Tags]:
    detector = Detector(families="tag36h11", nthreads=1, quad_decimate=1.0)

    def detect(picture: Image) -> Tags:
        found = detector.detect(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        # It goes round the other way than OpenCV, and takes the family's patterns turned by half a turn.
        return [(int(tag.tag_id), np.roll(np.asarray(tag.corners[::-1], dtype=np.float64), 2, axis=0)) for tag in found]

    return detect


def places_of(tags: Tags, layout: TableLayout, lens: Lens) -> dict[str, tuple[float, float]]:
    """Bases from a detector's corners; an id that was found twice is left out."""
    ids = [tag_id for tag_id, _ in tags]
    seen = {tag_id: corners for tag_id, corners in tags if ids.count(tag_id) == 1}
    views = [MatTagView(tag, seen[tag.id], 0.3) for tag in layout.mat.tags if tag.id in seen]
    pose = found_pose(layout.mat, views, lens.image_size, lens)
    places = {}
    for base in layout.bases:
        pairs = [(tag, seen[tag.id]) for tag in base.tags if tag.id in seen]
        if pose is not None and pairs:
            places[base.id] = place_of(pairs, pose.sight)
    return places


def place_of(pairs: list[tuple[Tag, Corners]], sight: Sight) -> tuple[float, float]:
    """The base whose tags' corners fit best what was detected, each tag on the plane of its height."""
    own = np.concatenate([np.array(tag.corners_mm()) for tag, _ in pairs])
    on_mat = np.concatenate([sight.on_plane(corners, tag.height_mm) for tag, corners in pairs])
    a, b = own - own.mean(axis=0), on_mat - on_mat.mean(axis=0)
    angle = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))
    cos, sin = math.cos(angle), math.sin(angle)
    x_mm, y_mm = on_mat.mean(axis=0) - np.array([[cos, -sin], [sin, cos]]) @ own.mean(axis=0)
    return float(x_mm), float(y_mm)


if __name__ == "__main__":
    print(measure().markdown())
