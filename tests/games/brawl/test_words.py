"""What the game says: every sentence, question, key and card in three languages."""

import pytest

from companion.games import contract
from companion.games.brawl.game import GAME
from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.commands import Play, Use
from companion.games.brawl.own_texts import TEXTS
from companion.games.brawl.sheets import card_text
from companion.games.brawl.shelf.library import LIBRARY
from companion.games.defaults.completed import completed
from companion.games.measured import RuleViolation
from companion.games.prompt import Pick
from companion.texts import Language
from tests.games.brawl.table import do, duel, setup, skill

WHOLE = completed(GAME)


@pytest.fixture(scope="module")
def met():
    """States with their events, of a duel and of teams."""
    return [
        (state, events)
        for players, seed in ((2, 11), (4, 12))
        for state, _, events in contract.played(GAME, setup(players=players), contract.chance_of(seed))
    ]


def test_every_sentence_has_a_text_in_every_language(met):
    said = {
        (phrase.key, tuple(phrase.values))
        for state, events in met
        for event in events
        for phrase in WHOLE.speech.said(state, event)
    }
    assert len(said) > 25
    for key, values in said:
        for language in Language:
            assert TEXTS.say(language, f"log.{key}", **dict.fromkeys(values, 1))


def test_every_question_and_key_has_a_text_in_every_language(met):
    prompts = {(prompt.key, tuple(prompt.about)) for state, _ in met for prompt in GAME.prompts(state)}
    specs = [spec for state, _ in met for seat in state.setup.seats for spec in GAME.commands(state, seat.id)]
    assert len(prompts) > 8
    for language in Language:
        for key, about in prompts:
            assert TEXTS.say(language, f"ask.{key}", **dict.fromkeys(about, 1))
        for label, fixed in {(WHOLE.speech.label(spec), tuple(spec.fixed)) for spec in specs}:
            assert TEXTS.say(language, f"ask.do.{label}", **dict.fromkeys(fixed, 1))
        for name in {name for spec in specs for name in spec.fields}:
            assert TEXTS.say(language, f"ask.field.{name}")


def test_every_choice_is_named(met):
    """No id of the table is read by anybody."""
    for state, _ in met[::5]:
        for prompt in GAME.prompts(state):
            for spec in prompt.specs:
                for field in spec.fields.values():
                    for word in field.options if isinstance(field, Pick) else ():
                        named = WHOLE.speech.choice(state, word, spec, prompt.key, Language.RUSSIAN)
                        assert named.label
                        assert ":" not in named.label or ": " in named.label


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


def test_a_refusal_says_why(met):
    state = next(state for state, _ in met if state.round)
    violation = RuleViolation("B-ACT-03", "no_core", {"core": "creation"})
    assert WHOLE.speech.refusal(state, violation, "A", Language.ENGLISH) == (
        "You have no ready core of that colour: Creation."
    )
