"""The nine steps of an attack, targeting, defence and damage (B-ATK, B-TGT, B-DEF, B-DMG)."""

import pytest
from msgspec.structs import replace

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import TargetDiagram
from companion.games.brawl.model.commands import Aim, Attack, Choose, Count, Move, Pass, Play, React, Refrain, Stop
from companion.games.brawl.model.events import Damaged, Healed
from companion.games.brawl.model.kinds import AimKind, Core
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.model.terms import Amount, Condition, Measure, Selector
from companion.games.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import NAMES, asked, attack, do, duel, events_of, hurt, reaction, with_champion

MELEE = TargetDiagram(AimKind.MELEE)


def targets(state):
    return {
        each
        for prompt in state
        for spec in prompt.specs
        if spec.kind == "attack"
        for each in spec.fields["target"].options
    }


def aimed(target, **values):
    """What may be named once the card with that diagram is played, and the state."""
    card = attack("hit", "one", move=None, target=target, **values.pop("card", {}))
    state = do(duel(card, hand=("hit",), **values), Play(by="A", card="A:hit"))
    return targets(GAME.prompts(state)), state


def hit(*, answer=(), answers=(), card=None, **values):
    """After A:1 on (1, 1) has attacked B:1 on (1, 2) with strength 3."""
    made = attack("hit", "one", **({"move": None} | (card or {})))
    state = duel(made, *answers, **({"a": {1: (1, 1)}, "b": {1: (1, 2)}} | values), hand=("hit",), answer=answer)
    return do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))


def test_b_atk_02_to_08_the_steps_in_order():
    card = attack("hit", "one", before=(fx.DamageEffect(1, Selector(who="self")),), after=(fx.HealEffect(1),))
    state = duel(card, a={1: (1, 1)}, b={1: (1, 3)}, hand=("hit",))
    events = events_of(
        state,
        Play(by="A", card="A:hit"),
        Move(by="A", piece="A:1", to=Cell(1, 2)),
        Stop(by="A"),
        Attack(by="A", target="B:1"),
        Count(by="A", number=1),
    )
    names = [type(each).__name__ for each in events]
    order = ["CoreSpent", "CardPlayed", "Moved", "Damaged", "Targeted", "Damaged", "Healed", "Discarded"]
    assert [name for name in names if name in order] == order


