"""What is said of a throw stands until it is answered, and a throw belongs to the rolls that it began for."""

import base64

import pytest

from hardware.rolls import CollectingError, RollRequest, pair
from hardware.rolls.result import result_data
from tests.hardware.rolls.table import RollTable


def table(*requests):
    table = RollTable()
    table.join("own:a", "pixels:b")
    for request in requests:
        table.ask(request)
    return table


def by(*players, id_="r1"):
    return RollRequest(id_, 1, by=frozenset(players), asks_voids=True)


def test_a_claim_stands_whatever_else_is_said_of_the_throw():
    rolls = table(by("A"))
    rolls.roll("own:a", 1, confidence=0.4)
    rolls.claim(0, "off the table")
    rolls.decide(0, 2)
    assert rolls.asks("r1") == [("voided", ["own:a"])]
    rolls.let_stand(0)
    rolls.decide(0, 3)
    assert (rolls.asks("r1"), rolls.close("r1").values) == ([], (3,))


def test_a_throw_is_assigned_to_no_roll_but_those_it_began_for():
    rolls = table(by("A"), by("B", id_="r2"))
    rolls.roll("own:a", 1)
    rolls.ask(by("A", id_="r3"))
    before = rolls.journal
    for number, request in ((0, "r3"), (0, "r9"), (1, "r1")):
        with pytest.raises(CollectingError, match="cannot be for the roll"):
            rolls.assign(number, request)
    assert rolls.journal is before
    rolls.assign(0, "r2")
    assert rolls.close("r2").values == (1,)
    with pytest.raises(CollectingError, match="cannot be for the roll"):
        rolls.assign(0, "r2")


def test_a_roll_that_was_withdrawn_takes_no_throw_that_it_might_have_had():
    rolls = table(by("A"), by("B", id_="r2"))
    rolls.roll("own:a", 1)
    rolls.withdraw("r2")
    with pytest.raises(CollectingError, match="cannot be for the roll"):
        rolls.assign(0, "r2")


@pytest.mark.parametrize(("others", "counts"), [(("A",), {"A": 1}), (("B",), {}), ((), {}), (("A", "B"), {})])
def test_a_void_throw_is_a_players_only_if_nobody_else_may_have_thrown(others, counts):
    rolls = table(by("A"), by(*others, id_="r2"))
    rolls.roll("own:a", 1)
    rolls.call_again(0, "off the table")
    assert dict(rolls.journal.voids) == counts


def test_a_sight_that_shares_no_roll_with_its_die_confirms_nothing():
    rolls = table(by("A"))
    rolls.join("camera:code-7")
    rolls.journal = pair(rolls.journal, "camera:code-7", "own:a")
    rolls.roll("own:a", 1)
    rolls.ask(by("A", id_="r2"))
    rolls.roll("camera:code-7", 1)
    rolls.assign(1, "r2")
    rolls.wait(9.0)
    assert rolls.asks("r2") == [("only_camera", ["camera:code-7"])]


@pytest.mark.parametrize("asks_voids", [True, False])
def test_a_second_void_throw_is_asked_about_if_any_of_its_rolls_asks(asks_voids):
    rolls = table(by("A"), RollRequest("r2", 1, by=frozenset({"A"}), asks_voids=asks_voids))
    for _ in range(2):
        rolls.tumble("own:a")
        rolls.move("own:a", 1)
    assert rolls.asks("r1") == rolls.asks("r2") == [("voided", ["own:a"])]


def test_what_the_camera_saw_of_a_throw_that_came_to_nothing_ends_with_the_roll():
    rolls = table(by("A"))
    rolls.join("camera:code-7")
    rolls.journal = pair(rolls.journal, "camera:code-7", "own:a")
    rolls.tumble("camera:code-7")
    rolls.ask(by("A", id_="r2"))
    rolls.roll("own:a", 0)  # a face that it has not, in a throw that might have been for either roll
    rolls.settle("camera:code-7", 1)
    rolls.roll("own:a", 4)
    rolls.assign(2, "r1")
    rolls.wait(9.0)
    assert rolls.close("r1").values == (4,)
    assert rolls.fates() == [
        ("camera:code-7", "void", "its_die_is_void"),
        ("own:a", "anomaly", "impossible_face"),
        ("own:a", "accepted", None),
    ]


def test_a_result_says_what_was_read_with_its_evidence():
    rolls = table(by("A"))
    rolls.tumble("own:a")
    rolls.cock("own:a")
    rolls.roll("own:a", 4)
    data = result_data(rolls.close("r1"))
    assert (data["roll"], data["by"], [face["face"] for face in data["faces"]]) == ("r1", ["A"], [4])
    assert base64.b64decode(data["faces"][0]["proofs"][0]["evidence"]["base64"]) == b"own:a 4"
    assert [base64.b64decode(each["evidence"]["base64"]) for each in data["aside"]] == [b"own:a leans"]
    assert [(each["face"], each["fate"], each["report"]) for each in data["aside"]] == [(None, "void", "cocked")]
