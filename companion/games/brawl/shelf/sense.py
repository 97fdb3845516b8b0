"""Whether a card of the right shape makes sense (B-CARD-02, B-DATA-01, B-DATA-20)."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from companion.cards.languages import text_mistakes
from companion.cards.mistakes import Mistake
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
                yield (
                    ("condition",),
                    "this challenge has no condition, so that it would be met at once",
                )
        case ArenaCard():
            yield from _of_arena(card)
        case StatedCard():
            yield from _of_stated(card, stated)


def _of_champion(card: ChampionCard) -> Iterator[Mistake]:
    yield from text_mistakes(card.titles, ("titles",))
    for side in ("front", "back"):
        values = getattr(card, side)
        for name, least in (("defence", 0), ("health", 1)):
            value = getattr(values, name)
            if not least <= value <= MAX_VALUE:
                yield (side, name), f"{name!r} is a number from {least} to {MAX_VALUE}, not {value}"
        for index, ability in enumerate(values.abilities):
            yield from text_mistakes(ability.names, (side, "abilities", index, "names"), needed=True)
            yield from text_mistakes(ability.text, (side, "abilities", index, "text"))
            if bool(ability.on) != bool(ability.effects):
                yield (side, "abilities", index), "'on' and 'effects' belong together: what happens, and when"


def _of_action(card: ActionCard, champions: AbstractSet[str]) -> Iterator[Mistake]:
    yield from text_mistakes(card.text, ("text",))
    if card.champion not in champions:
        yield ("champion",), f"there is no champion {card.champion!r} in these packs"
    if card.copies < 1:
        yield ("copies",), f"there is 1 or more of a card, not {card.copies}"
    yield from _of_fields(card, card.deed)
    missing = [name for name in ("target", "strength") if getattr(card, name) is None]
    if card.deed is Deed.ATTACK and missing:
        yield (), f"{missing[0]!r} is missing: an attack needs it"
    yield from _of_values(card)
    if card.target is not None:
        yield from _of_target(card.target)


def _of_fields(card: ActionCard | StatedCard, deed: Deed) -> Iterator[Mistake]:
    for name in ("move", "target", "strength", "bonuses", "before", "effects", "after", "defence"):
        if name not in _FIELDS[deed] and getattr(card, name, None) not in (None, ()):
            yield (name,), f"{'an' if deed is Deed.ATTACK else 'a'} {deed.value} has no {name!r}"


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
    for index, name in enumerate(card.assumed):
        if name not in ("bonuses", "before", "effects", "after") or not getattr(card, name):
            yield ("assumed", index), f"only what stands here can be assumed, and {name!r} does not"


def _of_values(card: ActionCard) -> Iterator[Mistake]:
    for name in ("move", "strength", "defence"):
        value = getattr(card, name)
        if value is not None and not 0 <= value <= MAX_VALUE:
            yield (name,), f"{name!r} is a number from 0 to {MAX_VALUE}, not {value}"


def _of_target(target: TargetDiagram) -> Iterator[Mistake]:
    if target.who not in ("enemy", "ally", "any"):
        yield ("target", "who"), f"'who' is enemy, ally or any, not {target.who!r}"
    if target.aim in (AimKind.INDIRECT, AimKind.DIRECT) and not 1 <= target.least <= target.most:
        yield ("target",), "a range goes from 'least', 1 or more, to 'most', which is no less"
    if (target.aim is AimKind.AREA) != bool(target.cells):
        yield ("target", "cells"), "'cells' are the shape of an area: an area has one or more, others have none"
    if (0, 0) in target.cells:
        yield ("target", "cells"), "(0, 0) is the attacker's own cell, which belongs to no area"


_FIELDS = {
    Deed.ATTACK: {"move", "target", "strength", "bonuses", "before", "after"},
    Deed.SKILL: {"move", "target", "effects"},
    Deed.REACTION: {"before", "after", "defence"},
}


def _of_arena(card: ArenaCard) -> Iterator[Mistake]:
    cells, spawns = cells_of(card.cells), {end: cells_of(card.spawns.get(end, ())) for end in End}
    marked = {
        "statues": cells_of(tuple(card.statues.values())),
        "traps": cells_of(card.traps),
        **{f"spawns.{end.value}": spawns[end] for end in End},
        **{f"areas.{area.value}": cells_of(pairs) for area, pairs in card.areas.items()},
    }
    for name, there in marked.items():
        if strange := sorted(there - cells):
            yield (name.partition(".")[0],), f"the arena has no cell {list(strange[0])}, which {name!r} names"
    yield from _of_counts(card, marked)
    for end in End:
        yield from _of_end(card, end)
    if marked["statues"] & (marked["traps"] | spawns[End.ONE] | spawns[End.TWO]):
        yield ("statues",), "a statue stands on no trap cell and in no spawn area"
    if spawns[End.ONE] & spawns[End.TWO]:
        yield ("spawns",), "no cell belongs to both spawn areas"
    for name, track, none in (("track", card.track, 1), ("track_of_four", card.track_of_four, 2)):
        if any(track[:none]) or not any(track[none:]) or min(track, default=0) < 0:
            yield (name,), f"the track begins with {none} without points, and others give some"


def _of_counts(card: ArenaCard, marked: Mapping[str, AbstractSet[Cell]]) -> Iterator[Mistake]:
    if len(set(card.cells)) != len(card.cells):
        yield ("cells",), "a cell stands here twice"
    if len(marked["statues"]) != STATUES:
        yield ("statues",), f"there are {STATUES} statues on cells of their own: ezma, garnet and ragril"
    if len(marked["traps"]) != TRAP_CELLS:
        yield ("traps",), f"there are {TRAP_CELLS} trap cells, not {len(marked['traps'])}"
    if set(card.areas) != set(AREAS):
        yield ("areas",), "there are three areas: manipulation, destruction and creation"


def _of_end(card: ArenaCard, end: End) -> Iterator[Mistake]:
    if len(cells_of(card.spawns.get(end, ()))) < MIN_SPAWN_CELLS:
        yield ("spawns",), f"the spawn area {end.value!r} has {MIN_SPAWN_CELLS} cells or more"
    if end not in card.gates:
        yield ("gates",), f"the gate {end.value!r} is missing"
    elif cells_of((card.gates[end],)) & cells_of(card.cells):
        yield ("gates", end.value), "a gate lies beside the arena, not on one of its cells"
