"""What screens are told of dice, in each language: faces, questions with ready answers, and what came to nothing."""

import msgspec
import pytest

from companion.games.common import Reroll
from companion.games.signum.model.commands import GiveEffect
from companion.games.signum.model.editions import FACE_OF_NUMBER
from companion.games.signum.model.effects.effect import Ability, GainEffect
from companion.games.signum.model.terms import Until
from companion.referee.api.rolls import FaceState
from companion.referee.api.table_intents import AnswerVoid, AssignThrow, DecideFace, DecideThrows, RerollDie
from companion.referee.dice.sources import FoundDie, Reach
from companion.referee.dice.wording import DiceState, said_beside, throw_shown
from companion.texts import Language
from tests.record.games import new_record
from tests.referee.dice.roll_table import Throws, to_the_first_roll

DICE = ("pixels:a", "pixels:b", "pixels:c")


@pytest.fixture
def table(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record)
    table = Throws(record, dice=DICE)
    yield table
    table.record.close()


def shown(table, language=Language.ENGLISH, **more):
    found = {die: FoundDie(die, die.partition(":")[2], "d6", Reach.CONNECTED) for die in DICE} | more.pop("found", {})
    what = DiceState(
        table.journal.state,
        table.journal.over,
        table.throwing.open_rolls(),
        found,
        tuple(FACE_OF_NUMBER.values()),
        **more,
    )
    return throw_shown(what, table.match, language)


def test_faces_are_shown_as_they_come_to_rest(table):
    table.throw("pixels:a", 6)
    table.tumble("pixels:b")
    (roll,) = shown(table).rolls

    assert (roll.name, roll.count, roll.owed) == ("A", 2, 0)
    assert roll.title.startswith("Roll 2 dice")
    settled, tumbling = roll.faces
    assert (settled.state, settled.face, settled.label, settled.value) == (FaceState.COUNTS, "shield", "shield", 6)
    assert (settled.name, settled.source_name, settled.by_hand) == ("a", "Pixels die", False)
    assert (tumbling.state, tumbling.label) == (FaceState.TUMBLING, "")
    assert [(key.value, key.face) for key in roll.keys] == [(1, "bullseye"), (3, "axe"), (5, "shield")]


@pytest.fixture
def both_attack(tmp_path):
    """Both players owe one attack die; dice are nobody's at first."""
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record, 1, attack_of_b=1)
    table = Throws(record, dice=DICE[:2])
    yield table
    table.record.close()


def test_two_who_roll_at_once_are_told_that_any_order_will_do(both_attack):
    table = both_attack
    for die, player in zip(DICE, "AB", strict=False):
        table.journal.do("give", die=die, player=player)
    table.throwing.settle()
    assert {roll.seat: roll.beside for roll in shown(table).rolls} == {
        "A": "A and B roll now, in any order.",
        "B": "B and A roll now, in any order.",
    }
    table.throw("pixels:b", 6)
    (roll,) = shown(table).rolls
    assert (roll.seat, roll.beside) == ("A", "")  # A alone owes dice


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (Language.ENGLISH, "The dice are shared: A rolls first."),
        (Language.RUSSIAN, "Кубики общие: сначала бросает A."),
        (Language.UKRAINIAN, "Кубики спільні: спочатку кидає A."),
    ],
)
def test_with_shared_dice_both_are_told_who_rolls_first(both_attack, language, words):
    table = both_attack
    (roll,) = shown(table, language).rolls
    assert (roll.seat, roll.beside) == ("A", words)
    assert said_beside(table.throwing.open_rolls(), table.match, "B", language) == words
    table.throw("pixels:a", 6)
    (roll,) = shown(table, language).rolls
    assert (roll.seat, roll.beside) == ("B", "")


def test_of_a_roll_that_all_owe_together_nothing_is_said(tmp_path):
    record = new_record(tmp_path / "game.signum")
    table = Throws(record, dice=DICE[:1])
    assert [roll.beside for roll in shown(table).rolls] == [""]
    record.close()


