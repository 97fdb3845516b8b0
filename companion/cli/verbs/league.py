"""The commands about leagues: serve one, let a table join it, and check what tables told."""

import argparse
import contextlib
import re
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.argument_types import LANGUAGES
from companion.cli.game_options import Parser

if TYPE_CHECKING:
    from companion.league.organiser.ledger import Ledger
    from companion.league.organiser.service import LeaguePlan, ServedLeague

ABOUT = "Many tables: serve a league or tournament, and let tables join it."
"""What the help says of all of them."""


def serve(arguments: argparse.Namespace) -> int:
    """Serves a league on this machine: a hub for the tables and web pages for organiser, players and spectators."""
    from companion.league.organiser.hub_card import MARK, hub_card_of, keep_hub_card
    from companion.league.organiser.service import LeaguePlan
    from companion.phones.link import network

    name = " ".join(arguments.league)
    card = hub_card_of(name) if name.startswith(MARK) else None
    name = name if card is None else card.ledger.name
    plan = LeaguePlan(
        folder=arguments.folder or _folder(name),
        name=name,
        tables=arguments.tables,
        page_port=arguments.port,
        nats_port=arguments.nats_port,
        leaf_port=arguments.leaf_port,
        cluster_port=arguments.cluster_port,
        others=tuple(arguments.others or ()),
        addresses=tuple(arguments.address or ()),
        host_name=network.local_name(),
        local=arguments.local,
        https=arguments.https,
    )
    if card is not None:
        keep_hub_card(plan.folder, card)
    return _run(_serve(plan, alone=arguments.alone))


async def _serve(plan: "LeaguePlan", *, alone: bool) -> int:
    import asyncio

    from companion.league.organiser.service import go_on_alone, ledger_of, served
    from companion.phones.link import network

    def now() -> datetime:
        return datetime.now(UTC)

    if alone:
        own = await go_on_alone(plan.folder, now)
        print(f"{own.name} is the whole hub from now on, with all that it had of what most servers had confirmed.")
        print("What the lost machines alone had of the last seconds is gone. If they come back, delete the league's")
        print("folder there: they refuse to go on as long as they reach this machine.")
    _tell_others(ledger_of(plan, now(), network.addresses()), plan.folder)
    async with served(plan, now, network.addresses) as league:
        telling = asyncio.create_task(_tell_charge(league))
        await league.hub.server.ended()
        telling.cancel()
    print("The server of NATS has ended.")
    return 1


def _tell_others(ledger: "Ledger", folder: Path) -> None:
    """Says how the other machines of a hub of several become its servers."""
    from companion.league.organiser.hub_card import hub_code, name_in

    own = name_in(folder)
    if len(ledger.servers) < 2:
        return
    for each in ledger.servers if own == ledger.servers[0].name else ():
        if each.name != own:
            print(f"On {each.host} type (the line is secret: it opens the whole league):")
            print(f"companion league serve {hub_code(ledger, each.name)}")
    print("This server begins as soon as most servers of the hub run ...", flush=True)


async def _tell_charge(league: "ServedLeague") -> None:
    """Says where the pages are, again whenever another server takes charge."""
    hub, version, told = league.hub, -1, None
    while True:
        version = await hub.newer_than(version)
        if told == (hub.is_in_charge, hub.in_charge, hub.split):
            continue
        told = hub.is_in_charge, hub.in_charge, hub.split
        if hub.split is not None:
            print(hub.split.error(), flush=True)
        elif hub.is_in_charge:
            print(f"Tables join {hub.ledger.name} at {league.urls[0]}; print their cards from the organiser's page:")
            print(league.page)
            print(f"Players and spectators: {league.page.partition('/organise')[0]}/", flush=True)
        else:
            where = "no server is" if hub.in_charge is None else f"{hub.in_charge.name} ({hub.in_charge.page}) is"
            print(f"This server stands by: {where} in charge. To go on here, type:")
            print(f'companion league take-over "{hub.ledger.name}"', flush=True)


