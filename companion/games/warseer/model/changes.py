"""What several events change alike: a creature, what is counted of a turn, a player's History."""

from msgspec.structs import replace

from companion.games.kit.fold import Changes
from companion.games.warseer.model.state import State


def creature_changed(state: State, piece: str, **values: object) -> Changes:
    """A creature has other values."""
    return {"creatures": state.creatures | {piece: replace(state.creatures[piece], **values)}}


def counted(state: State, **values: object) -> Changes:
    """Other values are counted of the turn."""
    return {"count": replace(state.count, **values)}


def into_history(state: State, player: str, *cards: str) -> dict[str, tuple[str, ...]]:
    """All Histories, with these cards on top of a player's."""
    return state.histories | {player: (*state.histories[player], *cards)}
