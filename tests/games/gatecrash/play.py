"""Gatecrash in tests: seated players, every command that there could be, and other secrets."""

import msgspec

from companion.games.common import Rolled
from tests.games.gatecrash.rules import CARDS, CELLS, RUNNERS, SHIELD, SWORD, Run, Seat, Setup, word

SETUP = Setup((Seat("A", "Ann", "player_one"), Seat("B", "Bob", "player_two")))


def every_command(state):
    for by in ("A", "B"):
        yield from (Rolled(by=by, faces=(face,)) for face in (SWORD, SHIELD, "pips"))
        for card in (*CARDS, "4a"):
            for piece in RUNNERS:
                yield from (Run(by=by, card=card, piece=piece, to=word(cell)) for cell in CELLS)
                yield Run(by=by, card=card, piece=piece, to="9,9")


def other_secrets(state, viewer, command):
    """The same but for cards that a viewer may not see: but for the one that is played they trade places."""
    hands, decks = dict(state.hands), dict(state.decks)
    for player in ("A", "B"):
        kept = hands[player] if player == viewer else ()
        if isinstance(command, Run) and command.by == player != viewer:
            kept = (command.card,)
        pool = [each for each in (*hands[player], *decks[player]) if each not in kept][::-1]
        missing = len(hands[player]) - len(kept)
        hands[player], decks[player] = (*kept, *pool[:missing]), tuple(pool[missing:])
    return msgspec.structs.replace(state, hands=hands, decks=decks)
