"""What games say: every sentence, question, key and choice of games at random is there in three languages."""

import pytest

from companion.games import contract
from companion.games.brawl.game import GAME as BRAWL
from companion.games.brawl.own_texts import TEXTS as OF_BRAWL
from companion.games.defaults.completed import completed
from companion.games.prompt import Pick
from companion.games.warseer.game import GAME as WARSEER
from companion.games.warseer.model.kinds import Mode
from companion.games.warseer.own_texts import TEXTS as OF_WARSEER
from companion.games.warseer.shelf.maps import scenarios
from companion.texts import Language
from tests.games.brawl import table as brawl
from tests.games.warseer import table as warseer


class Told:
    """A game with its texts, and states with their events, of a few games at random."""

    def __init__(self, game, texts, setups):
        self.game, self.texts, self.speech = game, texts, completed(game).speech
        self.met = [
            (state, events)
            for setup, seed in setups
            for state, _, events in contract.played(game, setup, contract.chance_of(seed))
        ]


def of_brawl():
    return Told(BRAWL, OF_BRAWL, [(brawl.setup(players=players), seed) for players, seed in ((2, 11), (4, 12))])


def of_warseer():
    duel = warseer.setup(scenario=scenarios()["deadly_inventions"])
    teams, skirmish = warseer.setup(4, Mode.ALLIANCE, goal=24), warseer.setup(2, Mode.SKIRMISH, goal=0, rounds=3)
    return Told(WARSEER, OF_WARSEER, [(duel, 11), (teams, 12), (skirmish, 13)])


@pytest.fixture(scope="module", params=[of_brawl, of_warseer])
def told(request):
    return request.param()


def test_every_sentence_has_a_text_in_every_language(told):
    said = {
        (phrase.key, tuple(phrase.values))
        for state, events in told.met
        for event in events
        for phrase in told.speech.said(state, event)
    }
    assert len(said) > 25
    for key, values in said:
        for language in Language:
            assert told.texts.say(language, f"log.{key}", **dict.fromkeys(values, 1))


def test_every_question_and_key_has_a_text_in_every_language(told):
    prompts = {(prompt.key, tuple(prompt.about)) for state, _ in told.met for prompt in told.game.prompts(state)}
    some = [(state, seat.id) for state, _ in told.met[::3] for seat in state.setup.seats]
    specs = [spec for state, seat in some for spec in told.game.commands(state, seat)]
    assert len(prompts) > 8
    for language in Language:
        for key, about in prompts:
            assert told.texts.say(language, f"ask.{key}", **dict.fromkeys(about, 1))
        for label, fixed in {(told.speech.label(spec), tuple(spec.fixed)) for spec in specs}:
            assert told.texts.say(language, f"ask.do.{label}", **dict.fromkeys(fixed, 1))
        for name in {name for spec in specs for name in spec.fields}:
            assert told.texts.say(language, f"ask.field.{name}")


def test_every_choice_is_named(told):
    """No id of the table is read by anybody."""
    for state, _ in told.met[::5]:
        for prompt in told.game.prompts(state):
            for spec in prompt.specs:
                for field in spec.fields.values():
                    for word in field.options if isinstance(field, Pick) else ():
                        named = told.speech.choice(state, word, spec, prompt.key, Language.RUSSIAN)
                        assert named.label
                        assert ":" not in named.label or ": " in named.label
