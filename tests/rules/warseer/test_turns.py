"""Turns, summoning, Influence and Income, activation and movement (W-TURN, W-SUM, W-ECON, W-ACT, W-MOVE, W-RUN)."""

import pytest
from msgspec.structs import replace

from companion.games.common import Choose, Rolled
from companion.games.verdicts.measured import RuleViolation
from companion.games.warseer.game import GAME
from companion.games.warseer.model import commands as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.battlefield import TerrainHex
from companion.games.warseer.model.card_kinds import Colour, CreatureKind, Keyword, Moment, Symbol, Token
from companion.games.warseer.model.kinds import Where
from companion.games.warseer.model.state import InPlay, State, TurnCount
from companion.games.warseer.model.steps import TurnStep
from companion.games.warseer.rules.creature.values import is_full
from companion.games.warseer.rules.moves import ways
from companion.geometry.grid import Cell
from tests.games.warseer.table import CARDS, ability, character, do, fight, hero
from tests.rules.warseer.hands import kinds, options

HIT, CRIT, PUSH, BLANK = (each.value for each in (Symbol.HIT, Symbol.CRIT, Symbol.PUSH, Symbol.BLANK))
FOREST, RIVER = "t/forest", "t/river"


def on(*cells: tuple[int, int], terrain: str = FOREST) -> tuple[TerrainHex, ...]:
    return tuple(TerrainHex(terrain, Cell(*each)) for each in cells)


def idle_turn(state: State) -> State:
    """All of A's creatures are activated and do nothing, and the turn ends."""
    for piece in [each.id for each in state.mine("A") if not each.done]:
        state = do(state, c.Activate(by="A", piece=piece))
        if state.steps[-1] != TurnStep(player="A", stage="act"):
            state = do(state, c.Stop(by="A"))
    return do(state, c.EndTurn(by="A"))


@pytest.mark.parametrize(("cards", "influence"), [(("B:t/b0", "B:t/r0"), 5), (tuple(f"B:t/b{n}" for n in range(3)), 9)])
def test_influence_is_set_to_income_as_a_turn_begins(cards, influence):
    """W-EX-01, W-ECON-03, W-ECON-06, W-TURN-07, W-ZONE-13, W-ECON-18: what was left is lost."""
    state = fight({}, influence={"A": 5, "B": 3}, histories={"A": (), "B": cards})
    assert idle_turn(state).influence["B"] == influence


def test_influence_is_ten_at_most():
    """W-EX-02, W-ECON-05, W-PH-01."""
    history = (*tuple(f"B:t/b{n}" for n in range(3)), "B:t/r0", "B:t/r1")
    state = idle_turn(fight({}, histories={"A": (), "B": history}))
    assert (state.income("B"), state.influence["B"]) == (13, 10)


def test_income_lies_between_zero_and_fifteen():
    """W-ECON-09, W-ECON-15."""
    assert fight({}, histories={"A": ("A:t/s4",), "B": ()}).income("A") == 0
    many = tuple(f"A:t/b{n}" for n in range(3)) * 2
    assert fight({}, histories={"A": many, "B": ()}).income("A") == 15


def test_the_turn_ends_once_all_own_creatures_were_activated():
    """W-TURN-21, W-ACT-05, W-ACT-06, W-PH-04, W-OPEN-70."""
    state = fight({"A:2": (character("t/x"), (0, 0))})
    assert "endturn" not in kinds(state)
    with pytest.raises(RuleViolation) as refused:
        GAME.decide(state, c.EndTurn(by="A"))
    assert refused.value.rule_id == "W-TURN-21"
    after = idle_turn(state)
    assert after.active == "B"
    assert not after.creatures["B:1"].done


def test_a_turn_begins_with_a_card_and_a_feat():
    """W-TURN-08, W-FEAT-09, W-TURN-09: an empty Battle Deck ends nothing."""
    state = idle_turn(fight({}, decks={"A": (), "B": ("B:t/s0",)}))
    assert (state.hands["B"], len(state.feats_held["B"])) == (("B:t/s0",), 1)
    state = idle_turn(fight({}))
    assert (state.hands["B"], len(state.feats_held["B"])) == ((), 1)


