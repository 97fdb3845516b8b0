"""What becomes of throws for a roll that was asked for."""

import hashlib
import json
from base64 import b64decode

import pytest

from hardware.events import Evidence, EvidenceKind
from hardware.rolls import (
    CameraRole,
    CollectingError,
    Fate,
    RollRequest,
    entry_data,
    give,
    hand_over,
    pair,
    result_data,
)
from tests.hardware.rolls.table import RollTable, evidence

A, B, C, D = "own:a", "pixels:b", "godice:c", "virtual:d"


@pytest.fixture
def table():
    table = RollTable()
    table.join(A, B, C, D)
    return table


def test_faces_that_were_asked_for_are_accepted_with_their_provenance(table):
    table.ask(RollRequest("r1", 2, "attack dice for Greer"))
    table.tumble(A, B)
    assert [entry.die for entry in table.progress("r1").tumbling] == [A, B]
    table.settle(B, 6, 0.97, throw=4)
    assert [entry.face for entry in table.progress("r1").counted] == [6]
    assert not table.progress("r1").complete
    table.settle(A, 2)
    assert table.progress("r1").complete
    result = table.close("r1")
    assert result.values == (6, 2)
    (proof,) = result.faces[0].proofs
    assert (proof.die, proof.source, proof.confidence, proof.evidence) == (B, "pixels", 0.97, evidence(B, 6))
    assert 100.0 < proof.at_s < table.now_s
    assert result.aside == ()


def test_it_shows_who_still_owes(table):
    table.ask(RollRequest("r1", 3, dice=frozenset({A, B, C}), by=frozenset({"greer"})))
    progress = table.progress("r1")
    assert (progress.owed, progress.owed_dice) == (3, (C, A, B))
    table.roll(A, 1)
    table.tumble(B)
    progress = table.progress("r1")
    assert [entry.die for entry in progress.counted] == [A]
    assert [entry.die for entry in progress.tumbling] == [B]
    assert (progress.owed, progress.owed_dice) == (1, (C,))


def test_what_nobody_asked_for_is_practice(table):
    table.roll(A, 6)
    table.cock(A)
    table.tumble(B)
    table.ask(RollRequest("r1", 1))
    table.settle(B, 6)
    assert table.fates() == [
        (A, "practice", "unasked"),
        (A, "anomaly", "no_rolling"),
        (B, "practice", "before"),
    ]
    assert table.progress("r1").owed == 1


@pytest.mark.parametrize(
    ("request_", "die", "why"),
    [
        (RollRequest("r1", 1, dice=frozenset({B})), A, "other_die"),
        (RollRequest("r1", 1, kind="d20"), A, "other_kind"),
        (RollRequest("r1", 1, kind="d6"), "own:unknown", "kind_unknown"),
        (RollRequest("r1", 1, by=frozenset({"cordelia"})), A, "other_player"),
        (RollRequest("r1", 1, by=frozenset({"cordelia"})), "manual:1", "other_player"),
    ],
)
def test_dice_that_were_not_meant_are_practice(table, request_, die, why):
    table.policy(players=frozenset({"greer", "cordelia"}))
    table.journal = give(table.journal, A, "greer")
    table.ask(request_)
    table.roll(die, 3)
    assert table.fates() == [(die, "practice", why)]


def test_a_players_own_die_and_a_die_of_nobody_will_do(table):
    table.journal = give(table.journal, A, "greer")
    table.ask(RollRequest("r1", 3, by=frozenset({"greer"})))
    for die in (A, B, "manual:1"):
        table.roll(die, 3)
    result = table.close("r1")
    assert result.values == (3, 3, 3)
    assert {face.player for face in result.faces} == {"greer"}


def test_whoever_is_no_player_may_type_in_for_all(table):
    table.policy(players=frozenset({"cordelia"}))
    table.ask(RollRequest("r1", 1, by=frozenset({"cordelia"})))
    table.roll("manual:1", 3)
    (face,) = table.close("r1").faces
    assert (face.player, face.proofs[0].evidence.data) == ("cordelia", b"greer")


