import numpy as np
import pytest

from tests.vision.dice.dice_scenes import random_die, render, table_of
from vision.dice.pips.classifier import (
    LEANING,
    ImagePyramid,
    _from_all_sides,
    _shares,
    frame_of,
    judged_by_sight,
)
from vision.dice.pips.reader import faces_tried, find_faces
from vision.dice.pips.spots import find_spots


@pytest.mark.parametrize("side", [20.0, 50.0, 110.0, 150.0])
def test_a_view_shows_its_place_upright_at_every_size(side):
    """A picture whose colours tell where they are: blue grows to the right, green downwards."""
    y, x = np.mgrid[0:600, 0:800]
    picture = np.stack((x / 4, y / 4, np.full_like(x, 60)), axis=2).astype(np.uint8)
    turn = np.radians(30)
    frame = side * np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    view = ImagePyramid(picture).view(np.array((400.0, 300.0)), frame, 48, 20.0)
    at = (np.arange(48) - 23.5) / 20.0
    place = np.array((400.0, 300.0)) + np.stack(np.meshgrid(at, at), axis=2) @ frame.T
    assert np.abs(view[..., :2] - place / 4).max() < 2.0


def test_every_view_gets_shares_that_are_all_of_it():
    shares = _shares(np.random.default_rng(2).uniform(0, 255, (5, 48, 48, 3)).astype(np.float32))
    assert shares.shape == (5, 9)
    assert shares.sum(axis=1) == pytest.approx(np.ones(5))


def test_a_face_is_the_same_however_it_is_turned_or_mirrored(one_die):
    picture, centre = one_die
    face = min(faces_tried(picture, find_spots(picture)), key=lambda face: np.hypot(*(face.centre_px - centre)))
    view = ImagePyramid(picture).view(face.centre_px, frame_of(face), 48, 20.0).astype(np.float32)
    turned = np.array([view, np.rot90(view), view[:, ::-1]])
    shares = _from_all_sides(turned)
    assert shares.sum(axis=1) == pytest.approx(np.ones(3))
    assert shares[1:] == pytest.approx(shares[[0, 0]], abs=1e-5)
    assert np.abs(_shares(turned)[1:] - shares[[0, 0]]).max() > 1e-4
    (judged,) = judged_by_sight(picture, [face])
    assert judged.leaning == pytest.approx(np.log(shares[0, LEANING] / shares[0, face.value]), abs=0.01)


@pytest.fixture(scope="module")
def one_die():
    """A die that shows a five, two of its sides in sight: the picture and where its upper face is."""
    table = table_of("tilted", 77, count=1)
    table.dice = [random_die(np.random.default_rng(6), np.array((3.0, 2.0)), 16.0, value=5)]
    centre = table.project(table.dice[0].at + np.array((0, 0, 8.0)))
    return render(table), centre


def test_of_all_that_may_be_a_face_only_the_upper_one_is_certain(one_die):
    picture, centre = one_die
    tried = judged_by_sight(picture, faces_tried(picture, find_spots(picture)))
    certain = [face for face in find_faces(picture, find_spots(picture)) if face.is_certain]
    assert len(tried) > 1
    assert [face.value for face in certain] == [5]
    assert np.hypot(*(certain[0].centre_px - centre)) < 0.1 * certain[0].side_px


def test_a_mirrored_picture_gets_nearly_the_same_odds(one_die):
    picture, _ = one_die
    mirrored = np.ascontiguousarray(picture[:, ::-1])
    best = [max(face.odds for face in find_faces(one, find_spots(one))) for one in (picture, mirrored)]
    assert min(best) > 3
    assert abs(best[0] - best[1]) < 4


def test_the_frame_of_a_face_has_its_size(one_die):
    picture, _ = one_die
    for face in faces_tried(picture, find_spots(picture)):
        assert abs(np.linalg.det(frame_of(face))) == pytest.approx(face.area_px2)
