"""The tracker against plain detectors on every picture, on rendered sequences in which people play.

Decoding counts for both: plain detectors get the grey picture, which is the cheapest that they can use, and the tracker
the JPEG, of which it decodes what it wants; what comes beyond decoding is the rest of the same run.
"""

import gc
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from statistics import mean

import cv2
import numpy as np
from pupil_apriltags import Detector
from threadpoolctl import threadpool_limits

from tests.benchmarks.report import Bar, ResultTable, affordable
from vision.arrays import Image
from vision.camera.camera_model import CameraModel
from vision.camera.intrinsics import Lens
from vision.compiled.kernels import CHOICE, compiled
from vision.fiducials.dictionary import opencv_dictionary
from vision.images.frame import Frame, Picture
from vision.observation import TrackState
from vision.pose.refine import MatTagView, found_pose
from vision.simulation import SimulatedTable, Truth, simulated_table
from vision.table import TableLayout, Tag
from vision.tracking.tracker import Tracker

FPS = 30.0
START_S = 0.8
WARM_UP_S = 1.0
"""Times count from here on: when it first sees a table, a tracker finds everything and prepares its templates."""

MOVE_S = 12.5
MOVES = 2
VISIBLE = 0.98
FOUND = (TrackState.SEEN, TrackState.MOVED, TrackState.LIFTED)

Corners = np.ndarray
Tags = list[tuple[int, Corners]]


