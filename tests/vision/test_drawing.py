from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table_image import LAYOUT, LENS, PiecePose, Shot
from vision import GridLayout, MatLine, TableObservation, TableReader, draw_observation
from vision.drawing import BASE, CELL, FAINT, LIT_SHARE, RING
from vision.images.frame import Frame

SHOT = Shot({"greer": PiecePose(200.0, 250.0), "wood": PiecePose(450.0, 420.0)}, tilt_deg=18.0)


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    return SHOT.take()


@pytest.fixture(scope="module")
def observation(picture) -> TableObservation:
    return TableReader(LAYOUT, LENS).read(Frame(picture, 0.0, 0))


def colour_near(drawn: np.ndarray, at_mm: tuple[float, float], ink, plain: np.ndarray | None = None) -> bool:
    """Whether that ink lies within two pixels of a point of the mat: fully, or faintly on the plain picture."""
    column, row = np.round(SHOT.project(np.array([[*at_mm, 0.0]]))[0]).astype(int)
    around = np.s_[row - 2 : row + 3, column - 2 : column + 3]
    below = ink if plain is None else np.atleast_3d(plain)[around].astype(float)
    wanted = FAINT * np.array(ink) + (1 - FAINT) * np.array(below)
    return bool((np.abs(drawn[around] - wanted).max(axis=2) < (60 if plain is None else 20)).any())


def test_rims_and_rings_are_drawn_where_they_are_on_the_mat(picture, observation):
    drawn = draw_observation(picture, LAYOUT, observation, {"S": 80.0})

    for angle in np.linspace(0.3, 5.9, 9):
        direction = np.array([np.cos(angle), np.sin(angle)])
        assert colour_near(drawn, [200.0, 250.0] + 16.0 * direction, BASE)
        assert colour_near(drawn, [200.0, 250.0] + 96.0 * direction, RING, picture)
        assert not colour_near(drawn, [200.0, 250.0] + 70.0 * direction, RING, picture)


def test_lines_are_drawn_from_end_to_end(picture, observation):
    red = (0, 0, 255)
    drawn = draw_observation(picture, LAYOUT, observation, lines=[MatLine((50.0, 60.0), (560.0, 100.0), red)])

    places = [(50 + 510 * share, 60 + 40 * share) for share in (0.02, 0.3, 0.7, 0.98)]
    assert all(colour_near(drawn, place, red, picture) for place in places)


def test_the_picture_given_stays_as_it_is(picture, observation):
    before = picture.copy()

    drawn = draw_observation(picture, LAYOUT, observation)

    assert (picture == before).all()
    assert (drawn != before).any()


def test_a_grey_picture_without_the_mat_can_be_drawn_on():
    grey = np.full((90, 160), 127, np.uint8)
    nothing = TableReader(LAYOUT, LENS).read(Frame(grey, 0.0, 0))

    assert draw_observation(grey, LAYOUT, nothing).shape == (90, 160, 3)


def test_the_cells_of_a_board_are_drawn_where_they_lie_and_lit_ones_in_their_colour(picture, observation):
    grid = GridLayout("hex", 70.0, (150.0, 420.0), 20.0, ((0, 0), (1, 0), (0, -1)))
    blue, shares = (255, 0, 0), np.linspace(0.1, 0.9, 7)

    drawn = draw_observation(picture, replace(LAYOUT, grid=grid), observation, lit={(1, 0): blue})

    for cell in grid.cells:
        corners, middle = np.array(grid.corners_mm(cell)), np.array(grid.centre_mm(cell))
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            for at in (start + share * (end - start) for share in shares):
                assert colour_near(drawn, at, CELL, picture)
                assert colour_near(drawn, middle + LIT_SHARE * (at - middle), blue) == (cell == (1, 0))
    inside = np.array(grid.centre_mm((1, 0)))
    assert colour_near(drawn, inside, blue, picture)
    assert not colour_near(drawn, np.array(grid.centre_mm((0, 0))), blue, picture)


def test_a_table_without_a_board_is_drawn_as_before(picture, observation):
    plain = draw_observation(picture, LAYOUT, observation)
    assert (draw_observation(picture, LAYOUT, observation, lit={(0, 0): (0, 0, 255)}) == plain).all()
