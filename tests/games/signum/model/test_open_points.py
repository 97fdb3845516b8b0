"""Points the texts leave open are data, changeable for one game, and shown as such (S-OPEN)."""

import re
from pathlib import Path

import pytest

from companion.games.options import chosen_of
from companion.games.signum.game import GAME
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import AXE, SHIELD, rules_for
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.open_points import CHOICES, OPEN, readings, value_at, with_readings
from companion.games.signum.own_texts import TEXTS
from companion.texts import Language
from tests.games.signum.fights import Field, beside, fighter
from tests.games.signum.table import duel


@pytest.mark.parametrize("edition", list(Edition))
def test_every_open_point_begins_with_what_the_catalogue_proposes(edition):
    assert not any(each.changed for each in readings(rules_for(edition)))


def test_s_open_01_throwing_may_be_read_otherwise_and_everybody_sees_it():
    rules = with_readings(rules_for(Edition.EN), {"faces.throwing": [AXE, SHIELD]})
    table = duel(rules=rules)
    assert rules.faces.throwing == (AXE, SHIELD)
    shown = {each.path: each for each in table.game.view(table.state, "spectator").readings}
    assert shown["faces.throwing"].changed
    assert shown["faces.throwing"].default == "bullseye, axe"
    assert "switches.contract_at" not in shown  # neither doubtful nor changed


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [("faces.flying", [], "no value"), ("seats", 1, "no value"), ("switches.tie_break", "coin", "tie_break")],
)
def test_what_may_not_be_chosen_is_refused_in_a_sentence(path, value, sentence):
    with pytest.raises(ValueError, match=sentence):
        with_readings(rules_for(Edition.EN), {path: value})


@pytest.mark.parametrize("language", list(Language))
def test_every_open_point_has_its_sentence(language):
    for path in OPEN:
        assert TEXTS.say(language, f"readings.{path.split('.')[1]}")


def test_every_point_that_tables_read_differently_is_a_setting():
    assert set(CHOICES) == set(OPEN)
    for path, values in CHOICES.items():
        for edition in Edition:
            assert any(value_at(rules_for(edition), path) == value for value in values), path
        for value in values:
            assert value_at(with_readings(rules_for(Edition.EN), {path: value}), path) == value


def test_the_page_of_readings_has_every_open_point_with_its_settings_or_a_reason():
    page = (Path(__file__).parents[4] / "docs" / "readings.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (S-OPEN-\d\d) \| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE)
    assert [row[0] for row in rows] == [f"S-OPEN-{number:02d}" for number in range(1, 79)]
    named = {word: point for point, _, text in rows for word in re.findall(r"`([a-z_]+)`", text)}
    assert set(named) == {path.partition(".")[2] for path in CHOICES}
    for path, (point, _) in OPEN.items():
        assert f"`{path.partition('.')[2]}`" in next(text for id_, _, text in rows if id_ == point)
    assert all(len(text) > 8 for _, _, text in rows)


def test_s_open_02_the_secret_entrance_may_be_read_otherwise():
    options = {each.key: each for each in GAME.shelf.options(Language.ENGLISH)}
    assert [each.key for each in options["secret_entrance"].choices] == ["usual", "axe+shield", "bullseye+axe"]
    chosen = chosen_of(options.values(), {"secret_entrance": ("bullseye+axe",)})
    assert GAME.shelf.sentence(chosen).endswith("readings: secret_entrance bullseye+axe")


def otherwise(**switches):
    return with_readings(rules_for(Edition.EN), {f"switches.{name}": value for name, value in switches.items()})


def test_s_open_03_a_magical_strike_may_go_unanswered_and_hit_on_the_faces_of_a_magical_shot():
    mage = fighter("mage", 3, 5, Ability("magical_strike", x=2))
    rules = otherwise(strike_back=False, strike_faces="of_magical_shot")
    for armed in (fighter("armed", 2, 5), fighter("unknown", None, 5)):
        play = beside(mage, armed, rules=rules).fight("A:1", "B:1", magical=True)
        assert play.purpose() == "melee.attack A:1 2"  # the target is asked for nothing
        play.roll("bs")
        assert (play.asked(), play.wounds("A:1"), play.wounds("B:1")) == ("", 0, 1)


@pytest.mark.parametrize(("reading", "again", "other"), [("any_attack", 1, 1), ("other_attackers", 3, 1)])
def test_s_open_24_all_defence_may_ask_for_another_attacker(reading, again, other):
    axe = fighter("axe", 1, 9)
    put = {"A:1": (axe, 300.0, 300.0), "A:2": (axe, 364.0, 300.0), "B:1": (fighter("target", 2, 9), 332.0, 300.0)}
    for second, ways in (("A:1", again), ("A:2", other)):
        play = Field(put, rules=otherwise(all_defence_after=reading))
        play.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 1, 0).roll("b").change("A:1", deeds={"melees": 0})
        play.fight(second, "B:1")
        if ways == 1:
            assert play.state.steps[-1].defence["B:1"] == 2
        else:
            assert (play.asked(), len(play.specs())) == ("assign B", ways)
