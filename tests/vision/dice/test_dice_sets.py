import pytest

from vision.dice import Marks, UnknownDiceSetError, dice_set, dice_sets


def test_every_set_is_found_by_its_name():
    assert {dice_set(name).name for name in dice_sets()} == {"pips", "signum-pips", "symbols", "symbols-coded"}


def test_values_of_plain_dice_stand_for_themselves():
    assert [dice_set("pips").face_of(value) for value in range(1, 7)] == [None] * 6


def test_faces_are_words_of_the_data_file():
    faces = [dice_set("signum-pips").face_of(value) for value in range(1, 7)]
    assert faces == ["bullseye", "bullseye", "axe", "axe", "shield", "shield"]
    assert dice_set("signum-pips").marks is Marks.PIPS


def test_an_unknown_name_is_told_with_the_known_ones():
    with pytest.raises(UnknownDiceSetError, match=r"'d20'.*signum-pips"):
        dice_set("d20")
