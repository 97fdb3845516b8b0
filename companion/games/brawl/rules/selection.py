"""Whom a selector names, how much an amount is, and whether a condition holds."""

from collections.abc import Callable

from companion.games.brawl.model.constants import BLOODIED
from companion.games.brawl.model.kinds import AREAS, Zone
from companion.games.brawl.model.state import Champion, State
from companion.games.brawl.model.steps import Context
from companion.games.brawl.model.terms import Amount, Condition, Selector, Who
from companion.games.brawl.rules.arena import arena_of, in_row, zone_cells
from companion.games.kit.bounds import lies_in_bounds


def is_bloodied(champion: Champion) -> bool:
    """Whether a champion has 3 or more damage (B-KW-10)."""
    return champion.damage >= BLOODIED


def matching(state: State, selector: Selector, context: Context) -> tuple[str, ...]:
    """Champions on the arena that a selector names, in a stable order; how many of them count is another question.

    Those at their gates are none of them (B-KO-07).
    """
    around = _around(state, selector, context)
    return tuple(
        each.id
        for each in state.standing
        if _is_named(state, each, selector, context)
        and _has(each, selector)
        and _is_there(state, each, selector, context, around)
    )


def _is_named(state: State, champion: Champion, selector: Selector, context: Context) -> bool:
    me = champion.id
    match selector.who:
        case "self":
            return me == context.piece
        case "target":
            return me in context.targets
        case "attacker":  # as a reaction may say (B-REACT-07)
            return me == context.attacker
        case "chosen":
            return me in context.chosen
        case "any":  # of any side, and who acts (B-CH-30)
            return not (state.setup.readings.splash_spares_actor and me == context.piece)
        case _:
            return _is_on_side(state, champion, selector.who, context)


def _is_on_side(state: State, champion: Champion, who: Who, context: Context) -> bool:
    """Whether it is an enemy, or one of the own side, a team's own too (B-BASE-02, B-TEAM-05, B-TEAM-11).

    An ally is never the champion whose card it is (B-BASE-03).
    """
    mine = state.side(champion.player) == state.side(context.player)
    if who == "ally":
        return mine and champion.id != (context.owner or context.piece)
    return mine == (who == "friend")


def _has(champion: Champion, selector: Selector) -> bool:
    return (
        (selector.bloodied is None or selector.bloodied == is_bloodied(champion))
        and (selector.powered is None or selector.powered == champion.powered)
        and (selector.immobilised is None or selector.immobilised == champion.immobilised)
        and (selector.damaged is None or selector.damaged == (champion.damage > 0))
    )


def _around(state: State, selector: Selector, context: Context) -> tuple[Champion, ...]:
    names = {
        "self": (context.piece,),
        "target": context.targets,
        "attacker": (context.attacker,),
        "chosen": context.chosen,
    }[selector.around]
    return tuple(each for name in names if (each := state.champions.get(name)) is not None and each.cell is not None)


def _is_there(
    state: State, champion: Champion, selector: Selector, context: Context, around: tuple[Champion, ...]
) -> bool:
    cell = champion.cell
    if cell is None or (selector.zone and cell not in zone_cells(state, selector.zone, context.player)):
        return False
    if selector.other and champion in around:
        return False
    if selector.row and not any(each.cell and in_row(state, each.cell, cell) for each in around):
        return False
    if selector.within is None and selector.beyond is None:
        return True
    grid = arena_of(state).grid
    far = min((grid.distance(each.cell, cell) for each in around if each.cell is not None), default=None)
    if far is None:
        return False
    within, beyond = selector.within, selector.beyond
    # As on B-CH-18 and B-CH-19.
    return (within is None or far <= within) and (beyond is None or far > beyond)


def amount_of(state: State, amount: int | Amount, context: Context) -> int:
    """A number, counted where it has to be; never below 0 where it is counted."""
    if isinstance(amount, int):
        return amount
    number = amount.times * _counted(state, amount, context) + amount.plus
    return max(0, number if amount.most is None else min(number, amount.most))


def _counted(state: State, amount: Amount, context: Context) -> int:
    if amount.count == "dealt":
        return context.dealt
    if amount.count == "traps":
        return len(state.traps)
    if amount.count in _OF_CHAMPIONS:
        return sum(
            _OF_CHAMPIONS[amount.count](state, each) for each in matching(state, amount.of or Selector(), context)
        )
    return sum(_of_player(state, amount, player) for player in _players(state, amount, context))


_OF_CHAMPIONS: dict[str, Callable[[State, str], int]] = {
    "champions": lambda _, __: 1,
    "damage": lambda state, piece: state.champions[piece].damage,
    "defence": lambda state, piece: state.values(piece).defence,
    "health": lambda state, piece: state.values(piece).health,
}


def _players(state: State, amount: Amount, context: Context) -> tuple[str, ...]:
    """Whose: of a team's points and areas, which its players have together, those of one of them (B-TEAM-08)."""
    own: tuple[str, ...] = (context.player,)
    enemies = state.opponents(context.player)
    if amount.count in ("points", "controlled"):
        enemies = enemies[:1]
    elif amount.who == "each":
        own = state.players_of(state.side(context.player))
    return {"own": own, "enemy": enemies, "each": (*own, *enemies)}[amount.who]


def _of_player(state: State, amount: Amount, player: str) -> int:
    ready = state.cores[player]
    match amount.count:
        case "ready_cores":
            return sum(amount.core in (None, core) for core in ready)
        case "spent_cores":
            return (3 if amount.core is None else 1) - sum(amount.core in (None, core) for core in ready)
        case "hand":
            return len(state.hands[player])
        case "points":
            return state.points[state.side(player)]
        case "controlled":
            return sum(controls(state, area, player) for area in AREAS)
        case _:
            return sum(each.cell is None for each in state.mine(player))


def controls(state: State, zone: Zone, player: str) -> bool:
    """Whether a player's side has more champions on the cells of an area than the other side (B-KW-03, B-CHAL-08)."""
    cells, side = zone_cells(state, zone, player), state.side(player)
    there = [state.side(each.player) == side for each in state.standing if each.cell in cells]
    return sum(there) > len(there) - sum(there)


def holds(state: State, condition: Condition, context: Context) -> bool:
    """Whether a condition holds, as of a challenge (B-CHAL-07)."""
    return (
        (condition.champion is None or bool(matching(state, condition.champion, context)))
        and (condition.no_champion is None or not matching(state, condition.no_champion, context))
        and all(controls(state, zone, context.player) for zone in condition.control)
        and all(lies_in_bounds(each, lambda amount: amount_of(state, amount, context)) for each in condition.counts)
    )
