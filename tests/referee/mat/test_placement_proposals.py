"""What comes to the mat, read as commands; and when what is seen is not good enough to say yes."""

import asyncio
import dataclasses

import pytest
from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.common import Place
from companion.games.signum.game import GAME
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, Claim, Play, Priority, Skip
from companion.games.signum.model.editions import Variant
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.steps.movement import PlacementStep
from companion.games.values import Stand
from companion.geometry import Answer, MatPoint
from companion.phones.server.intents import PhoneIntent, reply_to
from companion.referee import (
    AcceptPlacement,
    ConfirmMode,
    ConfirmProposal,
    Doubt,
    Level,
    PlacementState,
    SetConfirmMode,
    Subsystem,
    TrackState,
    TroubleKind,
)
from companion.referee.mat.evidence import behind
from companion.referee.mat.interpreter import proposals
from companion.referee.mat.models import Miniature, Models
from companion.referee.mat.snapshot import DisplacedModel, MatSnapshot
from companion.referee.match.command_builder import NotOfferedError, UnseenError
from companion.texts import Language
from tests.games.signum.setup.test_variants import table as of_variant
from tests.games.signum.table import duel
from tests.referee.mat.mat_game import BLIND, HEALTHY, Mats, only, text
from vision.trouble import Trouble


def test_a_summoned_creature_is_placed_by_the_model_that_came(mat):
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.give(Play(by="A", card=card)).look()
    assert mat.how(card) is PlacementState.TO_PLACE
    assert mat.side.proposals == ()
    mat.put("x_new", 100.0, 16.5)
    assert (only(mat).kind, only(mat).of, only(mat).possible) == ("place", card, True)
    assert mat.ask(ConfirmProposal(only(mat).id)).granted
    mat.look()
    assert mat.pointing.models.base(card) == "x_new"
    assert mat.how(card) is PlacementState.IN_PLACE


def test_a_model_that_was_shown_before_the_game_is_known_when_its_creature_comes(tmp_path):
    shown = {"x_joss": Miniature("A", "fighter"), "x_korra": Miniature("A", "healer")}
    mat = Mats(tmp_path, known=Models(shown=shown))
    mat.begun().give(Skip(by="A")).look()
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.give(Play(by="A", card=card)).look()
    mat.put("x_korra", 300.0, 60.0)
    assert mat.side.proposals == ()
    assert mat.standing.strangers[0].may_be == ()
    mat.put("x_joss", 100.0, 16.5)
    assert (only(mat).kind, only(mat).of, only(mat).base) == ("place", card, "x_joss")
    assert mat.ask(ConfirmProposal(only(mat).id)).granted
    mat.look()
    assert mat.pointing.models.base(card) == "x_joss"


def test_another_model_than_the_one_shown_may_come_all_the_same_once_it_is_touched(tmp_path):
    shown = {"x_joss": Miniature("A", "fighter"), "x_korra": Miniature("A", "healer")}
    mat = Mats(tmp_path, known=Models(shown=shown))
    mat.begun().give(Skip(by="A")).look()
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.give(Play(by="A", card=card)).look()
    mat.put("x_korra", 100.0, 16.5)
    with pytest.raises(UnseenError) as refused:
        mat.submit("A", "place", creature=card)
    assert refused.value.why is Doubt.NO_MODEL
    mat.chosen = ("x_korra",)
    mat.look()
    mat.submit("A", "place", creature=card)
    mat.look()
    assert mat.pointing.models.base(card) == "x_korra"


def test_a_summoned_creature_put_down_where_it_may_not_be_is_told_so(mat):
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.give(Play(by="A", card=card))
    mat.put("x_new", 100.0, 200.0)
    assert (only(mat).possible, only(mat).rule) == (False, "S-SUMMON-01")
    assert "own side" in text(mat)


