"""Abilities that count in melee (S-AB), relics used for a fight, and Persecution."""

import pytest

from companion.games.common import Reroll, TurnBegan
from companion.games.signum.combat import melee
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import End, Fight, Finish, Move
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.editions import Rules, Switches, rules_for
from companion.games.signum.model.effects.effect import Ability, GainEffect
from companion.games.signum.model.effects.on_creatures import ChangeEffect, HealEffect
from companion.games.signum.model.events import LastingBegan
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.model.terms import Selector, Until
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from tests.games.signum.fights import Field, beside, fighter

PLAIN = fighter("plain", 2, 5)
STRONG = fighter("strong", 3, 5)
TARGET = fighter("target", 2, 9)


def ability(name, x=None, **values):
    return Ability(name, x=x, **values)


def splits(play):
    return [(each.fixed["attack"], each.fixed["defence"]) for each in play.specs() if each.kind == "assign"]


def gained(name, x):
    return LastingEffect(key=name, source="A:9", by="A", effect=GainEffect(Ability(name, x=x)), until=Until.END_OF_GAME)


def crowd(*put):
    """A:1 in the middle, enemies all round it in contact, from the right against the clock."""
    places = [(332.0, 300.0), (268.0, 300.0), (300.0, 332.0), (300.0, 268.0)]
    first, *others = put
    enemies = {f"B:{n}": (card, *place) for n, (card, place) in enumerate(zip(others, places, strict=False), 1)}
    return Field({"A:1": (first, 300.0, 300.0)} | enemies)


def refused(play, rule_id, command):
    with pytest.raises(RuleViolation, match=rule_id):
        play.give(command)


def test_s_ab_15_who_touches_a_defender_must_choose_it():
    play = crowd(STRONG, PLAIN, fighter("guard", 2, 5, ability("defender"))).act("A:1")
    refused(play, "S-AB-15", Fight(by="A", creature="A:1", target="B:1"))
    assert [each.fixed["target"] for each in melee.specs(play.state, "A")] == ["B:2"]
    both = crowd(STRONG, fighter("one", 2, 5, ability("defender")), fighter("guard", 2, 5, ability("defender")))
    assert {each.fixed["target"] for each in melee.specs(both.act("A:1").state, "A")} == {"B:1", "B:2"}


def test_s_ab_15_a_defender_that_hides_or_is_shielded_obliges_to_nothing():
    play = crowd(STRONG, PLAIN, fighter("guard", 2, 5, ability("defender"))).change("B:2", stealth=True).act("A:1")
    assert [each.fixed["target"] for each in melee.specs(play.state, "A")] == ["B:1"]
    shielded = fighter("guard", 2, 5, ability("defender"), ability("shield_from", about="melee"))
    play = crowd(STRONG, PLAIN, shielded).act("A:1")
    assert [each.fixed["target"] for each in melee.specs(play.state, "A")] == ["B:1"]


def test_s_ab_54_nobody_fights_who_is_shielded_from_it():
    play = beside(
        fighter("mage", 2, 5, ability("magical_strike", 2)),
        fighter("warded", 2, 5, ability("shield_from", about="magic")),
    ).act("A:1")
    refused(play, "S-AB-54", Fight(by="A", creature="A:1", target="B:1", magical=True))
    assert [each.fixed.get("magical", False) for each in melee.specs(play.state, "A")] == [False]


def test_s_stealth_03_a_hidden_character_is_no_target():
    play = beside(STRONG, PLAIN).change("B:1", stealth=True).act("A:1")
    refused(play, "S-STEALTH-03", Fight(by="A", creature="A:1", target="B:1"))
    assert melee.specs(play.state, "A") == ()


def test_s_stealth_05_who_declares_melee_loses_the_token():
    play = beside(STRONG, PLAIN).change("A:1", stealth=True).fight("A:1", "B:1")
    assert not play.state.creatures["A:1"].stealth


