"""The edition on the web calls some things otherwise, on cards, sheets, in the log and on buttons (S-DIFF-02, -42)."""

import pytest

from companion.games.signum.creature.abilities import WEB_NAMES
from companion.games.signum.game import GAME
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects import Ability
from companion.games.signum.shelf.wording import ability_name, ability_printed, rules_of
from companion.games.signum.shelf.wording_cards import CardWords
from companion.presentation.teller import Teller
from companion.texts import Language
from tests.games.signum.fights import beside, fighter

NAMES = {
    "blocks_sight": ("Закрывает Линию видимости", "Закрывает от стрельбы"),
    "master_of_healing": ("Мастер целительства", "Мастер-целитель"),
    "stealth": ("Скрытный", "Скрытый"),
}


@pytest.mark.parametrize("name", NAMES)
def test_abilities_have_the_names_of_the_edition(name):
    named = [ability_name(name, edition, Language.RUSSIAN) for edition in (Edition.RU, Edition.RU_WEB)]
    assert tuple(named) == NAMES[name]
    assert all(set(each) == {"en", "ru", "uk"} for each in WEB_NAMES.values())


def test_all_others_are_called_the_same():
    for edition in Edition:
        assert ability_printed(Ability("shot", x=3), edition, Language.ENGLISH) == "Shot\u00a03"


@pytest.mark.parametrize(("edition", "name"), [(Edition.RU, "Скрытный"), (Edition.RU_WEB, "Скрытый")])
def test_s_ab_59_cards_and_sheets_have_the_names_of_their_edition(edition, name):
    play = beside(fighter("sly", 2, 3, Ability("stealth")), fighter("foe"), rules=rules_for(edition))
    words = CardWords.of_game(play.state.setup, Language.RUSSIAN)
    assert name in words.lines(play.state.setup.cards["sly"])
    (rule,) = rules_of(play.state.setup.cards["sly"].abilities, edition, Language.RUSSIAN)
    assert rule.name == name


@pytest.mark.parametrize(("edition", "name"), [(Edition.RU, "щит"), (Edition.RU_WEB, "щит/топор")])
def test_s_diff_02_the_third_face_has_the_names_of_the_edition(edition, name):
    play = beside(fighter("one"), fighter("two"), rules=rules_for(edition))
    teller = Teller(GAME, play.state, Language.RUSSIAN)
    assert teller.face("shield") == name
    assert teller.face("axe") == "топор"
    play.fight("A:1", "B:1").assign("B", 0, 2).assign("A", 2, 0).roll("sb")
    rolled = [each for each in play.table.events if type(each).__name__ == "DiceRolled"][-1]
    (sentence, *_) = (teller.sentence(each) for each in GAME.speech.said(play.state, rolled))
    assert name in sentence
