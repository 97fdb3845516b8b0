"""What effects, abilities with a text and riders do, for players to read: one line each, as short as on a card."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import singledispatchmethod

from msgspec.structs import replace as changed

from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.model.cards import (
    Ability,
    ArmourEffect,
    CancelEffect,
    ChangeEffect,
    ChoiceEffect,
    DestroyEffect,
    DiscardEffect,
    DrawEffect,
    Effect,
    EliminateEffect,
    GainEffect,
    HarmEffect,
    HealEffect,
    LoseEffect,
    PlaceEffect,
    ProsperEffect,
    PushEffect,
    ReadyEffect,
    RemindEffect,
    ReturnEffect,
    Rider,
    RollEffect,
    Selector,
    TokenEffect,
    Until,
)
from companion.games.signum.model.editions import FACES
from companion.games.signum.own_texts import say
from companion.games.signum.shelf.parameters import SHIELDED
from companion.games.signum.shelf.wording import ability_name, ability_printed
from companion.games.signum.shelf.wording_whom import EffectSetting, WhomWords

WITH_CARD = frozenset({"card.play", "summon"})
"""Moments at which what is cancelled is a card."""

TEXTS: dict[str, EffectSetting] = {
    "aura": EffectSetting(holds=True, reach="aura"),
    "charge": EffectSetting(holds=True, reach="self"),
    "contract": EffectSetting(holds=True),
    "howl": EffectSetting(holds=True, reach="howl"),
    "multiple_uses": EffectSetting(holds=True, reach="self"),
    "surcharge": EffectSetting(holds=True),
}
"""Abilities that say themselves how long, or on whom, what they give is."""

SET = ("self", "target", "aimed_at")
"""Whom nobody chooses."""

Bonus = ChangeEffect | GainEffect | LoseEffect

ENEMY = "enemy_"


class EffectWords(WhomWords):
    """Words about what happens, for one reader."""

    def rider(self, rider: Rider, setting: EffectSetting) -> str:
        """What waits, or holds while a condition does."""
        conditions = list(self.conditions(rider.condition))
        if rider.trigger is None:
            setting = replace(setting, holds=True, reach="all")
        else:
            setting = replace(setting, hook=rider.trigger.on)
            conditions.insert(0, self.when(rider.trigger))
        text = self.effects(rider.effects, setting)
        if conditions:
            text = self.say("clause", when=", ".join(conditions), text=text)
        return self.say("times", text=text, count=rider.times) if rider.times is not None else text

    def ability(self, ability: Ability, setting: EffectSetting, *, given: bool = False) -> str:
        """An ability with its number and ruler, what it names, what it costs, and its text.

        Args:
            ability: The ability.
            setting: Where it stands.
            given: Whether an effect gives it: then its text stands in brackets.
        """
        name = self._ability_head(ability)
        own = replace(TEXTS.get(ability.name, EffectSetting()), bearer=setting.bearer)
        texts = [self.effects(ability.text, own)] if ability.text else []
        texts += [self._in(ability.reminder)] if ability.reminder else []
        if ability.results:
            texts.append(self._results(ability.results, own))
        if not texts:
            return name
        return self.say("ability_given" if given else "ability", name=name, text="; ".join(texts))

    def _ability_head(self, ability: Ability) -> str:
        name = ability_printed(ability, self.edition, self.language)
        marks = []
        if ability.about in SHIELDED and ability.name == "shield_from":
            name = self.say("ability_about", name=name, about=self._about(ability.about))
        elif ability.about and ability.name == "steam_engine":
            marks.append(self._action(ability.about))
        marks += [self.cost(ability.cost)] if ability.cost is not None else []
        marks += [self.say("instead_of_acting")] if ability.activate else []
        return self.say("ability_marked", name=name, marks=", ".join(marks)) if marks else name

    def _about(self, about: str) -> str:
        what = self.say(f"about.{about.removeprefix(ENEMY)}")
        return self.say("about_enemy", what=what) if about.startswith(ENEMY) else what

    def _action(self, about: str) -> str:
        if about == "melee":
            return self.say("action.melee")
        return ability_name(about, self.edition, self.language) if about in CATALOGUE else about

    def _results(self, results: Mapping[str, tuple[Effect, ...]], setting: EffectSetting) -> str:
        said = (
            self.say(
                "results", name=say(self.language, f"log.face.{face}"), results=self._within(results[face], setting)
            )
            for face in FACES  # tables come in the order of the dice, however they were kept
            if results.get(face)
        )
        return "; ".join(said)

    def effects(self, effects: Iterable[Effect], setting: EffectSetting) -> str:
        """Several effects, one after the other."""
        return "; ".join(self.each(effects, setting))

    def each(self, effects: Iterable[Effect], setting: EffectSetting) -> tuple[str, ...]:
        """Effects one by one; what reaches the same creatures for the same time is said together."""
        said: list[tuple[str, str, str]] = []
        for effect in effects:
            selector = _selector(effect, setting)
            plain = isinstance(effect, Bonus) and selector is not None and selector.who == "self"
            whom = "" if selector is None or plain else self.whom(selector, setting)
            until, what = self._until(effect, setting), self._what(effect, setting)
            fixed = selector is not None and (not selector.count or selector.who in SET)
            if fixed and said and said[-1][0] == whom and said[-1][2] == until:
                said[-1] = (whom, f"{said[-1][1]}, {what}", until)
            else:
                said.append((whom, what, until))
        return tuple(self._line(*each) for each in said)

    def _line(self, whom: str, what: str, until: str) -> str:
        what = self.say("lasts", what=what, until=until) if until else what
        return self.say("reaches", whom=whom, what=what) if whom else what

    def _within(self, effects: Iterable[Effect], setting: EffectSetting) -> str:
        """Effects within another one; compound ones in brackets."""
        effects = tuple(effects)
        parts = self.each(effects, setting)
        if any(isinstance(each, ChoiceEffect | RollEffect) for each in effects):
            parts = tuple(f"({part})" for part in parts)
        text = parts[0] if parts else ""
        for part in parts[1:]:
            text = self.say("then", first=text, second=part)
        return text

    def _until(self, effect: Effect, setting: EffectSetting) -> str:
        if not isinstance(effect, Bonus) or (setting.holds and effect.until is Until.END_OF_GAME):
            return ""
        return say(self.language, f"log.until.{effect.until.value}")

    def _in(self, texts: Mapping[str, str]) -> str:
        return texts.get(self.language.value) or texts.get("en", "")

    @singledispatchmethod
    def _what(self, effect: Effect, setting: EffectSetting) -> str:
        raise TypeError(f"no words for {effect!r} in {setting!r}")

    @_what.register
    def _(self, effect: ChangeEffect, _: EffectSetting) -> str:
        ruler = effect.ruler if effect.of == "movement" else None
        of = "movement_mm" if effect.of == "movement" and not ruler else effect.of
        by = f"+{ruler}" if ruler else _signed(effect.by)
        return self.say("change", of=say(self.language, f"log.value.{of}"), by=by)

    @_what.register
    def _(self, effect: HarmEffect, _: EffectSetting) -> str:
        return self.say("wounds" if effect.wounds else "damage", count=effect.amount)

    @_what.register
    def _(self, effect: HealEffect, _: EffectSetting) -> str:
        return self.say("heal_all") if effect.amount is None else self.say("heal", count=effect.amount)

    @_what.register
    def _(self, effect: ArmourEffect, _: EffectSetting) -> str:
        return self.say("armour", count=effect.amount)

    @_what.register
    def _(self, effect: GainEffect, setting: EffectSetting) -> str:
        return self.ability(effect.ability, setting, given=True)

    @_what.register
    def _(self, effect: LoseEffect, _: EffectSetting) -> str:
        name, known = effect.ability, effect.ability in CATALOGUE
        return self.say("lose", ability=ability_name(name, self.edition, self.language) if known else name)

    @_what.register
    def _(self, effect: DrawEffect, _: EffectSetting) -> str:
        return self.say(f"draw.{effect.who}", count=effect.count)

    @_what.register
    def _(self, effect: DiscardEffect, _: EffectSetting) -> str:
        how = "discard_at_random" if effect.at_random else "discard"
        return self.say(f"{how}.{effect.who}", count=effect.count)

    @_what.register
    def _(self, effect: ReturnEffect, _: EffectSetting) -> str:
        if effect.source == "target":
            return self.say(f"target_returns.{effect.to}")
        said = self.say(f"returns.{effect.to}", count=effect.count)
        kinds = ", ".join(self.say(f"kind.{kind.value}") for kind in effect.kinds)
        return self.say("ability_marked", name=said, marks=kinds.lower()) if kinds else said

    @_what.register
    def _(self, effect: DestroyEffect, _: EffectSetting) -> str:
        form = "single" if effect.count == 1 else "several"
        what = self.say(f"destroy.{effect.who}.{effect.what}.{form}")
        if effect.count > 1:
            what = self.say("destroy.several", what=what, count=effect.count)
        return self.say("destroy.said", what=what)

    @_what.register
    def _(self, _effect: EliminateEffect, _: EffectSetting) -> str:
        return self.say("eliminate")

    @_what.register
    def _(self, effect: ProsperEffect, _: EffectSetting) -> str:
        said = self.say(f"prosper.{effect.who}", by=_signed(effect.amount))
        return self.say("prosper.taken", what=said, by=_signed(-effect.amount)) if effect.steal else said

    @_what.register
    def _(self, effect: PushEffect, _: EffectSetting) -> str:
        return self.say("push", ruler=effect.ruler)

    @_what.register
    def _(self, effect: PlaceEffect, _: EffectSetting) -> str:
        return self.say("place.within", ruler=effect.within) if effect.within else self.say("place.anywhere")

    @_what.register
    def _(self, effect: TokenEffect, _: EffectSetting) -> str:
        if effect.of == "stealth":
            return self.say("stealth_gained" if effect.by > 0 else "stealth_lost")
        return self.say(f"concentration.{'more' if effect.by >= 0 else 'fewer'}", count=abs(effect.by))

    @_what.register
    def _(self, effect: ReadyEffect, _: EffectSetting) -> str:
        return self.say("untap", count=effect.count) if effect.what == "building" else self.say("ready")

    @_what.register
    def _(self, effect: CancelEffect, setting: EffectSetting) -> str:
        return self.say(f"cancel.{effect.to if setting.hook in WITH_CARD else 'deed'}")

    @_what.register
    def _(self, effect: ChoiceEffect, setting: EffectSetting) -> str:
        options = [self._within(option, setting) for option in effect.options]
        text = options[0] if options else ""
        for option in options[1:]:
            text = self.say("either", first=text, second=option)
        return self.say("choice", options=text)

    @_what.register
    def _(self, effect: RollEffect, setting: EffectSetting) -> str:
        return self.say("roll", count=effect.dice, results=self._results(effect.faces, setting))

    @_what.register
    def _(self, effect: RemindEffect, _: EffectSetting) -> str:
        return self._in(effect.text)


def _selector(effect: Effect, setting: EffectSetting) -> Selector | None:
    """Whom an effect reaches as the rules take it; None where it reaches no creature."""
    named = getattr(effect, "to", None)
    if not isinstance(named, Selector) or (isinstance(effect, ReadyEffect) and effect.what == "building"):
        return None
    if isinstance(effect, ReadyEffect):
        return changed(named, count=effect.count, up_to=False)
    if setting.reach == "howl" or (setting.reach == "aura" and isinstance(effect, Bonus)):
        near = "any" if setting.reach == "howl" else "own"
        return changed(named, who=near if named.who in SET else named.who, count=0, within=None)
    if isinstance(effect, Bonus) and setting.reach == "self":
        return Selector(who="self")
    return changed(named, count=0) if isinstance(effect, Bonus) and setting.reach == "all" else named


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"
