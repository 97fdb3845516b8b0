"""What somebody who plays a game would do next: for the demo, for rehearsals, and for tests that play at random.

A taste chooses only among what the rules offer. Chance is handed in, for games have none of their own.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import msgspec

from companion.games.command import command_called, made_command, takes_one
from companion.games.prompt import Cells, CommandSpec, Faces, Field, Number, Pick, Spot, cell_word
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import MatPoint, SceneError
from companion.geometry.grid import Cell

S_contra = TypeVar("S_contra", contravariant=True)

Chance = Callable[[int], int]
"""A whole number from 0 to below the one that is given."""


@dataclass(frozen=True, slots=True)
class CarriedPiece:
    """A piece whose model is put down somewhere.

    Attributes:
        piece: Its id in the game.
        owner: The player who brought it.
        radius_mm: Of its base.
        to: Where its centre goes; mat frame. In a game on cells its cell.
        corners: Of a template, about its origin as it is printed; mm.
        angle_rad: So far a template is turned, counter-clockwise.
    """

    piece: str
    owner: str
    radius_mm: float
    to: MatPoint | Cell
    corners: tuple[MatPoint, ...] = ()
    angle_rad: float = 0.0


@dataclass(frozen=True, slots=True)
class PlannedCommand:
    """Something that a player wants to do.

    Attributes:
        kind: The command.
        values: Words by field; faces of dice and places are not among them.
        carried: What is put down on the mat for it, where it takes a place.
        scene: Short name of what people would look at here, such as `melee`; empty for nothing of note.
    """

    kind: str
    values: Mapping[str, tuple[str, ...]]
    carried: CarriedPiece | None = None
    scene: str = ""


class Taste(Protocol[S_contra]):
    """One table's taste; it may remember what was done."""

    def next(self, state: S_contra, seat: str, chance: Chance) -> PlannedCommand | None:
        """What a player does now: an answer to what is asked, else something of their own accord.

        Args:
            state: The game.
            seat: The player's.
            chance: Chooses where nothing is better.

        Returns:
            None if the player wants nothing, or if what is asked is answered by dice.
        """
        ...


def is_answered_by_dice(spec: CommandSpec) -> bool:
    """Whether a command takes the faces of dice."""
    return any(isinstance(each, Faces) for each in spec.fields.values())


def words_of(fixed: Mapping[str, str | int | bool]) -> dict[str, tuple[str, ...]]:
    """What must stand in a command, as words by field."""
    return {name: (_word(value),) for name, value in fixed.items()}


TRIES = 200
"""So many fillings are tried of what is offered before a player is taken to want nothing."""


class AnyTaste:
    """Anything that the rules allow, chosen by chance; pieces are not carried."""

    def __init__(self, game: Any) -> None:  # noqa: ANN401 (of any state)
        """Takes the game."""
        self._game = game

    def next(self, state: Any, seat: str, chance: Chance) -> PlannedCommand | None:  # noqa: ANN401 (the game's own)
        """A command that the rules allow; None where none was found."""
        asked = [
            spec
            for prompt in self._game.prompts(state)
            for spec in prompt.specs
            if seat in prompt.to and (spec.by == seat or prompt.all_of_them)
        ]
        offered = [spec for spec in asked or self._game.commands(state, seat) if self._can_fill(spec)]
        for _ in range(TRIES if offered else 0):
            spec = offered[chance(len(offered))]
            values = words_of(spec.fixed) | {name: tuple(_any(each, chance)) for name, each in spec.fields.items()}
            if self._is_allowed(state, spec, values, seat):
                return PlannedCommand(spec.kind, values)
        return None

    def _can_fill(self, spec: CommandSpec) -> bool:
        return all(isinstance(each, Pick | Number | Cells) for each in spec.fields.values())

    def _is_allowed(
        self,
        state: Any,  # noqa: ANN401 (the game's own)
        spec: CommandSpec,
        values: Mapping[str, tuple[str, ...]],
        seat: str,
    ) -> bool:
        body: dict[str, Any] = {"kind": spec.kind, "by": seat, **spec.fixed}
        wanted = command_called(self._game.command_type, spec.kind)
        for name, each in spec.fields.items():
            body[name] = _typed(each, values[name], one=takes_one(wanted, name))
        try:
            self._game.decide(state, made_command(self._game.command_type, body))
        except (RuleViolation, SceneError, msgspec.ValidationError):
            return False
        return True


def _any(field: Field, chance: Chance) -> Iterator[str]:
    match field:
        case Pick(options=options, least=least, most=most, repeats=repeats):
            left = list(options)
            for _ in range(least + chance(most - least + 1)):
                if left:
                    at = chance(len(left))
                    yield left[at] if repeats else left.pop(at)
        case Cells(options=cells):
            yield cell_word(cells[chance(len(cells))])
        case Number(least=least, most=most):
            yield str(least + chance(most - least + 1))
        case _:
            raise ValueError(f"{field} takes no words")


def _typed(field: Field, words: tuple[str, ...], *, one: bool) -> Any:  # noqa: ANN401 (plain JSON)
    match field:
        case Number():
            return int(words[0])
        case Cells():
            return field.named(words[0])
        case Pick() if one:
            return words[0] if words else ""
        case _:
            return list(words)


def _word(value: str | int | bool) -> str:  # noqa: FBT001 (a value as it comes)
    return msgspec.json.encode(value).decode() if isinstance(value, bool) else str(value)


def takes_a_place(spec: CommandSpec) -> bool:
    """Whether a command takes a place on the mat."""
    return any(isinstance(each, Spot) for each in spec.fields.values())