@dataclass(frozen=True, slots=True)
class Sequence:
    """Pictures with truth; compressed as a camera would."""

    name: str
    table: SimulatedTable
    jpegs: tuple[bytes, ...]
    times_s: tuple[float, ...]
    truths: tuple[Truth, ...]

    def grey(self, number: int) -> Image:
        return cv2.imdecode(np.frombuffer(self.jpegs[number], np.uint8), cv2.IMREAD_GRAYSCALE)

    @property
    def warm_up(self) -> int:
        """How many pictures to leave out of the times."""
        return min(round(WARM_UP_S * FPS), len(self.jpegs) // 3)

    @property
    def hands_share(self) -> float:
        """For which part of the time a hand is over the table."""
        return mean(bool(truth.hands) for truth in self.truths)


@dataclass(slots=True)
class TrackingScore:
    """What one way of seeing a sequence found, and its times beyond decoding and in all, the first left out."""

    left_out: int
    times_ms: list[float] = field(default_factory=list)
    whole_ms: list[float] = field(default_factory=list)
    tags_visible: int = 0
    tags_found: int = 0
    bases_visible: int = 0
    bases_found: int = 0
    errors_mm: list[float] | None = None

    def take_times(self, beyond_s: float, whole_s: float) -> None:
        """What one picture took beyond decoding, and in all."""
        if self.left_out:
            self.left_out -= 1
        else:
            self.times_ms.append(beyond_s * 1e3)
            self.whole_ms.append(whole_s * 1e3)

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

    def cells(self, plain: "TrackingScore") -> tuple[str, ...]:
        errors = self.errors_mm or []
        return (
            f"{mean(self.times_ms):.1f} ({mean(plain.times_ms) / mean(self.times_ms):.1f} ×)",
            f"{mean(self.whole_ms):.1f} ({mean(plain.whole_ms) / mean(self.whole_ms):.1f} ×)",
            f"{self.tags_found / self.tags_visible:.4f}" if self.tags_visible else "–",
            f"{self.bases_found / self.bases_visible:.4f}" if self.bases_visible else "–",
            f"{np.median(errors):.3f} / {np.percentile(errors, 95):.3f}" if errors else "–",
        )


def measure() -> ResultTable:
    """Runs the comparison, as the program runs: one thread for pictures and one for algebra."""
    cv2.setNumThreads(1)
    with threadpool_limits(1, "blas"):
        rows, bars = _compared()
    cv2.setNumThreads(-1)
    gc.unfreeze()
    return ResultTable(
        "Tracker against plain detectors",
        (
            "sequence",
            "way",
            "ms beyond decoding (cheaper)",
            "ms in all (cheaper)",
            "tags found",
            "bases found",
            "mm median / p95",
        ),
        tuple(rows),
        "Rendered sequences of a still table through JPEG, 30 pictures a second. While people play a hand comes in "
        "every 12.5 s, carries a piece and leaves; its share of the time is told. Times are processor time of one "
        "thread, means, the first second left out. Beyond decoding: from the decoded grey picture to ids (detectors), "
        "or what the tracker takes in all less its decoding. In all: from the JPEG; detectors decode in grey, the "
        "tracker what it wants. Tags and bases count as visible from 98 % of a tag. Places from the detectors' "
        "corners: pose from all mat tags found, tags at their true height, both tags of a base together, by the code "
        "of single pictures. Compiled: with the extra `fast`, whose answers are the same; the bars are its own. "
        "Errors are of bases that stand. A rendered picture is not a lens over a table: trust the ratios more than the "
        "millimetres.",
        tuple(bars),
    )


def _compared() -> tuple[list[tuple[str, ...]], list[Bar]]:
    """The rows of every sequence, and the bars."""
    rows, bars = [], []
    hd, uhd = (1920, 1080), (3840, 2160)
    plays = (played("1080p, 15 mm, while people play", hd, 15.0), played("4K, 12 mm, while people play", uhd, 12.0))
    moving = (
        rendered("1080p, 13 mm, hands all the time", hd, 13.0),
        rendered("4K, 11 mm, hands all the time", uhd, 11.0),
    )
    for sequence in (*plays, *moving):
        plain, ours = by_detector(sequence, aruco_detector(sequence.table.layout)), by_tracker(sequence)
        fast = by_tracker(sequence, fast=True)
        rows += rows_of(sequence, {"cv2.aruco defaults": plain, "tracker": ours, "tracker, compiled": fast}, plain)
        bars += _cost_bars(sequence, plain, fast, playing=sequence in plays)
    april = rendered("1080p, 13 mm, 36h11, hands all along", hd, 13.0, "DICT_APRILTAG_36h11")
    plain = by_detector(april, aruco_detector(april.table.layout))
    ways = {"cv2.aruco defaults": plain, "pupil-apriltags": by_detector(april, april_detector(), shift_px=-0.5)}
    ours = {"tracker": by_tracker(april), "tracker, compiled": by_tracker(april, fast=True)}
    rows += rows_of(april, ways | ours, plain)
    waits_s = waits_for_new_tags()
    longest_s = max(waits_s)
    told = f"{longest_s:.2f} s at most, {np.median(waits_s):.2f} s median of {len(waits_s)}"
    bars.append(Bar("a base put down where none was: seen after", "≤ 0.5 s", told, longest_s <= 0.5))
    return rows, bars


def _cost_bars(sequence: Sequence, plain: TrackingScore, ours: TrackingScore, *, playing: bool) -> list[Bar]:
    beyond, whole = mean(plain.times_ms) / mean(ours.times_ms), mean(plain.whole_ms) / mean(ours.whole_ms)
    bars = []
    if playing:
        told = f"{whole:.1f} × ({mean(plain.whole_ms):.1f} against {mean(ours.whole_ms):.1f} ms)"
        bars.append(
            Bar(f"cheaper than cv2.aruco defaults, decoding included: {sequence.name}", "≥ 5 ×", told, whole >= 5)
        )
    if "1080p" in sequence.name:
        told = f"{beyond:.1f} × ({mean(plain.times_ms):.1f} against {mean(ours.times_ms):.2f} ms)"
        least = 18 if playing else 6
        bars.append(
            Bar(
                f"cheaper than cv2.aruco defaults, beyond decoding: {sequence.name}",
                f"≥ {least} ×",
                told,
                beyond >= least,
            )
        )
    return bars


def rendered(name: str, size: tuple[int, int], tag_mm: float, dictionary: str = "") -> Sequence:
    """Two hands that move pieces from beginning to end."""
    table = simulated_table("hands", size=size, tag_mm=tag_mm, seed=11)
    if dictionary:
        layout = replace(table.layout, mat=replace(table.layout.mat, dictionary=dictionary))
        table = SimulatedTable(replace(table.scene, layout=layout))
    return taken(name, table, affordable(120 if size[0] < 2000 else 60, 6), START_S)


def played(name: str, size: tuple[int, int], tag_mm: float) -> Sequence:
    """A move every twelve seconds: a hand comes, carries a piece and leaves again."""
    table = simulated_table("demo", size=size, tag_mm=tag_mm, seed=12)
    carries = tuple(
        replace(carry, start_s=1.0 + MOVE_S * number) for number, carry in enumerate(table.scene.carries[:MOVES])
    )
    scene = replace(table.scene, carries=carries, period_s=MOVE_S * MOVES)
    moves = MOVES if size[0] < 2000 else 1
    return taken(name, SimulatedTable(scene), affordable(round(FPS * MOVE_S * moves), 6), 0.0)


def taken(name: str, table: SimulatedTable, pictures: int, start_s: float) -> Sequence:
    times_s = tuple(start_s + number / FPS for number in range(pictures))
    jpegs = tuple(compressed(table.render(t_s)) for t_s in times_s)
    truths = tuple(table.truth(t_s) for t_s in times_s)
    # Thousands of truths are nothing that a way of seeing should have to search for garbage.
    gc.collect()
    gc.freeze()
    return Sequence(name, table, jpegs, times_s, truths)


def compressed(picture: Image) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()


def waits_for_new_tags() -> list[float]:
    """How long after a base was put down on a table that was still it is told, for bases here and there."""
    full = simulated_table("still", size=(1920, 1080), seed=13)
    names = [base.id for base in full.layout.bases][: affordable(12, 1)]
    waits_s = []
    for number, name in enumerate(names):
        start = tuple((piece, pose) for piece, pose in full.scene.start if piece != name)
        without = SimulatedTable(replace(full.scene, start=start))
        tracker = Tracker(full.layout, full.lens)
        put_s, seen_s = 2.0 + 0.13 * number, None
        for picture in range(round(FPS * 5)):
            t_s = picture / FPS
            table = without if t_s < put_s else full
            observation = tracker.update(Frame(table.render(t_s), t_s, picture))
            if t_s >= put_s and any(base.id == name and base.state in FOUND for base in observation.bases):
                seen_s = t_s
                break
        waits_s.append(math.inf if seen_s is None else seen_s - put_s)
    return waits_s


def rows_of(sequence: Sequence, ways: dict[str, TrackingScore], plain: TrackingScore) -> list[tuple[str, ...]]:
    decode = f"{decoding_ms(sequence):.1f}"
    name = f"{sequence.name} (hands {sequence.hands_share:.0%} of {len(sequence.jpegs)})"
    rows = [(name, "decoding the JPEG in grey", "", decode, "", "", "")]
    return rows + [(sequence.name, way, *score.cells(plain)) for way, score in ways.items()]


def decoding_ms(sequence: Sequence) -> float:
    numbers = range(0, len(sequence.jpegs), 4)
    started_s = time.process_time()
    for number in numbers:
        sequence.grey(number)
    return (time.process_time() - started_s) * 1e3 / len(numbers)


class TimedPicture(Picture):
    """A picture that tells how long decoding it took."""

    __slots__ = ("decoding_s",)

    def __init__(self, image: Image | None, jpeg: bytes | None, size_px: tuple[int, int], *, colour: bool) -> None:
        super().__init__(image, jpeg, size_px, colour=colour)
        self.decoding_s = 0.0

    def _decoded(self, *, grey: bool, scale: int = 1) -> Image:
        started_s = time.process_time()
        found = super()._decoded(grey=grey, scale=scale)
        self.decoding_s += time.process_time() - started_s
        return found


def by_tracker(sequence: Sequence, *, fast: bool = False) -> TrackingScore:
    """The tracker as it is, or with the extra `fast`; without the extra, both are the same."""
    tracker, score = Tracker(sequence.table.layout, sequence.table.lens), TrackingScore(sequence.warm_up)
    CHOICE.kernels = compiled() if fast else None
    for number, truth in enumerate(sequence.truths):
        started_s = time.process_time()
        picture = TimedPicture.of_jpeg(sequence.jpegs[number])
        observation = tracker.update(Frame(picture, sequence.times_s[number], number))
        whole_s = time.process_time() - started_s
        score.take_times(whole_s - picture.decoding_s, whole_s)
        score.take_tags(truth, {tag.id for tag in observation.tags})
        bases = [base for base in observation.bases if base.state in FOUND]
        score.take_places(truth, {base.id: (base.x_mm, base.y_mm) for base in bases})
    return score


def by_detector(sequence: Sequence, detect: Callable[[Image], Tags], shift_px: float = 0.0) -> TrackingScore:
    score = TrackingScore(sequence.warm_up)
    for number, truth in enumerate(sequence.truths):
        started_s = time.process_time()
        picture = sequence.grey(number)
        decoded_s = time.process_time()
        tags = detect(picture)
        ended_s = time.process_time()
        score.take_times(ended_s - decoded_s, ended_s - started_s)
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


class KeptDetector(Detector):
    """A detector that is never taken apart: the library frees its families first and writes to them afterwards."""

    def __del__(self) -> None:
        """Leaves the memory to the end of the process."""


def april_detector() -> Callable[[Image], Tags]:
    detector = KeptDetector(families="tag36h11", nthreads=1, quad_decimate=1.0)

    def detect(picture: Image) -> Tags:
        found = detector.detect(picture)
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
            places[base.id] = place_of(pairs, pose.model)
    return places


def place_of(pairs: list[tuple[Tag, Corners]], model: CameraModel) -> tuple[float, float]:
    """The base whose tags' corners fit best what was detected, each tag on the plane of its height."""
    own = np.concatenate([np.array(tag.corners_mm()) for tag, _ in pairs])
    on_mat = np.concatenate([model.on_plane(corners, tag.height_mm) for tag, corners in pairs])
    a, b = own - own.mean(axis=0), on_mat - on_mat.mean(axis=0)
    angle = math.atan2(float((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()), float((a * b).sum()))
    cos, sin = math.cos(angle), math.sin(angle)
    x_mm, y_mm = on_mat.mean(axis=0) - np.array([[cos, -sin], [sin, cos]]) @ own.mean(axis=0)
    return float(x_mm), float(y_mm)


if __name__ == "__main__":
    print(measure().markdown())
