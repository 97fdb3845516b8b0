"""Who sits where, who plays with whom, and in which order (S-VAR-11 to S-VAR-37, S-ZONE-06)."""

from companion.games.signum.model.constants import RANGES_MM
from companion.games.signum.model.editions import Variant
from companion.games.signum.model.state import Setup
from companion.games.verdicts.measured import RuleViolation
from companion.geometry import Side

SEGMENT_MM = RANGES_MM["XL"]
"""Length of a claimed side (S-VAR-15)."""

PLAYERS = {
    Variant.DUEL: 2,
    Variant.BATTLE_OF_THREE: 3,
    Variant.FREE_FOR_ALL: 4,
    Variant.SHOULDER_TO_SHOULDER: 4,
}

_ACROSS = {
    Side.PLAYER_ONE: Side.PLAYER_TWO,
    Side.PLAYER_TWO: Side.PLAYER_ONE,
    Side.LEFT: Side.RIGHT,
    Side.RIGHT: Side.LEFT,
}

Segment = tuple[float, float]


def check(setup: Setup) -> None:
    """Refuses a game whose seats do not fit its variant.

    Raises:
        RuleViolation: With the rule that a seat breaks.
    """
    variant = setup.rules.variant
    count = PLAYERS[variant]
    _require(len(setup.seats) == count, "S-CONST-09", "players_of_variant", count=count)
    most = setup.rules.numbers.construction_deck_most
    if setup.rules.architect:
        for seat in setup.seats:
            fits = most is None or len(seat.construction) <= most
            _require(fits, "S-VAR-02", "construction_deck_most", most=most or 0, player=seat.id)
            _require(not seat.buildings, "S-VAR-01", "buildings_from_deck", player=seat.id)
    if variant is Variant.DUEL:
        one, two = (Side(seat.side) for seat in setup.seats)
        _require(_ACROSS[one] is two, "S-ZONE-06", "sides_opposite")
        return
    if variant is Variant.SHOULDER_TO_SHOULDER:
        teams = [seat.team for seat in setup.seats]
        paired = teams[0] == teams[1] != teams[2] == teams[3] or teams[1] == teams[2] != teams[3] == teams[0]
        _require(paired and "" not in teams, "S-VAR-31", "allies_side_by_side")
    else:
        alone = all(seat.team in ("", seat.id) for seat in setup.seats)
        _require(alone, "S-VAR-19", "everybody_alone")
    for seat in setup.seats:
        if seat.segment is not None:
            fits = (seat.side, seat.segment) in claims(setup, seat.id)
            _require(fits, "S-VAR-37", "claimed_side", player=seat.id)


def turn_order(setup: Setup, first: str) -> tuple[str, ...]:
    """Who plays when: clockwise from the first player; of teams the first player's ally next (S-VAR-14, S-VAR-31)."""
    seats = list(setup.seats)
    at = next(number for number, seat in enumerate(seats) if seat.id == first)
    clockwise = seats[at:] + seats[:at]
    if setup.rules.variant is Variant.SHOULDER_TO_SHOULDER:
        team = clockwise[0].team
        clockwise = [s for s in clockwise if s.team == team] + [s for s in clockwise if s.team != team]
    return tuple(seat.id for seat in clockwise)


def claims(setup: Setup, player: str) -> tuple[tuple[str, Segment], ...]:
    """The sides a player may still claim, by edge (S-VAR-15, S-VAR-16, S-VAR-29, S-VAR-30, S-VAR-37)."""
    taken = {corner_of(setup, seat.side, seat.segment) for seat in setup.seats if seat.segment and seat.id != player}
    team = setup.rules.variant is Variant.SHOULDER_TO_SHOULDER
    found = []
    for side in Side:
        for segment in _segments(setup, side) if team else (_clockwise(setup, side),):
            if corner_of(setup, side.value, segment) in taken:
                continue
            if team and not _beside_ally(setup, player, side):
                continue
            found.append((side.value, segment))
    return tuple(found)


def corner_of(setup: Setup, side: str, segment: Segment) -> tuple[float, float]:
    """The corner of the mat from which a side was measured."""
    width_mm, height_mm = setup.mat_mm
    edge = Side(side)
    length_mm = width_mm if edge.is_level else height_mm
    along = 0.0 if min(segment) <= 0 else length_mm
    across = {Side.PLAYER_ONE: 0.0, Side.PLAYER_TWO: height_mm, Side.LEFT: 0.0, Side.RIGHT: width_mm}[edge]
    return (along, across) if edge.is_level else (across, along)


def _clockwise(setup: Setup, side: Side) -> Segment:
    """The part of an edge measured clockwise, seen from above, from the corner where it begins."""
    low, high = _segments(setup, side)
    return low if side in (Side.LEFT, Side.PLAYER_TWO) else high


def _segments(setup: Setup, side: Side) -> tuple[Segment, Segment]:
    """The parts of an edge at its two corners."""
    length_mm = setup.mat_mm[0] if side.is_level else setup.mat_mm[1]
    return (0.0, SEGMENT_MM), (length_mm - SEGMENT_MM, length_mm)


def _beside_ally(setup: Setup, player: str, side: Side) -> bool:
    """Whether an edge is that of the ally, or opposite to that of the enemies, as far as those have chosen."""
    team = next(seat.team for seat in setup.seats if seat.id == player)
    for seat in setup.seats:
        if seat.segment is None or seat.id == player:
            continue
        wanted = Side(seat.side) if seat.team == team else _ACROSS[Side(seat.side)]
        if wanted is not side:
            return False
    return True


def _require(holds: bool, rule_id: str, key: str, **values: str | float) -> None:  # noqa: FBT001 (a condition)
    if not holds:
        raise RuleViolation(rule_id, key, values)
