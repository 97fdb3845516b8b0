"""Abilities that a creature uses: Healer, Healing, Control, Concentration, printed ones (S-ACT-07, S-ACT-08, S-AB)."""

import pytest

from companion.games.common import Reroll
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import End, Fight, Shoot, Use
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.effect import Ability, Cost, GainEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HealEffect
from companion.games.signum.model.effects.on_players import ProsperEffect
from companion.games.signum.model.events import CreatureLeft, CreatureStood, PlayerChanged
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.terms import Selector
from companion.games.signum.play import activated_abilities as activated
from companion.games.signum.play import relic_uses
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import Field, fighter

TARGET = fighter("target", 2, 9)


def ability(name, x=None, **values):
    return Ability(name, x=x, **values)


def medic(*abilities, x=3):
    return fighter("medic", 2, 5, ability("healer", x), *abilities)


def ward(card, gap=0.0, *, foe=None, rules=None):
    """A:1 with a wounded friend so far to its right; B:1 stands where it is wanted."""
    bases = 30.0 if rules is not None and rules.edition is Edition.RU_WEB else 32.0
    put = {"A:1": (card, 200.0, 300.0), "A:2": (TARGET, 200.0 + bases + gap, 300.0)}
    if foe is not None:
        put["B:1"] = (TARGET, *foe)
    return Field(put, rules=rules).change("A:2", wounds=5).act("A:1")


def use(name, target="A:2"):
    return Use(by="A", creature="A:1", ability=name, target=target)


def offered(play):
    return {(each.fixed["ability"], each.fixed.get("target", "")) for each in activated.specs(play.state, "A")}


def refused(play, rule_id, command):
    with pytest.raises(RuleViolation) as caught:
        play.give(command)
    assert caught.value.rule_id == rule_id


def test_s_ab_30_a_healer_heals_on_axe_or_shield_in_contact():
    # S-CONST-24 Healer in contact, S-DMG-23, S-DIFF-73
    play = ward(medic()).give(use("healer"))
    assert play.purpose() == "healer A:1 3"
    play.roll("bxs")
    assert play.wounds("A:2") == 3
    assert play.state.acting == ""  # S-ACT-07: its whole turn
    assert play.state.creatures["A:1"].deeds.finished


def test_s_ab_30_at_a_distance_only_shield_heals():
    # S-CONST-24 Healer at a distance
    play = ward(medic(), gap=250.0).give(use("healer")).roll("bxs")
    assert play.wounds("A:2") == 4
    far = ward(medic(), gap=250.5)
    refused(far, "S-AB-30", use("healer"))
    assert offered(far) == {("healer", "A:1")}


def test_s_open_34_it_may_heal_itself_as_in_contact_and_needs_no_line_of_sight():
    play = ward(medic()).change("A:1", wounds=3).give(use("healer", "A:1")).roll("xxs")
    assert play.wounds("A:1") == 0
    put = {"A:1": (medic(), 200.0, 300.0), "A:2": (TARGET, 300.0, 300.0)}
    put |= {"A:3": (TARGET, 250.0, 300.0)}  # screens nothing that matters
    play = Field(put).change("A:2", wounds=2).act("A:1").give(use("healer")).roll("bbs")
    assert play.wounds("A:2") == 1


def test_s_ab_42_a_master_of_healing_rerolls_its_dice():
    play = ward(medic(ability("master_of_healing", 2))).give(use("healer")).roll("bbb")
    assert play.asked() == "reroll A"
    refused(play, "S-TURN-24", Reroll(by="A", dice=(0, 1, 2)))  # up to X of them
    play.give(Reroll(by="A", dice=(0, 1))).roll("xs")
    assert play.wounds("A:2") == 3
    other = ward(medic(ability("master_of_magic", 2))).give(use("healer")).roll("bbb")
    assert (other.asked(), other.wounds("A:2")) == ("", 5)


