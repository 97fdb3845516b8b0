"""The commands of the program, each with what may follow it.

Rooms are imported by the command that needs them, so that help comes at once and no window is opened by mistake.
"""

import argparse
from collections.abc import Callable
from typing import TypeAlias

from companion.cli import run_log
from companion.cli.game_options import Parser
from companion.cli.verbs import (
    calibrate,
    campaign,
    cards,
    demo,
    dice,
    game_records,
    games,
    judge,
    league,
    learn_board,
    measure,
    play,
    print_sheets,
    record,
    scale,
)

LEARN_BOARD = "learn-board picture.jpg --table table.toml --kind hex --cell greer=0,0 --cell wren=3,0 --cell gaunt=0,3"
PLAY = "play --camera usb:0 --table sheets/table.toml --game ours.signum"
RECORD = "record --camera usb:0 --table sheets/table.toml --out wrong.table.zip"

Command = Callable[[argparse.Namespace], int]
Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001  # argparse has no public name for it


def command_parser() -> Parser:
    """The parser of all commands; what it reads has the `command` to run and its `name`."""
    parser = Parser(prog="companion", description="Referees a tabletop game played with real miniatures.")
    parser.add_argument("--version", action=_Version, nargs=0, help="say which version this is")
    commands = parser.add_subparsers(dest="name", required=True, metavar="COMMAND", parser_class=Parser)
    demo.add_arguments(_add(commands, "demo", demo.demo, "demo --headless --out pictures"))
    play.add_arguments(_add(commands, "play", play.play, PLAY))
    print_sheets.add_arguments(
        _add(commands, "print", print_sheets.print_sheets, "print bases --out sheets --base greer:small:A")
    )
    calibrate.add_arguments(_add(commands, "calibrate", calibrate.calibrate, "calibrate --camera usb:0"))
    record.add_arguments(_add(commands, "record", record.record, RECORD))
    measure.add_arguments(
        _add(commands, "measure", measure.measure, "measure picture.jpg --table table.toml --draw drawn.png")
    )
    judge.add_arguments(_add(commands, "judge", judge.judge, "judge scene.json --json"))
    learn_board.add_arguments(_add(commands, "learn-board", learn_board.learn_board, LEARN_BOARD))
    scale.add_arguments(
        _add(commands, "scale", scale.scale, "scale --table sheets/table.toml --across-mm 99.6 --along-mm 99.9")
    )
    cards.add_arguments(_add_group(commands, "cards", cards.ABOUT, "cards new"))
    campaign.add_arguments(_add_group(commands, "campaign", campaign.ABOUT, "campaign show ours.campaign"))
    league.add_arguments(_add_group(commands, "league", league.ABOUT, 'league serve "Winter League" --tables 8'))
    games.add_arguments(_add(commands, "games", games.list_games, "games"))
    dice.add_arguments(_add_group(commands, "dice", dice.ABOUT, "dice read tray.jpg"))
    game_records.add_replay(_add(commands, "replay", game_records.replay, "replay game.signum --as A --json"))
    game_records.add_verify(_add(commands, "verify", game_records.verify, "verify game.signum"))
    game_records.add_rescue(_add(commands, "rescue", game_records.rescue, "rescue game.signum --out rescued.signum"))
    game_records.add_export(
        _add(commands, "export", game_records.export, "export game.signum --to html --out game.html")
    )
    return parser


class _Version(argparse.Action):
    """Says which version is installed."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"companion {version('companion')}")
        parser.exit()


def _add(commands: Commands, name: str, command: Command, example: str) -> Parser:
    added = _add_group(commands, name, (command.__doc__ or "").strip(), example)
    added.set_defaults(command=command)
    if name in run_log.LOGGED:
        run_log.add_debug(added)
    return added


def _add_group(commands: Commands, name: str, about: str, example: str) -> Parser:
    """Adds a command that names no action itself, because it has commands below it."""
    return commands.add_parser(
        name,
        help=about,
        description=about,
        epilog=f"example: companion {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
