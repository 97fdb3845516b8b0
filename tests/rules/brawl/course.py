"""How tests get into the course of a game: by taking the first thing on offer until something is asked."""

from companion.games import contract
from companion.games.brawl.game import GAME
from companion.games.prompt import Cells
from tests.games.brawl.table import asked, do, setup, shuffled


def begun(players=2, **values):
    """A game of which chance has said who begins: A."""
    return shuffled(GAME.new(setup(players=players, **values)))


def answer(state):
    """The first thing on offer, filled with the first options; hands are kept."""
    prompts = GAME.prompts(state)
    assert prompts, "nothing is asked"
    prompt = prompts[0]
    spec = prompt.specs[0]
    values = {
        name: list(field.options[0]) if isinstance(field, Cells) else ([] if name == "cards" else field.options[0])
        for name, field in spec.fields.items()
    }
    return contract._command(GAME, spec, values)


def until(state, key):
    """Plays the first thing on offer until something is asked."""
    for _ in range(100):
        if asked(state)[0] == key:
            return state
        state = do(state, answer(state))
    raise AssertionError(key)


def order_of(state, key):
    found = []
    while asked(state)[0] == key:
        found.append(asked(state)[1][0])
        state = do(state, answer(state))
    return found, state
