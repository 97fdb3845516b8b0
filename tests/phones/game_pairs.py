"""Pairs of games that differ in nothing but cards hidden from one viewer, played by the same deeds."""

import asyncio
import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.cards import all_cards
from companion.games.command import SPECTATOR, Command
from companion.games.prompt import CommandSpec, Spot
from companion.games.signum.model.commands import Play
from companion.games.signum.model.events import CardMoved
from companion.games.signum.model.kinds import BATTLE_KINDS, Kind
from companion.games.signum.model.redaction import OPEN_ZONES
from companion.games.signum.model.state import Seat, Setup, State
from companion.games.signum.play.by_hand import ZONES
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.seats import setup_for
from companion.referee.match.command_request import Answer, CommandDone, CommandRequest
from tests.games.signum.random_play import Game
from tests.phones.networked_table import Wired

CARDS = all_cards(LIBRARY.packs.values())
BATTLE = tuple(key for key, card in CARDS.items() if card.kind in BATTLE_KINDS)
TACTICS = tuple(key for key, card in CARDS.items() if card.kind is Kind.TACTIC)
PAUSE_S = 4.0


@dataclass(frozen=True)
class Deed:
    """One thing that somebody does; the same in both games.

    Attributes:
        after_s: How long after the one before.
        command: Of another seat, or the table; None for none.
        request: Of the viewer's phone: method, path, body.
        places: Where the camera sees what the viewer's intent moves, by field.
    """

    after_s: float
    command: Command | None = None
    request: tuple[str, str, bytes] | None = None
    places: Mapping[str, Any] = field(default_factory=dict)


class World(Wired):
    """One game with its server, and the viewer's phone.

    Attributes:
        refused: When somebody else's command was refused first; None if none was.
    """

    def __init__(self, setup: Setup, viewer: str, folder: Path, pause_s: float) -> None:
        super().__init__(folder, setup=setup, pause_s=pause_s)
        self.viewer = viewer
        self.refused: float | None = None
        self._count = 0

    async def begin(self) -> None:
        """Joins the viewer's phone and opens its stream."""
        await super().begin()
        self.phone = await self.sit(self.viewer)
        self.phone.ask("GET", "/")
        self.phone.ask("GET", "/events")
        await asyncio.sleep(0.1)

    async def do(self, deed: Deed) -> None:
        """Does a deed when its time has come."""
        await asyncio.sleep(deed.after_s)
        if deed.request is not None:
            self.camera.places = deed.places
            self.phone.ask(*deed.request)
        if deed.command is not None:
            self._count += 1
            self.match.submit(CommandRequest(f"other-{self._count}", deed.command, self._answered))
        await asyncio.sleep(0.01)

    def _answered(self, answer: Answer) -> None:
        if answer != CommandDone() and self.refused is None:
            self.refused = self.now_s


class Chooser(Game):
    """Chooses a command by chance that would be accepted, and does not give it."""

    chosen: tuple[CommandSpec, Command] | None = None

    def offered(self) -> list[CommandSpec]:
        """Everything, and rather what brings tactics into play and meets them."""
        found = super().offered()
        return found + [spec for spec in found if spec.kind in ("play", "construct", "fight")] * 3

    def try_spec(self, spec: CommandSpec) -> bool:
        self._spec = spec
        return super().try_spec(spec)

    def give(self, command: Command) -> tuple[Any, ...]:
        self.rules.decide(self.state, command)
        self.chosen = self._spec, command
        return ()


def tricky(setup: Setup, chance: random.Random) -> Setup:
    """The same seats with more tactics in their decks, in an order of their own."""

    def stacked(deck: tuple[str, ...]) -> tuple[str, ...]:
        some = chance.randint(0, 12)
        return tuple(
            chance.sample([*chance.sample(deck, len(deck) - some), *chance.choices(TACTICS, k=some)], len(deck))
        )

    seats = tuple(replace(seat, deck=stacked(seat.deck)) for seat in setup.seats)
    return setup_for(setup.rules, seats, CARDS, seed_hash=setup.seed_hash)