def test_b_atk_04_13_14_an_attack_may_be_declined_after_its_pre_effect():
    card = attack(
        "hit", "one", move=None, before=(fx.DamageEffect(1, Selector(who="enemy")),), after=(fx.HealEffect(1),)
    )
    state = do(duel(card, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",)), Play(by="A", card="A:hit"))
    assert state.champions["B:1"].damage == 1
    state = do(state, Refrain(by="A"))
    assert state.champions["B:1"].damage == 1
    assert state.discards["A"] == ("A:hit",)
    assert asked(state)[0] == "act"


def test_b_atk_06_07_and_def_03_strength_minus_defence():
    assert hit(defence=1).champions["B:1"].damage == 2
    assert hit(defence=0).champions["B:1"].damage == 3


def test_b_def_05_damage_is_never_below_0():
    assert hit(defence=5).champions["B:1"].damage == 0


def test_b_def_02_and_ex_11_defence_is_never_below_0():
    """Defence 1 lowered by 3 is 0; a strength of 2 then deals 2."""
    weak = (fx.Ability(NAMES, (fx.ChangeEffect("defence", -3, Selector(who="enemy")),)),)
    card = attack("hit", "one", move=None, strength=2)
    state = duel(card, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), defence=1, back={"one": weak})
    state = with_champion(state, "A:1", powered=True)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert state.champions["B:1"].damage == 2


def test_b_tgt_01_only_enemies_are_targets():
    assert aimed(MELEE, a={1: (1, 1), 2: (0, 1)}, b={1: (1, 2)})[0] == {"B:1"}
    assert aimed(TargetDiagram(AimKind.MELEE, who="any"), a={1: (1, 1), 2: (0, 1)}, b={1: (1, 2)})[0] == {"B:1", "A:2"}
    assert aimed(TargetDiagram(AimKind.MELEE, who="ally"), a={1: (1, 1), 2: (0, 1)}, b={1: (1, 2)})[0] == {"A:2"}


def test_b_tgt_06_melee_is_on_an_adjacent_cell():
    assert aimed(MELEE, a={1: (1, 1)}, b={1: (1, 2), 2: (1, 3)})[0] == {"B:1"}


def test_b_tgt_04_08_and_ex_01_a_range_of_two_to_three():
    """Fireball: one enemy at distance 2 or 3, neither less nor more."""
    b = {1: (1, 1), 2: (-1, 2), 3: (1, 3)}
    assert aimed(TargetDiagram(AimKind.INDIRECT, 3, 2), a={1: (1, 0)}, b=b)[0] == {"B:2", "B:3"}
    assert aimed(TargetDiagram(AimKind.INDIRECT, 3, 2), a={1: (1, -1)}, b={1: (1, 3)})[0] == set()


def test_b_tgt_18_with_one_number_the_minimum_is_1():
    assert aimed(TargetDiagram(AimKind.INDIRECT, 2), a={1: (1, 0)}, b={1: (1, 1)})[0] == {"B:1"}


def test_b_tgt_10_an_indirect_shot_ignores_what_stands_between():
    assert aimed(TargetDiagram(AimKind.INDIRECT, 4), a={1: (-1, 0), 2: (1, 0)}, b={1: (2, 0)})[0] == {"B:1"}


def test_b_tgt_12_and_ex_02_a_direct_shot_goes_along_a_row():
    """Challenge: one enemy in the same row at distance up to 2."""
    b = {1: (3, 0), 2: (2, 1), 3: (1, 3)}
    assert aimed(TargetDiagram(AimKind.DIRECT, 2), a={1: (1, 0)}, b=b)[0] == {"B:1"}


@pytest.mark.parametrize(("a", "b"), [({2: (2, 0)}, {}), ({}, {2: (2, 0)})])
def test_b_tgt_13_a_champion_between_stops_a_direct_shot(a, b):
    found, _ = aimed(TargetDiagram(AimKind.DIRECT, 4), a={1: (1, 0)} | a, b={1: (3, 0)} | b)
    assert "B:1" not in found


def test_b_tgt_13_a_statue_between_stops_a_direct_shot():
    assert aimed(TargetDiagram(AimKind.DIRECT, 4), a={1: (1, 0)}, b={1: (-1, 0)})[0] == set()


def test_b_tgt_02_14_an_area_takes_allies_with_it_and_needs_an_enemy():
    cone = TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1)))
    _, state = aimed(cone, a={1: (1, 0), 2: (2, 0)}, b={1: (1, 1)})
    ways = [spec.fields["way"].options for prompt in _prompts(state) for spec in prompt.specs if spec.kind == "aim"]
    assert ways == [("0", "1")]
    state = do(state, Aim(by="A", way="0"))
    assert state.champions["A:2"].damage == 3
    assert state.champions["B:1"].damage == 3
    assert state.champions["A:1"].damage == 0


def _prompts(state):
    return GAME.prompts(state)


def test_b_tgt_16_six_rotations_and_a_mirror_only_by_a_reading():
    hook = TargetDiagram(AimKind.AREA, cells=((1, 0), (1, 1)))
    spot = {"a": {1: (1, 0)}, "b": {1: (3, -1)}}
    assert _ways(aimed(hook, **spot)[1]) == ("5",)
    assert _ways(aimed(hook, **spot, readings=Readings(mirrored_areas=True))[1]) == ("5", "6")


def _ways(state):
    return tuple(
        way
        for prompt in _prompts(state)
        for spec in prompt.specs
        if spec.kind == "aim"
        for way in spec.fields["way"].options
    )


def test_b_tgt_17_areas_ignore_statues():
    line = TargetDiagram(AimKind.AREA, cells=((1, 0), (2, 0)))
    _, state = aimed(line, a={1: (-1, 0)}, b={1: (1, 0)})
    assert "0" in _ways(state)


def test_b_tgt_19_champions_at_their_gates_are_no_targets():
    assert aimed(TargetDiagram(AimKind.INDIRECT, 9), a={1: (1, 0)}, b={1: (3, 0)})[0] == {"B:1"}


def test_b_def_06_and_dmg_01_04_all_targets_each_with_its_defence():
    card = {"target": TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1))), "strength": 3}
    tough = (fx.Ability(NAMES, (fx.ChangeEffect("defence", 1),)),)
    made = attack("hit", "one", move=None, **card)
    state = duel(made, a={1: (1, 0)}, b={1: (2, 0), 2: (1, 1)}, hand=("hit",), back={"five": tough})
    state = with_champion(state, "B:2", powered=True)  # defence 1 printed, and 1 of its own
    state = do(state, Play(by="A", card="A:hit"), Aim(by="A", way="0"))
    assert state.champions["B:1"].damage == 3
    assert state.champions["B:2"].damage == 1


