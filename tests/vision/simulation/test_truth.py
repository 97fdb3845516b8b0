"""The truth of simulated scenes: what hides what, who is where, and scripts that make sense."""

import itertools
import math
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.simulation import SimulatedTable, Truth, simulated_names, simulated_table
from vision.simulation.render import artwork, scene_renderer
from vision.simulation.render.card import Print
from vision.simulation.render.ground import painted_ground
from vision.simulation.render.miniature import miniature_bodies
from vision.simulation.render.solid import Ball, Body, Corners, Disc
from vision.simulation.render.stage import hands, piece_tags, points_of
from vision.simulation.scene.script import PieceMove, PiecePose, hand_pose, in_motion, piece_pose
from vision.simulation.table import calibrated
from vision.simulation.visibility import _INNER, GRID
from vision.table import BaseLayout

SMALL = (640, 360)

WAITING = ("match", "askew")
"""Scenes whose models wait beside the mat, out of sight."""


def hidden_by(body: Body, eye: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Whether a body lies between the eye and each point, by walking through the body in space."""
    way = points - eye
    hidden = np.zeros(len(points), dtype=bool)
    match body.parts:
        case (Corners(corners),):
            low, high = corners[: len(corners) // 2], corners[len(corners) // 2 :]
            for height in np.linspace(low[0][2], high[0][2], 80):
                hidden |= in_polygon(np.array(low)[:, :2], level(eye, way, height))
        case (Disc() as disc,):
            hidden |= in_disc(disc.x_mm, disc.y_mm, disc.radius_mm, level(eye, way, disc.z_mm))
        case (Disc() as low, Disc() as high):
            for share in np.linspace(0.0, 1.0, 80):
                x, y, z, radius = mixed((low, high), (1.0 - share, share))
                hidden |= in_disc(x, y, radius, level(eye, way, z))
        case balls:
            steps = 60 if len(balls) == 2 else 7
            for shares in itertools.product(np.linspace(0.0, 1.0, steps), repeat=len(balls) - 1):
                if sum(shares) <= 1.0 + 1e-9:
                    x, y, z, radius = mixed(balls, (1.0 - sum(shares), *shares))
                    hidden |= ray_distance(eye, way, np.array([x, y, z])) < radius
    return hidden


def mixed(parts: tuple[Ball | Disc, ...], shares: tuple[float, ...]) -> tuple[float, float, float, float]:
    each = np.array([(part.x_mm, part.y_mm, part.z_mm, part.radius_mm) for part in parts])
    return tuple(np.array(shares) @ each)


def level(eye: np.ndarray, way: np.ndarray, height: float) -> np.ndarray:
    share = (height - eye[2]) / way[:, 2:]
    return np.where(share < 1.0, eye[:2] + share * way[:, :2], np.inf)


def in_disc(x: float, y: float, radius: float, places: np.ndarray) -> np.ndarray:
    return np.hypot(places[:, 0] - x, places[:, 1] - y) < radius


def in_polygon(corners: np.ndarray, places: np.ndarray) -> np.ndarray:
    ahead = np.roll(corners, -1, axis=0) - corners
    off = places[:, None, :] - corners[None]
    turning = ahead[:, 0] * off[..., 1] - ahead[:, 1] * off[..., 0]
    with np.errstate(invalid="ignore"):
        return (turning > 0).all(axis=1) | (turning < 0).all(axis=1)


def ray_distance(eye: np.ndarray, way: np.ndarray, centre: np.ndarray) -> np.ndarray:
    share = np.clip(((centre - eye) @ way.T) / (way * way).sum(axis=1), 0.0, 1.0)
    return np.linalg.norm(eye + share[:, None] * way - centre, axis=1)


@pytest.mark.parametrize(("name", "t_s"), [("demo", 12.4), ("tilt", 5.1)])
def test_visible_shares_are_those_of_rays_through_the_bodies(name: str, t_s: float) -> None:
    table = simulated_table(name, size=SMALL)
    scene, truth = table.scene, table.truth(t_s)
    eye = np.array(truth.camera.centre_mm)
    poses = scene.pieces(t_s)
    standing = {base.id: miniature_bodies(base, poses[base.id], scene.seed) for base in scene.layout.bases}
    over_hand = [body for group in hands(scene, t_s) for body in group]
    told = {tag.id: tag.visible for tag in truth.tags}
    partly = 0
    for base in scene.layout.bases:
        for placed in piece_tags(base, poses[base.id]):
            points = points_of([placed], *_INNER)[0]
            inside = in_picture(table, truth, points)
            hidden = np.zeros(len(points), dtype=bool)
            # A miniature of 60 mm hides nothing farther from it than this, even at the greatest slant of these scenes.
            near = [n for n, at in poses.items() if math.hypot(at.x_mm - placed.x_mm, at.y_mm - placed.y_mm) < 110.0]
            for body in (*over_hand, *(body for piece in near if piece in standing for body in standing[piece])):
                hidden |= hidden_by(body, eye, points)
            expected = float(np.mean(inside & ~hidden))
            if told[placed.tag.id] == pytest.approx(expected, abs=0.02):
                partly += 0.02 < expected < 0.98
                continue
            # Only another piece's paper, which the rays do not meet, may hide more.
            assert told[placed.tag.id] < expected
            assert near_other_paper(scene.layout.bases, poses, base.id, (placed.x_mm, placed.y_mm)), placed
    assert partly >= 1


def in_picture(table: SimulatedTable, truth: Truth, points: np.ndarray) -> np.ndarray:
    rotation = np.array(truth.camera.rotation)
    turn, _ = cv2.Rodrigues(rotation)
    lens = table.true_lens
    shift = -rotation @ np.array(truth.camera.centre_mm)
    pixels, _ = cv2.projectPoints(points, turn, shift, np.array(lens.matrix), np.array(lens.distortion))
    x, y = pixels.reshape(-1, 2).T
    return (x > -0.5) & (y > -0.5) & (x < lens.image_size[0] - 0.5) & (y < lens.image_size[1] - 0.5)


def near_other_paper(
    bases: tuple[BaseLayout, ...], poses: dict[str, PiecePose], own: str, place: tuple[float, float]
) -> bool:
    return any(
        math.hypot(x - place[0], y - place[1]) < 40.0
        for base in bases
        if base.id != own
        for x, y in [(poses[base.id].x_mm, poses[base.id].y_mm)]
        + [(tag.x_mm, tag.y_mm) for tag in piece_tags(base, poses[base.id])]
    )


@pytest.mark.parametrize(("name", "t_s"), [("crowd", 0.0), ("demo", 12.5)])
def test_visible_shares_are_those_of_the_pixels_that_change_with_a_tags_print(
    name: str, t_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prints tags grey in two tones; where the two pictures differ, and only there, the tags can be seen."""
    size = (960, 540)
    truth = simulated_table(name, size=size).truth(t_s)
    usual = artwork.tag_print
    checked = partly = 0
    monkeypatch.setattr(scene_renderer, "_kept_ground", painted_ground)
    for group in groups_apart(truth):
        pictures = []
        for tone in (400, 38000):
            monkeypatch.setattr(artwork, "tag_print", toned(usual, group, tone))
            pictures.append(simulated_table(name, size=size, noise=0.0, blur_px=0.0).render(t_s)[..., 1].astype(float))
        seen = pictures[1] - pictures[0]
        for tag in truth.tags:
            if tag.id in group:
                checked += 1
                partly += 0.05 < tag.visible < 0.95
                assert share_of_pixels(seen, np.array(tag.corners_px)) == pytest.approx(tag.visible, abs=0.05), tag
    assert checked == len(truth.tags)
    assert partly >= 2


def toned(usual: Callable[..., Print], group: set[int], tone: int) -> Callable[..., Print]:
    def tag_print(dictionary: str, tag_id: int, *rest: object) -> Print:
        made = usual(dictionary, tag_id, *rest)
        if tag_id not in group:
            return made
        texels = made.texels.copy()
        texels[..., :3] = np.where(texels[..., 3:] > 0, tone, 0)
        return Print(texels, made.texels_per_mm, made.samples)

    return tag_print


def groups_apart(truth: Truth) -> list[set[int]]:
    """Tags in as few groups as it takes that no two of a group are near each other."""
    groups: list[dict[int, np.ndarray]] = []
    for tag in truth.tags:
        centre = np.mean(tag.corners_px, axis=0)
        for group in groups:
            if all(np.linalg.norm(centre - other) > 38 for other in group.values()):
                group[tag.id] = centre
                break
        else:
            groups.append({tag.id: centre})
    return [set(group) for group in groups]


def share_of_pixels(seen: np.ndarray, corners: np.ndarray) -> float:
    """Share of the square in which the tone shows, by pixels whose centres lie in the square."""
    low, high = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int)
    columns, rows = np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1))
    places = np.stack([columns.ravel(), rows.ravel()], axis=1)
    inside = places[in_polygon(corners, places.astype(float))]
    kept = inside[(inside >= 0).all(axis=1) & (inside[:, 0] < seen.shape[1]) & (inside[:, 1] < seen.shape[0])]
    values = seen[kept[:, 1], kept[:, 0]]
    return float((values > 55).sum()) / len(inside)


