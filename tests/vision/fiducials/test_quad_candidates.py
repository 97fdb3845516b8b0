"""Corners guessed from outlines, for all outlines at once as for each alone; and grain, which has none."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.clutter_image import clutter_picture
from vision.fiducials.detector import find_tags
from vision.fiducials.grain import SPECK_PX, TILE_PX, without_grain, without_specks
from vision.fiducials.quad_candidates import quads_of
from vision.fiducials.quad_search import Preprocessing, SearchLimits, _dark, propose_quads
from vision.images.rect import Rect

SHORTEST, LONGEST = 9.0, 200.0
WINDOWS = (7, 15, 31, 61)


def outlines_of(drawn: np.ndarray) -> tuple[np.ndarray, ...]:
    return tuple(cv2.findContours(drawn, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0])


def polygon(*corners: tuple[int, int]) -> np.ndarray:
    drawn = np.zeros((300, 300), np.uint8)
    cv2.fillPoly(drawn, [np.array(corners, np.int32)], 255)
    return drawn


def apart(quads: np.ndarray, corners: list[tuple[int, int]]) -> float:
    """How far the nearest of the quadrilaterals is from some corners, whichever comes first."""
    turned = [np.roll(np.array(corners, float), turn, axis=0) for turn in range(4)]
    return min((np.abs(quad - each).max() for quad in quads for each in turned), default=np.inf)


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from((12.0, 24.0, 40.0)))
def test_all_outlines_at_once_give_what_each_gives_alone(seed: int, edge_px: float) -> None:
    part = clutter_picture(seed, (1, 2, 3), edge_px)[:300, :400]
    for dark in _dark(part, WINDOWS):
        outlines = outlines_of(dark)
        alone = [quads_of([outline], SHORTEST, LONGEST) for outline in outlines]
        assert (quads_of(outlines, SHORTEST, LONGEST) == np.concatenate(alone)).all()


@pytest.mark.parametrize(
    "corners",
    [
        [(50, 50), (110, 50), (110, 110), (50, 110)],
        [(60, 50), (120, 60), (110, 120), (50, 110)],
        [(60, 50), (130, 50), (150, 90), (40, 90)],
    ],
)
def test_the_corners_of_a_quadrilateral_are_found_clockwise(corners: list[tuple[int, int]]) -> None:
    quads = quads_of(outlines_of(polygon(*corners)), SHORTEST, LONGEST)
    assert apart(quads, corners) <= 2
    assert apart(quads, corners[::-1]) > 10


def test_a_square_is_completed_where_a_corner_is_cut_off() -> None:
    whole = [(50, 50), (110, 50), (110, 110), (50, 110)]
    cut = polygon((50, 50), (110, 50), (110, 90), (90, 110), (50, 110))
    assert apart(quads_of(outlines_of(cut), SHORTEST, LONGEST), whole) <= 4


def test_a_square_is_completed_where_a_corner_runs_into_something_dark() -> None:
    drawn = polygon((50, 50), (110, 50), (110, 110), (50, 110))
    cv2.rectangle(drawn, (106, 106), (280, 160), 255, -1)
    assert apart(quads_of(outlines_of(drawn), SHORTEST, LONGEST), [(50, 50), (110, 50), (110, 110), (50, 110)]) <= 4


@pytest.mark.parametrize(
    "drawn",
    [
        polygon((50, 50), (56, 50), (56, 56), (50, 56)),
        polygon((10, 10), (290, 10), (290, 290), (10, 290)),
        polygon((50, 50), (250, 50), (250, 53), (50, 53)),
        np.zeros((300, 300), np.uint8),
    ],
)
def test_what_has_not_the_size_or_shape_of_a_tag_gives_nothing(drawn: np.ndarray) -> None:
    assert quads_of(outlines_of(drawn), SHORTEST, LONGEST).shape == (0, 4, 2)


def test_where_there_is_nothing_but_grain_no_outline_is_followed() -> None:
    grain = np.random.default_rng(3).integers(0, 2, (3 * TILE_PX, 3 * TILE_PX), dtype=np.uint8) * 255
    calm = polygon((50, 50), (110, 50), (110, 110), (50, 110))[:TILE_PX, :TILE_PX]
    part_calm = grain.copy()
    part_calm[TILE_PX : 2 * TILE_PX, :TILE_PX] = calm
    assert not without_grain(grain).any()
    left = without_grain(part_calm)
    assert (left[TILE_PX : 2 * TILE_PX, :TILE_PX] == calm).all()
    assert np.count_nonzero(left) == np.count_nonzero(calm)


def test_of_more_than_can_be_followed_the_calmest_tiles_are_left() -> None:
    """Specks in a tenth of all places are no grain of themselves, but too many in too large a picture."""
    specks = np.zeros((8 * TILE_PX, 8 * TILE_PX), np.uint8)
    specks[::3, ::3] = 255
    square = polygon((50, 50), (110, 50), (110, 110), (50, 110))[:TILE_PX, :TILE_PX]
    specks[:TILE_PX, :TILE_PX] = square
    assert without_grain(specks) is specks
    left = without_grain(specks, most_work=len(specks) ** 2 // 2)
    assert (left[:TILE_PX, :TILE_PX] == square).all()
    assert 0.1 < np.count_nonzero(left) / np.count_nonzero(specks) < 0.9
    assert len(outlines_of(left)) < len(outlines_of(specks))


def test_outlines_other_than_specks_stay_as_they_were() -> None:
    grain = np.random.default_rng(7).normal(0, 4, (720, 1280))
    noisy = np.clip(clutter_picture(5, (1, 2, 3), 24.0) + grain, 0, 255).astype(np.uint8)
    (dark,) = _dark(noisy, (15,))
    before, after = (
        {outline.tobytes(): outline for outline in outlines_of(each)} for each in (dark, without_specks(dark))
    )
    gone = [outline for key, outline in before.items() if key not in after]
    assert after.keys() <= before.keys()
    assert len(gone) > 1000
    assert max(np.ptp(outline, axis=0).max() for outline in gone) < SPECK_PX


def test_a_picture_of_a_table_has_no_tile_of_grain() -> None:
    for seed in range(4):
        for dark in _dark(clutter_picture(seed, (1, 2, 3), 24.0), WINDOWS):
            assert without_grain(dark) is dark


def test_tags_are_found_beside_grain_and_under_it() -> None:
    """A carpet of noise round the mat does not hide what lies on it."""
    tag = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_100), 7, 96)
    rng = np.random.default_rng(4)
    picture = rng.choice(np.array([20, 235], np.uint8), (768, 768))
    picture[256:512, 256:512] = 220
    picture[330:426, 330:426] = tag
    assert [found.id for found in find_tags(picture, ("DICT_4X4_100",))] == [7]


def test_windows_that_see_the_same_are_looked_at_once() -> None:
    """In black and white alone all windows see the same; nothing is proposed twice anyway."""
    black_and_white = np.where(polygon((50, 50), (110, 50), (110, 110), (50, 110)) > 0, 0, 255).astype(np.uint8)
    assert apart(propose_quads(black_and_white), [(50, 50), (110, 50), (110, 110), (50, 110)]) <= 2


@pytest.mark.parametrize("way", [Preprocessing.SHARP, Preprocessing.LARGE])
def test_in_the_costly_ways_only_the_given_part_is_searched(way: Preprocessing) -> None:
    square = [(50, 50), (110, 50), (110, 110), (50, 110)]
    grey = np.where(polygon(*square) > 0, 30, 220).astype(np.uint8)
    around, beside = (SearchLimits(closely=Rect(*part)) for part in ((35, 31, 140, 131), (150, 31, 260, 131)))

    assert apart(propose_quads(grey, (way,), around), square) <= 2
    assert len(propose_quads(grey, (way,), beside)) == 0
    assert apart(propose_quads(grey, (Preprocessing.PLAIN,), beside), square) <= 2