def camp(state: State, piece: str, card) -> State:
    """The same with a Character in the War Camp of A."""
    creature = replace(
        state.creatures["A:1"], id=piece, card=card.key, kind=CreatureKind.CHARACTER, where=Where.CAMP, cell=None
    )
    setup = replace(state.setup, cards=state.setup.cards | {card.key: card})
    return replace(state, creatures=state.creatures | {piece: creature}, setup=setup)


def test_one_character_is_summoned_a_turn_into_the_zone_and_waits():
    """W-SUM-01, -02, -03, W-TURN-15, W-TURN-20, W-ECON-01, W-GEN-07, W-ZONE-03, W-ZONE-20, W-ACT-12."""
    state = camp(camp(fight({"A:1": (hero(), (0, 0))}), "A:2", character("t/x", cost=3)), "A:3", character("t/y"))
    assert options(state, "summon", "to") == {(q, -4) for q in range(5)}
    state = do(state, c.Summon(by="A", piece="A:2", to=Cell(1, -4)))
    assert (state.influence["A"], state.creatures["A:2"].cell) == (2, (1, -4))
    assert "summon" not in kinds(state)
    assert options(state, "activate", "piece") == {"A:1"}


def test_what_cannot_be_paid_is_not_summoned():
    """W-ECON-02."""
    state = camp(fight({"A:1": (hero(), (0, 0))}), "A:2", character("t/x", cost=6))
    assert "summon" not in kinds(state)


def test_nobody_is_summoned_beyond_the_limit_or_without_a_free_hex():
    """W-CARD-08, W-SUM-06, W-SUM-08, W-OPEN-24."""
    crowd = {f"A:{number}": (character("t/z"), (number - 4, 0)) for number in range(3, 9)}
    state = camp(fight({"A:1": (hero(), (0, 1)), **crowd}), "A:2", character("t/x"))
    assert is_full(state, "A")
    one_less = {key: each for key, each in state.creatures.items() if key != "A:8"}
    assert "summon" in kinds(replace(state, creatures=one_less))
    assert "summon" not in kinds(state)
    filled = {f"B:{number}": (character("t/z"), (number - 2, -4)) for number in range(2, 7)}
    assert "summon" not in kinds(camp(fight({"A:1": (hero(), (0, 0)), **filled}), "A:2", character("t/x")))


def test_a_forward_camp_lets_creatures_enter():
    """W-SUM-09, W-TER-17, W-TT-12."""
    terrain = (TerrainHex("t/camp", Cell(0, 0)), TerrainHex("t/camp", Cell(1, 0), player="B"))
    state = camp(fight({}, terrain=terrain), "A:2", character("t/x"))
    assert Cell(0, 0) in options(state, "summon", "to")
    assert Cell(1, 0) not in options(state, "summon", "to")


def test_rush_is_activated_at_once_without_an_attack():
    """W-KW-39."""
    foe = {"B:2": (character("t/z"), (1, -3))}
    state = camp(fight({"A:1": (hero(), (-4, 0)), **foe}), "A:2", character("t/x", ability(Keyword.RUSH)))
    state = do(state, c.Summon(by="A", piece="A:2", to=Cell(1, -4)))
    assert options(state, "activate", "piece") == {"A:1", "A:2"}
    assert GAME.prompts(state)[0].about["left"] == 2, "as many as the keys offer"
    state = do(state, c.Activate(by="A", piece="A:2"))
    assert "move" in kinds(state)
    assert "attack" not in kinds(state)


def test_a_first_word_comes_as_the_creature_enters():
    """W-KW-18, W-ABIL-07, W-SUM-04, W-KW-03."""
    card = character("t/x", ability(Keyword.FIRST_WORD, effects=(fx.InfluenceEffect(3),)), ability(Keyword.ARMOUR, x=2))
    state = do(camp(fight({}), "A:2", card), c.Summon(by="A", piece="A:2", to=Cell(1, -4)))
    assert (state.influence["A"], state.creatures["A:2"].armour) == (6, 2)


