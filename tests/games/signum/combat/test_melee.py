"""Melee: who may fight whom, how dice are split, what they do (S-MELEE)."""

import math

import pytest

from companion.games.common import Reroll, Rolled, Ruling, TurnBegan
from companion.games.signum.combat import melee
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import settle
from companion.games.signum.handlers import HANDLERS
from companion.games.signum.model.commands import Assign, Fight
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.editions import AXE, BULLSEYE, SHIELD, rules_for
from companion.games.signum.model.effects.effect import Ability, GainEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.events import CreatureStood, LastingBegan, Replaced
from companion.games.signum.model.steps.step import DiceStep
from companion.games.signum.model.terms import Until
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import Field, beside, fighter

PLAIN = fighter("plain", 2, 5)
STRONG = fighter("strong", 3, 5)


def refused(field, rule_id, *commands):
    with pytest.raises(RuleViolation) as caught:
        field.give(*commands)
    assert caught.value.rule_id == rule_id
    return caught.value


def splits(field):
    return [(each.fixed["attack"], each.fixed["defence"]) for each in field.specs() if each.kind == "assign"]


def test_s_ex_17_greer_fights_cordelia():
    # S-EX-17, S-OPEN-64, S-DIFF-37: Reckless 2 forces both of Cordelia's dice into attack (S-AB-51, S-MELEE-14)
    play = beside(fighter("greer", 3, 4), fighter("cordelia", 2, 2, Ability("reckless", x=2)))
    play.fight("A:1", "B:1").assign("A", 2, 1).roll("53", "16", "5")
    assert play.rolled() == [
        ("melee.attack", "A:1", (SHIELD, AXE)),
        ("melee.attack", "B:1", (BULLSEYE, SHIELD)),
        ("melee.defence", "A:1", (SHIELD,)),
    ]
    assert play.wounds("A:1") == 0
    assert play.wounds("B:1") is None
    assert play.state.players["A"].kills == 1


def test_s_ex_18_and_19_gil_talas_fights_arcadia_and_is_wounded():
    # S-EX-18, S-OPEN-62: a rolled 5 is a shield, whatever the example calls it
    play = beside(fighter("gil-talas", 3, 4), fighter("arcadia", 3, 2), rules=rules_for(Edition.RU_WEB))
    at = play.state.creatures["A:1"].stand
    play.emit(CreatureStood(creature="B:1", at=Stand(at.x_mm + 30.0, at.y_mm)))
    play.fight("A:1", "B:1").assign("B", 3, 0).assign("A", 2, 1).roll("53", "156", "5")
    assert play.wounds("A:1") == 1
    assert play.wounds("B:1") is None
    # S-EX-19: not healed, he hits only on shield from now on (S-MELEE-20)
    play.emit(CreatureStood(creature="B:hero", at=Stand(at.x_mm, at.y_mm + 30.0)), TurnBegan(player="A", turn=3))
    play.fight("A:1", "B:hero").assign("B", 0, 3).assign("A", 3, 0).roll("346")
    assert play.purpose() == "melee.defence B:hero 3"
    play.roll("111")
    assert play.wounds("B:hero") == 1


def test_s_melee_01_no_melee_without_contact():
    play = Field({"A:1": (PLAIN, 300.0, 300.0), "B:1": (PLAIN, 340.0, 300.0)})
    found = refused(play.act("A:1"), "S-MELEE-01", Fight(by="A", creature="A:1", target="B:1"))
    assert found.key == "melee_in_contact"


def test_s_melee_01_and_02_contact_allows_a_fight_and_obliges_to_none():
    play = beside(PLAIN, PLAIN).act("A:1")
    assert [each.fixed["target"] for each in melee.specs(play.state, "A")] == ["B:1"]  # in contact from the start
    assert play.asked() == ""  # S-MELEE-02: nothing waits for it


def test_a_doubtful_contact_is_put_to_the_table():
    play = Field({"A:1": (PLAIN, 300.0, 300.0), "B:1": (PLAIN, 334.0, 300.0)})
    play.emit(CreatureStood(creature="B:1", at=Stand(334.0, 300.0, 0.5)))
    assert [each.fixed["target"] for each in melee.specs(play.act("A:1").state, "A")] == ["B:1"]
    play.fight("A:1", "B:1")
    assert play.state.question.rule_id == "S-MELEE-01"
    play.give(Ruling(by="A", yes=True), Ruling(by="B", yes=True))
    assert play.asked() == "assign B"


