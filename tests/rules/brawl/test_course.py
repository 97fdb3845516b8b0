"""The course of a game: set-up, drafts, turns, basic actions, hands, challenges, and Super Teams."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.decision import DECISION
from companion.games.brawl.game import GAME
from companion.games.brawl.model import commands as c
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.kinds import CORES, Basic, Core, Zone
from companion.games.brawl.model.steps import PlanStep, TurnStep
from companion.games.brawl.model.terms import SELF, Amount, Condition, Measure, Selector
from companion.games.brawl.resolution import Run
from companion.games.brawl.rules.actions import win
from companion.games.brawl.rules.selection import controls
from companion.games.brawl.rules.turns import score
from companion.games.common import Choose, Concede
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from companion.presentation.teller import Teller
from companion.texts import Language
from tests.games.brawl.table import (
    NAMES,
    asked,
    at,
    attack,
    do,
    duel,
    events_of,
    hurt,
    setup,
    skill,
    with_champion,
)
from tests.rules.brawl.course import begun, until


def test_b_round_02_03_turns_in_order_and_then_a_new_challenge():
    state = until(begun(), "act")
    assert (state.round, state.turn, state.active) == (1, 1, "A")
    first = state.track[0]
    state = do(state, c.EndTurn(by="A"))
    assert (state.round, state.turn, state.active) == (1, 2, "B")
    assert state.track[0] == first
    state = do(state, c.EndTurn(by="B"))
    assert (state.round, state.turn, state.active) == (2, 3, "A")
    assert state.track[1] == first  # B-CHAL-01
    assert state.track[0] not in ("", first)  # B-CHAL-02


def test_b_act_02_03_an_action_costs_a_core_of_its_colour():
    card = skill("go", "one", Core.CREATION, move=None, effects=(fx.DamageEffect(1, Selector(who="enemy")),))
    state = duel(card, a={1: (1, 1)}, b={}, hand=("go",))
    assert do(state, c.Play(by="A", card="A:go")).cores["A"] == (Core.DESTRUCTION, Core.MANIPULATION)
    with pytest.raises(RuleViolation) as refused:
        do(replace(state, cores=state.cores | {"A": (Core.DESTRUCTION,)}), c.Play(by="A", card="A:go"))
    assert refused.value.rule_id == "B-ACT-03"


def test_b_act_05_07_several_cards_also_of_one_champion():
    """B-OPEN-06."""
    one = skill("one_go", "one", Core.CREATION, move=None, effects=())
    two = skill("two_go", "one", Core.DESTRUCTION, move=None, effects=())
    state = duel(one, two, a={1: (1, 1)}, hand=("one_go", "two_go"))
    state = do(state, c.Play(by="A", card="A:two_go"), c.Use(by="A"), c.Play(by="A", card="A:one_go"), c.Use(by="A"))
    assert state.discards["A"] == ("A:two_go", "A:one_go")  # B-ACT-10


def test_b_act_08_one_card_after_the_other():
    one, two = skill("one_go", "one"), skill("two_go", "one", Core.DESTRUCTION)
    state = do(duel(one, two, a={1: (1, 1)}, hand=("one_go", "two_go")), c.Play(by="A", card="A:one_go"))
    with pytest.raises(RuleViolation) as refused:
        do(state, c.Play(by="A", card="A:two_go"))
    assert refused.value.rule_id == "B-ACT-08"


def test_b_act_09_a_card_is_used_by_its_champion():
    state = duel(skill("go", "two"), a={1: (1, 1), 2: (3, 1)}, hand=("go",))
    state = do(state, c.Play(by="A", card="A:go"))
    assert {spec.fixed["piece"] for spec in GAME.prompts(state)[0].specs if spec.kind == "move"} == {"A:2"}


def test_b_act_01_a_card_must_be_in_hand():
    with pytest.raises(RuleViolation) as refused:
        do(duel(skill("go", "one"), a={1: (1, 1)}), c.Play(by="A", card="A:go"))
    assert refused.value.rule_id == "B-ACT-01"


def test_b_ba_01_02_07_each_basic_action_once_with_any_own_champion():
    state = duel(a={1: (1, 1), 2: (3, 1)}, b={1: (-3, 4)})
    state = do(state, c.Act(by="A", action=Basic.RUN, piece="A:2", core=Core.CREATION), c.Stop(by="A"))
    with pytest.raises(RuleViolation) as refused:
        do(state, c.Act(by="A", action=Basic.RUN, piece="A:1", core=Core.DESTRUCTION))
    assert refused.value.rule_id == "B-BA-02"
    with pytest.raises(RuleViolation) as refused:
        do(state, c.Act(by="A", action=Basic.STRIKE, piece="B:1", core=Core.DESTRUCTION))
    assert refused.value.rule_id == "B-BA-07"


def test_b_ba_03_manipulation_moves_1_and_plans_1():
    state = duel(attack("x", "one"), a={1: (1, 1)}, hand=("x",))
    state = do(state, c.Act(by="A", action=Basic.PLAN, piece="A:1", core=Core.MANIPULATION))
    assert GAME.prompts(state)[0].about["left"] == 1
    state = do(state, c.Stop(by="A"))
    assert asked(state) == ("plan", ("A",))
    state = do(state, Choose(by="A", chosen=("A:x",)))
    assert (state.hands["A"], state.decks["A"]) == ((), ("A:x",))


def test_b_ba_04_creation_moves_1_and_heals_1():
    state = hurt(duel(attack("x", "one"), a={1: (1, 1)}, b={1: (1, 2)}, hand=("x",)), A1=2)
    state = do(state, c.Act(by="A", action=Basic.HEAL, piece="A:1", core=Core.CREATION))
    assert GAME.prompts(state)[0].about["left"] == 1
    state = do(state, c.Stop(by="A"))
    assert asked(do(state, Choose(by="A")))[0] == "act", "it plans nothing"
    assert do(state, Choose(by="A", chosen=("A:1",))).champions["A:1"].damage == 1
    assert do(state, Choose(by="A")).champions["A:1"].damage == 2


def test_b_ba_05_08_09_destruction_moves_1_and_strikes_for_1():
    state = hurt(duel(a={1: (1, 0)}, b={1: (1, 2)}, defence=3), B1=4)
    state = do(state, c.Act(by="A", action=Basic.STRIKE, piece="A:1", core=Core.DESTRUCTION))
    assert GAME.prompts(state)[0].about["left"] == 1
    state = do(state, c.Move(by="A", piece="A:1", to=Cell(1, 1)))
    assert asked(state) == ("strike", ("A",))
    state = do(state, Choose(by="A", chosen=("B:1",)))
    assert at(state, "B:1") is None
    assert state.champions["A:1"].powered
    assert state.points["A"] == 1


def test_b_ba_05_only_an_enemy_on_an_adjacent_cell_is_struck():
    state = duel(a={1: (1, 1), 2: (2, 1)}, b={1: (1, 2), 2: (0, 2), 3: (1, 3)})
    state = do(state, c.Act(by="A", action=Basic.STRIKE, piece="A:1", core=Core.DESTRUCTION), c.Stop(by="A"))
    field = GAME.prompts(state)[0].specs[0].fields["chosen"]
    assert (field.options, field.least, field.most) == (("B:1", "B:2"), 1, 1)
    alone = do(
        duel(a={1: (1, 1)}, b={1: (1, 3)}), c.Act(by="A", action=Basic.STRIKE, piece="A:1", core=Core.DESTRUCTION)
    )
    assert asked(do(alone, c.Stop(by="A")))[0] == "act"


def test_b_ba_03_04_whoever_falls_on_the_way_neither_plans_nor_heals():
    """B-KO-07: a trap knocks it out; nobody without damage is asked to heal."""
    for action, core in ((Basic.PLAN, Core.MANIPULATION), (Basic.HEAL, Core.CREATION)):
        state = hurt(duel(attack("x", "two"), a={1: (1, 1)}, hand=("x",), traps={(1, 2): "damage_2:1"}), A1=3)
        state = do(state, c.Act(by="A", action=action, piece="A:1", core=core))
        state = do(state, c.Move(by="A", piece="A:1", to=Cell(1, 2)), c.Lay(by="A", to=Cell(2, 0)))
        assert asked(state)[0] == "act"
    whole = do(duel(a={1: (1, 1)}), c.Act(by="A", action=Basic.HEAL, piece="A:1", core=Core.CREATION), c.Stop(by="A"))
    assert asked(whole)[0] == "act"


def test_b_ba_06_any_core_moves_2():
    for core in Core:
        state = do(duel(a={1: (1, 1)}), c.Act(by="A", action=Basic.RUN, piece="A:1", core=core))
        assert GAME.prompts(state)[0].about["left"] == 2
        assert core not in state.cores["A"]
    with pytest.raises(RuleViolation) as refused:
        do(duel(a={1: (1, 1)}), c.Act(by="A", action=Basic.PLAN, piece="A:1", core=Core.CREATION))
    assert refused.value.rule_id == "B-BA-03"


def test_b_ref_01_02_04_05_cores_discard_and_draw():
    """B-BASE-06."""
    cards = [attack(f"x{number}", "one") for number in range(7)]
    state = duel(*cards, a={1: (1, 1)}, hand=("x0",))
    deck = tuple(f"A:x{number}" for number in range(1, 7))
    state = replace(state, decks={"A": deck, "B": ()}, cores={"A": (), "B": CORES})
    state = do(state, c.EndTurn(by="A"))
    assert state.cores["A"] == CORES
    assert state.discards["A"] == ("A:x0",)
    assert state.hands["A"] == deck[:5]


def test_b_draw_01_03_an_empty_deck_is_made_of_the_discard():
    """B-OPEN-03."""
    cards = [attack(f"x{number}", "one") for number in range(8)]
    state = duel(*cards, a={1: (1, 1)})
    state = replace(
        state, decks={"A": ("A:x0", "A:x1"), "B": ()}, discards={"A": tuple(f"A:x{n}" for n in range(2, 8)), "B": ()}
    )
    state = do(state, c.EndTurn(by="A"))
    assert len(state.hands["A"]) == 5
    assert state.hands["A"][:2] == ("A:x0", "A:x1")
    assert state.discards["A"] == ()
    assert len(state.decks["A"]) == 3


def test_b_draw_02_with_both_empty_the_draw_stops():
    """B-OPEN-03."""
    cards = [attack(f"x{number}", "one") for number in range(2)]
    state = replace(duel(*cards, a={1: (1, 1)}), decks={"A": ("A:x0", "A:x1"), "B": ()})
    assert len(do(state, c.EndTurn(by="A")).hands["A"]) == 2
    assert "Recycled" not in {type(event).__name__ for event in events_of(state, c.EndTurn(by="A"))}, "of nothing"


def test_b_kw_09_plan_puts_the_first_chosen_on_top():
    cards = [attack(f"x{number}", "one") for number in range(3)]
    state = duel(*cards, a={1: (1, 1)}, hand=("x0", "x1", "x2"))
    state = replace(state, decks={"A": ("A:y",), "B": ()}, steps=(*state.steps, PlanStep(player="A", most=2)))
    assert GAME.prompts(state)[0].about == {"most": 2}, "whoever is asked reads how many"
    state = do(state, Choose(by="A", chosen=("A:x2", "A:x0")))
    assert state.decks["A"] == ("A:x2", "A:x0", "A:y")
    assert state.hands["A"] == ("A:x1",)
    assert asked(state) == ("act", ("A",))


CONTROL = Condition(control=(Zone.DESTRUCTION,))


def scoring(slot, *, round_=2, condition=CONTROL, **values):
    """The state in which A's scoring phase runs, with one challenge on a slot."""
    state = duel(**({"a": {1: (2, 0)}} | values))
    key = state.setup.challenges[0]
    card = replace(state.setup.cards[key], condition=condition)
    made = replace(state.setup, cards=state.setup.cards | {key: card})
    track = tuple(key if number == slot else "" for number in range(4))
    run = Run(replace(state, setup=made, track=track, round=round_))
    score(run, "A")
    return run.state