def test_what_no_answer_of_the_table_would_allow_is_not_put_to_it(mat):
    """Whether the rim touches the side is too close to call, and the place is taken all the same (S-SUMMON-02)."""
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.give(Play(by="A", card=card))
    mat.put("x_new", 310.0, 18.0)
    assert (only(mat).verdict.answer, only(mat).rule) == (Answer.NO, "S-SUMMON-02")
    assert "taken" in text(mat)
    assert [each.rule_id for each in behind(GAME, mat.state, only(mat))] == ["S-SUMMON-02"], "and that is shown"
    mat.put("x_new", 100.0, 18.0)
    assert (only(mat).verdict.answer, only(mat).rule) == (Answer.CLOSE, "S-SUMMON-01"), "there an answer decides"


def test_two_models_that_came_are_both_offered(mat):
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.put("x_one", 100.0, 16.0)
    mat.put("x_two", 500.0, 16.0)
    mat.ask(SetConfirmMode(ConfirmMode.TRUST))
    mat.give(Play(by="A", card=card)).look(4.0)
    assert [each.base for each in mat.side.proposals] == ["x_one", "x_two"]
    assert all(each.asks for each in mat.side.proposals)
    mat.ask(ConfirmProposal(mat.side.proposals[1].id))
    mat.look()
    assert mat.pointing.models.base(card) == "x_two"
    assert [each.base for each in mat.standing.strangers] == ["x_one"]


def test_who_was_placed_is_not_asked_for_before_the_next_view(mat):
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.give(Play(by="A", card=card))
    mat.put("x_new", 100.0, 16.0)
    assert mat.ask(ConfirmProposal(only(mat).id)).granted
    assert (mat.side.proposals, mat.standing.strangers) == ((), ())
    assert mat.standing.of(card).base == "x_new"


def test_trusted_players_need_no_tap_for_what_a_prompt_waits_for_once_it_lies_still(mat):
    card = next(each for each in mat.state.players["A"].hand if mat.state.keys[each] == "fighter")
    mat.ask(SetConfirmMode(ConfirmMode.TRUST))
    mat.give(Play(by="A", card=card))
    mat.put("x_new", 100.0, 16.0, seconds=1.0)
    assert not only(mat).asks
    assert mat.state.creatures[card].stand is None
    mat.look(2.0)
    assert mat.state.creatures[card].stand == Stand(100.0, 16.0, 0.2)


def test_a_measured_deed_of_one_who_stands_elsewhere_is_not_guessed(mat):
    mat.give(Activate(by="A", creature="A:hero"))
    mat.put("B_robin", 300.0, 480.0)
    with pytest.raises(UnseenError) as unseen:
        mat.submit("A", "fight", creature="A:hero", target="B:hero")
    assert (unseen.value.why, unseen.value.of) == (Doubt.NEIGHBOUR, "B:hero")


def test_a_neighbour_that_is_not_where_the_record_has_it_makes_a_move_doubtful(mat):
    fighter = mat.summon(256.0, 16.0)
    mat.end_turn()
    mat.end_turn()
    base = mat.pointing.models.base(fighter)
    mat.states[base], mat.ages_s[base] = TrackState.HELD, 5.0
    mat.put("A_greer", 270.0, 80.0)
    assert (Doubt.NEIGHBOUR, fighter) in only(mat).doubts
    assert only(mat).verdict.answer is Answer.CLOSE
    assert "Fighter is not where the record has it" in text(mat)
    mat.states[base] = TrackState.SEEN
    mat.ages_s[base] = 0.0
    mat.look()
    assert (only(mat).doubts, only(mat).verdict.answer) == ((), Answer.YES)


def test_in_poor_light_no_verdict_is_yes_and_places_are_less_sure(mat):
    mat.health = type(HEALTHY)(
        {**HEALTHY.levels, Subsystem.LIGHT: Level.WORSE},
        (Trouble(TroubleKind.TOO_DARK, "", "Dark."),),
        0.05,
        20.0,
        "usb:0",
        HEALTHY.count,
    )
    mat.put("A_greer", 300.0, 80.0)
    assert only(mat).verdict.answer is Answer.CLOSE
    assert only(mat).steps[-1].to.sigma_mm > 1.0
    assert "light is poor" in text(mat)


