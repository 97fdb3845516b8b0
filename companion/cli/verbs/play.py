"""`companion play`: the tablet app over a camera, with or without a game to be refereed."""

import argparse
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.argument_types import LANGUAGES, SOURCES, seconds
from companion.cli.game_options import Parser, add_option, chosen_on_line, game_of
from companion.cli.run_log import keep_dice_off_the_console

if TYPE_CHECKING:
    from companion.games.protocol import Game
    from companion.league.table.news import LeagueNews
    from companion.phones.link.certificates import Certificate
    from companion.referee.core.session import Setup
    from companion.referee.lobby.new_game import NewGame
    from companion.session import GameSession
    from companion.session.game_session import LinkMaker
    from companion.tablet.data.services import AppServices
    from companion.tablet.data.settings import Settings
    from companion.texts import Language


CARD_OPTIONS = ("decks", "pack", "cardboard")
"""Only a game with cards takes them."""


def play(arguments: argparse.Namespace) -> int:
    """The tablet app: the start screen, or at once the game or camera that is named."""
    from companion.tablet import PlayOptions
    from companion.tablet import play as open_window
    from companion.texts import Language

    keep_dice_off_the_console()
    asked, language = Language(arguments.language) if arguments.language else None, _settings(arguments).language
    league = _news()
    services = _services(arguments, league)
    options = PlayOptions(
        arguments.camera,
        arguments.table,
        arguments.calibration,
        asked,
        arguments.game,
        at_once=any(_given(arguments, name) for name in ("camera", "table", "calibration", "game")),
        beginning=_new(arguments, language or Language.ENGLISH),
    )
    with ExitStack() as stack:
        stack.callback(league.stop)
        return open_window(options, services, _game(arguments, options.beginning, league, stack), stack)


def _news() -> "LeagueNews":
    """Hears the league of this machine's table, once it is asked."""
    from companion.league.table.card import card_file
    from companion.league.table.news import LeagueNews

    return LeagueNews(card_file())


def _services(arguments: argparse.Namespace, league: "LeagueNews") -> "AppServices":
    from companion.phones.link import network
    from companion.session import PORT
    from companion.tablet.data.saved_games import games_folder
    from companion.tablet.data.services import AppServices
    from companion.tablet.data.settings import settings_file

    return AppServices(
        settings_file(),
        games_folder(),
        lambda: datetime.now(UTC),
        lambda path, settings: _session(path, arguments, settings, league),
        network.addresses,
        arguments.port or PORT,
        league,
    )


def _new(arguments: argparse.Namespace, language: "Language") -> "NewGame | None":
    """What a new game begins with; None without one.

    Raises:
        SetupError: If options do not go together.
    """
    from companion.referee.errors import SetupError

    given = [name for name in ("players", "decks", "pack") if _given(arguments, name)]
    chosen = chosen_on_line(arguments)
    given += [name.replace("_", "-") for name in sorted(chosen)]
    given += [name for name in ("cardboard", "which", "new") if _given(arguments, name)]
    path: Path | None = arguments.game
    if path is None:
        extra = [*given, *(name for name in ("pause", "https", "port") if _given(arguments, name))]
        if extra:
            raise SetupError(f"--{extra[0]} belongs to a game; name its file with --game FILE.")
        return None
    if path.exists():
        if given:
            raise SetupError(f"{path} is a game that has begun; --{given[0]} is for a new one.")
        return None
    if not given and (meant := _of_like_name(path)):
        raise SetupError(
            f"There is no game {path}. Is {meant} meant? Name that one to go on with it, or add --new to begin one."
        )
    return _beginning(arguments, language)


def _of_like_name(path: Path) -> Path | None:
    """A game that is there whose name was perhaps mistyped: beside the file, or where the program keeps its games."""
    from companion.tablet.data.saved_games import files, games_folder, nearest_name

    return nearest_name(path, (*files(path.parent), *files(games_folder())))


def _game(
    arguments: argparse.Namespace, beginning: "NewGame | None", league: "LeagueNews", stack: ExitStack
) -> "Callable[[Setup], GameSession] | None":
    """What makes the service of a game, which the stack then holds; None without a game."""
    path: Path | None = arguments.game
    if path is None:
        return None
    if beginning is None:
        return lambda _: _resumed(path, arguments, league, stack)
    return lambda setup: _begun(path, arguments, beginning, setup, league, stack)


