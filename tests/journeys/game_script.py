"""How the games of journeys are written: captains with guards, and whatever else a journey needs.

What comes out is a scripted game (`docs/scripts.md`).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScriptSeat:
    """Who plays.

    Attributes:
        rest: Further lines, such as `team = "X"`.
    """

    id: str
    name: str
    side: str
    cards: str = "guard = 20"
    hero: str = "captain"
    rest: str = ""

    def __str__(self) -> str:
        lines = (
            "[[seat]]",
            *(f'{name} = "{getattr(self, name)}"' for name in ("id", "name", "side", "hero")),
            f"cards = {{ {self.cards} }}",
            self.rest,
        )
        return "\n".join(lines)


ANN = ScriptSeat("A", "Ann", "player_one")
BOB = ScriptSeat("B", "Bob", "player_two")


def creature(key: str, health: int, strength: int | None = None, kind: str = "character", rest: str = "") -> str:
    """A card of a creature that walks M; `rest` are further lines."""
    lines = (
        "[[card]]",
        f'key = "{key}"',
        f'names = {{ en = "{key.capitalize()}" }}',
        f'kind = "{kind}"',
        "" if strength is None else f"strength = {strength}",
        f"health = {health}",
        'movement = "M"',
        rest,
    )
    return "\n".join(filter(None, lines))


def captain(health: int = 6, strength: int = 3) -> str:
    """The card of a hero."""
    return creature("captain", health, strength, "hero")


GUARD = creature("guard", 3, 2)

BEGINS = (
    "table priority rolled=A:6,B:2",
    "A choosefirst player=A",
    "A placehero at=300,16",
    "B placehero at=300,584",
    "A keep",
    "B keep",
)
"""Two have set up; Ann's first turn is next."""


def scripted(
    *lines: str,
    seats: tuple[ScriptSeat, ...] = (ANN, BOB),
    cards: tuple[str, ...] = (captain(), GUARD),
    rules: str = "",
) -> str:
    """A game by its seats, its cards, further lines of its rules, and what is done in it."""
    return "\n".join(("---", "as_listed = true", rules, *map(str, seats), *cards, "---", *lines))