@pytest.mark.parametrize(
    ("one", "other", "first"),
    [
        ((), (), "B"),
        ((), ("dexterous",), "A"),  # S-AB-17: always second
        (("dexterous",), ("dexterous",), "B"),  # both: the normal order
        (("dexterous",), (), "B"),
        (("predictable",), (), "A"),  # S-AB-49: always first
        (("predictable",), ("predictable",), "B"),
        ((), ("predictable",), "B"),
    ],
)
def test_s_ab_17_and_49_who_assigns_first(one, other, first):
    # S-DIFF-34, S-DIFF-86: ru-web's abilities; a card may carry them anywhere
    play = beside(fighter("one", 2, 5, *map(ability, one)), fighter("other", 2, 5, *map(ability, other)))
    assert play.fight("A:1", "B:1").asked() == f"assign {first}"


def test_s_ab_10_and_51_cautious_and_reckless_bind_dice():
    play = beside(fighter("careful", 3, 5, ability("cautious", 2)), fighter("wild", 4, 5, ability("reckless", 3)))
    play.fight("A:1", "B:1")
    assert splits(play) == [(3, 1), (4, 0)]  # S-AB-51
    play.assign("B", 3, 1)
    assert splits(play) == [(0, 3), (1, 2)]  # S-AB-10
    with pytest.raises(RuleViolation, match="S-MELEE-14"):
        play.assign("A", 2, 1)
    more = beside(fighter("careful", 2, 5, ability("cautious", 5)), PLAIN)
    more.fight("A:1", "B:1").assign("B", 0, 2)
    assert (more.asked(), more.wounds("B:1")) == ("", 0)  # at most the strength: nothing to choose


def test_s_open_41_of_two_that_contradict_the_later_counts():
    # S-MELEE-14, S-DRAGON-06
    both = fighter("torn", 3, 5, ability("reckless", 3), ability("cautious", 2))
    play = beside(both, PLAIN).fight("A:1", "B:1").assign("B", 0, 2)
    assert splits(play) == [(0, 3), (1, 2), (3, 0)]  # both printed: the player chooses
    wild = fighter("wild", 3, 5, ability("reckless", 3))
    play = beside(wild, PLAIN).emit(LastingBegan(creature="A:1", lasting=gained("cautious", 2)))
    assert splits(play.fight("A:1", "B:1").assign("B", 0, 2)) == [(0, 3), (1, 2)]
    careful = fighter("careful", 3, 5, ability("cautious", 3))
    play = beside(careful, PLAIN).emit(LastingBegan(creature="A:1", lasting=gained("reckless", 2)))
    assert splits(play.fight("A:1", "B:1").assign("B", 0, 2)) == [(2, 1), (3, 0)]


@pytest.mark.parametrize(("edition", "dice"), [(Edition.EN, 2), (Edition.RU, 2), (Edition.RU_WEB, 1)])
def test_s_ab_22_and_23_experts_add_dice_to_a_pool_that_is_not_split(edition, dice):
    # S-DIFF-71
    expert = fighter("expert", 2, 5, ability("expert_of_attack", 2), ability("expert_of_defence", 2))
    play = Field({"A:1": (expert, 300.0, 300.0), "B:1": (TARGET, 330.0, 300.0)}, rules=rules_for(edition))
    play.fight("A:1", "B:1").assign("B", 2, 0).assign("A", 2, 0)
    assert play.purpose() == f"melee.attack A:1 {2 + dice}"
    play = Field({"A:1": (expert, 300.0, 300.0), "B:1": (TARGET, 330.0, 300.0)}, rules=rules_for(edition))
    play.fight("A:1", "B:1").assign("B", 2, 0).assign("A", 0, 2).roll("ss")
    assert play.purpose() == f"melee.defence A:1 {2 + dice}"
    split = beside(expert, TARGET).fight("A:1", "B:1").assign("B", 2, 0).assign("A", 1, 1)
    assert split.purpose() == "melee.attack A:1 1"


def test_s_ab_23_counts_when_all_dice_are_forced_into_defence_but_not_at_strength_0():
    expert = fighter("expert", 2, 9, ability("expert_of_defence", 3))
    play = Field({"A:1": (STRONG, 300.0, 300.0), "A:2": (STRONG, 364.0, 300.0), "B:1": (expert, 332.0, 300.0)})
    play.fight("A:1", "B:1").assign("B", 2, 0).assign("A", 3, 0).roll("bbb", "bb").fight("A:2", "B:1")
    assert play.state.steps[-1].defence == {"B:1": 5}
    weak = fighter("weak", 0, 9, ability("expert_of_defence", 3), ability("expert_of_attack", 3))
    play = beside(STRONG, weak).fight("A:1", "B:1")
    assert (play.state.steps[-1].attack, play.state.steps[-1].defence) == ({"B:1": 0}, {"B:1": 0})


