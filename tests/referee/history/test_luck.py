"""How dice and players fared, from the record of a game."""

import pytest

from companion.games.command import TABLE
from companion.games.common import Rolled
from companion.games.signum.model.commands import Priority
from companion.presentation.evidence import backings
from companion.presentation.teller import Teller
from companion.referee.history.luck_of_record import luck_of
from companion.texts import Language
from tests.record.games import new_record
from tests.referee.dice.roll_table import Throws, to_the_first_roll


@pytest.fixture
def table(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record)
    table = Throws(record, dice=("pixels:a", "pixels:b"))
    yield table
    table.record.close()


@pytest.mark.parametrize("language", Language)
def test_numbers_are_counted_for_dice_and_symbols_for_players(table, language):
    table.throw("pixels:a", 6)
    table.throw("pixels:b", 1)
    luck = luck_of(table.record, language)

    (ann,) = luck.players
    assert (ann.name, ann.kind, dict(ann.fairness.counts)) == ("A", "symbols", {1: 1, 2: 0, 3: 1})
    assert len(ann.labels) == 3
    assert all(ann.sentences)
    assert [(die.who, die.kind, die.fairness.counts[6], die.fairness.rolls) for die in luck.dice] == [
        ("pixels:a", "d6", 1, 1),
        ("pixels:b", "d6", 0, 1),
    ]


def test_rolls_that_were_taken_back_happened_all_the_same(table):
    table.throw("pixels:a", 6)
    table.throw("pixels:b", 1)
    table.undo()
    table.phone(Rolled(by="A", faces=("axe", "axe")))
    luck = luck_of(table.record, Language.ENGLISH)

    assert dict(luck.players[0].fairness.counts) == {1: 1, 2: 2, 3: 1}
    assert [die.fairness.rolls for die in luck.dice] == [1, 1]


def test_faces_that_people_typed_in_say_nothing_of_a_die(table):
    table.join("manual:1")
    table.throw("manual:1", 6)
    table.throw("pixels:b", 1)
    assert [die.who for die in luck_of(table.record, Language.ENGLISH).dice] == ["pixels:b"]


def test_symbols_that_a_camera_tells_are_counted_as_symbols_and_dice_without_a_code_as_one(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record)
    table = Throws(record, dice=("camera:1", "camera:2"))
    table.symbolic = True
    table.throw("camera:1", 3, confidence=0.99)
    table.throw("camera:2", 5, confidence=0.99)
    (die,) = luck_of(record, Language.ENGLISH).dice
    assert (die.who, die.kind, dict(die.fairness.counts)) == ("camera", "symbols", {1: 0, 2: 1, 3: 1})
    record.close()


def test_the_roll_for_priority_is_a_roll_of_its_die(tmp_path):
    table = Throws(new_record(tmp_path / "game.signum"), dice=("pixels:a",))
    table.throw("pixels:a", 6)
    table.throw("pixels:a", 2)
    (die,) = luck_of(table.record, Language.ENGLISH).dice
    assert (die.fairness.counts[6], die.fairness.counts[2]) == (1, 1)
    table.record.close()


@pytest.mark.parametrize(
    "roll",
    [
        b"",
        b"[" * 100_000,
        b"[]",
        b'{"faces": 3}',
        b'{"faces": [{"die": "a", "face": 7, "source": "a"}], "symbols": ["axe"], "symbols_only": []}',
        b'{"faces": [{"die": "a", "face": 1, "source": "a"}], "symbols": ["x", "x", "x", "x", "x", "x"], '
        b'"symbols_only": ["a"]}',
    ],
)
def test_what_backs_a_roll_and_has_another_form_tells_nothing_of_a_die(tmp_path, roll):
    record = new_record(tmp_path / "game.signum")
    record.do(Priority(by=TABLE, rolled={"A": "6", "B": "2"}), {"A:1.roll": roll})
    assert not luck_of(record, Language.ENGLISH).dice
    assert all(
        backings(record, entry, Teller(record.game, record.state, Language.ENGLISH)) is not None
        for entry in record.entries()
    )
    record.close()
