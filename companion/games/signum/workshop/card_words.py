"""Parts of a card that is being made, in words: as they will stand on the card, as far as they can be read."""

from dataclasses import replace
from typing import Any

import msgspec
from msgspec import inspect

from companion.cards.pack import all_names
from companion.documents import Path
from companion.games.display.cards import CardLine
from companion.games.kit.card_parts import cards_of, converted, inner, is_effect
from companion.games.signum.model.cards import Card
from companion.games.signum.model.effects.effect import Ability, Cost, Effect, Rider, Trigger
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.terms import Amount, Bounds, Condition, Measure, Selector
from companion.games.signum.own_texts import say
from companion.games.signum.sheets.card_looks import look_of
from companion.games.signum.sheets.card_texts import stats_of
from companion.games.signum.shelf.library import LIBRARY
from companion.games.signum.shelf.wording.abilities import rules_of
from companion.games.signum.shelf.wording.cards import SETTINGS, CardWords
from companion.games.signum.shelf.wording.whom import EffectSetting
from companion.games.signum.shelf.world import in_full
from companion.games.signum.workshop.parts import holds, hook_around, kind_of, part_at
from companion.games.workshop import Bench, Raw
from companion.texts import Language, translated

UNREAD = "…"
"""What is told of a part that cannot be read."""


def full(bench: Bench) -> dict[str, Any]:
    """The card on the bench with every key of its pack written in full."""
    made = in_full({"key": "", **bench.card}, str(bench.pack.get("id", "")), own_keys(bench))
    return made if isinstance(made, dict) else {}


def own_keys(bench: Bench) -> frozenset[str]:
    """The keys of the pack's cards."""
    return frozenset(each["key"] for each in cards_of(bench) if isinstance(each.get("key"), str))


def words_for(bench: Bench, language: Language) -> CardWords:
    """Words that know the names of the game's cards and of the pack's."""
    tables = (bench.pack.get(table, {}) for table in ("factions", "races"))
    names = all_names(LIBRARY.packs.values()) | {key: each for table in tables for key, each in table.items()}
    return CardWords(language, LIBRARY.cards | _read(bench), names)


def _read(bench: Bench) -> dict[str, Card]:
    """The cards of the pack, as far as they can be read."""
    found = {}
    own = own_keys(bench)
    for raw in cards_of(bench):
        made = converted(in_full(raw, str(bench.pack.get("id", "")), own), Card)
        if isinstance(made, Card):
            found[made.key] = made
    return found


class Teller:
    """Tells the parts of one card."""

    def __init__(self, bench: Bench, words: CardWords) -> None:
        """Prepares.

        Args:
            bench: The card.
            words: Words for the reader.
        """
        self._card, self._full, self.words = bench.card, full(bench), words

    def told(self, at: Path) -> str:
        """A part as it will stand on the card; empty for what says nothing."""
        part = part_at(self._full, at)
        text = self._told(part.data, part.known, at)
        return f"{text[:1].upper()}{text[1:]}"

    def told_as(self, data: object, known: inspect.Type, at: Path) -> str:
        """What would be told if a part were written so."""
        text = self._told(data, known, at)
        return f"{text[:1].upper()}{text[1:]}"

    def _told(self, data: object, known: inspect.Type, at: Path) -> str:
        if data is None:
            return ""
        if isinstance(known, inspect.VarTupleType) and is_effect(inner(known)):
            return self._effects(data, at)
        if not isinstance(known, inspect.StructType):
            return ""
        kind = Effect if known.tag else known.cls
        made = converted(data, kind)
        try:
            return UNREAD if made is None else self._said(made, at)
        except (LookupError, TypeError, ValueError):
            return UNREAD

    def _effects(self, data: object, at: Path) -> str:
        made = converted(data, tuple[Effect, ...])
        return UNREAD if made is None else self.words.effects(made, self.setting(at))

    def _said(self, made: object, at: Path) -> str:
        words, setting = self.words, self.setting(at)
        match made:
            case Selector() | Amount() | Bounds():
                return self._term(made, setting)
            case Measure():
                return ", ".join(words.conditions(Condition(counts=(made,))))
            case Condition():
                return ", ".join(words.conditions(made, waits=bool(setting.hook)))
            case Ability() | Rider():
                return words.ability(made, setting) if isinstance(made, Ability) else words.rider(made, setting)
            case Cost() | Trigger():
                return words.cost(made) if isinstance(made, Cost) else words.when(made)
            case _:
                return words.effects((made,), setting)  # type: ignore[arg-type]  # nothing else is left

    def _term(self, made: Selector | Amount | Bounds, setting: EffectSetting) -> str:
        words = self.words
        if isinstance(made, Bounds):
            return words.bounded("", made.least, made.most).strip(": ")
        return words.whom(made, setting) if isinstance(made, Selector) else words.amount(made, setting)

    def setting(self, at: Path) -> EffectSetting:
        """Where the effects of a part stand."""
        setting = SETTINGS.get(kind_of(self._card), EffectSetting())
        if len(at) > 1 and at[0] == "abilities":
            setting = EffectSetting(of_creature=True)
        return replace(setting, hook=hook_around(self._card, at), holds=holds(self._card, at))


def card_line(bench: Bench, language: Language) -> CardLine:
    """The card as it will look in a hand; what cannot be read of it is left out."""
    words, card = words_for(bench, language), readable(full(bench))
    name = translated(card.names, language) or say(language, "workshop.nameless")
    cost = "" if card.kind is Kind.HERO else words.cost(card.cost)
    return CardLine(
        *(card.key, name, words.kind(card), stats_of(card, language), cost, _lines(words, card)),
        cost_icon="building",
        look=look_of(card, words.cards),
        rules=rules_of(card.abilities, words.edition, language),
    )


def _lines(words: CardWords, card: Card) -> tuple[str, ...]:
    """What stands on the card; where a name means nothing, what can be said without."""
    try:
        return words.lines(card)
    except (LookupError, TypeError, ValueError):
        return (UNREAD,)


def readable(data: Raw) -> Card:
    """A card with all of its parts that can be read."""
    fields = {each.encode_name: each for each in part_at(data, ()).fields.values()}
    kept: dict[str, Any] = {"key": str(data.get("key", "")), "kind": kind_of(data).value, "names": {}}
    for name, value in data.items():
        if name not in fields:
            continue
        trial = [value] if not isinstance(value, list) else [value, [each for each in value if _fits(name, [each])]]
        kept |= next(({name: each} for each in trial if _fits(name, each)), {})
    return msgspec.convert(kept, Card)


def _fits(name: str, value: object) -> bool:
    """Whether a field of a card can be read."""
    return converted({"key": "", "kind": "spell", "names": {}, name: value}, Card) is not None
