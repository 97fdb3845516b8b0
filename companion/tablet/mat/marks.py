"""What stands beside a model on the mat: whose creature it is, how it stands, whether it hides and whether it acts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.display.board_view import PieceView
from companion.referee import View
from companion.tablet.data.wording import creature_names, name_of, owners_of
from companion.tablet.look import palette
from companion.tablet.look.palette import Side, side_of


@dataclass(frozen=True, slots=True)
class Mark:
    """How a model is named and marked.

    Attributes:
        name: Of the creature; of a model that nobody knows, of its base.
        badge: What the player's badge says.
        side: How the player's models look.
        badges: Short signs of how it stands, as its game names them.
        hidden: Whether it hides.
        acting: Whether it acts now.
    """

    name: str
    badge: str
    side: Side
    badges: tuple[str, ...] = ()
    hidden: bool = False
    acting: bool = False


def marks_of(view: View) -> Mapping[str, Mark]:
    """The marks of all models on the mat, by the ids of their bases."""
    owners = owners_of(view)
    marks = {
        piece.base.id: Mark(name_of(piece.base.id), piece.base.owner or "", side_of(piece.base.owner, owners))
        for piece in view.pieces
    }
    play = view.play
    if play is None or play.board is None:
        return marks
    shapes = {seat.seat: seat.shape for seat in play.seats}
    creatures = {each.id: each for each in play.board.pieces}
    for base, name in creature_names(play).items():
        if base in marks:
            marks[base] = replace(marks[base], name=name)
    for stranger in play.standing.strangers:
        if stranger.name and stranger.base in marks:
            marks[stranger.base] = replace(marks[stranger.base], name=f"† {stranger.name}")
    for where in play.standing.all:
        if where.base in marks:
            known = creatures.get(where.of)
            side = palette.side_with(shapes.get(where.controller, ""))
            marks[where.base] = _of(where.name, where.controller, side, known)
    return marks


def _of(name: str, badge: str, side: Side, known: PieceView | None) -> Mark:
    if known is None:
        return Mark(name, badge, side)
    return Mark(name, badge, side, known.badges, known.hidden, known.acting)
