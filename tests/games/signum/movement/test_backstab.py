"""Backstabs: who strikes whom, when, and with what faces (S-BACK)."""

import pytest

from companion.games.common import Choose
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Activate, Move
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Relic
from companion.games.values import Stand
from tests.games.signum.fights import Field, fighter

PLAIN = fighter("plain", 2, 5)
WEAK = fighter("weak", 0, 5)
AGILE = fighter("agile", 2, 5, Ability("agile"))


def field(put, **values):
    return Field(put, **values).give(Activate(by="A", creature="A:1"))


def touching(mover=PLAIN, striker=PLAIN, **values):
    gap = 30.0 if values.get("rules") and values["rules"].edition is Edition.RU_WEB else 32.0
    return field({"A:1": (mover, 300.0, 300.0), "B:1": (striker, 300.0 + gap, 300.0)}, **values)


def away(x=250.0, y=300.0, **values):
    return Move(by="A", creature="A:1", to=Stand(x, y), **values)


def place(made, name="A:1"):
    return made.state.creatures[name].stand.x_mm


def test_s_back_01_who_leaves_contact_is_struck_before_it_moves():
    # S-BACK-05, S-BACK-06, S-BACK-15, S-DIFF-27
    made = touching().give(away())
    assert made.purpose() == "backstab B:1 1"
    assert place(made) == 300.0
    made.roll("s")
    assert made.wounds("A:1") == 1  # S-BACK-12
    assert place(made) == 250.0


def test_s_back_15_who_falls_does_not_move_and_its_activation_ends():
    made = touching(fighter("frail", 2, 1)).give(away()).roll("s")
    assert "A:1" not in made.state.creatures
    assert made.state.acting == ""
    assert made.state.steps == ()


@pytest.mark.parametrize("edition", [Edition.EN, Edition.RU_WEB])
def test_s_back_02_and_16_who_runs_into_contact_is_struck_there_and_stays(edition):
    gap = 32.0 if edition is Edition.EN else 30.0
    made = field({"A:1": (PLAIN, 100.0, 300.0), "B:1": (PLAIN, 222.0, 300.0)}, rules=rules_for(edition))
    made.give(away(222.0 - gap, run=True))
    assert place(made) == 222.0 - gap
    made.roll("x")
    assert made.wounds("A:1") == 1
    assert place(made) == 222.0 - gap
    assert made.state.acting == ""


def test_s_back_04_who_slides_along_is_struck_once_by_each():
    # S-BACK-17: leaving one and sliding along another is one movement, one die each
    made = field({"A:1": (PLAIN, 300.0, 300.0), "B:1": (PLAIN, 332.0, 300.0), "B:2": (PLAIN, 268.0, 300.0)})
    made.give(away(332.0, 332.0)).roll("b")
    assert made.purpose().startswith("backstab")
    made.roll("b")
    assert made.asked() == ""
    assert [purpose for purpose, _, _ in made.rolled()].count("backstab") == 2


def test_s_back_18_the_hits_of_several_strike_together():
    made = field({"A:1": (fighter("two", 2, 2), 300.0, 300.0), "B:1": (PLAIN, 332.0, 300.0),
                  "B:2": (PLAIN, 268.0, 300.0)})  # fmt: skip
    made.give(away(300.0, 350.0)).roll("s")
    assert made.wounds("A:1") == 0  # the second still rolls
    made.roll("s")
    assert made.wounds("A:1") is None


def test_s_back_07_strength_0_rolls_its_die_too():
    made = touching(striker=WEAK).give(away())
    assert made.purpose() == "backstab B:1 1"


@pytest.mark.parametrize(
    ("faces", "wounds", "abilities", "hits"),
    [
        ("b", 0, (), 0),
        ("x", 0, (), 1),
        ("s", 0, (), 1),
        ("x", 1, (), 0),
        ("s", 1, (), 1),
        ("x", 1, (Ability("fortitude"),), 1),
        ("b", 1, (Ability("fortitude"),), 0),
    ],
)
def test_s_back_08_to_10_faces_by_wounds_and_fortitude(faces, wounds, abilities, hits):
    # S-AB-27
    made = touching(striker=fighter("striker", 2, 5, *abilities)).change("B:1", wounds=wounds)
    made.give(away()).roll(faces)
    assert made.wounds("A:1") == hits


def test_s_back_11_nobody_defends():
    made = touching().give(away()).roll("s")
    assert made.asked() == ""
    assert [purpose for purpose, _, _ in made.rolled()] == ["backstab"]


