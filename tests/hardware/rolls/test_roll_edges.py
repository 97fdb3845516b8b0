"""Throws at the edge of a rule: equal times, equal certainty, the last face of a die, two of a kind."""

import pytest

from hardware.events import Cocked, Evidence, EvidenceKind, Moved
from hardware.rolls import (
    AcceptedFace,
    CameraRole,
    CollectingError,
    FaceObservation,
    Fate,
    RollRequest,
    due_s,
    entry_data,
    give,
    hand_over,
    pair,
    result_data,
)
from hardware.rolls.event_fold import possible
from tests.hardware.rolls.table import RollTable

A, B, C = "own:a", "pixels:b", "godice:c"


@pytest.fixture
def table():
    table = RollTable()
    table.join(A, B, C)
    return table


def test_all_that_is_known_of_a_throw_is_stored(table):
    table.ask(RollRequest("r1", 1, "attack dice", by=frozenset({"greer", "ada"}), dice=frozenset({B, A}), kind="d6"))
    table.tumble(A)
    data = entry_data(table.journal.entries[0])
    assert (data["report"], data["face"], data["confidence"], data["evidence"]) == (None, None, None, None)
    table.settle(A, 6, 0.75)
    table.decide(0, 5)
    table.decide(0, 4)
    data = result_data(table.close("r1"))
    assert (data["by"], data["dice"]) == (["ada", "greer"], [A, B])
    (face,) = data["faces"]
    assert (face["face"], face["confidence"], face["by_hand"]) == (4, 0.75, True)  # a person named it
    assert face["words"] == [
        {"at_s": pytest.approx(100.0, abs=20), "by": "greer", "said": "face", "value": value, "reason": ""}
        for value in ("5", "4")
    ]
    (ended,) = hand_over(table.journal)[1]
    assert (entry_data(ended)["report"], entry_data(ended)["face"], entry_data(ended)["fate"]) == (
        "settled",
        6,
        "accepted",
    )


@pytest.mark.parametrize(("id_", "count"), [("", 1), ("r1", 0), ("r1", -1)])
def test_a_roll_has_a_name_and_takes_a_die(id_, count):
    with pytest.raises(ValueError, match="a roll"):
        RollRequest(id_, count)


def test_a_throw_that_began_as_the_roll_was_declared_is_for_it(table):
    table.ask(RollRequest("r1", 1))
    declared_s = table.now_s
    table.now_s -= 0.1
    table.roll(A, 3)
    assert table.journal.entries[0].began_s == declared_s
    assert table.close("r1").values == (3,)


@pytest.mark.parametrize(
    ("kind", "faces", "others"), [("d6", (1, 6), (0, 7)), ("d10", (0, 10), (-1, 11)), ("d20", (20,), (0, 21))]
)
def test_the_faces_of_a_kind_go_from_one_or_nought_to_its_number(kind, faces, others):
    assert all(possible(face, kind) for face in faces)
    assert not any(possible(face, kind) for face in others)
    assert all(possible(face, known) for face in others for known in (None, "signum"))


def test_faces_count_in_the_order_in_which_the_dice_came_to_rest(table):
    table.ask(RollRequest("r1", 3))
    table.tumble(A, B, C)
    for die, face in ((C, 1), (A, 2), (B, 3)):
        table.settle(die, face)
    assert [entry.die for entry in table.progress("r1").counted] == [C, A, B]
    assert table.close("r1").values == (1, 2, 3)


def test_a_face_exactly_as_sure_as_is_asked_for_needs_no_word(table):
    table.policy(sure_at=0.75)
    table.ask(RollRequest("r1", 2, repeats=True))
    table.roll(A, 3, 0.75)
    assert table.asks("r1") == []
    table.roll(B, 3, 0.7)
    assert table.asks("r1") == [("unsure", [B])]


def test_time_alone_changes_a_roll_first_when_its_oldest_die_has_waited(table):
    table.policy(witness_wait_s=2.0)
    assert due_s(table.journal) is None
    table.ask(RollRequest("r1", 3))
    table.tumble(C)
    table.roll(A, 1)
    first_s = table.now_s
    table.roll(B, 2)
    assert due_s(table.journal) == pytest.approx(first_s + 2.0)
    table.now_s = first_s
    table.wait(2.05)
    assert due_s(table.journal) == pytest.approx(first_s + 2.2)
    table.wait(1.0)
    assert due_s(table.journal) is None


