"""The commands about card packs and decks."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.game_options import Parser, add_option, chosen_on_line, game_of

if TYPE_CHECKING:
    from companion.cards import CardLibrary
    from companion.games.protocol import Game

ABOUT = "Card packs and decks: check them, or begin a pack of your own."
"""What the help says of all of them."""


def check(arguments: argparse.Namespace) -> int:
    """Whether packs and decks can be played with; every mistake with its file, card and line."""
    from companion.cards.pack_check import json_of, lines_of
    from companion.games.options import chosen_of
    from companion.texts import Language

    shelf = game_of(arguments).shelf
    chosen = chosen_of(shelf.options(Language.ENGLISH), chosen_on_line(arguments))
    checked = _library(arguments).check(
        tuple(arguments.packs), lambda deck, cards: shelf.deck_faults(deck, cards, chosen)
    )
    if arguments.json:
        print(json.dumps([json_of(each) for each in checked], ensure_ascii=False))
    else:
        print("\n".join(line for each in checked for line in lines_of(each)))
    return 0 if all(each.ok for each in checked) else 1


def new(arguments: argparse.Namespace) -> int:
    """A pack to begin with: a card of each kind, with every field explained."""
    from companion.cards.pack_check import write_template

    template = _library(arguments).template()
    if arguments.out is None:
        sys.stdout.write(template)
    else:
        write_template(arguments.out, template)
        print(arguments.out)
    return 0


def _library(arguments: argparse.Namespace) -> "CardLibrary[Any, Any]":
    from companion.cards import NoCardsError
    from companion.texts import Language

    shelf = game_of(arguments).shelf
    if shelf.library is None:
        raise NoCardsError(f"{shelf.title(Language.ENGLISH)} is played without cards")
    return shelf.library


def add_arguments(parser: Parser) -> None:
    """Says what may follow `companion cards`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=Parser)
    checking = actions.add_parser(
        "check",
        help=check.__doc__,
        description=check.__doc__,
        epilog="example: companion cards check my-cards.toml my.deck.toml",
    )
    checking.add_argument("packs", nargs="+", type=Path, metavar="PACK", help="packs, and decks (*.deck.toml)")
    checking.add_argument("--json", action="store_true", help="print the result as JSON")
    checking.add_game(lambda game: _add_options(checking, game))
    checking.set_defaults(command=check)
    beginning = actions.add_parser(
        "new", help=new.__doc__, description=new.__doc__, epilog="example: companion cards new --out my-cards.toml"
    )
    beginning.add_argument("--out", type=Path, metavar="FILE", help="the file to write (default: print it)")
    beginning.add_game(lambda _: None)
    beginning.set_defaults(command=new)


def _add_options(parser: Parser, game: "Game[Any]") -> None:
    from companion.texts import Language

    for option in game.shelf.options(Language.ENGLISH):
        if "decks" in option.bears_on:
            add_option(parser, parser, option, f"{option.about} that decks must keep")
