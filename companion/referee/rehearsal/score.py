"""How well the referee did on a simulated table: what it measured and judged against what was exactly so."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations

from companion.games.measures import Measures
from companion.geometry import (
    Answer,
    Base,
    Mat,
    MatPoint,
    Scene,
    Terrain,
    Verdict,
    find_sight,
    judge_contact,
    measure_gap,
)
from companion.referee.camera.camera_thread import CameraReading
from companion.referee.core.session import SIMULATED, set_up_simulated
from companion.referee.errors import SetupError
from companion.referee.mat.scene import placement_sigma_between_mm, scene_of
from vision.observation import Place, TableObservation, TrackState
from vision.simulation import TruePlace, Truth
from vision.table import TableLayout

IN_PLAIN_VIEW = 0.95  # a tag of which this share can be seen has to be read
MAX_PICTURES = 80  # judging every pair in every picture would take longer than the show
MAX_SIGHT_PICTURES = 8  # pictures of which all sights are judged; they are the dearest part of it


class VerdictScore(Enum):
    """How a verdict stands to the truth."""

    RIGHT = "right"
    CLOSE = "close"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Score:
    """What a rehearsal showed.

    Attributes:
        models: Bases in the scene.
        pictures: Pictures that were measured.
        compared: How many of these were compared with the truth.
        frame_rate_hz: Pictures measured each second.
        recall: Share of the bases in plain view and at rest that were placed; None if there were none.
        errors_mm: Distance of every such base from where it truly was, ascending.
        within_two_sigma: Share of their coordinates within two standard deviations of the truth.
        verdicts: How many verdicts on ranges, contact and sight were right, close and wrong.
        wrong: The first wrong ones, in words, for whoever has to mend them.
    """

    models: int
    pictures: int
    compared: int
    frame_rate_hz: float
    recall: float | None
    errors_mm: tuple[float, ...]
    within_two_sigma: float | None
    verdicts: Counter[VerdictScore]
    wrong: tuple[str, ...]

    def error_mm(self, share: float) -> float | None:
        """The error that this share of the places does not exceed; None without places."""
        if not self.errors_mm:
            return None
        return self.errors_mm[min(len(self.errors_mm) - 1, math.floor(share * len(self.errors_mm)))]


class RehearsalResult:
    """A simulated table, and everything that was observed of it."""

    def __init__(self, camera: str, measures: Measures) -> None:
        """Prepares a table.

        Args:
            camera: A simulated camera, such as `sim:demo`.
            measures: The lengths of the game.

        Raises:
            VisionError: If there is no such table.
            SetupError: If the camera is not simulated.
        """
        if not camera.startswith(SIMULATED):
            raise SetupError(f"{camera!r} shows no simulated table, so there is no truth to compare with.")
        self.setup, self._camera = set_up_simulated(camera)
        self._measures = measures
        self._observations: list[TableObservation] = []

    def saw(self, look: CameraReading) -> None:
        """Remembers what was observed; from any thread."""
        self._observations.append(look.observation)

    @property
    def has_seen(self) -> bool:
        """Whether anything was observed yet."""
        return bool(self._observations)

    def score(self) -> Score:
        """Compares what was observed with the truth."""
        return score(self.setup.layout, self._measures, self._observations, self._camera.truth_at)


def score(
    layout: TableLayout,
    measures: Measures,
    observations: Sequence[TableObservation],
    truth_at: Callable[[float], Truth],
) -> Score:
    """Compares what was observed with the truth.

    Args:
        layout: What may stand on the mat.
        measures: The lengths of the game.
        observations: All that were made, in order.
        truth_at: What was exactly so when a picture was taken.
    """
    step = max(1, math.ceil(len(observations) / MAX_PICTURES))
    tally = _Tally(layout, measures)
    sighted = max(1, math.ceil(len(observations[::step]) / MAX_SIGHT_PICTURES))
    for number, observation in enumerate(observations[::step]):
        tally.add(observation, truth_at(observation.captured_s), with_sight=number % sighted == 0)
    span_s = observations[-1].captured_s - observations[0].captured_s if len(observations) > 1 else 0.0
    return Score(
        len(layout.bases),
        len(observations),
        len(observations[::step]),
        (len(observations) - 1) / span_s if span_s > 0 else 0.0,
        tally.found / tally.expected if tally.expected else None,
        tuple(sorted(tally.errors_mm)),
        sum(tally.inside) / len(tally.inside) if tally.inside else None,
        tally.verdicts,
        tuple(tally.wrong),
    )


class _Tally:
    def __init__(self, layout: TableLayout, measures: Measures) -> None:
        self._layout = layout
        self._measures = measures
        self.expected = 0
        self.found = 0
        self.errors_mm: list[float] = []
        self.inside: list[bool] = []
        self.verdicts: Counter[VerdictScore] = Counter()
        self.wrong: list[str] = []

    def add(self, observation: TableObservation, truth: Truth, *, with_sight: bool) -> None:
        places = {place.id: place for place in observation.bases}
        for true in truth.bases:
            if not true.moving and true.lift_mm == 0 and true.best_visible >= IN_PLAIN_VIEW:
                self._place(true, places.get(true.id))
        self._judge(observation, truth, with_sight=with_sight)

    def _place(self, true: TruePlace, place: Place | None) -> None:
        self.expected += 1
        if place is None or place.state not in {TrackState.SEEN, TrackState.MOVED}:
            return
        self.found += 1
        dx_mm, dy_mm = place.x_mm - true.x_mm, place.y_mm - true.y_mm
        self.errors_mm.append(math.hypot(dx_mm, dy_mm))
        self.inside += [abs(dx_mm) <= 2 * place.sigma_mm, abs(dy_mm) <= 2 * place.sigma_mm]

    def _judge(self, observation: TableObservation, truth: Truth, *, with_sight: bool) -> None:
        measured, exact = scene_of(self._layout, observation), true_scene(self._layout, truth)
        true_bases = {base.id: base for base in exact.bases}
        known = [base for base in measured.bases if base.id in true_bases]
        extra_sigma_mm = placement_sigma_between_mm(self._layout)
        for one, other in combinations(known, 2):
            gap, true_mm = measure_gap(one, other), measure_gap(true_bases[one.id], true_bases[other.id]).gap_mm
            about = f"{observation.captured_s:.2f} s, {one.id} to {other.id}, truly {true_mm:.2f} mm"
            for name, range_mm in self._measures.ranges_mm.items():
                self._count(gap.within(range_mm, extra_sigma_mm), true_mm <= range_mm, f"{about}: range {name}")
            contact = judge_contact(gap, self._measures.contact_tolerance_mm, extra_sigma_mm=extra_sigma_mm)
            tolerated = 0 < true_mm <= self._measures.contact_tolerance_mm
            self._count(contact, None if tolerated else true_mm <= 0, f"{about}: contact")
            if with_sight and len(known) == len(true_bases) == len(measured.bases):
                seen = find_sight(measured, one.id, other.id, extra_sigma_mm=extra_sigma_mm).verdict
                truly = find_sight(exact, one.id, other.id).verdict.answer is Answer.YES
                self._count(seen, truly, f"{about}: sight")

    def _count(self, verdict: Verdict, truly: bool | None, about: str) -> None:  # noqa: FBT001 (an answer, no switch)
        if verdict.answer is Answer.CLOSE:
            self.verdicts[VerdictScore.CLOSE] += 1
        elif truly is None or (verdict.answer is Answer.YES) == truly:
            self.verdicts[VerdictScore.RIGHT] += 1
        else:
            self.verdicts[VerdictScore.WRONG] += 1
            if len(self.wrong) < 5:
                self.wrong.append(
                    f"{about}: {verdict.answer.value} ({verdict.value_mm} ± {2 * verdict.sigma_mm:.2f} mm)"
                )


def true_scene(layout: TableLayout, truth: Truth) -> Scene:
    """The scene as it truly is: every piece that stands on the mat."""
    places = {place.id: place for place in (*truth.bases, *truth.terrain) if place.lift_mm == 0}
    return Scene(
        Mat(layout.mat.width_mm, layout.mat.height_mm),
        tuple(
            Base(base.id, _point(places[base.id]), base.radius_mm, base.owner, base.stealth)
            for base in layout.bases
            if base.id in places
        ),
        tuple(
            Terrain(
                piece.id,
                tuple(_corner(places[piece.id], *corner) for corner in piece.polygon_mm),
                blocks_sight=piece.blocks_sight,
            )
            for piece in layout.terrain
            if piece.id in places
        ),
    )


def _point(place: TruePlace) -> MatPoint:
    return MatPoint(place.x_mm, place.y_mm)


def _corner(place: TruePlace, x_mm: float, y_mm: float) -> MatPoint:
    cos, sin = math.cos(place.angle_rad), math.sin(place.angle_rad)
    return MatPoint(place.x_mm + cos * x_mm - sin * y_mm, place.y_mm + sin * x_mm + cos * y_mm)
