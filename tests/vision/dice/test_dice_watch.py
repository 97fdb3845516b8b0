import cv2
import numpy as np
import pytest

from tests.vision.dice.dice_scenes import render, table_of
from vision.dice import DiceReading, ReadDie, TrayActivity, TrayWatcher, UnreadDie, UnreadReason, dice_set
from vision.dice.tray.watcher import agreed

PERIOD_S = 0.1


@pytest.fixture(scope="module")
def tray():
    """A picture of dice that are all read with room to spare, and how many: what is tested is the waiting."""
    table = table_of("plain", 1001, count=4)
    return render(table), len(table.dice)


class TrayCamera:
    """Shows pictures to a watch, one after the other, with the noise of a camera."""

    def __init__(self):
        self.watch = TrayWatcher(dice_set("pips"))
        self.now_s = 0.0
        self.rng = np.random.default_rng(1)

    def show(self, picture, count=1):
        seen = []
        for _ in range(count):
            noisy = picture + self.rng.normal(0, 1.5, picture.shape)
            seen.append(self.watch.look(np.clip(noisy, 0, 255).astype(np.uint8), self.now_s))
            self.now_s += PERIOD_S
        return seen


def shifted(picture, way_px):
    move = np.array(((1.0, 0.0, way_px), (0.0, 1.0, 0.0)))
    return np.asarray(cv2.warpAffine(picture, move, picture.shape[1::-1], borderMode=cv2.BORDER_REFLECT))


def with_hand(picture):
    hand = picture.copy()
    cv2.ellipse(hand, (0, 250), (330, 110), 10, 0, 360, (140, 170, 215), -1, cv2.LINE_AA)
    return hand


def test_dice_are_read_once_they_have_lain_still(tray):
    picture, count = tray
    seen = TrayCamera().show(picture, 12)
    assert all(watched.reading is None for watched in seen[:5])
    assert len(seen[-1].reading.dice) == count
    assert seen[-1].activity is TrayActivity.STILL
    assert seen[-1].rest == 1


def test_nothing_is_read_while_something_moves(tray):
    picture, _ = tray
    camera = TrayCamera()
    seen = [camera.show(shifted(picture, 6.0 * step))[0] for step in range(15)]
    assert all(watched.reading is None for watched in seen)
    assert all(watched.activity is not TrayActivity.STILL for watched in seen)


def test_a_hand_is_no_rest_however_still_it_is_held(tray):
    picture, count = tray
    camera = TrayCamera()
    camera.show(picture, 12)
    held = camera.show(with_hand(picture), 30)
    assert {watched.activity for watched in held} == {TrayActivity.HAND}
    assert all(watched.reading is None for watched in held)
    after = camera.show(picture, 12)
    assert len(after[-1].reading.dice) == count
    assert after[-1].rest == 2


def test_a_single_die_that_moves_ends_the_rest(tray):
    picture, _ = tray
    camera = TrayCamera()
    camera.show(picture, 12)
    moved = picture.copy()
    cv2.circle(moved, (400, 300), 20, (20, 20, 200), -1)
    (watched,) = camera.show(moved)
    assert watched.activity is TrayActivity.MOVING
    assert watched.reading is None


def test_a_change_of_the_light_is_no_motion(tray):
    picture, _ = tray
    camera = TrayCamera()
    camera.show(picture, 12)
    (watched,) = camera.show(np.clip(picture.astype(np.int16) + 3, 0, 255).astype(np.uint8))
    assert watched.activity is TrayActivity.STILL
    assert watched.reading is not None


def test_what_two_looks_read_differently_is_unclear():
    def die(value, x):
        return ReadDie(None, value, 0.99, (x, 50.0), 40.0, ((0.0, 0.0),) * 4)

    reading = agreed(
        DiceReading((die(3, 50.0), die(5, 150.0), die(1, 250.0))), DiceReading((die(3, 51.0), die(6, 150.0)))
    )
    assert [read.pips for read in reading.dice] == [3]
    assert reading.unread == (
        UnreadDie((150.0, 50.0), UnreadReason.UNCLEAR),
        UnreadDie((250.0, 50.0), UnreadReason.UNCLEAR),
    )
