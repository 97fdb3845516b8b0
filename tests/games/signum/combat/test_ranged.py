"""Ranged attacks: who may shoot at whom, dice, defence, cover, abilities (S-RANGED, S-AB of shooting)."""

import pytest

from companion.games.common import Reroll, Ruling, Told
from companion.games.signum.combat import ranged
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Shoot
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.creatures import LastingEffect
from companion.games.signum.model.editions import AXE, BULLSEYE, SHIELD, Rules, SuccessFaces, Switches, rules_for
from companion.games.signum.model.effects.effect import Ability, GainEffect
from companion.games.signum.model.effects.on_creatures import LoseEffect
from companion.games.signum.model.events import CreatureStood, LastingBegan, TemplateLaid
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Template
from companion.games.signum.model.terms import Until
from companion.games.signum.words.names import name_of
from companion.games.signum.words.phrases import phrases
from companion.games.values import Stand
from companion.games.verdicts.measured import RuleViolation
from companion.texts import COMPLETE, Language
from tests.games.signum.fights import Field, fighter

TARGET = fighter("target", 2, 9)


def ability(name, x=None, **values):
    return Ability(name, x=x, **values)


def shooter(*abilities, x=3):
    return fighter("shooter", 2, 5, ability("shot", x), *abilities)


def thrower(*abilities, x=3):
    return fighter("thrower", 2, 5, ability("throwing", x), *abilities)


def mage(*abilities, x=3):
    return fighter("mage", 2, 5, ability("magical_shot", x), *abilities)


def apart(one, other=TARGET, gap=100.0, rules=None, cards=None):
    """A:1 and B:1 on one line, so far apart from rim to rim."""
    bases = 30.0 if rules is not None and rules.edition is Edition.RU_WEB else 32.0
    put = {"A:1": (one, 150.0, 300.0), "B:1": (other, 150.0 + bases + gap, 300.0)}
    return Field(put, rules=rules, cards=cards)


def refused(play, rule_id, command):
    with pytest.raises(RuleViolation) as caught:
        play.give(command)
    assert caught.value.rule_id == rule_id


def at(name="B:1", ability="shot"):
    return Shoot(by="A", creature="A:1", target=name, ability=ability)


def offered(play):
    return {(each.fixed["target"], each.fixed["ability"]) for each in ranged.specs(play.state, "A")}


@pytest.mark.parametrize(("edition", "strength"), [(Edition.EN, 1), (Edition.RU, 1), (Edition.RU_WEB, 2)])
def test_s_ex_20_and_21_garrus_shoots_severus(edition, strength):
    # S-EX-20, S-EX-21, S-OPEN-62, S-OPEN-63, S-DIFF-47, S-RANGED-11, S-RANGED-14, S-RANGED-15, S-AB-55
    garrus, severus = fighter("garrus", 2, 5, ability("shot", 3)), fighter("severus", strength, 2)
    play = apart(garrus, severus, gap=200.0, rules=rules_for(edition)).shoot("A:1", "B:1")
    assert play.purpose() == "ranged.attack A:1 3"
    play.roll("152")
    assert play.purpose() == "ranged.defence B:1 2"  # as many dice as hits, whatever the strength
    play.roll("35")
    assert play.wounds("B:1") == 1
    assert play.rolled() == [
        ("ranged.attack", "A:1", (BULLSEYE, SHIELD, BULLSEYE)),
        ("ranged.defence", "B:1", (AXE, SHIELD)),
    ]
    assert play.state.acting == ""  # S-ACT-05


def test_s_ranged_01_only_who_has_the_ability_shoots():
    play = apart(shooter(), gap=100.0).act("A:1")
    refused(play, "S-RANGED-01", at(ability="throwing"))
    refused(play, "S-RANGED-01", at(ability="magical_shot"))
    assert offered(play) == {("B:1", "shot")}