def test_income_marks_give_points_and_cards():
    """W-ECON-07, W-ECON-11, W-ECON-12, W-ECON-13, W-ECON-14, W-ECON-16, W-VP-05, W-ZONE-12."""
    state = fight({}, hands={"A": ("A:t/b0", "A:t/r0"), "B": ()}, decks={"A": ("A:t/s0",), "B": ()})
    state = do(state, c.Discard(by="A", card="A:t/b0"))
    assert (state.income("A"), state.hands["A"]) == (3, ("A:t/r0", "A:t/s0"))
    state = replace(state, count=TurnCount())
    state = do(state, c.Discard(by="A", card="A:t/r0"))
    assert (state.income("A"), state.points["A"]) == (5, 1)
    recall = CARDS["t/s0"]
    setup = replace(state.setup, cards=state.setup.cards | {"t/s0": replace(recall, effects=(fx.RecallEffect(),))})
    state = do(replace(state, setup=setup), c.Play(by="A", card="A:t/s0"), Choose(by="A", chosen=("A:t/b0",)))
    assert state.income("A") < 5
    assert state.points["A"] == 0


def test_one_card_is_discarded_a_turn():
    """W-ECON-08, W-TURN-17, W-ECON-18: it costs nothing, and Influence stays."""
    state = fight({}, hands={"A": ("A:t/b0", "A:t/r0"), "B": ()})
    state = do(state, c.Discard(by="A", card="A:t/b0"))
    assert state.influence["A"] == 5
    assert "discard" not in kinds(state)


def test_a_creature_moves_then_attacks_and_no_other_is_active():
    """W-ACT-01, W-ACT-02, W-ACT-07, W-ACT-08, W-ACT-09, W-ACT-14, W-PLAY-05, W-MOVE-01, W-CARD-20."""
    pieces = {"A:2": (character("t/x"), (0, 0)), "B:2": (character("t/z"), (2, 0))}
    state = do(fight(pieces, hands={"A": ("A:t/b0",), "B": ()}), c.Activate(by="A", piece="A:2"))
    assert kinds(state) == {"move", "run", "stop"}
    with pytest.raises(RuleViolation) as refused:
        GAME.decide(state, c.Play(by="A", card="A:t/b0"))
    assert refused.value.rule_id == "W-ACT-09"
    state = do(state, c.Move(by="A", piece="A:2", to=Cell(1, 0)))
    assert kinds(state) == {"attack", "stop"}
    state = do(state, c.Attack(by="A", target="B:2"))
    state = do(state, Rolled(by="A", faces=(BLANK, BLANK)))
    assert state.steps == (TurnStep(player="A", stage="act"),)
    assert "A:2" not in options(state, "activate", "piece")  # W-ACT-11


def test_a_run_goes_farther_and_ends_the_activation():
    """W-RUN-01 to -04, W-ACT-03, W-KW-38, W-KW-41."""
    foe = {"B:2": (character("t/z"), (3, -1))}  # it is beside the end of the way, and not attacked
    state = do(fight({"A:2": (character("t/x", movement=2), (0, 0)), **foe}), c.Activate(by="A", piece="A:2"))
    assert Cell(3, 0) not in options(state, "move", "to")
    assert Cell(3, 0) in options(state, "run", "to")
    assert Cell(4, 0) not in options(state, "run", "to")
    state = do(state, c.RunTo(by="A", piece="A:2", to=Cell(3, 0)))
    assert state.steps == (TurnStep(player="A", stage="act"),)
    far = character("t/x", ability(Keyword.RUN, x=2), movement=2)
    assert Cell(4, 0) in options(do(fight({"A:2": (far, (0, 0))}), c.Activate(by="A", piece="A:2")), "run", "to")
    slow = character("t/x", ability(Keyword.SLOW))
    assert "run" not in kinds(do(fight({"A:2": (slow, (0, 0))}), c.Activate(by="A", piece="A:2")))


def test_difficult_ground_stops_and_ends_the_activation():
    """W-MOVE-06, W-TER-06, W-KW-15, W-ACT-12."""
    pieces = {"A:2": (character("t/x", movement=2), (0, 0)), "B:2": (character("t/z"), (2, -1))}
    state = fight(pieces, terrain=on((1, 0)))
    assert Cell(2, 0) in ways(state, "A:2", 3)  # around it
    assert len(ways(state, "A:2", 3)[Cell(2, 0)]) == 3
    state = do(state, c.Activate(by="A", piece="A:2"), c.Move(by="A", piece="A:2", to=Cell(1, 0)))
    assert state.steps == (TurnStep(player="A", stage="act"),)