def test_a_player_types_in_for_rolls_that_are_theirs_or_anybodys(table):
    table.policy(players=frozenset({"greer", "cordelia"}))
    for roll, by in (("hers", {"greer"}), ("both", {"greer", "cordelia"}), ("anybody", set())):
        table.ask(RollRequest(roll, 1, by=frozenset(by)))
        table.roll("manual:1", 3)
        assert table.close(roll).values == (3,)


def test_who_threw_is_told_as_far_as_it_is_known(table):
    table.policy(players=frozenset({"greer", "cordelia"}))
    table.journal = give(table.journal, A, "cordelia")
    table.ask(RollRequest("r1", 3))
    for die in (A, B, "manual:1"):
        table.roll(die, 3)
    result = table.close("r1")
    assert [(face.player, face.kind) for face in result.faces] == [("cordelia", "d6"), (None, "d6"), ("greer", None)]


def test_a_cocked_die_is_void_and_another_throw_is_owed(table):
    table.ask(RollRequest("r1", 1))
    table.tumble(A)
    table.cock(A)
    progress = table.progress("r1")
    assert [(entry.die, entry.why.value) for entry in progress.void] == [(A, "cocked")]
    assert progress.owed == 1
    table.roll(A, 4)
    result = table.close("r1")
    assert result.values == (4,)
    assert [entry.why.value for entry in result.aside] == ["cocked"]


def test_a_player_may_have_a_die_thrown_again_and_the_first_face_stays_on_the_record(table):
    table.ask(RollRequest("r1", 1))
    table.roll(A, 6)
    with pytest.raises(CollectingError, match="reason"):
        table.call_again(0, " ")
    table.call_again(0, "it lay on the rulebook")
    assert table.progress("r1").owed == 1
    table.roll(A, 1)
    result = table.close("r1")
    assert result.values == (1,)
    (first,) = result.aside
    assert (first.face, first.why.value, first.detail) == (6, "reroll", "it lay on the rulebook")
    assert [(word.said, word.by) for word in first.words] == [("again", "greer")]


def test_a_throw_that_is_called_off_while_it_tumbles_takes_its_rest_with_it(table):
    table.ask(RollRequest("r1", 1))
    table.tumble(A)
    table.call_again(0, "fell off the table")
    table.settle(A, 6)
    assert table.fates() == [(A, "void", "reroll")]
    assert table.journal.entries[0].report.face == 6
    table.roll(A, 2)
    assert table.close("r1").values == (2,)


def test_a_die_lost_while_it_tumbles_owes_another_throw(table):
    table.ask(RollRequest("r1", 1))
    table.tumble(A)
    table.lose(A)
    progress = table.progress("r1")
    assert [(entry.why.value, entry.detail) for entry in progress.void] == [("lost", "out of range")]
    assert progress.owed == 1
    table.bring_back(A)
    table.settle(A, 6)
    assert table.fates()[-1] == (A, "anomaly", "no_rolling")
    table.roll(A, 3)
    assert table.close("r1").values == (3,)


def test_a_die_lost_after_it_came_to_rest_has_rolled(table):
    table.ask(RollRequest("r1", 1))
    table.roll(A, 5)
    table.lose(A)
    assert table.close("r1").values == (5,)


def test_a_die_that_reports_twice_counts_once(table):
    table.ask(RollRequest("r1", 2))
    table.roll(A, 5, throw=7)
    table.settle(A, 5, throw=7)
    table.settle(A, 6)
    table.tumble(A)
    table.settle(A, 5, throw=7)
    assert table.fates()[1:] == [
        (A, "anomaly", "repeated"),
        (A, "anomaly", "no_rolling"),
        (A, "open", None),
        (A, "anomaly", "repeated"),
    ]
    table.settle(A, 1, throw=8)
    assert [entry.face for entry in table.progress("r1").counted] == [5, 1]


def test_a_die_that_started_anew_counts_its_throws_anew(table):
    table.ask(RollRequest("r1", 2, repeats=True))
    table.roll(A, 5, throw=1)
    table.lose(A)
    table.bring_back(A)
    table.roll(A, 6, throw=1)
    assert table.close("r1").values == (5, 6)