class Script:
    """Plays one game by chance, and keeps what was done.

    Attributes:
        deeds: In order.
        revealed: Ids of cards that the viewer, or everybody, came to know.
    """

    def __init__(self, world: World, chance: random.Random, *, sigma_mm: float, length: int) -> None:
        self.deeds: list[Deed] = []
        self.revealed: set[str] = set()
        self._world, self._chance, self._length = world, chance, length
        self._game = Chooser(world.record.setup, chance, sigma_mm=sigma_mm)
        self._intents = self._read = 0

    async def play(self) -> None:
        """To the script's length, the game's end, or at times to where somebody is asked in secret."""
        world, chance = self._world, self._chance
        for _ in range(self._length):
            state = world.record.state
            asked = world.record.game.passing(state)
            if asked is not None and asked.by != world.viewer and chance.random() < 0.5:
                await self._do(Deed(PAUSE_S - 0.1))  # ends just before the secret would come out
                return
            if state.outcome is not None:
                return
            await self._do(self._next(state, asked))

    async def _do(self, deed: Deed) -> None:
        self.deeds.append(deed)
        await self._world.do(deed)
        record = self._world.record
        for number in record.counting[self._read :]:
            event = record.event(number)
            if _opens(event):
                self.revealed.add(event.card)
        self._read = len(record.counting)
        self.revealed.update(record.state.creatures)

    def _next(self, state: State, asked: Command | None) -> Deed:
        chance, after_s = self._chance, self._chance.choice((0.2, 0.5, 1.3))
        if chance.random() < 0.15:
            return Deed(after_s, request=self._meddling(state))
        if self._world.match.pause_left_s is not None:
            if asked is not None and chance.random() < 0.15:
                return Deed(after_s, command=replace(asked, yes=True))
            if chance.random() < 0.8:
                return Deed(1.0)
        self._game.state, self._game.chosen = state, None
        if not self._game.step() or self._game.chosen is None:
            return Deed(1.0)
        spec, command = self._game.chosen
        if isinstance(command, Play) and state.card(command.card).kind is not Kind.TACTIC:
            self.revealed.add(command.card)
        if command.by != self._world.viewer:
            return Deed(after_s, command=command)
        return self._submitted(after_s, spec, command)

    def _submitted(self, after_s: float, spec: CommandSpec, command: Command) -> Deed:
        """The viewer's own command, as its phone sends it."""
        body = msgspec.to_builtins(command)
        values = {name: [json.dumps(v) if isinstance(v, bool) else str(v)] for name, v in spec.fixed.items()}
        places = {}
        for name, wanted in spec.fields.items():
            value = body.get(name, [])
            if isinstance(wanted, Spot):
                places[name] = value
            else:
                values[name] = [str(each) for each in value] if isinstance(value, list) else [str(value)]
        return Deed(after_s, request=self._submit(spec.kind, values), places=places)

    def _submit(self, kind: str, values: Mapping[str, list[str]]) -> tuple[str, str, bytes]:
        self._intents += 1
        body = {"id": f"wish-{self._intents:06}", "kind": kind, "values": values}
        return "POST", "/intent", json.dumps(body).encode()

    def _meddling(self, state: State) -> tuple[str, str, bytes]:
        """What a phone sends that wants to know more, or to break something."""
        chance = self._chance
        if chance.random() < 0.25:
            return chance.choice((
                ("GET", "/", b""), ("GET", "/state", b""), ("GET", "/events?since=1", b""), ("GET", "/nothing", b""),
                ("GET", f"/why/{chance.randint(1, 40)}?part", b""), ("GET", f"/why/{chance.randint(1, 90)}?part", b""),
                ("POST", "/seen", b'{"version": 1}'), ("POST", "/intent", b"{}"), ("GET", "/j/ABCDEF", b""),
                ("POST", f"/scan?card={chance.choice((*state.keys, 'Z:1'))}", b""),
            ))  # fmt: skip
        others = [player for player in state.players if player != self._world.viewer]
        theirs = [card for card in state.keys if card[0] in others and not card.endswith(":hero")]
        card, key = chance.choice((*theirs, "B:99", "A:99", "Z:1")), chance.choice((*BATTLE, *TACTICS))
        player, number = chance.choice((*state.players, "Z")), [str(chance.randint(0, 3))]
        into = {"player": [player], "position": number}
        own = [each.id for each in state.players[self._world.viewer].tactics] if self._world.viewer != SPECTATOR else []
        ways: tuple[tuple[str, dict[str, list[str]]], ...] = (
            ("movecard", {"card": [card], "zone": [chance.choice(ZONES)], "key": [""]} | into),
            ("movecard", {"card": [f"{player}:x"], "zone": ["aside"], "key": [key]} | into),
            ("tell", {"card": [card], "key": [key]}),
            ("tell", {"card": [key], "key": [card]}),
            ("setvalue", {"what": [chance.choice(("tapped", "relic_uses", "wounds"))], "of": [card], "value": number}),
            ("reveal", {"yes": [chance.choice(("true", "false"))], "tactic": [chance.choice((card, *own))]}),
            ("giveeffect", {"creature": [card], "effect": ["{}"]}),
            ("correct", {"of": [card]}),
            ("play", {"card": [card]}),
            ("overrule", {"command": ["{}"], "reason": ["why not"]}),
            ("shuffled", {"player": [player], "order": theirs[:5]}),
            ("choose", {"chosen": [card]}),
        )  # fmt: skip
        return self._submit(*chance.choices(ways, [5, *[1] * (len(ways) - 1)])[0])


