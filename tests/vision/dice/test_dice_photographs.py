import json

import cv2
import numpy as np
import pytest

from vision.dice import dice_set, read_dice

PIPS = dice_set("pips")


@pytest.fixture(scope="module")
def photographs(golden):
    folder = golden / "dice"
    entries = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    return [(entry, read_dice(cv2.imread(str(folder / entry["file"])), PIPS)) for entry in entries]


def values_at(entry, reading):
    """For each die of the truth what is read there; and how many are read where there is none."""
    found, used = [], set()
    for die in entry["dice"]:
        x0, y0, x1, y1 = die["box"]
        # Boxes of one author hug the pips; the die is larger.
        reach = 0.5 * max(x1 - x0, 30.0)
        near = [
            number
            for number, read in enumerate(reading.dice)
            if np.hypot(read.centre_px[0] - (x0 + x1) / 2, read.centre_px[1] - (y0 + y1) / 2) < reach
        ]
        used.update(near)
        found.append((die["value"], [reading.dice[number].pips for number in near]))
    return found, len(reading.dice) - len(used)


def test_no_die_of_the_photographs_is_read_wrongly_and_none_is_invented(photographs):
    for entry, reading in photographs:
        found, invented = values_at(entry, reading)
        assert all(values in ([], [value]) for value, values in found), (entry["file"], found)
        assert invented == 0, (entry["file"], reading)


def test_nearly_all_dice_of_the_photographs_are_read(photographs):
    found = [pair for entry, reading in photographs for pair in values_at(entry, reading)[0]]
    assert sum(values == [value] for value, values in found) >= 0.8 * len(found)


def test_dice_with_side_faces_in_sight_are_all_read_from_above(photographs):
    for entry, reading in photographs:
        if entry["file"].startswith("mp_"):
            assert sorted(die.pips for die in reading.dice) == sorted(die["value"] for die in entry["dice"])
            assert reading.unread == ()