@pytest.mark.parametrize(("edition", "asked"), [(Edition.EN, ""), (Edition.RU_WEB, "reroll A")])
def test_s_diff_77_in_ru_web_a_master_of_magic_rerolls_whatever_is_done_by_magic(edition, asked):
    # S-AB-43: Control too, which its Battle mage counts among the magical abilities (S-DIFF-65)
    witch = fighter("witch", 2, 5, ability("control", 2), ability("master_of_magic", 2))
    play = ward(witch, foe=(200.0, 400.0), rules=rules_for(edition)).give(use("control", "B:1")).roll("xx")
    assert play.asked() == asked


def test_s_act_08_not_after_moving_nor_in_contact_with_an_enemy():
    # S-ACT-08, S-OPEN-34, S-ABIL-03
    moved = ward(medic()).change("A:1", deeds={"moved_mm": 20.0})
    refused(moved, "S-ACT-08", use("healer"))
    assert offered(moved) == set()
    held = ward(medic(), foe=(168.0, 300.0))
    refused(held, "S-ACT-08", use("healer"))
    assert offered(held) == set()
    held.change("B:1", stealth=True)  # S-STEALTH-29
    assert ("healer", "A:2") in offered(held)
    held.give(use("healer")).roll("bbb")


@pytest.mark.parametrize("edition", list(Edition))
def test_s_diff_48_nor_after_a_shot_or_a_melee_in_any_edition(edition):
    # S-ACT-04: one entry of the list an activation; ru-web says it of these in words
    rules = rules_for(edition)
    for deeds in ({"shot": True}, {"melees": 1}):
        play = ward(medic(), rules=rules).change("A:1", deeds=deeds)
        refused(play, "S-ACT-04", use("healer"))
        assert offered(play) == set()


def test_s_ex_23_a_healer_heals_or_acts_as_any_other():
    play = ward(medic()).give(use("healer")).roll("bbb")
    assert play.state.creatures["A:1"].deeds.finished
    other = ward(medic(), foe=(168.0, 300.0)).give(Fight(by="A", creature="A:1", target="B:1"))
    assert other.asked() == "assign B"


def test_s_stealth_06_who_is_activated_for_an_ability_loses_the_token():
    play = ward(medic()).change("A:1", stealth=True).give(use("healer"))
    assert not play.state.creatures["A:1"].stealth


def test_s_ab_33_impact_effects_of_enemies_do_not_reach_the_hidden():
    play = ward(medic(ability("control", 2)), foe=(200.0, 400.0)).change("B:1", stealth=True)
    refused(play, "S-STEALTH-03", use("healer", "B:1"))
    refused(play, "S-STEALTH-03", use("control", "B:1"))
    assert {target for _, target in offered(play)} == {"A:1", "A:2"}
    play.change("A:2", stealth=True).give(use("healer")).roll("bbs")  # one's own hidden ones are reached
    assert play.wounds("A:2") == 4


def test_s_ab_31_healing_removes_x_markers_or_all():
    # S-DIFF-85; on an unwounded target too
    card = fighter("monk", 2, 5, ability("healing", 2))
    play = ward(card, gap=200.0).give(use("healing"))
    assert (play.wounds("A:2"), play.asked(), play.state.acting) == (3, "", "")
    play = ward(card).change("A:2", wounds=1).give(use("healing"))
    assert play.wounds("A:2") == 0
    assert ("healing", "A:hero") in offered(ward(card))


def test_s_ab_12_concentration_gathers_tokens():
    # S-OPEN-71 (their use is the card's)
    card = fighter("monk", 2, 5, ability("concentration", 2))
    play = ward(card).give(use("concentration", ""))
    assert (play.state.creatures["A:1"].concentration, play.state.acting) == (2, "")
    play.act("A:1").give(use("concentration", ""))
    assert play.state.creatures["A:1"].concentration == 4
    refused(play.act("A:1"), "S-TURN-24", use("concentration", "A:2"))


def controller(x=2):
    return fighter("witch", 2, 5, ability("control", x))


