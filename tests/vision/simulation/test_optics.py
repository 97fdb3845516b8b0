"""The simulated camera's own geometry against OpenCV's, and against itself turned round."""

import math

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera.intrinsics import Lens
from vision.simulation.optics import (
    CameraPose,
    PlaneShift,
    direction_field,
    directions,
    look_at,
    plane_from_directions,
    project,
    seen_from_shifted_mat,
)

SIZE = (640, 480)
MATRIX = ((460.0, 0.0, 322.0), (0.0, 461.0, 237.0), (0.0, 0.0, 1.0))
DISTORTIONS = st.tuples(
    st.floats(-0.14, 0.15),
    st.floats(-0.02, 0.08),
    st.floats(-0.002, 0.002),
    st.floats(-0.002, 0.002),
    st.floats(-0.02, 0.02),
)
CORNER = math.hypot(322.0 / 460.0, 242.0 / 461.0)


def shows_its_corners(distortion: tuple[float, ...]) -> bool:
    """Whether a direction leads to each pixel: a strong barrel folds the picture over before its corners."""
    k1, k2, _, _, k3 = distortion
    straight = np.linspace(0.0, 2.0, 400)
    bent = straight * (1 + k1 * straight**2 + k2 * straight**4 + k3 * straight**6)
    folds = np.flatnonzero(np.diff(bent) <= 0)
    return bool(bent[folds[0] if len(folds) else -1] > 1.03 * CORNER)


POSES = st.builds(
    look_at,
    st.tuples(st.floats(150, 450), st.floats(-150, 450), st.floats(600, 1000)),
    st.tuples(st.floats(250, 350), st.floats(250, 350)),
    st.floats(-math.pi, math.pi),
)
MAT_POINTS = np.array([(x, y, z) for x in (0.0, 240.0, 600.0) for y in (0.0, 310.0, 600.0) for z in (0.0, 0.4, 60.0)])


@given(DISTORTIONS, POSES)
def test_points_land_where_opencv_puts_them(distortion: tuple[float, ...], pose: CameraPose) -> None:
    lens = Lens(SIZE, MATRIX, distortion)
    rotation = np.array(pose.rotation)
    turn, _ = cv2.Rodrigues(rotation)
    peer, _ = cv2.projectPoints(
        MAT_POINTS, turn, -rotation @ np.array(pose.centre_mm), np.array(MATRIX), np.array(distortion)
    )
    np.testing.assert_allclose(project(lens, pose, MAT_POINTS), peer.reshape(-1, 2), atol=1e-6)


@given(DISTORTIONS.filter(shows_its_corners))
def test_directions_undo_the_lens(distortion: tuple[float, ...]) -> None:
    lens = Lens(SIZE, MATRIX, distortion)
    pixels = np.array([(x, y) for x in (0.0, 200.0, 322.0, 639.0) for y in (0.0, 237.0, 479.0)])
    seen = directions(lens, pixels)
    straight = CameraPose(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0))
    again = project(lens, straight, np.column_stack([seen, np.ones(len(seen))]))
    np.testing.assert_allclose(again, pixels, atol=1e-5)


@given(POSES, st.floats(0.0, 50.0))
def test_a_pixel_of_a_plane_leads_back_to_its_place(pose: CameraPose, height_mm: float) -> None:
    lens = Lens(SIZE, MATRIX, (-0.1, 0.04, 0.0005, -0.0005, 0.0))
    points = np.array([(120.0, 200.0, height_mm), (410.0, 333.0, height_mm)])
    seen = np.column_stack([directions(lens, project(lens, pose, points)), np.ones(2)])
    back = seen @ plane_from_directions(pose, height_mm).T
    np.testing.assert_allclose(back[:, :2] / back[:, 2:], points[:, :2], atol=1e-3)


def test_the_field_of_directions_counts_pixels_from_the_centre_of_the_first() -> None:
    lens = Lens((32, 20), ((30.0, 0.0, 12.0), (0.0, 30.0, 7.0), (0.0, 0.0, 1.0)), (0.0, 0.0, 0.0, 0.0, 0.0))
    field = direction_field(lens, 2)
    assert field.shape == (24, 36, 2)
    assert tuple(field[7 + 2, 12 + 2]) == (0.0, 0.0)
    assert tuple(field[2, 2]) == pytest.approx((-12 / 30, -7 / 30))


def test_a_camera_above_sees_x_to_the_right_and_y_upwards() -> None:
    lens = Lens(SIZE, MATRIX, (0.0, 0.0, 0.0, 0.0, 0.0))
    pose = look_at((300.0, 300.0, 800.0), (300.0, 300.0))
    middle, right, far, high = project(
        lens, pose, np.array([(300.0, 300.0, 0.0), (380.0, 300.0, 0.0), (300.0, 380.0, 0.0), (380.0, 300.0, 40.0)])
    )
    np.testing.assert_allclose(middle, (322.0, 237.0), atol=1e-9)
    np.testing.assert_allclose(right, (322.0 + 46.0, 237.0), atol=1e-9)
    np.testing.assert_allclose(far, (322.0, 237.0 - 46.1), atol=1e-9)
    np.testing.assert_allclose(high, (322.0 + 460.0 * 80.0 / 760.0, 237.0), atol=1e-9)
    assert pose.tilt_rad() == pytest.approx(0.0, abs=1e-7)


def test_a_shifted_mat_is_seen_as_its_points_are() -> None:
    lens = Lens(SIZE, MATRIX, (-0.1, 0.04, 0.0, 0.0, 0.0))
    pose, shift = look_at((280.0, 150.0, 700.0), (300.0, 300.0)), PlaneShift(7.0, -4.0, 0.3)
    on_mat = np.array([(100.0, 50.0, 0.0), (400.0, 320.0, 12.0)])
    cos, sin = math.cos(0.3), math.sin(0.3)
    on_table = np.array([(cos * x - sin * y + 7.0, sin * x + cos * y - 4.0, z) for x, y, z in on_mat])
    moved = seen_from_shifted_mat(pose, shift)
    np.testing.assert_allclose(project(lens, moved, on_mat), project(lens, pose, on_table), atol=1e-9)