def test_s_ranged_02_not_after_moving_but_for_quick_shooters_and_battle_mages():
    # S-AB-50, S-AB-05, S-DIFF-65, S-DIFF-66, S-OPEN-40
    for plain, quick, name in (
        (shooter(), shooter(ability("quick_shooter")), "shot"),
        (thrower(), thrower(ability("quick_shooter")), "throwing"),
        (mage(), mage(ability("battle_mage")), "magical_shot"),
    ):
        play = apart(plain).change("A:1", deeds={"moved_mm": 30.0}).act("A:1")
        refused(play, "S-RANGED-02", at(ability=name))
        assert offered(play) == set()
        play = apart(quick).change("A:1", deeds={"moved_mm": 30.0}).act("A:1")
        assert offered(play) == {("B:1", name)}
        play.change("A:1", deeds={"ran": True})
        refused(play, "S-MOVE-29", at(ability=name))  # not after Run in any edition
    wrong = apart(mage(ability("quick_shooter"))).change("A:1", deeds={"moved_mm": 30.0}).act("A:1")
    refused(wrong, "S-RANGED-02", at(ability="magical_shot"))


@pytest.mark.parametrize(
    ("card", "name", "rule_id", "most"),
    [
        (shooter(), "shot", "S-RANGED-03", 250.0),
        (mage(), "magical_shot", "S-RANGED-03", 250.0),
        (thrower(), "throwing", "S-RANGED-04", 150.0),
    ],
)
def test_s_ranged_03_04_and_05_the_gap_is_what_reaches(card, name, rule_id, most):
    # S-CONST-21, S-AB-62, S-MOVE-02
    near = apart(card, gap=most).act("A:1")
    assert offered(near) == {("B:1", name)}
    far = apart(card, gap=most + 0.1).act("A:1")
    refused(far, rule_id, at(ability=name))
    assert offered(far) == set()
    assert far.state.creatures["A:1"].deeds.shot is False  # S-RANGED-19: not made, something else may be done
    assert far.state.acting == "A:1"


def test_s_ranged_03_in_ru_web_the_card_may_print_another_distance():
    # S-DIFF-38
    card = fighter("shooter", 2, 5, ability("shot", 3, ruler="L"))
    assert offered(apart(card, gap=160.0).act("A:1")) == set()
    far = fighter("thrower", 2, 5, ability("throwing", 3, ruler="XL"))
    assert offered(apart(far, gap=200.0).act("A:1")) == set()  # S-RANGED-04
    web = rules_for(Edition.RU_WEB)
    assert offered(apart(far, gap=200.0, rules=web).act("A:1")) == {("B:1", "throwing")}


def test_s_ranged_05_a_doubtful_distance_is_put_to_the_table():
    play = apart(shooter(), gap=250.0)
    play.emit(CreatureStood(creature="B:1", at=Stand(432.2, 300.0, 0.3))).act("A:1")
    assert offered(play) == {("B:1", "shot")}
    play.give(at())
    assert (play.state.question.rule_id, play.state.question.limit_mm) == ("S-RANGED-03", 250.0)
    play.give(Ruling(by="A", yes=True), Ruling(by="B", yes=True))
    assert play.purpose() == "ranged.attack A:1 3"


@pytest.mark.parametrize(("edition", "hidden", "may"), [
    (Edition.EN, False, False), (Edition.EN, True, True), (Edition.RU, True, True), (Edition.RU_WEB, True, False),
])  # fmt: skip
def test_s_ranged_06_contact_with_an_enemy_forbids_shooting(edition, hidden, may):
    # S-STEALTH-28, S-DIFF-57
    bases = 30.0 if edition is Edition.RU_WEB else 32.0
    put = {"A:1": (shooter(), 150.0, 300.0), "B:1": (TARGET, 300.0, 300.0), "B:2": (TARGET, 150.0, 300.0 + bases)}
    play = Field(put, rules=rules_for(edition)).change("B:2", stealth=hidden).act("A:1")
    assert (("B:1", "shot") in offered(play)) is may
    if may:
        play.give(at())
        assert play.purpose() == "ranged.attack A:1 3"
    else:
        refused(play, "S-RANGED-06", at())


