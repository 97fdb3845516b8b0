"""What the tracker makes of a lens, a camera and a mat that do not stay as they were; times are the pictures' own."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from vision.images.frame import Frame
from vision.observation import TableObservation, TrackState
from vision.pose.drift import change_of, similarity
from vision.simulation import SimulatedTable, Truth, simulated_table
from vision.simulation.optics import PlaneShift
from vision.simulation.scene.plain_scenes import overhead
from vision.tracking.tracker import Tracker
from vision.trouble import TroubleKind

SIZE = (1280, 720)
RIM_PX = {
    n: np.array([x, y], dtype=float) for n, (x, y) in enumerate(((0, 0), (300, 0), (600, 0), (600, 300), (0, 600)))
}


@dataclass
class TrackedStretch:
    """What a tracker said of a stretch of a scene."""

    table: SimulatedTable
    seen: list[tuple[TableObservation, Truth]] = field(default_factory=list)

    def told_s(self, kind: TroubleKind, about: str = "") -> float:
        """When a trouble was told first."""
        return next(
            observation.captured_s
            for observation, _ in self.seen
            if any(each.kind is kind and each.about == about for each in observation.troubles)
        )

    def kinds(self) -> set[TroubleKind]:
        return {each.kind for observation, _ in self.seen for each in observation.troubles}

    def errors_mm(self, since_s: float) -> tuple[np.ndarray, np.ndarray]:
        """How far places at rest are off in x and y, and by how many of their deviations."""
        off, sigmas = [], []
        for observation, truth in self.seen:
            for place in (*observation.bases, *observation.terrain):
                true = truth.place(place.id)
                if observation.captured_s >= since_s and place.state is TrackState.SEEN and not true.moving:
                    step_mm = np.array([place.x_mm - true.x_mm, place.y_mm - true.y_mm])
                    off.append(step_mm)
                    sigmas.append(step_mm / place.sigma_mm)
        return np.array(off), np.array(sigmas)


def watched(name: str, from_s: float, to_s: float, fps: float) -> TrackedStretch:
    return watched_table(simulated_table(name, size=SIZE), from_s, to_s, fps)


def watched_table(table: SimulatedTable, from_s: float, to_s: float, fps: float) -> TrackedStretch:
    tracker, run = Tracker(table.layout, table.lens), TrackedStretch(table)
    for number, t_s in enumerate(np.arange(from_s, to_s, 1.0 / fps).tolist()):
        run.seen.append((tracker.update(Frame(table.render(t_s), t_s, number)), table.truth(t_s)))
    return run


def p95_mm(off_mm: np.ndarray) -> float:
    return float(np.percentile(np.hypot(*off_mm.T), 95))


@pytest.mark.parametrize("fps", [10.0, 20.0])
def test_a_focus_that_changes_by_a_hundredth_is_told_within_a_second_and_the_lens_follows(fps: float):
    run = watched("focus", 3.8, 5.0, fps)
    assert run.told_s(TroubleKind.FOCUS_DRIFTED) <= 5.0
    assert not run.kinds() & {TroubleKind.CAMERA_MOVED, TroubleKind.MAT_DRIFTED}
    first, last = run.seen[0][0], run.seen[-1][0]
    longer = last.mat.lens.matrix[0][0] / first.mat.lens.matrix[0][0]
    assert longer == pytest.approx(1.01, abs=5e-4)
    off_mm, sigmas = run.errors_mm(since_s=4.6)
    assert p95_mm(off_mm) < 0.1
    assert np.mean(np.abs(sigmas) < 2) > 0.93


def test_a_mat_that_creeps_by_a_fifth_of_a_millimetre_a_second_is_told_within_a_second_and_followed():
    run = watched("creep", 2.4, 4.2, 10.0)
    assert 3.0 < run.told_s(TroubleKind.MAT_DRIFTED) <= 4.0
    assert TroubleKind.CAMERA_MOVED not in run.kinds()
    off_mm, sigmas = run.errors_mm(since_s=3.2)
    assert p95_mm(off_mm) < 0.1
    assert np.mean(np.abs(sigmas) < 2) > 0.9


def test_a_corner_of_the_mat_that_is_pulled_is_named_and_places_near_it_are_less_sure():
    run = watched("corner", 3.4, 5.4, 10.0)
    corner = str(run.table.layout.mat.tags[0].id)
    assert 4.0 <= run.told_s(TroubleKind.MAT_DRIFTED, corner) <= 5.0
    assert run.kinds() == {TroubleKind.MAT_DRIFTED}
    before, after = run.seen[0][0], run.seen[-1][0]
    grown = {
        a.id: (math.hypot(b.x_mm, b.y_mm), b.sigma_mm - a.sigma_mm)
        for a, b in zip(before.bases, after.bases, strict=True)
    }
    near = [more for away_mm, more in grown.values() if away_mm < 200.0]
    far = [more for away_mm, more in grown.values() if away_mm > 500.0]
    assert min(near) > 0.5
    assert max(far) < 0.05
    assert p95_mm(run.errors_mm(since_s=4.0)[0]) < 0.1


@pytest.mark.parametrize(
    ("cameras", "shove", "kind"),
    [
        ([(25.0, 0.03)], PlaneShift(7.0, -4.0, math.radians(1.5)), TroubleKind.MAT_DRIFTED),
        ([(7.0, 0.03), (15.0, 0.2)], PlaneShift(), TroubleKind.CAMERA_MOVED),
    ],
    ids=["mat", "camera"],
)
def test_what_goes_far_from_one_picture_to_the_next_pulls_no_tag_of_the_mat(
    cameras: list[tuple[float, float]], shove: PlaneShift, kind: TroubleKind
):
    still = simulated_table("still", size=SIZE).scene
    poses = tuple((1.1 * n, overhead(SIZE, math.radians(tilt), roll)) for n, (tilt, roll) in enumerate(cameras))
    table = SimulatedTable(replace(still, camera=poses, mat=((0.0, PlaneShift()), (1.1, shove))))
    run = watched_table(table, 0.0, 3.2, 5.0)
    assert run.told_s(kind) <= 2.1
    assert not [each for observation, _ in run.seen for each in observation.troubles if each.about]
    off_mm, sigmas = run.errors_mm(since_s=2.2)
    assert p95_mm(off_mm) < 0.1
    assert np.mean(np.abs(sigmas) < 2) > 0.93
    assert max(place.sigma_mm for place in run.seen[-1][0].bases) < 0.3


@pytest.mark.parametrize("fps", [10.0, 30.0])
def test_a_camera_turned_upside_down_is_told_within_a_second_and_every_piece_found_again(fps: float):
    run = watched("turned", 4.7, 5.7, fps)
    assert 5.0 <= run.told_s(TroubleKind.CAMERA_MOVED) <= 6.0
    assert run.seen[-1][0].missing == ()
    assert p95_mm(run.errors_mm(since_s=5.4)[0]) < 0.1


@pytest.mark.parametrize(
    ("name", "from_s", "to_s"), [("flicker", 4.0, 5.5), ("lamp", 3.7, 4.6), ("lamp", 7.7, 8.7), ("sweep", 2.2, 6.6)]
)
def test_in_hard_light_and_under_a_sweeping_hand_no_piece_is_lost_moved_or_invented(
    name: str, from_s: float, to_s: float
):
    run = watched(name, from_s, to_s, 10.0 if to_s - from_s < 2.0 else 6.0)
    assert run.kinds() <= {TroubleKind.TOO_DARK, TroubleKind.PARTLY_HIDDEN, TroubleKind.FEW_MAT_TAGS}
    pieces = {piece.id for piece in run.table.layout.pieces}
    for observation, truth in run.seen:
        places = {place.id: place for place in (*observation.bases, *observation.terrain)}
        assert places.keys() == pieces
        assert observation.missing == ()
        for piece, place in places.items():
            true = truth.place(piece)
            if true.moving:
                continue
            assert place.state in (TrackState.SEEN, TrackState.HELD), (observation.captured_s, piece)
            off_mm = math.hypot(place.x_mm - true.x_mm, place.y_mm - true.y_mm)
            assert off_mm < max(0.3, 4 * place.sigma_mm), (observation.captured_s, piece)


def test_half_of_the_mats_tags_under_a_hand_leave_the_pose_as_it_was():
    table = simulated_table("still", size=SIZE)
    tracker = Tracker(table.layout, table.lens)
    corners_px = {tag.id: np.array(tag.corners_px) for tag in table.truth(0.0).tags if not tag.carrier}
    for number in range(20):
        picture = table.render(number / 10).copy()
        if number >= 8:
            for tag in table.layout.mat.tags[:4]:
                (left, top), (right, low) = corners_px[tag.id].min(axis=0) - 8, corners_px[tag.id].max(axis=0) + 8
                picture[int(top) : int(low), int(left) : int(right)] = (130, 160, 215)
        observation = tracker.update(Frame(picture, number / 10, number))
    assert observation.troubles == ()
    truth = table.truth(0.0)
    off = [math.hypot(p.x_mm - truth.place(p.id).x_mm, p.y_mm - truth.place(p.id).y_mm) for p in observation.bases]
    assert max(off) < 0.1


def around(points: dict[int, np.ndarray]) -> dict[int, np.ndarray]:
    square = 12.0 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return {n: at + square for n, at in points.items()}


def moved(points: dict[int, np.ndarray], growth: float, turn_rad: float, shift: tuple[float, float]) -> Iterator:
    for n, at in points.items():
        x, y = at - 300.0
        yield n, at + np.array([growth * x - turn_rad * y + shift[0], turn_rad * x + growth * y + shift[1]])


def test_a_similarity_gives_back_what_made_it():
    points = np.array(list(RIM_PX.values()))
    shifts = np.array([now for _, now in moved(RIM_PX, 0.01, -0.02, (1.5, 2.5))]) - points
    fit = similarity(points, shifts)
    assert (fit.growth, fit.turn_rad) == pytest.approx((0.01, -0.02))
    assert fit.at(points) == pytest.approx(shifts)


@pytest.mark.parametrize(
    ("growth", "turn_rad", "shift", "zoom"),
    [(0.01, 0.0, (0.0, 0.0), 0.01), (-0.003, 0.0, (0.05, 0.0), -0.003), (0.0, 0.0, (0.5, 0.2), None),
     (0.001, 0.002, (0.0, 0.0), None), (0.01, 0.0, (3.0, 0.0), None)],
)  # fmt: skip
def test_only_growth_about_the_principal_point_is_a_zoom(
    growth: float, turn_rad: float, shift: tuple[float, float], zoom: float | None
):
    now = dict(moved(RIM_PX, growth, turn_rad, shift))
    change = change_of(around(RIM_PX), around(now), np.array([300.0, 300.0]), 1.0)
    assert change.pulled_px == {}
    assert change.zoom == (None if zoom is None else pytest.approx(zoom, rel=0.05))


def test_the_one_tag_that_went_elsewhere_was_pulled_even_while_all_shift_a_little():
    now = dict(moved(RIM_PX, 0.0, 0.0, (0.3, 0.0)))
    now[2] = now[2] + [4.0, 3.0]
    change = change_of(around(RIM_PX), around(now), np.array([300.0, 300.0]), 1.0)
    assert change.pulled_px.keys() == {2}
    assert change.pulled_px[2] == pytest.approx([4.0, 3.0])
    assert change.shift_px == pytest.approx(0.3)


def test_too_few_tags_tell_no_change():
    two = around({n: RIM_PX[n] for n in (0, 1)})
    assert change_of(two, around(RIM_PX), np.array([300.0, 300.0]), 1.0) is None
