import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision import find_tags
from vision.errors import UnknownDictionaryError
from vision.fiducials.corner_refinement import fit_tag
from vision.fiducials.dictionary import dictionary, dictionary_names
from vision.fiducials.tag_image import appearance

WIDTH, HEIGHT = 240, 200


def drawn_tag(name: str, tag_id: int, corners_px: np.ndarray, blur_px: float = 0.8, noise: float = 1.0) -> np.ndarray:
    """A grey picture of a tag, painted with OpenCV at eight times the size in linear light."""
    fine = 8
    bits = dictionary(name).bits
    code = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name)), tag_id, bits + 2)
    face = np.pad(code, 1, constant_values=255).repeat(16, 0).repeat(16, 1).astype(np.float32) / 255
    square = np.array([[16, 16], [face.shape[0] - 16, 16], [face.shape[0] - 16] * 2, [16, face.shape[0] - 16]]) - 0.5
    target = (corners_px + 0.5) * fine - 0.5
    mapping = cv2.getPerspectiveTransform(square.astype(np.float32), target.astype(np.float32))
    size = (WIDTH * fine, HEIGHT * fine)
    light = cv2.warpPerspective(0.04 + 0.7 * face, mapping, size, borderValue=0.25)
    small = cv2.GaussianBlur(cv2.resize(light, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), (0, 0), blur_px)
    grey = 255 * small ** (1 / 2.2) + np.random.default_rng(0).normal(0, noise, small.shape)
    return np.clip(np.round(grey), 0, 255).astype(np.uint8)


def square_px(edge_px: float, angle_rad: float, x_px: float = 120.3, y_px: float = 99.6) -> np.ndarray:
    half = edge_px / 2
    corners = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    cos, sin = np.cos(angle_rad), np.sin(angle_rad)
    return corners @ np.array([[cos, sin], [-sin, cos]]) + [x_px, y_px]


@settings(max_examples=15)
@given(st.integers(0, 99), st.floats(18.0, 60.0), st.floats(-3.1, 3.1), st.floats(0.6, 1.2))
def test_corners_are_found_to_a_tenth_of_a_pixel(tag_id, edge_px, angle_rad, blur_px):
    corners = square_px(edge_px, angle_rad)
    picture = drawn_tag("DICT_4X4_100", tag_id, corners, blur_px)

    fit = fit_tag(picture, corners + 0.7, dictionary("DICT_4X4_100").pattern(tag_id))

    assert fit is not None
    limit_px = 0.15 if edge_px >= 20.0 else 0.3  # of 250 tags under 20 px one missed the first
    assert np.abs(fit.corners_px - corners).max() < limit_px
    assert fit.correlation > 0.98


@pytest.mark.parametrize("name", ["DICT_4X4_50", "DICT_5X5_100", "DICT_6X6_250", "DICT_APRILTAG_36h11"])
@pytest.mark.parametrize("angle_rad", [0.0, 1.9, -2.6])
def test_tags_of_all_kinds_are_read_any_way_round(name, angle_rad):
    corners = square_px(55.0, angle_rad)

    (tag,) = find_tags(drawn_tag(name, 17, corners), (name,))

    assert (tag.id, tag.dictionary) == (17, name)
    assert np.abs(np.array(tag.corners_px) - corners).max() < 0.15
    assert 0 < tag.sigma_px < 0.2


def test_corners_start_at_the_patterns_top_left():
    corners = square_px(50.0, 0.0)

    (tag,) = find_tags(drawn_tag("DICT_4X4_50", 3, corners), ("DICT_4X4_50",))

    assert np.allclose(tag.corners_px[0], corners[0], atol=0.15)
    assert np.allclose(tag.corners_px[1], corners[1], atol=0.15)


def test_a_mirrored_tag_is_no_tag():
    picture = drawn_tag("DICT_6X6_250", 17, square_px(55.0, 0.3))

    assert find_tags(np.ascontiguousarray(picture[:, ::-1]), ("DICT_6X6_250",)) == ()


def test_noise_is_no_tag():
    noise = np.random.default_rng(3).integers(0, 256, (300, 400), dtype=np.uint8)

    assert find_tags(noise, ("DICT_4X4_50",)) == ()


def test_a_dot_in_a_black_square_is_no_tag():
    picture = np.full((HEIGHT, WIDTH), 230, np.uint8)
    cv2.rectangle(picture, (95, 75), (145, 125), 30, -1)
    cv2.circle(picture, (120, 100), 11, 230, -1, cv2.LINE_AA)

    assert find_tags(cv2.GaussianBlur(picture, (0, 0), 0.8), ("DICT_4X4_100",)) == ()


@pytest.mark.parametrize("size", [(1, 1), (5, 400), (40, 40)])
def test_tiny_and_empty_pictures_have_no_tags(size):
    assert find_tags(np.zeros(size, np.uint8), ("DICT_4X4_50",)) == ()


def test_an_unknown_dictionary_is_named_with_those_that_exist():
    with pytest.raises(UnknownDictionaryError, match="DICT_4X4_50"):
        find_tags(np.zeros((40, 40), np.uint8), ("DICT_9X9",))


def test_every_dictionary_that_is_named_can_be_used():
    for name in dictionary_names():
        tags = dictionary(name)
        assert tags.codes.shape == (tags.count, tags.bits, tags.bits)


def test_the_blurred_pattern_is_the_pattern_where_the_blur_is_small():
    tags = dictionary("DICT_4X4_50")
    pattern = tags.pattern(7)
    centres = np.arange(8) - 3.5
    u, v = np.meshgrid(centres, centres)

    seen = appearance(pattern, np.column_stack([u.ravel(), v.ravel()]), blur=0.05)

    assert np.allclose(seen.value.reshape(8, 8), pattern, atol=1e-5)


@given(st.floats(-5, 5), st.floats(-5, 5), st.floats(0.15, 0.8))
def test_slopes_are_those_of_the_grey_values(u, v, blur):
    pattern = dictionary("DICT_4X4_50").pattern(11)
    step = 1e-4

    def value(du: float, dv: float, more_blur: float = 0.0) -> float:
        return float(appearance(pattern, np.array([[u + du, v + dv]]), blur + more_blur).value[0])

    seen = appearance(pattern, np.array([[u, v]]), blur)

    assert seen.slope_u[0] == pytest.approx((value(step, 0) - value(-step, 0)) / (2 * step), abs=0.02)
    assert seen.slope_v[0] == pytest.approx((value(0, step) - value(0, -step)) / (2 * step), abs=0.02)
    assert seen.slope_blur[0] == pytest.approx((value(0, 0, step) - value(0, 0, -step)) / (2 * step), abs=0.02)
