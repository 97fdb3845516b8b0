"""What stands on cards, in words: the printed values and each effect in a line."""

from typing import Any

import msgspec

from companion.games.brawl.model import effects as fx
from companion.games.brawl.model.cards import ActionCard, ChallengeCard, ChampionCard, TargetDiagram, Values
from companion.games.brawl.model.kinds import AimKind
from companion.games.brawl.model.terms import Amount, Condition, Selector
from companion.games.brawl.own_texts import say
from companion.texts import Language, translated


def stats_of(card: ActionCard, language: Language) -> str:
    """The printed values of an action card, in a line."""
    parts = [say(language, f"cards.deed.{card.deed.value}"), say(language, f"log.core.{card.core.value}")]
    if card.move is not None:
        parts.append(say(language, "cards.move", value=card.move))
    if card.target is not None:
        parts.append(target_of(card.target, language))
    if card.strength is not None:
        parts.append(say(language, "cards.strength", value=card.strength))
    if card.defence is not None:
        parts.append(say(language, "cards.defence", value=card.defence))
    return " · ".join(parts)


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
        *(effect_line(each, language) for each in card.bonuses),
        *(say(language, "cards.before", text=effect_line(each, language)) for each in card.before),
        *(effect_line(each, language) for each in card.effects),
        *(say(language, "cards.after", text=effect_line(each, language)) for each in card.after),
    )


def effect_line(effect: fx.Effect, language: Language) -> str:
    """One effect in words."""
    if isinstance(effect, fx.RemindEffect):
        return translated(effect.text, language)
    kind = str(type(effect).__struct_config__.tag)
    words = {name: _word(value, language) for name, value in msgspec.structs.asdict(effect).items()}
    if isinstance(effect, fx.ChangeEffect):
        words["by"] = _signed(effect, language)
    condition = _condition(getattr(effect, "condition", Condition()), language)
    if isinstance(effect, fx.IfEffect | fx.ChoiceEffect):
        return _nested(effect, language)
    line = say(language, f"cards.effect.{_variant(effect, kind)}", **words)
    return f"{line} ({condition})" if condition else line


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
    condition = _condition(effect.condition, language)
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
    words = [say(language, f"cards.who.{selector.who}")]
    for name in ("bloodied", "powered", "immobilised", "damaged"):
        wanted = getattr(selector, name)
        if wanted is not None:
            words.append(say(language, f"cards.{name}_{'yes' if wanted else 'no'}"))
    if selector.within is not None:
        near = say(language, f"cards.who.{selector.around}")
        words.append(say(language, "cards.within", cells=selector.within, around=near))
    if selector.beyond is not None:
        words.append(say(language, "cards.beyond", cells=selector.beyond))
    if selector.row:
        words.append(say(language, "cards.row"))
    if selector.zone is not None:
        words.append(say(language, "cards.on_zone", zone=say(language, f"cards.zone.{selector.zone.value}")))
    if selector.count:
        words.append(say(language, "cards.up_to" if selector.up_to else "cards.exactly", count=selector.count))
    return ", ".join(words)


def amount_words(amount: Amount, language: Language) -> str:
    """What an amount counts."""
    counted = say(language, f"cards.count.{amount.count}")
    words = counted if amount.of is None else f"{counted} ({selector_words(amount.of, language)})"
    if amount.times != 1:
        words = f"{amount.times} × {words}"
    return f"{words} + {amount.plus}" if amount.plus else words


def _condition(condition: Condition, language: Language) -> str:
    parts = []
    if condition.champion is not None:
        parts.append(say(language, "cards.if_champion", who=selector_words(condition.champion, language)))
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
    return (translated(card.text, language) if card.text else _condition(card.condition, language),)


def champion_stats(values: Values, language: Language) -> str:
    """Defence and health."""
    return say(language, "cards.values", defence=values.defence, health=values.health)


def ability_lines(card: ChampionCard, values: Values, language: Language) -> tuple[str, ...]:
    """What a side of a champion card can do, a line for each ability."""
    lines = []
    for ability in values.abilities:
        if ability.text:
            lines.append(f"{translated(ability.names, language)}: {translated(ability.text, language)}")
            continue
        parts = [effect_line(each, language) for each in (*ability.holds, *ability.effects)]
        when = say(language, f"cards.on.{ability.on}") if ability.on else ""
        condition = _condition(ability.condition, language)
        tail = f" ({condition})" if condition else ""
        lines.append(f"{translated(ability.names, language)}: {when}{'; '.join(parts)}{tail}")
    return tuple(lines)