def test_s_melee_03_one_declaration_an_activation():
    # S-MELEE-03, S-CONST-19, S-DIFF-30
    play = beside(PLAIN, PLAIN).fight("A:1", "B:1")
    play.assign("B", 0, 2).assign("A", 0, 2)
    assert play.state.acting == ""  # the activation is over (S-ACT-06)
    play.act("A:1")
    refused(play, "S-MELEE-03", Fight(by="A", creature="A:1", target="B:1"))


def test_s_melee_04_and_12_and_13_the_other_player_defends_and_assigns_first():
    play = beside(STRONG, PLAIN).fight("A:1", "B:1")
    assert play.asked() == "assign B"  # S-MELEE-04, S-MELEE-12
    refused(play, "S-TURN-24", Assign(by="A", attack=3, defence=0))
    play.assign("B", 1, 1)
    assert play.asked() == "assign A"  # S-MELEE-13
    assert play.state.steps[-1].attack == {"B:1": 1}  # announced openly


def test_s_melee_05_and_06_exactly_one_of_several_is_fought():
    play = Field({"A:1": (STRONG, 300.0, 300.0), "B:1": (PLAIN, 332.0, 300.0), "B:2": (PLAIN, 268.0, 300.0)}).act("A:1")
    assert {each.fixed["target"] for each in melee.specs(play.state, "A")} == {"B:1", "B:2"}
    play.fight("A:1", "B:2").assign("B", 2, 0).assign("A", 3, 0).roll("sss", "ss")
    assert (play.wounds("B:1"), play.wounds("B:2"), play.wounds("A:1")) == (0, 3, 2)


def test_s_melee_07_several_may_attack_the_same_one_after_another():
    # S-MELEE-07, S-DIFF-31
    play = Field(
        {"A:1": (STRONG, 300.0, 300.0), "A:2": (STRONG, 364.0, 300.0), "B:1": (fighter("tough", 2, 9), 332.0, 300.0)}
    )
    play.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 3, 0).roll("sss", "bb")
    play.fight("A:2", "B:1").assign("A", 3, 0).roll("sss", "bb")
    assert play.wounds("B:1") == 6
    play.emit(CreatureStood(creature="A:1", at=Stand(100.0, 300.0)), TurnBegan(player="A", turn=3)).act("A:1")
    refused(play, "S-MELEE-01", Fight(by="A", creature="A:1", target="B:1"))  # each if it is in contact


@pytest.mark.parametrize("degrees", range(0, 360, 45))
def test_s_move_20_an_enemy_on_any_side_is_fought_alike(degrees):
    # "Miniatures see all round; facing never matters."
    for away_mm, fought in ((32.0, ["B:1"]), (45.0, [])):
        x, y = (300.0 + away_mm * turn(math.radians(degrees)) for turn in (math.cos, math.sin))
        play = Field({"A:1": (STRONG, 300.0, 300.0), "B:1": (PLAIN, x, y)}).act("A:1")
        assert [each.fixed["target"] for each in melee.specs(play.state, "A")] == fought


def test_own_creatures_are_no_targets():
    play = Field({"A:1": (PLAIN, 300.0, 300.0), "A:2": (PLAIN, 332.0, 300.0)}).act("A:1")
    refused(play, "S-MELEE-01", Fight(by="A", creature="A:1", target="A:2"))
    assert melee.specs(play.state, "A") == ()


def test_s_melee_08_the_pool_is_the_current_strength():
    more = LastingEffect(
        key="k", source="A:9", by="A", effect=ChangeEffect(of="strength", by=2), until=Until.END_OF_TURN
    )
    play = beside(PLAIN, PLAIN).emit(LastingBegan(creature="A:1", lasting=more))
    play.fight("A:1", "B:1").assign("B", 0, 2)
    assert splits(play) == [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]
    weak = LastingEffect(
        key="k", source="A:9", by="A", effect=ChangeEffect(of="strength", by=-9), until=Until.END_OF_TURN
    )
    play = beside(PLAIN, PLAIN).emit(LastingBegan(creature="B:1", lasting=weak))
    play.fight("A:1", "B:1")
    assert play.state.steps[-1].defence == {"B:1": 0}  # S-DRAGON-03


