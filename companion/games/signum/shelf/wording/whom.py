"""Whom cards concern, what they cost and when they work, in words that need no cases of a language.

Whom an effect reaches stands before a dash in its plain form; names stand in quotes or after a colon.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace as changed

from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.cards import Card
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.effects.effect import Cost, Trigger
from companion.games.signum.model.kinds import BuildingType, Kind
from companion.games.signum.model.terms import Amount, Condition, Selector
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.wording.abilities import ability_name
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
        named = self._named(selector, setting)
        whom = " ".join((named or self._crowd(selector), *self._traits(selector)))
        return ", ".join((whom, *self._kin(selector), *self._further(selector, setting)))

    def _named(self, selector: Selector, setting: EffectSetting) -> str:
        """Whom nobody chooses; empty where somebody does."""
        match selector.who:
            case "self":
                return self.say(f"whom.self.{setting.bearer}")
            case "target":
                return self._doer(setting)
            case "aimed_at":
                return self._of_moment("victim", setting.hook)
            case "chosen" | "reached":
                return self.say(f"whom.{selector.who}")
            case _:
                return ""

    def _further(self, selector: Selector, setting: EffectSetting) -> Iterator[str]:
        """What else is asked of them: numbers, tokens, deeds, and where they stand."""
        for name in ("strength", "health", "left", "wounds", "armour", "concentration"):
            bounds = getattr(selector, name)
            if bounds is not None:
                yield self.bounded(self.say(f"bounds.value.{name}"), bounds.least, bounds.most)
        for name in ("stealth", "activated", "summoned"):
            wanted = getattr(selector, name)
            if wanted is not None:
                negated = "no_stealth" if name == "stealth" else f"not_{name}"
                yield self.say(f"whom.{name if wanted else negated}")
        if selector.touching:
            yield self.say("whom.touching")
        if selector.around != "self":
            of = {"target": "target", "aimed_at": "aimed_at"}.get(selector.around)
            whom = self._named(Selector(who=of), setting) if of else ""  # type: ignore[arg-type]  # one of the two
            yield self.say(f"around.{selector.around}", whom=whom)
        if selector.other:
            yield self.say("whom.other")
        if selector.choice == "enemy" and selector.count:
            yield self.say("whom.enemy_chooses")

    def bounded(self, what: str, least: object, most: object) -> str:
        """A value that lies within bounds."""
        if least is None and most is None:
            return what
        if least is None or most is None:
            key = "most" if least is None else "least"
        else:
            key = "exactly" if least == most else "both"
        return self.say(f"bounds.{key}", what=what, least=least, most=most)

    def amount(self, value: Amount, setting: EffectSetting) -> str:
        """What a number is counted from."""
        if value.count in ("creatures", "strength", "health", "wounds", "armour", "concentration"):
            whom = self.whom(changed(value.of or Selector(), count=0), setting)
            said = self.say(f"count.{value.count}", whom=whom)
        else:
            said = self.say(f"count.{value.count}.{value.who}")
        if value.kind:
            said = self.say("count.kind", what=said, kind=self.of_kind(value.kind))
        said = self.say("count.per", what=said, count=value.per) if value.per != 1 else said
        said = self.say("count.times", what=said, count=value.times) if value.times != 1 else said
        said = self.say("count.plus", what=said, by=signed(value.plus)) if value.plus else said
        return self.say("count.most", what=said, count=value.most) if value.most is not None else said

    def of_kind(self, kind: str) -> str:
        """The name of a kind of card, a type of building or relic, or a card."""
        for key in (f"kind.{kind}", f"relic.{kind}"):
            try:
                return self.say(key)
            except TextError:
                continue
        return self.name(kind)

    def kinds(self, kinds: Iterable[Kind]) -> str:
        """Names of kinds of cards, one after the other."""
        return ", ".join(self.say(f"kind.{each.value}") for each in kinds).lower()

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
        if selector.without:
            known = selector.without in CATALOGUE
            name = ability_name(selector.without, self.edition, self.language) if known else selector.without
            yield self.say("whom.without", name=name)

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
        if trigger.kinds:
            when = self.say("when.kinds", when=when, kinds=self.kinds(trigger.kinds))
        for condition in self.conditions(trigger.condition):
            when = self.say("when.twice", when=when, condition=condition)
        return when

    def conditions(self, condition: Condition, *, waits: bool = True) -> tuple[str, ...]:
        """What must hold, each part by itself; empty for nothing.

        Args:
            condition: What must hold.
            waits: Whether something has set it off, which creatures may have a part in.
        """
        found = []
        if condition.building:
            found.append(self.say("if.building", name=self.name(condition.building)))
        if condition.hero:
            found.append(self.say("if.hero", name=self.name(condition.hero)))
        if condition.prosperity_at_least is not None:
            found.append(self.say("if.prosperity", count=condition.prosperity_at_least))
        if condition.turn:
            found.append(self.say(f"if.turn.{condition.turn}"))
        setting = EffectSetting()
        for each in condition.counts:
            least, most = (self._bound(bound, setting) for bound in (each.least, each.most))
            found.append(self.bounded(self.amount(each.amount, setting), least, most))
        if condition.creature is not None:
            key = "if.creature" if waits else "if.there"
            found.append(self.say(key, whom=self.whom(condition.creature, setting)))
        for role in ("doer", "victim"):
            named = getattr(condition, role)
            if named is not None:
                found.append(self.say(f"if.{role}", whom=self.whom(named, setting)))
        return tuple(found)

    def _bound(self, bound: int | Amount | None, setting: EffectSetting) -> object:
        return self.amount(bound, setting) if isinstance(bound, Amount) else bound

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


def signed(number: int) -> str:
    """A number with its sign."""
    return f"+{number}" if number >= 0 else f"−{-number}"