@pytest.mark.parametrize(("switch", "wounds"), [("every_attack_die", (2, 2)), ("attacking", (1, 2))])
def test_s_ab_29_each_unblocked_hit_of_a_hammerblow_deals_two(switch, wounds):
    # S-OPEN-33, S-DIFF-72: also of who is attacked, unless the en wording is chosen
    heavy = fighter("heavy", 2, 9, ability("hammerblow"))
    play = beside(heavy, heavy, rules=Rules(switches=Switches(hammerblow=switch)))
    play.fight("A:1", "B:1").assign("B", 1, 1).assign("A", 2, 0).roll("ss", "s", "s")
    assert (play.wounds("A:1"), play.wounds("B:1")) == wounds  # of two hits one is blocked


def test_a_hammerblow_adds_nothing_to_a_magical_strike():
    mage = fighter("mage", 2, 9, ability("hammerblow"), ability("magical_strike", 1))
    play = beside(mage, TARGET).fight("A:1", "B:1", magical=True).assign("B", 0, 2).roll("s")
    assert play.wounds("B:1") == 1  # S-MELEE-36: each hit is 1 wound


def test_s_ab_01_less_from_attacks_takes_off_after_blocks():
    play = beside(STRONG, fighter("tough", 2, 9, ability("less_from_attacks", 1)))
    play.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 3, 0).roll("sss", "sb")
    assert play.wounds("B:1") == 1


def test_s_ab_06_berserk_fights_the_harder_for_a_wound():
    play = beside(fighter("berserk", 2, 5, ability("berserk", 2)), PLAIN).change("A:1", wounds=1)
    assert len(splits(play.fight("A:1", "B:1").assign("B", 0, 2))) == 5


def test_s_ab_35_initiative_strikes_first_and_the_fallen_do_not_strike_back():
    # S-DIFF-75
    quick = fighter("quick", 2, 5, ability("initiative"))
    play = beside(STRONG, quick).fight("A:1", "B:1").assign("B", 2, 0).assign("A", 2, 1)
    assert play.purpose() == "melee.attack B:1 2"  # B:1 strikes first although it is attacked
    play.roll("ss")
    assert play.purpose() == "melee.defence A:1 1"
    play.roll("b")
    assert play.wounds("A:1") == 2
    assert play.purpose() == "melee.attack A:1 2"
    play.roll("xx")  # S-MELEE-23: wounded by now, so axes miss
    assert (play.asked(), play.wounds("B:1")) == ("", 0)
    play = beside(quick, fighter("frail", 2, 1)).fight("A:1", "B:1").assign("B", 2, 0).assign("A", 2, 0).roll("sb")
    assert (play.asked(), play.wounds("A:1"), play.wounds("B:1")) == ("", 0, None)


def test_s_ab_35_two_with_initiative_fight_as_usual():
    quick = fighter("quick", 1, 1, ability("initiative"))
    play = beside(quick, quick).fight("A:1", "B:1").assign("B", 1, 0).assign("A", 1, 0).roll("s", "s")
    assert set(play.state.creatures) == {"A:hero", "B:hero"}


def test_s_ab_40_a_master_of_attack_rerolls_up_to_x_dice():
    # S-EX-27: of two of one name the higher counts (S-DRAGON-02)
    master = fighter("master", 3, 5, ability("master_of_attack", 1))
    play = beside(master, TARGET).emit(LastingBegan(creature="A:1", lasting=gained("master_of_attack", 2)))
    play.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 3, 0).roll("bbb")
    with pytest.raises(RuleViolation):
        play.give(Reroll(by="A", dice=(0, 1, 2)))
    play.give(Reroll(by="A", dice=(0, 2))).roll("ss", "bb")
    assert play.wounds("B:1") == 2
    assert len(play.rolled()) == 3


