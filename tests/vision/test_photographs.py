"""Photographs with tags from other projects: where their corners are, and several dictionaries at once."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import find_tags


@pytest.fixture(scope="module")
def documented(golden: Path) -> dict[str, dict]:
    entries = json.loads((golden / "photos" / "truth.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry for entry in entries}


@pytest.mark.parametrize("file", ["singlemarkersoriginal.jpg", "choriginal.jpg"])
def test_corners_lie_within_two_pixels_of_the_documented_ones(golden, documented, file):
    entry = documented[file]
    true = dict(zip(entry["ids"], entry["corners"], strict=True))

    for tag in find_tags(cv2.imread(str(golden / "photos" / file)), ("DICT_6X6_250",)):
        # OpenCV's own corners are where the dark pixels end, and rounded to whole ones.
        assert np.abs(np.array(tag.corners_px) - np.array(true[tag.id])).max() < 2.0, tag.id


def test_several_dictionaries_can_be_looked_for_at_once(golden):
    picture = cv2.imread(str(golden / "photos" / "cdf_blue.jpg"))

    tags = find_tags(picture, ("DICT_4X4_50", "DICT_6X6_250", "DICT_APRILTAG_36h11"))

    assert [(tag.id, tag.dictionary) for tag in tags] == [(13, "DICT_4X4_50")]