def take_over(arguments: argparse.Namespace) -> int:
    """Puts this machine's server in charge of a hub of several, such as after the one in charge was lost."""
    import asyncio

    from companion.league.organiser.service import take_over as taken

    own = asyncio.run(taken(arguments.folder or _folder(" ".join(arguments.league))))
    print(f"{own.name} is in charge now; its pages are at {own.page}/.")
    return 0


def _run(serving: Coroutine[Any, Any, int]) -> int:
    import asyncio
    import signal

    from companion.league.errors import LeagueError

    async def until_told() -> int:
        """Ends the servers too when the window is closed or the machine shuts down."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 (this one)
        for each in ("SIGTERM", "SIGHUP"):
            with contextlib.suppress(NotImplementedError, AttributeError):  # Windows has neither
                asyncio.get_running_loop().add_signal_handler(getattr(signal, each), task.cancel)
        return await serving

    try:
        with contextlib.suppress(asyncio.CancelledError):
            return asyncio.run(until_told())
    except* LeagueError as group:
        raise group.exceptions[0] from None
    return 0


def _folder(league: str) -> Path:
    import platformdirs

    from companion.league.errors import LeagueError

    plain = re.sub(r"[^\w-]+", "-", league).strip("-")
    if not plain:
        raise LeagueError("a league's name needs at least one letter or digit")
    return Path(platformdirs.user_data_path("companion")) / "leagues" / plain


def leaf(arguments: argparse.Namespace) -> int:
    """Runs the server of a venue by the code on its card: tables there go on while the hub is not reached."""
    from companion.league.organiser.venue import leaf as running
    from companion.league.organiser.venue import venue_of

    card = venue_of(" ".join(arguments.code))

    async def served() -> int:
        async with running(card, arguments.folder or _folder(f"{card.league} {card.venue}"), arguments.port) as server:
            print(f"Tables of {card.venue} come in at port {arguments.port}.", flush=True)
            await server.ended()
        print("The server of NATS has ended.")
        return 1

    return _run(served())


def join(arguments: argparse.Namespace) -> int:
    """Lets this machine's table join a league by its card, whose code the organiser prints."""
    import asyncio

    from companion.league.table.card import card_file, card_of, keep_card
    from companion.league.table.news import greet

    card = card_of(" ".join(arguments.code))
    keep_card(card_file(), card)
    print(
        f"This machine is {card.called} of {card.league}. The matches drawn for it are told to the league from now on."
    )
    if asyncio.run(greet(card)):
        print("The organiser's page shows that it has joined.")
    else:
        print(
            "Its server is not reached now. The organiser's page shows this table once its tablet runs and reaches it."
        )
    return 0


def leave(arguments: argparse.Namespace) -> int:
    """Lets this machine's table leave its league."""
    from companion.league.table.card import card_file
    from companion.league.table.card import leave as forget

    left = forget(card_file())
    print("This machine has left its league." if left else "This machine belongs to no league.")
    return 0


def demo(arguments: argparse.Namespace) -> int:
    """Shows a league that plays itself: eight simulated tables through three rounds."""
    from companion.league.demo import DemoPlan, play
    from companion.texts import Language

    arguments.out.mkdir(parents=True, exist_ok=True)
    plan = DemoPlan(arguments.out, Language(arguments.language), arguments.port, arguments.nats_port)

    async def shown() -> int:
        for path in await play(plan, lambda: datetime.now(UTC), lambda line: print(line, flush=True)):
            print(path)
        return 0

    return _run(shown())


def verify(arguments: argparse.Namespace) -> int:
    """Checks the messages of a game, as a table or a hub keeps them: each signed, and chained to the one before."""
    from companion.league.wire.judged import judged
    from companion.league.wire.messages import checked
    from companion.league.wire.outbox import read_messages

    messages = read_messages(arguments.messages)
    count = sum(1 for _ in checked(messages, arguments.key))
    print(f"{count} messages of game {messages[0].game}: each is signed by the table and follows the one before.")
    for each in judged(messages):
        print(each.sentence)
        for path in () if arguments.pictures is None else each.write(arguments.pictures):
            print(path)
    return 0