def test_nobody_passes_creatures_or_rivers_but_by_flight():
    """W-MOVE-02, W-MOVE-03, W-TER-08, W-TER-09, W-KW-01, W-KW-20, W-KW-26, W-TT-03, W-ZONE-02."""
    walls = {(0, 1): "A", (-1, 1): "B", (-1, 0): "B", (0, -1): "B", (1, -1): "B"}
    others = {f"{owner}:{n}": (character("t/z"), cell) for n, (cell, owner) in enumerate(walls.items(), 3)}
    river = on((1, 0), terrain=RIVER)
    assert ways(fight({"A:2": (character("t/x"), (0, 0)), **others}, terrain=river), "A:2", 3) == {}
    agile = ways(fight({"A:2": (character("t/x", ability(Keyword.AGILE)), (0, 0)), **others}, terrain=river), "A:2", 2)
    assert {*agile} == {(0, 2), (-1, 2), (1, 1)}
    flying = ways(
        fight({"A:2": (character("t/x", ability(Keyword.FLIGHT)), (0, 0)), **others}, terrain=river), "A:2", 2
    )
    assert Cell(1, 0) not in flying
    assert Cell(2, 0) in flying


def test_a_portal_is_next_to_the_other():
    """W-TT-10, W-GRID-05, W-OPEN-01, W-OPEN-02."""
    state = fight({"A:2": (character("t/x"), (-4, 0))}, terrain=on((-3, 0), (3, 0), terrain="t/portal"))
    assert Cell(3, 0) in ways(state, "A:2", 2)
    assert Cell(3, 0) not in ways(state, "A:2", 1)


def test_clinch_holds_opponents_in_contact():
    """W-KW-11, W-OPEN-67."""
    foe = {"B:2": (character("t/z", ability(Keyword.CLINCH)), (1, 0))}
    state = do(fight({"A:2": (character("t/x"), (0, 0)), **foe}), c.Activate(by="A", piece="A:2"))
    assert not kinds(state) & {"move", "run"}
    assert "attack" in kinds(state)


def test_a_stunned_creature_loses_its_token_instead():
    """W-KW-42, W-OPEN-56, W-OPEN-70."""
    state = fight({"A:2": (character("t/x"), (0, 0))}, creatures={"A:2": {"tokens": (Token.STUN,)}})
    state = do(state, c.Activate(by="A", piece="A:2"))
    assert state.creatures["A:2"].tokens == ()
    assert state.creatures["A:2"].done
    assert state.steps == (TurnStep(player="A", stage="act"),)


@pytest.mark.parametrize(
    ("face", "wounds", "tokens"), [(HIT, 1, (Token.POISON,)), (BLANK, 0, ()), (CRIT, 0, (Token.POISON,))]
)
def test_poison_rolls_its_die(face, wounds, tokens):
    """W-KW-33."""
    state = fight({"A:2": (character("t/x"), (0, 0))}, creatures={"A:2": {"tokens": (Token.POISON,)}})
    state = do(state, c.Activate(by="A", piece="A:2"), Choose(by="A", chosen=("roll",)))
    state = do(state, Rolled(by="A", faces=(face,)))
    assert (state.creatures["A:2"].wounds, state.creatures["A:2"].tokens) == (wounds, tokens)
    assert "move" in kinds(state)


def test_poison_goes_for_a_skipped_activation():
    """W-KW-33, W-ACT-15, W-OPEN-25."""
    state = fight({"A:2": (character("t/x"), (0, 0))}, creatures={"A:2": {"tokens": (Token.POISON,)}})
    state = do(state, c.Activate(by="A", piece="A:2"), Choose(by="A", chosen=("skip",)))
    assert state.creatures["A:2"].tokens == ()
    assert state.steps == (TurnStep(player="A", stage="act"),)


