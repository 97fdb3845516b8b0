"""A table of any game that was played at random up to a moment, and what its phones' pages say there."""

from html import unescape

from companion.games import contract
from companion.games.options import chosen_of
from companion.games.registry import game_called
from companion.games.shelf import GamePlan, SeatedPlayer
from companion.phones.pages.pages import Pages
from companion.phones.pages.reader import Reader
from companion.record.record import Record
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.match import Match
from companion.texts import Language
from tests.phones.screens import Nobody

SEED = bytes(range(32))
NOON = "2026-11-26T12:00:00Z"
MOST = 2_000


def setup(name, **given):
    """What a game begins with, with the decks that come with it and the options that are given."""
    shelf = game_called(name).shelf
    chosen = chosen_of(shelf.options(Language.ENGLISH), {key: (word,) for key, word in given.items()})
    decks = [shelf.library.deck(each) for each in shelf.usual_decks]
    plans = shelf.seats(chosen)
    seated = tuple(SeatedPlayer(plan, f"Player {plan.id}", decks[number]) for number, plan in enumerate(plans))
    return shelf.set_up(GamePlan(chosen, seated, shelf.library.packs))


def table(path, name, begins, ends, seed=1):
    """A game that was played at random until it came to a moment."""
    game = game_called(name)
    record = Record.create(path, game, begins, lambda: NOON, seed=SEED)
    chance = contract.chance_of(seed)
    for _ in range(MOST):
        if ends(record.state):
            break
        command = contract.next_command(game, record.state, chance)
        assert command is not None, "the game ended before"
        record.do(command)
    match = Match(record, lambda: 0.0, pause_s=0.0)
    record.close()
    return CommandGateway(match, Nobody(), lambda: 0.0)


def page_of(gateway, viewer, language=Language.ENGLISH):
    """All that a viewer's page says, as its letters are read."""
    return unescape("\n".join(map(str, Pages().sections(gateway, Reader(viewer, language)).values())))
