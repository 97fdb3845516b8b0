"""Whom cards concern, what they cost and when they work, in words that need no cases of a language.

Whom an effect reaches stands before a dash in its plain form; names stand in quotes or after a colon.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.cards import BuildingType, Card, Condition, Cost, Selector, Trigger
from companion.games.signum.model.constants import Edition
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.wording import ability_name
from companion.texts import Language, TextError

Names = Mapping[str, Mapping[str, str]]
"""Of races and factions: by key, then by language."""

_BUILDINGS = frozenset(each.value for each in BuildingType)


@dataclass(frozen=True, slots=True)
class EffectSetting:
    """Where effects stand, which says whom they mean.

    Attributes:
        bearer: Who `self` is: the creature that has the effect, the hero that carries a relic, who searches Ruins.
        hook: The moment that set them off; empty for none.
        of_creature: What waits for the moment is a creature on the Battlefield, which may have a part in it.
        holds: They last as long as their card or ability does, so that no time need be named.
        reach: Whom bonuses reach: those that are `named`, always the `self`, `all` that are named, or all around in
            an `aura` or `howl`.
    """

    bearer: Literal["creature", "hero", "searcher"] = "creature"
    hook: str = ""
    of_creature: bool = False
    holds: bool = False
    reach: Literal["named", "self", "all", "aura", "howl"] = "named"


class WhomWords:
    """Words about whom and when, for one reader.

    Attributes:
        language: The reader's.
        cards: Cards by key, for names of heroes, Guilds and Orders.
        names: Of races and factions, by key and language.
        bonus_on: Where the edition prints class bonuses; empty for both.
        edition: By whose names abilities are called.
    """

    def __init__(
        self, language: Language, cards: Mapping[str, Card], names: Names | None = None, bonus_on: str = ""
    ) -> None:
        """Prepares.

        Args:
            language: The reader's.
            cards: Cards by key.
            names: Of races and factions.
            bonus_on: Where the edition prints class bonuses (S-CARD-24), `building` or `card`; empty for both.
        """
        self.language = language
        self.cards = cards
        self.names = names or {}
        self.bonus_on = bonus_on
        self.edition = Edition.EN

    def whom(self, selector: Selector, setting: EffectSetting) -> str:
        """Whom an effect reaches."""
        if selector.who == "self":
            return self.say(f"whom.self.{setting.bearer}")
        if selector.who == "target":
            return self._doer(setting)
        if selector.who == "aimed_at":
            return self._of_moment("victim", setting.hook)
        whom = " ".join((self._crowd(selector), *self._traits(selector)))
        return ", ".join((whom, *self._kin(selector)))

    def _doer(self, setting: EffectSetting) -> str:
        if not setting.hook:
            return self.say("doer.aim")
        return self.say("doer.other") if setting.of_creature else self._of_moment("doer", setting.hook)

    def _of_moment(self, role: str, hook: str) -> str:
        try:
            return self.say(f"{role}.{hook}")
        except TextError:
            return self.say(f"{role}.unknown")

    def _crowd(self, selector: Selector) -> str:
        form = "all" if not selector.count else "single" if selector.count == 1 else "several"
        whom = self.say(f"whom.{selector.who}.{selector.what}.{form}")
        if selector.up_to and selector.count:
            whom = self.say("whom.up_to", whom=whom, count=selector.count)
        elif selector.count > 1:
            whom = self.say("whom.several", whom=whom, count=selector.count)
        return self.say("whom.within", whom=whom, ruler=selector.within) if selector.within else whom

    def _traits(self, selector: Selector) -> Iterator[str]:
        if selector.sight:
            yield self.say("whom.sight")
        if selector.wounded is not None:
            yield self.say("whom.wounded" if selector.wounded else "whom.unwounded")
        if selector.ability:
            known = selector.ability in CATALOGUE
            name = ability_name(selector.ability, self.edition, self.language) if known else selector.ability
            yield self.say("whom.ability", name=name)

    def _kin(self, selector: Selector) -> Iterator[str]:
        if selector.race:
            yield self.say("whom.race", name=self.name(selector.race))
        if selector.card_class:
            yield self.say("whom.card_class", name=self.name(selector.card_class))
        if selector.faction:
            yield self.say("whom.faction", name=self.name(selector.faction))

    def when(self, trigger: Trigger) -> str:
        """What something waits for."""
        words = {name: self.say(f"whose.{trigger.whose}.{name}") for name in ("turn", "creature", "card", "by")}
        when = self.say(f"when.{trigger.on}", **words)
        for condition in self.conditions(trigger.condition):
            when = self.say("when.twice", when=when, condition=condition)
        return when

    def conditions(self, condition: Condition) -> tuple[str, ...]:
        """What must hold, each part by itself; empty for nothing."""
        found = []
        if condition.building:
            found.append(self.say("if.building", name=self.name(condition.building)))
        if condition.hero:
            found.append(self.say("if.hero", name=self.name(condition.hero)))
        if condition.prosperity_at_least is not None:
            found.append(self.say("if.prosperity", count=condition.prosperity_at_least))
        if condition.creature is not None:
            found.append(self.say("if.creature", whom=self.whom(condition.creature, EffectSetting())))
        return tuple(found)

    def cost(self, cost: Cost) -> str:
        """What is paid, in one line."""
        if not cost.known:
            return self.say("cost.unknown")
        parts = [self.name(each) for each in cost.buildings]
        parts += [self.say("cost.any", count=cost.any)] if cost.any else []
        parts += [self.say("cost.prosperity", count=cost.prosperity)] if cost.prosperity else []
        parts += [self.say("concentration.more", count=cost.concentration)] if cost.concentration else []
        return ", ".join(parts) or self.say("cost.free")

    def name(self, key: str) -> str:
        """What a card, a type of building, a race or a faction is called; a key that nothing explains stays."""
        if key in _BUILDINGS:
            return self.say(f"building.{key}")
        names = self.cards[key].names if key in self.cards else self.names.get(key, {})
        if not names and key in ("basic", "dogs_of_war", "unknown"):
            return self.say(f"faction.{key}")
        return names.get(self.language.value) or names.get("en") or key.rpartition("/")[2].replace("_", " ")

    def say(self, key: str, **values: object) -> str:
        """A text of the topic."""
        return say(self.language, f"effects.{key}", **values)
