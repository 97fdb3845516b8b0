"""What was done on the mat, read as commands: proposed with facts, confirmed, carried out or refused."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.common import Ruling
from companion.games.signum.game import GAME
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, End, Fight, Finish, Move, Skip
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import Questioned
from companion.games.signum.model.kinds import Kind
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import Answer, MatPoint
from companion.presentation.teller import Teller
from companion.referee import (
    ConfirmMode,
    ConfirmProposal,
    DismissProposal,
    PlacementState,
    SetConfirmMode,
    TrackState,
)
from companion.referee.api.proposal import Doubt
from companion.referee.mat.wording import worded
from companion.referee.match.command_builder import UnseenError
from companion.referee.match.command_request import CommandDone
from companion.texts import Language
from tests.games.signum.table import duel
from tests.referee.mat.mat_game import Mats, only, text


def kinds(mat):
    return [each.kind for each in mat.side.proposals]


def test_a_model_put_down_elsewhere_is_a_move_with_its_activation(mat):
    mat.put("A_greer", 300.0, 113.0 - 16.0)
    proposal = only(mat)
    assert proposal.steps == (
        Activate(by="A", creature="A:hero"),
        Move(by="A", creature="A:hero", to=Stand(300.0, 97.0, 0.2)),
    )
    assert (proposal.verdict.answer, proposal.verdict.value_mm, proposal.verdict.limit_mm) == ("yes", 81.0, 100.0)
    assert text(mat) == "Hero (A) moved 81.0 mm of 100."
    assert proposal.asks
    said = mat.ask(ConfirmProposal(proposal.id))
    mat.look()
    assert said.granted
    assert mat.state.creatures["A:hero"].stand == Stand(300.0, 97.0, 0.2)
    assert (mat.standing.agrees, mat.side.proposals) == (True, ())


def test_while_it_acts_a_further_move_counts_against_what_is_left(mat):
    mat.give(Activate(by="A", creature="A:hero"), Move(by="A", creature="A:hero", to=Stand(300.0, 60.0)))
    mat.put("A_greer", 300.0, 60.0)
    assert mat.side.proposals == ()
    mat.put("A_greer", 300.0, 100.0)
    assert [type(step) for step in only(mat).steps] == [Move]
    assert only(mat).verdict.limit_mm == pytest.approx(56.0)


def test_too_far_for_a_move_is_read_as_a_run_and_too_far_for_both_is_to_be_put_back(mat):
    mat.put("A_greer", 300.0, 150.0)
    assert kinds(mat) == ["run"]
    assert only(mat).steps[-1].run
    mat.put("A_greer", 300.0, 300.0)
    proposal = only(mat)
    assert (proposal.verdict.answer, proposal.possible, proposal.rule) == (Answer.NO, False, "S-MOVE-06")
    assert (proposal.back_to.x_mm, proposal.back_to.y_mm) == (300.0, pytest.approx(166.0, abs=2.0))
    assert text(mat) == "Hero (A) moved 284.0 mm, but only 150 were left. Put it back to the mark."
    said = mat.ask(ConfirmProposal(proposal.id))
    assert (said.granted, said.rule) == (False, "S-MOVE-06")
    assert mat.state.creatures["A:hero"].stand.y_mm == 16.0


def test_who_is_put_back_to_the_mark_has_surely_not_run_too_far(mat):
    mat.put("A_greer", 420.0, 320.0)
    back = only(mat).back_to
    mat.put("A_greer", back.x_mm, back.y_mm)
    assert only(mat).verdict.answer is Answer.YES
    assert 148.0 < only(mat).verdict.value_mm < 150.0


def test_too_close_to_call_is_offered_both_as_a_move_and_as_a_run_and_the_table_decides(mat):
    mat.put("A_greer", 300.0, 116.2)
    assert kinds(mat) == ["move", "run"]
    move, run = mat.side.proposals
    assert (move.verdict.answer, run.verdict.answer) == (Answer.CLOSE, Answer.YES)
    assert "too close to call" in text(mat, move)
    mat.ask(SetConfirmMode(ConfirmMode.TRUST))
    mat.look(3.0)
    assert all(each.asks for each in mat.side.proposals)
    mat.ask(ConfirmProposal(move.id))
    mat.look()
    assert mat.state.question.key.startswith("move:A:hero")
    assert mat.state.creatures["A:hero"].stand.y_mm == 16.0


@pytest.fixture
def melee(mat):
    """A's hero stands 60 mm from B's fighter, rim to rim."""
    mat.give(End(by="A"), Skip(by="B"))
    enemy = mat.summon(300.0 - 100.0, 584.0)
    mat.end_turn()
    for y_mm in (300.0, 480.0):
        mat.put("A_greer", 250.0, y_mm)
        mat.give_hand("A:hero", 250.0, y_mm)
    return mat, enemy


def test_whom_it_touches_and_whom_it_leaves_is_told(melee):
    mat, enemy = melee
    mat.put("A_greer", 200.0, 584.0 - 32.0)
    proposal = only(mat)
    assert [(each.creature, each.enemy, each.answer, each.new) for each in proposal.contacts] == [
        (enemy, True, Answer.YES, True)
    ]
    assert text(mat) == "Hero (A) moved 87.7 mm of 100 and touches Fighter."
    assert "контакт: Fighter" in text(mat, language=Language.RUSSIAN)
    mat.ask(ConfirmProposal(proposal.id))
    mat.look()
    assert mat.standing.agrees
    mat.end_turn()
    mat.end_turn()
    mat.put("A_greer", 200.0, 500.0)
    assert only(mat).leaves == (enemy,)
    assert "No longer touching: Fighter." in text(mat)


BEFORE = "Before that, the enemies it touches backstab it: one die each, no defence."
THERE = "Then the enemies it runs into backstab it: one die each, no defence."


def test_a_backstab_is_told_before_the_move_is_confirmed(melee):
    """S-BACK-01, S-BACK-04: of who leaves an enemy, and of who stays in contact with it."""
    mat, _ = melee
    mat.ask(SetConfirmMode(ConfirmMode.CHANGES))
    mat.put("A_greer", 200.0, 584.0 - 32.0)
    assert "backstab" not in text(mat), "who only comes into contact is not struck"
    mat.ask(ConfirmProposal(only(mat).id))
    mat.look()
    mat.end_turn()
    mat.end_turn()
    for x_mm, y_mm in ((200.0, 500.0), (200.0 + 32.0, 584.0)):
        mat.put("A_greer", x_mm, y_mm)
        assert text(mat).endswith(BEFORE)
        assert only(mat).asks
    mat.ask(ConfirmProposal(only(mat).id))
    assert [type(step).__name__ for step in mat.state.steps][:2] == ["MoveStep", "BackstabStep"]


def test_a_backstab_on_who_runs_into_an_enemy_is_told_before_the_run_is_confirmed(melee):
    """S-BACK-02, S-MOVE-30."""
    mat, _ = melee
    mat.give_hand("A:hero", 200.0, 420.0)
    mat.put("A_greer", 200.0, 584.0 - 32.0)
    assert [each.kind for each in mat.side.proposals] == ["run"]
    assert text(mat).endswith(THERE)
    assert "одному кубику" in text(mat, language=Language.RUSSIAN)
    mat.ask(ConfirmProposal(only(mat).id))
    assert any(type(step).__name__ == "BackstabStep" for step in mat.state.steps)


def test_a_move_into_contact_and_the_melee_there_are_one_tap(melee):
    mat, enemy = melee
    mat.put("A_greer", 200.0, 584.0 - 32.0)
    (follow,) = only(mat).then
    assert follow.command == Fight(by="A", creature="A:hero", target=enemy)
    (told,) = worded(only(mat), Teller(GAME, mat.state, Language.ENGLISH)).then
    assert told.text == "Melee against Fighter"
    assert not mat.ask(ConfirmProposal(only(mat).id, 2)).granted, "there is no second one"
    assert mat.ask(ConfirmProposal(only(mat).id, 1)).granted
    mat.look()
    assert mat.state.creatures["A:hero"].stand == Stand(200.0, 552.0, 0.2)
    assert mat.standing.agrees
    (prompt,) = GAME.prompts(mat.state)
    assert prompt.key == "assign"


def test_a_move_alone_is_no_melee(melee):
    mat, enemy = melee
    mat.put("A_greer", 200.0, 584.0 - 32.0)
    assert mat.ask(ConfirmProposal(only(mat).id)).granted
    mat.look()
    assert GAME.prompts(mat.state) == ()
    offers = {(spec.kind, spec.fixed.get("target")) for spec in GAME.commands(mat.state, "A")}
    assert ("fight", enemy) in offers


@pytest.mark.parametrize(("y_mm", "sigma_mm"), [(500.0, 0.2), (547.0, 0.2), (552.0, 3.0)])
def test_where_contact_is_none_or_not_sure_no_melee_follows(melee, y_mm, sigma_mm):
    mat, _ = melee
    mat.sigma_mm = sigma_mm
    mat.put("A_greer", 200.0, y_mm)
    assert {each.then for each in mat.side.proposals} == {()}


def test_what_must_be_confirmed_is_as_the_players_want_it(melee):
    mat, _ = melee
    for level, touching, free in (
        (ConfirmMode.ALL, True, True),
        (ConfirmMode.CHANGES, True, False),
        (ConfirmMode.TRUST, False, False),
    ):
        mat.ask(SetConfirmMode(level))
        mat.put("A_greer", 200.0, 584.0 - 32.0)
        assert only(mat).asks is touching
        mat.put("A_greer", 250.0, 440.0)
        assert only(mat).asks is free
    assert mat.state.acting == ""


def test_what_needs_no_tap_is_done_when_the_player_goes_on(mat):
    mat.ask(SetConfirmMode(ConfirmMode.CHANGES))
    mat.put("A_greer", 300.0, 80.0, seconds=5.0)
    assert mat.state.acting == ""
    assert isinstance(mat.submit("A", "finish"), CommandDone)
    assert mat.state.creatures["A:hero"].stand.y_mm == 80.0
    assert mat.state.creatures["A:hero"].deeds.finished


def test_what_needs_no_tap_is_done_when_the_next_model_is_moved(mat):
    fighter = mat.summon(100.0, 16.0)
    mat.give(End(by="A"), Skip(by="B"))
    mat.end_turn()
    mat.ask(SetConfirmMode(ConfirmMode.TRUST))
    mat.put("A_greer", 300.0, 80.0)
    base = mat.pointing.models.base(fighter)
    mat.put(base, 100.0, 60.0)
    assert mat.state.creatures["A:hero"].stand.y_mm == 80.0
    proposal = only(mat)
    assert [type(step) for step in proposal.steps] == [Finish, Activate, Move]
    assert text(mat).endswith("This ends the current activation.")


def test_a_phones_own_intent_for_the_same_deed_does_it_once(mat):
    mat.ask(SetConfirmMode(ConfirmMode.TRUST))
    mat.put("A_greer", 300.0, 80.0)
    assert isinstance(mat.submit("A", "activate", creature="A:hero"), CommandDone)
    mat.look()
    assert [type(step) for step in only(mat).steps] == [Move]
    assert isinstance(mat.submit("A", "move", creature="A:hero", run="false"), CommandDone)
    mat.look()
    assert mat.state.creatures["A:hero"].deeds.moved_mm == 64.0
    assert mat.side.proposals == ()


def test_two_models_moved_are_two_proposals_and_neither_goes_by_itself(mat):
    fighter = mat.summon(100.0, 16.0)
    mat.end_turn()
    mat.end_turn()
    mat.ask(SetConfirmMode(ConfirmMode.TRUST))
    base = mat.pointing.models.base(fighter)
    for name, at in (("A_greer", (300.0, 80.0)), (base, (100.0, 70.0))):
        mat.places[name] = at
    mat.look(4.0)
    assert {each.of for each in mat.side.proposals} == {"A:hero", fighter}
    assert all(each.asks for each in mat.side.proposals)
    assert mat.state.acting == ""


def test_an_opponents_model_that_was_moved_is_told_with_the_rule(mat):
    mat.put("B_robin", 300.0, 500.0)
    assert (only(mat).kind, only(mat).rule, only(mat).seat) == ("activate", "S-TURN-02", "B")
    assert text(mat) == "Hero (B): It is A's turn."
    assert only(mat).back_to == MatPoint(300.0, 584.0)


def test_a_nudge_of_one_who_acts_may_be_a_move_or_a_nudge(mat):
    mat.give(Activate(by="A", creature="A:hero"))
    mat.ask(SetConfirmMode(ConfirmMode.TRUST))
    mat.put("A_greer", 300.0, 21.0)
    assert (only(mat).kind, only(mat).asks) == ("move", True)
    assert mat.standing.of("A:hero").acceptable


def test_what_was_proposed_is_gone_once_it_is_not_so_any_more(mat):
    mat.put("A_greer", 300.0, 80.0)
    name = only(mat).id
    mat.states["A_greer"] = TrackState.HELD
    mat.look(0.5)
    assert only(mat).id == name
    mat.states["A_greer"] = TrackState.LIFTED
    mat.look(0.1)
    assert mat.side.proposals == ()
    assert not mat.ask(ConfirmProposal(name)).granted
    mat.states["A_greer"] = TrackState.SEEN
    mat.look()
    mat.ask(DismissProposal(only(mat).id))
    mat.look()
    assert mat.side.proposals == ()


SPOT = st.tuples(st.floats(20.0, 580.0), st.floats(20.0, 580.0))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SPOT)
def test_a_confirmed_proposal_is_accepted_by_the_rules_at_the_measured_place(crowd, spot):
    """Whatever is proposed as possible, the rules grant or ask the table; what is not, they refuse."""
    mat, home = crowd
    mat.put("A_greer", *spot)
    game, state = mat.record.game, mat.state
    for proposal in mat.side.proposals:
        before = state
        try:
            for step in proposal.steps:
                events = game.decide(before, step)
                for event in events:
                    before = game.evolve(before, event)
        except RuleViolation:
            assert not proposal.possible
            continue
        asked = any(isinstance(event, Questioned) for event in events)
        assert proposal.verdict.answer is (Answer.CLOSE if asked else Answer.YES)
        if not asked and not before.steps:
            stand = before.creatures["A:hero"].stand
            assert (stand.x_mm, stand.y_mm) == spot
    mat.put("A_greer", *home)
    assert mat.side.proposals == ()


@pytest.fixture
def crowd(tmp_path):
    """A's hero among others in the middle of the mat."""
    mat = Mats(tmp_path)
    mat.skirmish()
    home = (300.0, 120.0)
    mat.put("A_greer", *home)
    mat.give_hand("A:hero", *home)
    return mat, home


