"""What a card costs and with which buildings that is paid (S-PLAY-03 to S-PLAY-08).

The buildings that a cost names are found by themselves: no City holds two of one name. The player chooses those for the
"any building" symbols.
"""

from companion.games.prompt import Pick
from companion.games.signum.engine.card_draw import affords, gain_prosperity
from companion.games.signum.engine.draft import Draft
from companion.games.signum.model.effects.effect import Cost
from companion.games.signum.model.events import BuildingChanged
from companion.games.signum.model.state import Building, State


def pay(draft: Draft, player: str, cost: Cost, chosen: tuple[str, ...]) -> None:
    """Taps the buildings of a cost and takes the Prosperity.

    Args:
        draft: The command being decided.
        player: Who pays.
        cost: What is to be paid.
        chosen: Ids of the buildings for the "any building" symbols.

    Raises:
        RuleViolation: If a building that is named is missing or tapped, if those chosen do not stand untapped in the
            own City or are too many or too few, or if the Prosperity does not reach.
    """
    state = draft.state
    if not cost.known:
        draft.tell("cost_by_hand", {"player": player})
    require_payable(draft, player, cost)
    if not state.rules.keeps("taps"):
        draft.require(not chosen, "S-PLAY-06", "any_buildings", count=0)
        tap_on_cardboard(draft, player, len(cost.buildings) + cost.any)
    else:
        _tap(draft, player, cost, chosen)
    if cost.prosperity:
        gain_prosperity(draft, player, -cost.prosperity, "S-PLAY-04")


def _tap(draft: Draft, player: str, cost: Cost, chosen: tuple[str, ...]) -> None:
    named = named_buildings(draft.state, player, cost)
    free = spare_buildings(draft.state, player, cost)
    fits = set(chosen) <= set(free) and len(set(chosen)) == len(chosen) == cost.any
    draft.require(fits, "S-PLAY-06", "any_buildings", count=cost.any)
    for each in (*named, *(card for card in chosen if card in free)):
        draft.emit(BuildingChanged(player=player, card=each, tapped=True))


def tap_on_cardboard(draft: Draft, player: str, count: int) -> None:
    """Tells a player who keeps tapped buildings on cardboard to tap some."""
    if count:
        draft.tell("cardboard_taps", {"player": player, "count": count})


def require_payable(draft: Draft, player: str, cost: Cost) -> None:
    """Refuses what cannot be paid: a building that is missing or tapped, too little Prosperity."""
    lacking = missing(draft.state, player, cost)
    draft.require(not lacking, "S-PLAY-03", "buildings_missing", missing=", ".join(lacking))
    rich = affords(draft.state, player, cost.prosperity)
    have = draft.state.players[player].prosperity
    draft.require(rich, "S-PLAY-08", "too_little_prosperity", cost=cost.prosperity, have=have)


def payable(state: State, player: str, cost: Cost) -> bool:
    """Whether a cost can be paid now."""
    return affords(state, player, cost.prosperity) and not missing(state, player, cost)


def any_field(state: State, player: str, cost: Cost) -> dict[str, Pick]:
    """The field of a command that takes the "any buildings"; empty where nothing is to be chosen."""
    if not cost.any or not state.rules.keeps("taps"):
        return {}
    return {"buildings": Pick(options=spare_buildings(state, player, cost), least=cost.any, most=cost.any)}


def named_buildings(state: State, player: str, cost: Cost) -> tuple[str, ...]:
    """Ids of the untapped buildings that pay a cost's named symbols, as far as there are any (S-PLAY-07)."""
    return tuple(each for _, each in _paying(state, player, cost) if each)


def spare_buildings(state: State, player: str, cost: Cost) -> tuple[str, ...]:
    """Ids of the untapped buildings that a cost does not name."""
    named = named_buildings(state, player, cost)
    return tuple(each for each in _untapped(state, player) if each not in named)


def missing(state: State, player: str, cost: Cost) -> tuple[str, ...]:
    """Names of the buildings that a player lacks to pay a cost: not built, or tapped; `any` for such.

    Of those whose taps are kept on cardboard only what is not built is known.
    """
    paying = _paying(state, player, cost)
    left = len(_untapped(state, player)) - sum(bool(each) for _, each in paying)
    return (*(name for name, each in paying if not each), *("any",) * max(0, cost.any - left))


def _paying(state: State, player: str, cost: Cost) -> list[tuple[str, str]]:
    """The named symbols of a cost, each with the untapped building that pays it; empty where there is none.

    A symbol that names one building comes before one that several fit, such as that of unique buildings.
    """
    left = _untapped(state, player)
    found: list[tuple[str, str]] = []
    for name in sorted(cost.buildings, key=lambda each: sum(_is(state, building, each) for building in left)):
        fitting = next((each for each in left if _is(state, each, name)), "")
        if fitting:
            left.remove(fitting)
        found.append((name, fitting))
    return found


def _untapped(state: State, player: str) -> list[str]:
    return [each.id for each in state.players[player].city if not is_tapped(state, each)]


def is_tapped(state: State, building: Building) -> bool:
    """Whether a building is tapped, as far as the program can tell."""
    return building.tapped and state.rules.keeps("taps")


def _is(state: State, building: str, name: str) -> bool:
    card = state.card(building)
    return name in (card.key, card.building_type)
