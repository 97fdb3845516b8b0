"""A league that plays itself: eight simulated tables through three Swiss rounds, on a hub of this machine.

The games are real ones, decided by the rules and told to the hub as a table tells them; their players do anything that
is allowed, and give up after a while so that a round does not take an evening.
"""

import asyncio
import contextlib
import re
from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from random import Random

from companion.games import contract
from companion.games.command import SPECTATOR, Command
from companion.games.common import Concede
from companion.games.registry import game_called
from companion.games.shelf import GamePlan, SeatedPlayer
from companion.league.organiser.pages import LeaguePages
from companion.league.organiser.service import LeaguePlan, ServedLeague, served
from companion.league.table.card import TableCard
from companion.league.table.link import LinkPlan, TableLink
from companion.league.tournament import commands
from companion.league.tournament.model import ORGANISER, Match, TournamentPlan
from companion.league.tournament.rounds import standings_of
from companion.league.wire.client import ended
from companion.phones.pages.pages import Pages
from companion.phones.pages.reader import Reader
from companion.record.record import Record
from companion.record.shuffle import commitment
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.command_request import CommandRequest
from companion.referee.match.match import Match as GameMatch
from companion.texts import Language

TABLES = 8
ROUNDS = 3
GAME = "brawl"
"""A game on cells: nothing need be seen of a mat."""
COMMANDS = 50
"""So many a game has before somebody gives up."""
THINKING_S = 0.05
COMES_S = 60.0
SEED = bytes([11]) * 32
NAMES = (
    "Ann",
    "Ben",
    "Cem",
    "Dana",
    "Eli",
    "Fay",
    "Gus",
    "Hana",
    "Ivo",
    "Jana",
    "Kai",
    "Lea",
    "Max",
    "Nia",
    "Oto",
    "Pia",
)


@dataclass(frozen=True, slots=True)
class DemoPlan:
    """How the demo is shown.

    Attributes:
        folder: Where its league, its games and its pictures lie.
        language: Of what it says.
        page_port: Of its web pages; 0 for any.
        nats_port: Of its server of NATS.
        commands: So many a game has.
    """

    folder: Path
    language: Language
    page_port: int
    nats_port: int
    commands: int = COMMANDS


class _NobodyLooks:
    """Nothing is seen of a mat that is not there."""

    def spot(self, *_: object) -> None:
        """Nowhere."""


async def play(plan: DemoPlan, now: Callable[[], datetime], say: Callable[[str], None]) -> tuple[Path, ...]:
    """Plays the league to its end; the pages that were kept of it.

    Args:
        plan: How.
        now: Wall time, with its zone.
        say: Is told what happens, a line each.

    Raises:
        LeagueError: If the server of NATS cannot be started.
        OSError: If something cannot be written.
    """
    league_plan = LeaguePlan(
        folder=plan.folder / "league",
        name="Demo League",
        tables=TABLES,
        page_port=plan.page_port,
        nats_port=plan.nats_port,
        leaf_port=0,
        local=True,
    )
    kept: list[Path] = []
    async with served(league_plan, now, tuple) as league:
        hub, origin = league.hub, f"http://127.0.0.1:{league.port}"
        say(f"Look on: {origin}/")
        await hub.begin(TournamentPlan(name="Demo League", game=GAME, rounds=ROUNDS, tables=TABLES))
        assert hub.book is not None  # noqa: S101 (begun just now)
        for number, name in enumerate(NAMES):
            await hub.do(commands.Register(by=ORGANISER, player=f"p{number}", name=name))
        for number in range(1, ROUNDS + 1):
            await hub.do(commands.Pair(by=ORGANISER, seed=f"demo {number}"))
            await hub.do(commands.StartClock(by=ORGANISER, at=now().isoformat()))
            assert hub.book.state.round is not None  # noqa: S101 (drawn just now)
            matches = hub.book.state.round.matches
            async with asyncio.TaskGroup() as tables:
                for match in matches:
                    tables.create_task(_match(league, plan, match, number, now))
                tables.create_task(_kept_soon(league, plan, number, now, kept))
            kept.append(_keep(league, plan, f"round-{number}", now))
            say(f"Round {number} is over.")
        await hub.do(commands.Finish(by=ORGANISER))
        kept.append(_keep(league, plan, "standings", now))
        for place in standings_of(hub.book.state)[:3]:
            say(f"{place.place}. {hub.book.state.participants[place.player].name}, {place.points:g}")
        troubles = [each.trouble for each in hub.live.games.values() if each.trouble]
        taken, games = hub.live.taken, len(hub.live.games)
        say(f"{taken} messages of {games} games were checked; not to be trusted: {len(troubles)}.")
    return tuple(kept)