def test_a_sight_that_comes_after_the_wait_is_not_waited_for(table):
    table.join("camera:code-7", "camera:code-8")
    table.journal = pair(pair(table.journal, "camera:code-7", A), "camera:code-8", B)
    table.ask(RollRequest("r1", 2))
    table.tumble(A, "camera:code-7", B, "camera:code-8")
    table.settle(A, 5)
    table.settle("camera:code-8", 4)
    table.wait(3.0)
    progress = table.progress("r1")
    assert [entry.die for entry in progress.tumbling] == [B]  # the camera's die 7 has had its time; its die 8 lies
    assert (progress.owed, progress.void) == (0, ())


def test_a_sight_confirms_the_throw_nearest_in_time(table):
    table.join("camera:code-7")
    table.journal = pair(table.journal, "camera:code-7", A)
    table.ask(RollRequest("r1", 1, repeats=True))
    table.roll(A, 5)
    table.wait(1.0)
    table.roll(A, 5)
    table.roll("camera:code-7", 5)
    assert table.progress("r1").witnesses == {2: 1}


def test_a_die_belongs_to_whom_it_was_given_last_and_may_be_given_back(table):
    table.journal = give(give(give(table.journal, A, "greer"), B, "ada"), A, "ada")
    assert dict(table.journal.owners) == {A: "ada", B: "ada"}
    table.journal = give(table.journal, A, None)
    assert dict(table.journal.owners) == {B: "ada"}


def test_a_code_may_be_given_to_its_own_die_again(table):
    table.join("camera:code-7")
    once = pair(table.journal, "camera:code-7", A)
    assert pair(once, "camera:code-7", A).pairs == once.pairs
    with pytest.raises(CollectingError, match="its own witness"):
        pair(once, B, B)


def test_what_the_camera_alone_can_see_is_asked_of_the_die_it_is_not(table):
    table.join("camera:1")
    table.ask(RollRequest("r1", 1, dice=frozenset({A}), watch=CameraRole.COUNTED))
    table.ask(RollRequest("r2", 1, dice=frozenset({B})))
    table.tumble("camera:1", C)
    assert table.journal.entries[0].candidates == ("r1",)  # a die without a code may be any of them
    assert table.journal.entries[1].candidates == ()


def test_a_camera_that_is_gone_is_not_waited_for_where_dice_are_counted(table):
    table.join("camera:1")
    table.ask(RollRequest("r1", 1, watch=CameraRole.COUNTED))
    table.roll(A, 5)
    assert table.progress("r1").waiting == (0,)
    table.lose("camera:1")
    assert table.progress("r1").waiting == ()
    assert table.close("r1").values == (5,)


def test_of_two_dice_thrown_again_both_are_asked_about(table):
    table.ask(RollRequest("r1", 2))
    for die in (A, A, B, B):
        table.roll(die, 3)
    assert table.asks("r1") == [("same_die", [A, A]), ("same_die", [B, B])]
    table.keep("r1", 1, 3)
    assert table.asks("r1") == []
    assert [entry.number for entry in table.progress("r1").counted] == [1, 3]


def test_a_roll_taken_back_says_of_each_throw_that_it_is_left(table):
    table.ask(RollRequest("r1", 2))
    table.roll(A, 3)
    table.withdraw("r1")
    (left,) = table.journal.entries[0].words
    assert (left.said, left.value, left.by) == ("leave", "r1", "greer")


def test_a_throw_that_is_void_ended_when_it_was_called_so(table):
    table.ask(RollRequest("r1", 1))
    table.tumble(A)
    assert table.journal.entries[0].confidence == 0.0
    table.lose(A)
    entry = table.journal.entries[0]
    assert (entry.fate, entry.ended_s, entry.detail) == (Fate.VOID, pytest.approx(table.now_s), "out of range")


def test_a_die_that_is_lost_after_its_roll_takes_nothing_back(table):
    table.ask(RollRequest("r1", 1))
    table.roll(A, 3)
    table.close("r1")
    table.lose(A)
    assert table.fates() == [(A, "accepted", None)]


def test_a_throw_that_ended_in_the_air_tumbles_no_longer(table):
    table.ask(RollRequest("r1", 1))
    table.tumble(A)
    assert table.journal.entries[0].tumbling
    table.lose(A)
    assert not table.journal.entries[0].tumbling


def test_the_same_die_thrown_once_more_than_was_kept_is_asked_about(table):
    table.ask(RollRequest("r1", 2))
    table.roll(A, 1)
    table.roll(A, 2)
    table.keep("r1", 0, 1)
    assert table.asks("r1") == []
    table.roll(A, 3)
    assert ("same_die", [A, A, A]) in table.asks("r1")


