"""Void throws are counted for each player, and the table is asked about a player's second one and all after it."""

import pytest

from hardware.rolls import CollectingError, RollRequest
from tests.hardware.rolls.table import RollTable


def asked(player="A", id_="r1", count=1):
    return RollRequest(id_, count, by=frozenset({player}), asks_voids=True)


def table(*requests):
    table = RollTable()
    table.join("own:a", "pixels:b")
    for request in requests or (asked(),):
        table.ask(request)
    return table


def test_a_first_void_throw_is_counted_and_not_asked_about():
    rolls = table()
    rolls.roll("own:a", 1)
    rolls.call_again(0, "off the table")
    assert (rolls.asks("r1"), dict(rolls.journal.voids)) == ([], {"A": 1})
    assert rolls.journal.entries[0].void_count == 1


def test_a_claim_leaves_the_face_until_the_table_agrees():
    rolls = table()
    rolls.roll("own:a", 1)
    rolls.claim(0, "off the table")
    assert rolls.asks("r1") == [("voided", ["own:a"])]
    assert not rolls.progress("r1").complete
    assert [entry.face for entry in rolls.progress("r1").counted] == [1]
    rolls.agree(0)
    assert rolls.fates() == [("own:a", "void", "reroll")]
    assert (rolls.asks("r1"), rolls.progress("r1").owed, dict(rolls.journal.voids)) == ([], 1, {"A": 1})
    assert rolls.journal.entries[0].detail == "off the table"


def test_a_claim_that_the_table_refuses_lets_the_face_count():
    rolls = table()
    rolls.roll("own:a", 1)
    rolls.claim(0, "off the table")
    rolls.let_stand(0)
    assert (rolls.asks("r1"), rolls.close("r1").values, dict(rolls.journal.voids)) == ([], (1,), {})


def test_a_player_may_claim_again_and_is_asked_again():
    rolls = table()
    rolls.roll("own:a", 1)
    rolls.claim(0, "off the table")
    rolls.let_stand(0)
    rolls.claim(0, "touched")
    assert rolls.asks("r1") == [("voided", ["own:a"])]


@pytest.mark.parametrize("spoil", ["move", "lose"])
def test_a_second_throw_that_a_hand_or_a_lost_die_ends_is_asked_about(spoil):
    rolls = table()
    rolls.roll("own:a", 1)
    rolls.call_again(0, "off the table")
    rolls.tumble("own:a")
    if spoil == "move":
        rolls.move("own:a", 1)
    else:
        rolls.lose("own:a")
        rolls.bring_back("own:a")
    rolls.roll("own:a", 6)
    assert rolls.asks("r1") == [("voided", ["own:a"])]
    assert (rolls.journal.entries[1].void_count, dict(rolls.journal.voids)) == (2, {"A": 2})
    assert not rolls.progress("r1").complete
    rolls.agree(1)
    assert rolls.close("r1").values == (6,)


def test_a_die_that_leans_is_nobodys_doing():
    rolls = table()
    for _ in range(3):
        rolls.tumble("own:a")
        rolls.cock("own:a")
    assert (rolls.asks("r1"), dict(rolls.journal.voids)) == ([], {})
    rolls.roll("own:a", 4)
    assert {entry.void_count for entry in rolls.journal.entries.values()} == {0}


def test_each_player_is_counted_apart():
    rolls = table(asked("A"))
    rolls.roll("own:a", 1)
    rolls.call_again(0, "touched")
    rolls.withdraw("r1")
    rolls.ask(asked("B", "r2"))
    rolls.tumble("pixels:b")
    rolls.move("pixels:b", 2)
    assert (rolls.asks("r2"), dict(rolls.journal.voids)) == ([], {"A": 1, "B": 1})


def test_a_roll_that_several_may_throw_counts_for_nobody():
    rolls = table(RollRequest("r1", 1, by=frozenset({"A", "B"}), asks_voids=True))
    rolls.roll("own:a", 1)
    rolls.call_again(0, "touched")
    assert dict(rolls.journal.voids) == {}


def test_a_roll_declared_by_an_older_program_asks_nothing_new():
    rolls = table(RollRequest("r1", 1, by=frozenset({"A"})))
    for _ in range(2):
        rolls.tumble("own:a")
        rolls.move("own:a", 1)
    rolls.roll("own:a", 3)
    assert (rolls.asks("r1"), rolls.close("r1").values) == ([], (3,))


def test_a_claim_needs_a_reason_and_an_answer_needs_a_claim():
    rolls = table()
    rolls.roll("own:a", 1)
    before = rolls.journal
    for act in (
        lambda: rolls.claim(0, " "),
        lambda: rolls.agree(0),
        lambda: rolls.let_stand(0),
        lambda: rolls.claim(9, "off"),
    ):
        with pytest.raises(CollectingError):
            act()
    assert rolls.journal is before


def test_a_second_void_throw_that_the_table_called_again_is_not_asked_about():
    rolls = table()
    rolls.tumble("own:a")
    rolls.lose("own:a")
    rolls.bring_back("own:a")
    rolls.roll("pixels:b", 1)
    rolls.call_again(1, "off the table")
    assert (rolls.asks("r1"), rolls.journal.entries[1].void_count) == ([], 2)