def add_serve(parser: Parser) -> None:
    """The arguments of `serve`."""
    parser.add_argument(
        "league",
        nargs="+",
        metavar="NAME|CODE",
        help="what the league is called; it goes on if it was served before. Or the code that the first machine of a "
        "hub of several shows for this one",
    )
    parser.add_argument("--tables", type=int, default=0, metavar="N", help="how many tables it has at least")
    parser.add_argument(
        "--with",
        action="append",
        dest="others",
        metavar="HOST[:PORT]",
        help="another machine of a hub of three, for a new league; given twice",
    )
    parser.add_argument(
        "--alone",
        action="store_true",
        help="go on with this machine alone, where the others of a hub of three are gone for good",
    )
    parser.add_argument("--local", action="store_true", help="reached from this machine alone, and not encrypted")
    parser.add_argument("--https", action="store_true", help="serve the pages over https, with a certificate made here")
    parser.add_argument(
        "--address",
        action="append",
        metavar="HOST",
        help="address of this machine, where it is not one of its network; may be repeated",
    )
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="where it is kept (default: the user's data)")
    parser.add_argument("--port", type=int, default=8700, metavar="PORT", help="of the web pages (8700)")
    parser.add_argument("--nats-port", type=int, default=4222, metavar="PORT", help="where tables come in (4222)")
    parser.add_argument("--leaf-port", type=int, default=7422, metavar="PORT", help="where venues come in (7422)")
    parser.add_argument(
        "--cluster-port", type=int, default=6222, metavar="PORT", help="where the hub's other servers come in (6222)"
    )


def add_take_over(parser: Parser) -> None:
    """The arguments of `take-over`."""
    parser.add_argument("league", nargs="*", metavar="NAME", help="what the league is called")
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="where it is kept (default: the user's data)")


def add_leaf(parser: Parser) -> None:
    """The arguments of `leaf`."""
    parser.add_argument("code", nargs="+", metavar="CODE", help="the code on the venue's card")
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="where it is kept (default: the user's data)")
    parser.add_argument("--port", type=int, default=4222, metavar="PORT", help="where tables come in (4222)")


def add_demo(parser: Parser) -> None:
    """The arguments of `demo`."""
    parser.add_argument("--out", type=Path, default=Path("league-demo"), metavar="FOLDER", help="for games and pages")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the pages")
    parser.add_argument("--port", type=int, default=8700, metavar="PORT", help="of the web pages (8700)")
    parser.add_argument("--nats-port", type=int, default=4222, metavar="PORT", help="of the server of NATS (4222)")


def add_join(parser: Parser) -> None:
    """The arguments of `join`."""
    parser.add_argument("code", nargs="+", metavar="CODE", help="the code on the table's card")


def add_verify(parser: Parser) -> None:
    """The arguments of `verify`."""
    parser.add_argument("messages", type=Path, metavar="FILE", help="messages of a game (GAME.feed)")
    parser.add_argument("--key", required=True, metavar="KEY", help="the table's public key, U...")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="where pictures of calls for a judge are put")


def add_arguments(parser: Parser) -> None:
    """The commands of a league, each with its arguments."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION", parser_class=Parser)
    for name, command, adds in (
        ("serve", serve, add_serve),
        ("take-over", take_over, add_take_over),
        ("leaf", leaf, add_leaf),
        ("join", join, add_join),
        ("leave", leave, None),
        ("demo", demo, add_demo),
        ("verify", verify, add_verify),
    ):
        about = (command.__doc__ or "").strip()
        added = actions.add_parser(name, help=about, description=about)
        added.set_defaults(command=command)
        if adds is not None:
            adds(added)