@pytest.mark.parametrize(("slot", "points"), [(0, 0), (1, 1), (2, 2), (3, 1)])
def test_b_score_01_02_03_and_chal_05_09_points_by_the_slot(slot, points):
    state = scoring(slot)
    assert state.points["A"] == points
    assert (state.met != ()) is bool(points)
    assert any(state.track) is not bool(points)


def test_b_score_05_not_in_the_first_round():
    assert scoring(2, round_=1).points["A"] == 0


def test_b_kw_03_control_needs_more_champions_and_those_at_gates_do_not_count():
    assert scoring(1, a={1: (2, 0)}, b={1: (3, 0)}).points["A"] == 0
    assert scoring(1, a={1: (2, 0), 2: (2, -1)}, b={1: (3, 0)}).points["A"] == 1
    assert scoring(1, a={}, b={}).points["A"] == 0
    assert controls(duel(a={1: (2, 0)}), Zone.DESTRUCTION, "A")


def test_b_win_04_each_scored_challenge_may_end_the_game():
    state = duel(a={1: (2, 0)})
    keys = state.setup.challenges[:2]
    cards = {key: replace(state.setup.cards[key], condition=CONTROL) for key in keys}
    made = replace(state.setup, cards=state.setup.cards | cards)
    run = Run(replace(state, setup=made, track=("", keys[0], keys[1], ""), points={"A": 4, "B": 0}))
    score(run, "A")
    assert run.state.outcome == "A"
    assert run.state.points["A"] == 5