def test_s_ab_14_control_lasts_until_the_end_of_the_turn():
    # S-OPEN-35, S-DIFF-70; S-CONST-24 Control: one bullseye is enough
    play = ward(controller(), foe=(200.0, 400.0)).change("B:1", deeds={"activated": True, "finished": True})
    play.give(use("control", "B:1"))
    assert play.purpose() == "control A:1 2"
    play.roll("bs")
    taken = play.state.creatures["B:1"]
    assert (taken.controller, taken.owner, taken.deeds.activated) == ("A", "B", False)
    assert play.state.acting == ""
    play.give(End(by="A"))
    assert play.state.creatures["B:1"].controller == "B"
    failed = ward(controller(), foe=(200.0, 400.0)).give(use("control", "B:1")).roll("xs")
    assert failed.state.creatures["B:1"].controller == "B"


def test_s_ab_14_a_controlled_character_acts_as_an_own_one():
    put = {
        "A:1": (controller(), 200.0, 300.0),
        "B:1": (fighter("bowman", 2, 5, ability("shot", 2)), 300.0, 300.0),
        "B:2": (TARGET, 300.0, 400.0),
    }
    play = Field(put).act("A:1").give(use("control", "B:1")).roll("bb")
    play.act("B:1").give(Shoot(by="A", creature="B:1", target="B:2", ability="shot")).roll("bb", "xx")
    assert play.wounds("B:2") == 2
    with pytest.raises(RuleViolation):
        play.change("B:1", deeds={"shot": False}).act("B:1").give(
            Shoot(by="A", creature="B:1", target="A:1", ability="shot")
        )


def test_s_ab_14_only_characters_in_sight_within_xl():
    play = ward(controller(), foe=(200.0, 580.0))
    play.emit(CreatureStood(creature="B:hero", at=Stand(300.0, 400.0)))
    refused(play, "S-AB-14", use("control", "B:hero"))  # S-OPEN-35, S-DIFF-70: no heroes
    assert offered(play) == {("control", "B:1")}
    far = ward(controller(), foe=(200.0, 582.5))
    refused(far, "S-AB-14", use("control", "B:1"))
    assert offered(far) == set()
    refused(far, "S-AB-14", use("control", "A:2"))


def test_s_dragon_05_a_value_of_0_cannot_be_declared():
    play = ward(medic(x=0))
    refused(play, "S-DRAGON-05", use("healer"))
    assert offered(play) == set()


def test_an_ability_that_is_not_there_cannot_be_used():
    play = ward(fighter("plain"))
    with pytest.raises(RuleViolation):
        play.give(use("healer"))
    with pytest.raises(RuleViolation):
        play.give(use("fortitude"))
    assert offered(play) == set()


def test_s_abil_01_printed_abilities_with_the_mark_take_the_turn():
    # S-ABIL-02, S-ACT-07
    prayer = ability("prayer", activate=True, text=(ProsperEffect(2),))
    play = ward(fighter("priest", 2, 5, prayer))
    before = play.state.players["A"].prosperity
    assert offered(play) == {("prayer", "")}
    play.give(use("prayer", ""))
    assert play.state.players["A"].prosperity == before + 2
    assert play.state.acting == ""


def test_s_open_70_paid_abilities_without_the_mark_take_no_turn():
    # S-ABIL-04
    drill = ability("drill", cost=Cost(prosperity=1), text=(ChangeEffect(of="strength", by=1),))
    play = ward(fighter("sergeant", 2, 5, drill)).change("A:1", deeds={"moved_mm": 30.0})
    before = play.state.players["A"].prosperity
    play.give(use("drill", ""))
    assert play.state.players["A"].prosperity == before - 1
    assert play.state.acting == "A:1"
    assert len(play.state.creatures["A:1"].lasting) == 1
    poor = ward(fighter("sergeant", 2, 5, drill)).emit(PlayerChanged(player="A", prosperity=0))
    refused(poor, "S-PLAY-08", use("drill", ""))
    assert offered(poor) == set()


def test_s_ab_60_an_engine_may_name_an_ability():
    engine = ability(
        "steam_engine",
        about="healer",
        results={"bullseye": (ChangeEffect(of="strength", by=1, to=Selector(who="self")),)},
    )
    play = ward(medic(engine)).give(use("healer"))
    assert play.purpose() == "steam_engine A:1 1"
    play.roll("b", "bbs")
    assert play.wounds("A:2") == 4
    assert len(play.state.creatures["A:1"].lasting) == 1


