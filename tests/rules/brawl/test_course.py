"""The course of a game: set-up, drafts, turns, basic actions, hands, challenges, and Super Teams."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.engine.resolution import Run
from companion.games.brawl.game import GAME
from companion.games.brawl.model import commands as c
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.constants import TRAPS
from companion.games.brawl.model.kinds import CORES, Basic, Core, End, Zone
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.model.steps import PlanStep, TurnStep
from companion.games.brawl.model.terms import Amount, Condition, Measure, Selector
from companion.games.brawl.rules.selection import controls
from companion.games.brawl.rules.turns import score
from companion.games.command import TABLE
from companion.games.common import Choose, Concede, Shuffled
from companion.games.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import (
    asked,
    at,
    attack,
    do,
    duel,
    events_of,
    fold,
    hurt,
    setup,
    shuffled,
    skill,
)
from tests.rules.brawl.course import answer, begun, order_of, until


def test_b_setup_01_02_chance_says_who_chooses_an_end():
    state = GAME.new(setup())
    assert GAME.shuffling(state) == ("first", ("A", "B"))
    state = shuffled(fold(state, GAME.decide(state, Shuffled(by=TABLE, player="first", order=("B", "A")))))
    assert asked(state) == ("end", ("B",))
    state = do(state, c.TakeEnd(by="B", end=End.TWO))
    assert state.ends == {"B": End.TWO, "A": End.ONE}
    assert state.order == ("B", "A")


def test_b_setup_05_06_07_09_what_lies_ready():
    state = until(begun(), "lay")
    assert {player: len(deck) for player, deck in state.decks.items()} == {"A": 18, "B": 18}
    assert state.cores == {"A": CORES, "B": CORES}
    assert state.track[0]
    assert not any(state.track[1:])
    assert len(state.challenges) == 10
    assert len(state.supply) == 12
    assert all(each.cell is None and not each.powered for each in state.champions.values())
    assert begun(readings=Readings(spent_at_start=True)).cores == {"A": CORES, "B": ()}


def test_b_comp_09_the_trap_tokens():
    assert {trap.value: count for trap, count in TRAPS.items()} == {
        "stun": 2, "immobilise": 2, "damage_1": 2, "damage_2": 4, "damage_3": 2,
    }  # fmt: skip


def test_b_setup_10_11_and_ex_09_two_traps_each_and_two_cells_left():
    state = until(begun(), "lay")
    order = []
    while asked(state)[0] == "lay":
        order.append(asked(state)[1][0])
        state = do(state, answer(state))
    assert order == ["A", "A", "B", "B"]
    assert len(state.traps) == 4
    assert len({each.cell for each in state.traps}) == 4


def test_b_setup_12_13_16_cards_of_the_first_hand_are_changed():
    state = until(begun(), "change")
    assert asked(state)[1] == ("A",)
    hand = state.hands["A"]
    assert len(hand) == 5
    events = events_of(state, c.Change(by="A", cards=hand[:3]))
    drawn = [each.card for each in events if type(each).__name__ == "Drew" and each.player == "A"]
    assert len(drawn) == 3
    assert not set(drawn) & set(hand[:3])
    after = do(state, c.Change(by="A", cards=hand[:3]))
    assert len(after.hands["A"]) == 5
    assert len(after.decks["A"]) == 13
    assert after.discards["A"] == ()
    assert set(hand[:3]) <= set(after.decks["A"])
    assert asked(after) == ("change", ("B",))


def test_b_setup_14_15_champions_are_placed_in_the_spawn_area():
    state = until(begun(), "deploy")
    assert asked(state)[1] == ("A",)
    cells = {cell for spec in GAME.prompts(state)[0].specs for cell in spec.fields["to"].options}
    assert cells == {Cell(q, -4) for q in range(5)}
    state = until(state, "act")
    assert all(each.cell is not None for each in state.champions.values())
    assert {each.cell.r for each in state.mine("B")} == {4}


def drafting(kind, **values):
    pool = tuple(f"t/c{number}" for number in range(8))
    state = begun(drafted=kind, pool=pool, **values)
    return do(state, c.TakeEnd(by="A", end=End.ONE))


def test_b_draft_03_04_05_the_normal_draft():
    found, state = order_of(drafting("normal"), "pick")
    assert found == ["B", "A", "B", "A", "B", "A"]
    picked = [each.card for each in state.champions.values()]
    assert len(set(picked)) == 6
    assert [len(state.mine(player)) for player in "AB"] == [3, 3]  # B-DRAFT-02


def test_b_draft_07_to_11_the_tournament_draft():
    brought = {"A": tuple(f"t/c{n}" for n in range(5)), "B": tuple(f"t/c{n}" for n in range(3, 8))}
    state = drafting("tournament", champions=brought)
    assert asked(state) == ("ban", ("A",))
    assert GAME.prompts(state)[0].specs[0].fields["champion"].options == brought["B"]
    with pytest.raises(RuleViolation):
        do(state, c.Ban(by="A", champion="t/c0"))
    state = do(state, c.Ban(by="A", champion="t/c7"), c.Ban(by="B", champion="t/c0"))
    found, state = order_of(state, "pick")
    assert found == ["A", "B", "A", "B", "A", "B"]
    cards = {player: {each.card for each in state.mine(player)} for player in "AB"}
    assert cards["A"] <= set(brought["A"]) - {"t/c0"}
    assert cards["B"] <= set(brought["B"]) - {"t/c7"}


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
    state = hurt(duel(a={1: (1, 1)}), A1=2)
    state = do(state, c.Act(by="A", action=Basic.HEAL, piece="A:1", core=Core.CREATION), c.Stop(by="A"))
    assert do(state, Choose(by="A", chosen=("A:1",))).champions["A:1"].damage == 1
    assert do(state, Choose(by="A")).champions["A:1"].damage == 2


def test_b_ba_05_08_09_destruction_moves_1_and_strikes_for_1():
    state = hurt(duel(a={1: (1, 0)}, b={1: (1, 2)}, defence=3), B1=4)
    state = do(state, c.Act(by="A", action=Basic.STRIKE, piece="A:1", core=Core.DESTRUCTION))
    state = do(state, c.Move(by="A", piece="A:1", to=Cell(1, 1)))
    assert asked(state) == ("strike", ("A",))
    state = do(state, Choose(by="A", chosen=("B:1",)))
    assert at(state, "B:1") is None
    assert state.champions["A:1"].powered
    assert state.points["A"] == 1


def test_b_ba_06_any_core_moves_2():
    for core in Core:
        state = do(duel(a={1: (1, 1)}), c.Act(by="A", action=Basic.RUN, piece="A:1", core=core))
        assert GAME.prompts(state)[0].about["left"] == 2
        assert core not in state.cores["A"]
    with pytest.raises(RuleViolation) as refused:
        do(duel(a={1: (1, 1)}), c.Act(by="A", action=Basic.PLAN, piece="A:1", core=Core.CREATION))
    assert refused.value.rule_id == "B-BA-03"


def test_b_ref_01_02_04_05_cores_discard_and_draw():
    cards = [attack(f"x{number}", "one") for number in range(7)]
    state = duel(*cards, a={1: (1, 1)}, hand=("x0",))
    deck = tuple(f"A:x{number}" for number in range(1, 7))
    state = replace(state, decks={"A": deck, "B": ()}, cores={"A": (), "B": CORES})
    state = do(state, c.EndTurn(by="A"))
    assert state.cores["A"] == CORES
    assert state.discards["A"] == ("A:x0",)
    assert state.hands["A"] == deck[:5]


def test_b_draw_01_03_an_empty_deck_is_made_of_the_discard():
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
    cards = [attack(f"x{number}", "one") for number in range(2)]
    state = replace(duel(*cards, a={1: (1, 1)}), decks={"A": ("A:x0", "A:x1"), "B": ()})
    assert len(do(state, c.EndTurn(by="A")).hands["A"]) == 2


def test_b_kw_09_plan_puts_the_first_chosen_on_top():
    cards = [attack(f"x{number}", "one") for number in range(3)]
    state = duel(*cards, a={1: (1, 1)}, hand=("x0", "x1", "x2"))
    state = replace(state, decks={"A": ("A:y",), "B": ()}, steps=(*state.steps, PlanStep(player="A", most=2)))
    state = do(state, Choose(by="A", chosen=("A:x2", "A:x0")))
    assert state.decks["A"] == ("A:x2", "A:x0", "A:y")
    assert state.hands["A"] == ("A:x1",)


def test_b_info_01_03_hands_are_secret_and_discards_are_not():
    card = attack("x", "one")
    state = replace(duel(card, a={1: (1, 1)}, hand=("x",)), discards={"A": ("A:x",), "B": ()})
    assert "A:x" not in GAME.view(state, "B").hands["A"]
    assert GAME.view(state, "A").hands["A"] == ("A:x",)
    assert GAME.view(state, "B").discards["A"] == ("A:x",)


def test_b_info_02_05_what_is_looked_at_and_what_is_revealed():
    for reveal in (False, True):
        look = skill("look", "one", move=None, effects=(fx.LookEffect(reveal=reveal),))
        state = duel(look, a={1: (1, 1)}, hand=("look",), traps={(2, 0): "stun:1"})
        events = events_of(state, c.Play(by="A", card="A:look"), c.Use(by="A"))
        (shown,) = [each for each in events if type(each).__name__ == "TrapShown"]
        assert shown.to == (("A", "B") if reveal else ("A",))
        assert (GAME.public_event(state, shown, "B").token == STUN) is reveal
        assert GAME.public_event(state, shown, "A").token == STUN


STUN = "stun:1"
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
    with pytest.raises(RuleViolation) as refused:
        do(state, c.EndTurn(by="A"))
    assert refused.value.rule_id == "B-WIN-01"


def test_not_in_an_opponents_turn():
    with pytest.raises(RuleViolation) as refused:
        do(duel(a={1: (1, 1)}), c.EndTurn(by="B"))
    assert refused.value.rule_id == "B-ROUND-02"