def otherwise(setup: Setup, script: Script, state: State, viewer: str, chance: random.Random) -> tuple[Setup, set[str]]:
    """The same game but for cards that never came to light, and which those are.

    Cards in hands and decks become any others; a tactic face down becomes one with the same cost.
    """
    hidden: set[str] = set()
    seats = []
    for seat in setup.seats:
        if seat.id == viewer:
            seats.append(seat)
            continue
        down = {each.id for each in state.players[seat.id].tactics}
        deck, mine = list(seat.deck), []
        for n, key in enumerate(seat.deck):
            card = f"{seat.id}:{n + 1}"
            if card in script.revealed:
                continue
            hidden.add(card)
            if card in down:
                cost = CARDS[key].cost
                deck[n] = chance.choice([each for each in TACTICS if CARDS[each].cost == cost])
            else:
                mine.append(n)
        pool = [seat.deck[n] for n in mine]
        pool = [each if chance.random() < 0.6 else chance.choice((*BATTLE, *TACTICS)) for each in pool]
        for n, key in zip(mine, chance.sample(pool, len(pool)), strict=True):
            deck[n] = key
        buildings, terrain = _unbuilt(seat, script, chance)
        hidden |= {f"{seat.id}:b{n}" for n in range(1, 1 + len(seat.buildings) + len(seat.terrain))} - script.revealed
        seats.append(replace(seat, deck=tuple(deck), buildings=buildings, terrain=terrain))
    return setup_for(setup.rules, tuple(seats), CARDS, seed_hash=setup.seed_hash), hidden


def _unbuilt(seat: Seat, script: Script, chance: random.Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Buildings and terrain of a seat, in another order and some others, as far as they were not played."""
    brought = [*seat.buildings, *seat.terrain]
    for kind, keys in ((Kind.BUILDING, seat.buildings), (Kind.TERRAIN, seat.terrain)):
        unplayed = [n for n, key in enumerate(brought) if key in keys and f"{seat.id}:b{n + 1}" not in script.revealed]
        others = [key for key, card in CARDS.items() if card.kind is kind and key not in keys]
        pool = [brought[n] if not others or chance.random() < 0.7 else chance.choice(others) for n in unplayed]
        for n, key in zip(unplayed, chance.sample(pool, len(pool)), strict=True):
            brought[n] = key
    return tuple(brought[: len(seat.buildings)]), tuple(brought[len(seat.buildings) :])


def came_out(world: World, hidden: set[str]) -> bool:
    """Whether one of the cards that differ was shown to everybody."""
    record = world.record
    shown = record.counting[: len(record.counting) - len(world.match._coming)]
    events = (record.event(number) for number in shown)
    return any(_opens(each) and each.card in hidden for each in events)


def _opens(event: Any) -> bool:
    """Whether an event brings a card to light by the rules; what hands bring to light is what must not be possible."""
    return isinstance(event, CardMoved) and event.zone in OPEN_ZONES and event.why != "by_hand"