def test_s_ranged_06_an_answer_that_there_is_contact_forbids_the_shot_and_the_log_says_why():
    put = {"A:1": (shooter(), 150.0, 300.0), "B:1": (TARGET, 300.0, 300.0), "B:2": (TARGET, 150.0, 400.0)}
    play = Field(put).emit(CreatureStood(creature="B:2", at=Stand(150.0, 334.0, 0.3))).act("A:1").give(at())
    assert play.state.question.rule_id == "S-RANGED-06"
    play.give(Ruling(by="A", yes=True))
    events = play.table.game.decide(play.state, Ruling(by="B", yes=True))
    (told,) = (each for each in events if isinstance(each, Told))
    (said,) = phrases(play.state, told)
    assert said.refuses
    guard, why = name_of("B:2", play.state, Language.ENGLISH), said.values["why"].texts
    assert why["en"] == f"In contact with {guard}: a creature that touches an enemy cannot shoot."
    assert len({*why.values()}) == len(COMPLETE), "in each language"
    older = Told(key=told.key, who=(), values={name: told.values[name] for name in ("rule", "sentence")})
    assert [each.key for each in phrases(play.state, older)] == ["told.refused_by_ruling"], "a record of before"


def test_s_ranged_07_enemies_in_contact_with_own_miniatures_may_be_shot_at():
    put = {"A:1": (shooter(), 150.0, 300.0), "B:1": (TARGET, 300.0, 300.0), "A:2": (TARGET, 332.0, 300.0)}
    play = Field(put).shoot("A:1", "B:1").roll("bbb", "xxx")
    assert (play.wounds("B:1"), play.wounds("A:2")) == (3, 0)


def test_s_ranged_08_the_target_is_an_enemy_that_does_not_hide():
    put = {"A:1": (shooter(), 150.0, 300.0), "A:2": (TARGET, 250.0, 300.0), "B:1": (TARGET, 300.0, 400.0)}
    play = Field(put).change("B:1", stealth=True).act("A:1")
    refused(play, "S-RANGED-08", at("A:2"))
    refused(play, "S-STEALTH-03", at("B:1"))  # S-RANGED-08
    assert offered(play) == set()


def test_s_ranged_09_and_10_x_is_the_current_value():
    # S-RANGED-09: measured as it is declared, then the dice
    more = LastingEffect(
        key="k", source="A:9", by="A", effect=GainEffect(Ability("shot", x=2, plus=True)), until=Until.END_OF_TURN
    )
    play = apart(shooter(x=1)).emit(LastingBegan(creature="A:1", lasting=more)).shoot("A:1", "B:1")
    assert play.purpose() == "ranged.attack A:1 3"
    none = apart(shooter(x=0)).act("A:1")
    refused(none, "S-DRAGON-05", at())
    assert offered(none) == set()


def test_s_dragon_04_a_value_that_falls_to_0_after_the_declaration_gives_nothing():
    # S-DRAGON-08
    engine = ability("steam_engine", about="shot", results={"bullseye": ()})
    play = apart(shooter(engine)).shoot("A:1", "B:1")
    lost = LastingEffect(key="k", source="B:9", by="B", effect=LoseEffect("shot"), until=Until.END_OF_TURN)
    play.emit(LastingBegan(creature="A:1", lasting=lost)).roll("b")
    assert (play.asked(), play.state.acting, play.wounds("B:1")) == ("", "", 0)


def test_s_ranged_12_and_16_magic_wounds_and_leaves_no_defence():
    # S-AB-38, S-DMG-06, S-DIFF-40; S-CONST-24 Magical Shot
    play = apart(mage()).change("B:1", armour=2).shoot("A:1", "B:1", "magical_shot").roll("bxs")
    assert (play.asked(), play.wounds("B:1"), play.state.creatures["B:1"].armour) == ("", 1, 2)


def test_s_ranged_13_throwing_hits_on_bullseye_and_axe():
    # S-AB-62, S-OPEN-01, S-OPEN-74, S-DIFF-39; S-CONST-24 Throwing
    play = apart(thrower()).shoot("A:1", "B:1", "throwing").roll("bxs")
    assert play.purpose() == "ranged.defence B:1 2"
    play.roll("xx")
    assert play.wounds("B:1") == 2