def test_s_melee_09_strength_0_neither_attacks_nor_defends_but_may_be_attacked():
    nobody = fighter("nobody", 0, 3)
    play = beside(nobody, PLAIN).act("A:1")
    refused(play, "S-MELEE-09", Fight(by="A", creature="A:1", target="B:1"))
    assert melee.specs(play.state, "A") == ()
    play = beside(PLAIN, nobody).fight("A:1", "B:1")
    assert play.asked() == "assign A"
    play.assign("A", 2, 0).roll("ss")
    assert (play.asked(), play.wounds("B:1")) == ("", 2)


def test_s_ex_13_every_split_of_the_pool_is_allowed():
    play = beside(STRONG, PLAIN).fight("A:1", "B:1")
    assert splits(play) == [(0, 2), (1, 1), (2, 0)]  # S-MELEE-10, for the defender too
    play.assign("B", 2, 0)
    assert splits(play) == [(0, 3), (1, 2), (2, 1), (3, 0)]  # S-EX-13


@pytest.mark.parametrize(("attack", "defence"), [(1, 0), (0, 1), (2, 1), (-1, 3), (3, 3)])
def test_s_melee_11_no_die_is_held_back(attack, defence):
    # S-MELEE-11, S-OPEN-54
    play = beside(STRONG, PLAIN).fight("A:1", "B:1")
    with pytest.raises(RuleViolation, match=r"S-MELEE-11|S-TURN-24"):
        play.assign("B", attack, defence)


def test_s_ex_14_all_dice_may_attack_who_only_defends():
    play = beside(STRONG, PLAIN).fight("A:1", "B:1").assign("B", 0, 2).assign("A", 3, 0)
    play.roll("xsb")
    assert play.purpose() == "melee.defence B:1 2"  # A's attack is all there is; nobody strikes back
    play.roll("sb")
    assert (play.wounds("A:1"), play.wounds("B:1")) == (0, 1)


def test_s_melee_15_16_17_and_24_all_attack_dice_come_before_all_defence_dice():
    play = beside(STRONG, PLAIN).fight("A:1", "B:1").assign("B", 1, 1)
    assert play.rolled() == []  # S-MELEE-17: only after both have assigned
    play.assign("A", 2, 1)
    assert play.purpose() == "melee.attack A:1 2"
    play.roll("ss")
    assert play.purpose() == "melee.attack B:1 1"  # S-MELEE-16
    play.roll("s")
    assert play.purpose() == "melee.defence B:1 1"  # S-MELEE-24
    play.roll("s")
    assert play.purpose() == "melee.defence A:1 1"
    play.roll("b")
    assert (play.wounds("A:1"), play.wounds("B:1")) == (1, 1)  # S-MELEE-15


@pytest.mark.parametrize("first", ["A", "B"])
def test_s_melee_17_dice_count_in_the_order_in_which_they_fall(first):
    # "Dice may physically be rolled in any order or in turns, but only after both sides have assigned."
    play = beside(STRONG, STRONG).fight("A:1", "B:1").assign("B", 1, 2)
    with pytest.raises(RuleViolation):
        play.give(Rolled(by="B", faces=(SHIELD,)))
    play.assign("A", 2, 1)
    rolls = {"A": (SHIELD, AXE), "B": (BULLSEYE,)}
    order = sorted(rolls, reverse=first == "B")
    assert {prompt.to for prompt in play.table.game.prompts(play.state)} == {("A",), ("B",)}
    play.give(*(Rolled(by=by, faces=rolls[by]) for by in order))
    assert play.rolled() == [("melee.attack", f"{by}:1", rolls[by]) for by in order]
    assert play.purpose() == "melee.defence B:1 2"
    play.roll("sb")
    assert (play.wounds("A:1"), play.wounds("B:1")) == (0, 1)


def test_s_melee_17_defence_dice_too_fall_in_any_order():
    play = beside(STRONG, STRONG).fight("A:1", "B:1").assign("B", 1, 2).assign("A", 2, 1).roll("ss", "s")
    play.give(Rolled(by="A", faces=(SHIELD,)))
    assert play.purpose() == "melee.defence B:1 2"
    play.give(Rolled(by="B", faces=(BULLSEYE, SHIELD)))
    assert (play.wounds("A:1"), play.wounds("B:1")) == (0, 1)


def test_s_melee_17_and_24_no_defence_die_counts_before_all_attack_dice():
    play = beside(STRONG, STRONG).fight("A:1", "B:1").assign("B", 1, 2).assign("A", 2, 1)
    play.give(Rolled(by="B", faces=(SHIELD,)))
    refused(play, "S-TURN-24", Rolled(by="B", faces=(SHIELD, SHIELD)))
    assert play.purpose() == "melee.attack A:1 2"


