"""How the parts of a card of Warseer that is being made, and the card itself, are told in words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec import inspect

from companion.games.display.cards import CardLine
from companion.games.kit.card_words import LanguageTeller
from companion.games.warseer.card_texts import (
    ability_line,
    amount_words,
    attack_words,
    condition_words,
    crit_words,
    dice_words,
    effect_line,
    effects_line,
    lines_of,
    selector_words,
    stats_of,
)
from companion.games.warseer.looks import look_of_kind
from companion.games.warseer.model.cards import AttackBlock, Card, CritEffect, TerrainRoll
from companion.games.warseer.model.effects import Ability, Effect
from companion.games.warseer.model.terms import Amount, Condition, Measure, Selector
from companion.games.warseer.own_texts import say
from companion.games.workshop import Bench
from companion.texts import Language, translated


def _roll(made: TerrainRoll, language: Language) -> str:
    results = (
        f"{say(language, f'cards.symbol.{symbol.value}')} – {effects_line(effects, language)}"
        for symbol, effects in made.results.items()
    )
    return f"{dice_words(made.dice, language)}: {'; '.join(results)}"


class WarseerTeller(LanguageTeller):
    """Tells the parts of one card."""

    CARD, EFFECT, EFFECTS = Card, Effect, tuple[Effect, ...]
    STANDING = frozenset({"holds"})
    SAYS: ClassVar[Mapping[type, Callable[[Any, Language], str]]] = {
        Selector: selector_words,
        Amount: amount_words,
        Measure: lambda made, language: condition_words(Condition(counts=(made,)), language),
        Condition: condition_words,
        Ability: ability_line,
        AttackBlock: attack_words,
        CritEffect: crit_words,
        TerrainRoll: _roll,
    }

    def effect(self, made: Effect, *, lasts: bool) -> str:
        """An effect in words."""
        return effect_line(made, self._language, lasts=lasts)

    def effects(self, made: tuple[Effect, ...], *, lasts: bool) -> str:
        """Several effects in words."""
        return effects_line(made, self._language)

    def told_of(self, data: object, known: inspect.Type, *, lasts: bool) -> str:
        """What is told of a value; of a table of results the symbols that bring something."""
        if isinstance(known, inspect.DictType):
            symbols = data if isinstance(data, dict) else ()
            return ", ".join(say(self._language, f"cards.symbol.{symbol}") for symbol in symbols)
        return super().told_of(data, known, lasts=lasts)


def card_line(bench: Bench, language: Language) -> CardLine:
    """The card as it will look in a hand; what cannot be read of it is left out."""
    raw = bench.card
    names, kind = raw.get("names"), str(raw.get("kind", ""))
    name = translated(names, language) if isinstance(names, dict) else ""
    shown = name or say(language, "workshop.nameless")
    title = say(language, f"cards.kind.{kind}") if kind else ""
    cost = str(raw["cost"]) if isinstance(raw.get("cost"), int) else ""
    whole = _whole(bench)
    stats = "" if whole is None else stats_of(whole, language)
    lines = tuple(_lines(bench, language)) if whole is None else lines_of(whole, language)
    return CardLine(
        str(raw.get("key", "")), shown, title, stats, cost, lines, "prosperity" if cost else "",
        look=look_of_kind(kind),
    )  # fmt: skip


def _whole(bench: Bench) -> Any:  # noqa: ANN401 (a card, or None)
    """The card, once it can be read whole."""
    try:
        return msgspec.convert({"key": "card", "names": {}, **bench.card}, Card)
    except (msgspec.ValidationError, TypeError):
        return None


def _lines(bench: Bench, language: Language) -> Iterator[str]:
    """What can be told of the parts of a card that cannot be read whole."""
    teller = WarseerTeller(bench, language)
    for name in ("attack", "condition"):
        if bench.card.get(name):
            yield teller.told((name,))
    for name in ("abilities", "effects", "rolls"):
        listed = bench.card.get(name)
        for index in range(len(listed) if isinstance(listed, list) else 0):
            yield teller.told((name, index))
