"""Rolls of a game thrown with dice: what comes to rest reaches the record once, with its evidence, and nothing else."""

import asyncio
import json
from collections import Counter

import pytest

from companion.games.command import TABLE
from companion.games.common import Rolled, SetValue
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee.api.table_intents import AnswerVoid, DecideFace, DecideThrows, RerollDie
from companion.referee.dice.roll_manager import name_of_roll
from companion.referee.match.command_builder import NotOfferedError
from companion.referee.match.command_request import CommandDone
from companion.referee.match.pending_rolls import OCCASION, occasion
from hardware.rolls import CollectingError, Fate
from tests.record.games import GAMES, new_record
from tests.referee.dice.roll_table import Throws, rolled_packet, to_the_first_roll


@pytest.fixture
def unbegun(tmp_path):
    table = Throws(new_record(tmp_path / "game.signum"))
    yield table
    table.record.close()


@pytest.fixture
def table(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record)
    table = Throws(record, dice=("pixels:a", "pixels:b", "pixels:c"))
    yield table
    table.record.close()


def evidence(table):
    """What backs the last command, by name."""
    entry = list(table.record.entries())[-1]
    return {each.name: table.record.evidence(each.digest) for each in entry.evidence}


def test_dice_fulfil_a_roll_and_the_record_has_where_each_face_comes_from(table):
    table.throw("pixels:a", 6)
    assert table.rolled() == []
    table.throw("pixels:b", 1)

    (rolled,) = table.rolled()
    assert rolled.faces == ("shield", "bullseye")
    assert [(each.source, each.die, each.evidence) for each in rolled.witnesses] == [
        ("pixels", "pixels:a", "die1"),
        ("pixels", "pixels:b", "die2"),
    ]
    backing = evidence(table)
    assert (backing["die1"], backing["die2"]) == (rolled_packet(6), rolled_packet(1))
    told = json.loads(backing["roll"])
    assert [(face["face"], face["confidence"], face["die"]) for face in told["faces"]] == [
        (6, 1.0, "pixels:a"),
        (1, 1.0, "pixels:b"),
    ]
    assert verify(table.record.path, GAMES).otherwise == ()


def test_what_was_thrown_before_it_was_asked_for_never_counts(table):
    table.undo()
    table.tumble("pixels:a")
    table.match.redo(TABLE)
    table.throwing.settle()
    table.rest("pixels:a", 6)
    table.throw("pixels:b", 3)

    assert table.rolled() == []
    assert [entry.die for entry in table.roll[1].counted] == ["pixels:b"]
    assert ("pixels:a", "practice", "before") in table.fates()


def test_faces_typed_on_a_phone_take_the_roll_back_from_the_dice(table):
    table.throw("pixels:a", 6)
    table.tumble("pixels:b")
    answer = table.phone(Rolled(by="A", faces=("axe", "axe")))
    table.rest("pixels:b", 6)

    assert answer == CommandDone()
    assert [rolled.faces for rolled in table.rolled()][:1] == [("axe", "axe")]
    assert ("pixels:a", "void", "withdrawn") in table.fates()
    assert ("pixels:b", "practice", "before") in table.fates()


def test_fingers_and_dice_make_one_roll_together(table):
    table.throw("pixels:a", 6)
    table.join("manual:1")
    table.throw("manual:1", 4)

    (rolled,) = table.rolled()
    assert rolled.faces == ("shield", "axe")
    assert [each.source for each in rolled.witnesses] == ["pixels", "manual"]


def test_a_cocked_die_a_lost_die_and_a_die_called_again_owe_another_throw(table):
    table.tumble("pixels:a")
    table.lean("pixels:a")
    table.tumble("pixels:b")
    table.lose("pixels:b")
    table.throw("pixels:c", 6)
    id_, standing = table.roll
    assert (standing.owed, len(standing.void)) == (1, 2)
    table.throwing.say(RerollDie(standing.counted[0].number, "it leant against a base"), "A")
    assert [question.ask.value for question in table.roll[1].questions] == ["voided"]  # after the lost die the second
    table.throwing.say(AnswerVoid(standing.counted[0].number, void=True), "B")
    assert table.roll[0] == id_
    assert table.roll[1].owed == 2
    table.throw("pixels:a", 3)
    table.throw("pixels:c", 4)

    (rolled,) = table.rolled()
    assert rolled.faces == ("axe", "axe")
    told = json.loads(evidence(table)["roll"])
    assert [(each["die"], each["fate"], each["why"]) for each in told["aside"]] == [
        ("pixels:a", "void", "cocked"),
        ("pixels:b", "void", "lost"),
        ("pixels:c", "void", "reroll"),
    ]