def test_b_chal_03_04_the_rightmost_falls_off_and_an_empty_deck_is_shuffled_anew():
    state = duel(a={1: (1, 1)})
    keys = state.setup.challenges
    state = replace(
        state, track=keys[:4], challenges=(), met=keys[4:6], active="B", steps=(TurnStep(player="B", stage="act"),)
    )
    state = do(state, c.EndTurn(by="B"))
    assert state.track[1:] == keys[:3]
    assert {state.track[0], *state.challenges} == {keys[3], *keys[4:6]}
    assert state.met == ()


def test_an_amount_within_bounds_meets_a_challenge():
    two = Measure(Amount("champions", Selector(who="friend", zone=Zone.ENEMY_SPAWN)), least=2)
    met = Condition(counts=(two,))
    assert scoring(1, condition=met, a={1: (0, 4), 2: (-1, 4)}).points["A"] == 1
    assert scoring(1, condition=met, a={1: (0, 4)}).points["A"] == 0


def test_whoever_gives_up_loses():
    state = do(duel(a={1: (1, 1)}), Concede(by="A"))
    assert (state.outcome, state.ended) == ("B", "conceded")
    assert Teller(GAME, state, Language.ENGLISH).ending() == "A gave up. The game is over, won by B."
    with pytest.raises(RuleViolation) as refused:
        do(state, c.EndTurn(by="A"))
    assert refused.value.rule_id == "B-WIN-01"