def test_s_open_01_the_faces_of_throwing_are_data():
    rules = Rules(faces=SuccessFaces(throwing=(AXE, SHIELD)))
    play = apart(thrower(), rules=rules).shoot("A:1", "B:1", "throwing").roll("bbs")
    assert play.purpose() == "ranged.defence B:1 1"


def test_s_ranged_14_strength_0_defends_too():
    play = apart(shooter(), fighter("weak", 0, 9)).shoot("A:1", "B:1").roll("bbb").roll("sss")
    assert play.wounds("B:1") == 0


def test_s_ranged_17_wounds_change_neither_hits_nor_defence():
    play = apart(shooter()).change("A:1", wounds=2).change("B:1", wounds=2).shoot("A:1", "B:1").roll("bbx").roll("sb")
    assert play.wounds("B:1") == 3


def test_s_ranged_18_one_ranged_attack_an_activation():
    # S-ACT-04
    play = apart(shooter()).shoot("A:1", "B:1").roll("xxx")
    assert play.state.acting == ""
    refused(play.act("A:1"), "S-ACT-04", at())


def test_s_stealth_05_who_declares_a_shot_loses_the_token_and_the_target_remembers_it():
    play = apart(shooter()).change("A:1", stealth=True).shoot("A:1", "B:1")
    assert not play.state.creatures["A:1"].stealth
    assert play.state.creatures["B:1"].shot_at_turn == play.state.turn  # S-STEALTH-33


def test_s_ab_54_nobody_shoots_who_is_shielded_from_it():
    warded = fighter("warded", 2, 5, ability("shield_from", about="ranged"))
    play = apart(shooter(), warded).act("A:1")
    refused(play, "S-AB-54", at())
    assert offered(play) == set()


def test_s_ex_22_all_successes_against_a_difficult_target_are_rolled_again():
    # S-EX-22, S-AB-18, S-MELEE-37
    hard = fighter("hard", 2, 9, ability("difficult_target"))
    play = apart(shooter(ability("master_of_shooting", 1)), hard).shoot("A:1", "B:1").roll("bbx")
    assert play.purpose() == "ranged.attack A:1 2"
    play.roll("bs")
    assert play.asked() == "reroll A"  # the optional one only now (S-OPEN-55)
    play.give(Reroll(by="A", dice=(2,))).roll("b").roll("xx")
    assert play.wounds("B:1") == 2


def test_s_diff_49_in_ru_web_a_target_is_difficult_once_a_turn():
    hard = fighter("hard", 2, 9, ability("difficult_target"))
    web = rules_for(Edition.RU_WEB)
    play = apart(shooter(), hard, rules=web).shoot("A:1", "B:1").roll("bxx", "x")
    play.change("A:1", deeds={"shot": False}).shoot("A:1", "B:1").roll("bxx")
    assert play.purpose() == "ranged.defence B:1 1"
    play = apart(shooter(), hard).shoot("A:1", "B:1").roll("bxx", "x")
    play.change("A:1", deeds={"shot": False}).shoot("A:1", "B:1").roll("bxx")
    assert play.purpose() == "ranged.attack A:1 1"  # always in force in en and ru


@pytest.mark.parametrize(
    ("card", "name"), [(shooter(ability("master_of_shooting", 2)), "shot"),
                       (thrower(ability("master_of_shooting", 2)), "throwing"),
                       (mage(ability("master_of_magic", 2)), "magical_shot")],
)  # fmt: skip
def test_s_ab_43_and_44_masters_reroll_their_own_dice(card, name):
    # S-DIFF-77: ru-web speaks of a spell's dice, which are those of a Magical Shot
    play = apart(card).shoot("A:1", "B:1", name).roll("sss")
    assert play.asked() == "reroll A"
    refused(play, "S-TURN-24", Reroll(by="A", dice=(0, 1, 2)))  # up to X of them
    play.give(Reroll(by="A", dice=(0, 2))).roll("bb")
    assert play.rolled()[-1][2] == (BULLSEYE, BULLSEYE)
    if name == "magical_shot":
        assert play.wounds("B:1") == 2
    other = apart(mage(ability("master_of_shooting", 2))).shoot("A:1", "B:1", "magical_shot").roll("sss")
    assert other.asked() == ""