def test_a_grid_of_points_covers_the_whole_square() -> None:
    across, up = _INNER
    assert len(across) == GRID * GRID
    assert max(across) == -min(across) == pytest.approx(1.0 - 1.0 / GRID)
    assert np.mean(up) == pytest.approx(0.0)


@pytest.mark.parametrize("name", simulated_names())
def test_every_scene_shows_its_table(name: str) -> None:
    table = simulated_table(name, size=SMALL)
    truth = table.truth(0.0)
    assert table.render(0.0).shape == (360, 640, 3)
    if name == "empty":
        assert not truth.mat_present
        assert truth.tags == truth.bases == truth.terrain == ()
        return
    assert {place.id for place in truth.bases} == {base.id for base in table.layout.bases}
    assert all(tag.visible == 1.0 for tag in truth.tags if not tag.carrier)
    if name in WAITING:
        assert all(place.best_visible == 0.0 for place in (*truth.bases, *truth.terrain))
        return
    assert all(place.best_visible == 1.0 for place in truth.terrain)
    assert all(place.best_visible > 0.9 for place in truth.bases)


@pytest.mark.parametrize("name", simulated_names())
def test_at_rest_no_base_stands_in_another_and_all_stand_on_the_mat(name: str) -> None:
    scene = simulated_table(name, size=SMALL).scene
    radius = {base.id: base.radius_mm for base in scene.layout.bases}
    for t_s in (0.0, *(carry.put_s for carry in scene.carries)):
        moving = scene.moving(t_s)
        poses = {piece: pose for piece, pose in scene.pieces(t_s).items() if piece in radius and piece not in moving}
        for piece, pose in poses.items():
            if name not in WAITING:
                assert radius[piece] <= pose.x_mm <= 600.0 - radius[piece]
                assert radius[piece] <= pose.y_mm <= 600.0 - radius[piece]
        for (one, a), (two, b) in itertools.combinations(poses.items(), 2):
            assert math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) - radius[one] - radius[two] > -1e-6, (t_s, one, two)