async def _match(league: ServedLeague, plan: DemoPlan, match: Match, number: int, now: Callable[[], datetime]) -> None:
    """One match at its table, told to the hub as it goes, until the hub counts how it ended."""
    hub = league.hub
    assert hub.book is not None  # noqa: S101 (begun before)
    entry = hub.ledger.tables[match.table - 1]
    names = [hub.book.state.participants[player].name for player in match.players]
    path = plan.folder / "games" / f"round-{number}-table-{match.table}.{GAME}"
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(_begun(path, names, now)) as record:
        game = GameMatch(record, asyncio.get_running_loop().time, pause_s=0.0)
        gateway, pages = CommandGateway(game, _NobodyLooks(), asyncio.get_running_loop().time), Pages()
        card = TableCard(league="Demo", venue=entry.venue, table=entry.name, urls=league.urls, seed=entry.seed)
        link = TableLink(
            game,
            lambda language: pages.sections(gateway, Reader(SPECTATOR, language)),
            path.with_suffix(".feed"),
            LinkPlan(card, lambda: now().isoformat(), (plan.language,), match=match.key),
        )
        telling = asyncio.create_task(link.run())
        chance = contract.chance_of(number * TABLES + match.table)
        for command in range(plan.commands):
            wanted = _anything(record, chance)
            if wanted is None or game.is_over:
                break
            game.submit(CommandRequest(str(command), wanted))
            await asyncio.sleep(THINKING_S)
        if not game.is_over:
            game.submit(CommandRequest("gives up", Concede(by=chance.choice(game.players))))
        for seat in game.players:
            link.confirm(seat)
        async with asyncio.timeout(COMES_S):
            version = hub.version
            while (known := hub.book.state.match(match.key)) is not None and known.result is None:
                version = await hub.newer_than(version)
        await ended([telling])


def _begun(path: Path, names: list[str], now: Callable[[], datetime]) -> Record:
    """A new game of two players with the decks that come with it."""
    game = game_called(GAME)
    shelf, library = game.shelf, game.shelf.library
    assert library is not None  # noqa: S101 (the game is played with cards)
    chosen = {option.key: option.usual for option in shelf.options(Language.ENGLISH)}
    seats, decks = shelf.seats(chosen), [library.deck(name) for name in shelf.usual_decks]
    seated = tuple(SeatedPlayer(seat, name, deck) for seat, name, deck in zip(seats, names, decks, strict=False))
    setup = shelf.set_up(GamePlan(chosen, seated, library.packs, seed_hash=commitment(SEED)))
    return Record.create(path, game, setup, lambda: now().isoformat(), seed=SEED)


def _anything(record: Record, chance: Random) -> Command | None:
    """Anything that is on offer but to give up; None at the end of the game."""
    while True:
        command = contract.next_command(record.game, record.state, chance)
        if not isinstance(command, Concede):
            return command


async def _kept_soon(
    league: ServedLeague, plan: DemoPlan, number: int, now: Callable[[], datetime], kept: list[Path]
) -> None:
    """Keeps a page of the round while it is played."""
    await asyncio.sleep(plan.commands * THINKING_S / 2)
    kept.append(_keep(league, plan, f"round-{number}-under-way", now))
    live = league.hub.live.newest_at(league.hub.ledger.tables[0].venue, league.hub.ledger.tables[0].name)
    html = LeaguePages(league.hub).watch(live, plan.language)
    kept.append(_written(league, plan, f"round-{number}-table-1", html))


def _keep(league: ServedLeague, plan: DemoPlan, name: str, now: Callable[[], datetime]) -> Path:
    return _written(league, plan, name, LeaguePages(league.hub).home(plan.language, now()))


def _written(league: ServedLeague, plan: DemoPlan, name: str, html: str) -> Path:
    """Writes a page that needs nothing else: its styles stand in it, and it does not ask for news."""
    pages = LeaguePages(league.hub)

    def styles(found: re.Match[str]) -> str:
        data = pages.asset(found[1])
        return "" if data is None else f"<style>{data[0].decode()}</style>"

    def icons(found: re.Match[str]) -> str:
        data = pages.asset(found[1])
        return found[0] if data is None else f"data:image/svg+xml;base64,{b64encode(data[0]).decode()}"

    html = re.sub(r'<link rel="stylesheet" href="/assets/([^"]+)">', styles, html)
    html = re.sub(r'<script src="[^"]+" defer></script>', "", html)
    html = re.sub(r"/assets/([\w.]+\.svg)", icons, html)
    path = plan.folder / f"{name}.html"
    path.write_text(html, encoding="utf-8")
    return path