def test_s_back_13_what_changes_attacks_does_not_count():
    # S-DIFF-28: in ru-web a Backstab is rolled as a melee attack
    master = fighter("master", 2, 5, Ability("master_of_attack", x=1), Ability("hammerblow"))
    veteran = fighter("veteran", 2, 5, Ability("veteran"), Ability("less_from_attacks", x=1))
    made = touching(veteran, master).give(away()).roll("s")
    assert made.asked() == ""
    assert made.wounds("A:1") == 1
    web = touching(veteran, master, rules=rules_for(Edition.RU_WEB)).give(away()).roll("s")
    assert web.asked() == "roll B"  # Veteran: the success is rolled again
    web.roll("b")
    assert web.asked() == "reroll B"


def test_s_back_14_armour_and_relics_absorb_it():
    # S-OPEN-23
    made = touching().change("A:1", armour=1).give(away()).roll("s")
    assert made.wounds("A:1") == 0
    assert made.state.creatures["A:1"].armour == 0
    plate = Card(key="plate", kind=Kind.RELIC, names={"en": "Plate"}, relic_type="armour",
                 abilities=(Ability("durability", x=2),))  # fmt: skip
    made = Field({"B:1": (PLAIN, 300.0, 48.0)}, cards={"plate": plate})
    made.relic("A", "A:r", plate, armour=2, durable=True)
    made.give(Activate(by="A", creature="A:hero"), Move(by="A", creature="A:hero", to=Stand(200.0, 16.0))).roll("s")
    assert made.wounds("A:hero") == 0
    assert made.state.players["A"].relics == (Relic(id="A:r", armour=1, durable=True),)


def test_s_back_19_open_strikers_always_roll():
    made = touching().give(away())
    assert {spec.kind for spec in made.specs()} == {"rolled"}


def test_s_back_20_a_hidden_striker_may_strike_who_runs_in_and_is_hidden_no_more():
    # S-STEALTH-07, S-OPEN-18
    made = field({"A:1": (PLAIN, 100.0, 300.0), "B:1": (PLAIN, 222.0, 300.0)}).change("B:1", stealth=True)
    made.give(away(190.0, run=True))
    assert made.asked() == "choose B"
    made.give(Choose(by="B", chosen=("B:1",)))
    assert not made.state.creatures["B:1"].stealth
    assert made.roll("s").wounds("A:1") == 1


def test_s_back_20_it_may_stay_hidden_and_in_ru_web_it_must():
    # S-DIFF-56
    made = field({"A:1": (PLAIN, 100.0, 300.0), "B:1": (PLAIN, 222.0, 300.0)}).change("B:1", stealth=True)
    made.give(away(190.0, run=True), Choose(by="B"))
    assert made.state.creatures["B:1"].stealth
    assert made.asked() == ""
    web = field({"A:1": (PLAIN, 100.0, 300.0), "B:1": (PLAIN, 222.0, 300.0)}, rules=rules_for(Edition.RU_WEB))
    web.change("B:1", stealth=True).give(away(192.0, run=True))
    assert web.asked() == ""
    assert web.state.creatures["B:1"].stealth


def test_s_back_21_a_hidden_mover_is_not_struck():
    made = touching().change("A:1", stealth=True).give(away())
    assert made.asked() == ""
    assert made.state.creatures["A:1"].stealth  # S-STEALTH-10: moving keeps the token
    assert place(made) == 250.0


def test_s_back_22_leaving_a_hidden_enemy_costs_nothing():
    # S-OPEN-18
    made = touching().change("B:1", stealth=True).give(away())
    assert made.asked() == ""
    assert place(made) == 250.0


def test_s_back_23_a_flyer_that_leaves_contact_is_struck():
    made = touching(fighter("flyer", 2, 5, Ability("flight"))).give(away())
    assert made.purpose() == "backstab B:1 1"


def test_s_ab_02_agile_is_never_struck():
    # S-DIFF-29: in ru-web only not on leaving contact
    assert touching(AGILE).give(away()).asked() == ""
    put = {"A:1": (AGILE, 100.0, 300.0), "B:1": (PLAIN, 222.0, 300.0)}
    assert field(put).give(away(190.0, run=True)).asked() == ""
    assert touching(AGILE, rules=rules_for(Edition.RU_WEB)).give(away()).asked() == ""
    web = field(put, rules=rules_for(Edition.RU_WEB)).give(away(192.0, run=True))
    assert web.purpose() == "backstab B:1 1"
    sliding = touching(AGILE, rules=rules_for(Edition.RU_WEB)).give(away(330.0, 330.0))
    assert sliding.purpose() == "backstab B:1 1"  # S-BACK-04


def test_s_back_01_a_hand_that_trembles_moves_nobody():
    made = touching().give(away(300.2, 300.2))
    assert made.asked() == ""