@pytest.mark.parametrize("name", simulated_names())
def test_scenes_end_as_they_begin_and_nobody_is_carried_twice_at_once(name: str) -> None:
    scene = simulated_table(name, size=SMALL).scene
    assert scene.pieces(scene.period_s - 1e-6) == dict(scene.start)
    assert list(scene.carries) == sorted(scene.carries, key=lambda carry: carry.start_s)
    for one, two in itertools.combinations(scene.carries, 2):
        if one.piece == two.piece:
            assert one.put_s <= two.grab_s
    assert all(carry.end_s <= scene.period_s for carry in scene.carries)


def test_the_demo_moves_into_contact_behind_the_wood_and_puts_one_back() -> None:
    table = simulated_table("demo", size=SMALL)
    start, contact, behind = table.truth(0.0), table.truth(9.0), table.truth(16.5)
    severus, aldous = contact.place("severus"), contact.place("aldous")
    assert math.hypot(severus.x_mm - aldous.x_mm, severus.y_mm - aldous.y_mm) == pytest.approx(32.0)
    greer, wood, cordelia = behind.place("greer"), behind.place("wood"), behind.place("cordelia")
    assert not greer.moving
    # The wood's middle lies close to the line between them.
    way = np.array([cordelia.x_mm - greer.x_mm, cordelia.y_mm - greer.y_mm])
    off = np.array([wood.x_mm - greer.x_mm, wood.y_mm - greer.y_mm])
    assert abs(way[0] * off[1] - way[1] * off[0]) / np.linalg.norm(way) < 35.0
    assert 0.0 < off @ way < way @ way
    lifted = [table.truth(t_s).place("thessaly") for t_s in np.arange(18.0, 22.0, 0.1)]
    assert max(place.lift_mm for place in lifted) == pytest.approx(45.0)
    assert table.truth(22.0).place("thessaly") == start.place("thessaly")
    assert any(len(table.truth(t_s).hands) == 1 for t_s in (3.5, 11.0, 19.0))
    owners = {base.owner for base in table.layout.bases}
    assert owners == {"A", "B"}
    assert len(table.layout.bases) == 12
    assert len(table.layout.terrain) == 4


def test_the_bumped_camera_and_the_shifted_mat_are_told() -> None:
    table = simulated_table("bump", size=SMALL)
    before, bumped, shifted = (table.truth(t_s) for t_s in (4.0, 6.0, 13.0))
    assert before.camera != bumped.camera != shifted.camera
    assert before.bases[0].x_mm == bumped.bases[0].x_mm == shifted.bases[0].x_mm
    moved = [np.subtract(a.corners_px[0], b.corners_px[0]) for a, b in zip(bumped.tags, shifted.tags, strict=True)]
    assert np.linalg.norm(moved, axis=1).min() > 0.5
    assert np.abs(table.render(6.0).astype(int) - table.render(13.0).astype(int)).mean() > 1.0


