"""What stands on cards, in words: the printed values and each effect in a line."""

from collections.abc import Iterator
from typing import Any

import msgspec

from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import ActionCard, ChallengeCard, ChampionCard, TargetDiagram, Values
from companion.games.brawl.model.kinds import AimKind, Core, Deed, Zone
from companion.games.brawl.model.terms import SELF, Amount, Condition, Selector
from companion.games.brawl.own_texts import say
from companion.games.kit.amounts import in_words
from companion.texts import Language, translated


def stats_of(card: ActionCard, language: Language) -> str:
    """The printed values of an action card, in a line; its kind and its core are told beside them."""
    return stats_of_parts(language, None, None, card.target, (card.move, card.strength, card.defence))


def stats_of_parts(
    language: Language,
    deed: Deed | None,
    core: Core | None,
    target: TargetDiagram | None,
    numbers: tuple[int | None, ...],
) -> str:
    """The values of an action card in a line, as far as there are any.

    Args:
        language: The reader's.
        deed: What it is for.
        core: Which pays for it.
        target: How it aims.
        numbers: Its move points, the strength of an attack, the defence of a reaction.
    """
    values = zip(("move", "strength", "defence"), numbers, strict=True)
    told = {name: say(language, f"cards.{name}", value=value) for name, value in values if value is not None}
    parts = (
        "" if deed is None else say(language, f"cards.deed.{deed.value}"),
        "" if core is None else say(language, f"log.core.{core.value}"),
        told.get("move", ""),
        "" if target is None else target_of(target, language),
        told.get("strength", ""),
        told.get("defence", ""),
    )
    return " · ".join(each for each in parts if each)


def target_of(target: TargetDiagram, language: Language) -> str:
    """Range and kind of a card's targets."""
    reach = str(target.most) if target.least == 1 else f"{target.least}–{target.most}"
    key = f"cards.aim.{target.aim.value}"
    return (
        say(language, key, count=len(target.cells)) if target.aim is AimKind.AREA else say(language, key, range=reach)
    )


def lines_of(card: ActionCard, language: Language) -> tuple[str, ...]:
    """What an action card says, else its effects, a line each, from top to bottom."""
    if card.text:
        return (translated(card.text, language),)
    return (
        *(effect_line(each, language, lasts=False) for each in card.bonuses),
        *(say(language, "cards.before", text=effect_line(each, language)) for each in card.before),
        *(effect_line(each, language) for each in card.effects),
        *(say(language, "cards.after", text=effect_line(each, language)) for each in card.after),
    )


def effect_line(effect: fx.Effect, language: Language, *, lasts: bool = True) -> str:
    """One effect in words.

    Args:
        effect: The effect.
        language: The reader's.
        lasts: Whether it is said how long a change lasts: a bonus of a card or an ability needs no such words.
    """
    if isinstance(effect, fx.RemindEffect):
        return translated(effect.text, language)
    if isinstance(effect, fx.IfEffect | fx.ChoiceEffect):
        return _nested(effect, language)
    kind = str(type(effect).__struct_config__.tag)
    words = {name: _word(value, language) for name, value in msgspec.structs.asdict(effect).items()}
    if isinstance(effect, fx.ChangeEffect):
        words["by"] = _signed(effect, language)
    line = say(language, f"cards.effect.{_variant(effect, kind)}", **words)
    tails = (*_tails(effect, language), *(_until(effect, language) if lasts else ()))
    condition = condition_words(getattr(effect, "condition", Condition()), language)
    line = ", ".join((line, *tails))
    return f"{line} ({condition})" if condition else line


