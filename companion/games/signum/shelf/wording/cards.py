"""A whole card in words: what it is, and what it says, line by line."""

from collections.abc import Iterator

from companion.games.signum.creature.influences import is_printed_elsewhere
from companion.games.signum.model.cards import Card
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.model.kinds import BuildingType, Kind
from companion.games.signum.model.state import Setup
from companion.games.signum.shelf.wording.effects import EffectWords
from companion.games.signum.shelf.wording.whom import EffectSetting
from companion.texts import Language

SETTINGS: dict[Kind, EffectSetting] = {
    Kind.RELIC: EffectSetting(bearer="hero"),
    Kind.BUILDING: EffectSetting(bearer="hero"),
    Kind.TERRAIN: EffectSetting(bearer="searcher"),
    Kind.CHARACTER: EffectSetting(of_creature=True),
    Kind.HERO: EffectSetting(of_creature=True),
}
"""Where the effects of a card of each kind stand."""


class CardWords(EffectWords):
    """Words about cards, for one reader."""

    @classmethod
    def of_game(cls, setup: Setup, language: Language) -> "CardWords":
        """Words about the cards of one game, as its edition prints them."""
        words = cls(language, setup.cards, setup.names, setup.rules.switches.class_bonus_on)
        words.edition = setup.rules.edition
        return words

    def kind(self, card: Card) -> str:
        """What a card is: its kind, type, race and class, and what limits it."""
        words = [self.say(f"kind.{card.kind.value}"), *self._traits_of(card)]
        return " · ".join(words)

    def lines(self, card: Card) -> tuple[str, ...]:
        """What stands on a card, one line for each thing it does; its cost and values apart."""
        return tuple(f"{line[:1].upper()}{line[1:]}" for line in self._lines(card) if line)

    def _traits_of(self, card: Card) -> Iterator[str]:
        if card.relic_type is not None:
            yield self.say(f"relic.{card.relic_type.value}")
        if card.building_type not in (None, BuildingType.UNIQUE):
            named = self.name(card.building_type.value)
            if named != card.names.get(self.language.value):
                yield named
        if card.race in self.names:
            yield self.name(card.race)
        if card.card_class:
            yield self.name(card.card_class)
        if card.base != "small":
            yield self.say(f"trait.{card.base}")
        if card.unique:
            yield self.say("trait.unique")

    def _lines(self, card: Card) -> Iterator[str]:
        setting = SETTINGS.get(card.kind, EffectSetting())
        if card.bound_to:
            yield self.say("bound", hero=self.name(card.bound_to))
        if card.slots:
            yield self.say("carries", relics=", ".join(self._slots(card)))
        if card.terrain:
            yield self.say("template", what=", ".join(self.say(f"terrain.{each}") for each in card.terrain))
        yield ", ".join(self.ability(each, setting) for each in card.abilities if not _has_text(each))
        for each in card.abilities:
            if _has_text(each):
                yield self.ability(each, setting)
        yield from self._effects_of(card, setting)
        for rider in card.riders:
            if not (self.bonus_on and is_printed_elsewhere(rider, card, self.cards, self.bonus_on)):
                yield self.rider(rider, setting)
        yield card.text.get(self.language.value) or card.text.get("en", "")

    def _slots(self, card: Card) -> Iterator[str]:
        for kind, count in card.slots.items():
            name = self.say(f"relic.{kind.value}")
            yield self.say("counted", name=name, count=count) if count != 1 else name

    def _effects_of(self, card: Card, setting: EffectSetting) -> Iterator[str]:
        """What happens at once; of a relic what the hero has while it is there; of a building what tapping it does."""
        if card.kind is Kind.RELIC:
            yield from self.each(card.effects, EffectSetting(bearer="hero", holds=True, reach="self"))
        elif card.kind is Kind.BUILDING and card.effects:
            yield self.say("tap", text=self.effects(card.effects, setting))
        else:
            yield from self.each(card.effects, setting)


def _has_text(ability: Ability) -> bool:
    return bool(ability.text or ability.results or ability.riders or ability.deed or ability.reminder)