MASTER = fighter("master", 3, 5, Ability("master_of_attack", x=1), Ability("master_of_defence", x=1))


@pytest.mark.parametrize("first", ["A", "B"])
def test_s_melee_15_rerolls_of_attack_dice_come_once_those_of_both_sides_have_fallen(first):
    # "all attack dice of both sides, rerolls, defence dice of both sides, rerolls"
    play = beside(STRONG, MASTER).fight("A:1", "B:1").assign("B", 2, 1).assign("A", 2, 1)
    second = "B" if first == "A" else "A"
    play.give(Rolled(by=first, faces=(BULLSEYE, SHIELD)))
    assert play.asked() == f"roll {second}"
    refused(play, "S-TURN-24", Reroll(by="B", dice=(0,)))
    play.give(Rolled(by=second, faces=(BULLSEYE, SHIELD)))
    assert play.asked() == "reroll B"
    refused(play, "S-TURN-24", Rolled(by="A", faces=(SHIELD,)))  # no defence die before the rerolls
    play.give(Reroll(by="B", dice=(0,)), Rolled(by="B", faces=(SHIELD,)))
    play.give(Rolled(by="A", faces=(BULLSEYE,)), Rolled(by="B", faces=(SHIELD,)))
    play.give(Reroll(by="B"))
    assert (play.wounds("A:1"), play.wounds("B:1")) == (2, 0)


@pytest.mark.parametrize("first", ["A", "B"])
def test_s_melee_15_rerolls_of_defence_dice_come_once_those_of_both_sides_have_fallen(first):
    play = beside(STRONG, MASTER).fight("A:1", "B:1").assign("B", 1, 2).assign("A", 2, 1)
    play.give(Rolled(by="A", faces=(SHIELD, SHIELD)), Rolled(by="B", faces=(SHIELD,)), Reroll(by="B"))
    second = "B" if first == "A" else "A"
    fall = {"A": Rolled(by="A", faces=(SHIELD,)), "B": Rolled(by="B", faces=(SHIELD, BULLSEYE))}
    play.give(fall[first])
    assert play.asked() == f"roll {second}"
    play.give(fall[second])
    assert play.asked() == "reroll B"
    play.give(Reroll(by="B", dice=(1,)), Rolled(by="B", faces=(SHIELD,)))
    assert (play.wounds("A:1"), play.wounds("B:1")) == (0, 0)


@pytest.mark.parametrize("first", ["A", "B"])
def test_s_melee_15_and_37_the_active_player_rerolls_first_whoever_rolled_first(first):
    play = beside(MASTER, MASTER).fight("A:1", "B:1").assign("B", 1, 2).assign("A", 1, 2)
    order = sorted("AB", reverse=first == "B")
    play.give(*(Rolled(by=by, faces=(BULLSEYE,)) for by in order))
    assert play.asked() == "reroll A"
    play.give(Reroll(by="A", dice=(0,)), Rolled(by="A", faces=(SHIELD,)))
    assert play.asked() == "reroll B"
    play.give(Reroll(by="B"))
    assert play.purpose() == "melee.defence B:1 2"


def test_s_melee_15_and_37_forced_rerolls_of_one_side_come_before_the_choices_of_the_other():
    play = beside(STRONG, fighter("both", 3, 5, Ability("veteran"), Ability("master_of_attack", x=1)))
    play.fight("A:1", "B:1").assign("B", 1, 2).assign("A", 2, 1)
    play.give(Rolled(by="B", faces=(BULLSEYE,)), Rolled(by="A", faces=(SHIELD, BULLSEYE)))
    assert play.purpose() == "melee.attack A:1 1"  # the success of an attack on a Veteran
    play.give(Rolled(by="A", faces=(BULLSEYE,)))
    assert play.asked() == "reroll B"


def test_a_reroll_that_an_older_game_has_begun_is_finished_before_the_others_dice():
    play = beside(STRONG, MASTER).fight("A:1", "B:1").assign("B", 1, 2).assign("A", 2, 1)
    rolled = DiceStep(
        purpose="melee.attack", by="B", creature="B:1", good=(SHIELD, AXE), optional=(("master_of_attack", 1),),
        faces=(BULLSEYE,), stage="optional",
    )  # fmt: skip
    play.emit(Replaced(step=rolled))  # as the rules had it before their fourth version
    play.give(Reroll(by="B", dice=(0,)), Rolled(by="B", faces=(AXE,)))
    assert play.purpose() == "melee.attack A:1 2"
    play.roll("bb", "b")
    assert (play.wounds("A:1"), play.wounds("B:1")) == (1, 0)