def _tails(effect: fx.Effect, language: Language) -> Iterator[str]:
    """What else there is to say of an effect: which of its fields are not as usual."""
    match effect:
        case fx.DamageEffect(up_to=True):
            yield say(language, "cards.tail.in_all")
        case fx.ChangeEffect(against=Selector() as against):
            yield say(language, "cards.tail.against", who=selector_words(against, language))
        case fx.KeywordEffect(to=to) if to != SELF:
            yield selector_words(to, language)
        case fx.CoreEffect(core=Core() as core):
            yield say(language, f"log.core.{core.value}")
        case fx.LookEffect(reveal=True):
            yield say(language, "cards.tail.reveal")
        case _:
            yield from _where(effect, language)


def _where(effect: fx.Effect, language: Language) -> Iterator[str]:
    """From or to whom an effect moves, and where it puts somebody."""
    match effect:
        case fx.PushEffect(away_from=source) if source != "self":
            yield say(language, "cards.tail.away_from", who=say(language, f"cards.who.{source}"))
        case fx.MoveEffect(toward=Selector() as toward, approach=approach) if approach:
            yield say(language, f"cards.tail.{approach}", who=selector_words(toward, language))
        case fx.MoveEffect(toward_zone=Zone() as zone, approach=approach) if approach:
            yield say(language, f"cards.tail.{approach}", who=say(language, f"cards.zone.{zone.value}"))
        case fx.PlaceEffect(within=within, around=around, zone=zone):
            if within is not None:
                near = say(language, f"cards.who.{around}")
                yield say(language, "cards.within", cells=within, around=near)
            if zone is not None:
                yield say(language, "cards.on_zone", zone=say(language, f"cards.zone.{zone.value}"))
        case _:
            pass


def _until(effect: fx.Effect, language: Language) -> Iterator[str]:
    if isinstance(effect, fx.ChangeEffect | fx.KeywordEffect | fx.ProtectEffect):
        yield say(language, f"cards.until.{effect.until.value}")


def _signed(effect: fx.ChangeEffect, language: Language) -> str:
    """By how much a value changes, with its sign."""
    if isinstance(effect.by, int):
        return f"{-effect.by if effect.minus else effect.by:+d}".replace("-", "−")
    return f"{'−' if effect.minus else '+'} {amount_words(effect.by, language)}"


def _variant(effect: Any, kind: str) -> str:  # noqa: ANN401 (any effect)
    """Some kinds of effects read otherwise for each of their words."""
    for name in ("way", "what", "keyword", "against"):
        word = getattr(effect, name, None)
        if isinstance(word, str) and kind in ("move", "change", "keyword", "protect", "core", "look"):
            return f"{kind}_{word}"
    return kind


def _nested(effect: fx.IfEffect | fx.ChoiceEffect, language: Language) -> str:
    if isinstance(effect, fx.ChoiceEffect):
        options = (" + ".join(effect_line(each, language) for each in some) for some in effect.options)
        return say(language, "cards.effect.choice", options=" / ".join(each or "–" for each in options))
    then = "; ".join(effect_line(each, language) for each in effect.effects)
    condition = condition_words(effect.condition, language)
    if not effect.otherwise:
        return say(language, "cards.effect.if", condition=condition, then=then)
    other = "; ".join(effect_line(each, language) for each in effect.otherwise)
    return say(language, "cards.effect.if_else", condition=condition, then=then, otherwise=other)


def _word(value: Any, language: Language) -> Any:  # noqa: ANN401 (of any field)
    match value:
        case Selector():
            return selector_words(value, language)
        case Amount():
            return amount_words(value, language)
        case None:
            return ""
        case _:
            return value


def selector_words(selector: Selector, language: Language) -> str:
    """Whom a selector names."""
    return ", ".join((say(language, f"cards.who.{selector.who}"), *_only(selector, language)))


