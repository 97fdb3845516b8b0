import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.dice.dice_scenes import random_die, render, table_of
from vision.dice import UnreadReason, dice_set, read_dice
from vision.dice.pips.side_faces import VerticalDirection
from vision.dice.pips.spots import find_spots
from vision.dice.pips.table_level import off_level

PIPS = dice_set("pips")


class Seen:
    """A face as far as its level goes: a circle at a place becomes an ellipse."""

    def __init__(self, centre_px, shape):
        self.centre_px, self.shape, self.steps_px, self.pips = np.array(centre_px, float), shape, shape, (0,)
        self.side_px = 40.0


def circle_seen(centre_px, normal, focal_px=640.0):
    """What a small circle becomes that lies on a plane with this normal, seen in a picture of 640 x 480."""
    across = np.cross(normal, (0.0, 1.0, 0.0))
    axes = np.stack((across / np.linalg.norm(across), np.cross(normal, across / np.linalg.norm(across))), axis=1)
    ray = (np.array(centre_px) - (319.5, 239.5)) / focal_px
    return Seen(centre_px, axes[:2] - ray[:, None] * axes[2:])


def tilted(tilt_deg, turn_deg):
    tilt, turn = np.radians((tilt_deg, turn_deg))
    return np.array((np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), -np.cos(tilt)))


PLACES = ((100, 80), (520, 100), (320, 240), (130, 400), (540, 380))


@given(tilt=st.floats(0, 30), turn=st.floats(0, 360))
@settings(deadline=None, max_examples=25)
def test_faces_on_one_table_are_level_however_it_is_seen(tilt, turn):
    faces = [circle_seen(at, tilted(tilt, turn)) for at in PLACES]
    assert off_level(faces, (640, 480)).slant.max() < 0.03


@given(turn=st.floats(0, 360), lean=st.floats(40, 55))
@settings(deadline=None, max_examples=25)
def test_the_one_that_leans_is_off_the_level_of_the_others(turn, lean):
    faces = [circle_seen(at, tilted(4, 30)) for at in PLACES] + [circle_seen((330, 130), tilted(lean, turn))]
    off = off_level(faces, (640, 480)).slant
    assert off[-1] > 0.06
    assert off[:-1].max() < 0.05


def arrow_seen(face, normal, focal_px=640.0):
    """Where the vertical edges lead of a die whose upper face is this one, on a plane with this normal."""
    model = np.append((face.centre_px - (319.5, 239.5)) / focal_px, 1.0)
    lower = model - face.side_px / focal_px / abs(model @ normal) ** 0.5 * normal
    way = focal_px * (lower[:2] / lower[2] - model[:2])
    return VerticalDirection(way, 1.0, way[None], np.ones(1))


@given(tilt=st.floats(12, 30), turn=st.floats(0, 360))
@settings(deadline=None, max_examples=15)
def test_vertical_edges_of_dice_on_one_table_lead_where_its_level_tells(tilt, turn):
    normal = tilted(tilt, turn)
    faces = [circle_seen(at, normal) for at in PLACES]
    off = off_level(faces, (640, 480), [arrow_seen(face, normal) for face in faces])
    assert off.astray.max() < 0.1
    assert off.slant.max() < 0.035


@given(turn=st.floats(0, 360))
@settings(deadline=None, max_examples=15)
def test_the_edges_of_a_die_that_leans_lead_elsewhere(turn):
    normal, other = tilted(15, 30), tilted(15, 30) + 0.5 * tilted(90, turn)
    other /= np.linalg.norm(other)
    faces = [circle_seen(at, normal) for at in PLACES] + [circle_seen((330, 130), other)]
    arrows = [arrow_seen(face, normal) for face in faces[:-1]] + [arrow_seen(faces[-1], other)]
    off = off_level(faces, (640, 480), arrows)
    assert off.astray[-1] > 0.22
    assert off.astray[:-1].max() < 0.14


@pytest.mark.parametrize("aspect", [1.0, 0.8, 0.6, 0.45])
def test_a_spot_is_as_oblique_as_it_is_drawn(aspect):
    picture = np.full((800, 800), 40, np.uint8)
    cv2.ellipse(picture, ((400.0, 400.0), (160.0, 160.0 * aspect), 30.0), 230, -1, cv2.LINE_AA)
    small = np.asarray(cv2.resize(picture, (80, 80), interpolation=cv2.INTER_AREA))
    spots = find_spots(np.repeat(small[..., None], 3, axis=2))
    assert len(spots) == 1
    assert spots.aspect[0] == pytest.approx(aspect, abs=0.06)
    assert spots.radius_px[0] == pytest.approx(8 * aspect**0.5, rel=0.08)


@pytest.fixture(scope="module")
def row():
    """Four dice that lie flat, one that leans away from the camera, and where it is."""
    table = table_of("plain", 1000, count=5)
    rng = np.random.default_rng(5)
    flat = table.dice[0]
    table.dice[0] = random_die(rng, flat.at[:2], flat.side, value=5, lean=np.radians(40))
    return render(table), table.project(table.dice[0].at)


def test_a_die_that_leans_is_not_read(row):
    picture, place = row
    reading = read_dice(picture, PIPS)
    assert len(reading.dice) == 4
    assert all(np.hypot(*(np.array(die.centre_px) - place)) > 40 for die in reading.dice)
    assert any(die.why is not UnreadReason.HALF_SEEN for die in reading.unread)


@given(angle=st.floats(0, 360), scale=st.floats(0.8, 1.4), gain=st.floats(0.7, 1.1))
@settings(deadline=None, max_examples=4)
def test_no_turn_size_or_light_makes_a_value_wrong(row, angle, scale, gain):
    picture, _ = row
    high, wide = picture.shape[:2]
    move = cv2.getRotationMatrix2D((wide / 2, high / 2), angle, scale)
    seen = np.asarray(cv2.warpAffine(picture, move, (wide, high), flags=cv2.INTER_AREA))
    seen = np.clip(seen * gain, 0, 255).astype(np.uint8)
    truth = {(die.pips, *np.round(move @ (*die.centre_px, 1.0))) for die in read_dice(picture, PIPS).dice}
    for die in read_dice(seen, PIPS).dice:
        assert any(
            die.pips == value and np.hypot(die.centre_px[0] - x, die.centre_px[1] - y) < 0.3 * die.side_px
            for value, x, y in truth
        )


def test_dots_without_end_cost_no_more_than_seconds_and_are_no_dice():
    picture = np.full((480, 640, 3), 200, np.uint8)
    for x in range(8, 640, 13):
        for y in range(8, 480, 13):
            cv2.circle(picture, (x, y), 3, (60, 50, 40), -1, cv2.LINE_AA)
    reading = read_dice(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8)), PIPS)
    assert reading.dice == ()
    assert reading.unread == ()


def test_printed_squares_with_a_dot_are_no_ones():
    picture = np.full((480, 640, 3), 225, np.uint8)
    for x, y, angle in ((100, 100, 0), (300, 120, 30), (500, 300, 45), (200, 350, 10)):
        cv2.fillPoly(picture, [np.int32(cv2.boxPoints(((x, y), (60, 60), angle)))], (15, 15, 15), cv2.LINE_AA)
        cv2.circle(picture, (x, y), 8, (225, 225, 225), -1, cv2.LINE_AA)
    assert read_dice(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8)), PIPS).dice == ()
