"""A game at a table, told to an outbox: its players do anything, and everybody waits where hidden cards may be met."""

import msgspec

from companion.games import contract
from companion.games.command import SPECTATOR
from companion.games.common import Concede
from companion.games.registry import game_called
from companion.games.shelf import GamePlan, SeatedPlayer
from companion.league.wire.feed import Feed
from companion.league.wire.keys import Key
from companion.league.wire.outbox import Outbox
from companion.phones.pages.pages import Pages
from companion.phones.pages.reader import Reader
from companion.record.record import Record
from companion.referee.match.command_gateway import CommandGateway
from companion.referee.match.command_request import CommandRequest
from companion.referee.match.match import Match
from companion.texts import Language
from tests.clock import Clock
from tests.phones.screens import Nobody
from tests.record import every_game
from tests.record.games import begin, new_record

SEED = bytes(range(32))
NOON = "2026-11-26T12:00:00Z"
TRIES = 20
KEY = Key("SUAACQSY2TXMVDJSNEW54GZ2XP5E6N4UNVYITERTMMBLKA2W4YWF4YDBOE")


def set_up(game):
    shelf = game.shelf
    chosen = {option.key: option.usual for option in shelf.options(Language.ENGLISH)}
    plans = shelf.seats(chosen)
    decks = [shelf.library.deck(name) for name in shelf.usual_decks]
    seated = tuple(SeatedPlayer(plan, f"Player {plan.id}", decks[number]) for number, plan in enumerate(plans))
    return shelf.set_up(GamePlan(chosen, seated, shelf.library.packs))


class ToldTable:
    """A game at a table whose players do anything, with everybody waiting where hidden cards may be met."""

    def __init__(self, name, path, pause_s=4.0):
        self.game, self.clock = game_called(name), Clock()
        if name == "signum":
            self.record = new_record(path / "game")
            begin(self.record)
        else:
            self.record = Record.create(path / "game", self.game, set_up(self.game), lambda: NOON, seed=SEED)
        self.match = Match(self.record, self.clock, pause_s=pause_s)
        self.gateway, self.pages = CommandGateway(self.match, Nobody(), self.clock), Pages()
        self.chance = contract.chance_of(1)
        self.outbox = Outbox(path / "game.feed", KEY, lambda: NOON)
        self.feed = Feed(self.match, self.outbox, self.scene, (Language.ENGLISH,))
        self.done = 0
        self.hidden: set[str] = set()
        self.leaked: list[str] = []

    def scene(self, language):
        return self.pages.sections(self.gateway, Reader(SPECTATOR, language))

    def play(self, commands):
        for _ in range(commands):
            command = self.anything()
            if command is None:
                return
            self.done += 1
            self.match.submit(CommandRequest(str(self.done), command))
            self.tell()
            self.clock.now_s += 5.0
            self.match.tick()
            self.tell()

    def anything(self):
        """A command on offer that needs no place on a mat; None at the end of the game."""
        for _ in range(TRIES):
            try:
                command = contract.next_command(self.record.game, self.record.state, self.chance)
            except contract.ContractError:
                continue
            if not isinstance(command, Concede):
                return command
        return every_game._turn(self.record)

    def tell(self):
        sent = len(self.outbox.messages)
        self.feed.tell()
        wire = b"".join(map(msgspec.json.encode, self.outbox.messages[sent:])).decode()
        secrets = self.secrets()
        self.hidden |= secrets
        self.leaked += [each for each in secrets if each in wire]

    def secrets(self):
        """Names of cards that a player sees now and spectators do not, and that no card in sight has."""
        public = set(words(msgspec.to_builtins(self.match.view(SPECTATOR))))
        own = {word for seat in self.match.players for word in words(msgspec.to_builtins(self.match.view(seat)))}
        teller, seen = self.match.teller(Language.ENGLISH), "".join(self.scene(Language.ENGLISH).values())
        names = {teller.name(word) for word in own - public if word.partition(":")[0] in self.match.players}
        return {each for each in names if " " in each and each not in seen}


def words(data):
    if isinstance(data, dict):
        for key, each in data.items():
            yield str(key)
            yield from words(each)
    elif isinstance(data, list | tuple):
        for each in data:
            yield from words(each)
    elif isinstance(data, str):
        yield data
