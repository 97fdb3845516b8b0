"""Hiding, being found, and going back into the shadow (S-STEALTH)."""

import pytest

from companion.games.common import Place
from companion.games.signum.creature.selection import is_protected
from companion.games.signum.creature.stats import strength
from companion.games.signum.creature.stealth import gain
from companion.games.signum.engine.draft import Draft
from companion.games.signum.engine.resolution import settle
from companion.games.signum.handlers import HANDLERS
from companion.games.signum.model.commands import Activate, Detect, End, Fight, Move, Play, Shoot, Skip, Use
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.effects.on_creatures import ChangeEffect
from companion.games.signum.model.events import CardTold
from companion.games.signum.model.terms import Selector
from companion.games.signum.play import effects
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter
from tests.games.signum.refusals import refused

PLAIN = fighter("plain", 2, 5)
SNEAK = fighter("sneak", 2, 5, Ability("stealth"))
MAGE = fighter("mage", 2, 5, Ability("magical_shot", x=2))
ENGLISH, WEB = rules_for(Edition.EN), rules_for(Edition.RU_WEB)


def facing(seeker=PLAIN, hider=SNEAK, gap=0.0, **values):
    """A creature of A and a hidden one of B, that far apart."""
    small = 30.0 if values.get("rules") == WEB else 32.0
    put = {"A:1": (seeker, 200.0, 300.0), "B:1": (hider, 200.0 + small + gap, 300.0)}
    return Field(put, **values).change("B:1", stealth=True).give(Activate(by="A", creature="A:1"))


def hidden(made, name="B:1"):
    return made.state.creatures[name].stealth


def detect(*, magical=False):
    return Detect(by="A", creature="A:1", target="B:1", magical=magical)


def shadow(name="A:1"):
    return Use(by="A", creature=name, ability="go_to_the_shadow")


def move(x, y=300.0, **values):
    return Move(by="A", creature="A:1", to=Stand(x, y), **values)


def test_s_stealth_01_the_token_comes_with_the_summoning():
    made = Field({}, cards={"sneak": SNEAK})
    card = made.state.players["A"].hand[0]
    made.emit(CardTold(card=card, key="sneak")).give(Play(by="A", card=card))
    made.give(Place(by="A", creature=card, at=Stand(100.0, 16.0)))
    assert hidden(made, card)


def test_s_stealth_02_the_ability_alone_hides_nobody():
    made = facing().change("B:1", stealth=False)
    assert not is_protected(made.state, made.state.creatures["B:1"], "A", "creature")
    made.give(Fight(by="A", creature="A:1", target="B:1"))
    assert made.asked() == "assign B"


def test_s_stealth_03_hidden_characters_are_not_attacked():
    # S-AB-59, S-AB-33, S-RANGED-08
    made = facing()
    refused(made, "S-STEALTH-03", Fight(by="A", creature="A:1", target="B:1"))
    shooter = facing(fighter("archer", 2, 5, Ability("shot", x=1)), gap=50.0)
    refused(shooter, "S-STEALTH-03", Shoot(by="A", creature="A:1", target="B:1", ability="shot"))
    mage = facing(fighter("controller", 2, 5, Ability("control", x=1)), gap=50.0)
    refused(mage, "S-STEALTH-03", Use(by="A", creature="A:1", ability="control", target="B:1"))


def test_s_stealth_04_spells_reach_them_creatures_do_not():
    # S-DIFF-53
    made = facing()
    assert not is_protected(made.state, made.state.creatures["B:1"], "A", "spell")
    assert is_protected(made.state, made.state.creatures["B:1"], "A", "creature")


@pytest.mark.parametrize("rules", [rules_for(Edition.EN), WEB])
def test_s_stealth_05_attacking_gives_it_away(rules):
    # S-DIFF-54
    made = facing(SNEAK, PLAIN, rules=rules).change("A:1", stealth=True).change("B:1", stealth=False)
    made.give(Fight(by="A", creature="A:1", target="B:1"))
    assert not hidden(made, "A:1")
    archer = facing(fighter("archer", 2, 5, Ability("shot", x=1)), PLAIN, 50.0, rules=rules)
    archer.change("A:1", stealth=True).change("B:1", stealth=False)
    archer.give(Shoot(by="A", creature="A:1", target="B:1", ability="shot"))
    assert not hidden(archer, "A:1")


