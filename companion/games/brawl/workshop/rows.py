"""The rows of a part of a card: which fields each kind of card has, and what is added to them."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from msgspec import inspect

from companion.documents import Path
from companion.games.brawl.model.cards import Card
from companion.games.brawl.model.kinds import Deed, End, Statue, Zone
from companion.games.brawl.own_texts import say
from companion.games.brawl.shelf.sense import FIELDS
from companion.games.brawl.workshop import fresh
from companion.games.brawl.workshop.card_words import BrawlTeller
from companion.games.brawl.workshop.choices import BrawlChoices
from companion.games.kit.card_parts import Part, converted, described, find_part
from companion.games.kit.card_rows import CardLanguage, CardRows
from companion.games.workshop import Bench, Brush, CardOption, Count, Entry, Open, Paint, Raw, Row, Written
from companion.geometry.grid import Cell, GridKind, hexagon

Headed = tuple[tuple[str, tuple[str, ...]], ...]

CARDS: Mapping[str, Headed] = {
    "champion": (("card", ("names", "titles")), ("front", ("front",)), ("back", ("back",)),
                 ("further", ("flavour",))),
    "action": (("card", ("names", "champion", "number", "deed", "core", "move", "target", "strength", "defence")),
               ("bonuses", ("bonuses",)), ("before", ("before",)), ("effects", ("effects",)), ("after", ("after",)),
               ("further", ("copies", "text", "flavour"))),
    "challenge": (("card", ("names", "text")), ("condition", ("condition",)), ("further", ("flavour",))),
    "arena": (("card", ("names",)), ("board", ("cells",)), ("track", ("track", "track_of_four")),
              ("further", ("pitch_mm", "grid", "flavour"))),
}  # fmt: skip
"""The fields of each kind of card in the order in which they are shown, by heading."""

ARENA_RINGS, AREA_RINGS = 6, 3
"""So many rings of cells are shown for an arena, and around an attacker."""

ATTACKER, GATE = "•", "◊"

GREY, RED, GREEN, BLUE = (0.55, 0.57, 0.6), (0.72, 0.25, 0.3), (0.35, 0.6, 0.3), (0.25, 0.45, 0.75)
GOLD, ROSE, SKY = (0.85, 0.65, 0.2), (0.9, 0.6, 0.75), (0.35, 0.7, 0.9)
AREA_COLOURS = {Zone.DESTRUCTION: RED, Zone.CREATION: GREEN, Zone.MANIPULATION: BLUE}
SPAWN_COLOURS = {End.ONE: SKY, End.TWO: ROSE}


RANGES: Mapping[str, tuple[int, int]] = {
    "defence": (0, 9), "health": (1, 20), "strength": (0, 12), "move": (0, 9), "number": (0, 20), "most": (1, 9),
    "least": (1, 9), "copies": (1, 9), "by": (-9, 9), "x": (1, 9), "times": (-9, 9), "plus": (-9, 9),
    "within": (0, 9), "beyond": (0, 9), "count": (0, 12), "pitch_mm": (20, 90),
}  # fmt: skip
RANGES_OF: Mapping[tuple[str, str], tuple[int, int]] = {
    ("Amount", "most"): (0, 20),
    ("Measure", "least"): (0, 30),
    ("Measure", "most"): (0, 30),
}
RARE: Mapping[str, tuple[str, ...]] = {
    "champion": ("flavour",),
    "action": ("number", "copies", "text", "flavour"),
    "challenge": ("flavour",),
    "arena": ("grid", "flavour", "pitch_mm"),
    "Selector": ("beyond", "around", "other", "powered", "immobilised", "damaged", "up_to", "choice", "row"),
    "Amount": ("core", "times", "plus", "most"),
    "TargetDiagram": ("who",),
    "move": ("toward", "toward_zone", "approach"),
    "push": ("away_from",),
    "change": ("against", "minus", "condition"),
    "keyword": ("condition",),
    "protect": ("condition",),
    "damage": ("up_to",),
}  # fmt: skip

CARD_TYPE = described(Card)
LANGUAGE = CardLanguage(CARD_TYPE, RANGES, RANGES_OF, RARE, counted={"count": "champions"})


class BrawlRows(CardRows):
    """The rows of one card's parts, for one reader."""

    def __init__(self, bench: Bench, choices: BrawlChoices, teller: BrawlTeller) -> None:
        """Prepares.

        Args:
            bench: The card.
            choices: What may be chosen.
            teller: Tells what is written.
        """
        super().__init__(LANGUAGE, bench.card, choices, teller)

    def of(self, at: Path) -> Iterator[Row]:
        """The rows of a part; of a track, its slots."""
        if at and at[0] in ("track", "track_of_four"):
            return self._slots(at)
        return super().of(at)

    def of_card(self, part: Part) -> Iterator[Row]:
        """The rows of the card itself, by heading."""
        kind, deed = str(self._card.get("kind", "")), converted(self._card.get("deed"), Deed)
        own: Collection[str] = FIELDS[deed] if deed else ()
        for heading, names in CARDS.get(kind, ()):
            title = self._choices.say(f"heading.{heading}")
            for name in names:
                if name in _OF_A_DEED and name not in own and name not in self._card:
                    continue
                for row in self.of_field(part, (), name):
                    yield replace(row, heading=title)
                    title = ""

    def of_field(self, part: Part, at: Path, name: str) -> Iterator[Row]:
        """The row of a field; of a side of a champion those of its values, of cells one to paint them."""
        if not at and name in ("front", "back"):
            side = self.part((name,))
            for field in ("defence", "health", "abilities"):
                yield from super().of_field(_as_values(side), (name,), field)
        elif (part.name, name) == ("arena", "cells"):
            yield self._board()
        elif (part.name, name) == ("TargetDiagram", "cells"):
            yield self._shape(at, part.data.get("cells") if isinstance(part.data, Mapping) else None)
        else:
            yield from super().of_field(part, at, name)

    def has(self, part: Part, written: Raw, at: Path, name: str) -> bool:
        """Whether a field means anything where it is not written."""
        told = _TOLD.get((part.name, name))
        return told is None or told(written)

    def addable(self, at: Path, item: inspect.Type) -> tuple[CardOption, ...]:
        """What may be added to a list that is none of effects."""
        choices = self._choices
        match at[-1]:
            case "abilities":
                return tuple(CardOption(made, choices.say(f"ability.{key}")) for key, made in fresh.abilities())
            case "counts":
                amount = {"count": "champions", "of": {"who": "friend"}}
                return (CardOption({"amount": amount, "least": 1}, choices.say("measure")),)
            case _:
                return (CardOption([], choices.say("new_option")),)

    def is_awaited(self, at: Path, name: str) -> bool:
        """Whether a field has to be chosen: what kind of card it is, and how it aims, is not to be guessed."""
        return name in ("deed", "core", "champion", "aim")

    def entry(self, part: Part, at: Path, name: str, data: Written) -> tuple[Entry, str]:
        """How a field is chosen; a size in millimetres is a whole number here."""
        if name == "pitch_mm":
            now = 50 if data is None else data
            return Count(*RANGES[name]), f"{now:g}" if isinstance(now, int | float) else ""
        if name in ("track", "track_of_four"):
            told = " · ".join(str(each) for each in data) if isinstance(data, list) else ""
            return Open(list(fresh.KINDS["arena"][name]) if data is None else None), told
        return super().entry(part, at, name, data)

    def title(self, at: Path) -> str:
        """What a part is called."""
        return self._choices.label("arena", str(at[0])) if at[0] in ("track", "track_of_four") else super().title(at)

    def special(self, table: str, name: str, now: Written) -> str:
        """A number in words."""
        all_of_them = (table, name, now) == ("Selector", "count", 0)
        return self._choices.say("all_of_them") if all_of_them else super().special(table, name, now)

    def _slots(self, at: Path) -> Iterator[Row]:
        data = self.part(at).data
        for index, points in enumerate(data if isinstance(data, list) else ()):
            yield Row((*at, index), self._choices.say("slot", number=index + 1), Count(0, 9), str(points))

    def _board(self) -> Row:
        """The whole arena, with all that its cells may be."""
        choices, on = self._choices, ("cells",)
        brushes = (
            Brush(on, choices.say("brush.cells"), GREY),
            *(Brush(("areas", each.value), choices.say(f"brush.{each.value}"), colour, within=on)
              for each, colour in AREA_COLOURS.items()),
            *(Brush(("spawns", each.value), choices.say(f"brush.spawn_{each.value}"), colour, within=on)
              for each, colour in SPAWN_COLOURS.items()),
            Brush(("traps",), choices.say("brush.traps"), GOLD, sign="×", within=on),
            *(Brush(("statues", each.value), say(choices.language, f"log.zone.statue_{each.value}"), GREY,
                    each.value[:1].upper(), lone=True, within=on) for each in Statue),
            *(Brush(("gates", each.value), choices.say(f"brush.gate_{each.value}"), colour, GATE, lone=True)
              for each, colour in SPAWN_COLOURS.items()),
        )  # fmt: skip
        cells = self._card.get("cells")
        told = choices.say("cells", count=len(cells)) if isinstance(cells, list) and cells else ""
        paint = Paint(self._kind, hexagon(ARENA_RINGS), brushes)
        return Row(("cells",), choices.say("board"), paint, told)

    def _shape(self, at: Path, cells: Written) -> Row:
        """The shape of an area, around whoever attacks."""
        brush = Brush((*at, "cells"), self._choices.say("brush.shape"), GOLD)
        paint = Paint(self._kind, hexagon(AREA_RINGS), (brush,), ((Cell(0, 0), ATTACKER),))
        told = self._choices.say("cells", count=len(cells)) if isinstance(cells, list) and cells else ""
        return Row((*at, "cells"), self._choices.label("TargetDiagram", "cells"), paint, told)

    @property
    def _kind(self) -> GridKind:
        return converted(self._card.get("grid"), GridKind) or GridKind.HEX