def test_disease_wounds_and_spreads():
    """W-KW-17, W-OPEN-57."""
    pieces = {"A:2": (character("t/x"), (0, 0)), "B:2": (character("t/z"), (1, 0))}
    state = fight(pieces, creatures={"A:2": {"tokens": (Token.DISEASE,), "armour": 1}})
    state = do(state, c.Activate(by="A", piece="A:2"), Choose(by="A", chosen=("stay",)))
    assert state.creatures["A:2"].wounds == 1
    state = do(state, Rolled(by="B", faces=(CRIT,)))
    assert state.creatures["B:2"].tokens == (Token.DISEASE,)


def test_regeneration_heals_one_or_two():
    """W-KW-36, W-DMG-10."""
    for face, wounds in ((HIT, 1), (CRIT, 0), (BLANK, 2)):
        card = character("t/x", ability(Keyword.REGENERATION))
        state = fight({"A:2": (card, (0, 0))}, creatures={"A:2": {"wounds": 2}})
        state = do(state, c.Activate(by="A", piece="A:2"))
        assert do(state, Rolled(by="A", faces=(face,))).creatures["A:2"].wounds == wounds


def test_a_contract_is_paid_at_the_start():
    """W-KW-12, W-ABIL-12, W-CARD-20."""
    card = character("t/x", ability(Keyword.CONTRACT, x=2, holds=(fx.ChangeEffect("movement", 1),)), movement=1)
    state = do(fight({"A:2": (card, (0, 0))}), c.Activate(by="A", piece="A:2"))
    paid = do(state, Choose(by="A", chosen=("pay",)))
    assert paid.influence["A"] == 3
    assert Cell(2, 0) in options(paid, "move", "to")
    assert Cell(2, 0) not in options(do(state, Choose(by="A", chosen=("refuse",))), "move", "to")
    assert do(paid, c.Stop(by="A")).lasting != ()


def test_a_healer_heals_by_crits_and_hits_instead_of_attacking():
    """W-KW-23, W-ABIL-08, W-ABIL-09, W-ABIL-10, W-FAQ-05."""
    pieces = {"A:2": (character("t/x", ability(Keyword.HEALER), reach=2), (0, 0)), "B:2": (character("t/z"), (2, 0))}
    state = fight(pieces, creatures={"B:2": {"wounds": 2}})
    state = do(state, c.Activate(by="A", piece="A:2"), c.Use(by="A", of="A:2", ability="healer", target="B:2"))
    state = do(state, Rolled(by="A", faces=(CRIT, HIT)))
    assert state.creatures["B:2"].wounds == 0


def test_a_long_shot_is_no_attack_but_pushes():
    """W-ABIL-09, W-KW-28, W-FAQ-05, W-FAQ-06, W-OPEN-59."""
    shot = ability(Keyword.LONG_SHOT, x=4, dice=(Colour.RED, Colour.RED))
    state = fight({"A:2": (character("t/x", shot), (0, 0)), "B:2": (character("t/z"), (3, 0))})
    state = do(state, c.Activate(by="A", piece="A:2"), c.Use(by="A", of="A:2", ability="long_shot", target="B:2"))
    state = do(state, Rolled(by="A", faces=(CRIT, PUSH)))
    assert kinds(state) == {"move"}
    state = do(state, c.Move(by="A", piece="B:2", to=Cell(4, 0)))
    assert state.creatures["B:2"].wounds == 1


def test_a_hook_draws_an_opponent_near():
    """W-KW-24, W-OPEN-63."""
    state = fight({"A:2": (character("t/x", ability(Keyword.HOOK, x=3)), (0, 0)), "B:2": (character("t/z"), (3, 0))})
    state = do(state, c.Activate(by="A", piece="A:2"), c.Use(by="A", of="A:2", ability="hook", target="B:2"))
    assert options(state, "move", "to") == {(1, 0)}
    state = do(state, c.Move(by="A", piece="B:2", to=Cell(1, 0)))
    assert "move" not in kinds(state)
    assert "attack" in kinds(state)


def test_a_minion_may_be_taken_away_instead():
    """W-MIN-08, W-MIN-09, W-MIN-06."""
    state = fight({"A:2": (CARDS["t/minion"], (0, 0))})
    state = do(state, c.Remove(by="A", piece="A:2"))
    assert state.creatures["A:2"].where is Where.GONE
    assert state.histories["A"] == ()


