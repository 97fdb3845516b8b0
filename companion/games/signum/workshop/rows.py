"""The rows of a part of a card of Signum: which fields each kind of card has, and what is added to them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from msgspec import inspect

from companion.documents import Path
from companion.games.kit.card_parts import Part
from companion.games.kit.card_rows import CardLanguage, CardRows
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.editions import FACES
from companion.games.signum.model.kinds import Kind, RelicType
from companion.games.signum.shelf.parameters import MAY_HAVE_NUMBER, NUMBER, RULER, TEXT
from companion.games.signum.shelf.sense import FIELDS, NEEDED
from companion.games.signum.workshop import fresh
from companion.games.signum.workshop.card_words import Teller
from companion.games.signum.workshop.options import Choices
from companion.games.signum.workshop.parts import card_type, kind_of
from companion.games.workshop import Add, Bench, CardOption, Count, Entry, Open, Raw, Row, Written

CARD: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("card", ("names", "faction", "building_type", "relic_type", "unique", "cost", "strength", "movement", "health",
              "base", "race", "template", "terrain")),
    ("relics", ("slots",)),
    ("abilities", ("abilities",)),
    ("effects", ("effects",)),
    ("riders", ("riders",)),
    ("further", ("card_class", "bound_to", "copies", "rarity", "text", "flavour")),
)  # fmt: skip
"""The fields of a card in the order in which they are shown, by heading."""

RANGES: Mapping[str, tuple[int, int]] = {
    "strength": (0, 12), "health": (1, 30), "by": (-20, 20), "x": (1, 12), "copies": (1, 9), "times": (1, 20),
    "per": (1, 20), "plus": (-20, 20), "dice": (1, 12), "top": (1, 30), "any": (0, 9), "prosperity": (0, 30),
}  # fmt: skip
"""From which number to which a field may be chosen."""

RANGES_OF: Mapping[tuple[str, str], tuple[int, int]] = {
    ("price", "prosperity"): (-20, 20), ("price", "any"): (-9, 9), ("prosper", "amount"): (-30, 30),
    ("armour", "amount"): (-9, 9), ("Amount", "times"): (-9, 9), ("Selector", "count"): (0, 12),
    ("Measure", "least"): (0, 60), ("Measure", "most"): (0, 60), ("pay", "prosperity"): (1, 30),
}  # fmt: skip

VAIN: Mapping[Kind, frozenset[str]] = {
    Kind.SPELL: frozenset({"riders"}),
    Kind.BUILDING: frozenset({"abilities"}),
}
"""Fields that never do anything on a card of a kind."""

RARE: Mapping[str, frozenset[str]] = {
    "Card": frozenset({"race", "card_class", "bound_to", "copies", "rarity", "text", "flavour", "base"}),
    "Selector": frozenset({
        "up_to", "race", "card_class", "faction", "without", "strength", "health", "left", "wounds", "armour",
        "concentration", "stealth", "activated", "summoned", "around", "other", "choice",
    }),
    "Amount": frozenset({"kind", "per", "plus", "most"}),
    "Condition": frozenset({"hero", "creature", "doer", "victim", "turn"}),
    "Ability": frozenset({"plus", "reminder", "activate"}),
    "Cost": frozenset({"known"}),
    "destroy": frozenset({"choice", "kind"}),
    "search": frozenset({"reveal", "top"}),
    "summon": frozenset({"strength", "race"}),
}  # fmt: skip
"""Fields that few cards have."""

LONE = frozenset({"of", "doer", "victim", "creature"})
"""Fields with a selector that nobody chooses by: it says whom something concerns, not how many."""
_CHOOSING = frozenset({"count", "up_to", "choice"})
_HIDDEN = frozenset({"key", "kind", "series", "schema"})


LANGUAGE = CardLanguage(
    card_type(),
    RANGES,
    RANGES_OF,
    RARE,
    counted={"count": "buildings"},
    unsaid=frozenset({
        ("heal", "amount"), ("Rider", "times"), ("search", "top"), ("prevent", "amount"), ("Card", "copies"),
        ("Card", "bound_to"),
    }),
    in_line=("options", "buildings"),
    whole=("template",),
)  # fmt: skip


class Rows(CardRows):
    """The rows of one card's parts, for one reader."""

    def __init__(self, bench: Bench, choices: Choices, teller: Teller) -> None:
        """Prepares.

        Args:
            bench: The card.
            choices: What may be chosen.
            teller: Tells what is written.
        """
        super().__init__(LANGUAGE, bench.card, choices, teller)
        self._own = choices

    def of(self, at: Path) -> Iterator[Row]:
        """The rows of a part; of a die, what follows each face."""
        if at and isinstance(self.part(at).known, inspect.DictType):
            return self._faces(at)
        return super().of(at)

    def of_card(self, part: Part) -> Iterator[Row]:
        """The rows of the card itself, by heading."""
        allowed = FIELDS[kind_of(self._card)] - VAIN.get(kind_of(self._card), frozenset())
        strange = tuple(name for name in self._card if name in part.fields and name not in (*allowed, *_HIDDEN))
        for heading, names in (*CARD, ("foreign", strange)):
            title = self._choices.say(f"heading.{heading}")
            for name in names:
                if name not in allowed and name not in strange:
                    continue
                for row in self.of_field(part, (), name):
                    yield replace(row, heading=title)
                    title = ""

    def has(self, part: Part, written: Raw, at: Path, name: str) -> bool:
        """Whether a field means anything where it is not written."""
        match part.name:
            case "Ability":
                return _ability_has(str(written.get("name", "")), name, kind_of(self._card))
            case "Selector":
                return not (name in _CHOOSING and at[-1] in LONE)
            case "Cost":
                return name != "concentration" or "abilities" in at
            case "change":
                moves = written.get("of") == "movement"
                return name != "ruler" or (moves and "becomes" not in written)
            case _:
                return True

    def of_field(self, part: Part, at: Path, name: str) -> Iterator[Row]:
        """The row of a field; of a hero a row for each kind of relic that it can carry."""
        if name == "slots":
            data = part.data.get(name) if isinstance(part.data, Mapping) else None
            return self._slots((*at, name), data or {})
        return super().of_field(part, at, name)

    def addable(self, at: Path, item: inspect.Type) -> tuple[CardOption, ...]:
        """What may be added to a list that is none of effects."""
        choices = self._own
        match at[-1]:
            case "abilities":
                return choices.abilities(at)
            case "riders":
                rider = fresh.rider(self._card)
                waits = CardOption(rider, choices.say("rider_waits"), choices.say("rider_waits_note"))
                lasts = CardOption({"effects": []}, choices.say("rider_holds"), choices.say("rider_holds_note"))
                return (waits,) if kind_of(self._card) is Kind.TACTIC else (waits, lasts)
            case "counts":
                return (CardOption({"amount": {"count": "buildings"}, "least": 1}, choices.say("measure")),)
            case "options":
                return (CardOption([], choices.say("new_option")),)
            case _:
                return choices.of_field(at, "Cost", "buildings", item)

    def title(self, at: Path) -> str:
        """What a part is called."""
        part = self.part(at)
        if at[-1:] and isinstance(at[-1], int) and part.name == "Rider":
            waits = isinstance(part.data, Mapping) and "trigger" in part.data
            return self._choices.say("rider_waits" if waits else "rider_holds")
        return self._own.face(str(at[-1])) if at[-1] in FACES else super().title(at)

    def item_name(self, at: Path) -> str:
        """Plain words in lists are buildings."""
        return self._choices.label("Cost", "building")

    def told_table(self, at: Path) -> str:
        """What follows each face of a die."""
        data = self.part(at).data
        faces = [each for each in FACES if isinstance(data, Mapping) and each in data]
        return "; ".join(f"{self._own.face(each)}: {self._teller.told((*at, each)) or '…'}" for each in faces)

    def begun(self, at: Path, now: Written) -> Written:
        """What is written first where a table is opened that was not there."""
        match at[-1]:
            case "trigger":
                return {"on": "turn.begin", "whose": "own"}
            case "cost":
                return {"any": 1}
            case _:
                return now if isinstance(now, dict) and now else {"least": 1} if at[-1] in _BOUNDED else {}

    def number(self, part: Part, at: Path, name: str, now: Written) -> tuple[Entry, str]:
        """How a number is chosen; what a movement becomes is a ruler."""
        if (part.name, name) == ("change", "becomes") and part.data.get("of") == "movement":
            return self.picked(part, at, name, part.data.get(name))
        return super().number(part, at, name, now)

    def is_awaited(self, at: Path, name: str) -> bool:
        """Whether a field has to be chosen on a card of this kind, whatever it would be otherwise."""
        kind = kind_of(self._card)
        return not at and (name in NEEDED[kind] or (name, kind) == ("faction", Kind.HERO))

    def special(self, table: str, name: str, now: Written) -> str:
        """A number in words."""
        all_of_them = (table, name, now) == ("Selector", "count", 0)
        return self._choices.say("all_of_them") if all_of_them else super().special(table, name, now)

    def _slots(self, at: Path, data: Mapping[str, Written]) -> Iterator[Row]:
        none = self._choices.say("none")
        for each in RelicType:
            value = data.get(each.value)
            told = none if value is None else str(value)
            yield Row((*at, each.value), self._own.words.of_kind(each.value), Count(0, 9, none), told)

    def _faces(self, at: Path) -> Iterator[Row]:
        """What follows each face of a die."""
        data = self.part(at).data or {}
        for face in (each for each in FACES if each in data):
            where = (*at, face)
            yield Row(where, self._own.face(face), Open(), self._teller.told(where), removable=True)
        if options := self._own.faces(at):
            yield Row(at, self._choices.say("add.faces"), Add(options))


def _ability_has(name: str, field: str, kind: Kind) -> bool:
    """Whether an ability of that name may have a field."""
    own = name not in CATALOGUE
    has = {
        "name": not own,
        "names": own,
        "x": name in NUMBER | MAY_HAVE_NUMBER,
        "plus": name in NUMBER,
        "ruler": name in RULER,
        "activate": own,
        "text": own or name in TEXT,
        "about": name in ("steam_engine", "shield_from"),
        "cost": own or name == "surcharge",
        "deed": name == "surcharge",
        "results": name == "steam_engine" or (own and kind is Kind.TERRAIN),
        "riders": own,
        "reminder": own or name in TEXT,
    }
    return has.get(field, False)


_BOUNDED = frozenset({"strength", "health", "left", "wounds", "armour", "concentration"})
