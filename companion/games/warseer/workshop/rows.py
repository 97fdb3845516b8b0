"""The rows of a part of a card: which fields each kind of card has, and what is added to them."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum

from msgspec import inspect

from companion.documents import Path
from companion.games.kit.card_parts import Part, described
from companion.games.kit.card_rows import CardLanguage, CardRows, named
from companion.games.warseer.model.card_kinds import Colour, Crit, Keyword, Rank, Symbol
from companion.games.warseer.model.cards import Card
from companion.games.warseer.shelf.sense import DICED, NUMBERED
from companion.games.warseer.workshop import fresh
from companion.games.warseer.workshop.card_words import WarseerTeller
from companion.games.warseer.workshop.choices import WarseerChoices
from companion.games.workshop import Bench, CardOption, Count, Entry, Open, Raw, Row, Select, Written

Headed = tuple[tuple[str, tuple[str, ...]], ...]

_CREATURE: Headed = (
    ("values", ("attack", "reach", "health", "movement")),
    ("abilities", ("abilities",)),
    ("further", ("text", "motto")),
)
_TEXTS: Headed = (("further", ("text", "motto")),)

CARDS: Mapping[str, Headed] = {
    "hero": (("card", ("names", "faction", "affinities")), *_CREATURE[:2], ("squad", ("leadership",)),
             ("battle", ("battle",)), _CREATURE[2]),
    "character": (("card", ("names", "faction", "affinities", "cost", "income", "rank", "stars")), *_CREATURE),
    "minion": (("card", ("names", "faction", "affinities")), *_CREATURE),
    "spell": (("card", ("names", "faction", "cost", "income")), ("effects", ("effects",)),
              ("condition", ("condition",)), ("enchantment", ("enchants", "abilities")), *_TEXTS),
    "relic": (("card", ("names", "faction", "cost", "income", "armour", "uses")), ("abilities", ("abilities",)),
              *_TEXTS),
    "tactic": (("card", ("names", "faction", "cost", "income", "on")), ("effects", ("effects",)),
               ("condition", ("condition",)), *_TEXTS),
    "building": (("card", ("names", "faction", "cost", "income", "uses")), ("abilities", ("abilities",)), *_TEXTS),
    "feat": (("card", ("names", "points", "military", "mark", "copies")), ("condition", ("condition",)),
             ("discard", ("influence", "minions", "draw")), *_TEXTS),
    "improvement": (("card", ("names", "sort", "deck", "price", "copies", "on", "armour")),
                    ("abilities", ("abilities",)), ("effects", ("effects",)), *_TEXTS),
    "terrain": (("card", ("names", "unique", "grounds", "ignores")), ("adds", ("adds",)), ("rolls", ("rolls",)),
                ("further", ("linked", "paired", "crossing", "camp", "text"))),
    "dice": (("card", ("names",)), ("faces", ("faces",)),
             ("further", ("poison", "disease", "regeneration", "difficult_target"))),
    "faction": (("card", ("names", "minion")), ("battle", ("battle",)), ("further", ("text",))),
    "income_track": (("card", ("names", "points", "draws")),),
}  # fmt: skip
"""The fields of each kind of card in the order in which they are shown, by heading."""

RANGES: Mapping[str, tuple[int, int]] = {
    "cost": (0, 15), "income": (-5, 9), "stars": (1, 3), "reach": (1, 12), "health": (1, 20), "movement": (0, 12),
    "armour": (0, 9), "uses": (0, 9), "points": (0, 9), "copies": (1, 9), "price": (0, 30), "x": (0, 15),
    "pay": (0, 10), "influence": (0, 10), "minions": (0, 5), "draw": (0, 5), "by": (-9, 9), "times": (-9, 9),
    "plus": (-9, 9), "within": (0, 12), "count": (0, 12),
}  # fmt: skip
RANGES_OF: Mapping[tuple[str, str], tuple[int, int]] = {
    ("influence", "amount"): (-9, 9),
    ("armour", "amount"): (-9, 9),
    ("Measure", "least"): (0, 30),
    ("Measure", "most"): (0, 30),
}
RARE: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("hero", "character", "minion", "spell", "relic", "tactic", "building", "feat", "improvement",
                     "terrain", "faction"), ("text", "motto")),
    "Selector": ("ranks", "keyword", "around", "activated", "zone", "on_terrain", "cost", "up_to"),
    "Amount": ("times", "plus", "most"),
    "Ability": ("hero_turn", "text"),
    "change": ("condition",),
    "dice": ("condition",),
    "symbol": ("condition", "against"),
    "reroll": ("condition", "colours"),
    "give": ("condition",),
    "forbid": ("condition",),
    "damage": ("wounds",),
    "place": ("on",),
}  # fmt: skip

CARD_TYPE = described(Card)
LANGUAGE = CardLanguage(
    CARD_TYPE, RANGES, RANGES_OF, RARE, counted={"count": "creatures"}, in_line=("options", "dice", "adds", "battle")
)

SYMBOL_DICE: Mapping[str, tuple[type[StrEnum], ...]] = {
    "poison": (Colour, Symbol, Symbol),
    "disease": (Colour, Symbol, Symbol),
    "regeneration": (Colour, Symbol, Symbol),
    "difficult_target": (Colour, Colour, Colour),
}
"""What stands in the parts of a dice card that are of a few words in order."""
_FIRST = {
    "poison": ["green", "hit", "blank"],
    "disease": ["purple", "hit", "blank"],
    "regeneration": ["yellow", "hit", "crit"],
    "difficult_target": ["red", "black", "blue"],
}


class WarseerRows(CardRows):
    """The rows of one card's parts, for one reader."""

    def __init__(self, bench: Bench, choices: WarseerChoices, teller: WarseerTeller) -> None:
        """Prepares.

        Args:
            bench: The card.
            choices: What may be chosen.
            teller: Tells what is written.
        """
        super().__init__(LANGUAGE, bench.card, choices, teller)
        self._words = choices

    def of(self, at: Path) -> Iterator[Row]:
        """The rows of a part; of what a table of its own words tells, a row for each of them."""
        match at:
            case ("leadership",):
                return self._leadership(at)
            case ("faces",):
                return self._faces(at)
            case (str(name),) if name in SYMBOL_DICE:
                return self._in_order(at, SYMBOL_DICE[name])
            case (*_, "results"):
                return self._results(at)
            case _:
                return super().of(at)

    def of_card(self, part: Part) -> Iterator[Row]:
        """The rows of the card itself, by heading."""
        for heading, names in CARDS.get(str(self._card.get("kind", "")), ()):
            title = self._choices.say(f"heading.{heading}")
            for name in names:
                if name not in self._card and not self.has(part, self._card, (), name):
                    continue
                for row in self.of_field(part, (), name):
                    yield replace(row, heading=title)
                    title = ""

    def of_field(self, part: Part, at: Path, name: str) -> Iterator[Row]:
        """The row of a field; of the dice of a card and its Leadership a row for each colour and rank."""
        if not at and name == "faces":
            yield from self._faces(("faces",))
        elif not at and name == "leadership":
            yield from self._leadership(("leadership",))
        else:
            yield from super().of_field(part, at, name)

    def item_name(self, at: Path) -> str:
        """What a plain word in a list is called."""
        return self._choices.say("item.faces") if at[:1] == ("faces",) else super().item_name(at)

    def title(self, at: Path) -> str:
        """What a part is called."""
        match at:
            case ("faces", str(colour)):
                return self._die(colour)
            case (*_, "results", str(symbol)):
                return self._words.word("", "symbol", symbol)
            case (*_, str(name)) if name in SYMBOL_DICE and len(at) == 1:
                return self._choices.label("dice", name)
            case _:
                return super().title(at)

    def has(self, part: Part, written: Raw, at: Path, name: str) -> bool:
        """Whether a field means anything where it is not written."""
        told = _TOLD.get((part.name, name))
        return told is None or told(written)

    def addable(self, at: Path, item: inspect.Type) -> tuple[CardOption, ...]:
        """What may be added to a list that is none of effects."""
        choices, name = self._words, str(at[-1])
        if at[:1] == ("faces",) or name in ("dice", "adds", "battle"):
            return choices.of_field(at, "", name, item)
        if name == "abilities":
            return choices.abilities()
        if name == "crits":
            return tuple(CardOption(_crit(each), choices.word("CritEffect", "crit", each.value)) for each in Crit)
        made, key = _ADDED.get(name, ([], "new_option"))
        return (CardOption(made, choices.say(key)),)

    def is_awaited(self, at: Path, name: str) -> bool:
        """Whether a field has to be chosen: which faction a card is of is not to be guessed."""
        return name == "faction" and self._card.get("kind") in ("hero", "character", "minion")

    def entry(self, part: Part, at: Path, name: str, data: Written) -> tuple[Entry, str]:
        """How a field is chosen, and what it is now, in words."""
        if name == "mark":
            options = self._choices.of_field((), part.name, name, part.fields[name].type)
            return Select(options), named(options, 20 if data is None else data)
        if part.name == "dice" and not at[:-1] and name in SYMBOL_DICE:
            return Open(_FIRST[name] if data is None else None), self._told_in_order(name, data)
        return super().entry(part, at, name, data)

    def special(self, table: str, name: str, now: Written) -> str:
        """A number in words."""
        all_of_them = (table, name, now) == ("Selector", "count", 0)
        return self._choices.say("all_of_them") if all_of_them else super().special(table, name, now)

    def _die(self, colour: str) -> str:
        return self._choices.say("die", colour=self._words.word("", "dice", colour).lower())

    def _faces(self, at: Path) -> Iterator[Row]:
        """A row for the faces of each colour."""
        for colour in Colour:
            where = (*at, colour.value)
            data = self.part(where).data
            told = ", ".join(self._words.word("", "symbol", str(each)) for each in data or ())
            yield Row(where, self._die(colour.value), Open([] if data is None else None), told)

    def _leadership(self, at: Path) -> Iterator[Row]:
        """How many of each rank."""
        for rank in Rank:
            if rank is not Rank.NONE:
                where = (*at, rank.value)
                now = self.part(where).data or 0
                yield Row(where, self._words.word("", "rank", rank.value), Count(0, 9), str(now))

    def _results(self, at: Path) -> Iterator[Row]:
        """What happens by each symbol of a roll."""
        for symbol in Symbol:
            where = (*at, symbol.value)
            data = self.part(where).data
            name = self._words.word("", "symbol", symbol.value)
            yield Row(where, name, Open([] if data is None else None), self._teller.told(where), removable=bool(data))

    def _in_order(self, at: Path, kinds: tuple[type[StrEnum], ...]) -> Iterator[Row]:
        """A row for each of a few words in order."""
        data = self.part(at).data
        for index, kind in enumerate(kinds):
            field = "dice" if kind is Colour else "symbol"
            options = self._words.worded("", field, [each.value for each in kind])
            now = data[index] if isinstance(data, list) and index < len(data) else None
            label = self._choices.say(f"order.{at[0]}_{index + 1}")
            yield Row((*at, index), label, Select(options), named(options, now))

    def _told_in_order(self, name: str, data: Written) -> str:
        kinds = zip(SYMBOL_DICE[name], data if isinstance(data, list) else (), strict=False)
        return ", ".join(self._words.word("", "dice" if kind is Colour else "symbol", each) for kind, each in kinds)