def _only(selector: Selector, language: Language) -> Iterator[str]:
    """Which of those a selector names alone."""
    for name in ("bloodied", "powered", "immobilised", "damaged"):
        wanted = getattr(selector, name)
        if wanted is not None:
            yield say(language, f"cards.{name}_{'yes' if wanted else 'no'}")
    if selector.within is not None:
        near = say(language, f"cards.who.{selector.around}")
        yield say(language, "cards.within", cells=selector.within, around=near)
    if selector.beyond is not None:
        near = say(language, f"cards.who.{selector.around}")
        yield say(language, "cards.beyond", cells=selector.beyond, around=near)
    if selector.row:
        yield say(language, "cards.row", around=say(language, f"cards.who.{selector.around}"))
    if selector.other:
        yield say(language, "cards.other", around=say(language, f"cards.who.{selector.around}"))
    if selector.zone is not None:
        yield say(language, "cards.on_zone", zone=say(language, f"cards.zone.{selector.zone.value}"))
    if selector.count:
        yield say(language, "cards.up_to" if selector.up_to else "cards.exactly", count=selector.count)
        if selector.choice == "enemy":
            yield say(language, "cards.enemy_chooses")


def amount_words(amount: Amount, language: Language) -> str:
    """What an amount counts."""
    words = say(language, f"cards.count.{amount.count}")
    if amount.of is not None:
        words = f"{words} ({selector_words(amount.of, language)})"
    elif amount.who != "own" and amount.count in _OF_PLAYERS:
        words = f"{words} ({say(language, f'cards.whose.{amount.who}')})"
    if amount.core is not None:
        words = f"{words} ({say(language, f'log.core.{amount.core.value}')})"
    return in_words(words, amount, lambda counted, most: say(language, "cards.at_most", amount=counted, most=most))


_OF_PLAYERS = frozenset({"ready_cores", "spent_cores", "hand", "points", "controlled", "knocked_out"})
"""What an amount counts of players: whose it is has to be said."""


def condition_words(condition: Condition, language: Language) -> str:
    """What must hold; empty for nothing."""
    parts = []
    if condition.champion is not None:
        only = ", ".join(_only(condition.champion, language))
        is_self = condition.champion.who == "self" and only
        who = say(language, "cards.if_self", what=only) if is_self else selector_words(condition.champion, language)
        parts.append(who if is_self else say(language, "cards.if_champion", who=who))
    if condition.no_champion is not None:
        parts.append(say(language, "cards.if_no_champion", who=selector_words(condition.no_champion, language)))
    zones = (say(language, f"cards.zone.{zone.value}") for zone in condition.control)
    parts.extend(say(language, "cards.if_control", zone=zone) for zone in zones)
    for measure in condition.counts:
        amount = amount_words(measure.amount, language)
        if measure.least is not None:
            parts.append(say(language, "cards.if_least", amount=amount, least=_word(measure.least, language)))
        if measure.most is not None:
            parts.append(say(language, "cards.if_most", amount=amount, most=_word(measure.most, language)))
    return ", ".join(parts)


def challenge_lines(card: ChallengeCard, language: Language) -> tuple[str, ...]:
    """What a challenge asks: its printed text, else its condition."""
    return (translated(card.text, language) if card.text else condition_words(card.condition, language),)


def champion_stats(values: Values, language: Language) -> str:
    """Defence and health."""
    return say(language, "cards.values", defence=values.defence, health=values.health)


def ability_lines(card: ChampionCard, values: Values, language: Language) -> tuple[str, ...]:
    """What a side of a champion card can do, a line for each ability."""
    return tuple(ability_line(each, language) for each in values.abilities)


def ability_line(ability: fx.Ability, language: Language) -> str:
    """An ability: what it is called, when it happens, and what it does."""
    name = translated(ability.names, language)
    if ability.text:
        return f"{name}: {translated(ability.text, language)}"
    parts = [
        *(effect_line(each, language, lasts=False) for each in ability.holds),
        *(effect_line(each, language) for each in ability.effects),
    ]
    when = say(language, f"cards.on.{ability.on}") if ability.on else ""
    condition = condition_words(ability.condition, language)
    tail = f" ({condition})" if condition else ""
    return f"{name}: {when}{'; '.join(parts)}{tail}"