def test_where_an_activation_asks_something_first_the_confirmed_move_follows_by_itself(tmp_path):
    healing = Card(
        key="troll",
        kind=Kind.HERO,
        names={"en": "Troll"},
        strength=3,
        movement="M",
        health=6,
        abilities=(Ability("regeneration", x=1),),
    )
    mat = Mats(tmp_path, setup=duel({"troll": healing}, hero="troll").setup)
    mat.begun().give(Skip(by="A")).look()
    mat.wound("A:hero", 2)
    mat.put("A_greer", 300.0, 80.0)
    assert kinds(mat) == ["activate"]
    assert "activated first" in text(mat)
    assert mat.ask(ConfirmProposal(only(mat).id)).granted
    mat.look()
    assert (mat.state.acting, mat.state.creatures["A:hero"].stand.y_mm) == ("A:hero", 16.0)
    mat.roll()
    mat.look(2.0)
    assert mat.state.creatures["A:hero"].stand.y_mm == 80.0


def test_while_something_is_resolved_or_asked_nobody_is_told_to_put_anything_back(mat):
    mat.put("A_greer", 300.0, 116.2)
    mat.ask(ConfirmProposal(mat.side.proposals[0].id))
    mat.look(2.0)
    assert mat.state.question is not None
    assert mat.side.proposals == ()
    assert mat.how("A:hero") is PlacementState.MOVED
    assert not mat.standing.of("A:hero").ghost
    mat.give(Ruling(by="A", yes=True), Ruling(by="B", yes=True)).look()
    assert mat.state.creatures["A:hero"].stand.y_mm == 116.2
    assert mat.standing.agrees


