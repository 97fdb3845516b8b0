"""A pack's file with one card changed: nothing else in it is touched, and nobody's work is written over."""

import tomllib
from copy import deepcopy

import pytest

from companion.cards import CardsError
from companion.cards.pack_check import lines_of
from companion.cards.pack_file import ChangedPackError, PackFile, UnwrittenPackError, pack_files
from companion.games.signum.shelf.library import LIBRARY

NAMES = {"en": "Mine", "ru": "Моя", "uk": "Моя"}
SPELL = {
    "key": "gust",
    "kind": "spell",
    "names": {"en": 'A "gust"\\', "ru": "Порыв", "uk": "Порив"},
    "cost": {"any": 1},
    "faction": "lanternmarch",
    "effects": [{"type": "choice", "options": [[{"type": "draw", "count": 1}], []]}],
}


@pytest.fixture
def template(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(LIBRARY.template(), encoding="utf-8")
    return PackFile.read(path)


def shipped():
    folder = LIBRARY._files.joinpath("packs")
    return [each for each in folder.iterdir() if each.name.endswith(".toml") and ".deck." not in each.name]


@pytest.mark.parametrize("source", shipped(), ids=lambda each: each.name)
def test_a_changed_card_leaves_every_other_line_as_it_was(source, tmp_path):
    path = tmp_path / source.name
    path.write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    file = PackFile.read(path)
    for index in (0, len(file.cards) // 2, len(file.cards) - 1):
        before, card = path.read_text(encoding="utf-8").splitlines(), deepcopy(file.cards[index])
        card["flavour"] = NAMES
        file = file.with_card(index, card)
        after = path.read_text(encoding="utf-8").splitlines()
        assert [line for line in after if not line.startswith("flavour = {en")] == [
            line for line in before if not line.startswith("flavour = {en")
        ]
        assert tomllib.loads("\n".join(after))["card"][index] == card


def test_a_new_card_stands_after_the_others_with_what_it_declares(template):
    names = {"en": "March", "ru": "Марка", "uk": "Марка"}
    file = template.with_card(len(template.cards), SPELL, [("factions", "lanternmarch", names)])
    assert file.cards == [*template.cards, SPELL]
    assert file.data["factions"]["lanternmarch"] == names
    read = PackFile.read(file.path)
    assert (read.data, read.text) == (file.data, file.text)
    (checked,) = LIBRARY.check((file.path,), lambda *_: ())
    assert checked.ok


def test_a_card_is_taken_out_and_the_others_stay(template):
    file = template.with_card(1, None)
    assert file.cards == [template.cards[0], *template.cards[2:]]


def test_a_new_pack_never_takes_the_place_of_a_file(tmp_path):
    (tmp_path / "mine.toml").write_text("mine", encoding="utf-8")
    file = PackFile.new(tmp_path, "mine", NAMES)
    assert (file.path.name, file.data["id"]) == ("mine_2.toml", "mine_2")
    assert (tmp_path / "mine.toml").read_text(encoding="utf-8") == "mine"
    file = file.with_card(0, SPELL, [("factions", "lanternmarch", NAMES)])
    (checked,) = LIBRARY.check((file.path,), lambda *_: ())
    assert checked.ok


def test_a_file_that_was_changed_or_is_gone_is_not_written(template):
    template.path.write_text(template.text + "# more\n", encoding="utf-8")
    with pytest.raises(ChangedPackError):
        template.with_card(0, SPELL)
    assert template.path.read_text(encoding="utf-8").endswith("# more\n")
    template.path.unlink()
    with pytest.raises(ChangedPackError):
        template.with_names(NAMES)
    assert not template.path.exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UnwrittenPackError):
        PackFile.new(tmp_path / "file" / "cards", "mine", NAMES)


@pytest.mark.parametrize("text", ["x = [", "a = 1", 'names = "x"', "names = {}\ncard = 3"])
def test_what_is_no_pack_is_refused_in_one_sentence(tmp_path, text):
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CardsError) as refusal:
        PackFile.read(path)
    assert len(str(refusal.value).splitlines()) == 1


def test_packs_in_a_folder_are_told_from_decks(tmp_path):
    for name in ("b.toml", "a.toml", "a.deck.toml", ".a.toml.new", "notes.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert [each.name for each in pack_files(tmp_path)] == ["a.toml", "b.toml"]
    assert pack_files(tmp_path / "nowhere") == ()


def test_a_draft_is_kept_beside_the_cards_and_takes_the_place_of_the_card_that_it_becomes(template):
    whole, half = LIBRARY.load_pack(template.path).cards, {"kind": "spell", "key": "gust"}
    file = template.with_draft(0, half).with_draft(1, {**half, "key": "breeze"})
    assert (file.drafts, file.cards) == ([half, {**half, "key": "breeze"}], template.cards)
    assert LIBRARY.load_pack(file.path).cards == whole, "nobody plays with it"
    (checked,) = LIBRARY.check((file.path,), lambda *_: ())
    assert lines_of(checked)[-1].endswith("pack of 7 cards and 2 drafts, no mistakes")
    file = file.with_draft(0, {**half, "names": NAMES})
    assert file.drafts[0]["names"] == NAMES
    file = file.with_card(len(file.cards), {**SPELL, "faction": "my_town"}, (), draft=0)
    assert ([each["key"] for each in file.drafts], file.cards[-1]["key"]) == (["breeze"], "gust")
    file = file.with_draft(0, None)
    assert (file.drafts, PackFile.read(file.path).cards) == ([], file.cards)
    assert LIBRARY.load_pack(file.path).cards.keys() == {*whole, "my_pack/gust"}
    assert file.with_card(len(file.cards) - 1, None).cards == template.cards
