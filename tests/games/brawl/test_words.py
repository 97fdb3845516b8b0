"""What the game says of its cards, of their options and of what it refuses."""

import pytest

from companion.games.brawl.board import zones
from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import ArenaCard
from companion.games.brawl.model.commands import Play, Use
from companion.games.brawl.own_texts import say
from companion.games.brawl.sheets import card_text
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.defaults.completed import completed
from companion.games.verdicts.measured import RuleViolation
from companion.texts import Language
from tests.games.brawl.table import do, duel, skill

WHOLE = completed(GAME)


@pytest.mark.parametrize("language", Language)
def test_every_card_that_comes_with_the_game_can_be_read(language):
    for card in LIBRARY.cards.values():
        text = card_text(card, language)
        assert text is None or (text.name and all(text.lines))


def test_options_of_a_card_say_what_they_do():
    either = skill("either", "one", move=None, effects=(fx.ChoiceEffect(((fx.CoreEffect(),), ())),))
    state = do(duel(either, a={1: (1, 1)}, hand=("either",)), Play(by="A", card="A:either"), Use(by="A"))
    (spec,) = GAME.prompts(state)[0].specs
    named = [WHOLE.speech.choice(state, word, spec, "", Language.ENGLISH).label for word in ("1", "2")]
    assert named == ["A core becomes ready", "–"]


def test_a_refusal_says_why():
    state = duel(skill("either", "one", move=None), a={1: (1, 1)})
    violation = RuleViolation("B-ACT-03", "no_core", {"core": "creation"})
    assert WHOLE.speech.refusal(state, violation, "A", Language.ENGLISH) == (
        "You have no ready core of that colour: Creation."
    )


def test_each_end_of_the_arena_is_called_by_the_colour_in_which_it_is_drawn():
    """From wherever the arena is seen, and whoever's the end is."""
    arena = next(card for card in LIBRARY.cards.values() if isinstance(card, ArenaCard))
    tones = {zone.id: zone.tone for zone in zones(arena)}
    taken = {zone.tone for zone in zones(arena) if not zone.id.startswith("spawn_")}
    assert len({tones["spawn_one"], tones["spawn_two"]} - taken) == 2
    for end in ("one", "two"):
        for key in (f"ask.word.end_{end}", f"log.zone.spawn_{end}", f"log.zone.gate_{end}"):
            assert tones[f"spawn_{end}"] in say(Language.ENGLISH, key)
