"""The command that lists the games that are installed."""

import argparse
import json

from companion.cli.argument_types import LANGUAGES


def list_games(arguments: argparse.Namespace) -> int:
    """The games that can be played here, and what their players have to supply."""
    from companion.games.registry import GameError, game_called, games
    from companion.presentation.needs import supplies_of
    from companion.texts import Language

    language = Language(arguments.language)
    found = []
    for name in sorted(games()):
        try:
            game = game_called(name)
        except GameError as error:
            found.append({"name": name, "trouble": str(error)})
        else:
            found.append({"name": name, "title": game.shelf.title(language), "needs": supplies_of(game, language)})
    if arguments.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        for each in found:
            print(f"{each['name']}: {each.get('title') or each.get('trouble')}")
            if each.get("needs"):
                print(f"    {each['needs']}")
    return 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Says what may follow `companion games`."""
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the titles")
    parser.add_argument("--json", action="store_true", help="the result for programs")
