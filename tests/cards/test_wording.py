"""Every ability of the catalogue can be read about, in every language and edition."""

import pytest

from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.shelf.wording.abilities import ability_name, ability_printed, ability_rule
from companion.texts import Language


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("edition", Edition)
def test_every_ability_has_a_name_and_a_rule_of_its_own(language, edition):
    rules = {name: ability_rule(name, edition, language) for name in CATALOGUE}

    assert len(set(rules.values())) == len(CATALOGUE)
    assert all(text.endswith(".") for text in rules.values())
    assert all(ability_name(name, Edition.EN, language) for name in CATALOGUE)


def test_the_short_edition_says_otherwise_where_it_is_otherwise():
    assert "1 more attack die" in ability_rule("expert_of_attack", Edition.RU_WEB, Language.ENGLISH)
    assert "X more attack dice" in ability_rule("expert_of_attack", Edition.EN, Language.ENGLISH)


@pytest.mark.parametrize(
    ("language", "number", "told"),
    [
        (Language.ENGLISH, 1, "with 1 die;"),
        (Language.ENGLISH, 3, "with 3 dice;"),
        (Language.RUSSIAN, 1, "1 кубик;"),
        (Language.RUSSIAN, 2, "2 кубика;"),
        (Language.RUSSIAN, 5, "5 кубиков;"),
        (Language.UKRAINIAN, 3, "3 кубики;"),
        (Language.ENGLISH, None, "with X dice;"),
    ],
)
def test_a_rule_has_the_number_of_its_card(language, number, told):
    assert told in ability_rule("shot", Edition.EN, language, Ability(name="shot", x=number))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", CATALOGUE)
def test_no_card_leaves_a_number_open(language, name):
    rule = ability_rule(name, Edition.EN, language, Ability(name=name, x=2, ruler="M"))
    assert not {"X", "X.", "X,", "X;", "+X"} & {*rule.split()}
    assert not {*"[]|"} & {*rule}
    assert "within M" in ability_rule("aura", Edition.EN, Language.ENGLISH, Ability(name="aura", ruler="M"))


def test_an_ability_is_written_as_on_its_card():
    assert ability_printed(Ability(name="shot", x=3), Edition.EN, Language.ENGLISH) == "Shot\u00a03"
    assert ability_printed(Ability(name="armour", x=1, plus=True), Edition.EN, Language.UKRAINIAN) == "Броня\u00a0+1"
    assert ability_printed(Ability(name="aura", ruler="S"), Edition.EN, Language.RUSSIAN) == "Аура\u00a0S"
    assert ability_printed(Ability(name="own", names={"en": "Song"}), Edition.EN, Language.RUSSIAN) == "Song"