@pytest.mark.parametrize(("gap", "wounds"), [(150.0, 4), (149.0, 2)])
def test_s_ab_57_a_sniper_at_l_or_more_deals_two_a_hit(gap, wounds):
    # S-OPEN-31: after defence
    play = apart(shooter(ability("sniper")), gap=gap).shoot("A:1", "B:1").roll("bbb")
    if gap >= 150.0:
        assert play.asked() == "reroll A"  # any of the dice, if it likes
        play.give(Reroll(by="A", dice=(0, 1, 2))).roll("bbb")
    play.roll("sxx")
    assert play.wounds("B:1") == wounds


def test_s_diff_80_in_ru_web_a_sniper_rerolls_nothing():
    play = apart(shooter(ability("sniper")), gap=200.0, rules=rules_for(Edition.RU_WEB)).shoot("A:1", "B:1")
    play.roll("bxx")
    assert play.purpose() == "ranged.defence B:1 1"
    play.roll("x")
    assert play.wounds("B:1") == 2


def test_s_ab_57_counts_for_shots_only():
    play = apart(mage(ability("sniper")), gap=200.0).shoot("A:1", "B:1", "magical_shot").roll("bxx")
    assert (play.asked(), play.wounds("B:1")) == ("", 1)


def test_s_ab_01_less_from_attacks_counts_against_shots():
    tough = fighter("tough", 2, 9, ability("less_from_attacks", 1))
    play = apart(shooter(), tough).shoot("A:1", "B:1").roll("bbb").roll("xxx")
    assert play.wounds("B:1") == 2


# Buckshot


def test_s_ab_08_buckshot_pushes_straight_away_without_a_backstab():
    # S-OPEN-30: 80 mm of the centre; a bullseye is a success, blocked or not
    play = apart(shooter(ability("buckshot")), gap=100.0)
    play.shoot("A:1", "B:1").roll("bxx", "s")
    stand = play.state.creatures["B:1"].stand
    assert (stand.x_mm, stand.y_mm) == pytest.approx((362.0, 300.0))
    assert (play.asked(), play.wounds("B:1")) == ("", 0)


def test_s_ab_08_beyond_m_or_without_success_nobody_is_pushed():
    play = apart(shooter(ability("buckshot")), gap=101.0).shoot("A:1", "B:1").roll("bxx", "s")
    assert play.state.creatures["B:1"].stand.x_mm == 283.0
    play = apart(shooter(ability("buckshot")), gap=100.0).shoot("A:1", "B:1").roll("xxx")
    assert play.state.creatures["B:1"].stand.x_mm == 282.0
    web = rules_for(Edition.RU_WEB)  # S-DIFF-67: no success needed
    play = apart(shooter(ability("buckshot")), gap=100.0, rules=web).shoot("A:1", "B:1").roll("xxx")
    assert play.state.creatures["B:1"].stand.x_mm == pytest.approx(360.0)


@pytest.mark.parametrize(("edition", "armour", "wounds"), [(Edition.EN, 0, 0), (Edition.RU_WEB, 1, 1)])
def test_s_ab_08_who_is_stopped_short_takes_one_more(edition, armour, wounds):
    # S-DIFF-67: 1 damage in en and ru, 1 wound in ru-web
    bases = 30.0 if edition is Edition.RU_WEB else 32.0
    put = {
        "A:1": (shooter(ability("buckshot")), 150.0, 300.0),
        "B:1": (TARGET, 240.0, 300.0),
        "B:2": (TARGET, 240.0 + bases + 20.0, 300.0),
    }
    play = Field(put, rules=rules_for(edition)).change("B:1", armour=1).shoot("A:1", "B:1").roll("bxx", "s")
    creature = play.state.creatures["B:1"]
    assert creature.stand.x_mm == pytest.approx(260.0, abs=1e-3)
    assert (creature.armour, creature.wounds) == (armour, wounds)


# Cover


def forest(**values):
    return Card(key="forest", kind=Kind.TERRAIN, names={"en": "Forest"}, terrain=("cover",), **values)


