"""Simulated pictures: what is where, to a hundredth of a pixel, and the same every time."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.images.rect import Rect
from vision.simulation import SimulatedTable, Truth, simulated_table
from vision.simulation.render import ground as ground_room
from vision.simulation.render.scene_renderer import SceneRenderer, merged
from vision.simulation.render.sprite import Sprite, lay_over, motion_blurred
from vision.simulation.render.sprite_renderer import SpriteRenderer, laid
from vision.simulation.render.tone import FULL_LIGHT, dimmed_levels, light_of, stored
from vision.simulation.scene.script import Ramp

SMALL = (640, 360)


def plain(name: str, size: tuple[int, int], tag_mm: float = 15.0) -> SimulatedTable:
    """A table in even light through a sharp, silent camera."""
    scene = simulated_table(name, size=size, tag_mm=tag_mm, noise=0.0, blur_px=0.0).scene
    return SimulatedTable(replace(scene, faults=replace(scene.faults, vignette=0.0, slope=0.0, cast_shadow=0.0)))


def edge_errors_px(table: SimulatedTable, truth: Truth, heights_mm: dict[int, float]) -> dict[int, np.ndarray]:
    """For each whole tag: how far its black square's edges lie from where OpenCV projects them, outwards positive.

    On each row (or column) that crosses an edge, the place of the edge is where it must be for the row's light to be
    what it is; a straight edge thus gives its place at the row's middle without any model of sharpness.
    """
    grey = light(table.render(truth.t_s)[..., 1])
    rotation = np.array(truth.camera.rotation)
    turn, _ = cv2.Rodrigues(rotation)
    shift = -rotation @ np.array(truth.camera.centre_mm)
    lens = table.true_lens
    errors = {}
    for tag_id, corners_mm in heights_mm.items():
        found: list[float] = []
        outline = [project_with_opencv(side, turn, shift, lens) for side in sides(corners_mm)]
        centre = np.mean([side.mean(axis=0) for side in outline], axis=0)
        reach = int(0.8 * np.linalg.norm(outline[0][-1] - outline[0][0]) / 6)
        for side in outline:
            found += crossings(grey, side, centre, reach)
        errors[tag_id] = np.array(found)
    return errors


def light(grey: np.ndarray) -> np.ndarray:
    """What a camera that stores by the curve of sRGB saw, from 0 to 255."""
    level = grey / 255.0
    return 255.0 * np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)


def sides(corners_mm: np.ndarray) -> list[np.ndarray]:
    share = np.linspace(0.2, 0.8, 60)[:, None]
    return [a + (b - a) * share for a, b in zip(corners_mm, np.roll(corners_mm, -1, axis=0), strict=True)]


def project_with_opencv(points_mm: np.ndarray, turn: np.ndarray, shift: np.ndarray, lens) -> np.ndarray:
    pixels, _ = cv2.projectPoints(points_mm, turn, shift, np.array(lens.matrix), np.array(lens.distortion))
    return pixels.reshape(-1, 2)


def crossings(grey: np.ndarray, side: np.ndarray, centre: np.ndarray, reach: int) -> list[float]:
    steep = abs(side[-1, 1] - side[0, 1]) > abs(side[-1, 0] - side[0, 0])
    lines, across = (grey, 0) if steep else (grey.T, 1)
    side = side[np.argsort(side[:, 1 - across])]
    outwards = np.sign(side[:, across].mean() - centre[across])
    errors = []
    for line in range(math.ceil(side[0, 1 - across]), math.floor(side[-1, 1 - across]) + 1):
        expected = np.interp(line, side[:, 1 - across], side[:, across])
        first = round(expected) - reach
        values = lines[line, first : first + 2 * reach + 1]
        before, after = values[0], values[-1]
        assert abs(before - after) > 150
        measured = first - 0.5 + ((values - after) / (before - after)).sum()
        errors.append(float(outwards * (measured - expected)))
    return errors


@pytest.fixture(scope="module")
def sharp() -> SimulatedTable:
    # Larger tags than usual: between the corners of small ones at 45° there are no clean rows to measure on.
    return plain("still", (1920, 1080), tag_mm=20.0)


def test_the_edges_of_all_tags_lie_where_opencv_projects_them(sharp: SimulatedTable) -> None:
    truth = sharp.truth(0.0)
    layout = sharp.layout
    corners = {tag.id: [(x, y, 0.0) for x, y in tag.corners_mm()] for tag in layout.mat.tags}
    for piece in (*layout.bases, *layout.terrain):
        place = truth.place(piece.id)
        cos, sin = math.cos(place.angle_rad), math.sin(place.angle_rad)
        for tag in piece.tags:
            corners[tag.id] = [
                (place.x_mm + cos * x - sin * y, place.y_mm + sin * x + cos * y, tag.height_mm)
                for x, y in tag.corners_mm()
            ]
    whole = {tag.id: np.array(corners[tag.id]) for tag in truth.tags if tag.visible == 1.0}
    assert len(whole) >= 36
    errors = edge_errors_px(sharp, truth, whole)
    for tag_id, found in errors.items():
        assert abs(found.mean()) < 0.005, tag_id
        assert np.quantile(np.abs(found), 0.99) < 0.02, tag_id


def test_the_corners_of_the_truth_are_those_that_opencv_projects(sharp: SimulatedTable) -> None:
    truth = sharp.truth(0.0)
    rotation = np.array(truth.camera.rotation)
    turn, _ = cv2.Rodrigues(rotation)
    shift = -rotation @ np.array(truth.camera.centre_mm)
    told = {tag.id: np.array(tag.corners_px) for tag in truth.tags}
    greer = next(base for base in sharp.layout.bases if base.id == "greer")
    place = truth.place("greer")
    cos, sin = math.cos(place.angle_rad), math.sin(place.angle_rad)
    for tag in greer.tags:
        corners = [(place.x_mm + cos * x - sin * y, place.y_mm + sin * x + cos * y, 0.4) for x, y in tag.corners_mm()]
        expected = project_with_opencv(np.array(corners), turn, shift, sharp.true_lens)
        np.testing.assert_allclose(told[tag.id], expected, atol=1e-6)


def test_opencv_reads_the_tags_right_way_round(sharp: SimulatedTable) -> None:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100))
    found, ids, _ = detector.detectMarkers(sharp.render(0.0))
    told = {tag.id: np.array(tag.corners_px) for tag in sharp.truth(0.0).tags}
    read = dict(zip((int(i) for i in ids.ravel()), found, strict=True))
    assert {tag.id for tag in sharp.layout.mat.tags} <= set(read)
    assert len(read) >= 30
    for tag_id, corners in read.items():
        assert np.abs(corners.reshape(4, 2) - told[tag_id]).max() < 2.5, tag_id


def test_more_samples_a_pixel_change_tags_by_less_than_a_grey_level_on_average(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = plain("crowd", SMALL)
    fast = usual.render(0.0).astype(float)
    monkeypatch.setattr(ground_room, "TAG_SAMPLES", 16)
    slow = plain("crowd", SMALL).render(0.0).astype(float)
    around = np.zeros(fast.shape[:2], np.uint8)
    for tag in usual.truth(0.0).tags:
        cv2.fillConvexPoly(around, np.round(tag.corners_px).astype(np.int32), 1)
    difference = np.abs(fast - slow)[cv2.dilate(around, np.ones((5, 5), np.uint8)) > 0]
    assert difference.mean() < 1.0
    assert np.quantile(difference, 0.99) < 8.0


def test_the_same_name_seed_and_time_give_the_same_picture_whatever_was_seen_before() -> None:
    times = (0.0, 3.6, 4.9, 6.0, 12.5, 25.9)
    one = simulated_table("demo", size=SMALL, seed=4)
    before = {t_s: one.render(t_s) for t_s in times}
    for t_s in reversed(times):
        assert np.array_equal(one.render(t_s), before[t_s]), t_s
    assert np.array_equal(simulated_table("demo", size=SMALL, seed=4).render(4.9), before[4.9])
    assert not np.array_equal(simulated_table("demo", size=SMALL, seed=5).render(4.9), before[4.9])


def test_a_picture_handed_out_is_nobody_elses() -> None:
    table = simulated_table("still", size=SMALL)
    first = table.render(1.0)
    kept = first.copy()
    first[:] = 0
    assert np.array_equal(table.render(1.0), kept)


def test_patches_look_as_if_the_whole_picture_had_been_painted_blurred_and_lit_at_once() -> None:
    scene = simulated_table("hands", size=SMALL, noise=0.0, blur_px=1.7).scene
    t_s = 3.7
    renderer = SceneRenderer(scene)
    fast = renderer.paint(t_s).astype(int)
    ground = renderer._ground(scene.setting(t_s))
    poses, moving = scene.pieces(t_s), scene.moving(t_s)
    assert len(moving) == 2
    sprites = SpriteRenderer(scene)
    layers = {
        piece: sprites.in_motion(ground.view, piece, t_s)
        if piece in moving
        else sprites.at_rest(ground.view, piece, pose)
        for piece, pose in poses.items()
    }
    canvas = ground.picture.astype(np.float32)
    for sprite in (
        *laid(scene, ground.view, poses, layers, sprites.dice(ground.view)),
        *sprites.hands(ground.view, t_s),
    ):
        lay_over(canvas, ground.view.frame, sprite)
    slow = stored(cv2.GaussianBlur(canvas, (0, 0), 1.7, borderType=cv2.BORDER_REPLICATE) * ground.shade)
    assert np.abs(fast - slow.astype(int)).max() <= 1


def test_a_moving_sprite_is_the_mean_of_its_places() -> None:
    colour = np.zeros((9, 9, 3), np.float32)
    cover = np.zeros((9, 9), np.float32)
    colour[2:7, 3:6], cover[2:7, 3:6] = 200.0, 1.0
    sprite = Sprite(Rect(20, 20, 29, 29), cover, colour)
    area = Rect(0, 0, 50, 50)
    blurred = np.full((50, 50, 3), 40.0, np.float32)
    lay_over(blurred, area, motion_blurred(sprite, (4.0, -2.0)))
    mean = np.zeros_like(blurred)
    steps = 400
    for share in (np.arange(steps) + 0.5) / steps - 0.5:
        one = np.full((50, 50, 3), 40.0, np.float32)
        move = np.array([[1.0, 0.0, 4.0 * share], [0.0, 1.0, -2.0 * share]])
        shifted = np.zeros((50, 50, 4), np.float32)
        shifted[20:29, 20:29, :3], shifted[20:29, 20:29, 3] = colour, cover
        shifted = cv2.warpAffine(shifted, move, (50, 50), flags=cv2.INTER_LINEAR)
        lay_over(one, area, Sprite(area, shifted[..., 3], np.ascontiguousarray(shifted[..., :3])))
        mean += one / steps
    assert np.abs(blurred - mean).max() < 3.0
    assert blurred.sum() == pytest.approx(mean.sum(), rel=1e-4)


def test_what_lies_higher_is_shifted_away_from_the_point_below_the_camera() -> None:
    table = plain("still", SMALL)
    scene = table.scene
    lifted = replace(scene, start=tuple((n, replace(p, lift_mm=30.0) if n == "wren" else p) for n, p in scene.start))
    flat, high = table.truth(0.0), SimulatedTable(lifted).truth(0.0)
    centre = np.array(flat.camera.centre_mm[:2])
    place = flat.place("wren")
    away = np.array([place.x_mm, place.y_mm]) - centre
    own = {tag.id for base in scene.layout.bases if base.id == "wren" for tag in base.tags}
    moved = [
        np.mean(h.corners_px, axis=0) - np.mean(f.corners_px, axis=0)
        for f, h in zip(flat.tags, high.tags, strict=True)
        if f.id == h.id and f.id in own
    ]
    shift = np.mean(moved, axis=0)
    # The picture's y runs down, the mat's up; the camera's roll of 0.03 rad does not matter here.
    assert shift @ np.array([away[0], -away[1]]) > 0.9 * np.linalg.norm(shift) * np.linalg.norm(away)
    expected_mm = np.linalg.norm(away) * 30.0 / (flat.camera.centre_mm[2] - 30.0)
    assert len(moved) == 2
    scale = np.linalg.norm(np.subtract(*flat.tags[0].corners_px[:2])) / 30.0
    assert np.linalg.norm(shift) == pytest.approx(expected_mm * scale, rel=0.2)


def test_the_lamp_dims_and_the_focus_softens() -> None:
    dark, blur = simulated_table("dark", size=SMALL, noise=0.0), simulated_table("blur", size=SMALL, noise=0.0)
    assert dark.render(9.0).mean() < 0.15 * dark.render(3.0).mean()
    assert dark.truth(9.0).light < 0.02
    sharp, soft = (cv2.Laplacian(blur.render(t_s), cv2.CV_64F).std() for t_s in (2.0, 12.0))
    assert soft < 0.35 * sharp
    assert blur.truth(12.0).blur_px == pytest.approx(2.6)


def test_a_hard_shadow_lies_across_the_table_and_the_lamp_flickers() -> None:
    plain_one, shady = (simulated_table(name, size=SMALL, noise=0.0).scene for name in ("still", "shadow"))
    lit, shaded = (
        SimulatedTable(replace(scene, carries=(), faults=replace(scene.faults, flicker=0.0))).render(0.0)
        for scene in (plain_one, shady)
    )
    ratio = light(shaded.astype(float)).sum(axis=2) / np.maximum(light(lit.astype(float)).sum(axis=2), 1.0)
    bright = lit.min(axis=2) > 60
    in_shadow, outside = (ratio < 0.35) & bright, (ratio > 0.9) & bright
    assert np.median(ratio[in_shadow]) == pytest.approx(0.25, abs=0.03)
    assert 0.1 < in_shadow.sum() / bright.sum() < 0.5
    assert (in_shadow | outside).sum() > 0.95 * bright.sum()
    lamp = [SimulatedTable(shady).truth(t_s).light for t_s in np.arange(0.0, 0.24, 0.01)]
    assert max(lamp) == pytest.approx(1.03, abs=0.002)
    assert min(lamp) == pytest.approx(0.97, abs=0.002)


def test_grey_levels_follow_the_curve_of_srgb_and_come_back_from_light() -> None:
    levels = np.arange(256, dtype=np.uint8)
    assert np.array_equal(stored(light_of(levels).astype(np.float32)), levels)
    assert stored(np.array([0.0, 0.5, 1.0, 1.4], np.float32) * FULL_LIGHT).tolist() == [0, 188, 255, 255]
    assert np.array_equal(dimmed_levels(1.0), levels)
    assert dimmed_levels(0.5)[255] == 188


def test_noise_has_the_given_spread_and_is_new_at_every_time() -> None:
    clean, noisy = simulated_table("still", size=SMALL, noise=0.0), simulated_table("still", size=SMALL, noise=5.0)
    bare = clean.render(0.0).astype(int)
    first, second = noisy.render(0.0).astype(int) - bare, noisy.render(1 / 30).astype(int) - bare
    middle = (bare > 30) & (bare < 220)
    assert first[middle].std() == pytest.approx(5.0, rel=0.05)
    assert abs(np.corrcoef(first[middle], second[middle])[0, 1]) < 0.05


def test_compression_keeps_the_picture_but_not_its_bytes() -> None:
    plain_one, packed = simulated_table("still", size=SMALL), simulated_table("still", size=SMALL, jpeg_quality=60)
    before, after = plain_one.render(0.0).astype(int), packed.render(0.0).astype(int)
    assert not np.array_equal(before, after)
    assert np.abs(before - after).mean() < 8.0


def test_merged_rectangles_hold_all_and_touch_nowhere() -> None:
    frame = Rect(0, 0, 100, 100)
    given = [Rect(0, 0, 10, 10), Rect(30, 30, 40, 40), Rect(8, 8, 32, 12), Rect(50, 50, 150, 60), Rect(-9, 0, -1, 5)]
    found = merged(given, frame)
    assert sorted((r.left, r.top, r.right, r.bottom) for r in found) == [
        (0, 0, 32, 12),
        (30, 30, 40, 40),
        (50, 50, 100, 60),
    ]


def test_a_ramp_goes_straight_between_its_points_and_is_level_outside() -> None:
    ramp = Ramp(((1.0, 2.0), (3.0, 6.0)))
    assert [ramp.at(t_s) for t_s in (0.0, 1.0, 2.0, 3.0, 9.0)] == [2.0, 2.0, 4.0, 6.0, 6.0]


def test_the_cells_of_a_board_are_printed_where_it_lies() -> None:
    still = plain("board", (1280, 720))
    board = replace(
        still.layout.grid, turned_deg=11.0, origin_mm=(290.0, 310.0), cells=((0, 0), (1, 0), (-2, 2), (0, -3))
    )
    scenes = (replace(still.scene, layout=replace(still.layout, grid=grid)) for grid in (board, None))
    table, bare = (SimulatedTable(scene) for scene in scenes)
    more = np.abs(table.render(0.0).astype(int) - bare.render(0.0).astype(int)).max(axis=2)
    rotation = np.array(table.truth(0.0).camera.rotation)
    turn, _ = cv2.Rodrigues(rotation)
    shift = -rotation @ np.array(table.truth(0.0).camera.centre_mm)

    def printed(at_mm: np.ndarray) -> int:
        pixel = project_with_opencv(np.array([(*at_mm, 0.0)]), turn, shift, table.true_lens)[0]
        column, row = np.round(pixel).astype(int)
        return int(more[row, column])

    marks = []
    for cell in board.cells:
        corners, middle = np.array(board.corners_mm(cell)), np.array(board.centre_mm(cell))
        for side in sides(np.column_stack([corners, np.zeros(len(corners))])):
            marks += [printed(at[:2]) for at in side[::12]]
            assert all(printed(middle + 0.9 * (at[:2] - middle)) == 0 for at in side[::12])
            assert all(printed(middle + 1.1 * (at[:2] - middle)) == 0 for at in side[::12])
    # Where the mat has the colour of the lines, or a model stands, nothing is to be seen of them.
    assert np.mean(np.array(marks) > 20) > 0.9


def test_on_the_board_one_model_is_a_standard_deviation_from_a_border() -> None:
    table = simulated_table("board", size=SMALL)
    grid, sigma_mm = table.layout.grid, table.layout.mat.placement_sigma_mm
    inside = {
        place.id: grid.pitch_mm / 2
        - min(math.dist((place.x_mm, place.y_mm), grid.centre_mm(cell)) for cell in grid.cells)
        for place in table.truth(0.0).bases
    }
    assert [name for name, rim_mm in inside.items() if rim_mm < grid.pitch_mm / 4] == ["vesper"]
    assert inside["vesper"] == pytest.approx(sigma_mm)