@pytest.mark.parametrize(
    ("wounds", "steady", "hits"),
    [(0, False, 2), (1, False, 1), (0, True, 2), (1, True, 2)],
)
def test_s_melee_19_20_21_the_wounded_hit_only_on_shield(wounds, steady, hits):
    # S-MELEE-18, S-MELEE-19, S-MELEE-20, S-MELEE-21, S-AB-27; S-CONST-24 melee attack, wounded, Fortitude
    abilities = (Ability("fortitude"),) if steady else ()
    play = beside(fighter("striker", 3, 5, *abilities), PLAIN).change("A:1", wounds=wounds)
    play.fight("A:1", "B:1").assign("B", 2, 0).assign("A", 3, 0).roll("bxs", "bb")
    assert play.wounds("B:1") == hits


def test_s_melee_22_lost_armour_is_no_wound():
    play = beside(STRONG, fighter("armed", 2, 5, Ability("armour", x=2))).change("A:1", armour=0)
    play.fight("A:1", "B:1").assign("B", 2, 0).assign("A", 3, 0).roll("xxx", "bb")
    assert play.wounds("B:1") == 3  # nobody placed tokens here, so all three are wounds
    play = beside(STRONG, PLAIN).change("B:1", armour=1)
    play.fight("A:1", "B:1").assign("B", 2, 0).assign("A", 1, 2).roll("x", "xx", "bb")
    assert play.state.creatures["B:1"].armour == 0
    play.emit(TurnBegan(player="A", turn=3)).fight("A:1", "B:1").assign("B", 2, 0)
    play.assign("A", 0, 3).roll("xx", "bbb")
    assert play.wounds("A:1") == 4  # B:1 lost armour only and hits on axe as before


def test_s_melee_23_damage_of_the_same_exchange_has_no_influence():
    play = beside(STRONG, STRONG).fight("A:1", "B:1").assign("B", 3, 0).assign("A", 3, 0).roll("xxx", "xxx")
    assert (play.wounds("A:1"), play.wounds("B:1")) == (3, 3)


def test_s_melee_25_and_26_a_block_needs_a_shield_wounded_or_not_and_cancels_one_hit():
    # S-CONST-24 melee defence
    play = beside(STRONG, STRONG).change("B:1", wounds=1)
    play.fight("A:1", "B:1").assign("B", 0, 3).assign("A", 3, 0).roll("sss", "sxb")
    assert play.wounds("B:1") == 1 + 2


def test_s_melee_27_defence_dice_that_nobody_hits_are_lost():
    play = beside(STRONG, PLAIN).fight("A:1", "B:1").assign("B", 1, 1).assign("A", 2, 1).roll("bb", "b")
    assert play.asked() == ""
    assert [each[0] for each in play.rolled()] == ["melee.attack", "melee.attack"]


def test_s_melee_28_both_may_fall_at_once():
    # S-MELEE-28, S-OPEN-69
    play = beside(fighter("one", 1, 1), fighter("other", 1, 1))
    play.fight("A:1", "B:1").assign("B", 1, 0).assign("A", 1, 0).roll("s", "s")
    assert set(play.state.creatures) == {"A:hero", "B:hero"}
    assert play.state.acting == ""


def three(*abilities):
    return Field(
        {
            "A:1": (STRONG, 300.0, 300.0),
            "A:2": (STRONG, 364.0, 300.0),
            "B:1": (fighter("target", 2, 9, *abilities), 332.0, 300.0),
        }
    )


def test_s_ex_37_a_second_attack_meets_nothing_but_defence():
    # S-EX-37, S-MELEE-29, S-OPEN-24, S-DIFF-32
    play = three().fight("A:1", "B:1").assign("B", 2, 0).assign("A", 3, 0).roll("bbb", "bb")
    play.fight("A:2", "B:1")
    assert play.asked() == "assign A"
    assert (play.state.steps[-1].attack, play.state.steps[-1].defence) == ({"B:1": 0}, {"B:1": 2})


def test_s_melee_32_stamina_splits_freely_again():
    # S-EX-37, S-AB-58
    play = three(Ability("stamina")).fight("A:1", "B:1").assign("B", 2, 0).assign("A", 3, 0).roll("bbb", "bb")
    assert splits(play.fight("A:2", "B:1")) == [(0, 2), (1, 1), (2, 0)]


