"""The commands about campaigns: series of matches between the same players, over weeks."""

import argparse
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from companion.cli.argument_types import LANGUAGES
from companion.cli.game_options import Parser

if TYPE_CHECKING:
    from companion.referee.history.campaign_record import CampaignRecord

ABOUT = "A series of matches between the same players: begin it, go on with it over weeks, print its sheets."
"""What the help says of all of them."""
DECK_ENDING = ".deck.toml"

T = TypeVar("T")


def begin(arguments: argparse.Namespace) -> int:
    """Begins a campaign in a new file."""
    from companion.documents import read_bytes
    from companion.games.registry import game_called
    from companion.referee.history.campaign_record import CampaignRecord, with_campaigns

    players = [_named(each) for each in arguments.player]
    plan = None if arguments.plan is None else _of_file(arguments.plan, read_bytes)
    game = game_called(arguments.game_name or with_campaigns()[0])
    begun = CampaignRecord.begin(
        arguments.campaign, game, players, arguments.sort or "", plan, _now, packs=arguments.pack
    )
    with closing(begun):
        return _show(begun, arguments)


def show(arguments: argparse.Namespace) -> int:
    """How the campaign stands, and what each player may do now."""
    from companion.referee.history.campaign_record import CampaignRecord

    with closing(CampaignRecord.read(arguments.campaign)) as seen:
        return _show(seen, arguments)


def do(arguments: argparse.Namespace) -> int:
    """Does what a player wants: its kind, and what stands in it, such as `buy sellsword`."""
    with closing(_opened(arguments)) as going:
        command = going.command(arguments.player, arguments.kind, arguments.values)
        return _told(going, command, arguments)


def match(arguments: argparse.Namespace) -> int:
    """Writes the match down that was played: its record, or a result in TOML."""
    from companion.documents import parse_toml, read_head, read_text
    from companion.referee.history.replay import SQLITE

    with closing(_opened(arguments)) as going:
        if _of_file(arguments.match, lambda path: read_head(path, len(SQLITE))) == SQLITE:
            command = going.result_of(arguments.match)
        else:
            command = going.result_written(_of_file(arguments.match, lambda path: parse_toml(read_text(path)).data))
        return _told(going, command, arguments)


def undo(arguments: argparse.Namespace) -> int:
    """Takes the last thing back; nothing is deleted, the record says that it was taken back."""
    with closing(_opened(arguments)) as going:
        going.undo(arguments.player)
        return _show(going, arguments)


def sheets(arguments: argparse.Namespace) -> int:
    """The sheets of all players as a page to print."""
    from companion.presentation.campaign_page import page_of
    from companion.referee.history.campaign_record import CampaignRecord
    from companion.texts import Language

    language = Language(arguments.language)
    with closing(CampaignRecord.read(arguments.campaign)) as seen:
        found = seen.campaign.sheets(seen.record.state, language)
    _write(arguments.out, page_of(found[1:], arguments.campaign.stem, language))
    return 0


def decks(arguments: argparse.Namespace) -> int:
    """The deck that each player brings to the match that runs, one file each."""
    from companion.referee.history.campaign_record import CampaignRecord

    with closing(CampaignRecord.read(arguments.campaign)) as seen:
        found = seen.campaign.decks(seen.record.state)
    for player, text in found.items():
        _write(arguments.out / f"{player}{DECK_ENDING}", text)
    return 0


def _write(path: Path, text: str) -> None:
    """Writes a file, in a folder that is made where it is missing, and says so."""
    from companion.record.errors import RecordError
    from companion.record.private_file import write_private

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_private(path, text.encode())
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror}.") from error
    print(path)


def _of_file(path: Path, read: Callable[[Path], T]) -> T:
    """What a file holds; what is wrong with it is said with its name."""
    from companion.documents import DocumentError
    from companion.games.campaign import CampaignError

    try:
        return read(path)
    except DocumentError as error:
        raise CampaignError(f"{path} {error}") from error


def _now() -> str:
    from datetime import UTC, datetime

    return datetime.now(UTC).isoformat()


def _named(word: str) -> tuple[str, str]:
    from companion.games.campaign import CampaignError

    name, _, leader = word.partition(":")
    if not name or not leader:
        raise CampaignError(f"a player is written as NAME:HERO, such as Ann:vell, not {word!r}")
    return name, leader


def _opened(arguments: argparse.Namespace) -> "CampaignRecord":
    from companion.referee.history.campaign_record import CampaignRecord

    return CampaignRecord.open(arguments.campaign, _now)


def _show(seen: "CampaignRecord", arguments: argparse.Namespace) -> int:
    from companion.presentation.campaign_page import lines_of
    from companion.texts import Language

    found = seen.campaign.sheets(seen.record.state, Language(arguments.language))
    print("\n".join(lines_of(found if getattr(arguments, "all", False) else found[:1])))
    return 0


def _told(going: "CampaignRecord", command: object, arguments: argparse.Namespace) -> int:
    from companion.texts import Language

    print("\n".join(going.do(command, Language(arguments.language))))  # type: ignore[arg-type]  # a command
    return 0


def add_arguments(parser: Parser) -> None:
    """Says what may follow `companion campaign`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=Parser)

    def action(name: str, command: object, example: str) -> Parser:
        about = (command.__doc__ or "").strip()
        epilog = f"example: companion campaign {name} {example}"
        added: Parser = actions.add_parser(name, help=about, description=about, epilog=epilog)
        added.add_argument("campaign", type=Path, metavar="CAMPAIGN", help="the campaign's file")
        added.add_argument("--language", choices=LANGUAGES, default="en", help="language of the sentences")
        added.set_defaults(command=command)
        return added

    beginning = action("begin", begin, "ours.campaign --player Ann:vell --player Ben:grenna")
    beginning.add_game(lambda _: None)
    beginning.add_argument(
        "--player", action="append", required=True, metavar="NAME:HERO", help="a player and whom the player leads"
    )
    beginning.add_argument("--sort", metavar="SORT", help="how long: champion (5 matches) or royal (7)")
    beginning.add_argument("--plan", type=Path, metavar="FILE", help="figures of your own: coins, prices, scenarios")
    beginning.add_argument(
        "--pack", type=Path, action="append", default=[], metavar="FILE", help="own cards; repeat for each"
    )
    action("show", show, "ours.campaign").add_argument("--all", action="store_true", help="with all sheets")
    doing = action("do", do, "ours.campaign --as A buy sellsword")
    doing.add_argument("--as", dest="player", required=True, metavar="PLAYER", help="who wants it, such as A")
    doing.add_argument("kind", metavar="WHAT", help="such as buy, convert, ready")
    doing.add_argument("values", nargs="*", metavar="VALUE", help="what stands in it")
    action("match", match, "ours.campaign friday.warseer").add_argument(
        "match", type=Path, metavar="MATCH", help="its record, or a result in TOML"
    )
    action("undo", undo, "ours.campaign --as A").add_argument(
        "--as", dest="player", required=True, metavar="PLAYER", help="who takes it back"
    )
    action("sheets", sheets, "ours.campaign --out sheets.html").add_argument(
        "--out", type=Path, required=True, metavar="FILE", help="the page to write"
    )
    action("decks", decks, "ours.campaign --out friday").add_argument(
        "--out", type=Path, required=True, metavar="FOLDER", help="where the decks are written"
    )
