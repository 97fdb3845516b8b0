"""The board of a game that puts nothing on the mat."""

from collections.abc import Mapping, Sequence

from companion.games.board import (
    Declared,
    Destination,
    DropZone,
    FoundModel,
    Interpretation,
    InvolvedPieces,
    Layout,
    Piece,
    Trace,
    Words,
)
from companion.games.command import Command
from companion.games.display.board_view import BoardView
from companion.games.measures import Measures
from companion.games.prompt import CommandSpec
from companion.texts import Language

USUAL_MAT_MM = (600.0, 600.0)


class NoBoard:
    """Nothing on the mat. The board of a game may begin with it and say only what it has."""

    measures = Measures()
    between: frozenset[str] = frozenset()

    def layout(self, state: object) -> Layout:
        """An empty mat of the usual size."""
        return Layout(USUAL_MAT_MM)

    def pieces(self, state: object) -> tuple[Piece, ...]:
        """None."""
        return ()

    def is_public(self, state: object, thing: str) -> bool:
        """Whether it is one of the pieces."""
        return any(each.id == thing for each in self.pieces(state))

    def is_free(self, state: object) -> bool:
        """Nothing keeps pieces from being moved."""
        return True

    def piece_of(self, spec: CommandSpec) -> str:
        """The fixed field that is called `piece` or `creature`."""
        return str(spec.fixed.get("piece") or spec.fixed.get("creature") or "")

    def declared(self, kind: str, values: Words) -> tuple[str, str] | None:
        """Nothing."""

    def involved(self, kind: str, values: Words) -> InvolvedPieces | None:
        """Nobody."""

    def destination(self, command: Command) -> Destination | None:
        """Nobody."""

    def interpretations(
        self, state: object, found: FoundModel, offers: Sequence[CommandSpec]
    ) -> tuple[Interpretation, ...]:
        """None."""
        return ()

    def trace(self, state: object, command: Command) -> Trace | None:
        """Nothing."""

    def drop_zones(
        self,
        state: object,
        offers: Sequence[CommandSpec],
        declared: Declared,
    ) -> tuple[DropZone, ...]:
        """None."""
        return ()

    def drop_zone(self, state: object, piece: str, declared: Declared) -> DropZone | None:
        """None."""

    def reaches(self, state: object) -> Mapping[str, Mapping[str, float]]:
        """None."""
        return {}

    def shown(self, state: object, viewer: str, language: Language) -> BoardView:
        """The empty mat."""
        return BoardView(self.layout(state).mat_mm, blank=True)
