"""What simulated players do next: dice where those are owed, else what the game's taste says."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.prompt import CommandSpec, cell_word, is_rolled_by_each
from companion.games.protocol import Game
from companion.games.taste import CarriedPiece, Chance, PlannedCommand, Taste, is_answered_by_dice


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """Dice are owed.

    Attributes:
        seats: By whom; one after the other.
    """

    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandAction:
    """Something that a player does with a hand.

    Attributes:
        seat: Who.
        action: What.
    """

    seat: str
    action: PlannedCommand


class AutoPlayer:
    """Plays all seats of one match."""

    def __init__(self, game: Game[Any], seats: Sequence[str], keen: frozenset[str], chance: Chance) -> None:
        """Prepares.

        Args:
            game: The rules.
            seats: Of all players.
            keen: Seats that throw themselves into every fight; the others hold back with their dice.
            chance: Chooses where no taste does.
        """
        self.keen = keen
        self._game, self._seats, self._chance = game, tuple(seats), chance
        self._taste: Taste[Any] = game.taste()

    def next(self, state: Any) -> HandAction | DiceRoll | None:  # noqa: ANN401 (the game's own)
        """What is to be done now; None if nobody wants anything more."""
        for prompt in self._game.prompts(state):
            for seat in prompt.to:
                specs = [spec for spec in prompt.specs if spec.by == seat or prompt.all_of_them]
                if specs and is_rolled_by_each(specs[0]):
                    return DiceRoll(tuple(prompt.to))
                if specs and is_answered_by_dice(specs[0]):
                    return DiceRoll((seat,))
                if specs:
                    return self._wanted(state, seat)
        return next((action for seat in self._seats if (action := self._wanted(state, seat)) is not None), None)

    def _wanted(self, state: Any, seat: str) -> HandAction | None:  # noqa: ANN401 (the game's own)
        action = self._taste.next(state, seat, self._chance)
        if action is None or action.carried is not None:
            return None if action is None else HandAction(seat, action)
        carried = self._carried(state, action)
        return HandAction(
            seat, action if carried is None else replace(action, carried=carried, scene=action.scene or action.kind)
        )

    def _carried(self, state: Any, action: PlannedCommand) -> CarriedPiece | None:  # noqa: ANN401 (the game's own)
        """What is carried for an action that takes a piece to a cell, of which no taste needs to say more."""
        board = self._game.board
        stands = {each.id: each.at for each in board.pieces(state)}
        for zone in board.drop_zones(state, self._offers(state), {}):
            words = [word for each in action.values.values() for word in each]
            cell = next((each for each in zone.cells if cell_word(each) in words), None)
            if zone.kind == action.kind and zone.of in words and cell is not None and stands[zone.of] != cell:
                return CarriedPiece(zone.of, zone.owner, zone.radius_mm, cell)
        return None

    def _offers(self, state: Any) -> tuple[CommandSpec, ...]:  # noqa: ANN401 (the game's own)
        return tuple(spec for seat in self._seats for spec in self._game.commands(state, seat))
