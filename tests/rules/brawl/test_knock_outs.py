"""Reactions, knock-outs, power-ups, traps and who gets the point (B-REACT, B-KO, B-PWR, B-TRAP)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import TargetDiagram
from companion.games.brawl.model.commands import (
    Act,
    Aim,
    Attack,
    Choose,
    EndTurn,
    Lay,
    Move,
    Pass,
    Play,
    React,
    Stop,
    Use,
)
from companion.games.brawl.model.kinds import AimKind, Basic, Core
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.model.terms import Condition, Selector
from companion.games.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import NAMES, asked, at, attack, do, duel, events_of, hurt, reaction, skill, with_champion

GUARD = reaction("guard", "four", Core.MANIPULATION, defence=1)
OTHER = reaction("other", "five", Core.CREATION, after=(fx.DamageEffect(1, Selector(who="attacker")),))


def struck(*answers, card=None, hand=(), **values):
    """A:1 on (1, 1) attacks B:1 on (1, 2) with strength 3."""
    made = attack("hit", "one", **({"move": None} | (card or {})))
    state = duel(made, *answers, **({"a": {1: (1, 1)}, "b": {1: (1, 2)}} | values), hand=("hit", *hand))
    state = replace(state, hands=state.hands | {"B": tuple(f"B:{each.key}" for each in answers)})
    return do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))


def test_b_react_01_a_reaction_is_played_in_an_opponents_turn():
    state = duel(reaction("own", "one"), a={1: (1, 1)}, hand=("own",))
    with pytest.raises(RuleViolation) as refused:
        do(state, Play(by="A", card="A:own"))
    assert refused.value.rule_id == "B-REACT-01"


def test_b_react_02_only_when_attacked():
    state = duel(GUARD, a={1: (1, 1)}, b={1: (1, 2)}, answer=("guard",))
    with pytest.raises(RuleViolation) as refused:
        do(state, React(by="B", card="B:guard", piece="B:1"))
    assert refused.value.rule_id == "B-REACT-02"


def test_b_react_03_a_reaction_serves_any_targeted_champion():
    """The card belongs to `five`, and is played for `four`."""
    state = struck(OTHER, b={1: (1, 2), 2: (3, 1)})
    assert asked(state) == ("react", ("B",))
    state = do(state, React(by="B", card="B:other", piece="B:1"))
    assert state.champions["A:1"].damage == 1
    with pytest.raises(RuleViolation) as refused:
        do(struck(OTHER, b={1: (1, 2), 2: (3, 1)}), React(by="B", card="B:other", piece="B:2"))
    assert refused.value.rule_id == "B-REACT-09"


def test_b_react_04_05_one_reaction_an_attack_for_one_target():
    area = {"target": TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1)))}
    made = attack("hit", "one", move=None, **area)
    state = duel(made, GUARD, OTHER, a={1: (1, 0)}, b={1: (2, 0), 2: (1, 1)}, hand=("hit",), answer=("guard", "other"))
    state = do(state, Play(by="A", card="A:hit"), Aim(by="A", way="0"))
    state = do(state, React(by="B", card="B:guard", piece="B:2"))
    assert state.champions["B:1"].damage == 3
    assert state.champions["B:2"].damage == 2
    assert asked(state)[0] == "act"


def test_b_react_08_a_reaction_may_knock_out_the_attacker():
    """The chosen champion powers up, and its player gains 1 VP."""
    state = hurt(
        duel(attack("hit", "one", move=None), OTHER, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), answer=("other",)),
        A1=4,
    )
    state = do(
        state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"), React(by="B", card="B:other", piece="B:1")
    )
    assert at(state, "A:1") is None
    assert state.points == {"A": 0, "B": 1}
    assert state.champions["B:1"].powered


def test_b_react_09_10_a_reaction_costs_a_core_until_the_next_refresh():
    state = do(struck(GUARD), React(by="B", card="B:guard", piece="B:1"))
    assert state.cores["B"] == (Core.DESTRUCTION, Core.CREATION)
    state = do(state, EndTurn(by="A"))
    assert state.cores["B"] == (Core.DESTRUCTION, Core.CREATION)
    state = do(state, EndTurn(by="B"))
    assert len(state.cores["B"]) == 3


def test_b_react_09_without_the_core_it_cannot_be_played_and_the_question_is_the_same():
    """Whoever might react is asked, so that being asked tells nothing."""
    for cores in ((Core.MANIPULATION,), (Core.DESTRUCTION,)):
        made = attack("hit", "one", move=None)
        state = duel(made, GUARD, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), answer=("guard",))
        state = do(
            replace(state, cores=state.cores | {"B": cores}), Play(by="A", card="A:hit"), Attack(by="A", target="B:1")
        )
        assert asked(state) == ("react", ("B",))
    with pytest.raises(RuleViolation):
        do(state, React(by="B", card="B:guard", piece="B:1"))
    assert GAME.passing(state) == Pass(by="B")


def test_b_react_12_skills_and_basic_actions_are_not_answered():
    bolt = skill("bolt", "one", move=None, target=TargetDiagram(AimKind.MELEE), effects=(fx.DamageEffect(1),))
    state = duel(bolt, GUARD, a={1: (1, 1)}, b={1: (1, 2)}, hand=("bolt",), answer=("guard",))
    state = do(state, Play(by="A", card="A:bolt"), Attack(by="A", target="B:1"))
    assert state.champions["B:1"].damage == 1  # B-SKILL-05 to -07
    assert asked(state) == ("act", ("A",))
    strike = do(state, Act(by="A", action=Basic.STRIKE, piece="A:1", core=Core.DESTRUCTION), Stop(by="A"))
    strike = do(strike, Choose(by="A", chosen=("B:1",)))
    assert strike.champions["B:1"].damage == 2
    assert asked(strike)[0] == "act"


def test_b_react_13_reactions_are_not_answered():
    state = struck(OTHER)
    state = replace(state, hands=state.hands | {"A": ("A:other",)})
    assert asked(do(state, React(by="B", card="B:other", piece="B:1")))[0] == "act"


def test_b_ko_01_05_damage_as_high_as_health_knocks_out():
    state = struck(health=3)
    assert at(state, "B:1") is None
    assert state.champions["B:1"].damage == 0
    assert struck(health=4).champions["B:1"].damage == 3


def test_b_ko_02_03_04_21_a_knock_out_powers_up_and_gives_one_point():
    state = struck(health=3)
    assert state.champions["A:1"].powered
    assert state.points == {"A": 1, "B": 0}


def test_b_ko_06_a_powered_champion_returns_to_its_initial_side():
    made = attack("hit", "one", move=None, strength=4)
    state = with_champion(duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), health=2), "B:1", powered=True)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert not state.champions["B:1"].powered


def test_b_ko_07_19_at_the_gate_nothing_reaches_it():
    everyone = skill("all", "one", move=None, effects=(fx.DamageEffect(1, Selector(who="any")),))
    state = do(duel(everyone, a={1: (1, 1)}, b={1: (1, 2)}, hand=("all",)), Play(by="A", card="A:all"), Use(by="A"))
    assert state.champions["B:1"].damage == 1
    assert state.champions["B:2"].damage == 0


def test_b_ko_08_09_11_a_champion_enters_for_a_move_point():
    state = duel(skill("go", "one", move=2), a={}, hand=("go",))
    state = do(state, Play(by="A", card="A:go"))
    assert asked(state)[0] == "enter"
    state = do(state, Move(by="A", piece="A:1", to=Cell(0, -4)))
    assert asked(state)[0] == "walk"
    state = do(state, Move(by="A", piece="A:1", to=Cell(0, -3)))
    assert at(state, "A:1") == (0, -3)


def test_b_ko_10_without_move_points_it_stays_at_the_gate():
    state = duel(skill("stay", "one", move=None), a={}, hand=("stay",))
    with pytest.raises(RuleViolation) as refused:
        do(state, Play(by="A", card="A:stay"))
    assert refused.value.rule_id == "B-KO-10"


def test_b_ko_12_a_full_spawn_area_lets_nobody_in():
    state = duel(
        skill("go", "three", move=2), a={1: (0, -4), 2: (1, -4)}, b={1: (2, -4), 2: (3, -4), 3: (4, -4)}, hand=("go",)
    )
    with pytest.raises(RuleViolation) as refused:
        do(state, Play(by="A", card="A:go"))
    assert refused.value.rule_id == "B-KO-12"


def test_b_ko_13_a_basic_action_brings_it_back():
    state = do(duel(a={}), Act(by="A", action=Basic.PLAN, piece="A:2", core=Core.MANIPULATION))
    assert asked(state)[0] == "enter"
    assert at(do(state, Move(by="A", piece="A:2", to=Cell(1, -4))), "A:2") == (1, -4)


def test_b_ko_14_15_an_ally_knocked_out_gives_the_opponent_the_point():
    burst = skill("burst", "one", move=None, effects=(fx.DamageEffect(9, Selector(who="ally")),))
    state = do(duel(burst, a={1: (1, 1), 2: (1, 2)}, hand=("burst",)), Play(by="A", card="A:burst"), Use(by="A"))
    assert state.points == {"A": 0, "B": 1}
    assert not state.champions["A:1"].powered


def both(**values):
    """A card that knocks out an ally and an enemy."""
    blast = skill("blast", "one", move=None, effects=(fx.DamageEffect(9, Selector(who="any", other=True)),))
    state = duel(blast, a={1: (1, 1), 2: (1, 2)}, b={1: (1, 3)}, hand=("blast",))
    return do(replace(state, **values), Play(by="A", card="A:blast"), Use(by="A"))


def test_b_ko_16_each_side_gains_a_point():
    state = both()
    assert state.points == {"A": 1, "B": 1}
    assert state.champions["A:1"].powered


def test_b_ex_06_and_ko_17_20_and_win_04_four_all_to_five_all():
    """The opponent of the player who played the card wins."""
    state = both(points={"A": 4, "B": 4})
    assert state.points == {"A": 5, "B": 5}
    assert state.outcome == "B"


def test_b_ko_18_each_knock_out_is_a_point():
    made = attack("hit", "one", move=None, target=TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1))))
    state = duel(made, a={1: (1, 0)}, b={1: (2, 0), 2: (1, 1)}, hand=("hit",), health=2)
    state = do(state, Play(by="A", card="A:hit"), Aim(by="A", way="0"))
    assert state.points["A"] == 2


def test_b_win_01_five_points_win_at_once():
    made = attack("hit", "one", move=None)
    state = replace(duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), health=3), points={"A": 4, "B": 0})
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert state.outcome == "A"
    assert GAME.prompts(state) == ()


def test_b_pwr_01_02_the_power_up_comes_after_the_action():
    powered = (fx.Ability(NAMES, (fx.ChangeEffect("strength", 5),)),)
    then = {"after": (fx.IfEffect(_powered(), (fx.DamageEffect(1, Selector(who="enemy")),)),)}
    plain = struck(card=then, b={1: (1, 2), 2: (3, 1)}, health=3, back={"one": powered})
    assert plain.champions["B:2"].damage == 0
    at_once = struck(card=then, b={1: (1, 2), 2: (3, 1)}, health=3, readings=Readings(power_up_at_once=True))
    assert at_once.champions["B:2"].damage == 1


def _powered():
    return Condition(champion=Selector(who="self", powered=True))


def test_b_pwr_03_04_damage_stays_and_the_powered_values_apply():
    made = attack("hit", "one", move=None)
    state = hurt(duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), health=3), A1=2)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert state.champions["A:1"].damage == 2
    assert (state.values("A:1").defence, state.values("A:1").health) == (1, 4)


def test_b_pwr_05_a_powered_champion_stays_as_it_is():
    made = attack("hit", "one", move=None)
    state = with_champion(duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), health=3), "A:1", powered=True)
    events = events_of(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert "PoweredUp" not in [type(each).__name__ for each in events]


def test_b_pwr_06_whoever_is_knocked_out_itself_does_not_power_up():
    last = {"after": (fx.DamageEffect(9, Selector(who="self")),)}
    state = struck(card=last, health=3)
    assert not state.champions["A:1"].powered
    assert state.points == {"A": 1, "B": 1}


def test_b_ex_08_and_trap_11_12_pushed_onto_a_trap_and_out():
    """The attacker powers up, its player gains 1 VP."""
    state = struck(card={"strength": 1, "after": (fx.PushEffect(1),)}, traps={(1, 3): "damage_3:1"}, health=4)
    state = do(state, Lay(by="B", to=Cell(2, 0)))
    assert at(state, "B:1") is None
    assert state.points == {"A": 1, "B": 0}
    assert state.champions["A:1"].powered
