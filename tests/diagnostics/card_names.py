"""What no log may hold: the names and ids of all cards that come along, in all languages."""

import re

from companion.cards import all_cards
from companion.games.signum.shelf.library import LIBRARY

CARDS = all_cards(LIBRARY.packs.values())
NAMES = {name for card in CARDS.values() for name in card.names.values()}
KEYS = {key.rpartition("/")[2] for key in CARDS}
_NAMED = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(NAMES, key=len, reverse=True)))})\b")
_KEYED = re.compile(rf"(?<![\w./])(?:{'|'.join(sorted(KEYS, key=len, reverse=True))})(?![\w./])|(?:seed|skirmish)/\w+")
"""By itself: `ruins.py` and `companion/…/ruins` are files of the program."""
_IN_PLAY = re.compile(r"(?<![\w:])[ABCD]:(?:\d+|hero)\b")
"""A card as a game numbers it."""


def cards_in(text: str) -> list[str]:
    """All that a text says of cards."""
    return [found.group() for form in (_NAMED, _KEYED, _IN_PLAY) for found in form.finditer(text)]