_ADDED: Mapping[str, tuple[Written, str]] = {
    "counts": ({"amount": {"count": "creatures", "of": {"who": "own"}}, "least": 1}, "measure"),
    "rolls": ({"dice": fresh.DIE, "results": {}}, "roll"),
}
"""What is added to lists of which all parts begin alike, and what that is called."""


def _crit(crit: Crit) -> dict[str, object]:
    """A new part of a crit effect."""
    more: dict[Crit, dict[str, object]] = {
        Crit.ADD_DICE: {"dice": fresh.DIE},
        Crit.ADD_SYMBOL: {"symbol": "hit"},
        Crit.OWN: {"effects": [fresh.effect("damage", holds=False)]},
    }
    return {"crit": crit.value, **more.get(crit, {})}


def _of_keyword(names: frozenset[Keyword]) -> Callable[[Raw], bool]:
    return lambda it: it.get("keyword") in names


def _is_own(it: Raw) -> bool:
    return "keyword" not in it


_TOLD: Mapping[tuple[str, str], Callable[[Raw], bool]] = {
    ("Ability", "keyword"): lambda it: "keyword" in it,
    ("Ability", "names"): _is_own,
    ("Ability", "x"): _of_keyword(NUMBERED),
    ("Ability", "dice"): _of_keyword(DICED),
    ("Ability", "whom"): _of_keyword(frozenset({Keyword.HUNTER, Keyword.AURA})),
    ("Ability", "holds"): lambda it: _is_own(it) or it["keyword"] in ("aura", "charge", "flank", "contract"),
    ("Ability", "effects"): lambda it: _is_own(it) or it["keyword"] in ("first_word", "last_word", "contract"),
    **{("Ability", name): _is_own for name in ("on", "turn", "hero_turn", "pay", "use", "condition", "text")},
    ("CritEffect", "dice"): lambda it: it.get("crit") == "add_dice",
    ("CritEffect", "symbol"): lambda it: it.get("crit") == "add_symbol",
    ("CritEffect", "effects"): lambda it: it.get("crit") == "own",
    ("choice", "names"): lambda _: False,
    ("give", "x"): _of_keyword(NUMBERED),
    ("give", "dice"): _of_keyword(DICED),
    ("spell", "abilities"): lambda it: bool(it.get("enchants")),
    ("improvement", "on"): lambda it: it.get("sort") == "tactic",
    ("improvement", "armour"): lambda it: it.get("sort") == "relic",
    ("improvement", "abilities"): lambda it: it.get("sort") == "relic",
    ("improvement", "effects"): lambda it: it.get("sort") != "relic",
    ("place", "around"): lambda it: "within" in it,
    ("Selector", "around"): lambda it: "within" in it,
    ("terrain", "needs"): lambda _: False,
    ("character", "stars"): lambda it: it.get("rank") in ("bronze", "silver", "gold"),
    ("change", "to"): lambda it: it.get("what") != "cost",
}
"""When fields mean anything that do not always, by table and field."""