def test_s_stealth_06_activating_an_ability_gives_it_away():
    healer = fighter("healer", 2, 5, Ability("healer", x=1), Ability("stealth"))
    made = facing(healer, gap=50.0).change("A:1", stealth=True, wounds=1)
    made.give(Use(by="A", creature="A:1", ability="healer", target="A:1"))
    assert not hidden(made, "A:1")


def test_s_stealth_08_and_26_a_run_costs_the_token_in_ru_web_only():
    # S-OPEN-19, S-DIFF-55
    for rules, kept in ((rules_for(Edition.EN), True), (WEB, False)):
        made = facing(SNEAK, PLAIN, 200.0, rules=rules).change("A:1", stealth=True)
        made.give(move(250.0, run=True))
        assert made.state.creatures["A:1"].stealth is kept
        assert made.state.creatures["A:1"].stand.x_mm == 250.0


@pytest.mark.parametrize("edition", Edition)
def test_s_stealth_10_moving_and_standing_in_contact_costs_nothing(edition):
    made = (
        facing(SNEAK, PLAIN, 50.0, rules=rules_for(edition))
        .change("A:1", stealth=True)
        .change("B:1", stealth=False)
        .give(move(250.0))
    )
    assert hidden(made, "A:1")
    assert made.state.creatures["A:1"].deeds.stopped


def test_s_stealth_11_and_13_a_shield_bares_the_hidden_one_which_may_be_attacked_at_once():
    # S-STEALTH-09, S-STEALTH-14, S-STEALTH-16: nobody has to try
    made = facing(gap=50.0).give(move(250.0), detect())
    assert made.purpose() == "detection A:1 1"
    made.roll("s")
    assert not hidden(made)
    made.give(Fight(by="A", creature="A:1", target="B:1"))
    assert made.asked() == "assign B"


@pytest.mark.parametrize("face", ["b", "x"])
def test_s_stealth_15_a_miss_ends_the_turn(face):
    made = facing().give(detect()).roll(face)
    assert hidden(made)
    assert made.state.acting == ""
    assert made.state.creatures["A:1"].deeds.finished


def test_s_stealth_17_contact_at_the_start_is_enough():
    # S-OPEN-22
    assert facing().give(detect()).asked() == "roll A"


def test_s_stealth_11_without_contact_there_is_nothing_to_detect():
    refused(facing(gap=20.0), "S-STEALTH-11", detect())
    refused(facing().change("B:1", stealth=False), "S-STEALTH-11", detect())


def test_s_stealth_12_not_after_a_run():
    # S-DIFF-59
    fast = fighter("fast", 2, 5, Ability("fast"))
    made = facing(fast).change("A:1", deeds={"ran": True, "moved_mm": 50.0})
    refused(made, "S-STEALTH-12", detect())


def test_s_stealth_18_one_roll_an_activation():
    made = facing()
    made.give(detect()).roll("s").change("B:1", stealth=True)
    refused(made, "S-STEALTH-18", detect())


def test_s_stealth_19_trying_and_fighting_share_one_melee():
    # S-DIFF-60: after a melee nobody looks for another
    made = facing(rules=WEB).change("A:1", deeds={"melees": 1})
    refused(made, "S-ACT-04", detect())
    made = facing(rules=WEB).give(detect()).roll("s")
    made.give(Fight(by="A", creature="A:1", target="B:1"))
    assert made.state.creatures["A:1"].deeds.melees == 1


@pytest.mark.parametrize("edition", list(Edition))
def test_s_stealth_19_and_diff_60_in_ru_web_the_attempt_is_the_melee_so_no_other_is_fought(edition):
    small = 30.0 if edition is Edition.RU_WEB else 32.0
    put = {"A:1": (PLAIN, 200.0, 300.0), "B:1": (SNEAK, 200.0 + small, 300.0), "B:2": (PLAIN, 200.0 - small, 300.0)}
    made = Field(put, rules=rules_for(edition)).change("B:1", stealth=True).give(Activate(by="A", creature="A:1"))
    made.give(detect()).roll("s")
    other = Fight(by="A", creature="A:1", target="B:2")
    if edition is Edition.RU_WEB:
        refused(made, "S-STEALTH-19", other)
    else:
        made.give(other)