def test_a_die_called_again_needs_a_reason(table):
    table.throw("pixels:a", 6)
    with pytest.raises(CollectingError, match="reason"):
        table.throwing.say(RerollDie(table.roll[1].counted[0].number, " "), "A")


def test_a_face_that_is_not_sure_waits_for_the_word_of_the_table(table):
    table.throw("pixels:a", 6, confidence=0.6)
    table.throw("pixels:b", 3)
    assert table.rolled() == []
    (question,) = table.roll[1].questions
    table.throwing.say(DecideFace(question.entries[0], 2), "B")

    (rolled,) = table.rolled()
    assert rolled.faces == ("bullseye", "axe")


def test_a_camera_that_sees_another_face_is_asked_about(table):
    table.journal.do("pair", seen="camera:code-7", die="pixels:a")
    table.join("camera:code-7")
    table.tumble("pixels:a", "camera:code-7")
    table.rest("pixels:a", 6)
    table.rest("camera:code-7", 1, confidence=0.99)
    table.throw("pixels:b", 3)
    table.wait(5.0)
    table.turn("pixels:c", 1)
    (question,) = table.roll[1].questions
    assert question.ask.value == "disagree"
    table.throwing.say(DecideFace(question.entries[0], 6), TABLE)
    assert table.rolled()[0].faces == ("shield", "axe")


def test_more_dice_than_asked_for_are_asked_about(table):
    table.tumble("pixels:a", "pixels:b", "pixels:c")
    for die, face in (("pixels:a", 1), ("pixels:b", 3), ("pixels:c", 6)):
        table.rest(die, face)
    id_, standing = table.roll
    assert [question.ask.value for question in standing.questions] == ["surplus"]
    table.throwing.say(DecideThrows(id_, tuple(entry.number for entry in standing.counted[1:])), TABLE)

    assert table.rolled()[0].faces == ("axe", "shield")
    assert ("pixels:a", "practice", "not_chosen") in table.fates()


def test_a_roll_goes_on_where_it_was_when_the_program_was_killed(table):
    table.throw("pixels:a", 6)
    table.tumble("pixels:b")
    id_ = table.roll[0]
    table.killed_and_started(later_s=3.0)

    assert table.roll[0] == id_
    assert [(entry.die, entry.face) for entry in table.roll[1].counted] == [("pixels:a", 6)]
    assert [(entry.die, entry.why.value) for entry in table.roll[1].void] == [("pixels:b", "lost")]
    table.join("pixels:b")
    table.throw("pixels:b", 1)
    (rolled,) = table.rolled()
    assert rolled.faces == ("shield", "bullseye")


def test_a_roll_that_the_record_has_is_not_asked_of_the_dice_again_after_a_kill(table):
    closed = table.journal.close
    table.journal.close = lambda request: None  # the plug is pulled between record and dice's book
    try:
        table.throw("pixels:a", 6)
        with pytest.raises(RuntimeError):
            _stop_at_the_second(table)
    finally:
        table.journal.close = closed
    assert len(table.rolled()) == 1
    written = table.record.written
    table.killed_and_started()

    assert table.record.written == written
    assert [fate for _, fate, _ in table.fates()] == ["accepted", "accepted"]


def _stop_at_the_second(table):
    def pulled(*_):
        raise RuntimeError

    table.journal.close = pulled
    table.throw("pixels:b", 1)