def test_a_face_that_the_die_does_not_have_is_an_anomaly(table):
    table.join("own:ten", kind="d10")
    table.ask(RollRequest("r1", 2))
    table.roll(A, 7)
    table.roll("own:ten", 0)
    table.roll("own:ten", 11)
    assert table.fates() == [
        (A, "anomaly", "impossible_face"),
        ("own:ten", "open", None),
        ("own:ten", "anomaly", "impossible_face"),
    ]
    assert table.progress("r1").owed == 1


def test_a_die_put_down_by_hand_gives_nothing(table):
    table.ask(RollRequest("r1", 1))
    table.move(A, 6)
    table.tumble(B)
    table.move(B, 6)
    assert table.fates() == [(A, "void", "moved"), (B, "void", "moved")]
    assert table.progress("r1").owed == 1


def test_more_dice_than_asked_for_are_never_chosen_among_silently(table):
    table.ask(RollRequest("r1", 2))
    for die, face in ((A, 1), (B, 6), (C, 6)):
        table.roll(die, face)
    assert table.asks("r1") == [("surplus", [A, B, C])]
    with pytest.raises(CollectingError, match="not complete"):
        table.close("r1")
    with pytest.raises(CollectingError, match="takes 2"):
        table.keep("r1", 0, 1, 2)
    table.keep("r1", 0, 2)
    result = table.close("r1")
    assert result.values == (1, 6)
    assert [(entry.die, entry.face, entry.why.value) for entry in result.aside] == [(B, 6, "not_chosen")]


def test_a_die_that_joins_while_the_roll_could_be_closed_is_asked_about(table):
    table.ask(RollRequest("r1", 1))
    table.tumble(A, B)
    table.settle(A, 1)
    assert not table.progress("r1").complete
    table.settle(B, 6)
    assert table.asks("r1") == [("surplus", [A, B])]


def test_one_die_thrown_again_unasked_is_asked_about(table):
    table.ask(RollRequest("r1", 2))
    table.roll(A, 1)
    table.roll(A, 6)
    assert table.asks("r1") == [("same_die", [A, A])]
    table.keep("r1", 0, 1)
    assert table.close("r1").values == (1, 6)


def test_one_die_may_stand_for_several_where_that_was_said(table):
    table.ask(RollRequest("r1", 2, repeats=True))
    table.roll(A, 1)
    table.roll(A, 6)
    assert table.close("r1").values == (1, 6)


def test_an_unsure_face_is_asked_about(table):
    table.ask(RollRequest("r1", 1))
    table.roll(A, 3, confidence=0.6)
    assert table.asks("r1") == [("unsure", [A])]
    with pytest.raises(CollectingError, match="no face 9"):
        table.decide(0, 9)
    table.decide(0, 4)
    result = table.close("r1")
    (face,) = result.faces
    assert (face.face, face.proofs[0].face, face.proofs[0].confidence, face.by_hand) == (4, 3, 0.6, True)


def test_sources_may_be_mixed_in_one_roll(table):
    table.join("camera:1", "manual:1")
    table.ask(RollRequest("r1", 6, kind="d6"))
    for die, face in ((A, 1), (B, 2), (C, 3), (D, 4), ("camera:1", 5), ("manual:1", 6)):
        table.roll(die, face)
    result = table.close("r1")
    assert result.values == (1, 2, 3, 4, 5, 6)
    assert [face.by_hand for face in result.faces] == [False] * 5 + [True]


def test_several_faces_typed_in_need_no_further_word(table):
    table.ask(RollRequest("r1", 3))
    for face in (2, 2, 5):
        table.roll("manual:1", face, confidence=1.0)
    assert table.close("r1").values == (2, 2, 5)


def test_a_throw_that_fits_two_rolls_is_asked_about(table):
    table.journal = give(table.journal, A, "greer")
    table.ask(RollRequest("r1", 1, by=frozenset({"greer"})))
    table.ask(RollRequest("r2", 1, by=frozenset({"cordelia"})))
    table.roll(A, 4)
    table.roll(B, 6)
    assert table.asks("r1") == table.asks("r2") == [("which_roll", [B])]
    table.assign(1, "r2")
    assert table.close("r1").values == (4,)
    assert table.close("r2").values == (6,)