def test_s_ab_41_a_master_of_defence_rerolls_its_defence():
    play = beside(STRONG, fighter("master", 2, 9, ability("master_of_defence", 1)))
    play.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 3, 0).roll("sss", "bb")
    assert play.asked() == "reroll B"
    play.give(Reroll(by="B", dice=(1,))).roll("s")
    assert play.wounds("B:1") == 2


def test_s_diff_76_in_ru_web_masters_reroll_exactly_x_dice_or_none():
    master = fighter("master", 3, 5, ability("master_of_attack", 2))
    play = Field({"A:1": (master, 300.0, 300.0), "B:1": (TARGET, 330.0, 300.0)}, rules=rules_for(Edition.RU_WEB))
    play.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 3, 0).roll("bbb")
    with pytest.raises(RuleViolation):
        play.give(Reroll(by="A", dice=(0,)))
    play.give(Reroll(by="A", dice=(0, 1))).roll("bb")
    assert play.wounds("B:1") == 0


def test_s_ab_63_a_veteran_makes_its_attacker_reroll_successes_once():
    veteran = fighter("veteran", 2, 9, ability("veteran"))
    play = beside(STRONG, veteran).fight("A:1", "B:1").assign("B", 2, 0).assign("A", 3, 0).roll("ssb", "bb", "sb")
    assert play.wounds("B:1") == 1  # the second result stands
    play = beside(veteran, STRONG).fight("A:1", "B:1").assign("B", 3, 0).assign("A", 2, 0).roll("bb", "sss")
    assert (play.asked(), play.wounds("A:1")) == ("", 3)  # dice that strike back at it are not concerned


def test_s_ab_48_a_predator_is_stronger_against_the_wounded():
    # S-DIFF-84
    play = beside(fighter("predator", 2, 5, ability("predator")), TARGET).change("B:1", wounds=1)
    assert len(splits(play.fight("A:1", "B:1").assign("B", 0, 2))) == 4
    assert play.state.creatures["A:1"].lasting[0].until is Until.END_OF_TURN
    play = beside(fighter("predator", 2, 5, ability("predator")), TARGET)
    assert len(splits(play.fight("A:1", "B:1").assign("B", 0, 2))) == 3  # nobody is wounded
    play = beside(TARGET, fighter("predator", 2, 5, ability("predator"))).change("A:1", wounds=1)
    assert len(splits(play.fight("A:1", "B:1"))) == 3  # it must be the attacker


CHARGE = ability("charge", text=(ChangeEffect(of="strength", by=2), HealEffect(1, to=Selector(who="self"))))


def test_s_ab_11_a_charge_needs_a_move_before():
    play = beside(fighter("rider", 2, 5, CHARGE), TARGET).change("A:1", wounds=2, deeds={"moved_mm": 40.0})
    play.fight("A:1", "B:1").assign("B", 0, 2)
    assert len(splits(play)) == 5
    assert play.wounds("A:1") == 1
    play.assign("A", 0, 4)
    assert len(play.state.creatures["A:1"].lasting) == 1  # until the end of the turn
    play.give(End(by="A"))
    assert play.state.creatures["A:1"].lasting == ()
    still = beside(fighter("rider", 2, 5, CHARGE), TARGET).fight("A:1", "B:1").assign("B", 0, 2)
    assert len(splits(still)) == 3


@pytest.mark.parametrize(("edition", "lasts", "again"), [(Edition.EN, 1, 1), (Edition.RU_WEB, 0, 1)])
def test_s_diff_68_a_charge_works_once_a_turn_in_en_and_ru(edition, lasts, again):
    rider = fighter("rider", 2, 5, ability("charge", text=(ChangeEffect(of="strength", by=2),)))
    play = Field({"A:1": (rider, 300.0, 300.0), "B:1": (TARGET, 330.0, 300.0)}, rules=rules_for(edition))
    play.change("A:1", deeds={"moved_mm": 40.0})
    play.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 0, 4)
    assert len(play.state.creatures["A:1"].lasting) == lasts
    play.change("A:1", deeds={"melees": 0}).fight("A:1", "B:1")
    assert len(play.state.creatures["A:1"].lasting) == again


def pursuer(*abilities, gap=40.0):
    """A:1 beside a frail enemy, a second one some way off."""
    far = 300.0 - 32.0 - gap
    return Field(
        {
            "A:1": (fighter("hunter", 3, 5, *abilities), 300.0, 300.0),
            "B:1": (fighter("frail", 1, 1), 332.0, 300.0),
            "B:2": (fighter("second", 1, 1), far, 300.0),
        }
    )


