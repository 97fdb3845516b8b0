"""What each ability of the catalogue needs beside its name, and whose it may be (S-AB)."""

from collections.abc import Collection, Iterator

from companion.cards.mistakes import Mistake, told
from companion.cards.shape import like
from companion.documents import Path
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.creature.targets import GROUPS
from companion.games.signum.model.editions import FACES
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.kinds import Kind

NUMBER = frozenset(
    {
        "less_from_attacks",
        "armour",
        "berserk",
        "cautious",
        "concentration",
        "control",
        "durability",
        "expert_of_attack",
        "expert_of_defence",
        "healer",
        "healing",
        "magical_shot",
        "magical_strike",
        "master_of_attack",
        "master_of_defence",
        "master_of_healing",
        "master_of_magic",
        "master_of_shooting",
        "multiple_uses",
        "persecution",
        "reckless",
        "regeneration",
        "shot",
        "throwing",
    }
)
"""Abilities with an X that is a number."""

RULER = frozenset({"aura", "howl"})
"""Abilities with an X that is a ruler."""

TEXT = frozenset(
    {"aura", "charge", "contract", "first_word", "howl", "last_word", "multiple_uses", "surcharge"},
)
"""Abilities with a [text]."""

MAY_HAVE_NUMBER = frozenset({"predator"})
"""S-AB-48 prints a number that is always 1."""

ACTIONS = (
    "melee",
    "magical_strike",
    "shot",
    "throwing",
    "magical_shot",
    "healer",
    "healing",
    "control",
    "concentration",
    "howl",
    "move",
    "run",
    "detect",
    "search",
    "go_to_the_shadow",
)
"""What a Steam Engine may name (S-AB-60); besides, abilities of the card's own."""

SOURCES = ("spell", "tactic", "relic", "creature", "building", "terrain", "all")
SHIELDED = tuple(
    dict.fromkeys(
        each
        for name in (*SOURCES, *GROUPS, *(group for groups in GROUPS.values() for group in groups))
        for each in (name, f"enemy_{name}")
    )
)
"""What Shield from may name (S-AB-54)."""

ONLY_ON: dict[str, Kind] = {
    "durability": Kind.RELIC,
    "multiple_uses": Kind.RELIC,
    "blocks_sight": Kind.TERRAIN,
    "cover": Kind.TERRAIN,
    "difficult": Kind.TERRAIN,
    "impassable": Kind.TERRAIN,
    "stealth": Kind.CHARACTER,
    "go_to_the_shadow": Kind.CHARACTER,
    "rush": Kind.CHARACTER,
    "surcharge": Kind.CHARACTER,
}
"""Abilities that stand on cards of one kind only."""


_ON: dict[Kind, tuple[str, ...]] = {
    Kind.SPELL: ("first_word", "last_word"),
    Kind.TACTIC: ("last_word",),
    Kind.RELIC: ("first_word", "last_word", "durability", "multiple_uses"),
    Kind.BUILDING: (),
    Kind.TERRAIN: ("blocks_sight", "cover", "difficult", "impassable"),
}
"""Abilities that do anything on cards that are no creatures."""


def may_stand_on(name: str, kind: Kind | None) -> bool:
    """Whether an ability does anything on cards of a kind; given by an effect (None), each may."""
    return kind is None or (ONLY_ON.get(name, kind) is kind and name in _ON.get(kind, (name,)))


def ability_mistakes(
    ability: Ability, path: Path, kind: Kind | None = None, own: Collection[str] = ()
) -> Iterator[Mistake]:
    """What is wrong with one ability, its texts' own effects apart.

    Args:
        ability: The ability.
        path: Where it stands.
        kind: The kind of card it is printed on; None where it is given by an effect.
        own: Names of abilities that are cards' own.
    """
    name = ability.name
    if name not in CATALOGUE:
        if not ability.names:
            yield (
                (*path, "name"),
                told(
                    "nowhere",
                    f"unknown ability {name!r}; {_like_ability(name)} An ability of the card's own needs `names`.",
                ),
            )
        yield from _own(ability, path, kind)
        return
    if ability.names:
        yield (*path, "names"), told("catalogue_names", f"{name!r} is in the catalogue and has its names there")
    if kind is not None and ONLY_ON.get(name, kind) is not kind:
        yield (*path, "name"), told("only_on", f"{name!r} stands on cards of kind {ONLY_ON[name].value!r} only")
    if kind is not None and name not in _ON.get(kind, (name,)):
        yield (
            (*path, "name"),
            told(
                "does_nothing", f"{name!r} does nothing on a card of kind {kind.value!r}: give it with an effect `gain`"
            ),
        )
    yield from _numbers(ability, path)
    yield from _texts(ability, path, own)


