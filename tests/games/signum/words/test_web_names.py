"""The edition on the web calls some things otherwise, on cards, sheets, in the log and on buttons (S-DIFF-02, -42)."""

import pytest

from companion.games.signum.creature.abilities import WEB_NAMES
from companion.games.signum.game import GAME
from companion.games.signum.model.commands import Use
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import rules_for
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import CreatureStood
from companion.games.signum.shelf.wording.abilities import ability_name, ability_printed, rules_of
from companion.games.signum.shelf.wording.cards import CardWords
from companion.games.values import Stand
from companion.presentation.tasks import tasks
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


@pytest.mark.parametrize(
    ("edition", "name"), [(Edition.RU, "Мастер целительства"), (Edition.RU_WEB, "Мастер-целитель")]
)
def test_s_ab_42_what_is_asked_and_the_log_name_abilities_as_the_edition_does(edition, name):
    nun = fighter("nun", 2, 5, Ability("healer", x=2), Ability("master_of_healing", x=1))
    play = beside(nun, fighter("foe"), rules=rules_for(edition)).act("A:1").change("A:1", wounds=2)
    play.emit(CreatureStood(creature="B:1", at=Stand(500.0, 500.0)))
    play.give(Use(by="A", creature="A:1", ability="healer", target="A:1")).roll("bb")
    teller = Teller(GAME, play.state, Language.RUSSIAN, "A")
    (asked,) = tasks(GAME.prompts(play.state), teller)
    assert asked.title.startswith(name)
    for key, named in NAMES.items():
        assert GAME.speech.word(play.state, "ability", key, Language.RUSSIAN) == named[edition is Edition.RU_WEB]