def _given(arguments: argparse.Namespace, name: str) -> bool:
    value = arguments.game_name if name == "which" else getattr(arguments, name.replace("-", "_"))
    return value is not None and value is not False


def _begun(
    path: Path,
    arguments: argparse.Namespace,
    beginning: "NewGame",
    setup: "Setup",
    league: "LeagueNews",
    stack: ExitStack,
) -> "GameSession":
    from companion.games.registry import game_called
    from companion.presentation.needs import needs_of
    from companion.record.file_lock import held
    from companion.referee.lobby.new_game import begin
    from companion.texts import Language

    session, mat = _session(path, arguments, _settings(arguments), league), setup.layout.mat
    said = begin(path, beginning, (mat.width_mm, mat.height_mm), _utc)
    stack.enter_context(held(path))
    print(said, *filter(None, (needs_of(game_called(beginning.game).shelf, Language.ENGLISH),)), sep="\n", flush=True)
    return session


def _resumed(path: Path, arguments: argparse.Namespace, league: "LeagueNews", stack: ExitStack) -> "GameSession":
    from companion.record.file_lock import held
    from companion.referee.lobby.new_game import check

    session = _session(path, arguments, _settings(arguments), league)
    stack.enter_context(held(path))
    check(path)
    print(f"The game in {path} goes on.", flush=True)
    return session


def _session(path: Path, arguments: argparse.Namespace, settings: "Settings", league: "LeagueNews") -> "GameSession":
    from companion.referee.api.proposal import ConfirmMode
    from companion.session import PORT, GameSession, SessionPlan
    from companion.texts import Language

    plan = SessionPlan(
        record=path,
        pause_s=settings.pause_s if arguments.pause is None else arguments.pause,
        port=arguments.port or PORT,
        certificate=_certificate() if arguments.https else None,
        confirming=ConfirmMode(settings.confirm),
        dice=_dice(arguments, settings),
        symbols=settings.symbols,
        apart=settings.apart,
        league=_league(path, settings, league),
        language=settings.language or Language.ENGLISH,
    )
    return GameSession(plan, lambda: datetime.now(UTC))


def _league(path: Path, settings: "Settings", news: "LeagueNews") -> "LinkMaker | None":
    """What tells a game to the league that this machine's table has joined; None where it belongs to none.

    Whether it is a practice shows once its mat is there, which for a new game is after this.

    Raises:
        CardError: If the card is damaged.
    """
    from companion.league.table.card import card_file, kept_card

    card = kept_card(card_file())
    if card is None:
        return None
    from companion.league.table.link import LinkPlan, TableLink
    from companion.league.table.played_match import told_as
    from companion.tablet.data.resume import is_practice

    def link(*told: Any) -> TableLink | None:  # noqa: ANN401 (as `LinkMaker` has them)
        match, scene, outbox, timing, changed = told
        key = None if is_practice(path, settings) else told_as(match, outbox, card, news.match())
        plan = LinkPlan(card, _utc, match=key or "", news=news.match, newest=news.card)
        return None if key is None else TableLink(match, scene, outbox, plan, timing, changed)

    return link


def _dice(arguments: argparse.Namespace, settings: "Settings") -> tuple[str, ...] | None:
    """The dice that were named, checked before a window opens; None for those that the game was played with last."""
    if arguments.dice is None:
        return settings.dice_named
    from companion.referee.dice.names import where_of

    where_of(arguments.dice)
    return tuple(arguments.dice)


def _settings(arguments: argparse.Namespace) -> "Settings":
    """As the players left them, with the language that the screens speak at first."""
    from companion.tablet import spoken
    from companion.tablet.data.settings import load, settings_file
    from companion.texts import Language

    settings = load(settings_file()).settings
    asked = Language(arguments.language) if arguments.language else settings.language
    return replace(settings, language=spoken(asked))


def _certificate() -> "Certificate":
    from companion.phones.link import network
    from companion.phones.link.certificates import Certificate, certificate_folder
    from companion.referee.errors import SetupError

    certificate = Certificate(certificate_folder(), datetime.now(UTC))
    try:
        certificate.cover((*network.addresses(), *network.host_names()))
    except OSError as error:
        raise SetupError(
            f"The certificate for https cannot be kept in {certificate_folder()}: {error.strerror}."
        ) from error
    return certificate