def _own(ability: Ability, path: Path, kind: Kind | None) -> Iterator[Mistake]:
    """What an ability of the card's own says that could never happen."""
    if ability.text and not ability.activate and ability.cost is None:
        yield (
            (*path, "text"),
            told(
                "nobody_uses", "nobody can use this: write activate = true, what a use costs in `cost`, or a `riders`"
            ),
        )
    if ability.results and kind is not Kind.TERRAIN:
        yield (*path, "results"), told("results_where", "`results` stand in a Steam Engine, or in the table of Ruins")


def _like_ability(name: str) -> str:
    ending = like(name, tuple(CATALOGUE))
    return ending if ending.startswith("did you mean") else "the page on cards lists them all."


def _numbers(ability: Ability, path: Path) -> Iterator[Mistake]:
    name = ability.name
    if name in NUMBER and ability.x is None:
        yield path, told("needs_number", f"{name!r} needs its number: x = 2, say")
    elif ability.x is not None and name not in NUMBER | MAY_HAVE_NUMBER:
        yield (*path, "x"), told("takes_none", f"{name!r} takes no number")
    elif ability.x is not None and ability.x < 1:
        yield (*path, "x"), told("least", f"the number of {name!r} must be 1 or more, not {ability.x}", least=1)
    if name in RULER and ability.ruler is None:
        yield path, told("needs_ruler", f'{name!r} needs its ruler: ruler = "S", "M", "L" or "XL"')
    elif ability.ruler is not None and name not in RULER:
        yield (*path, "ruler"), told("takes_none", f"{name!r} takes no ruler")
    if ability.plus and ability.x is None:
        yield (
            (*path, "plus"),
            told("needs_number", "`plus` says that a number adds to the same ability, but there is no number"),
        )


def _texts(ability: Ability, path: Path, own: Collection[str]) -> Iterator[Mistake]:
    name = ability.name
    if name in TEXT and not ability.text and not ability.reminder and not ability.riders:
        yield path, told("needs_text", f"{name!r} needs its text: the effects in `text`, or words in `reminder`")
    elif ability.text and name not in TEXT:
        yield (*path, "text"), told("takes_none", f"{name!r} takes no text")
    yield from _abouts(ability, path, own)
    if name == "steam_engine" and not ability.results and not ability.reminder:
        yield path, told("faces", f"{name!r} needs `results`: what follows each face")
    if name == "surcharge" and ability.cost is None and not ability.deed:
        yield (
            path,
            told("needs_payment", f"{name!r} needs what is paid besides: cost = {{ … }}, or what is done in `deed`"),
        )
    if ability.deed and name != "surcharge":
        yield (*path, "deed"), told("takes_none", f"{name!r} takes no `deed`")
    for face in ability.results:
        if face not in FACES:
            yield (*path, "results", face), told("nowhere", f"unknown face {face!r}; {like(face, FACES)}")


def _abouts(ability: Ability, path: Path, own: Collection[str]) -> Iterator[Mistake]:
    name, about = ability.name, ability.about
    if name == "steam_engine" and about not in (*ACTIONS, *own):
        yield (
            (*path, "about"),
            told("needs_deed", f"{name!r} needs in `about` the action that heats it; {like(about, ACTIONS)}"),
        )
    elif name == "shield_from" and about not in SHIELDED:
        yield (
            (*path, "about"),
            told("needs_shield", f"{name!r} needs in `about` what it protects from; {like(about, SHIELDED)}"),
        )
    elif about and name not in ("steam_engine", "shield_from"):
        yield (*path, "about"), told("takes_none", f"{name!r} takes no `about`")
