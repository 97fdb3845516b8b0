"""Photographs with tags from other projects: where their corners are, and several dictionaries at once."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import find_tags


@pytest.fixture(scope="module")
def documented(shared_examples: Path) -> dict[str, dict]:
    entries = json.loads((shared_examples / "photos" / "truth.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry for entry in entries}


@pytest.mark.parametrize("file", ["singlemarkersoriginal.jpg", "choriginal.jpg"])
def test_corners_lie_within_two_pixels_of_the_documented_ones(shared_examples, documented, file):
    entry = documented[file]
    true = dict(zip(entry["ids"], entry["corners"], strict=True))

    for tag in find_tags(cv2.imread(str(shared_examples / "photos" / file)), ("DICT_6X6_250",)):
        # OpenCV's own corners are where the dark pixels end, and rounded to whole ones.
        assert np.abs(np.array(tag.corners_px) - np.array(true[tag.id])).max() < 2.0, tag.id


def test_several_dictionaries_can_be_looked_for_at_once(shared_examples):
    picture = cv2.imread(str(shared_examples / "photos" / "cdf_blue.jpg"))

    tags = find_tags(picture, ("DICT_4X4_50", "DICT_6X6_250", "DICT_APRILTAG_36h11"))

    assert [(tag.id, tag.dictionary) for tag in tags] == [(13, "DICT_4X4_50")]
