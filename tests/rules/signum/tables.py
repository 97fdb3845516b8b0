"""Tables for the tests of rules: games at their beginning, and hands and Cities as they are wanted."""

from typing import Any

from msgspec.structs import replace

from companion.games.command import TABLE
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import ChooseFirst, PlaceHero, Priority
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import Rules, rules_for
from companion.games.signum.model.effects.effect import Cost
from companion.games.signum.model.events import CardMoved, CardTold
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import State, Tactic
from companion.games.values import Stand
from tests.games.signum.fights import Field
from tests.games.signum.table import Table, duel

ENGLISH, RUSSIAN, WEB = (rules_for(each) for each in Edition)
EDITIONS = (ENGLISH, RUSSIAN, WEB)


def card(key: str, kind: Kind, **values: Any) -> Card:
    """A card with no more than is said."""
    return Card(key=key, kind=kind, names={"en": key}, **values)


def building(key: str, price: int = 0, **values: Any) -> Card:
    """A building card."""
    return card(key, Kind.BUILDING, cost=Cost(prosperity=price), **values)


def dealt(rules: Rules | None = None, **values: Any) -> Table:
    """A duel after the starting hands are drawn and before anybody has decided on them."""
    return duel(rules=rules, **values).give(
        Priority(by=TABLE, rolled={"A": "6", "B": "2"}),
        ChooseFirst(by="A", player="A"),
        PlaceHero(by="A", at=Stand(300.0, 16.0)),
        PlaceHero(by="B", at=Stand(300.0, 584.0)),
    )


def field(*cards: Card, rules: Rules | None = None, put: dict[str, Any] | None = None) -> Field:
    """A duel in A's activation phase that knows these cards besides the usual ones."""
    return Field(put or {}, cards={each.key: each for each in cards}, rules=rules)


def zone(made: Field, player: str, name: str, *cards: Card, **values: Any) -> tuple[str, ...]:
    """Puts cards of these kinds into a player's zone; their ids."""
    ids = []
    for each in cards:
        number = sum(key.startswith(f"{player}:x") for key in made.state.keys) + 1
        ids.append(f"{player}:x{number}")
        tactic = Tactic(id=ids[-1], **values) if name == "tactics" else None
        made.emit(
            CardTold(card=ids[-1], key=each.key), CardMoved(card=ids[-1], player=player, zone=name, tactic=tactic)
        )
    return tuple(ids)


def without_deck(state: State, player: str) -> State:
    """The state with no card left to draw for a player."""
    return replace(state, players=state.players | {player: replace(state.players[player], deck=())})