def test_a_calibrated_lens_is_off_by_hundredths_of_a_millimetre() -> None:
    table = simulated_table("still", size=(1920, 1080))
    truth = table.truth(0.0)
    mat = {tag.id: tag for tag in table.layout.mat.tags}
    corners_mm = [(x, y, 0.0) for tag in truth.tags if tag.id in mat for x, y in mat[tag.id].corners_mm()]
    corners_px = [corner for tag in truth.tags if tag.id in mat for corner in tag.corners_px]
    errors = []
    for seed in range(12):
        lens = calibrated(table.true_lens, seed)
        assert lens != table.true_lens
        matrix, bent = np.array(lens.matrix), np.array(lens.distortion)
        _, turn, shift = cv2.solvePnP(np.array(corners_mm), np.array(corners_px), matrix, bent)
        rotation, _ = cv2.Rodrigues(turn)
        grid = np.array([(x, y, 0.0) for x in np.linspace(20, 580, 8) for y in np.linspace(20, 580, 8)])
        true_turn, _ = cv2.Rodrigues(np.array(truth.camera.rotation))
        true_shift = -np.array(truth.camera.rotation) @ np.array(truth.camera.centre_mm)
        true = table.true_lens
        pixels, _ = cv2.projectPoints(grid, true_turn, true_shift, np.array(true.matrix), np.array(true.distortion))
        seen = cv2.undistortPoints(pixels, matrix, bent).reshape(-1, 2)
        plane = np.linalg.inv(np.column_stack([rotation[:, :2], shift]))
        back = np.column_stack([seen, np.ones(len(seen))]) @ plane.T
        errors.append(np.quantile(np.linalg.norm(back[:, :2] / back[:, 2:] - grid[:, :2], axis=1), 0.95))
    assert 0.005 < np.median(errors) < 0.08
    assert max(errors) < 0.15


STARTS = st.builds(PiecePose, st.floats(0, 600), st.floats(0, 600), st.floats(-7, 7))
CARRIES = st.builds(
    PieceMove, st.just("one"), st.floats(0, 5), STARTS, st.just((300.0, -150.0)), lift_mm=st.sampled_from((0.0, 25.0))
)


@given(STARTS, CARRIES, st.floats(0, 12))
def test_a_carried_piece_goes_from_its_place_to_the_other_without_a_jump(
    start: PiecePose, carry: PieceMove, t_s: float
) -> None:
    step_s = 1e-4
    one, two = (piece_pose(start, (carry,), "one", t) for t in (t_s, t_s + step_s))
    far = math.hypot(carry.to.x_mm - start.x_mm, carry.to.y_mm - start.y_mm)
    assert math.hypot(two.x_mm - one.x_mm, two.y_mm - one.y_mm) <= 2.0 * far * step_s / carry.carry_s + 1e-9
    assert abs(two.lift_mm - one.lift_mm) <= 0.1
    if not in_motion((carry,), "one", t_s):
        assert one in (start, carry.to)
    assert 0.0 <= one.lift_mm <= carry.lift_mm


@given(STARTS, CARRIES)
def test_a_hand_is_there_from_its_start_to_its_end_and_holds_what_it_carries(
    start: PiecePose, carry: PieceMove
) -> None:
    for t_s, there in ((carry.start_s - 0.01, False), (carry.start_s + 0.01, True), (carry.end_s + 0.01, False)):
        pose = piece_pose(start, (carry,), "one", t_s)
        assert (hand_pose(carry, pose, 30.0, t_s) is not None) == there
    middle_s = (carry.grab_s + carry.put_s) / 2
    pose = piece_pose(start, (carry,), "one", middle_s)
    held = hand_pose(carry, pose, 30.0, middle_s)
    assert held is not None
    assert held.tip_mm == pytest.approx((pose.x_mm, pose.y_mm, 30.0 + pose.lift_mm))


@pytest.mark.parametrize("name", simulated_names())
def test_hands_come_from_outside_the_picture_and_go_there(name: str) -> None:
    table = simulated_table(name, size=SMALL)
    for carry in table.scene.carries:
        for t_s in (carry.start_s + 1e-3, carry.end_s - 1e-3):
            tips = np.array([hand.tip_mm for hand in table.scene.hands(t_s)])
            assert not in_picture(table, table.truth(t_s), tips).all(), carry
