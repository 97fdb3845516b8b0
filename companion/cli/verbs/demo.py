"""The command that plays a match by itself, at a simulated table."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.argument_types import LANGUAGES, positive
from companion.cli.game_options import Parser, game_of

if TYPE_CHECKING:
    from companion.texts import Language


def demo(arguments: argparse.Namespace) -> int:
    """A simulated table through the whole real pipeline."""
    from companion.demo.run import DemoOptions, run_demo

    options = DemoOptions(
        headless=arguments.headless,
        out=arguments.out,
        seconds=arguments.seconds,
        language=_language(arguments.language),
        game=game_of(arguments).name,
    )
    return run_demo(options)


def _language(code: str | None) -> "Language | None":
    from companion.texts import Language

    return Language(code) if code else None


def add_arguments(parser: Parser) -> None:
    """Says what may follow `companion demo`."""
    parser.add_argument("--headless", action="store_true", help="no window; save pictures in a folder")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder for the pictures, the game and its report")
    parser.add_argument(
        "--seconds", type=positive, metavar="N", help="end so long after the first image (default: at the end)"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help="language of the screen (default: all, one after the other)"
    )
    parser.add_game(lambda _: None)
