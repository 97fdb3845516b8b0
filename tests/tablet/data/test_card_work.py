"""A card on the bench: what is chosen is written, and nothing else."""

import pytest

from companion.cards.pack_file import PackFile
from companion.games.registry import game_called
from companion.games.signum.shelf.library import LIBRARY
from companion.games.workshop import CardOption
from companion.tablet.data.card_work import CardWork, plain_key
from companion.tablet.data.settings import Settings, load, save
from companion.tablet.data.setup_draft import Draft
from companion.texts import Language

WORKSHOP = game_called("signum").workshop


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(LIBRARY.template(), encoding="utf-8")
    return PackFile.read(path)


def new(file, **card):
    return CardWork(WORKSHOP, file, len(file.cards), {"kind": "spell", "faction": "unknown", "cost": {}, **card})


def test_a_name_stands_in_all_languages_until_one_says_otherwise(file):
    work = new(file)
    work.write(("names",), Language.UKRAINIAN, "Вітер")
    assert work.card["names"] == {"en": "Вітер", "ru": "Вітер", "uk": "Вітер"}
    work.write(("names",), Language.UKRAINIAN, "Вітри", follow=True)
    assert work.card["names"] == {"en": "Вітри", "ru": "Вітри", "uk": "Вітри"}
    work.write(("names",), Language.ENGLISH, "Winds")
    assert work.card["names"] == {"en": "Winds", "ru": "Вітри", "uk": "Вітри"}
    work.write(("names",), Language.UKRAINIAN, "Буря", follow=True)
    assert work.card["names"] == {"en": "Winds", "ru": "Буря", "uk": "Буря"}


def test_parts_are_added_moved_and_taken_out(file):
    work = new(file, effects=[])
    draw, harm = {"type": "draw", "count": 1}, {"type": "harm", "amount": 1}
    assert work.add(("effects",), CardOption(draw, "Draw")) == ("effects", 0)
    assert work.add(("effects",), CardOption(harm, "Harm")) == ("effects", 1)
    assert work.up(("effects", 1)) == ("effects", 0)
    assert work.card["effects"] == [harm, draw]
    work.put(("effects", 0, "amount"), 3)
    work.put(("effects", 1), None)
    assert work.card["effects"] == [{"type": "harm", "amount": 3}]
    assert harm == {"type": "harm", "amount": 1}
    roll = work.add(("effects",), CardOption({"type": "roll", "faces": {}}, "Roll"))
    assert work.add((*roll, "faces"), CardOption({"axe": []}, "Axe")) == (*roll, "faces", "axe")


def test_a_new_card_gets_a_key_of_its_own_and_is_written_once(file):
    count = len(file.cards)
    work = new(file, effects=[{"type": "draw", "count": 1}])
    for language, name in (("en", "The Mayor!"), ("ru", "Мэр"), ("uk", "Мер")):
        work.write(("names",), Language(language), name)
    assert work.changed
    work.save()
    assert not work.changed
    work.put(("effects", 0, "count"), 2)
    work.save()
    read = PackFile.read(file.path)
    assert len(read.cards) == count + 1
    assert (read.cards[-1]["key"], read.cards[-1]["effects"][0]["count"]) == ("the_mayor", 2)
    (checked,) = LIBRARY.check((file.path,), lambda *_: ())
    assert checked.ok


@pytest.mark.parametrize(
    ("name", "key"), [("Old Pell", "old_pell"), ("Мэр", "card"), ("Bjørn 2", "bj_rn_2"), ("It's", "its"), ("", "card")]
)
def test_keys_are_made_of_names(name, key):
    assert plain_key(name, "card") == key


def test_packs_that_take_part_are_kept_and_come_to_every_new_game(tmp_path, file):
    gone = str(tmp_path / "gone.toml")
    many = tuple(f"{n}.toml" for n in range(9))
    save(tmp_path / "settings.toml", Settings(packs=(str(file.path), gone, *many)))
    settings = load(tmp_path / "settings.toml").settings
    assert settings.packs == (str(file.path), gone, *many)
    assert Draft.of(settings).beginning(Language.ENGLISH).packs == (file.path,)