def test_b_base_14_bonuses_of_a_card_count_in_its_attack():
    """B-CH-11: a bonus for each ready core; the core that paid is spent."""
    bonus = (fx.ChangeEffect("strength", Amount("ready_cores")),)
    assert hit(card={"strength": 1, "bonuses": bonus}, health=9).champions["B:1"].damage == 3
    on_trap = (fx.ChangeEffect("strength", 1, condition=Condition(champion=Selector(who="self", zone="trap"))),)
    assert hit(card={"bonuses": on_trap}).champions["B:1"].damage == 3
    assert hit(card={"bonuses": on_trap}, a={1: (0, 2)}, b={1: (1, 2)}).champions["B:1"].damage == 4


def test_b_kw_01_lifesteal_heals_by_the_attack_damage():
    made = attack("hit", "one", move=None, bonuses=(fx.KeywordEffect("lifesteal"),))
    state = hurt(duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), defence=1), A1=4)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert state.champions["A:1"].damage == 2


def test_b_dmg_05_lifesteal_leaves_double_and_poison_out():
    words = tuple(fx.KeywordEffect(word, 1) for word in ("lifesteal", "double", "poison"))
    for counts_all, left in ((False, 6 - 2), (True, 6 - 5)):
        made = attack("hit", "one", move=None, strength=2, bonuses=words)
        readings = Readings(lifesteal_counts_all=counts_all)
        state = hurt(duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), health=9, readings=readings), A1=6)
        state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
        assert state.champions["B:1"].damage == 5
        assert state.champions["A:1"].damage == left


def test_b_kw_18_double_deals_the_same_once_more():
    assert hit(card={"bonuses": (fx.KeywordEffect("double"),)}, defence=1, health=9).champions["B:1"].damage == 4


def test_b_kw_19_poison_needs_a_point_of_damage():
    poison = {"bonuses": (fx.KeywordEffect("poison", 2),)}
    assert hit(card=poison, defence=1, health=9).champions["B:1"].damage == 4
    assert hit(card=poison, defence=3).champions["B:1"].damage == 0