@pytest.mark.parametrize("language", Language)
def test_every_question_comes_with_its_words_and_answers(table, language):
    table.throw("pixels:a", 6, confidence=0.6)
    (question,) = shown(table, language).rolls[0].questions

    assert question.key == "unsure"
    assert question.text
    assert [type(answer.intent) for answer in question.answers] == [DecideFace, DecideFace, DecideFace, RerollDie]
    assert question.answers[0].intent == DecideFace(question.entries[0], 6)
    assert all(answer.label for answer in question.answers)


def test_an_answer_settles_what_it_answers(table):
    table.throw("pixels:a", 6, confidence=0.6)
    table.throwing.say(shown(table).rolls[0].questions[0].answers[0].intent, "A")
    (roll,) = shown(table).rolls
    assert (roll.questions, roll.faces[0].by_hand, roll.faces[0].label) == ((), True, "shield")


def test_die_and_camera_that_disagree_are_both_offered(table):
    table.journal.do("pair", seen="camera:code-7", die="pixels:a")
    table.join("camera:code-7")
    table.tumble("pixels:a", "camera:code-7")
    table.rest("pixels:a", 6)
    table.rest("camera:code-7", 1, confidence=0.99)
    (question,) = shown(table).rolls[0].questions
    assert [answer.intent for answer in question.answers[:2]] == [
        DecideFace(question.entries[0], 6),
        DecideFace(question.entries[0], 1),
    ]


def test_dice_that_the_camera_cannot_tell_apart_are_offered_by_who_tells_them(tmp_path):
    record = new_record(tmp_path / "game.signum")
    to_the_first_roll(record)
    table = Throws(record, dice=("pixels:a", "pixels:b", "camera:1", "camera:2"))
    for die, face in (("pixels:a", 6), ("pixels:b", 1), ("camera:1", 6), ("camera:2", 3)):
        table.tumble(die)
        table.rest(die, face, confidence=0.99)
    (question,) = shown(table).rolls[0].questions
    dice, camera, again = question.answers
    assert "Pixels die" in dice.label
    assert "camera" in camera.label
    assert isinstance(again.intent, RerollDie)
    table.throwing.say(camera.intent, "A")
    assert table.rolled()[0].faces == ("shield", "axe")
    record.close()


def test_a_die_thrown_twice_counts_as_the_table_says(table):
    table.throw("pixels:a", 6)
    table.throw("pixels:a", 1)
    (question,) = shown(table).rolls[0].questions
    every, last = question.answers
    assert question.key == "same_die"
    assert isinstance(every.intent, DecideThrows)
    table.throwing.say(last.intent, "A")
    assert [face.label for face in shown(table).rolls[0].faces] == ["bullseye"]


def test_a_throw_that_may_be_for_two_rolls_names_both_players(tmp_path):
    table = Throws(new_record(tmp_path / "game.signum"), dice=("pixels:a", "pixels:b"))
    table.journal.do("give", die="pixels:a", player="A")
    table.journal.do("give", die="pixels:b", player="B")
    table.throwing.settle()
    table.journal.do("give", die="pixels:b", player=None)
    table.throw("pixels:b", 4)
    first = shown(table).rolls[0]
    (question,) = first.questions
    assert [answer.label for answer in question.answers[:2]] == ["It is A's", "It is B's"]
    assert isinstance(question.answers[0].intent, AssignThrow)
    assert (first.keys[-1].value, first.keys[-1].face) == (6, "")
    table.record.close()


@pytest.mark.parametrize("language", Language)
def test_what_came_to_nothing_says_why(table, language):
    table.tumble("pixels:a")
    table.lean("pixels:a")
    table.tumble("pixels:b")
    table.lose("pixels:b")
    void = shown(table, language).rolls[0].void
    assert [(face.die, face.state) for face in void] == [("pixels:a", FaceState.VOID), ("pixels:b", FaceState.VOID)]
    assert all(face.why for face in void)