def _beginning(arguments: argparse.Namespace, language: "Language") -> "NewGame":
    from companion.games.options import chosen_of
    from companion.referee.errors import SetupError
    from companion.referee.lobby.new_game import NewGame
    from companion.texts import Language, say

    game, chosen = game_of(arguments), chosen_on_line(arguments)
    about_cards = [name for name in CARD_OPTIONS if _given(arguments, name)]
    if game.shelf.library is None and about_cards:
        title = game.shelf.title(Language.ENGLISH)
        raise SetupError(f"{title} is played without cards; leave --{about_cards[0]} out.")
    seats = game.shelf.seats(chosen_of(game.shelf.options(language), chosen))
    nameless = tuple(say(language, "tablet.side.name", owner=seat.id) for seat in seats)
    return NewGame(
        players=tuple(arguments.players or nameless),
        decks=tuple(arguments.decks or ()),
        packs=tuple(arguments.pack or ()),
        game=game.name,
        chosen=chosen,
        cardboard=None if arguments.cardboard is None else tuple(arguments.cardboard),
    )


def _utc() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def add_arguments(parser: Parser) -> None:
    """Says what may follow `companion play`."""
    parser.add_argument("--camera", metavar="SOURCE", help=f"{SOURCES}, or none; else the one used last")
    parser.add_argument("--table", type=Path, metavar="FILE", help="table file: what is on the mat (table.toml)")
    parser.add_argument(
        "--calibration", type=Path, metavar="FILE", help="the camera's calibration (camera.toml; default: yours)"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help="language of the screen at first (default: as set, else your system's)"
    )
    game = parser.add_argument_group("a game, with the players' phones")
    game.add_argument("--game", type=Path, metavar="FILE", help="the game to continue, or the file for a new one")
    game.add_argument("--pause", type=seconds, metavar="S", help="pause for possible hidden cards: 4; 0 for no pause")
    game.add_argument(
        "--dice",
        nargs="+",
        metavar="SOURCE",
        help="dice to use: radio, usb, serial:PORT, text:PORT, tray:CAMERA, virtual:N (default: those used last)",
    )
    game.add_argument(
        "--port", type=_port, metavar="N", help="port for the phones (default: 8642, or the next free one)"
    )
    game.add_argument("--https", action="store_true", help="serve phones over https, with a certificate made here")
    new = parser.add_argument_group("a new game")
    new.add_argument("--new", action="store_true", help="begin one though a game of a like name is there")
    new.add_argument("--players", nargs="+", metavar="NAME", help="in clockwise order")
    cards = (
        new.add_argument("--decks", nargs="+", metavar="DECK"),
        new.add_argument("--pack", action="append", type=Path, metavar="FILE"),
    )
    parser.add_game(lambda game: _add_options(parser, new, cards, game), "--which", new)


def _add_options(parser: Parser, new: Any, cards: tuple[argparse.Action, ...], game: "Game[Any]") -> None:  # noqa: ANN401 (argparse has no public name for it)
    """Adds what can be chosen of a game; what is about cards is in the help of a game with cards alone."""
    from companion.texts import Language

    options, has_cards = game.shelf.options(Language.ENGLISH), game.shelf.library is not None
    usual = ", ".join(game.shelf.usual_decks)
    abouts = (f"shipped ones or files{f'; else {usual}' if usual else ''}", "a card pack of your own; repeatable")
    for action, about in zip(cards, abouts, strict=True):
        action.help = about if has_cards else argparse.SUPPRESS
    for option in sorted(options, key=lambda each: each.key):
        if not option.several and not option.page:
            about = f"{option.about}; " if option.about else ""
            add_option(parser, new, option, f"{about}else {', '.join(option.usual)}")
    about = "players with real cards; without names, all players" if has_cards else argparse.SUPPRESS
    new.add_argument("--cardboard", nargs="*", metavar="NAME", help=about)
    for option in options:
        if option.several:
            add_option(parser, new, option, option.about)
    readings = parser.add_argument_group("how open points of the rules are read (else as the edition does)")
    for option in options:
        if option.page:
            add_option(parser, readings, option, f"{option.name} {option.about}".strip())


def _port(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else 0
    if not 0 < number < 2**16:
        raise argparse.ArgumentTypeError(f"a port from 1 to 65535 was expected, got {text!r}")
    return number