def test_not_in_an_opponents_turn():
    with pytest.raises(RuleViolation) as refused:
        do(duel(a={1: (1, 1)}), c.EndTurn(by="B"))
    assert refused.value.rule_id == "B-ROUND-02"


def test_b_win_02_points_come_from_challenges_and_from_knock_outs():
    assert scoring(2).points == {"A": 2, "B": 0}
    strike = c.Act(by="A", action=Basic.STRIKE, piece="A:1", core=Core.DESTRUCTION)
    state = hurt(duel(a={1: (1, 1)}, b={1: (1, 2)}), B1=4)
    assert do(state, strike, c.Stop(by="A"), Choose(by="A", chosen=("B:1",))).points == {"A": 1, "B": 0}


def test_b_score_01_06_and_open_05_what_is_met_is_scored_without_asking():
    """All at once in the order of slots; what is not met stays."""
    state = duel(a={1: (2, 0)})
    keys = state.setup.challenges[:3]
    never = Condition(control=(Zone.CREATION,))
    cards = {
        key: replace(state.setup.cards[key], condition=condition)
        for key, condition in zip(keys, (CONTROL, never, CONTROL), strict=True)
    }
    made = replace(state.setup, cards=state.setup.cards | cards)
    state = replace(state, setup=made, track=("", *keys), steps=(TurnStep(player="A", stage="score"),))
    run = Run(state)
    DECISION.settle(run)
    assert [each.challenge for each in run.events if type(each).__name__ == "Scored"] == [keys[0], keys[2]]
    assert run.state.track == ("", "", keys[1], "")
    assert run.state.points["A"] == 2
    assert asked(run.state) == ("act", ("A",))


