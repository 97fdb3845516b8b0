"""How the parts of a card of Super Fantasy Brawl that is being made, and the card itself, are told in words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from companion.games.brawl.card_texts import (
    ability_line,
    amount_words,
    champion_stats,
    condition_words,
    effect_line,
    selector_words,
    stats_of_parts,
    target_of,
)
from companion.games.brawl.model.cards import Card, TargetDiagram, Values
from companion.games.brawl.model.effects import Ability, Effect
from companion.games.brawl.model.kinds import Core, Deed
from companion.games.brawl.model.terms import Amount, Condition, Measure, Selector
from companion.games.brawl.own_texts import say
from companion.games.brawl.sheets import look_of_parts
from companion.games.display.cards import CardLine
from companion.games.kit.card_parts import converted
from companion.games.kit.card_words import LanguageTeller
from companion.games.workshop import Bench
from companion.texts import Language, translated


class BrawlTeller(LanguageTeller):
    """Tells the parts of one card."""

    CARD, EFFECT, EFFECTS = Card, Effect, tuple[Effect, ...]
    STANDING = frozenset({"bonuses", "holds"})
    SAYS: ClassVar[Mapping[type, Callable[[Any, Language], str]]] = {
        Selector: selector_words,
        Amount: amount_words,
        Measure: lambda made, language: condition_words(Condition(counts=(made,)), language),
        Condition: condition_words,
        Ability: ability_line,
        TargetDiagram: target_of,
        Values: champion_stats,
    }

    def effect(self, made: Effect, *, lasts: bool) -> str:
        """An effect in words."""
        return effect_line(made, self._language, lasts=lasts)

    def effects(self, made: tuple[Effect, ...], *, lasts: bool) -> str:
        """Several effects in words."""
        return " + ".join(self.effect(each, lasts=lasts) for each in made)


def card_line(bench: Bench, language: Language) -> CardLine:
    """The card as it will look in a hand; what cannot be read of it is left out."""
    raw = bench.card
    names = raw.get("names")
    name = translated(names, language) if isinstance(names, dict) else ""
    kind = str(raw.get("kind", ""))
    deed = converted(raw.get("deed"), Deed)
    title = say(language, f"cards.deed.{deed.value}" if deed else f"workshop.kind.{kind}")
    core = converted(raw.get("core"), Core)
    target, *numbers = _values(raw)
    stats = stats_of_parts(language, deed, core, target, tuple(numbers))
    look = look_of_parts(deed, core, tuple(numbers)) if kind == "action" else None
    cost = say(language, f"log.core.{core.value}") if core else ""
    shown = name or say(language, "workshop.nameless")
    return CardLine(str(raw.get("key", "")), shown, title, stats, cost, tuple(_lines(bench, language)), look=look)


def _values(raw: Any) -> tuple[Any, ...]:  # noqa: ANN401 (a card as its file writes it)
    """Target, move points, strength and defence, as far as they can be read."""
    numbers = (raw.get(name) for name in ("move", "strength", "defence"))
    found = (each if isinstance(each, int) else None for each in numbers)
    move, strength, defence = found
    return converted(raw.get("target"), TargetDiagram), move, strength, defence


def _lines(bench: Bench, language: Language) -> Iterator[str]:
    """What stands on the card: its text, else what can be told of its parts."""
    raw, teller = bench.card, BrawlTeller(bench, language)
    if isinstance(raw.get("text"), dict) and (text := translated(raw["text"], language)):
        yield text
        return
    for side in ("front", "back"):
        if side in raw:
            yield say(language, f"cards.{side}", values=teller.told((side,)))
            for index in range(len(raw[side].get("abilities", ()))):
                yield teller.told((side, "abilities", index))
    for name in ("bonuses", "before", "effects", "after"):
        listed = raw.get(name)
        for index in range(len(listed) if isinstance(listed, list) else 0):
            told = teller.told((name, index))
            yield say(language, f"cards.{name}", text=told) if name in ("before", "after") else told
    if raw.get("condition"):
        yield teller.told(("condition",))
    if isinstance(raw.get("cells"), list):
        yield say(language, "workshop.cells", count=len(raw["cells"]))
