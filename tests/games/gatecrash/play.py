"""Gatecrash in tests: seated players, every command that there could be, and other secrets."""

import msgspec

from companion.games.command import SPECTATOR
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


def other_secrets(state, viewer):
    """The same but for cards that a viewer may not see: those of hands and decks trade places."""
    hands, decks = dict(state.hands), dict(state.decks)
    for player in ("A", "B"):
        pool = decks[player] if viewer == player else (*hands[player], *decks[player])
        mixed = tuple(reversed(pool))
        if viewer != player and viewer in ("A", "B", SPECTATOR):
            hands[player], mixed = mixed[: len(hands[player])], mixed[len(hands[player]) :]
        decks[player] = mixed
    return msgspec.structs.replace(state, hands=hands, decks=decks)
