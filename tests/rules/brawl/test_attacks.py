"""The nine steps of an attack, defence and damage (B-ATK, B-DEF, B-DMG)."""

import pytest

from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import TargetDiagram
from companion.games.brawl.model.commands import Aim, Attack, Count, Move, Pass, Play, React, Refrain, Stop, Use
from companion.games.brawl.model.events import Damaged, Refrained
from companion.games.brawl.model.kinds import AimKind, Core
from companion.games.brawl.model.setup import Readings
from companion.games.brawl.model.terms import SELF, Amount, Condition, Selector
from companion.games.brawl.rules.values import defence
from companion.games.kit.events import Healed, NotReacted
from companion.games.verdicts.measured import RuleViolation
from companion.geometry.grid import Cell
from tests.games.brawl.table import NAMES, asked, attack, do, duel, events_of, hurt, reaction, skill, with_champion
from tests.rules.brawl.fights import MELEE, hit


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
    assert [each for each in events_of(state, Refrain(by="A")) if isinstance(each, Refrained)] == [
        Refrained(piece="A:1")
    ]
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


def test_b_def_06_and_dmg_01_04_all_targets_each_with_its_defence():
    """B-OPEN-13."""
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
    # Nothing where defence stops all of it (B-DEF-05), and no more than there is to heal.
    state = hurt(duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), defence=5), A1=2)
    assert not [
        each
        for each in events_of(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
        if isinstance(each, Healed)
    ]
    state = hurt(duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",)), A1=1)
    events = events_of(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert [each.amount for each in events if isinstance(each, Healed)] == [1]


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
    """B-DATA-13."""
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
    """B-DATA-14."""
    after = (fx.DamageEffect(2),)
    assert hit(card={"strength": 0, "after": after}, defence=4).champions["B:1"].damage == 2


def test_b_atk_10_without_the_attacker_no_post_effects():
    """B-OPEN-11."""
    back = reaction("back", "four", before=(fx.DamageEffect(9, Selector(who="attacker")),))
    state = hit(card={"after": (fx.DamageEffect(1),)}, answers=(back,), answer=("back",))
    state = do(state, React(by="B", card="B:back", piece="B:1"))
    assert state.champions["A:1"].cell is None
    assert state.champions["B:1"].damage == 0  # B-ATK-18
    assert asked(state)[0] == "act"


def test_b_atk_17_a_moved_target_is_still_hit():
    """B-OPEN-11."""
    away = reaction("away", "four", before=(fx.MoveEffect(2, way="jump"),))
    state = do(hit(answers=(away,), answer=("away",)), React(by="B", card="B:away", piece="B:1"))
    state = do(state, Move(by="B", piece="B:1", to=Cell(1, 3)))
    assert state.champions["B:1"].damage == 3


def test_b_atk_09_and_react_11_step_8_and_the_defence_modifier():
    """B-OPEN-07, B-DATA-12."""
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


def test_b_atk_01_and_card_01_and_skill_01_the_kind_of_a_card_says_what_it_does():
    """The same card attacks, acts as a skill, or answers: an attack is answered, a skill is not."""
    guard = reaction("guard", "four", defence=1)
    near = {"a": {1: (1, 1)}, "b": {1: (1, 2)}}
    strike = attack("go", "one", move=None)
    act = skill("go", "one", move=None, target=MELEE, effects=(fx.DamageEffect(3),))
    for card, question in ((strike, "react"), (act, "act")):
        state = do(duel(card, guard, **near, hand=("go",), answer=("guard",)), Play(by="A", card="A:go"))
        assert asked(do(state, Attack(by="A", target="B:1")))[0] == question
    with pytest.raises(RuleViolation) as refused:
        do(duel(reaction("go", "one"), **near, hand=("go",)), Play(by="A", card="A:go"))
    assert refused.value.rule_id == "B-REACT-01"


def test_b_act_04_and_atk_06_the_opponent_may_answer_or_let_it_pass():
    guard = reaction("guard", "four", defence=2)
    state = hit(answers=(guard,), answer=("guard",))
    assert asked(state) == ("react", ("B",))
    assert GAME.prompts(state)[0].about == {"piece": "A:1", "card": "hit"}, "who attacks, and with what"
    assert NotReacted(player="B") in events_of(state, Pass(by="B"))
    assert do(state, Pass(by="B")).champions["B:1"].damage == 3
    assert do(state, React(by="B", card="B:guard", piece="B:1")).champions["B:1"].damage == 1


def test_b_atk_15_16_and_open_11_both_symbols_on_a_reaction_when_it_is_played_and_in_step_8():
    both = reaction(
        "both", "four",
        before=(fx.DamageEffect(1, Selector(who="attacker")),), after=(fx.DamageEffect(2, Selector(who="attacker")),),
    )  # fmt: skip
    made = attack("hit", "one", move=None)
    state = duel(made, both, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), answer=("both",))
    start = (Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    told = [
        (each.piece, each.amount)
        for each in events_of(state, *start, React(by="B", card="B:both", piece="B:1"))
        if isinstance(each, Damaged)
    ]
    assert told == [("A:1", 1), ("B:1", 3), ("A:1", 2)]


def test_b_atk_19_a_target_knocked_out_before_step_7_takes_nothing():
    """The reaction knocks out the one target with its splash; the other is struck."""
    area = {"target": TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1)))}
    burst = reaction("burst", "four", before=(fx.DamageEffect(5, Selector(who="ally")),))
    made = attack("hit", "one", move=None, **area)
    state = duel(made, burst, a={1: (1, 0)}, b={1: (2, 0), 2: (1, 1)}, hand=("hit",), answer=("burst",))
    state = do(state, Play(by="A", card="A:hit"), Aim(by="A", way="0"), React(by="B", card="B:burst", piece="B:1"))
    assert state.champions["B:2"].cell is None
    assert state.champions["B:2"].damage == 0
    assert state.champions["B:1"].damage == 3
    assert state.points == {"A": 1, "B": 0}