def test_a_turned_creature_is_not_activated_and_the_other_way_round():
    """W-ACTV-01 to -04, W-ACT-04: nor is its icon used while it is activated."""
    card = replace(character("t/x"), abilities=(fx.Ability(names={}, turn=True, effects=(fx.InfluenceEffect(1),)),))
    state = fight({"A:2": (card, (0, 0))})
    assert "use" not in kinds(do(state, c.Activate(by="A", piece="A:2")))
    used = do(state, c.Use(by="A", of="A:2", ability="0"))
    assert used.influence["A"] == 6
    assert "A:2" not in options(used, "activate", "piece")
    acted = do(state, c.Activate(by="A", piece="A:2"), c.Stop(by="A"))
    assert "use" not in kinds(acted)
    plain = replace(card, abilities=(*card.abilities, fx.Ability(names={}, effects=(fx.InfluenceEffect(2),))))
    both = fight({"A:2": (plain, (0, 0))})
    assert [spec.fixed["ability"] for spec in GAME.prompts(both)[0].specs if spec.kind == "use"] == ["0"]
    during = GAME.prompts(do(both, c.Activate(by="A", piece="A:2")))[0].specs
    assert [spec.fixed["ability"] for spec in during if spec.kind == "use"] == ["1"]


def test_the_altar_is_rolled_at_the_end_of_an_activation():
    """W-TT-09, W-TER-19, W-OPEN-34: in its hex the second die."""
    altar = on((1, 0), terrain="t/altar")
    for cell, die in (((0, 0), "blue"), ((1, 0), "red")):
        state = fight({"A:2": (character("t/x"), cell)}, terrain=altar, creatures={"A:2": {"wounds": 1}})
        state = do(state, c.Activate(by="A", piece="A:2"), c.Stop(by="A"))
        (prompt,) = GAME.prompts(state)
        assert [each.kind for each in prompt.specs[0].fields["faces"].dice] == [die]
        assert do(state, Rolled(by="A", faces=(HIT,))).creatures["A:2"].wounds == 0


def test_relics_and_buildings_are_turned_once_a_turn():
    """W-BLD-02, W-BLD-03, W-BLD-04, W-BLD-05, W-BLD-06, W-ACTV-05, W-ACTV-06, W-ACTV-08."""
    hall = InPlay(card="A:t/b2", player="A", sort="building")
    state = do(fight({}, in_play=(hall,), decks={"A": ("A:t/s0",), "B": ()}), c.Use(by="A", of="A:t/b2", ability="0"))
    assert (state.influence["A"], state.hands["A"]) == (4, ("A:t/s0",))
    assert "use" not in kinds(state)


def test_use_markers_go_one_by_one_and_then_the_relic():
    """W-REL-10, W-REL-11, W-REL-12, W-MULT-01 to -03, W-MULT-06, W-MULT-07, W-EX-10."""
    charm = InPlay(card="A:t/r0", player="A", sort="relic", uses=2, on="A:1")
    state = fight({}, in_play=(charm,), creatures={"A:1": {"wounds": 2}})
    state = do(state, c.Use(by="A", of="A:t/r0", ability="0"))
    assert (state.creatures["A:1"].wounds, state.in_play[0].uses) == (1, 1)
    state = do(state, c.Use(by="A", of="A:t/r0", ability="0"))
    assert (state.creatures["A:1"].wounds, state.in_play, state.histories["A"]) == (0, (), ("A:t/r0",))


def test_the_active_player_orders_what_comes_at_the_end_of_the_turn():
    """W-TURN-22."""
    late = fx.Ability(names={}, on=Moment.TURN_END, effects=(fx.InfluenceEffect(1),))
    card = replace(character("t/x"), abilities=(late,))
    state = fight({"A:2": (card, (0, 0))}, creatures={"A:1": {"done": True}, "A:2": {"done": True}})
    state = do(state, c.EndTurn(by="A"))
    (prompt,) = GAME.prompts(state)
    assert (prompt.key, prompt.specs[0].fields["chosen"].options) == ("choose_end", ("A:1", "A:2"))
    state = do(state, Choose(by="A", chosen=("A:2",)))
    assert (state.influence["A"], state.active) == (6, "B")