def covered(card, rules=None, *, x=258.0, width=20.0):
    """Between the two (from 214 to 234 or so lies nothing); the template spans the whole way across."""
    play = apart(card, rules=rules, cards={"forest": forest()})
    play.table.state.keys["A:b9"] = "forest"
    outline = ((x, 200.0), (x + width, 200.0), (x + width, 400.0), (x, 400.0))
    return play.emit(TemplateLaid(template=Template(id="A:b9", owner="A", outline=outline)))


def test_s_terrain_28_cover_rerolls_failed_defence_dice_once():
    # S-AB-16, S-TERRAIN-27; S-CONST-24 defence against Shot
    play = covered(shooter(), x=200.0).shoot("A:1", "B:1").roll("bbb", "sbx")
    assert play.asked() == "reroll B"
    assert play.specs()[0].fields["dice"].options == ("1", "2")  # only the failed ones
    with pytest.raises(RuleViolation):
        play.give(Reroll(by="B", dice=(0,)))
    play.give(Reroll(by="B", dice=(1, 2))).roll("sb")
    assert play.wounds("B:1") == 1


def test_s_terrain_27_contact_gives_cover_too_and_without_either_there_is_none():
    beside = covered(shooter(), x=298.0).shoot("A:1", "B:1").roll("bbb", "bbb")
    assert beside.asked() == "reroll B"
    away = covered(shooter(), x=330.0).shoot("A:1", "B:1").roll("bbb", "bbb")
    assert (away.asked(), away.wounds("B:1")) == ("", 3)


@pytest.mark.parametrize(("x", "has_cover"), [(297.0, False), (290.0, True), (200.0, True)])
def test_s_diff_43_in_ru_web_the_target_must_be_hidden_in_it_or_behind_it(x, has_cover):
    play = covered(shooter(), rules_for(Edition.RU_WEB), x=x).shoot("A:1", "B:1").roll("bbb", "bbb")
    assert (play.asked() == "reroll B") is has_cover  # B:1's rim is at 295


@pytest.mark.parametrize(("cover_dice", "dice"), [("per_hit", 3), ("single", 1)])
def test_s_terrain_29_in_cover_one_defends_against_magic_without_a_reroll(cover_dice, dice):
    # S-OPEN-16, S-DIFF-44, S-RANGED-16
    rules = Rules(switches=Switches(cover_dice=cover_dice))
    play = covered(mage(), rules, x=200.0).shoot("A:1", "B:1", "magical_shot").roll("bbb")
    assert play.purpose() == f"ranged.defence B:1 {dice}"
    play.roll("s" + "b" * (dice - 1))
    assert (play.asked(), play.wounds("B:1")) == ("", 2)


@pytest.mark.parametrize(("edition", "again"), [(Edition.EN, True), (Edition.RU, True), (Edition.RU_WEB, False)])
def test_s_diff_45_cover_against_throwing(edition, again):
    play = covered(thrower(), rules_for(edition), x=200.0).shoot("A:1", "B:1", "throwing").roll("bbb", "bbb")
    assert (play.asked() == "reroll B") is again


def test_a_doubtful_cover_is_put_to_the_table():
    play = covered(shooter(), x=298.0)
    outline = ((300.2, 200.0), (320.0, 200.0), (320.0, 400.0), (300.2, 400.0))
    play.emit(TemplateLaid(template=Template(id="A:b9", owner="A", outline=outline, sigma_mm=0.5)))
    play.shoot("A:1", "B:1")
    assert play.state.question.rule_id == "S-TERRAIN-27"
    play.give(Ruling(by="A", yes=False), Ruling(by="B", yes=False)).roll("bbb", "bbb")
    assert play.asked() == ""


def test_the_fallen_are_not_pushed_and_the_activation_ends():
    play = apart(shooter(ability("buckshot")), fighter("frail", 1, 1)).shoot("A:1", "B:1").roll("bbb", "xxx")
    assert (play.wounds("B:1"), play.state.acting, play.asked()) == (None, "", "")
    assert play.state.players["A"].kills == 1
