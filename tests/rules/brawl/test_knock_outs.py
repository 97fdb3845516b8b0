"""Knock-outs, power-ups, traps and who gets the point (B-KO, B-PWR, B-CHMP)."""

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
    Play,
    Stop,
    Use,
)
from companion.games.brawl.model.kinds import AimKind, Basic, Core
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.model.state import LastingEffect
from companion.games.brawl.model.terms import SELF, Condition, Selector
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import (
    NAMES,
    asked,
    at,
    attack,
    cells_offered,
    do,
    duel,
    events_of,
    hurt,
    skill,
    with_champion,
)
from tests.rules.brawl.fights import struck


def test_b_ko_01_05_and_kw_05_damage_as_high_as_health_knocks_out():
    state = struck(health=3)
    assert at(state, "B:1") is None
    assert state.champions["B:1"].damage == 0
    assert struck(health=4).champions["B:1"].damage == 3


def test_b_ko_02_03_04_21_a_knock_out_powers_up_and_gives_one_point():
    """B-OPEN-42."""
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


def test_b_ko_09_11_entering_takes_one_of_the_move_points():
    """Of three two are left; a trap on the cell is triggered like any other (B-TRAP-02, B-KO-19)."""
    state = do(duel(skill("go", "one", move=3), a={}, hand=("go",)), Play(by="A", card="A:go"))
    assert {spec.kind for spec in GAME.prompts(state)[0].specs} == {"move"}  # it has to enter
    state = do(state, Move(by="A", piece="A:1", to=Cell(0, -4)))
    assert GAME.prompts(state)[0].about["left"] == 2
    state = duel(skill("go", "one", move=3), a={}, hand=("go",), traps={(0, -4): "damage_3:1"}, health=3)
    state = do(state, Play(by="A", card="A:go"), Move(by="A", piece="A:1", to=Cell(0, -4)))
    state = do(state, Lay(by="A", to=Cell(2, 0)))
    assert (at(state, "A:1"), state.points) == (None, {"A": 0, "B": 1})
    assert asked(state)[0] == "act"


def test_b_ko_10_without_move_points_it_stays_at_the_gate():
    state = duel(skill("stay", "one", move=None), a={}, hand=("stay",))
    with pytest.raises(RuleViolation) as refused:
        do(state, Play(by="A", card="A:stay"))
    assert refused.value.rule_id == "B-KO-10"


def test_b_ko_12_a_full_spawn_area_lets_nobody_in():
    """B-OPEN-16."""
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
    """The opponent of the player who played the card wins. B-OPEN-10."""
    state = both(points={"A": 4, "B": 4})
    assert state.points == {"A": 5, "B": 5}
    assert state.outcome == "B"


def test_b_ko_18_each_knock_out_is_a_point():
    """B-OPEN-17."""
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
    """B-OPEN-18."""
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


STRONG = {"one": (fx.Ability(NAMES, (fx.ChangeEffect("strength", 2),)),)}


def test_b_chmp_02_03_04_and_comp_04_and_open_15_the_side_that_lies_up_is_in_force():
    """Only the powered side has an ability here, which always holds: in attacks, as on the card."""
    state = duel(attack("hit", "one", move=None), a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), back=STRONG, health=9)
    card = state.setup.champion("one")
    for powered, values, damage in ((False, card.front, 3), (True, card.back, 5)):
        turned = with_champion(state, "A:1", powered=powered)
        assert turned.values("A:1") == values
        assert do(turned, Play(by="A", card="A:hit"), Attack(by="A", target="B:1")).champions["B:1"].damage == damage
    assert (card.front.abilities, len(card.back.abilities)) == ((), 1)


def test_b_kw_33_and_open_28_damage_of_a_push_is_the_pushers():
    """Missing cells knock out: the attacker powers up, its player gains the point; defence does not help."""
    state = struck(card={"strength": 0, "after": (fx.PushEffect(3),)}, health=2, defence=3)
    assert at(state, "B:1") is None
    assert state.champions["A:1"].powered
    assert state.points == {"A": 1, "B": 0}


def test_b_ko_08_at_the_gate_it_stays_until_it_is_activated():
    state = struck(health=3)
    assert at(state, "B:1") is None
    state = do(state, EndTurn(by="A"), EndTurn(by="B"), EndTurn(by="A"))
    assert at(state, "B:1") is None
    state = do(state, Act(by="B", action=Basic.RUN, piece="B:1", core=Core.CREATION))
    assert asked(state) == ("enter", ("B",))
    assert cells_offered(state, "B:1") == {(q, 4) for q in range(-4, 1)}
    assert at(do(state, Move(by="B", piece="B:1", to=Cell(0, 4))), "B:1") == (0, 4)


def test_b_ko_09_and_open_32_a_movement_bonus_may_serve_to_enter():
    """The card prints 0, the other champion's ability adds 1; by the other reading it stays out."""
    quick = {"two": (fx.Ability(NAMES, (fx.ChangeEffect("move", 1, Selector(who="friend", within=9)),)),)}
    for helps in (True, False):
        state = duel(skill("go", "two", move=0), a={1: (1, 1)}, hand=("go",), readings=Readings(bonus_for_entry=helps))
        lasting = LastingEffect(effect=quick["two"][0].holds[0], pieces=("A:2",), amount=1)
        state = replace(state, lasting=(lasting,))
        if helps:
            assert asked(do(state, Play(by="A", card="A:go")))[0] == "enter"
        else:
            with pytest.raises(RuleViolation) as refused:
                do(state, Play(by="A", card="A:go"))
            assert refused.value.rule_id == "B-KO-10"


def test_b_ko_07_what_held_for_it_ends_and_it_does_nothing_from_there():
    """A bonus until end of turn is gone; the rest of the card of whoever fell by it does not happen."""
    fall = skill(
        "fall", "one", move=None, effects=(fx.DamageEffect(9, SELF), fx.DamageEffect(1, Selector(who="enemy")))
    )
    state = duel(fall, a={1: (1, 1)}, b={1: (1, 2)}, hand=("fall",))
    state = replace(state, lasting=(LastingEffect(effect=fx.ChangeEffect("strength", 1), pieces=("A:1",), amount=1),))
    state = do(state, Play(by="A", card="A:fall"), Use(by="A"))
    assert state.lasting == ()
    assert state.champions["B:1"].damage == 0


def test_b_pwr_02_and_ba_09_after_the_basic_action_too_the_card_is_turned():
    state = hurt(duel(a={1: (1, 1)}, b={1: (1, 2)}), B1=4)
    state = do(state, Act(by="A", action=Basic.STRIKE, piece="A:1", core=Core.DESTRUCTION), Stop(by="A"))
    with pytest.raises(RuleViolation):
        do(state, Choose(by="A"))  # there is no "up to" in B-BA-05
    state = do(state, Choose(by="A", chosen=("B:1",)))
    assert (state.champions["A:1"].powered, state.points["A"]) == (True, 1)


def test_b_trap_11_12_a_trap_is_the_doing_of_whoever_brings_one_there():
    """Forced onto it by A: A's champion powers up. The damage is the token's."""
    card = attack("hit", "one", move=None, strength=0, after=(fx.ForceEffect(1),))
    state = duel(card, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), traps={(1, 3): "damage_3:1"}, health=3)
    state = do(
        state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"), Move(by="A", piece="B:1", to=Cell(1, 3))
    )
    state = do(state, Lay(by="B", to=Cell(2, 0)))
    assert (at(state, "B:1"), state.points, state.champions["A:1"].powered) == (None, {"A": 1, "B": 0}, True)