def test_s_stealth_20_to_23_magic_detects_from_afar():
    # S-OPEN-21, S-DIFF-62
    made = facing(MAGE, gap=240.0).give(detect(magical=True))
    assert made.purpose() == "magical_detection A:1 1"
    made.roll("b")
    assert not hidden(made)
    made.give(Shoot(by="A", creature="A:1", target="B:1", ability="magical_shot"))
    assert made.asked() == "roll A"
    missed = facing(MAGE, gap=240.0).give(detect(magical=True)).roll("s")
    assert hidden(missed)
    assert missed.state.acting == ""
    refused(facing(MAGE, gap=251.0), "S-STEALTH-20", detect(magical=True))
    refused(facing(gap=100.0), "S-STEALTH-20", detect(magical=True))


def test_s_stealth_20_magic_needs_a_line_of_sight():
    put = {"A:1": (MAGE, 200.0, 300.0), "B:1": (SNEAK, 400.0, 300.0)}
    wall = {f"A:{n}": (PLAIN, 260.0, 250.0 + 31.9 * (n - 2)) for n in range(2, 6)}
    made = Field(put | wall).change("B:1", stealth=True).give(Activate(by="A", creature="A:1"))
    refused(made, "S-STEALTH-20", detect(magical=True))


def test_s_stealth_24_the_conditions_of_a_magical_shot_apply():
    moved = facing(MAGE, gap=100.0).give(move(210.0))
    refused(moved, "S-RANGED-02", detect(magical=True))
    battle = fighter("battle", 2, 5, Ability("magical_shot", x=1), Ability("battle_mage"))
    assert facing(battle, gap=100.0).give(move(210.0), detect(magical=True)).asked() == "roll A"
    held = Field({"A:1": (MAGE, 200.0, 300.0), "B:1": (SNEAK, 300.0, 300.0), "B:2": (PLAIN, 168.0, 300.0)})
    held.change("B:1", stealth=True).give(Activate(by="A", creature="A:1"))
    refused(held, "S-RANGED-06", detect(magical=True))


def test_s_stealth_25_in_ru_web_a_hidden_seeker_stays_hidden():
    # S-DIFF-61
    for rules, kept in ((WEB, True), (rules_for(Edition.EN), False)):
        made = facing(SNEAK, rules=rules).change("A:1", stealth=True).give(detect())
        assert hidden(made, "A:1") is kept


def test_s_stealth_28_contact_with_the_hidden_forbids_shooting_in_ru_web_only():
    # S-DIFF-57, S-RANGED-06
    archer = fighter("archer", 2, 5, Ability("shot", x=1))
    put = {"A:1": (archer, 200.0, 300.0), "B:1": (SNEAK, 230.0, 300.0), "B:2": (PLAIN, 200.0, 400.0)}
    shot = Shoot(by="A", creature="A:1", target="B:2", ability="shot")
    made = Field(put).change("B:1", stealth=True).give(Activate(by="A", creature="A:1"), shot)
    assert made.asked() == "roll A"
    web = Field(put, rules=WEB).change("B:1", stealth=True).give(Activate(by="A", creature="A:1"))
    refused(web, "S-RANGED-06", shot)


def test_s_stealth_30_and_31_going_back_into_the_shadow_takes_the_whole_turn():
    # S-AB-28, S-DIFF-63
    made = facing(SNEAK, PLAIN, 50.0).give(shadow())
    assert hidden(made, "A:1")
    assert made.state.acting == ""
    moved = facing(SNEAK, PLAIN, 50.0).give(move(190.0))
    refused(moved, "S-ACT-08", shadow())
    refused(facing(PLAIN, PLAIN, 50.0), "S-STEALTH-30", shadow())