def test_b_atk_11_12_13_39_a_pre_effect_is_compulsory_and_whole_before_the_attack():
    """B-OPEN-39: a Pull with nobody's leave; then the attack may still be declined."""
    card = attack("hit", "one", move=None, before=(fx.PullEffect(1, Selector(who="enemy")),))
    state = do(duel(card, a={1: (-1, 1)}, b={1: (1, 1)}, hand=("hit",)), Play(by="A", card="A:hit"))
    assert tuple(state.champions["B:1"].cell) == (0, 1)
    assert asked(state)[0] == "attack"
    assert do(state, Refrain(by="A")).champions["B:1"].damage == 0


def test_b_def_01_04_defence_counts_in_each_attack_and_may_be_changed_where_it_is_0():
    """Strength 3 against 1 twice; then against a printed 0 raised by 2."""
    made, more = attack("hit", "one", move=None), attack("more", "one", Core.CREATION, move=None)
    state = duel(made, more, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit", "more"), defence=1)
    for card, damage in (("A:hit", 2), ("A:more", 4)):
        state = do(state, Play(by="A", card=card), Attack(by="A", target="B:1"))
        assert state.champions["B:1"].damage == damage
    tough = {"four": (fx.Ability(NAMES, (fx.ChangeEffect("defence", 1),)),)}
    state = duel(made, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), back=tough)
    assert defence(state, "B:1") == 0
    state = with_champion(state, "B:1", powered=True)  # a printed 1, and 1 by its ability
    assert defence(state, "B:1") == 2


