"""The set-up of a game that says nothing of it: two seats, and nothing else. A game's own shelf may begin with it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from companion.cards import CardLibrary, Fault
from companion.cards.library import LocalLibrary
from companion.games.options import Chosen, Option
from companion.games.shelf import (
    BaseSize,
    Datum,
    DieKind,
    Figure,
    GamePlan,
    ParsedSetup,
    Prints,
    SeatedPlayer,
    SeatPlan,
    SetupMistakeError,
)
from companion.texts import Language, say

if TYPE_CHECKING:
    from companion.games.protocol import Game

USUAL_BASES_MM = {"small": 32.0, "medium": 50.0, "large": 60.0}
"""Of a game that says nothing of its bases."""

NOT_OF_THE_GAME = ("game", "as_listed")
"""What a written setup says beside the game's own."""


class PlainShelf:
    """What is known of a game that says nothing of how it is set up: two seats, and nothing else.

    Its setup gets the fields `seats` (with `id`, `name`, `side` and `team`), `mat_mm` and `seed_hash`, as far as it has
    them.
    """

    seat_ids: tuple[str, ...] = ("A", "B")
    library: CardLibrary[Any, Any] | None = None
    usual_decks: tuple[str, ...] = ()
    cardboard: bool = True

    def __init__(self, game: "Game[Any]") -> None:
        """Takes the game."""
        self._game = game

    @property
    def record_ending(self) -> str:
        """The game's name."""
        return f".{self._game.name}"

    def title(self, language: Language) -> str:
        """Its name."""
        return self._game.name.replace("_", " ").title()

    def options(self, language: Language) -> tuple[Option, ...]:
        """None."""
        return ()

    def summary(self, chosen: Chosen, language: Language) -> tuple[str, str]:
        """Nothing."""
        return "", ""

    def sentence(self, chosen: Chosen) -> str:
        """Nothing."""
        return ""

    def edition(self, chosen: Chosen) -> str:
        """Nothing."""
        return ""

    def seats(self, chosen: Chosen) -> tuple[SeatPlan, ...]:
        """Two players opposite each other."""
        sides = ("player_one", "player_two")
        return tuple(SeatPlan(id_, side) for id_, side in zip(self.seat_ids, sides, strict=True))

    def deck_faults(self, deck: object, cards: Mapping[str, Any], chosen: Chosen) -> tuple[Fault, ...]:
        """Nothing."""
        return ()

    def leader(self, deck: object, language: Language) -> str:
        """Nobody."""
        return ""

    def roster(self, deck: object, chosen: Chosen) -> tuple[Figure, ...]:
        """Nobody."""
        return ()

    def set_up(self, plan: GamePlan) -> msgspec.Struct:
        """The fields that every setup has, as far as the game's has them."""
        seats = [
            {"id": each.plan.id, "name": each.name, "side": each.plan.side, "team": each.plan.team}
            for each in plan.seated
        ]
        return self._converted({"seats": seats, "mat_mm": plan.mat_mm, "seed_hash": plan.seed_hash})

    def carried(self, setup: object, seat: str) -> Mapping[str, Any]:
        """Nothing."""
        return {}

    def written(self, data: Mapping[str, Any], beside: LocalLibrary[Any, Any] | None) -> ParsedSetup:
        """The fields of the game's setup, as they are."""
        own = {key: value for key, value in data.items() if key not in NOT_OF_THE_GAME}
        return ParsedSetup(self._converted(own), bool(data.get("as_listed", False)))

    def needs(self, language: Language) -> tuple[Datum, ...]:
        """Nothing."""
        return ()

    def dice(self) -> Mapping[str, DieKind]:
        """None."""
        return {}

    def dice_advice(self, language: Language) -> str:
        """Nothing."""
        return ""

    def prints(self, chosen: Chosen, language: Language) -> Prints:
        """The board and the bases of the game's layout, as it begins; bases as most games have them if it has none.

        A game whose setup needs more than its players says itself what is printed, else only the usual bases are.
        """
        plan = GamePlan(chosen, tuple(SeatedPlayer(each, _of_side(each, language)) for each in self.seats(chosen)))
        try:
            state = self._game.new(self.set_up(plan))
        except SetupMistakeError:
            return Prints(tuple(map(_base_size, USUAL_BASES_MM.values())))
        layout, speech = self._game.board.layout(state), self._game.speech
        sizes_mm = dict.fromkeys(each.diameter_mm for each in layout.bases) or USUAL_BASES_MM.values()
        zones = layout.zones_named(lambda zone: speech.name(state, zone, language))
        return Prints(tuple(map(_base_size, sizes_mm)), board=layout.grid, zones=zones)

    def _converted(self, data: Mapping[str, Any]) -> msgspec.Struct:
        try:
            made: msgspec.Struct = msgspec.convert(data, self._game.setup_type)
        except msgspec.ValidationError as error:
            raise SetupMistakeError((), f"the setup cannot be used: {error}") from error
        return made


def _of_side(plan: SeatPlan, language: Language) -> str:
    """What a printed mat calls a player, whose name nobody knows yet."""
    side = plan.side.removeprefix("player_")
    return say(language, f"printing.mat.side_{side}") if side in ("one", "two") else plan.id


def _base_size(diameter_mm: float) -> BaseSize:
    key = next((each for each, usual_mm in USUAL_BASES_MM.items() if usual_mm == diameter_mm), f"{diameter_mm:g}mm")
    return BaseSize(key, key, diameter_mm)
