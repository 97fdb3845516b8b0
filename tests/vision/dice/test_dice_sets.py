import pytest

from vision.dice import DiceSet, DieKind, Marks, UnknownDiceSetError, dice_set, dice_sets


def test_every_set_is_found_by_its_name():
    assert {dice_set(name).name for name in dice_sets()} == {"pips", "symbols", "symbols-coded"}


def test_values_of_plain_dice_stand_for_themselves():
    assert [dice_set("pips").face_of(value) for value in range(1, 7)] == [None] * 6


def test_faces_are_words_of_the_data_file():
    faces = [dice_set("symbols").face_of(value) for value in range(1, 7)]
    assert faces == ["bullseye", "bullseye", "axe", "axe", "shield", "shield"]
    assert dice_set("symbols").marks is Marks.STICKERS


def test_an_unknown_name_is_told_with_the_known_ones():
    with pytest.raises(UnknownDiceSetError, match=r"'d20'.*symbols-coded"):
        dice_set("d20")


def test_each_kind_of_a_set_has_a_colour_of_its_own_and_faces():
    hits, waves = DieKind("red", ("hit", "miss") * 3), DieKind("blue", ("wave", "miss") * 3)
    dice = DiceSet("pool", Marks.PIPS, kinds={"attack": hits, "tide": waves})
    assert [dice.face_of(1, "attack"), dice.face_of(1, "tide"), dice.face_of(1)] == ["hit", "wave", None]
    with pytest.raises(ValueError, match="a colour of its own"):
        DiceSet("pool", Marks.PIPS, kinds={"attack": hits, "tide": DieKind("red")})
    with pytest.raises(ValueError, match="not 'tartan'"):
        DieKind("tartan")
    with pytest.raises(ValueError, match="6 faces or none"):
        DieKind("red", ("hit",))
