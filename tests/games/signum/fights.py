"""A field of battle for tests: creatures put where they are wanted, dice that show what they must."""

from typing import Any

from companion.games.command import TABLE
from companion.games.common import DiceRolled, Rolled
from companion.games.prompt import CommandSpec
from companion.games.signum.model.cards import Card
from companion.games.signum.model.commands import Assign, Fight, Shoot, Skip
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.editions import AXE, BULLSEYE, FACE_OF_NUMBER, SHIELD, Rules
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.events import (
    ActingSet,
    CardMoved,
    CardTold,
    CreatureCame,
    CreatureChanged,
    SignumEvent,
)
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.state import Relic
from companion.games.values import Stand
from tests.games.signum.table import HERO, Table, duel

LETTERS = {"b": BULLSEYE, "x": AXE, "s": SHIELD} | {str(n): face for n, face in FACE_OF_NUMBER.items()}
"""Bullseye, axe, shield, or the numbers of a D6."""


def fighter(key: str, strength: int | None = 2, health: int | None = 3, *abilities: Ability, **values: Any) -> Card:
    """A character with a name of its own."""
    return Card(
        key=key, kind=Kind.CHARACTER, names={"en": key}, strength=strength, movement="M", health=health,
        abilities=abilities, **values,
    )  # fmt: skip


def hero(*abilities: Ability, **values: Any) -> Card:
    """The hero of both players, with abilities."""
    given = {"strength": 3, "movement": "M", "health": 6} | values
    return Card(key="hero", kind=Kind.HERO, names=HERO.names, abilities=abilities, **given)


class Field:
    """A duel in player A's activation phase, with creatures on the mat."""

    def __init__(
        self,
        put: dict[str, tuple[Card, float, float]],
        *,
        rules: Rules | None = None,
        cards: dict[str, Card] | None = None,
    ) -> None:
        known = {card.key: card for card, _, _ in put.values()} | (cards or {})
        self.table: Table = duel(known, rules).begun().give(Skip(by="A"))
        for name, (card, x, y) in put.items():
            owner = name.split(":")[0]
            self.emit(
                CardTold(card=name, key=card.key),
                CreatureCame(creature=Creature(id=name, owner=owner, controller=owner, stand=Stand(x, y))),
            )

    @property
    def state(self):
        return self.table.state

    def emit(self, *events: SignumEvent) -> "Field":
        for event in events:
            self.table.state = self.table.game.evolve(self.table.state, event)
        return self

    def change(self, name: str, **values: Any) -> "Field":
        return self.emit(CreatureChanged(creature=name, **values))

    def relic(self, player: str, name: str, card: Card, **values: Any) -> "Field":
        """A relic beside a hero; its card must be among the field's."""
        return self.emit(
            CardTold(card=name, key=card.key),
            CardMoved(card=name, player=player, zone="relics", relic=Relic(id=name, **values)),
        )

    def act(self, name: str) -> "Field":
        """The creature's activation runs."""
        return self.emit(ActingSet(creature=name)).change(name, deeds={"activated": True})

    def give(self, *commands) -> "Field":
        self.table.give(*commands)
        return self

    def fight(self, creature: str, target: str, **values: Any) -> "Field":
        by = self.state.creatures[creature].controller
        return self.act(creature).give(Fight(by=by, creature=creature, target=target, **values))

    def shoot(self, creature: str, target: str, ability: str = "shot") -> "Field":
        by = self.state.creatures[creature].controller
        return self.act(creature).give(Shoot(by=by, creature=creature, target=target, ability=ability))

    def assign(self, by: str, attack: int, defence: int, *relics: str) -> "Field":
        return self.give(Assign(by=by, attack=attack, defence=defence, relics=relics))

    def roll(self, *rolls: str) -> "Field":
        """Rolls in the order they are asked for, each by its letters or numbers."""
        for faces in rolls:
            self.give(Rolled(by=TABLE, faces=tuple(LETTERS[each] for each in faces)))
        return self

    def asked(self) -> str:
        """The key of what is asked now, and of whom; empty for nothing."""
        prompts = self.table.game.prompts(self.state)
        return " ".join((prompts[0].key, *prompts[0].to)) if prompts else ""

    def purpose(self) -> str:
        """What the dice asked for now are for, with the creature's name and their number; empty for none."""
        prompts = self.table.game.prompts(self.state)
        about = prompts[0].about if prompts and prompts[0].key == "roll" else None
        if about is None:
            return ""
        return f"{about['purpose']} {about['creature']} {about.get('count', '')}".strip()

    def specs(self) -> tuple[CommandSpec, ...]:
        return tuple(spec for prompt in self.table.game.prompts(self.state) for spec in prompt.specs)

    def rolled(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """All rolls so far: purpose, creature, faces."""
        events = self.table.events
        return [(each.purpose, each.creature, each.faces) for each in events if isinstance(each, DiceRolled)]

    def wounds(self, name: str) -> int | None:
        """Wound markers; None once it is gone."""
        known = self.state.creatures.get(name)
        return known.wounds if known is not None else None


def beside(one: Card, other: Card, **values: Any) -> Field:
    """Two characters in contact in the middle of the mat."""
    return Field({"A:1": (one, 300.0, 300.0), "B:1": (other, 332.0, 300.0)}, **values)