def kill(play, name="B:1"):
    return play.fight("A:1", name).assign("B", 0, 1).assign("A", 3, 0).roll("sss", "b")


def test_s_ex_24_persecution_goes_on_to_the_next_only_after_a_kill():
    # S-AB-47, S-EX-24, S-OPEN-32
    play = kill(pursuer(ability("persecution", 1)))
    assert play.asked() == "pursuit A"
    assert {each.kind for each in play.specs()} == {"finish", "move"}
    play.give(Move(by="A", creature="A:1", to=Stand(260.0, 300.0)))
    assert play.asked() == "pursuit A"
    play.give(Fight(by="A", creature="A:1", target="B:2"))
    play.assign("B", 0, 1).assign("A", 3, 0).roll("sss", "b")
    assert (play.asked(), play.wounds("B:2"), play.state.acting) == ("", None, "")  # once only
    assert play.state.players["A"].kills == 2
    spared = pursuer(ability("persecution", 1)).fight("A:1", "B:1").assign("B", 0, 1).assign("A", 3, 0).roll("bbb")
    assert (spared.asked(), spared.state.acting) == ("", "")


def test_s_ab_47_without_persecution_the_activation_is_over():
    # S-ACT-06
    play = kill(pursuer())
    assert (play.asked(), play.state.acting) == ("", "")


def test_s_ab_47_the_pursuit_is_up_to_s_and_into_contact():
    play = kill(pursuer(ability("persecution", 1), gap=90.0))
    with pytest.raises(RuleViolation):
        play.give(Move(by="A", creature="A:1", to=Stand(210.0, 300.0)))  # 90 mm are more than S
    with pytest.raises(RuleViolation, match="S-AB-47"):
        play.give(Move(by="A", creature="A:1", to=Stand(250.0, 300.0)))  # touches nobody
    play.give(Finish(by="A"))
    assert (play.asked(), play.state.acting) == ("", "")


def test_s_ab_47_an_enemy_already_touched_may_be_fought_at_once():
    play = kill(pursuer(ability("persecution", 1), gap=0.0))
    assert {each.kind for each in play.specs()} == {"finish", "fight", "move"}


def test_s_ab_47_a_hero_is_no_character_to_go_on_from():
    hunter = fighter("hunter", 3, 5, ability("persecution", 2))
    play = Field({"A:1": (hunter, 300.0, 552.0), "B:1": (PLAIN, 200.0, 552.0)})
    play.change("B:hero", wounds=5).fight("A:1", "B:hero").assign("B", 0, 3).assign("A", 3, 0).roll("sss", "bbb")
    assert play.state.outcome is not None
    assert play.state.outcome.winners == ("A",)


@pytest.mark.parametrize(("edition", "times"), [(Edition.EN, 2), (Edition.RU, 2), (Edition.RU_WEB, 1)])
def test_s_diff_78_how_often_persecution_goes_on(edition, times):
    hunter = fighter("hunter", 3, 9, ability("persecution", 2))
    frail = [fighter(f"frail{n}", 1, 1) for n in range(3)]
    at = 30.0 if edition is Edition.RU_WEB else 32.0
    play = Field(
        {
            "A:1": (hunter, 300.0, 300.0),
            "B:1": (frail[0], 300.0 + at, 300.0),
            "B:2": (frail[1], 300.0 - at, 300.0),
            "B:3": (frail[2], 300.0, 300.0 + at),
        },
        rules=rules_for(edition),
    )
    play.act("A:1")
    killed = 0
    for name in ("B:1", "B:2", "B:3"):
        if killed and play.asked() != "pursuit A":
            break
        play.give(Fight(by="A", creature="A:1", target=name))
        play.assign("B", 0, 1).assign("A", 3, 0).roll("sss", "b")
        killed += 1
    assert killed == times + 1


