"""What may be chosen for the fields of a card that name something, in the words of players."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from msgspec import inspect

from companion.documents import Path
from companion.games.kit.card_parts import cards_of, words_of
from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.engine.hooks import HOOKS
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.editions import FACES
from companion.games.signum.model.kinds import BASIC, MERCENARIES, UNKNOWN, BuildingType, Kind, RelicType
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.parameters import ACTIONS, SHIELDED, may_stand_on
from companion.games.signum.shelf.wording.abilities import ability_name, ability_rule
from companion.games.signum.shelf.wording.cards import CardWords
from companion.games.signum.shelf.wording.effects import ENEMY
from companion.games.signum.workshop import fresh
from companion.games.signum.workshop.parts import ORDER, kind_of, part_at
from companion.games.workshop import Bench, CardOption, Written
from companion.texts import Language, TextError, translated

_BASIC_BUILDINGS = tuple(each.value for each in BuildingType if each not in ("unique", "guild", "order"))
_GROUND = (Kind.BUILDING, Kind.TERRAIN)
_UNTIL = "log.until"
_WORDS: Mapping[str, str] = {
    "until": _UNTIL,
    "kinds": "effects.kind",
    "deeds": "effects.forbid",
    "relic_type": "effects.relic",
    "building_type": "effects.building",
    "terrain": "effects.terrain",
    "on": "effects.when",
}
"""Topics of the texts that already name the values of a field."""


class Choices:
    """What may be chosen for one card, for one reader."""

    def __init__(self, bench: Bench, words: CardWords) -> None:
        """Prepares.

        Args:
            bench: The card.
            words: Words for the reader, which know the names of the pack.
        """
        self._bench, self.words = bench, words
        self.language: Language = words.language

    def say(self, key: str, **values: object) -> str:
        """A text of the workshop."""
        return say(self.language, f"workshop.{key}", **values)

    def label(self, table: str, field: str) -> str:
        """What a field of a table is called."""
        return self._first(f"field_of.{table}.{field}", f"field.{field}")

    def word(self, table: str, field: str, value: str) -> str:
        """What a value of a field is called."""
        if value in ("S", "M", "L", "XL"):
            return value
        try:
            return self._first(f"value_of.{table}.{field}.{value}", f"value.{field}.{value}")
        except TextError:
            pass
        if (table, field) == ("reroll", "of"):
            return say(self.language, f"effects.reroll_of.{value}")
        if field == "on":
            return self.moment(value)
        return say(self.language, f"{_WORDS[field]}.{value}") if field in _WORDS else self.words.of_kind(value)

    def moment(self, hook: str) -> str:
        """A moment, whoever has a part in it."""
        whose = {name: self.words.say(f"whose.any.{name}") for name in ("turn", "creature", "card", "by")}
        text = self.words.say(f"when.{hook}", **whose)
        return f"{text[:1].upper()}{text[1:]}"

    def effect(self, word: str) -> str:
        """What an effect is called."""
        return self.say(f"effect.{word}")

    def named(self, value: Written) -> str:
        """What is written and is none of what may be chosen."""
        return self.words.name(value) if isinstance(value, str) else self.say("as_written")

    def _first(self, *keys: str) -> str:
        for key in keys[:-1]:
            try:
                return self.say(key)
            except TextError:
                continue
        return self.say(keys[-1])

    def of_field(self, at: Path, table: str, field: str, known: inspect.Type) -> tuple[CardOption, ...]:
        """What may stand in a field."""
        named = getattr(self, f"_{table}_{field}".lower(), None) or getattr(self, f"_{field}", None)
        if named is not None:
            return tuple(named(at))
        return tuple(CardOption(each, self.word(table, field, each)) for each in words_of(known, ORDER))

    def _faction(self, at: Path) -> Iterator[CardOption]:
        kind = kind_of(self._bench.card) if at == () else None
        everywhere = {MERCENARIES: kind in (None, Kind.CHARACTER), BASIC: kind in (None, *_GROUND), UNKNOWN: True}
        yield from self._own_faction()
        yield from self._of_table("factions")
        yield from (CardOption(key, self.words.name(key)) for key, fits in everywhere.items() if fits)

    def _own_faction(self) -> Iterator[CardOption]:
        """A faction called like the pack, while it declares none; its cards are then a squad of their own."""
        key, names = self._bench.pack.get("id"), self._bench.pack.get("names")
        known = {each for pack in LIBRARY.packs.values() for each in pack.name_tables.get("factions", {})}
        declared = set(self._bench.pack.get("factions", {})) - known
        if isinstance(key, str) and isinstance(names, Mapping) and not declared:
            yield CardOption(
                key, translated(names, self.language), self.say("own_faction"), declares=(("factions", key, names),)
            )

    def _race(self, _: Path) -> Iterator[CardOption]:
        return self._of_table("races")

    def _of_table(self, table: str) -> Iterator[CardOption]:
        """Names that this pack declares, and those of the game's own packs, which it then declares as well."""
        own = self._bench.pack.get(table, {})
        for key, names in own.items():
            yield CardOption(key, translated(names, self.language) or key)
        for pack in LIBRARY.packs.values():
            for key, names in pack.name_tables.get(table, {}).items():
                if key not in own:
                    yield CardOption(key, translated(names, self.language), declares=((table, key, names),))

    def _cards(self, kind: Kind) -> Iterator[CardOption]:
        for raw in cards_of(self._bench):
            if raw.get("kind") == kind and isinstance(raw.get("names"), Mapping):
                yield CardOption(raw.get("key"), translated(raw["names"], self.language))
        for key, card in LIBRARY.cards.items():
            if card.kind is kind:
                yield CardOption(key, translated(card.names, self.language))

    def _bound_to(self, _: Path) -> Iterator[CardOption]:
        return self._cards(Kind.HERO)

    _hero = _bound_to

    def _card_class(self, _: Path) -> Iterator[CardOption]:
        classes = {key for key, card in LIBRARY.cards.items() if card.building_type in ("guild", "order")}
        own = (raw for raw in cards_of(self._bench) if raw.get("building_type") in ("guild", "order"))
        classes.update(str(raw.get("key")) for raw in own)
        return (each for each in self._cards(Kind.BUILDING) if each.value in classes)

    def _building(self, _: Path) -> Iterator[CardOption]:
        yield from (CardOption(each, self.words.name(each)) for each in _BASIC_BUILDINGS)
        yield from self._cards(Kind.BUILDING)

    _buildings = _building

    def _on(self, _: Path) -> Iterator[CardOption]:
        return (CardOption(each, self.moment(each)) for each in HOOKS)

    def _ability(self, _: Path) -> Iterator[CardOption]:
        yield from (CardOption(key, name, rule) for key, name, rule in _ability_names(self.language))
        yield from (CardOption(key, translated(names, self.language) or key) for key, names in self._own_abilities())

    _without = _ability_name = _ability

    def _own_abilities(self) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Abilities that are cards' own, of the pack and of the card on the bench."""
        for raw in cards_of(self._bench):
            for each in raw.get("abilities", ()):
                if isinstance(each, Mapping) and isinstance(each.get("names"), Mapping):
                    yield each["name"], each["names"]

    def abilities(self, at: Path) -> tuple[CardOption, ...]:
        """What may be added to the abilities at a place: one of the catalogue, or one of the card's own."""
        printed = at[:-1] == () or len(at) == 1
        kind = kind_of(self._bench.card) if printed else None
        own = CardOption(fresh.own_ability(self._bench.card), self.say("own_ability"), self.say("own_ability_note"))
        known = (CardOption(fresh.ability(key), name, rule) for key, name, rule in _ability_names(self.language, kind))
        return (*known, own)

    def effects(self, at: Path) -> tuple[CardOption, ...]:
        """All effects that may be added at a place."""
        made = ((each, fresh.effect(each, self._bench.card, at)) for each in fresh.EFFECTS)
        return tuple(CardOption(value, self.effect(word)) for word, value in made)

    def _about(self, at: Path) -> Iterator[CardOption]:
        name = (part_at(self._bench.card, at).data or {}).get("name")
        if name == "shield_from":
            yield from (CardOption(each, self._shielded(each)) for each in SHIELDED)
            return
        for each in ACTIONS:
            yield CardOption(each, self.action(each))
        yield from (CardOption(key, translated(names, self.language) or key) for key, names in self._own_abilities())

    def _shielded(self, about: str) -> str:
        what = self.words.say(f"about.{about.removeprefix(ENEMY)}")
        return self.words.say("about_enemy", what=what) if about.startswith(ENEMY) else what

    def action(self, action: str) -> str:
        """What heats a Steam Engine."""
        if action in CATALOGUE:
            return ability_name(action, Edition.EN, self.language)
        return self.say(f"action.{action}")

    def _template(self, _: Path) -> Iterator[CardOption]:
        yield CardOption([], self.say("no_outline"))
        for card in LIBRARY.cards.values():
            if card.kind is Kind.TERRAIN and card.template:
                outline = [list(corner) for corner in card.template]
                yield CardOption(outline, translated(card.names, self.language), self._size(outline))

    def _size(self, outline: Iterable[Iterable[float]]) -> str:
        xs, ys = zip(*outline, strict=True)
        return self.say("size", width=round(max(xs) - min(xs)), height=round(max(ys) - min(ys)))

    def _amount_kind(self, _: Path) -> Iterator[CardOption]:
        for each in (*Kind, *_BASIC_BUILDINGS, *RelicType):
            yield CardOption(str(each), self.words.of_kind(str(each)))

    def _destroy_kind(self, at: Path) -> Iterator[CardOption]:
        what = (part_at(self._bench.card, at).data or {}).get("what")
        kinds = RelicType if what == "relic" else _BASIC_BUILDINGS if what == "building" else ()
        return (CardOption(str(each), self.words.of_kind(str(each))) for each in kinds)

    def faces(self, at: Path) -> tuple[CardOption, ...]:
        """The faces of a die that no effects stand for yet."""
        written = part_at(self._bench.card, at).data or {}
        return tuple(CardOption({each: []}, self.face(each)) for each in FACES if each not in written)

    def face(self, face: str) -> str:
        """What a face is called."""
        text = say(self.language, f"log.face.{face}")
        return f"{text[:1].upper()}{text[1:]}"


@cache
def _ability_names(language: Language, kind: Kind | None = None) -> tuple[tuple[str, str, str], ...]:
    """Keys, names and rules of the catalogue's abilities, in the order of their names."""
    named = (
        (each, ability_name(each, Edition.EN, language), ability_rule(each, Edition.EN, language))
        for each in CATALOGUE
        if may_stand_on(each, kind)
    )
    return tuple(sorted(named, key=lambda each: each[1].casefold()))
