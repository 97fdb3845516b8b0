"""The commands about card packs and decks."""

import argparse
import json
import sys
from pathlib import Path


def check(arguments: argparse.Namespace) -> int:
    """Whether packs and decks can be played with; every mistake with its file, card and line."""
    from companion.cards.checking import json_of, lines_of
    from companion.games.signum import Edition
    from companion.games.signum.editions import rules_for
    from companion.games.signum.shelf.library import LIBRARY
    from companion.games.signum.shelf.rulings import deck_faults

    rules = rules_for(Edition(arguments.edition))
    checked = LIBRARY.check(tuple(arguments.packs), lambda deck, cards: deck_faults(deck, cards, rules))
    if arguments.json:
        print(json.dumps([json_of(each) for each in checked], ensure_ascii=False))
    else:
        print("\n".join(line for each in checked for line in lines_of(each)))
    return 0 if all(each.ok for each in checked) else 1


def new(arguments: argparse.Namespace) -> int:
    """A pack to begin with: a card of each kind, with every field explained."""
    from companion.cards.checking import write_template
    from companion.games.signum.shelf.library import LIBRARY

    if arguments.out is None:
        sys.stdout.write(LIBRARY.template())
    else:
        write_template(arguments.out, LIBRARY.template())
        print(arguments.out)
    return 0


def add_arguments(parser: argparse.ArgumentParser, parser_class: type[argparse.ArgumentParser]) -> None:
    """Says what may follow `companion cards`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=parser_class)
    checking = actions.add_parser(
        "check",
        help=check.__doc__,
        description=check.__doc__,
        epilog="example: companion cards check my-cards.toml my.deck.toml",
    )
    checking.add_argument("packs", nargs="+", type=Path, metavar="PACK", help="packs, and decks (*.deck.toml)")
    checking.add_argument(
        "--edition", choices=["en", "ru", "ru-web"], default="en", help="of the rules that decks must keep"
    )
    checking.add_argument("--json", action="store_true", help="the result for programs")
    checking.set_defaults(command=check)
    beginning = actions.add_parser(
        "new", help=new.__doc__, description=new.__doc__, epilog="example: companion cards new --out my-cards.toml"
    )
    beginning.add_argument("--out", type=Path, metavar="FILE", help="the file to write; else it is printed")
    beginning.set_defaults(command=new)
