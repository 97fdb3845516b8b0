"""Photographs with tags from other projects: every documented id is found, and nothing else."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision import find_tags

SIX = ("singlemarkersoriginal.jpg", "choriginal.jpg", "charuco_img_02.jpg")
FOUR = tuple(f"cdf_{colour}{way}.jpg" for colour in ("blue", "red") for way in ("", "-reverse", "-tilted-r"))
TURNED = ("dt_rotation_-30.png", "dt_rotation_0.png", "dt_rotation_50.png")


@pytest.fixture(scope="module")
def documented(shared_examples: Path) -> dict[str, dict]:
    entries = json.loads((shared_examples / "photos" / "truth.json").read_text(encoding="utf-8"))
    return {entry["file"]: entry for entry in entries}


@pytest.mark.parametrize(
    ("file", "dictionary"), [(file, "DICT_6X6_250") for file in SIX] + [(file, "DICT_4X4_50") for file in FOUR]
)
def test_the_documented_ids_are_found_and_no_others(shared_examples, documented, file, dictionary):
    tags = find_tags(cv2.imread(str(shared_examples / "photos" / file)), (dictionary,))

    assert sorted(tag.id for tag in tags) == sorted(documented[file]["ids"])


@pytest.mark.parametrize("file", TURNED)
def test_a_single_turned_tag_is_found_once(shared_examples, file):
    tags = find_tags(cv2.imread(str(shared_examples / "photos" / file)), ("DICT_APRILTAG_36h11",))

    assert len(tags) == 1


@pytest.mark.parametrize("file", ["singlemarkersoriginal.jpg", "choriginal.jpg"])
def test_corners_lie_within_a_pixel_of_the_documented_ones(shared_examples, documented, file):
    entry = documented[file]
    true = dict(zip(entry["ids"], entry["corners"], strict=True))

    for tag in find_tags(cv2.imread(str(shared_examples / "photos" / file)), ("DICT_6X6_250",)):
        # OpenCV's own corners are where the dark pixels end, and rounded to whole ones.
        assert np.abs(np.array(tag.corners_px) - np.array(true[tag.id])).max() < 2.0, tag.id


def test_several_dictionaries_can_be_looked_for_at_once(shared_examples):
    picture = cv2.imread(str(shared_examples / "photos" / "cdf_blue.jpg"))

    tags = find_tags(picture, ("DICT_4X4_50", "DICT_6X6_250", "DICT_APRILTAG_36h11"))

    assert [(tag.id, tag.dictionary) for tag in tags] == [(13, "DICT_4X4_50")]