def test_b_chal_07_08_a_condition_may_ask_for_control():
    """B-OPEN-33: who is at a gate does not count."""
    for a, points in (({1: (2, 0)}, 1), ({1: (1, 1)}, 0), ({}, 0)):
        assert scoring(1, a=a).points["A"] == points


def test_b_round_01_the_rounds_go_on_until_a_side_has_won():
    state = until(begun(), "act")
    for turn in range(1, 7):
        assert (state.turn, state.round, state.outcome) == (turn, (turn + 1) // 2, None)
        state = do(state, c.EndTurn(by=state.active))
    run = Run(replace(state, points={"A": 5, "B": 0}))
    win(run)
    assert run.state.outcome == "A"
    assert GAME.prompts(run.state) == ()


def test_b_ref_02_03_and_react_10_each_player_readies_the_own_cores_alone():
    state = replace(duel(a={1: (1, 1)}), cores={"A": (), "B": (Core.CREATION,)})
    state = do(state, c.EndTurn(by="A"))
    assert state.cores == {"A": CORES, "B": (Core.CREATION,)}
    assert do(state, c.EndTurn(by="B")).cores["B"] == CORES


def test_b_ref_05_06_and_open_21_cores_discard_draw_and_then_the_turn_is_over():
    """What lasts until the end of the turn ends after all of the refresh phase."""
    grow = skill("grow", "one", move=None, effects=(fx.ChangeEffect("defence", 1), fx.ImmobiliseEffect(SELF)))
    state = duel(grow, attack("x", "one"), a={1: (1, 1)}, hand=("grow", "x"))
    state = replace(state, decks={"A": tuple(f"A:x#{number}" for number in range(2, 9)), "B": ()})
    state = do(state, c.Play(by="A", card="A:grow"), c.Use(by="A"))
    assert len(state.lasting) == 1
    assert state.champions["A:1"].immobilised
    events = events_of(state, c.EndTurn(by="A"))
    order = ["CoresReady", "Discarded", "Drew", "Expired", "TurnBegan"]
    names = list(dict.fromkeys(type(each).__name__ for each in events))
    assert [name for name in names if name in order] == order
    after = do(state, c.EndTurn(by="A"))
    assert after.lasting == ()
    assert not after.champions["A:1"].immobilised


def test_b_chal_06_and_data_02_the_track_is_assumed_where_a_pack_says_nothing():
    assert setup().slots == (0, 1, 2, 1)
    assert setup(players=4).slots == (0, 0, 1, 2, 1)  # B-TEAM-09, B-TEAM-26


TURN = {"one": (fx.Ability(NAMES, on="turn", effects=(fx.DamageEffect(9, Selector(who="any")),)),)}


def test_a_knock_out_as_the_turn_begins_counts_like_one_of_an_action():
    """B-WIN-04, B-PWR-02: both lose what stands there; whoever was knocked out may enter in the same turn."""
    state = with_champion(duel(a={1: (1, 1)}, b={1: (3, 1)}, back=TURN), "A:1", powered=True)
    run = Run(replace(state, steps=(TurnStep(player="A", stage="score"),)))
    DECISION.settle(run)
    assert run.state.points == {"A": 1, "B": 1}
    assert (run.state.fallen, run.state.rising) == ((), ())
    state = do(run.state, c.Act(by="A", action=Basic.RUN, piece="A:1", core=Core.CREATION))
    assert asked(state)[0] == "enter"


def test_a_knock_out_as_the_turn_begins_may_win():
    sting = {"one": (fx.Ability(NAMES, on="turn", effects=(fx.DamageEffect(9, Selector(who="enemy")),)),)}
    state = with_champion(duel(a={1: (1, 1)}, b={1: (3, 1)}, back=sting), "A:1", powered=True)
    run = Run(replace(state, points={"A": 4, "B": 0}, steps=(TurnStep(player="A", stage="score"),)))
    DECISION.settle(run)
    assert run.state.outcome == "A"