def test_a_roll_taken_back_leaves_its_throws_as_void(table):
    table.ask(RollRequest("r1", 3))
    table.roll(A, 6)
    table.tumble(B)
    table.withdraw("r1")
    table.settle(B, 5)
    assert table.fates() == [(A, "void", "withdrawn"), (B, "practice", "unasked")]
    with pytest.raises(CollectingError, match="already"):
        table.ask(RollRequest("r1", 3))


class TestWitness:
    """A die and the camera see the same roll."""

    @pytest.fixture
    def watched(self, table):
        table.join("camera:code-7")
        table.journal = pair(table.journal, "camera:code-7", A)
        table.ask(RollRequest("r1", 1))
        return table

    def test_both_agree_and_both_proofs_are_kept(self, watched):
        watched.tumble(A, "camera:code-7")
        watched.settle(A, 5, 0.9)
        watched.settle("camera:code-7", 5, 0.99)
        result = watched.close("r1")
        (face,) = result.faces
        assert [(proof.die, proof.face) for proof in face.proofs] == [(A, 5), ("camera:code-7", 5)]
        assert result.aside == ()

    def test_when_they_disagree_the_table_is_asked(self, watched):
        watched.tumble("camera:code-7", A)
        watched.settle("camera:code-7", 2)
        watched.settle(A, 5)
        assert watched.asks("r1") == [("disagree", [A, "camera:code-7"])]
        watched.decide(1, 2)
        (face,) = watched.close("r1").faces
        assert face.face == 2
        assert [proof.face for proof in face.proofs] == [5, 2]

    def test_the_roll_waits_for_the_witness_but_not_for_ever(self, watched):
        watched.roll(A, 5)
        assert watched.progress("r1").waiting == (0,)
        assert not watched.progress("r1").complete
        watched.wait(3.0)
        assert watched.close("r1").values == (5,)

    def test_a_witness_that_comes_after_the_roll_was_closed_changes_nothing(self, watched):
        watched.tumble(A, "camera:code-7")
        watched.settle(A, 5)
        watched.wait(3.0)
        assert watched.close("r1").values == (5,)
        watched.settle("camera:code-7", 6)
        assert watched.fates() == [(A, "accepted", None), ("camera:code-7", "anomaly", "late_witness")]

    def test_nobody_waits_for_a_camera_that_is_gone(self, watched):
        watched.lose("camera:code-7")
        watched.roll(A, 5)
        assert watched.close("r1").values == (5,)

    def test_what_only_the_camera_saw_is_asked_about(self, watched):
        watched.roll("camera:code-7", 4)
        assert watched.asks("r1") == []
        assert not watched.progress("r1").complete
        watched.wait(3.0)
        assert watched.asks("r1") == [("only_camera", ["camera:code-7"])]
        watched.decide(0, 4)
        assert watched.close("r1").values == (4,)

    def test_the_witness_of_a_void_throw_is_void(self, watched):
        watched.tumble(A, "camera:code-7")
        watched.lose(A)
        watched.settle("camera:code-7", 6)
        watched.bring_back(A)
        watched.tumble(A, "camera:code-7")
        watched.settle(A, 2)
        watched.settle("camera:code-7", 2)
        result = watched.close("r1")
        assert result.values == (2,)
        assert [(entry.die, entry.why.value) for entry in result.aside] == [
            (A, "lost"),
            ("camera:code-7", "its_die_is_void"),
        ]

    def test_a_code_belongs_to_one_die(self, watched):
        for seen, die in (("camera:code-8", A), (A, A), (B, "camera:code-7")):
            with pytest.raises(CollectingError):
                pair(watched.journal, seen, die)

    @pytest.fixture
    def counted(self, table):
        table.join("camera:1", "camera:2", "camera:3")
        table.ask(RollRequest("r1", 3, watch=CameraRole.COUNTED))
        return table

    def test_dice_without_a_code_are_matched_by_what_they_show(self, counted):
        for die, face in ((A, 5), (B, 2), ("camera:1", 2), ("camera:2", 5), ("camera:3", 6)):
            counted.roll(die, face)
        result = counted.close("r1")
        assert result.values == (5, 2, 6)
        assert [[proof.die for proof in face.proofs] for face in result.faces] == [
            [A, "camera:2"],
            [B, "camera:1"],
            ["camera:3"],
        ]

    def test_two_dice_that_the_camera_sees_are_no_two_witnesses_of_one_die(self, counted):
        for die, face in ((A, 5), ("camera:1", 5), ("camera:2", 5)):
            counted.roll(die, face)
        progress = counted.progress("r1")
        assert progress.witnesses == {1: 0}
        assert [entry.die for entry in progress.counted] == [A, "camera:2"]
        assert progress.owed == 1

    def test_one_throw_has_one_witness_though_its_code_was_seen_twice(self, watched):
        watched.tumble(A)
        watched.roll("camera:code-7", 5)
        watched.roll("camera:code-7", 5)
        watched.settle(A, 5)
        assert watched.progress("r1").witnesses == {1: 0}

    def test_a_sight_that_came_to_nothing_is_no_witness_in_the_place_of_the_one_that_did(self, watched):
        watched.tumble(A, "camera:code-7")
        watched.cock("camera:code-7")
        watched.settle(A, 5)
        watched.roll("camera:code-7", 5)
        assert watched.progress("r1").witnesses == {2: 0}
        assert watched.close("r1").values == (5,)

    def test_a_sight_follows_its_die_into_the_roll_that_the_table_names(self, watched):
        watched.ask(RollRequest("r2", 1))
        watched.tumble(A, "camera:code-7")
        watched.settle(A, 5)
        watched.settle("camera:code-7", 5)
        watched.assign(0, "r1")
        assert (watched.progress("r1").witnesses, watched.progress("r2").witnesses) == ({1: 0}, {})
        assert watched.close("r1").values == (5,)
        assert watched.progress("r2").owed == 1

    def test_what_cannot_be_matched_is_asked_about(self, counted):
        for die, face in ((A, 5), (B, 2), ("camera:1", 2), ("camera:2", 4)):
            counted.roll(die, face)
        assert counted.asks("r1") == [("disagree", [A, "camera:2"])]
        counted.keep("r1", 0, 1)
        assert counted.asks("r1") == []
        assert counted.progress("r1").owed == 1
        assert counted.fates()[3] == ("camera:2", "practice", "not_chosen")