@pytest.mark.parametrize("edition", list(Edition))
def test_s_stealth_31_and_diff_63_only_printed_editions_ask_for_the_activation(edition):
    """The other two conditions are those of every edition (S-STEALTH-32, S-STEALTH-33)."""
    rules = rules_for(edition)
    small = 30.0 if edition is Edition.RU_WEB else 32.0
    put = {"A:1": (SNEAK, 200.0, 300.0), "B:1": (PLAIN, 250.0 + small, 300.0)}
    made = Field(put, rules=rules).give(Activate(by="A", creature="A:1"))
    shot_at = Field(put, rules=rules).change("A:1", shot_at_turn=made.state.turn - 1)
    refused(shot_at.give(Activate(by="A", creature="A:1")), "S-STEALTH-33", shadow())
    made.give(move(190.0))
    if edition is Edition.RU_WEB:
        made.give(shadow())
        assert (hidden(made, "A:1"), made.state.acting) == (True, "A:1")
    else:
        refused(made, "S-ACT-08", shadow())
        made = Field(put, rules=rules).give(Activate(by="A", creature="A:1"), shadow())
        assert (hidden(made, "A:1"), made.state.acting) == (True, "")
    beside = Field(put | {"B:1": (PLAIN, 200.0 + small, 300.0)}, rules=rules).change("B:1", stealth=True)
    refused(beside.give(Activate(by="A", creature="A:1")), "S-STEALTH-32", shadow())


def test_s_stealth_32_not_in_contact_with_any_enemy():
    refused(facing(SNEAK), "S-STEALTH-32", shadow())
    refused(facing(SNEAK, rules=WEB).change("B:1", stealth=False), "S-STEALTH-32", shadow())


def test_s_stealth_33_not_after_having_been_shot_at_in_the_opponents_last_turn():
    # S-OPEN-20
    archer = fighter("archer", 2, 5, Ability("shot", x=1))
    made = Field({"A:1": (SNEAK, 200.0, 300.0), "B:1": (archer, 300.0, 300.0)})
    made.give(End(by="A"), Skip(by="B"), Activate(by="B", creature="B:1"))
    made.give(Shoot(by="B", creature="B:1", target="A:1", ability="shot")).roll("s")
    made.give(End(by="B"), Skip(by="A"), Activate(by="A", creature="A:1"))
    refused(made, "S-STEALTH-33", shadow())
    made.give(End(by="A"), Skip(by="B"), End(by="B"), Skip(by="A"), Activate(by="A", creature="A:1"), shadow())
    assert hidden(made, "A:1")


def test_s_stealth_34_never_two_tokens():
    made = facing(SNEAK, PLAIN, 50.0).change("A:1", stealth=True)
    refused(made, "S-STEALTH-34", shadow())
    draft = Draft(made.state, shadow())
    gain(draft, "A:1", "S-STEALTH-30")
    assert draft.events == []


def test_s_stealth_35_what_chooses_nobody_reaches_the_hidden():
    howl = ChangeEffect(of="strength", by=-1, to=Selector(who="enemy", count=0))
    made = facing()
    draft = Draft(made.state, shadow())
    effects.apply(draft, (howl,), by="A", source="A:1", creature="A:1", kind="creature")
    settle(draft, HANDLERS, lambda _: False)
    made.emit(*draft.events)
    assert strength(made.state, made.state.creatures["B:1"]) == 1


def test_what_may_be_detected_is_offered():
    made = facing(MAGE)
    kinds = [(spec.kind, spec.fixed.get("magical")) for spec in made.table.game.commands(made.state, "A")]
    assert ("detect", False) in kinds
    # hidden contact does not hold the mage, so magic may be tried too (S-RANGED-06)
    assert ("detect", True) in kinds


def test_s_stealth_19_who_touches_a_defender_may_not_look_for_another_where_that_is_a_melee_attack():
    # S-AB-15
    guard = fighter("guard", 2, 5, Ability("defender"))
    for rules, small in ((ENGLISH, 32.0), (WEB, 30.0)):
        put = {"A:1": (PLAIN, 300.0, 300.0), "B:1": (SNEAK, 300.0 + small, 300.0), "B:2": (guard, 300.0 - small, 300.0)}
        made = Field(put, rules=rules).change("B:1", stealth=True).give(Activate(by="A", creature="A:1"))
        offered = [spec.kind for spec in made.table.game.commands(made.state, "A")]
        assert ("detect" in offered) is (rules is ENGLISH)
        if rules is WEB:
            refused(made, "S-AB-15", detect())
