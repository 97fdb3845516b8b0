"""A game at the table for tests: gives commands in turn and answers shuffles."""

from dataclasses import dataclass, field

from companion.games.command import TABLE, Command, Event
from companion.games.common import Shuffled
from companion.games.signum.game import Signum
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import ChooseFirst, Keep, PlaceHero, Priority
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Rules, rules_for
from companion.games.signum.model.effects.effect import Cost
from companion.games.signum.model.kinds import BuildingType, Kind
from companion.games.signum.model.state import Seat, Setup, State
from companion.games.signum.model.steps.step import ShuffleStep
from companion.games.values import Stand

HERO = Card(key="hero", kind=Kind.HERO, names={"en": "Hero"}, strength=3, movement="M", health=6)
FIGHTER = Card(key="fighter", kind=Kind.CHARACTER, names={"en": "Fighter"}, strength=2, movement="M", health=3)
HALL = Card(
    key="hall",
    kind=Kind.BUILDING,
    names={"en": "City Hall"},
    building_type=BuildingType.CITY_HALL,
    cost=Cost(prosperity=2),
)
CARDS = {card.key: card for card in (HERO, FIGHTER, HALL)}


@dataclass
class Table:
    """A game being played."""

    setup: Setup
    game: Signum = field(default_factory=Signum)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state: State = self.game.new(self.setup)

    def give(self, *commands: Command) -> "Table":
        for command in commands:
            self._take(command)
            while self.state.steps and isinstance(self.state.steps[-1], ShuffleStep):
                player = self.state.steps[-1].player
                self._take(Shuffled(by=TABLE, player=player, order=self.state.players[player].deck))
        return self

    def begun(self) -> "Table":
        """Player A begins, heroes in the middle of their sides, both keep their hands."""
        return self.give(
            Priority(by=TABLE, rolled={"A": "6", "B": "2"}),
            ChooseFirst(by="A", player="A"),
            PlaceHero(by="A", at=Stand(300.0, 16.0)),
            PlaceHero(by="B", at=Stand(300.0, 584.0)),
            Keep(by="A"),
            Keep(by="B"),
        )

    def _take(self, command: Command) -> None:
        for event in self.game.decide(self.state, command):
            self.state = self.game.evolve(self.state, event)
            self.events.append(event)


def duel(cards: dict[str, Card] | None = None, rules: Rules | None = None, **seat: object) -> Table:
    """A table for two with decks of twenty fighters; `seat` replaces fields of both seats."""
    values = {"hero": "hero", "deck": ("fighter",) * 20, "buildings": ("hall",)} | seat
    seats = tuple(
        Seat(id=name, name=name, side=side, **values) for name, side in (("A", "player_one"), ("B", "player_two"))
    )
    return Table(Setup(rules=rules or rules_for(Edition.EN), seats=seats, cards=CARDS | (cards or {})))