def test_s_ab_32_a_howl_reaches_everybody_near_until_the_end_of_the_turn():
    # S-OPEN-37, S-DRAGON-07, S-STEALTH-35: both sides, the hidden and the source; S-DIFF-84: an ability of en
    howl = ability("howl", ruler="M", text=(ChangeEffect(of="strength", by=-1),))
    put = {
        "A:1": (fighter("wolf", 2, 5, howl), 200.0, 300.0),
        "A:2": (TARGET, 332.0, 300.0),
        "B:1": (TARGET, 200.0, 400.0),
        "B:2": (TARGET, 200.0, 432.5),
    }
    play = Field(put).change("B:1", stealth=True).act("A:1")
    assert offered(play) == {("howl", "")}
    play.give(use("howl", ""))
    touched = {name for name, each in play.state.creatures.items() if each.lasting}
    assert touched == {"A:1", "A:2", "B:1"}
    assert play.state.acting == "A:1"
    refused(play, "S-AB-32", use("howl", ""))
    play.give(End(by="A"))
    assert not any(each.lasting for each in play.state.creatures.values())
    limited = ability("howl", ruler="M", text=(ChangeEffect(of="strength", by=-1, to=Selector(who="enemy")),))
    play = Field(put | {"A:1": (fighter("wolf", 2, 5, limited), 200.0, 300.0)}).act("A:1").give(use("howl", ""))
    assert {name for name, each in play.state.creatures.items() if each.lasting} == {"B:1"}


def chalice(x, *text, **values):
    return Card(
        key="chalice", kind=Kind.RELIC, names={"en": "Chalice"}, relic_type=RelicType.TREASURE,
        abilities=(Ability("multiple_uses", x=x, text=text, **values),),
    )  # fmt: skip


def drink(name="A:19"):
    return Use(by="A", creature="A:hero", ability="multiple_uses", card=name)


def test_s_card_37_a_relic_is_used_as_often_as_it_says_and_then_destroyed():
    # S-CARD-37, S-CARD-38, S-AB-45
    card = chalice(2, HealEffect(1, to=Selector(who="self")))
    play = Field({}, cards={"chalice": card}).relic("A", "A:19", card, uses=2).change("A:hero", wounds=3).act("A:hero")
    assert [each.fixed["card"] for each in relic_uses.specs(play.state, "A")] == ["A:19"]
    play.give(drink())
    assert [each.uses for each in play.state.players["A"].relics] == [1]
    play.give(drink())
    assert play.state.players["A"].relics == ()
    assert play.wounds("A:hero") == 1
    assert play.state.acting == "A:hero"  # no mark: it took no turn
    with pytest.raises(RuleViolation):
        play.give(drink())
    assert relic_uses.specs(play.state, "A") == ()


def test_s_card_38_the_last_use_of_a_bow_still_shoots():
    card = chalice(1, GainEffect(Ability("shot", x=2)))
    bow = Card(key="chalice", kind=Kind.RELIC, names={"en": "Bow"}, relic_type=RelicType.RANGED_WEAPON,
               abilities=card.abilities)  # fmt: skip
    play = Field({"B:1": (TARGET, 300.0, 150.0)}, cards={"chalice": bow}).relic("A", "A:19", bow, uses=1).act("A:hero")
    play.give(drink())
    assert play.state.players["A"].graveyard == ("A:19",)
    play.give(Shoot(by="A", creature="A:hero", target="B:1", ability="shot"))
    assert play.purpose() == "ranged.attack A:hero 2"
    play.roll("xx").give(End(by="A"))
    assert play.state.creatures["A:hero"].lasting == ()


def test_s_act_07_a_relic_with_the_mark_takes_the_turn():
    card = chalice(3, ProsperEffect(1), activate=True)
    play = Field({}, cards={"chalice": card}).relic("A", "A:19", card, uses=3).act("A:hero").give(drink())
    assert play.state.acting == ""


def test_s_open_69_nobody_is_healed_who_is_gone():
    play = ward(medic()).give(use("healer"))
    play.emit(CreatureLeft(creature="A:2")).roll("xxx")
    assert (play.asked(), play.state.acting) == ("", "")
