"""Whether a card of the right shape makes sense (B-CARD-02, B-DATA-01, B-DATA-20)."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from companion.cards.languages import text_mistakes
from companion.cards.mistakes import Mistake, told
from companion.games.brawl.model.cards import (
    ActionCard,
    ArenaCard,
    Card,
    ChallengeCard,
    ChampionCard,
    StatedCard,
    TargetDiagram,
    cells_of,
)
from companion.games.brawl.model.constants import MIN_SPAWN_CELLS, STATUES, TRAP_CELLS
from companion.games.brawl.model.kinds import AREAS, AimKind, Deed, End
from companion.games.brawl.model.terms import Condition
from companion.geometry.grid import Cell

MAX_VALUE = 20
"""No value of a champion or a card is higher."""


def card_mistakes(card: Card, champions: AbstractSet[str], stated: AbstractSet[str]) -> Iterator[Mistake]:
    """Everything wrong with a card.

    Args:
        card: The card, its keys in full.
        champions: Full keys of all champions.
        stated: Full keys of those of which only something is stated.
    """
    yield from text_mistakes(card.names, ("names",), needed=True)
    yield from text_mistakes(card.flavour, ("flavour",))
    match card:
        case ChampionCard():
            yield from _of_champion(card)
        case ActionCard():
            yield from _of_action(card, champions)
        case ChallengeCard():
            yield from text_mistakes(card.text, ("text",), needed=True)
            if card.condition == Condition():
                said = "this challenge has no condition, so that it would be met at once"
                yield ("condition",), told("no_condition", said)
        case ArenaCard():
            yield from _of_arena(card)
        case StatedCard():
            yield from _of_stated(card, stated)


def _of_champion(card: ChampionCard) -> Iterator[Mistake]:
    """Both sides, each with its values and abilities (B-CHMP-01, B-COMP-04)."""
    yield from text_mistakes(card.titles, ("titles",))
    for side in ("front", "back"):
        values = getattr(card, side)
        for name, least in (("defence", 0), ("health", 1)):
            value = getattr(values, name)
            if not least <= value <= MAX_VALUE:
                said = f"{name!r} is a number from {least} to {MAX_VALUE}, not {value}"
                yield (side, name), told("number", said, least=least, most=MAX_VALUE)
        for index, ability in enumerate(values.abilities):
            yield from text_mistakes(ability.names, (side, "abilities", index, "names"), needed=True)
            yield from text_mistakes(ability.text, (side, "abilities", index, "text"))
            if bool(ability.on) != bool(ability.effects):
                said = "'on' and 'effects' belong together: what happens, and when"
                yield (side, "abilities", index), told("ability", said)


def _of_action(card: ActionCard, champions: AbstractSet[str]) -> Iterator[Mistake]:
    """B-CARD-02, B-CARD-05."""
    yield from text_mistakes(card.text, ("text",))
    if card.champion not in champions:
        said = f"there is no champion {card.champion!r} in these packs"
        yield ("champion",), told("no_champion", said)
    if card.copies < 1:
        yield ("copies",), told("copies", f"there is 1 or more of a card, not {card.copies}")
    yield from _of_fields(card, card.deed)
    missing = [name for name in ("target", "strength") if getattr(card, name) is None]
    if card.deed is Deed.ATTACK and missing:
        yield (), told("missing", f"{missing[0]!r} is missing: an attack needs it", field=missing[0])
    yield from _of_values(card)
    if card.target is not None:
        yield from _of_target(card.target)


def _of_fields(card: ActionCard | StatedCard, deed: Deed) -> Iterator[Mistake]:
    """What stands only on some cards: strength on attacks (B-BASE-10), a defence modifier on reactions (B-CARD-03).

    Attacks and reactions have effects before and after (B-ATK-15), skills have none of either (B-CARD-01).
    """
    for name in ("move", "target", "strength", "bonuses", "before", "effects", "after", "defence"):
        if name not in FIELDS[deed] and getattr(card, name, None) not in (None, ()):
            said = f"{'an' if deed is Deed.ATTACK else 'a'} {deed.value} has no {name!r}"
            yield (name,), told("not_here", said)


def _of_stated(card: StatedCard, stated: AbstractSet[str]) -> Iterator[Mistake]:
    for name in ("titles", "text"):
        yield from text_mistakes(getattr(card, name), (name,))
    if card.of == "champion":
        return
    if card.deed is None:
        yield (), "'deed' is missing: attack, skill or reaction"
    else:
        yield from _of_fields(card, card.deed)
    if card.champion not in stated:
        yield ("champion",), f"no champion {card.champion!r} is stated in these packs"
    # B-DATA-06, B-DATA-07
    for index, name in enumerate(card.assumed):
        if name not in ("bonuses", "before", "effects", "after") or not getattr(card, name):
            yield ("assumed", index), f"only what stands here can be assumed, and {name!r} does not"


def _of_values(card: ActionCard) -> Iterator[Mistake]:
    for name in ("move", "strength", "defence"):
        value = getattr(card, name)
        if value is not None and not 0 <= value <= MAX_VALUE:
            said = f"{name!r} is a number from 0 to {MAX_VALUE}, not {value}"
            yield (name,), told("number", said, least=0, most=MAX_VALUE)


def _of_target(target: TargetDiagram) -> Iterator[Mistake]:
    """Range and targeting diagram (B-TGT-03, B-TGT-05)."""
    if target.who not in ("enemy", "ally", "any"):
        yield ("target", "who"), f"'who' is enemy, ally or any, not {target.who!r}"
    if target.aim in (AimKind.INDIRECT, AimKind.DIRECT) and not 1 <= target.least <= target.most:
        yield ("target",), told("range", "a range goes from 'least', 1 or more, to 'most', which is no less")
    if (target.aim is AimKind.AREA) != bool(target.cells):
        said = "'cells' are the shape of an area: an area has one or more, others have none"
        yield ("target", "cells"), told("shape", said)
    if (0, 0) in target.cells:
        said = "(0, 0) is the attacker's own cell, which belongs to no area"
        yield ("target", "cells"), told("own_cell", said)


FIELDS = {
    Deed.ATTACK: {"move", "target", "strength", "bonuses", "before", "after"},
    Deed.SKILL: {"move", "target", "effects"},
    Deed.REACTION: {"before", "after", "defence"},
}


def _of_arena(card: ArenaCard) -> Iterator[Mistake]:
    """Everything that a picture shows of the printed arena, with the checks of B-DATA-01 (B-ARENA-16)."""
    cells, spawns = cells_of(card.cells), {end: cells_of(card.spawns.get(end, ())) for end in End}
    marked = {
        "statues": cells_of(tuple(card.statues.values())),
        "traps": cells_of(card.traps),
        **{f"spawns.{end.value}": spawns[end] for end in End},
        **{f"areas.{area.value}": cells_of(pairs) for area, pairs in card.areas.items()},
    }
    for name, there in marked.items():
        if strange := sorted(there - cells):
            said = f"the arena has no cell {list(strange[0])}, which {name!r} names"
            yield (name.partition(".")[0],), told("off_board", said)
    yield from _of_counts(card, marked)
    for end in End:
        yield from _of_end(card, end)
    if marked["statues"] & (marked["traps"] | spawns[End.ONE] | spawns[End.TWO]):
        yield ("statues",), told("statue_taken", "a statue stands on no trap cell and in no spawn area")
    if spawns[End.ONE] & spawns[End.TWO]:
        yield ("spawns",), told("both_spawns", "no cell belongs to both spawn areas")
    # B-CHAL-06, B-TEAM-26
    for name, track, none in (("track", card.track, 1), ("track_of_four", card.track_of_four, 2)):
        if any(track[:none]) or not any(track[none:]) or min(track, default=0) < 0:
            yield (
                (name,),
                told("track", f"the track begins with {none} without points, and others give some", none=none),
            )


def _of_counts(card: ArenaCard, marked: Mapping[str, AbstractSet[Cell]]) -> Iterator[Mistake]:
    """Cells (B-ARENA-01), statues, trap cells and areas (B-ARENA-10, B-ARENA-12, B-ARENA-13, B-DATA-01)."""
    if not card.cells:
        yield ("cells",), told("no_cells", "an arena has cells")
    if len(set(card.cells)) != len(card.cells):
        yield ("cells",), told("twice", "a cell stands here twice")
    if len(marked["statues"]) != STATUES:
        said = f"there are {STATUES} statues on cells of their own: ezma, garnet and ragril"
        yield ("statues",), told("statues", said, count=STATUES)
    if len(marked["traps"]) != TRAP_CELLS:
        said = f"there are {TRAP_CELLS} trap cells, not {len(marked['traps'])}"
        yield ("traps",), told("traps", said, count=TRAP_CELLS, there=len(marked["traps"]))
    if set(card.areas) != set(AREAS):
        yield ("areas",), told("areas", "there are three areas: manipulation, destruction and creation")


def _of_end(card: ArenaCard, end: End) -> Iterator[Mistake]:
    """B-ARENA-09, B-ARENA-11; four champions of a team enter here (B-TEAM-30)."""
    if len(cells_of(card.spawns.get(end, ()))) < MIN_SPAWN_CELLS:
        said = f"the spawn area {end.value!r} has {MIN_SPAWN_CELLS} cells or more"
        yield ("spawns",), told(f"spawns_{end.value}", said, count=MIN_SPAWN_CELLS)
    if end not in card.gates:
        yield ("gates",), told(f"gate_{end.value}", f"the gate {end.value!r} is missing")
    elif cells_of((card.gates[end],)) & cells_of(card.cells):
        yield ("gates", end.value), told("gate_on_board", "a gate lies beside the arena, not on one of its cells")