def test_who_only_keeps_the_score_writes_down_what_a_rule_forbids(mat):
    mat.match.enforcement.keeps_score_only = True
    mat.put("A_greer", 300.0, 300.0)
    assert not only(mat).possible
    said = mat.ask(ConfirmProposal(only(mat).id))
    assert (said.granted, said.rule) == (True, "S-MOVE-06")
    mat.look()
    assert mat.state.creatures["A:hero"].stand.y_mm == 300.0


def test_a_run_is_asked_for_even_of_trusted_players(mat):
    mat.ask(SetConfirmMode(ConfirmMode.TRUST))
    mat.put("A_greer", 300.0, 150.0, seconds=4.0)
    assert (only(mat).kind, only(mat).asks) == ("run", True)


def test_a_run_that_was_declared_is_on_the_record_when_trusted_players_go_on(mat):
    """The last millimetres of it, too: what is clear needs no tap."""
    mat.ask(SetConfirmMode(ConfirmMode.TRUST))
    mat.give(Activate(by="A", creature="A:hero")).look()
    mat.side.place_first("A", "move", {"creature": ["A:hero"], "run": ["true"]})
    mat.put("A_greer", 300.0, 164.0, seconds=4.0)
    assert (only(mat).kind, only(mat).asks) == ("run", False)
    assert isinstance(mat.submit("A", "end"), CommandDone)
    assert (mat.state.active, mat.state.creatures["A:hero"].stand.y_mm) == ("B", 164.0)


@pytest.mark.parametrize("mode", [ConfirmMode.ALL, ConfirmMode.TRUST])
def test_going_on_says_that_what_waits_for_an_answer_is_not_recorded(mat, mode):
    """A run that nobody declared; who goes on once more means it."""
    mat.ask(SetConfirmMode(mode))
    mat.put("A_greer", 300.0, 150.0, seconds=4.0)
    with pytest.raises(UnseenError) as said:
        mat.submit("A", "end")
    assert (said.value.why, said.value.of) == (Doubt.UNANSWERED, "A:hero")
    assert mat.state.active == "A"
    assert isinstance(mat.submit("A", "end"), CommandDone)
    assert (mat.state.active, mat.state.creatures["A:hero"].stand.y_mm) == ("B", 16.0)