def test_a_phone_hears_why_a_place_is_not_told_and_nothing_of_hidden_cards(mat):
    hidden = next(each for each in mat.state.players["B"].hand)
    mat.states["A_greer"] = TrackState.HELD
    mat.look()

    def told(kind, **values):
        values = {name: [value] for name, value in values.items()}
        intent = PhoneIntent("a" * 8 + kind + values["of"][0].replace(":", ""), kind, values)
        return asyncio.run(reply_to(mat.gateway, "A", intent, Language.ENGLISH))["text"]

    assert told("correct", of="A:hero").startswith("Hero (A) is hidden from the camera.")
    assert told("correct", of=hidden).startswith("The model is not seen on the mat yet.")


WOOD = Card(
    key="wood",
    kind=Kind.TERRAIN,
    names={"en": "Wood"},
    template=((0.0, 0.0), (80.0, 0.0), (80.0, 60.0), (0.0, 60.0)),
    terrain=("difficult",),
)


def test_a_template_that_is_laid_is_a_terrain_card_played(tmp_path):
    mat = Mats(tmp_path, setup=duel({"wood": WOOD}, terrain=("wood",)).setup)
    mat.begun().give(Skip(by="A")).look()
    outline = ((200.0, 200.0), (280.0, 200.0), (280.0, 260.0), (200.0, 260.0))
    mat.templates = {"t1": outline}
    mat.look()
    proposal = only(mat)
    assert (proposal.kind, proposal.seat, proposal.possible) == ("layterrain", "A", True)
    assert mat.ask(ConfirmProposal(proposal.id)).granted
    mat.look()
    (card,) = mat.state.templates
    assert mat.state.templates[card].outline == outline
    assert (mat.pointing.models.base(card), mat.how(card)) == ("t1", PlacementState.IN_PLACE)
    mat.templates = {"t1": tuple((x_mm + 20.0, y_mm) for x_mm, y_mm in outline)}
    mat.look()
    assert (mat.how(card), mat.standing.of(card).ghost, mat.standing.of(card).away_mm) == (
        PlacementState.MOVED,
        True,
        20.0,
    )
    assert mat.ask(AcceptPlacement(card)).granted
    mat.look()
    assert mat.standing.agrees


def test_three_players_each_have_their_own_models(tmp_path):
    mat = Mats(tmp_path, setup=of_variant(Variant.BATTLE_OF_THREE).setup)
    mat.look(4.0)
    mat.give(Priority(by=TABLE, rolled={"A": "6", "B": "4", "C": "2"}))
    while mat.state.steps[-1].stage == "sides":
        spec = mat.record.game.prompts(mat.state)[0].specs[0]
        mat.give(Claim(by=spec.by, side=spec.fixed["side"], far=spec.fixed["far"]))
    for _ in range(3):
        (prompt,) = mat.record.game.prompts(mat.state)
        seat = mat.state.seat(prompt.to[0])
        middle, across = sum(seat.segment) / 2, 16.0 if seat.side in ("player_one", "left") else 584.0
        level = seat.side in ("player_one", "player_two")
        mat.put(f"{seat.id}_hero", *((middle, across) if level else (across, middle)))
        assert (only(mat).of, only(mat).possible) == (f"{seat.id}:hero", True)
        assert mat.ask(ConfirmProposal(only(mat).id)).granted
        mat.look()
    assert mat.pointing.models.of == {f"{seat}:hero": f"{seat}_hero" for seat in "ABC"}


def test_a_measured_deed_with_somebody_unseen_is_asked_again_once_and_then_the_table_has_decided(mat):
    mat.give(Activate(by="A", creature="A:hero"))
    mat.states["B_robin"], mat.ages_s["B_robin"] = TrackState.HELD, 6.0
    mat.look(3.0)
    fight = {"creature": "A:hero", "target": "B:hero"}
    with pytest.raises(UnseenError) as unseen:
        mat.submit("A", "fight", **fight)
    assert (unseen.value.why, unseen.value.of) == (Doubt.HIDDEN, "B:hero")
    with pytest.raises(NotOfferedError):  # they stand far from each other
        mat.submit("A", "fight", **fight)