def test_a_lost_die_stands_first_and_says_why(table):
    gone = FoundDie("pixels:c", "c", "d6", Reach.LOST, battery_percent=40, why="gone")
    dice = shown(table, found={"pixels:c": gone}).dice
    assert (dice[0].die, dice[0].lost, dice[0].battery_percent) == ("pixels:c", True, 40)
    assert "out of range" in dice[0].why
    assert not dice[1].lost


def test_practice_is_shown_with_its_reason_the_newest_first(table):
    table.journal.do("give", die="pixels:a", player="B")
    table.throw("pixels:a", 6)
    table.throw("pixels:a", 1)
    aside = shown(table).aside
    assert [(face.label, face.state) for face in aside] == [("bullseye", FaceState.ASIDE), ("shield", FaceState.ASIDE)]
    assert "another player" in aside[0].why


def test_ready_reasons_for_another_throw_are_told(table):
    assert len(shown(table).reasons) == 4
    assert shown(table, sources=("radio",), troubles=("Bad.",), said="No.").troubles == ("Bad.",)


@pytest.mark.parametrize(("make", "said"), [("pixels", "die 2: bullseye (b)"), ("virtual", "die 2: bullseye")])
def test_dice_rolled_again_are_named_by_what_they_showed(tmp_path, make, said):
    record = new_record(tmp_path / "game.signum")
    master = msgspec.json.encode(GainEffect(Ability("master_of_attack", x=1), until=Until.END_OF_TURN)).decode()
    to_the_first_roll(record, 2, GiveEffect(by="A", creature="A:hero", effect=master))
    table = Throws(record, dice=(f"{make}:a", f"{make}:b"))
    table.throw(f"{make}:a", 6)
    table.throw(f"{make}:b", 1)
    assert table.rolls == ()
    table.phone(Reroll(by="A", dice=(1,)))

    (roll,) = shown(table).rolls
    assert (roll.count, roll.again) == (1, (said,))
    table.throw(f"{make}:b", 5)
    assert [rolled.faces for rolled in table.rolled()] == [("shield", "bullseye"), ("shield",)]
    record.close()


@pytest.mark.parametrize("language", Language)
def test_the_table_is_asked_about_a_players_second_void_throw_and_not_about_the_first(table, language):
    table.throw("pixels:a", 6)
    table.throwing.say(RerollDie(0, "it fell"), "")
    (void,) = shown(table, language).rolls[0].void
    assert "it fell" in void.why
    assert "A" in void.why

    table.throw("pixels:a", 1)
    table.throwing.say(RerollDie(1, "it was touched"), "")
    roll = shown(table, language).rolls[0]
    (question,) = roll.questions
    assert "it was touched" in question.text
    assert "2" in question.text
    assert [answer.intent for answer in question.answers] == [AnswerVoid(1, void=True), AnswerVoid(1, void=False)]
    assert len({answer.label for answer in question.answers}) == 2
    assert [face.value for face in roll.faces] == [1]


@pytest.mark.parametrize("void", [True, False])
def test_the_answer_about_a_void_throw_decides_whether_its_face_counts(table, void):
    for entry, (face, why) in enumerate([(6, "it fell"), (1, "it was touched")]):
        table.throw("pixels:a", face)
        table.throwing.say(RerollDie(entry, why), "")
    table.throw("pixels:b", 6)
    assert table.rolled() == []

    table.throwing.say(AnswerVoid(1, void=void), "")
    if void:
        table.throw("pixels:a", 6)
    assert table.rolled()[0].faces == (("shield", "shield") if void else ("bullseye", "shield"))


def test_counts_of_void_throws_outlive_the_program(table):
    table.throw("pixels:a", 6)
    table.throwing.say(RerollDie(0, "it fell"), "")
    table.killed_and_started()
    table.join("pixels:a")
    table.throw("pixels:a", 1)
    table.throwing.say(RerollDie(1, "it was touched"), "")
    assert [question.key for question in shown(table).rolls[0].questions] == ["voided"]


def test_screens_offer_no_faces_where_the_table_accepts_none(table):
    assert shown(table).rolls[0].typed
    assert not shown(table, typed=False).rolls[0].typed
