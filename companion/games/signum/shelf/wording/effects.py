"""What effects, abilities with a text and riders do, for players to read: one line each, as short as on a card."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import singledispatchmethod

from msgspec.structs import replace as changed

from companion.games.signum.creature.abilities import CATALOGUE
from companion.games.signum.creature.term_values import FIXED, NUMBERS
from companion.games.signum.model.editions import FACES
from companion.games.signum.model.effects import on_creatures, on_players
from companion.games.signum.model.effects.effect import (
    Ability,
    CancelEffect,
    ChoiceEffect,
    Effect,
    GainEffect,
    IfEffect,
    Lasting,
    PayEffect,
    ReadyEffect,
    RemindEffect,
    RepeatEffect,
    Rider,
    RollEffect,
)
from companion.games.signum.model.kinds import Kind
from companion.games.signum.model.terms import Amount, Selector, Until
from companion.games.signum.own_texts import say
from companion.games.signum.play.numbers import whole
from companion.games.signum.shelf.parameters import SHIELDED
from companion.games.signum.shelf.wording.abilities import ability_name, ability_printed
from companion.games.signum.shelf.wording.whom import EffectSetting, WhomWords, signed

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


ENEMY = "enemy_"

_X = 987
"""Stands for a number that is counted, where words hang on numbers; no card has it."""


class EffectWords(WhomWords):
    """Words about what happens, for one reader."""

    def rider(self, rider: Rider, setting: EffectSetting) -> str:
        """What waits, or holds while a condition does."""
        conditions = list(self.conditions(rider.condition, waits=rider.trigger is not None))
        if rider.trigger is None:
            setting = replace(setting, holds=True, reach="all")
        else:
            setting = replace(setting, hook=rider.trigger.on)
            conditions.insert(0, self.when(rider.trigger))
        text = self.effects(rider.effects, setting)
        if conditions:
            text = self.say("clause", when=", ".join(conditions), text=text)
        return text if rider.times is None else self.say(f"times_a_{rider.per}", text=text, count=rider.times)

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
        texts += [self.say("deed", what=self.effects(ability.deed, own))] if ability.deed else []
        texts += [self.rider(each, EffectSetting(of_creature=True)) for each in ability.riders]
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

    def option(self, effect: ChoiceEffect, number: int) -> str:
        """One of the options of a choice, by its number from 0."""
        text = self._within(effect.options[number], EffectSetting()) or self.say("nothing")
        return f"{text[:1].upper()}{text[1:]}"

    def effects(self, effects: Iterable[Effect], setting: EffectSetting) -> str:
        """Several effects, one after the other."""
        return "; ".join(self.each(effects, setting))

    def each(self, effects: Iterable[Effect], setting: EffectSetting) -> tuple[str, ...]:
        """Effects one by one; what reaches the same creatures for the same time is said together."""
        said: list[tuple[str, str, str]] = []
        for effect in effects:
            selector = _selector(effect, setting)
            plain = isinstance(effect, Lasting) and selector is not None and selector.who == "self"
            whom = "" if selector is None or plain else self.whom(selector, setting)
            until, what = self._until(effect, setting), self._counted(effect, setting)
            fixed = selector is not None and (not selector.count or selector.who in FIXED)
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
        if not isinstance(effect, Lasting) or (setting.holds and effect.until is Until.END_OF_GAME):
            return ""
        return say(self.language, f"log.until.{effect.until.value}")

    def _in(self, texts: Mapping[str, str]) -> str:
        return texts.get(self.language.value) or texts.get("en", "")

    def _counted(self, effect: Effect, setting: EffectSetting) -> str:
        """What an effect does; a number that is counted is X, and said after it."""
        amounts = {name: each for name in NUMBERS if isinstance(each := getattr(effect, name, None), Amount)}
        if not amounts:
            return self._what(effect, setting)
        plain = changed(effect, **dict.fromkeys(amounts, _X))
        if isinstance(effect, GainEffect):
            plain = changed(effect, ability=changed(effect.ability, x=_X), amount=None)
        said = self._what(plain, setting).replace(str(_X), "X")
        for amount in amounts.values():
            said = self.say("counted_as", what=said, amount=self.amount(amount, setting))
        return said

    @singledispatchmethod
    def _what(self, effect: Effect, setting: EffectSetting) -> str:
        raise TypeError(f"no words for {effect!r} in {setting!r}")

    @_what.register
    def _(self, effect: on_creatures.ChangeEffect, _: EffectSetting) -> str:
        ruler = effect.ruler if effect.of == "movement" else None
        lettered = ruler or isinstance(effect.becomes, str)
        of = "movement_mm" if effect.of == "movement" and not lettered else effect.of
        named = say(self.language, f"log.value.{of}")
        if effect.becomes is not None:
            return self.say("change_becomes", of=named, by=effect.becomes)
        return self.say("change", of=named, by=f"+{ruler}" if ruler else signed(whole(effect.by)))

    @_what.register
    def _(self, effect: on_creatures.HarmEffect, _: EffectSetting) -> str:
        return self.say("wounds" if effect.wounds else "damage", count=effect.amount)

    @_what.register
    def _(self, effect: on_creatures.HealEffect, _: EffectSetting) -> str:
        return self.say("heal_all") if effect.amount is None else self.say("heal", count=effect.amount)

    @_what.register
    def _(self, effect: on_creatures.ArmourEffect, _: EffectSetting) -> str:
        return self.say("armour", count=effect.amount)

    @_what.register
    def _(self, effect: GainEffect, setting: EffectSetting) -> str:
        return self.ability(effect.ability, setting, given=True)

    @_what.register
    def _(self, effect: on_creatures.LoseEffect, _: EffectSetting) -> str:
        name, known = effect.ability, effect.ability in CATALOGUE
        return self.say("lose", ability=ability_name(name, self.edition, self.language) if known else name)

    @_what.register
    def _(self, effect: on_creatures.ForbidEffect, _: EffectSetting) -> str:
        return ", ".join(self.say(f"forbid.{deed}") for deed in effect.deeds)

    @_what.register
    def _(self, effect: on_creatures.RerollEffect, _: EffectSetting) -> str:
        of = ", ".join(self.say(f"reroll_of.{each}") for each in effect.of)
        return self.say("reroll_forced.said", of=of) if effect.forced else self.say("reroll", count=effect.dice, of=of)

    @_what.register
    def _(self, effect: on_players.PriceEffect, _: EffectSetting) -> str:
        kinds = self.kinds(effect.kinds) if effect.kinds else self.say("price.cards")
        parts = {name: whole(getattr(effect, name)) for name in ("prosperity", "any")}
        told = {name: number for name, number in parts.items() if number} or {"prosperity": 0}
        by = ", ".join(self.say(f"price.{name}", by=signed(number)) for name, number in told.items())
        return self.say("price.said", kinds=kinds, by=by)

    @_what.register
    def _(self, effect: on_players.DrawEffect, _: EffectSetting) -> str:
        return self.say(f"draw.{effect.who}", count=effect.count)

    @_what.register
    def _(self, effect: on_players.DiscardEffect, _: EffectSetting) -> str:
        how = "mill" if effect.source == "deck" else "discard_at_random" if effect.at_random else "discard"
        said = self.say(f"{how}.{effect.who}", count=effect.count)
        return self.say("kinds", what=said, kinds=self.say("you_look_and_choose")) if effect.seen else said

    @_what.register
    def _(self, effect: on_players.ReturnEffect, _: EffectSetting) -> str:
        if effect.source == "target":
            return self.say(f"target_returns.{effect.to}")
        return self._of_kinds(self.say(f"returns.{effect.to}", count=effect.count), effect.kinds)

    def _of_kinds(self, said: str, kinds: Iterable[Kind]) -> str:
        named = self.kinds(kinds)
        return self.say("kinds", what=said, kinds=named) if named else said

    @_what.register
    def _(self, effect: on_creatures.RecallEffect, _: EffectSetting) -> str:
        return self.say(f"recall.{effect.zone}")

    @_what.register
    def _(self, effect: on_players.SearchEffect, _: EffectSetting) -> str:
        what = self._of_kinds(self.say(f"take.{effect.to}", count=effect.count), effect.kinds)
        what = self.say("search_shown", what=what) if effect.reveal else what
        if effect.top is None:
            return self.say("search_all", what=what)
        return self.say("search_top", what=what, count=effect.top)

    @_what.register
    def _(self, effect: on_players.LookEffect, _: EffectSetting) -> str:
        said = self.say(f"look.{effect.who}.{effect.at}", count=effect.count)
        return self.say("search_shown", what=said) if effect.reveal else said

    @_what.register
    def _(self, effect: on_players.SummonEffect, _: EffectSetting) -> str:
        said, marks = self.say(f"summon.{effect.source}"), []
        said = self.say("or_nobody", what=said) if effect.up_to else said
        if effect.strength is not None:
            marks.append(self.bounded(self.say("bounds.value.strength"), effect.strength.least, effect.strength.most))
        if effect.race:
            marks.append(self.say("whom.race", name=self.name(effect.race)))
        return self.say("kinds", what=said, kinds=", ".join(marks)) if marks else said

    @_what.register
    def _(self, effect: on_players.DestroyEffect, _: EffectSetting) -> str:
        count = whole(effect.count)
        form = "single" if count == 1 else "several"
        what = self.say(f"destroy.{effect.who}.{effect.what}.{form}")
        if count > 1:
            what = self.say("destroy.several", what=what, count=count)
        if effect.kind:
            what = self.say("count.kind", what=what, kind=self.of_kind(effect.kind))
        said = self.say("destroy.said", what=what)
        return self.say("kinds", what=said, kinds=self.say("whom.enemy_chooses")) if effect.choice == "enemy" else said

    @_what.register
    def _(self, _effect: on_creatures.EliminateEffect, _: EffectSetting) -> str:
        return self.say("eliminate")

    @_what.register
    def _(self, effect: on_players.ProsperEffect, _: EffectSetting) -> str:
        if effect.steal:
            return self.say("steal", count=abs(whole(effect.amount)))
        return self.say(f"prosper.{effect.who}", by=signed(whole(effect.amount)))

    @_what.register
    def _(self, effect: on_creatures.PushEffect, _: EffectSetting) -> str:
        return self.say("pull" if effect.pull else "push", ruler=effect.ruler)

    @_what.register
    def _(self, effect: on_creatures.PlaceEffect, _: EffectSetting) -> str:
        return self.say("place.within", ruler=effect.within) if effect.within else self.say("place.anywhere")

    @_what.register
    def _(self, effect: on_creatures.SwapEffect, setting: EffectSetting) -> str:
        return self.say("swap", whom=self.whom(effect.other, setting))

    @_what.register
    def _(self, effect: on_creatures.TokenEffect, _: EffectSetting) -> str:
        by = whole(effect.by)
        if effect.of == "stealth":
            return self.say("stealth_gained" if by > 0 else "stealth_lost")
        return self.say(f"concentration.{'more' if by >= 0 else 'fewer'}", count=abs(by))

    @_what.register
    def _(self, _effect: on_creatures.ControlEffect, _: EffectSetting) -> str:
        return self.say("control")

    @_what.register
    def _(self, effect: ReadyEffect, _: EffectSetting) -> str:
        return self.say("untap", count=effect.count) if effect.what == "building" else self.say("ready")

    @_what.register
    def _(self, effect: on_players.TapEffect, _: EffectSetting) -> str:
        said = self.say(f"tap_buildings.{effect.who}", count=effect.count)
        return self.say("kinds", what=said, kinds=self.say("whom.enemy_chooses")) if effect.choice == "enemy" else said

    @_what.register
    def _(self, _effect: on_creatures.AgainEffect, _: EffectSetting) -> str:
        return self.say("again")

    @_what.register
    def _(self, effect: on_creatures.PreventEffect, setting: EffectSetting) -> str:
        said = self.say("prevent_all") if effect.amount is None else self.say("prevent", count=effect.amount)
        return self.say("redirect", what=said, whom=self.whom(effect.to, setting)) if effect.to is not None else said

    @_what.register
    def _(self, effect: CancelEffect, setting: EffectSetting) -> str:
        return self.say(f"cancel.{effect.to if setting.hook in WITH_CARD else 'deed'}")

    @_what.register
    def _(self, effect: ChoiceEffect, setting: EffectSetting) -> str:
        options = [self._within(option, setting) or self.say("nothing") for option in effect.options]
        text = options[0] if options else ""
        for option in options[1:]:
            text = self.say("either", first=text, second=option)
        return self.say("enemy_chooses" if effect.choice == "enemy" else "choice", options=text)

    @_what.register
    def _(self, effect: RollEffect, setting: EffectSetting) -> str:
        return self.say("roll", count=effect.dice, results=self._results(effect.faces, setting))

    @_what.register
    def _(self, effect: IfEffect, setting: EffectSetting) -> str:
        conditions = ", ".join(self.conditions(effect.condition, waits=bool(setting.hook)))
        said = self._within(effect.effects, setting)
        said = self.say("if_then", condition=conditions, what=said) if conditions else said
        return self._otherwise(said, "if_else", effect.otherwise, setting)

    def _otherwise(self, said: str, key: str, effects: tuple[Effect, ...], setting: EffectSetting) -> str:
        return self.say(key, what=said, other=self._within(effects, setting)) if effects else said

    @_what.register
    def _(self, effect: RepeatEffect, setting: EffectSetting) -> str:
        return self.say("repeat", count=effect.times, what=self._within(effect.effects, setting))

    @_what.register
    def _(self, effect: PayEffect, setting: EffectSetting) -> str:
        if not effect.effects:
            what = self._within(effect.otherwise, setting)
            return self.say(f"unless_paid.{effect.who}", count=effect.prosperity, what=what)
        what = self._within(effect.effects, setting)
        said = self.say("pay" if effect.who == "own" else "pay_enemy", count=effect.prosperity, what=what)
        return self._otherwise(said, "pay_else", effect.otherwise, setting)

    @_what.register
    def _(self, effect: on_players.EndEffect, _: EffectSetting) -> str:
        return self.say(f"end.{effect.winner}")

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
    if setting.reach == "howl" or (setting.reach == "aura" and isinstance(effect, Lasting)):
        near = "any" if setting.reach == "howl" else "own"
        return changed(named, who=near if named.who in FIXED else named.who, count=0, within=None)
    if isinstance(effect, Lasting) and setting.reach == "self":
        return Selector(who="self") if named == Selector() else changed(named, count=0)
    return changed(named, count=0) if isinstance(effect, Lasting) and setting.reach == "all" else named