def test_b_def_02_03_all_modifiers_count_before_defence_stops_at_0():
    """Defence 1, lowered by 3, raised by 1 with the reaction: 0 in all, and not 1."""
    weak = {"one": (fx.Ability(NAMES, (fx.ChangeEffect("defence", -3, Selector(who="enemy")),)),)}
    guard = reaction("guard", "four", defence=1)
    made = attack("hit", "one", move=None)
    state = duel(made, guard, a={1: (1, 1)}, b={1: (1, 2)}, hand=("hit",), answer=("guard",), defence=1, back=weak)
    state = with_champion(state, "A:1", powered=True)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert do(state, React(by="B", card="B:guard", piece="B:1")).champions["B:1"].damage == 3


def test_b_dmg_04_all_take_their_damage_before_it_is_seen_who_is_out():
    made = attack("hit", "one", move=None, target=TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1))))
    state = duel(made, a={1: (1, 0)}, b={1: (2, 0), 2: (1, 1)}, hand=("hit",), health=3)
    events = events_of(state, Play(by="A", card="A:hit"), Aim(by="A", way="0"))
    told = [type(each).__name__ for each in events]
    assert [name for name in told if name in ("Damaged", "KnockedOut")] == ["Damaged"] * 2 + ["KnockedOut"] * 2


def test_b_dmg_02_03_damage_adds_up_on_the_card_and_keywords_are_of_attacks():
    """B-OPEN-35: a champion with Lifesteal, Double and Poison deals plain damage by a skill, and not by an attack."""
    words = tuple(fx.KeywordEffect(word, 2) for word in ("lifesteal", "double", "poison"))
    bolt = skill("bolt", "one", move=None, target=MELEE, effects=(fx.DamageEffect(1),))
    keen, near = {"one": (fx.Ability(NAMES, words),)}, {"a": {1: (1, 1)}, "b": {1: (1, 2)}}
    state = duel(bolt, attack("hit", "one", move=None, strength=1), **near, hand=("bolt", "hit"), back=keen, health=9)
    state = hurt(with_champion(state, "A:1", powered=True), A1=2, B1=1)
    state = do(state, Play(by="A", card="A:bolt"), Attack(by="A", target="B:1"))
    assert (state.champions["A:1"].damage, state.champions["B:1"].damage) == (2, 2)
    state = do(state, Play(by="A", card="A:hit"), Attack(by="A", target="B:1"))
    assert (state.champions["A:1"].damage, state.champions["B:1"].damage) == (1, 2 + 1 + 1 + 2)


def test_b_kw_01_18_19_and_open_14_several_targets_each_count_by_themselves():
    """Strength 3 against defence 1 and 3: Double 2 and 0, Poison 1 and none, Lifesteal the 2 of step 6."""
    words = tuple(fx.KeywordEffect(word, 1) for word in ("lifesteal", "double", "poison"))
    made = attack("hit", "one", move=None, target=TargetDiagram(AimKind.AREA, cells=((1, 0), (0, 1))), bonuses=words)
    tough = {"five": (fx.Ability(NAMES, (fx.ChangeEffect("defence", 1),)),)}
    state = duel(made, a={1: (1, 0)}, b={1: (2, 0), 2: (1, 1)}, hand=("hit",), defence=1, health=9, back=tough)
    state = hurt(with_champion(state, "B:2", powered=True), A1=5)
    state = do(state, Play(by="A", card="A:hit"), Aim(by="A", way="0"))
    assert [state.champions[each].damage for each in ("B:1", "B:2", "A:1")] == [5, 0, 3]


def test_b_act_11_effects_happen_from_top_to_bottom():
    """A champion that is healed first keeps the damage that comes after."""
    told = []
    for effects in ((fx.DamageEffect(1, SELF), fx.HealEffect(5)), (fx.HealEffect(5), fx.DamageEffect(1, SELF))):
        card = skill("go", "one", move=None, effects=effects)
        state = hurt(duel(card, a={1: (1, 1)}, hand=("go",)), A1=2)
        state = do(state, Play(by="A", card="A:go"), Use(by="A"))
        most = GAME.prompts(state)[0].specs[0].fields["number"].most
        told.append(do(state, Count(by="A", number=most)).champions["A:1"].damage)
    assert told == [0, 1]
