"""Photographs from other projects, measured by the command as a user runs it: every known tag, and nothing else."""

import json

import pytest

from companion.cli import main

PHOTOS = {
    "singlemarkersoriginal.jpg": ("DICT_6X6_250", {40, 98, 62, 23, 124, 203}),
    "choriginal.jpg": ("DICT_6X6_250", set(range(17))),
    "charuco_img_02.jpg": ("DICT_6X6_250", set(range(17))),
    **{f"cdf_blue{way}.jpg": ("DICT_4X4_50", {13}) for way in ("", "-reverse", "-tilted-r")},
    **{f"cdf_red{way}.jpg": ("DICT_4X4_50", {47}) for way in ("", "-reverse", "-tilted-r")},
}
TURNED = ("dt_rotation_-30.png", "dt_rotation_0.png", "dt_rotation_50.png")


def tags_in(path, dictionary, capsys):
    assert main(["measure", str(path), "--dictionary", dictionary, "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert answer["mat"] == {"found": False}
    return answer["tags"]


@pytest.mark.parametrize("name", PHOTOS)
def test_every_known_tag_is_found_and_nothing_is_invented(golden, capsys, name):
    dictionary, ids = PHOTOS[name]
    found = [tag["id"] for tag in tags_in(golden / "photos" / name, dictionary, capsys)]
    assert sorted(found) == sorted(ids)


def test_a_tag_keeps_its_id_however_it_is_turned(golden, capsys):
    found = [tags_in(golden / "photos" / name, "DICT_APRILTAG_36h11", capsys) for name in TURNED]
    assert [len(tags) for tags in found] == [1, 1, 1]
    assert len({tags[0]["id"] for tags in found}) == 1


def test_with_several_dictionaries_each_tag_names_its_own(golden, capsys):
    path = golden / "photos" / "singlemarkersoriginal.jpg"
    assert main(["measure", str(path), "--dictionary", "DICT_6X6_250", "--dictionary", "DICT_5X5_100", "--json"]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert {(tag["dictionary"], tag["id"]) for tag in answer["tags"]} == {
        ("DICT_6X6_250", known) for known in PHOTOS["singlemarkersoriginal.jpg"][1]
    }
