"""What a card costs and with which buildings that is paid (S-PLAY-03 to S-PLAY-08)."""

from collections.abc import Iterable

from companion.games.signum.cards import Cost
from companion.games.signum.draft import Draft
from companion.games.signum.drawing import gain_prosperity
from companion.games.signum.events import BuildingChanged
from companion.games.signum.state import State


def pay(draft: Draft, player: str, cost: Cost, buildings: tuple[str, ...]) -> None:
    """Taps the buildings that a player names and takes the Prosperity.

    Raises:
        RuleViolation: If a building does not stand untapped in the own City, if they do not fit the cost, or if the
            Prosperity does not reach.
    """
    mine = draft.state.players[player]
    untapped = {each.id for each in mine.city if not each.tapped}
    ready = all(each in untapped for each in buildings) and len(set(buildings)) == len(buildings)
    draft.require(ready, "S-PLAY-03", "buildings_untapped")
    draft.require(
        covers(draft.state, cost, buildings),
        "S-PLAY-04",
        "buildings_fit",
        named=", ".join(cost.buildings),
        any=cost.any,
    )
    have = mine.prosperity
    draft.require(have >= cost.prosperity, "S-PLAY-08", "too_little_prosperity", cost=cost.prosperity, have=have)
    for each in buildings:
        if each in untapped:
            draft.emit(BuildingChanged(player=player, card=each, tapped=True))
    if cost.prosperity:
        gain_prosperity(draft, player, -cost.prosperity, "S-PLAY-04")


def covers(state: State, cost: Cost, buildings: Iterable[str]) -> bool:
    """Whether these buildings pay a cost exactly, each symbol by one of its own (S-PLAY-07)."""
    left = list(buildings)
    return _named_left(state, list(cost.buildings), left) and len(left) == cost.any


def payment(state: State, player: str, cost: Cost) -> tuple[str, ...] | None:
    """Buildings that would pay a cost now; None if it cannot be paid."""
    mine = state.players[player]
    if mine.prosperity < cost.prosperity:
        return None
    untapped = [each.id for each in mine.city if not each.tapped]
    left = list(untapped)
    if not _named_left(state, list(cost.buildings), left) or len(left) < cost.any:
        return None
    # Unique buildings last: a basic one is easier to spare for "any building".
    left.sort(key=lambda each: state.card(each).unique)
    spare = set(left[cost.any :])
    return tuple(each for each in untapped if each not in spare)


def missing(state: State, player: str, cost: Cost) -> tuple[str, ...]:
    """Names of the buildings that a player lacks to pay a cost: not built, or tapped; `any` for such."""
    untapped = [each.id for each in state.players[player].city if not each.tapped]
    lacking = []
    for name in cost.buildings:
        fitting = next((each for each in untapped if _is(state, each, name)), None)
        if fitting is None:
            lacking.append(name)
        else:
            untapped.remove(fitting)
    return (*lacking, *("any",) * max(0, cost.any - len(untapped)))


def _named_left(state: State, names: list[str], left: list[str]) -> bool:
    """Takes a building for every named symbol out of `left`; False if one is missing.

    No two buildings of a City have one name, and a type stands for one name at most but for unique and class buildings,
    which costs name by their own: so the first that fits never takes another symbol's.
    """
    for name in names:
        fitting = next((each for each in left if _is(state, each, name)), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return True


def _is(state: State, building: str, name: str) -> bool:
    card = state.card(building)
    return name in (card.key, card.building_type)