def test_after_long_blindness_a_measured_deed_is_asked_again(mat):
    mat.give(Activate(by="A", creature="A:hero"))
    mat.health = BLIND
    mat.look(6.0)
    with pytest.raises(UnseenError) as unseen:
        mat.submit("A", "fight", creature="A:hero", target="B:hero")
    assert unseen.value.why is Doubt.BLIND


def test_a_creature_that_an_effect_lets_be_placed_anew_is_read_so(mat):
    mat.put("A_greer", 350.0, 60.0)
    waiting = replace(mat.state, steps=(PlacementStep(creature="A:hero", by="A", within_mm=80.0),))
    track = mat.pointing.tracks["A:hero"]
    rest = mat.pointing.resting.rests["A_greer"]
    displaced = DisplacedModel(track.thing, rest, settled=True, nudged=False)
    situation = MatSnapshot((displaced,), (), (), mat.standing, (), ("A", "B"), ConfirmMode.ALL)
    (proposal,) = proposals(mat.record.game, waiting, situation)
    assert (proposal.kind, proposal.possible) == ("place", True)
    assert proposal.steps == (Place(by="A", creature="A:hero", at=Stand(350.0, 60.0, 0.2)),)
    too_far = replace(waiting, steps=(PlacementStep(creature="A:hero", by="A", within_mm=40.0),))
    (proposal,) = proposals(mat.record.game, too_far, situation)
    assert (proposal.possible, proposal.back_to) == (False, MatPoint(300.0, 16.0))


def test_on_a_mat_that_is_not_smooth_no_verdict_is_yes(mat):
    stray = Trouble(TroubleKind.MAT_DRIFTED, "5", "Tag 5 of the mat is not where it should be.")
    mat.health = dataclasses.replace(HEALTHY, troubles=(stray,))
    mat.put("A_greer", 300.0, 80.0)
    assert (only(mat).verdict.answer, only(mat).doubts) == (Answer.CLOSE, ((Doubt.UNEVEN, ""),))
    assert "Smooth the mat" in text(mat)


def test_terrain_that_was_asked_for_is_laid_as_soon_as_it_lies_where_it_may(tmp_path):
    mat = Mats(tmp_path, setup=duel({"wood": WOOD}, terrain=("wood",)).setup)
    mat.begun().give(Skip(by="A")).look()
    (card,) = (
        each.fixed["card"] for each in mat.match.record.game.commands(mat.state, "A") if each.kind == "layterrain"
    )
    assert mat.zones == ()
    with pytest.raises(UnseenError) as unseen:
        mat.submit("A", "layterrain", card=card)
    assert unseen.value.why is Doubt.TO_LAY
    (zone,) = mat.zones
    assert (zone.of, zone.room.contains(MatPoint(200.0, 200.0))) == (card, True)
    mat.templates = {"t1": WOOD.template}  # at A's side
    mat.look(3.0)
    assert mat.said[-1].granted is False
    assert "too close to this side" in mat.said[-1].text
    assert (len(mat.said), dict(mat.state.templates)) == (1, {}), "it is told once"
    mat.templates = {"t1": tuple((x_mm + 200.0, y_mm + 200.0) for x_mm, y_mm in WOOD.template)}
    mat.look(3.0)
    assert mat.state.templates[card].outline == mat.templates["t1"]
    assert mat.zones == ()


def test_who_does_something_else_lays_no_terrain(tmp_path):
    mat = Mats(tmp_path, setup=duel({"wood": WOOD}, terrain=("wood",)).setup)
    mat.begun().give(Skip(by="A")).look()
    (card,) = (
        each.fixed["card"] for each in mat.match.record.game.commands(mat.state, "A") if each.kind == "layterrain"
    )
    with pytest.raises(UnseenError):
        mat.submit("A", "layterrain", card=card)
    mat.submit("A", "activate", creature="A:hero")
    mat.templates = {"t1": tuple((x_mm + 200.0, y_mm + 200.0) for x_mm, y_mm in WOOD.template)}
    mat.look(3.0)
    assert dict(mat.state.templates) == {}