@pytest.mark.parametrize("faces_of_a", [(), (5, 6)])
def test_an_eye_is_too_late_only_for_the_die_that_it_watches(table, faces_of_a):
    eye = "camera:code-7"
    table.policy(witness_wait_s=2.0)
    table.join(eye)
    table.journal = pair(table.journal, eye, A)
    table.ask(RollRequest("r1", 3, repeats=True))
    table.roll(B, 4)
    for face in faces_of_a[:1]:
        table.roll(A, face)
    table.wait(2.5)
    for face in faces_of_a[1:]:
        table.roll(A, face)
    table.tumble(eye)
    # B has waited long, but it is another die; of A's two throws the first is waited for no longer.
    assert (table.progress("r1").tumbling == ()) is bool(faces_of_a)


def test_a_face_that_a_person_named_waits_for_no_second_witness(table):
    eye = "camera:code-7"
    table.join(eye)
    table.journal = pair(table.journal, eye, A)
    table.ask(RollRequest("r1", 1))
    table.roll(A, 2)
    assert not table.progress("r1").complete
    table.decide(0, 5)
    assert table.close("r1").values == (5,)


def test_only_a_throw_of_an_open_roll_is_called_again(table):
    table.tumble(A)
    with pytest.raises(CollectingError, match="none of an open roll"):
        table.call_again(0, "it fell off the table")


def test_what_was_kept_says_for_which_roll(table):
    table.ask(RollRequest("r1", 1))
    table.roll(A, 1)
    table.roll(B, 2)
    table.keep("r1", 1)
    words = [(entry.die, word.said, word.value) for entry in table.journal.entries.values() for word in entry.words]
    assert words == [(A, "leave", "r1"), (B, "keep", "r1")]


def test_a_throw_that_may_be_for_two_rolls_stays_for_the_one_that_is_left(table):
    table.ask(RollRequest("r1", 1))
    table.ask(RollRequest("r2", 1))
    table.roll(A, 4)
    assert table.journal.entries[0].request is None
    table.withdraw("r1")
    assert table.journal.entries[0].request == "r2"
    assert table.close("r2").values == (4,)


def test_a_throw_that_was_called_again_stays_until_its_roll_is_closed(table):
    table.ask(RollRequest("r1", 1))
    table.roll(A, 1)
    table.call_again(0, "cocked")
    table.roll(A, 6)
    assert hand_over(table.journal)[1] == ()
    table.close("r1")
    assert [entry.face for entry in hand_over(table.journal)[1]] == [1, 6]


@pytest.mark.parametrize(("kinds", "by_hand"), [
    ((EvidenceKind.PACKET,), False), ((EvidenceKind.HAND,), True), ((EvidenceKind.PACKET, EvidenceKind.IMAGE), False),
    ((EvidenceKind.HAND, EvidenceKind.IMAGE), True), ((EvidenceKind.PACKET, EvidenceKind.HAND), True),
])  # fmt: skip
def test_a_face_that_anybody_typed_rests_on_a_hand_whatever_else_saw_it(kinds, by_hand):
    proofs = [FaceObservation(n, A, "own", 1.0, 4, 1.0, Evidence(kind, b"x")) for n, kind in enumerate(kinds)]
    assert AcceptedFace(4, tuple(proofs)).by_hand is by_hand


@pytest.mark.parametrize("ends", ["cock", "move"])
def test_a_throw_that_is_called_off_and_ends_on_no_face_stays_called_off(table, ends):
    table.ask(RollRequest("r1", 1))
    table.tumble(A)
    table.call_again(0, "fell off the table")
    if ends == "cock":
        table.cock(A)
    else:
        table.move(A, 3)
    assert table.fates() == [(A, "void", "reroll")]
    assert isinstance(table.journal.entries[0].report, Cocked if ends == "cock" else Moved)
    table.roll(A, 2)
    assert table.close("r1").values == (2,)


def test_a_throw_that_was_called_off_is_handed_over_when_its_die_has_come_to_rest(table):
    table.ask(RollRequest("r1", 1))
    table.tumble(A)
    table.cock(A)
    assert hand_over(table.journal)[1] == ()  # the roll that it was for is open
    table.tumble(A)
    table.call_again(1, "fell off the table")
    table.roll(B, 2)
    table.close("r1")
    table.journal, entries = hand_over(table.journal)
    assert [(entry.die, entry.fate) for entry in entries] == [(A, Fate.VOID), (B, Fate.ACCEPTED)]
    table.settle(A, 6)
    (entry,) = hand_over(table.journal)[1]
    assert (entry.die, entry.fate, entry.report.face) == (A, Fate.VOID, 6)


def test_time_alone_changes_nothing_about_a_throw_that_has_ended(table):
    table.roll(A, 6)
    assert due_s(table.journal) is None
    table.ask(RollRequest("r1", 1))
    table.roll(A, 6)
    rests_s = table.now_s
    assert due_s(table.journal) == rests_s + table.journal.policy.witness_wait_s
    table.call_again(1, "off the table")
    assert due_s(table.journal) is None
