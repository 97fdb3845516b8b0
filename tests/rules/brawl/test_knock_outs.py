"""Reactions, knock-outs, power-ups, traps and who gets the point (B-REACT, B-KO, B-PWR, B-TRAP)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import Targeting
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
    Refrain,
    Stop,
    Use,
)
from companion.games.brawl.model.events import HandShown
from companion.games.brawl.model.kinds import Aim as Aiming
from companion.games.brawl.model.kinds import Basic, Core
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.model.state import LaidTrap
from companion.games.brawl.model.terms import Condition, Selector, Until
from companion.games.brawl.rules.arena import trap_cells
from companion.games.brawl.rules.selection import is_bloodied
from companion.games.brawl.rules.traps import cells_for_trap
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
    area = {"target": Targeting(Aiming.AREA, cells=((1, 0), (0, 1)))}
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
    bolt = skill("bolt", "one", move=None, target=Targeting(Aiming.MELEE), effects=(fx.DamageEffect(1),))
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


def test_b_ex_06_ko_17_20_win_04_four_all_to_five_all():
    """The opponent of the player who played the card wins."""
    state = both(points={"A": 4, "B": 4})
    assert state.points == {"A": 5, "B": 5}
    assert state.outcome == "B"


def test_b_ko_18_each_knock_out_is_a_point():
    made = attack("hit", "one", move=None, target=Targeting(Aiming.AREA, cells=((1, 0), (0, 1))))
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


def walked(token, *, readings=None, health=5, cards=(), **values):
    """A:1 steps from (1, 1) onto a trap on (1, 2)."""
    go = skill("go", "one", move=2)
    more = {"readings": readings} if readings else {}
    state = duel(
        go,
        *cards,
        a={1: (1, 1)},
        hand=("go", *(c.key for c in cards)),
        traps={(1, 2): token},
        health=health,
        **more,
        **values,
    )
    return do(state, Play(by="A", card="A:go"), Move(by="A", piece="A:1", to=Cell(1, 2)))


@pytest.mark.parametrize("number", [1, 2, 3])
def test_b_trap_02_13_a_damage_trap_deals_its_number(number):
    assert walked(f"damage_{number}:1", defence=2).champions["A:1"].damage == number


def test_b_trap_05_14_an_immobilise_trap_ends_the_move():
    state = do(walked("immobilise:1"), Lay(by="A", to=Cell(2, 0)))
    assert state.champions["A:1"].immobilised
    assert asked(state)[0] == "use"  # B-OPEN-31: the rest of the card


def test_b_trap_15_kw_07_a_stun_trap_discards_a_card_of_the_champion():
    mine, hers = attack("mine", "one"), attack("hers", "two")
    state = walked("stun:1", cards=(mine, hers))
    assert asked(state) == ("stun", ("A",))
    state = do(state, Choose(by="A", chosen=("A:mine",)))
    assert state.hands["A"] == ("A:hers",)
    assert state.discards["A"] == ("A:mine",)


def test_b_kw_07_without_such_a_card_the_hand_is_shown():
    state = duel(
        skill("go", "one", move=2), attack("hers", "two"), a={1: (1, 1)}, hand=("go", "hers"), traps={(1, 2): "stun:1"}
    )
    events = events_of(state, Play(by="A", card="A:go"), Move(by="A", piece="A:1", to=Cell(1, 2)))
    (shown,) = [each for each in events if isinstance(each, HandShown)]
    assert (shown.player, shown.to, shown.cards) == ("A", ("B",), ("A:hers",))
    assert ("B", "card:A:hers") in GAME.learned(state, shown)


def test_b_trap_04_06_07_18_19_a_new_token_goes_on_another_trap_cell():
    state = walked("damage_1:1")
    assert asked(state) == ("lay", ("A",))
    assert Cell(1, 2) not in cells_for_trap(state, Cell(1, 2))
    supply = len(state.supply)
    state = do(state, Lay(by="A", to=Cell(2, 0)))
    assert [each.cell for each in state.traps] == [Cell(2, 0)]
    assert len(state.supply) == supply
    assert "damage_1:1" in state.supply  # B-TRAP-08


def test_b_trap_08_the_triggered_token_cannot_be_the_new_one():
    state = walked("damage_1:1")
    assert do(state, Lay(by="A", to=Cell(2, 0))).traps[0].token == state.supply[0]


def test_b_trap_09_where_all_are_taken_it_goes_beside_a_trap():
    state = duel(a={1: (2, 0), 2: (-2, 0)}, b={1: (0, 2), 2: (0, -2)}, traps={(2, -2): "stun:1", (-2, 2): "stun:2"})
    cells = cells_for_trap(state, None)
    assert Cell(3, 0) in cells
    assert Cell(2, -1) in cells
    assert Cell(3, -1) not in cells  # a statue
    assert Cell(4, 0) not in cells  # beside no trap cell
    assert not {Cell(2, 0), Cell(2, -2)} & set(cells)


def test_b_trap_10_a_cell_made_so_is_one_while_the_token_lies():
    state = duel(traps={(1, 1): "stun:1"})
    assert Cell(1, 1) in trap_cells(state)
    assert Cell(1, 1) not in trap_cells(replace(state, traps=(LaidTrap(Cell(2, 0), "stun:1"),)))


def test_b_ex_08_trap_11_12_pushed_onto_a_trap_and_out():
    """The attacker powers up, its player gains 1 VP."""
    state = struck(card={"strength": 1, "after": (fx.PushEffect(1),)}, traps={(1, 3): "damage_3:1"}, health=4)
    state = do(state, Lay(by="B", to=Cell(2, 0)))
    assert at(state, "B:1") is None
    assert state.points == {"A": 1, "B": 0}
    assert state.champions["A:1"].powered


def test_b_ko_19_walking_into_a_trap_is_knocking_oneself_out():
    state = do(walked("damage_3:1", health=3), Lay(by="A", to=Cell(2, 0)))
    assert state.points == {"A": 0, "B": 1}
    assert not state.champions["A:1"].powered
    kind = do(walked("damage_3:1", health=3, readings=Readings(own_trap_scores=False)), Lay(by="A", to=Cell(2, 0)))
    assert kind.points == {"A": 0, "B": 0}


def test_b_trap_17_37_the_knocked_out_lays_the_new_token_before_all_goes_on():
    state = walked("damage_3:1", health=3)
    assert at(state, "A:1") is None
    assert asked(state) == ("lay", ("A",))
    assert asked(do(state, Lay(by="A", to=Cell(2, 0))))[0] == "act"


def test_b_trap_01_nobody_is_shown_a_face_down_token():
    state = duel(traps={(1, 1): "stun:1"})
    for viewer in ("A", "B", "spectator"):
        assert "stun" not in str(GAME.view(state, viewer).traps)


def test_b_kw_10_ex_10_three_damage_is_bloodied():
    state = hurt(duel(a={1: (1, 1)}, b={1: (1, 2)}), A1=3, B1=2)
    assert is_bloodied(state.champions["A:1"])
    assert not is_bloodied(state.champions["B:1"])


def test_b_ch_31_ex_03_jade_flash_makes_bloodied():
    """It deals max(0, 3 - present damage) to each target in its shape."""
    flash = skill(
        "flash", "one", move=2, target=Targeting(Aiming.AREA, cells=((1, 0), (0, 1), (1, -1))),
        effects=(fx.DamageEffect(3, up_to=True),),
    )  # fmt: skip
    state = duel(flash, a={1: (0, 2)}, b={1: (2, 0), 2: (1, 1), 3: (2, -1)}, hand=("flash",))
    state = do(hurt(state, B1=2, B2=4), Play(by="A", card="A:flash"), Move(by="A", piece="A:1", to=Cell(1, 0)))
    state = do(state, Aim(by="A", way="0"))
    assert [state.champions[f"B:{number}"].damage for number in (1, 2, 3)] == [3, 4, 3]


def test_b_skill_03_04_a_skill_may_not_be_used_after_its_move():
    heal = skill("heal", "one", move=2, effects=(fx.DamageEffect(1, Selector(who="enemy")),))
    state = duel(heal, a={1: (1, 1)}, b={1: (1, 2)}, hand=("heal",))
    state = do(
        state, Play(by="A", card="A:heal"), Move(by="A", piece="A:1", to=Cell(0, 1)), Stop(by="A"), Refrain(by="A")
    )
    assert at(state, "A:1") == (0, 1)
    assert state.champions["B:1"].damage == 0
    assert state.discards["A"] == ("A:heal",)


def test_b_ch_12_throw_an_ally_beside_may_jump():
    throw = skill(
        "throw", "one", move=2, effects=(fx.MoveEffect(3, Selector(who="ally", within=1, count=1, up_to=True), "jump"),)
    )
    state = duel(throw, a={1: (1, 1), 2: (1, 2), 3: (3, 1)}, b={}, hand=("throw",))
    state = do(state, Play(by="A", card="A:throw"), Stop(by="A"), Use(by="A"))
    assert asked(state)[0] == "choose_move"
    state = do(state, Choose(by="A", chosen=("A:2",)))
    assert asked(state)[0] == "jump"
    assert at(do(state, Move(by="A", piece="A:2", to=Cell(1, -1))), "A:2") == (1, -1)


def test_b_base_03_open_30_an_ally_is_not_the_champion_whose_card_it_is():
    rally = reaction(
        "rally", "five", before=(fx.ChangeEffect("defence", 2, Selector(who="ally"), until=Until.END_OF_ATTACK),)
    )
    made = attack("hit", "one", move=None)
    state = duel(made, rally, a={1: (1, 1)}, b={1: (1, 2), 2: (2, 2)}, hand=("hit",), answer=("rally",))
    state = do(
        state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"), React(by="B", card="B:rally", piece="B:1")
    )
    assert state.champions["B:1"].damage == 1
    assert state.lasting == ()