def test_s_melee_31_all_defence_overrides_reckless():
    # S-DIFF-83, S-AB-51
    play = three(Ability("reckless", x=2)).fight("A:1", "B:1").assign("A", 3, 0).roll("bbb", "bb")
    play.fight("A:2", "B:1")
    assert (play.state.steps[-1].attack, play.state.steps[-1].defence) == ({"B:1": 0}, {"B:1": 2})


def test_s_melee_30_attacks_are_counted_anew_each_turn_and_only_against_the_defender():
    # S-MELEE-30, S-VAR-42
    play = three().fight("A:1", "B:1").assign("B", 2, 0).assign("A", 3, 0).roll("bbb", "bb")
    assert play.state.creatures["B:1"].deeds.attacked == 1
    assert play.state.creatures["A:1"].deeds.attacked == 0
    play.emit(TurnBegan(player="A", turn=3)).fight("A:2", "B:1")
    assert splits(play) == [(0, 2), (1, 1), (2, 0)]


def magical(*abilities, x=2):
    return fighter("mage", 3, 5, Ability("magical_strike", x=x), *abilities)


def test_s_melee_34_35_36_a_magical_strike_wounds_without_defence_and_is_struck_back():
    # S-AB-39, S-OPEN-03, S-DMG-06, S-DIFF-33; the X dice replace the strength dice
    play = beside(magical(), fighter("armed", 2, 5)).change("B:1", armour=3)
    play.fight("A:1", "B:1", magical=True)
    assert play.asked() == "assign B"
    play.assign("B", 1, 1)
    assert play.purpose() == "melee.attack A:1 2"  # two dice, and the striker assigns none
    play.roll("xs", "s")
    assert play.asked() == ""  # nobody rolls defence
    assert (play.wounds("A:1"), play.wounds("B:1"), play.state.creatures["B:1"].armour) == (1, 2, 3)


def test_s_const_24_a_magical_strike_hits_as_a_melee_die_of_that_miniature():
    for steady, hits in (((), 1), ((Ability("fortitude"),), 2)):
        play = beside(magical(*steady), PLAIN).change("A:1", wounds=1)
        play.fight("A:1", "B:1", magical=True).assign("B", 0, 2).roll("xs")
        assert play.wounds("B:1") == hits


def test_s_melee_33_a_magical_strike_counts_as_an_attack():
    play = three()
    play.emit(LastingBegan(creature="A:1", lasting=LastingEffect(
        key="k", source="A:9", by="A", effect=GainEffect(Ability("magical_strike", x=1)), until=Until.END_OF_GAME,
    )))  # fmt: skip
    play.fight("A:1", "B:1", magical=True).assign("B", 2, 0).roll("b", "bb")
    assert play.fight("A:2", "B:1").asked() == "assign A"


def test_s_dragon_05_a_magical_strike_without_value_cannot_be_declared():
    play = beside(magical(x=0), PLAIN).act("A:1")
    refused(play, "S-DRAGON-05", Fight(by="A", creature="A:1", target="B:1", magical=True))
    assert [each.fixed.get("magical", False) for each in melee.specs(play.state, "A")] == [False]


def test_s_melee_37_forced_rerolls_come_before_optional_ones():
    # S-OPEN-55, S-AB-63, S-AB-40
    play = beside(
        fighter("master", 3, 5, Ability("master_of_attack", x=2)), fighter("veteran", 2, 5, Ability("veteran"))
    )
    play.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 3, 0).roll("sxb")
    assert play.asked() == "roll A"  # the two successes, first
    play.roll("bs")
    assert play.asked() == "reroll A"


def test_a_strength_that_no_card_states_is_asked_for():
    play = beside(fighter("unknown", None, 3), PLAIN).fight("A:1", "B:1").assign("B", 0, 2)
    assert play.asked() == "unknown A"
    play.change("A:1", by_hand={"strength": 2})
    assert splits(play) == [(0, 2), (1, 1), (2, 0)]


def test_s_dragon_04_a_cancelled_attack_counts_as_declared():
    play = beside(STRONG, PLAIN).fight("A:1", "B:1")
    draft = Draft(play.state, Assign(by="A", attack=0, defence=0))
    HANDLERS[type(play.state.steps[-1])].cancelled(draft, play.state.steps[-1], "graveyard")
    settle(draft, HANDLERS, lambda _: False)
    assert (draft.state.steps, draft.state.acting) == ((), "")
    assert draft.state.creatures["A:1"].deeds.melees == 1