def test_a_roll_taken_back_is_thrown_anew_and_both_are_kept(table):
    table.throw("pixels:a", 6)
    table.throw("pixels:b", 1)
    first = table.journal.state.ids
    table.undo()
    assert table.rolled() == []
    table.throw("pixels:a", 2)
    table.throw("pixels:b", 2)

    assert table.rolled()[0].faces == ("bullseye", "bullseye")
    assert table.journal.state.ids > first
    assert Counter(fate for _, fate, _ in table.fates())[Fate.ACCEPTED] == 4


def test_what_is_set_by_hand_meanwhile_leaves_the_roll_open(table):
    table.throw("pixels:a", 6)
    before = table.roll[0]
    table.phone(SetValue(by="A", what="prosperity", of="A", value=9), "by hand")

    assert table.roll[0] == before
    assert len(table.roll[1].counted) == 1


def test_another_players_die_is_practice(table):
    table.journal.do("give", die="pixels:a", player="B")
    table.throw("pixels:a", 6)

    assert table.roll[1].owed == 2
    assert ("pixels:a", "practice", "other_player") in table.fates()


def test_with_fewer_dice_than_the_roll_takes_they_are_thrown_again(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record)
    record.close()
    table = Throws(Record.open(record.path, GAMES, lambda: ""), dice=("pixels:a",))
    table.throw("pixels:a", 6)
    table.throw("pixels:a", 1)

    assert table.rolled()[0].faces == ("shield", "bullseye")
    table.record.close()


def test_dice_that_come_later_are_counted_on_from_then(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record)
    table = Throws(record)
    assert not table.roll[1].asked.request.repeats
    table.join("pixels:a")
    table.throwing.settle()
    assert table.roll[1].asked.request.repeats
    table.tumble("pixels:a")
    table.join("pixels:b")
    table.throwing.settle()
    assert table.roll[1].asked.request.repeats
    assert len(table.roll[1].tumbling) == 1
    record.close()


def test_priority_is_rolled_one_after_the_other_with_dice_that_are_nobodys(unbegun):
    unbegun.join("pixels:a", "pixels:b")
    assert [owed.seat for _, owed, _ in unbegun.rolls] == ["A"]
    unbegun.throw("pixels:a", 4)
    assert [owed.seat for _, owed, _ in unbegun.rolls] == ["A", "B"]
    unbegun.throw("pixels:a", 2)

    assert unbegun.record.state.steps[-1].player == "A"
    assert set(evidence(unbegun)) >= {"A.roll", "A.die1", "B.roll", "B.die1"}


def test_priority_is_rolled_at_once_with_dice_that_have_owners(tmp_path):
    record = new_record(tmp_path / "game.signum")
    table = Throws(record)
    table.join("pixels:a", "pixels:b")
    table.journal.do("give", die="pixels:a", player="A")
    table.journal.do("give", die="pixels:b", player="B")
    table.throwing.settle()
    assert [owed.seat for _, owed, _ in table.rolls] == ["A", "B"]
    table.tumble("pixels:b", "pixels:a")
    table.rest("pixels:b", 6)
    table.rest("pixels:a", 1)
    assert record.state.steps[-1].player == "B"
    record.close()


def test_equal_priority_is_rolled_again(unbegun):
    unbegun.join("pixels:a")
    unbegun.throw("pixels:a", 4)
    unbegun.throw("pixels:a", 4)
    assert [owed.seat for _, owed, _ in unbegun.rolls] == ["A"]
    unbegun.throw("pixels:a", 1)
    unbegun.throw("pixels:a", 3)
    assert unbegun.record.state.steps[-1].player == "B"


def test_symbols_are_compared_with_symbols(unbegun):
    unbegun.symbolic = True
    unbegun.join("camera:1", "pixels:a")
    unbegun.throw("camera:1", 3, confidence=0.99)
    unbegun.throw("pixels:a", 4)
    unbegun.wait(5.0)
    unbegun.turn("camera:1", 1)

    assert unbegun.record.state.steps[-1].player == ""
    assert [event.values for event in unbegun.told("priority")] == [{"A": "axe", "B": "axe"}]


def test_the_dice_of_another_game_are_put_aside(table):
    table.throw("pixels:a", 6)
    table.game = "another"
    table.killed_and_started()

    assert table.roll[1].owed == 2
    assert table.record.path.with_name("dice.of-another-game").exists()


