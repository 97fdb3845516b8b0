"""What is measured against the record's places waits where somebody near enough to matter does not stand there."""

import pytest

from companion.games.command import TABLE
from companion.games.common import Correct, SetValue
from companion.games.signum.model.commands import Activate, Play, Skip
from companion.games.values import Stand
from companion.geometry import Answer
from companion.record.record import Record
from companion.referee import AcceptPlacement, ConfirmMode, ConfirmProposal, Doubt, PlacementState
from companion.referee.mat.wording import named
from companion.referee.match.command_builder import UnseenError
from companion.texts import Language
from tests.games.signum.table import duel
from tests.referee.mat.mat_game import Mats
from tests.referee.mat.test_placement_proposals import WOOD, only
from tests.referee.match.test_match import GAMES, NOW

SQUARE = ((180.0, 180.0), (260.0, 180.0), (260.0, 240.0), (180.0, 240.0))


def stands(mat, creature, base, x_mm, y_mm):
    """A creature stands there on the record as well as on the mat."""
    mat.put(base, x_mm, y_mm)
    mat.give(Correct(by=TABLE, of=creature, at=Stand(x_mm, y_mm, 0.2))).look()
    assert mat.how(creature) is PlacementState.IN_PLACE


def submitted(mat, kind):
    mat.side.guard_measured("A", kind, {"creature": ["A:hero"], "target": ["B:hero"]})


def test_what_a_trusted_player_moved_may_fight_with_the_next_intent(tmp_path):
    mat = Mats(tmp_path, confirming=ConfirmMode.TRUST)
    mat.begun().give(Skip(by="A")).look()
    stands(mat, "B:hero", "B_robin", 300.0, 120.0)
    mat.give(Activate(by="A", creature="A:hero")).put("A_greer", 300.0, 88.0)
    mat.submit("A", "fight", creature="A:hero", target="B:hero")
    assert mat.state.creatures["A:hero"].deeds.melees == 1  # S-MELEE-01


def test_a_summoning_is_close_while_an_enemy_near_enough_to_forbid_it_stands_elsewhere(mat):
    # S-SUMMON-03: on the record B's hero is far away, and 60 mm are less than S
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.give(Play(by="A", card=card)).put("x_new", 100.0, 16.0)
    assert only(mat).verdict.answer is Answer.YES
    mat.put("B_robin", 192.0, 16.0)
    of_card = next(each for each in mat.side.proposals if each.of == card)
    assert (of_card.verdict.answer, of_card.doubts) == (Answer.CLOSE, ((Doubt.NEIGHBOUR, "B:hero"),))
    stands(mat, "B:hero", "B_robin", 400.0, 584.0)
    assert only(mat).verdict.answer is Answer.YES


def test_a_sight_line_waits_for_whoever_stands_in_it_on_the_mat_or_on_the_record(mat):
    fighter = mat.summon(100.0, 16.0)
    base = mat.pointing.models.base(fighter)
    submitted(mat, "shoot")
    mat.put(base, 290.0, 300.0)
    with pytest.raises(UnseenError) as unseen:
        submitted(mat, "shoot")
    assert (unseen.value.why, unseen.value.of) == (Doubt.NEIGHBOUR, fighter)
    mat.put(base, 500.0, 300.0)
    submitted(mat, "shoot")  # neither here nor there does it stand in the line
    stands(mat, fighter, base, 290.0, 300.0)
    submitted(mat, "shoot")  # where it stands is known, so the rules judge it
    mat.put(base, 500.0, 300.0)
    with pytest.raises(UnseenError):
        submitted(mat, "shoot")  # on the record it is in the way still
    submitted(mat, "fight")


def laid(tmp_path):
    mat = Mats(tmp_path, setup=duel({"wood": WOOD}, terrain=("wood",)).setup)
    mat.begun().give(Skip(by="A")).look()
    mat.templates = {"t1": SQUARE}
    return mat.look()


def test_a_template_is_held_against_its_neighbours_from_rim_to_rim(tmp_path):
    # S-TERRAIN-05: the hero's model lies under a corner of the template, 50 mm from its middle
    mat = laid(tmp_path)
    assert only(mat).verdict.answer is Answer.YES
    mat.put("B_robin", 270.0, 240.0)
    terrain = next(each for each in mat.side.proposals if each.kind == "layterrain")
    assert (Doubt.NEIGHBOUR, "B:hero") in terrain.doubts


def test_a_move_along_a_template_that_was_shoved_is_close(tmp_path):
    # S-TERRAIN-19: it may be slow ground or not
    mat = laid(tmp_path)
    assert mat.ask(ConfirmProposal(only(mat).id)).granted
    mat.look()
    (wood,) = mat.state.templates
    mat.templates = {"t1": tuple((x_mm + 40.0, y_mm - 120.0) for x_mm, y_mm in SQUARE)}
    mat.look()
    mat.put("A_greer", 300.0, 100.0)
    proposal = next(each for each in mat.side.proposals if each.kind == "move")
    assert (proposal.verdict.answer, proposal.doubts) == (Answer.CLOSE, ((Doubt.NEIGHBOUR, wood),))


def test_a_fighter_felled_while_its_move_waits_is_off_the_record_and_its_model_to_be_taken_off(mat):
    fighter = mat.summon(256.0, 16.0)
    mat.end_turn()
    mat.end_turn()
    base = mat.pointing.models.base(fighter)
    mat.put(base, 256.0, 90.0)
    moved = only(mat)
    mat.give(SetValue(by="A", what="wounds", of=fighter, value=3))
    assert fighter not in mat.state.creatures
    said = mat.ask(ConfirmProposal(moved.id))
    assert not said.granted
    mat.look(3.0)
    assert mat.side.proposals == ()
    (stranger,) = mat.standing.strangers
    assert (stranger.base, stranger.former) == (base, fighter)
    teller = mat.match.teller(Language.ENGLISH)
    assert named(mat.standing, teller).strangers[0].name == teller.name(fighter) != fighter
    assert mat.state.acting == ""


@pytest.mark.parametrize("confirming", [ConfirmMode.ALL, ConfirmMode.TRUST])
def test_a_move_that_waited_when_the_program_was_killed_comes_back_as_a_ghost(tmp_path, confirming):
    first = Mats(tmp_path, confirming=confirming)
    first.begun().give(Skip(by="A")).look()
    first.put("A_greer", 300.0, 80.0)
    assert only(first).kind == "move"
    known = first.kept[-1]
    record = Record.open(first.record.path, GAMES, lambda: NOW)  # as after kill -9: nothing was closed
    second = Mats(tmp_path, confirming=confirming, known=known, record=record)
    second.places = dict(first.places)
    second.look(6.0)
    there = second.standing.of("A:hero")
    assert (there.how, there.ghost, there.acceptable) == (PlacementState.MISPLACED, True, True)
    assert second.state.creatures["A:hero"].stand == Stand(300.0, 16.0, 0.2)
    second.put("A_greer", 300.0, 70.0)  # whoever takes it up again moves it
    assert (only(second).kind, only(second).possible) == ("move", True)
    assert second.ask(AcceptPlacement("A:hero")).granted