def test_b_dmg_05_the_order_within_step_7():
    words = tuple(fx.KeywordEffect(word, 1) for word in ("poison", "double", "lifesteal"))
    made = attack("hit", "one", move=None, bonuses=words)
    state = hurt(duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",)), A1=3)
    events = events_of(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    told = [getattr(each, "why", type(each).__name__) for each in events if isinstance(each, Damaged | Healed)]
    assert told == ["attack", "double", "poison", "Healed"]
    names = [type(each).__name__ for each in events]
    assert names.index("Healed") < names.index("KnockedOut")


def test_b_base_12_direct_damage_ignores_defence():
    after = (fx.DamageEffect(2),)
    assert hit(card={"strength": 0, "after": after}, defence=4).champions["B:1"].damage == 2


def test_b_atk_10_without_the_attacker_no_post_effects():
    back = reaction("back", "four", before=(fx.DamageEffect(9, Selector(who="attacker")),))
    state = hit(card={"after": (fx.DamageEffect(1),)}, answers=(back,), answer=("back",))
    state = do(state, React(by="B", card="B:back", piece="B:1"))
    assert state.champions["A:1"].cell is None
    assert state.champions["B:1"].damage == 0  # B-ATK-18
    assert asked(state)[0] == "act"


def test_b_atk_17_a_moved_target_is_still_hit():
    away = reaction("away", "four", before=(fx.MoveEffect(2, way="jump"),))
    state = do(hit(answers=(away,), answer=("away",)), React(by="B", card="B:away", piece="B:1"))
    state = do(state, Move(by="B", piece="B:1", to=Cell(1, 3)))
    assert state.champions["B:1"].damage == 3


def test_b_atk_09_and_react_11_step_8_and_the_defence_modifier():
    guard = reaction("guard", "four", defence=2, after=(fx.DamageEffect(1, Selector(who="attacker")),))
    state = do(hit(answers=(guard,), answer=("guard",)), React(by="B", card="B:guard", piece="B:1"))
    assert state.champions["B:1"].damage == 1
    assert state.champions["A:1"].damage == 1
    assert state.discards["B"] == ("B:guard",)
    again = do(state, Pass(by="B")) if asked(state)[0] == "react" else state
    assert again.lasting == ()


def test_b_atk_09_knocked_out_its_reaction_has_no_step_8():
    guard = reaction("guard", "four", after=(fx.DamageEffect(1, Selector(who="attacker")),))
    state = do(hit(answers=(guard,), answer=("guard",), health=3), React(by="B", card="B:guard", piece="B:1"))
    assert state.champions["B:1"].cell is None
    assert state.champions["A:1"].damage == 0


def test_b_atk_11_12_39_compulsory_effects_may_be_0_where_they_say_up_to():
    state = hit(card={"after": (fx.HealEffect(2),)}, a={1: (1, 1)})
    assert asked(state)[0] == "act"  # a champion without damage cannot be healed (B-KW-04)
    made = attack("hit", "one", move=None, after=(fx.HealEffect(2), fx.DamageEffect(1)))
    state = hurt(duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",)), A1=2)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert asked(state)[0] == "how_many_heal"
    assert state.champions["B:1"].damage == 3
    state = do(state, Count(by="A", number=0))
    assert state.champions["A:1"].damage == 2
    assert state.champions["B:1"].damage == 4


def test_b_ch_18_if_damage_was_dealt_another_within_two():
    chain = (
        fx.IfEffect(
            Condition(counts=(Measure(Amount("dealt"), least=1),)),
            (fx.DamageEffect(2, Selector(who="any", around="target", within=2, other=True, count=1)),),
        ),
    )
    state = hit(card={"after": chain}, a={1: (1, 1)}, b={1: (1, 2), 2: (1, 3)}, health=9)
    assert asked(state) == ("choose_whom", ("A",))  # B-CH-30: the acting champion qualifies, too
    state = do(state, Choose(by="A", chosen=("B:2",)))
    assert state.champions["B:2"].damage == 2
    assert hit(card={"after": chain}, defence=3, b={1: (1, 2), 2: (1, 3)}).champions["B:2"].damage == 0


def test_b_ch_19_each_champion_beside_the_target():
    splash = (fx.DamageEffect(2, Selector(who="any", around="target", within=1, other=True)),)
    state = hit(card={"after": splash}, a={1: (1, 1), 2: (0, 2)}, b={1: (1, 2), 2: (1, 3)}, health=9)
    assert [state.champions[each].damage for each in ("A:1", "A:2", "B:1", "B:2")] == [2, 2, 3, 2]
    spared = hit(card={"after": splash}, readings=Readings(splash_spares_actor=True))
    assert spared.champions["A:1"].damage == 0


def test_b_ch_20_allies_get_a_bonus_against_the_target_until_end_of_turn():
    backhand = attack(
        "hit", "one", move=None, strength=0,
        after=(fx.ChangeEffect("strength", 1, Selector(who="ally"), Selector(who="target")),),
    )  # fmt: skip
    follow = attack("follow", "two", Core.CREATION, move=None, strength=1)
    state = duel(backhand, follow, a={1: (1, 1), 2: (0, 2)}, b={1: (1, 2), 2: (0, 3)}, hand=("hit", "follow"), health=9)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert len(state.lasting) == 1
    one = do(state, Play(by="A", card="A:follow"), Attack(by="A", target="B:2"))
    assert one.champions["B:2"].damage == 1
    other = do(state, Play(by="A", card="A:follow"), Attack(by="A", target="B:1"))
    assert other.champions["B:1"].damage == 2


def test_b_ch_16_draw_one_for_each_damage_dealt():
    state = hit(card={"after": (fx.DrawEffect(Amount("dealt")),)}, defence=1)
    assert asked(state)[0] == "act"  # nothing is left to draw
    made = attack("hit", "one", move=None, after=(fx.DrawEffect(Amount("dealt")),))
    state = duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), defence=1)
    state = replace(state, decks={"A": tuple(f"A:hit#{number}" for number in range(2, 8)), "B": ()})
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert asked(state)[0] == "how_many_draw"
    assert len(do(state, Count(by="A", number=2)).hands["A"]) == 2
    with pytest.raises(RuleViolation):
        do(state, Count(by="A", number=3))


def test_an_enemy_out_of_reach_is_refused():
    _, state = aimed(MELEE, a={1: (1, 1)}, b={1: (1, 2), 2: (1, 3)})
    with pytest.raises(RuleViolation) as refused:
        do(state, Attack(by="A", target="B:2"))
    assert refused.value.rule_id == "B-TGT-01"