def test_a_line_that_was_not_finished_is_cut_off(table):
    table.throw("pixels:a", 6)
    with table.record.path.with_name("dice").open("ab") as file:
        file.write(b'{"do":"hear","ev')
    table.killed_and_started()
    table.join("pixels:b")
    table.throw("pixels:b", 1)

    assert table.rolled()[0].faces == ("shield", "bullseye")
    table.killed_and_started()
    assert [fate for _, fate, _ in table.fates()][:2] == ["accepted", "accepted"]


def test_a_page_that_still_shows_the_roll_before_is_told_that_the_game_has_gone_on(table):
    spec = table.record.game.prompts(table.record.state)[0].specs[0]
    before = str(occasion(table.record, spec.by))
    table.throw("pixels:a", 6)
    table.throw("pixels:b", 1)
    table.undo()
    table.throw("pixels:a", 6)
    now = str(occasion(table.record, spec.by))
    values = {"faces": ["axe", "axe"]}

    async def intents(name, when):
        return await table.gateway.submit(name, spec.by, spec.kind, {**values, OCCASION: [when]})

    with pytest.raises(NotOfferedError):
        asyncio.run(intents("A/late-0001", str(int(before) + 1)))
    assert before == now
    assert asyncio.run(intents("A/fresh-001", now)) == CommandDone()
    with pytest.raises(NotOfferedError):
        asyncio.run(intents("A/late-0002", now))


def test_a_face_typed_in_is_a_die_of_its_own_also_where_the_camera_sees_the_same_face(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record)
    table = Throws(record, dice=("pixels:a", "camera:1", "manual:1"))
    table.throw("camera:1", 6, confidence=0.99)
    table.throw("manual:1", 6)

    assert table.rolled()[0].faces == ("shield", "shield")
    record.close()


@pytest.fixture
def both_attack(tmp_path):
    """Both players roll attack dice, each with a die of their own."""
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record, 1, attack_of_b=1)
    table = Throws(record, dice=("pixels:a", "pixels:b"))
    table.journal.do("give", die="pixels:a", player="A")
    table.journal.do("give", die="pixels:b", player="B")
    table.throwing.settle()
    yield table
    table.record.close()


def test_in_a_fight_the_dice_of_either_side_may_fall_first(both_attack):
    # S-MELEE-17
    table = both_attack
    names = {name_of_roll(id_): owed.seat for id_, owed, _ in table.rolls}
    assert sorted(names.values()) == ["A", "B"]
    table.throw("pixels:b", 6)
    assert [(each.by, each.faces) for each in table.rolled()] == [("B", ("shield",))]
    assert {name_of_roll(id_) for id_, _, _ in table.rolls} == {name for name, seat in names.items() if seat == "A"}
    table.throw("pixels:a", 3)
    assert [each.by for each in table.rolled()] == ["B", "A"]
    assert verify(table.record.path, GAMES).otherwise == ()


def test_dice_that_roll_while_the_other_side_is_counted_count_too(both_attack):
    table = both_attack
    table.tumble("pixels:a")
    table.throw("pixels:b", 6)
    table.rest("pixels:a", 3)
    assert [(each.by, each.faces) for each in table.rolled()] == [("B", ("shield",)), ("A", ("axe",))]
    table.killed_and_started()
    assert len(table.rolled()) == 2


def test_a_page_may_answer_for_one_side_after_the_other_side_has_rolled(both_attack):
    table = both_attack
    before = str(occasion(table.record, "A"))
    table.throw("pixels:b", 6)
    values = {"faces": ["axe"], OCCASION: [before]}
    assert asyncio.run(table.gateway.submit("A/late-0001", "A", "rolled", values)) == CommandDone()


def test_with_dice_that_are_nobodys_the_sides_roll_one_after_the_other(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record, 1, attack_of_b=1)
    table = Throws(record, dice=("pixels:a",))
    assert [owed.seat for _, owed, _ in table.rolls] == ["A"]
    table.throw("pixels:a", 6)
    assert [owed.seat for _, owed, _ in table.rolls] == ["B"]
    table.record.close()