_OF_A_DEED = frozenset({name for names in FIELDS.values() for name in names})
"""Fields of action cards that hang on what the card is for."""


_TOLD: Mapping[tuple[str, str], Callable[[Raw], bool]] = {
    ("TargetDiagram", "cells"): lambda it: it.get("aim") == "area",
    ("TargetDiagram", "most"): lambda it: it.get("aim") in ("indirect", "direct"),
    ("TargetDiagram", "least"): lambda it: it.get("aim") in ("indirect", "direct"),
    ("TargetDiagram", "who"): lambda it: it.get("aim") != "area",
    ("keyword", "x"): lambda it: it.get("keyword") == "poison",
    ("change", "against"): lambda it: it.get("what") == "strength",
    ("change", "minus"): lambda it: isinstance(it.get("by"), Mapping),
    ("Ability", "condition"): lambda it: bool(it.get("on") or it.get("effects")),
    ("Ability", "effects"): lambda it: bool(it.get("on")),
    ("choice", "names"): lambda _: False,
    ("move", "approach"): lambda it: "toward" in it or "toward_zone" in it,
    ("Selector", "around"): lambda it: "within" in it or "beyond" in it or bool(it.get("row")),
}
"""When fields mean anything that do not always, by table and field."""


def _as_values(side: Part) -> Part:
    """A side of a champion's card, whether it is written or not."""
    known = find_part(CARD_TYPE, {"kind": "champion", "front": {}}, ("front",)).known
    return Part(known, side.data)
