"""The Battlefield as screens and pages draw it."""

from collections.abc import Iterator

from companion.games.display.board_view import UNTOLD_RADIUS_MM, AreaView, BoardView, PieceView
from companion.games.signum.creature.stats import health
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.state import State
from companion.games.signum.words.names import name_of, short_mark
from companion.geometry import MatPoint, Side
from companion.texts import Language


def shown(state: State, viewer: str, language: Language) -> BoardView:
    """The Battlefield; player two has it turned."""
    templates = (
        AreaView(each.id, name_of(each.id, state, language), tuple(MatPoint(x, y) for x, y in each.outline))
        for each in state.templates.values()
    )
    return BoardView(
        state.setup.mat_mm,
        tuple(seat.id for seat in state.setup.seats),
        tuple(_piece(state, each, language) for each in state.creatures.values()),
        tuple(templates),
        turned=_is_turned(state, viewer),
        sides=tuple((side, seat.id) for seat in state.setup.seats for side in Side if side == seat.side),
    )


def _is_turned(state: State, viewer: str) -> bool:
    """Whether a viewer sits at player two's side."""
    return any(seat.id == viewer and seat.side == "player_two" for seat in state.setup.seats)


def _piece(state: State, creature: Creature, language: Language) -> PieceView:
    card = state.setup.cards.get(state.keys[creature.id])
    whole = None if card is None else health(state, creature)
    stand = creature.stand
    return PieceView(
        creature.id,
        name_of(creature.id, state, language),
        short_mark(creature.id),
        creature.controller,
        UNTOLD_RADIUS_MM if card is None else radius_mm(state, card),
        None if stand is None else MatPoint(stand.x_mm, stand.y_mm),
        lost=f"−{creature.wounds}" if creature.wounds else "",
        badges=tuple(_badges(creature, whole)),
        hidden=creature.stealth,
        acting=creature.id == state.acting,
    )


def _badges(creature: Creature, whole: int | None) -> Iterator[str]:
    """Wounds that it can still take, armour, and that it has acted."""
    if whole is not None:
        yield f"♥{max(whole - creature.wounds, 0)}/{whole}"
    if creature.armour:
        yield f"■{creature.armour}"
    if creature.deeds.finished:
        yield "✔"
