"""What of a game of Signum has a place on the mat, or waits for one."""

from companion.games.board import Piece, PieceKind, TemplatePlace
from companion.games.signum.model.creatures import Creature
from companion.games.signum.model.mat import radius_mm
from companion.games.signum.model.state import Phase, State
from companion.games.signum.words.names import HERO
from companion.geometry import MatPoint


def pieces(state: State) -> tuple[Piece, ...]:
    """Creatures, heroes that are to be placed, then templates, as far as it is known what they are."""
    heroes = () if state.phase is not Phase.SETUP else tuple(f"{seat.id}{HERO}" for seat in state.setup.seats)
    to_place = tuple(
        Creature(id=each, owner=each.partition(":")[0], controller=each.partition(":")[0])
        for each in heroes
        if each not in state.creatures
    )
    creatures = (*state.creatures.values(), *to_place)
    return (*(_creature(state, each) for each in creatures if state.keys.get(each.id)), *_templates(state))


def _creature(state: State, creature: Creature) -> Piece:
    return Piece(
        creature.id,
        creature.owner,
        creature.controller,
        at=creature.stand,
        radius_mm=radius_mm(state, state.card(creature.id)),
        card=state.keys[creature.id],
    )


def _templates(state: State) -> tuple[Piece, ...]:
    found = []
    for each in state.templates.values():
        outline = tuple(MatPoint(x_mm, y_mm) for x_mm, y_mm in each.outline)
        lies = TemplatePlace(outline, each.sigma_mm, each.made)
        found.append(Piece(each.id, each.owner, each.owner, PieceKind.TEMPLATE, lies))
    return tuple(found)