def test_a_result_can_be_stored_and_checked_later(table):
    table.ask(RollRequest("r1", 2, "attack dice", by=frozenset({"greer"})))
    table.tumble(A)
    table.cock(A)
    table.tumble(A)
    table.settle(A, 6, proof=Evidence(EvidenceKind.PACKET, bytes(range(256))))
    table.roll("manual:1", 3)
    result = table.close("r1")
    data = json.loads(json.dumps(result_data(result)))
    assert [face["face"] for face in data["faces"]] == [6, 3]
    proof = data["faces"][0]["proofs"][0]["evidence"]
    assert b64decode(proof["base64"]) == bytes(range(256))
    assert proof["sha256"] == hashlib.sha256(bytes(range(256))).hexdigest()
    assert [(entry["fate"], entry["why"]) for entry in data["aside"]] == [("void", "cocked")]
    bare = result_data(result, inline=False)["faces"][0]["proofs"][0]["evidence"]
    assert bare == {"kind": "packet", "sha256": proof["sha256"]}


def test_what_has_ended_is_handed_over_once(table):
    table.roll(A, 1)
    table.ask(RollRequest("r1", 1))
    table.tumble(B)
    journal, entries = hand_over(table.journal)
    assert [entry.fate for entry in entries] == [Fate.PRACTICE]
    assert json.dumps([entry_data(entry) for entry in entries])
    table.journal = journal
    table.settle(B, 2)
    assert hand_over(table.journal)[1] == ()
    table.close("r1")
    journal, entries = hand_over(table.journal)
    assert [(entry.number, entry.fate) for entry in entries] == [(1, Fate.ACCEPTED)]
    assert hand_over(journal)[1] == ()