def test_s_ab_24_the_fast_may_attack_after_a_run():
    # S-MOVE-29
    play = beside(STRONG, PLAIN).change("A:1", deeds={"ran": True, "moved_mm": 120.0}).act("A:1")
    refused(play, "S-MOVE-29", Fight(by="A", creature="A:1", target="B:1"))
    fast = beside(fighter("fast", 3, 5, ability("fast")), PLAIN).change("A:1", deeds={"ran": True, "moved_mm": 120.0})
    assert fast.fight("A:1", "B:1").asked() == "assign B"


def lance(x=2):
    return Card(
        key="lance",
        kind=Kind.RELIC,
        names={"en": "Jousting Lance"},
        relic_type=RelicType.MELEE_WEAPON,
        abilities=(ability("multiple_uses", x, text=(ChangeEffect(of="strength", by=2),)),),
    )


def knights(uses=2):
    card = lance()
    play = Field({"B:1": (TARGET, 300.0, 48.0)}, cards={"lance": card})
    return play.relic("A", "A:19", card, uses=uses)


def test_s_ex_05_a_jousting_lance_is_used_twice_and_then_gone():
    # S-EX-05, S-OPEN-46, S-CARD-37, S-CARD-38, S-AB-45
    play = knights().fight("A:hero", "B:1", relics=("A:19",)).assign("B", 0, 2)
    assert len(splits(play)) == 6  # strength 3 + 2
    play.assign("A", 5, 0).roll("sbbbb", "bb")
    assert [each.uses for each in play.state.players["A"].relics] == [1]
    assert play.state.creatures["A:hero"].lasting == ()  # this fight only
    # In the opponent's turn the hero is attacked and uses it again, declared with its split.
    play.emit(TurnBegan(player="B", turn=2)).fight("B:1", "A:hero")
    plain = [each for each in play.specs() if not each.fields]
    with_lance = [each for each in play.specs() if each.fields]
    assert (len(plain), len(with_lance)) == (4, 6)
    play.assign("A", 0, 5, "A:19").assign("B", 2, 0).roll("ss")
    assert play.purpose() == "melee.defence A:hero 5"  # the bonus of the last use still counts
    play.roll("bbbbb")
    assert play.state.players["A"].relics == ()
    assert play.state.players["A"].graveyard == ("A:19",)
    assert play.state.creatures["A:hero"].lasting == ()


def test_s_open_46_a_use_is_the_players_choice_and_needs_one_left():
    play = knights().fight("A:hero", "B:1").assign("B", 0, 2)
    assert [each.uses for each in play.state.players["A"].relics] == [2]
    play = knights(uses=0).act("A:hero")
    with pytest.raises(RuleViolation):
        play.give(Fight(by="A", creature="A:hero", target="B:1", relics=("A:19",)))


def test_s_card_30_relics_serve_the_hero_alone():
    strong = Field({"A:1": (STRONG, 300.0, 300.0), "B:1": (TARGET, 332.0, 300.0)}, cards={"lance": lance()})
    strong.relic("A", "A:19", lance(), uses=2).act("A:1")
    with pytest.raises(RuleViolation):
        strong.give(Fight(by="A", creature="A:1", target="B:1", relics=("A:19",)))


def test_s_ab_60_a_steam_engine_rolls_before_the_melee_it_names():
    # S-OPEN-68
    engine = ability("steam_engine", about="melee", results={"shield": (ChangeEffect(of="strength", by=1),)})
    play = beside(fighter("golem", 2, 5, engine), TARGET).fight("A:1", "B:1")
    assert play.purpose() == "steam_engine A:1 1"
    play.roll("s").assign("B", 0, 2)
    assert len(splits(play)) == 4
    play.assign("A", 0, 3)
    play.change("A:1", deeds={"melees": 0}).fight("A:1", "B:1")
    assert play.asked().startswith("assign")  # once a turn


def test_s_diff_81_in_ru_web_the_engine_has_no_limit():
    engine = ability("steam_engine", about="melee", results={})
    golem = fighter("golem", 2, 5, engine)
    play = Field({"A:1": (golem, 300.0, 300.0), "B:1": (TARGET, 330.0, 300.0)}, rules=rules_for(Edition.RU_WEB))
    play.fight("A:1", "B:1").roll("b").assign("B", 0, 2).assign("A", 0, 2)
    play.change("A:1", deeds={"melees": 0}).fight("A:1", "B:1")
    assert play.purpose() == "steam_engine A:1 1"
