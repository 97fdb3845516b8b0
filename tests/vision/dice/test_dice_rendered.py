import cv2
import numpy as np
import pytest

from tests.vision.dice.dice_scenes import KINDS, render, table_of, top_centres
from vision.dice import DiceSet, Marks, dice_set, read_dice

PIPS = dice_set("pips")
NUMBER = 1000


@pytest.fixture(scope="module")
def scenes():
    """One picture of every kind: (kind, picture, [(value, centre, side)])."""
    made = []
    for kind in KINDS:
        table = table_of(kind, NUMBER, count=5)
        sides = [die.side * table.focal / table.distance for die in table.dice]
        truth = list(zip([die.top for die in table.dice], top_centres(table), sides, strict=True))
        made.append((kind, render(table), truth))
    return made


def right_and_wrong(reading, truth):
    right = wrong = 0
    for die in reading.dice:
        at = [(value, np.hypot(*(np.array(die.centre_px) - centre)), side) for value, centre, side in truth]
        value, way, side = min(at, key=lambda entry: entry[1])
        right += way < 0.3 * side and die.pips == value
        wrong += way >= 0.3 * side or die.pips != value
    return right, wrong


def test_rendered_dice_are_read_right_or_not_at_all(scenes):
    results = {kind: (*right_and_wrong(read_dice(picture, PIPS), truth), len(truth)) for kind, picture, truth in scenes}
    assert sum(wrong for _, wrong, _ in results.values()) == 0, results
    assert sum(right for right, _, _ in results.values()) >= 0.85 * sum(count for _, _, count in results.values()), (
        results
    )


def scene_of(scenes, wanted):
    return next((picture, truth) for kind, picture, truth in scenes if kind == wanted)


def values(picture):
    return sorted(die.pips for die in read_dice(picture, PIPS).dice)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_turning_the_picture_changes_no_value(scenes, quarters):
    picture, truth = scene_of(scenes, "plain")
    assert values(np.ascontiguousarray(np.rot90(picture, quarters))) == sorted(value for value, _, _ in truth)


@pytest.mark.parametrize("scale", [0.75, 1.5])
def test_another_size_changes_no_value(scenes, scale):
    picture, truth = scene_of(scenes, "wood")
    scaled = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    right, wrong = right_and_wrong(
        read_dice(scaled, PIPS), [(value, centre * scale, side * scale) for value, centre, side in truth]
    )
    assert wrong == 0
    assert right >= len(truth) - 1


def test_a_phone_s_large_picture_is_read_as_its_small_one(scenes):
    picture, truth = scene_of(scenes, "plain")
    scale = 5.0
    large = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    high, wide = large.shape[:2]
    whole = ((0.0, 0.0), (wide - 1.0, 0.0), (wide - 1.0, high - 1.0), (0.0, high - 1.0))
    expected = [(value, centre * scale, side * scale) for value, centre, side in truth]
    for reading in (read_dice(large, PIPS), read_dice(large, PIPS, whole)):
        assert right_and_wrong(reading, expected) == (len(truth), 0)
        assert all(die.side_px == pytest.approx(expected[0][2], rel=0.3) for die in reading.dice)


@pytest.mark.parametrize("gain", [0.6, 1.15])
def test_other_light_changes_no_value(scenes, gain):
    picture, truth = scene_of(scenes, "plain")
    assert values(np.clip(picture * gain, 0, 255).astype(np.uint8)) == sorted(value for value, _, _ in truth)


def test_a_grey_picture_will_do(scenes):
    picture, truth = scene_of(scenes, "plain")
    reading = read_dice(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)), PIPS)
    right, wrong = right_and_wrong(reading, truth)
    assert wrong == 0
    assert right >= len(truth) - 1


def test_only_dice_within_the_tray_count(scenes):
    picture, truth = scene_of(scenes, "plain")
    x = sorted(float(centre[0]) for _, centre, _ in truth)
    middle = (x[1] + x[2]) / 2
    height = picture.shape[0]
    left = ((0.0, 0.0), (middle, 0.0), (middle, float(height)), (0.0, float(height)))
    assert len(read_dice(picture, PIPS, left).dice) == 2


def test_values_become_faces_of_the_set(scenes):
    picture, _ = scene_of(scenes, "plain")
    dice = DiceSet("mine", Marks.PIPS, ("one", "one", "two", "two", "three", "three"))
    for die in read_dice(picture, dice).dice:
        assert die.face == dice.faces[die.pips - 1]
        assert 0.95 <= die.confidence < 1
        assert len(die.outline_px) == 4
