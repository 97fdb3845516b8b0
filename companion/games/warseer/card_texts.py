"""What stands on cards, in words: the printed values and each ability and effect in a line."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import msgspec

from companion.games.kit.amounts import in_words
from companion.games.warseer.model import cards as c
from companion.games.warseer.model import effects as fx
from companion.games.warseer.model.card_kinds import Crit, Dice, Moment, Symbol, Token
from companion.games.warseer.model.terms import SELF, Amount, Condition, Selector
from companion.games.warseer.own_texts import say
from companion.texts import Language, TextError, translated

SEVERAL = 5
"""What is counted from the game is told as several."""

VALUES = ("attack", "reach", "movement", "health")
"""What stands on the card of each creature in figures."""

MANY = ("own", "ally", "friend", "enemy", "any")
"""Words for whom there may be several."""

LASTING = fx.ChangeEffect | fx.DiceEffect | fx.SymbolEffect | fx.RerollEffect | fx.GiveEffect | fx.ForbidEffect


def kind_of(card: c.CardBase, language: Language) -> str:
    """What sort of card it is; of a Character with its rank."""
    kind = str(type(card).__struct_config__.tag)
    if isinstance(card, c.TerrainCard) and card.unique:
        kind = "unique_terrain"
    told = say(language, f"cards.kind.{kind}")
    if not isinstance(card, c.CharacterCard):
        return told
    stars = " ×2" if card.stars > 1 else ""
    return f"{told} · {say(language, f'cards.rank.{card.rank.value}')}{stars}"


def dice_words(dice: Dice, language: Language) -> str:
    """A pool, such as two red and one blue."""
    counted = ((colour, len(list(same))) for colour, same in groupby(sorted(dice)))
    return ", ".join(f"{number} × {say(language, f'cards.colour.{colour.value}')}" for colour, number in counted)


def attack_words(attack: c.AttackBlock, language: Language) -> str:
    """Type and dice of an attack."""
    kind = say(language, f"cards.attack_kind.{attack.kind.value}")
    return say(language, "cards.attack", kind=kind, dice=dice_words(attack.dice, language))


def stats_of(card: c.CardBase, language: Language) -> str:
    """The printed values of a card, in a line; empty where it has none."""
    return " · ".join(_stats(card, language))


def _stats(card: c.CardBase, language: Language) -> Iterator[str]:
    match card:
        case c.CreatureCard(attack=attack, reach=reach, health=health, movement=movement):
            yield attack_words(attack, language)
            yield say(language, "cards.reach", value=reach)
            yield say(language, "cards.movement", value=movement)
            yield say(language, "cards.health", value=health)
        case c.RelicCard(armour=armour) if armour:
            yield say(language, "cards.armour_tokens", count=armour)
        case c.FeatCard(points=points):
            yield say(language, "cards.points", points=points)
        case c.ImprovementCard(price=price):
            yield say(language, "cards.price", price=price, count=price)
        case _:
            pass
    if uses := getattr(card, "uses", 0):
        yield say(language, "cards.uses", count=uses)
    if income := getattr(card, "income", 0):
        yield say(language, "cards.income", income=signed(income))


def lines_of(card: c.CardBase, language: Language) -> tuple[str, ...]:
    """What stands on a card, a line each."""
    lines = [_capital(each) for each in _lines(card, language) if each]
    return (*lines, translated(card.text, language)) if card.text else tuple(lines)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _lines(card: c.CardBase, language: Language) -> Iterator[str]:
    match card:
        case c.CreatureCard():
            if card.affinities:
                words = ", ".join(affinity_word(each, language) for each in card.affinities)
                yield say(language, "cards.affinities", words=words)
            crits = ", ".join(crit_words(each, language) for each in card.attack.crits)
            yield say(language, "cards.crit", text=crits)
            yield from _abilities(card.abilities, language)
            if isinstance(card, c.HeroCard):
                ranks = (f"{say(language, f'cards.rank.{rank.value}')} {n}" for rank, n in card.leadership.items())
                yield say(language, "cards.leadership", ranks=", ".join(ranks))
        case c.SpellCard():
            if card.enchants:
                yield say(language, "cards.enchantment")
            yield condition_words(card.condition, language)
            yield from (effect_line(each, language) for each in card.effects)
            yield from _abilities(card.abilities, language)
        case c.TacticCard():
            yield _when(card.on, language) + effects_line(card.effects, language)
            yield condition_words(card.condition, language)
        case c.RelicCard() | c.BuildingCard():
            yield from _abilities(card.abilities, language)
        case c.FeatCard():
            yield say(language, "cards.military" if card.military else "cards.achievement")
            yield condition_words(card.condition, language)
            yield say(language, "cards.discard", options=" / ".join(_discards(card, language)))
        case c.ImprovementCard():
            yield _when(card.on, language) + effects_line(card.effects, language)
            yield from _abilities(card.abilities, language)
        case _:
            yield from _of_things(card, language)


def _of_terrain(card: c.TerrainCard, language: Language) -> Iterator[str]:
    yield ", ".join(say(language, f"cards.ground.{each.value}") for each in card.grounds)
    if card.ignores is not None:
        yield say(language, "cards.ignores", symbol=say(language, f"cards.symbol.{card.ignores.value}"))
    if card.adds:
        yield say(language, "cards.adds", dice=dice_words(card.adds, language))
    for roll in card.rolls:
        results = "; ".join(
            f"{say(language, f'cards.symbol.{symbol.value}')} – {effects_line(effects, language)}"
            for symbol, effects in roll.results.items()
        )
        key = "cards.roll_near" if roll.within else "cards.roll"
        yield say(language, key, dice=dice_words(roll.dice, language), hexes=roll.within, results=results)
    for name, key in (("linked", "linked"), ("camp", "onto")):
        if getattr(card, name):
            yield say(language, f"cards.{key}")


def _of_things(card: c.CardBase, language: Language) -> Iterator[str]:
    """What holds on terrain, what dice show, and where the Income track gives something."""
    if isinstance(card, c.TerrainCard):
        yield from _of_terrain(card, language)
    if isinstance(card, c.DiceCard):
        for colour, faces in card.faces.items():
            shown = ", ".join(say(language, f"cards.symbol.{each.value}") for each in faces)
            yield f"{say(language, f'cards.colour.{colour.value}')}: {shown}"
    for name in ("points", "draws") if isinstance(card, c.IncomeTrackCard) else ():
        if values := ", ".join(map(str, getattr(card, name))):
            yield say(language, f"cards.track_{name}", values=values)


def affinity_word(word: str, language: Language) -> str:
    """A race or another word that cards refer to; a word that we have no name for is told as it is written."""
    try:
        return say(language, f"cards.affinity.{word.lower()}")
    except TextError:
        return word


def _discards(card: c.FeatCard, language: Language) -> Iterator[str]:
    for name in ("influence", "minions", "draw"):
        if count := getattr(card, name):
            yield say(language, f"cards.discard_{name}", count=count)


def _when(on: Moment | None, language: Language) -> str:
    return "" if on is None else say(language, "cards.when", on=say(language, f"cards.moment.{on.value}"))


def _abilities(abilities: Iterable[fx.Ability], language: Language) -> Iterator[str]:
    return (ability_line(each, language) for each in abilities)


def ability_name(ability: fx.Ability, language: Language) -> str:
    """What an ability is called, with its number and dice; empty for one without a name."""
    if ability.keyword is None:
        return translated(ability.names, language)
    name = say(language, f"cards.keyword.{ability.keyword.value}")
    number = f" {ability.x}" if ability.x else ""
    dice = f" ({dice_words(ability.dice, language)})" if ability.dice else ""
    return f"{name}{number}{dice}"


def ability_line(ability: fx.Ability, language: Language) -> str:
    """An ability: what it is called, what it costs, when it happens, and what it does."""
    name = ability_name(ability, language)
    if ability.text:
        return f"{name}: {translated(ability.text, language)}" if name else translated(ability.text, language)
    lead = (
        say(language, "cards.turn") if ability.turn else "",
        say(language, "cards.pay", pay=ability.pay) if ability.pay else "",
        say(language, "cards.use") if ability.use else "",
        _when(ability.on, language),
    )
    parts = [effect_line(each, language, lasts=False) for each in ability.holds]
    parts += [effect_line(each, language) for each in ability.effects]
    if ability.whom is not None:
        parts.insert(0, selector_words(ability.whom, language))
    condition = condition_words(ability.condition, language)
    body = "".join(lead) + "; ".join(parts) + (f" ({condition})" if condition else "")
    return f"{name}: {body}" if name and body else name or body


def ability_rules(abilities: Iterable[fx.Ability], language: Language) -> tuple[tuple[str, str], ...]:
    """Name and rule of each standard ability (W-KW)."""
    words = dict.fromkeys(each.keyword for each in abilities if each.keyword is not None)
    return tuple((say(language, f"cards.keyword.{w.value}"), say(language, f"cards.rule.{w.value}")) for w in words)


def crit_rules(crits: Iterable[c.CritEffect], language: Language) -> tuple[tuple[str, str], ...]:
    """Name and rule of each crit effect that has a name (W-CR-03 to -13)."""
    told = (each.crit for each in crits if each.crit not in (Crit.ADD_DICE, Crit.ADD_SYMBOL, Crit.OWN))
    return tuple(
        (say(language, f"cards.crit_effect.{each.value}"), say(language, f"cards.crit_rule.{each.value}"))
        for each in told
    )


def rules_of(card: c.CardBase, language: Language) -> tuple[tuple[str, str], ...]:
    """Name and rule of all that stands on a card by its name alone, the values of a creature last."""
    crits = card.attack.crits if isinstance(card, c.CreatureCard) else ()
    named = (*crit_rules(crits, language), *ability_rules(getattr(card, "abilities", ()), language))
    return (*named, *value_rules(language)) if isinstance(card, c.CreatureCard) else named


def value_rules(language: Language) -> tuple[tuple[str, str], ...]:
    """Name and meaning of each value of a creature (W-CARD-16 to -20, W-ATK-16)."""
    return tuple((say(language, f"cards.value.{name}"), say(language, f"cards.value_rule.{name}")) for name in VALUES)


def reading_lines(card: c.CardBase, language: Language) -> tuple[str, ...]:
    """A whole card, a line each: its values, what stands on it, and what its words mean."""
    rules = (f"{name}: {rule}" for name, rule in rules_of(card, language))
    return tuple(filter(None, (stats_of(card, language), *lines_of(card, language), *rules)))


def crit_words(crit: c.CritEffect, language: Language) -> str:
    """A part of a crit effect (W-CR)."""
    if crit.crit is Crit.OWN:
        return effects_line(crit.effects, language)
    symbol = say(language, f"cards.symbol.{crit.symbol.value}") if crit.symbol is not None else ""
    values = {"dice": dice_words(crit.dice, language), "symbol": symbol}
    return say(language, f"cards.crit_effect.{crit.crit.value}", **values)


def effects_line(effects: Iterable[fx.Effect], language: Language) -> str:
    """Several effects, from top to bottom."""
    return "; ".join(effect_line(each, language) for each in effects)


def effect_line(effect: fx.Effect, language: Language, *, lasts: bool = True) -> str:
    """One effect in words.

    Args:
        effect: The effect.
        language: The reader's.
        lasts: Whether it is said how long a change lasts: an ability needs no such words.
    """
    match effect:
        case fx.RemindEffect(text=text):
            return translated(text, language)
        case fx.ChoiceEffect(options=options):
            return say(
                language, "cards.effect.choice", options=" / ".join(effects_line(e, language) or "–" for e in options)
            )
        case fx.IfEffect():
            return _if(effect, language)
        case fx.PayEffect(influence=influence, effects=effects):
            return say(language, "cards.effect.pay", influence=influence, then=effects_line(effects, language))
        case _:
            return _plain(effect, language, lasts=lasts)


def _plain(effect: fx.Effect, language: Language, *, lasts: bool) -> str:
    words = {name: _word(name, value, language) for name, value in msgspec.structs.asdict(effect).items()}
    words |= _figures(effect, words)
    if isinstance(effect, fx.RecallEffect | fx.WreckEffect):
        words["what"] = say(language, f"cards.kind.{effect.what}")
    if isinstance(effect, fx.GiveEffect):
        words["keyword"] = ability_name(fx.Ability(keyword=effect.keyword, x=effect.x, dice=effect.dice), language)
    line = say(language, f"cards.effect.{_variant(effect)}", **words)
    if isinstance(effect, LASTING) and effect.to == SELF and not lasts:
        line = line.removesuffix(f": {words['to']}")
    tails = [*_where(effect, language)]
    if lasts and isinstance(effect, LASTING):
        tails.append(say(language, f"cards.until.{effect.until.value}"))
    condition = condition_words(getattr(effect, "condition", Condition()), language)
    line = ", ".join((line, *tails))
    return f"{line} ({condition})" if condition else line


def _figures(effect: fx.Effect, words: Mapping[str, Any]) -> dict[str, Any]:
    """The number of an effect, as `amount`, and as `count`, by which its words are chosen."""
    name = "amount" if hasattr(effect, "amount") else "count"
    value = getattr(effect, name, None)
    if not isinstance(value, int):
        return {"amount": words.get(name, ""), "count": SEVERAL}
    is_signed = isinstance(effect, fx.InfluenceEffect | fx.ArmourEffect)
    return {"amount": signed(value) if is_signed else value, "count": value}


def signed(value: int) -> str:
    """A number with its sign."""
    return f"{value:+d}".replace("-", "−")


def _where(effect: fx.Effect, language: Language) -> Iterator[str]:
    if isinstance(effect, fx.PlaceEffect):
        if effect.within is not None:
            around = say(language, f"cards.who.{effect.around}")
            yield say(language, "cards.within", hexes=effect.within, count=effect.within, around=around)
        if effect.zone:
            yield say(language, f"cards.zone_{effect.zone}")
        if effect.on:
            yield say(language, f"cards.on_{effect.on}")


def _variant(effect: fx.Effect) -> str:
    """Some kinds of effects read otherwise for some of their words."""
    kind = str(type(effect).__struct_config__.tag)
    if isinstance(effect, fx.ChangeEffect | fx.ForbidEffect):
        return f"{kind}_{effect.what}"
    if isinstance(effect, fx.RecallEffect):
        return f"{kind}_{effect.into}"
    if isinstance(effect, fx.DiscardEffect | fx.WreckEffect):
        return f"{kind}_{effect.who}"
    if isinstance(effect, fx.InfluenceEffect) and effect.who == "enemy":
        return f"{kind}_enemy"
    words = ("wounds", "magic", "remove", "feats", "against")
    return next((f"{kind}_{word}" for word in words if getattr(effect, word, False)), kind)


def _if(effect: fx.IfEffect, language: Language) -> str:
    condition, then = condition_words(effect.condition, language), effects_line(effect.effects, language)
    if not effect.otherwise:
        return say(language, "cards.effect.if", condition=condition, then=then)
    other = effects_line(effect.otherwise, language)
    return say(language, "cards.effect.if_else", condition=condition, then=then, otherwise=other)


def _word(name: str, value: Any, language: Language) -> Any:  # noqa: ANN401 (of any field)
    match value:
        case Selector():
            each = name == "to" and not value.count and value.who in MANY
            return selector_words(value, language) + (f", {say(language, 'cards.each')}" if each else "")
        case Amount():
            return amount_words(value, language)
        case Symbol():
            return say(language, f"cards.symbol.{value.value}")
        case Token():
            return say(language, f"cards.token.{value.value}")
        case None:
            return ""
        case _:
            return _plain_word(name, value, language)


def _plain_word(name: str, value: Any, language: Language) -> Any:  # noqa: ANN401 (of any field)
    if name == "dice":
        return dice_words(value, language)
    if name == "around":
        return say(language, f"cards.who.{value}")
    if name == "by" and isinstance(value, int):
        return signed(value)
    return value


def selector_words(selector: Selector, language: Language) -> str:
    """Whom a selector names."""
    return ", ".join((say(language, f"cards.who.{selector.who}"), *_only(selector, language)))


def _only(selector: Selector, language: Language) -> Iterator[str]:
    """Which of those a selector names alone."""
    for name, words in (("kind", selector.kinds), ("rank", selector.ranks)):
        if words:
            yield " / ".join(say(language, f"cards.{name}.{each.value}") for each in words)
    if selector.affinity:
        yield affinity_word(selector.affinity, language)
    if selector.keyword is not None:
        yield say(language, f"cards.keyword.{selector.keyword.value}")
    for name in ("wounded", "activated", "on_terrain"):
        if (wanted := getattr(selector, name)) is not None:
            yield say(language, f"cards.{name}_{'yes' if wanted else 'no'}")
    if selector.within is not None:
        around = say(language, f"cards.who.{selector.around}")
        yield say(language, "cards.within", hexes=selector.within, count=selector.within, around=around)
    yield from _how_many(selector, language)


def _how_many(selector: Selector, language: Language) -> Iterator[str]:
    if selector.zone:
        yield say(language, f"cards.zone_{selector.zone}")
    if selector.cost is not None:
        yield say(language, "cards.cost_most", cost=selector.cost)
    if selector.count:
        yield say(language, "cards.up_to" if selector.up_to else "cards.exactly", count=selector.count)


def amount_words(amount: Amount, language: Language) -> str:
    """What an amount counts."""
    words = say(language, f"cards.count.{amount.count}")
    if amount.of is not None:
        words = f"{words} ({selector_words(amount.of, language)})"
    elif amount.who == "enemy":
        words = f"{words} ({say(language, 'cards.of_enemy')})"
    return in_words(words, amount, lambda counted, most: say(language, "cards.at_most", amount=counted, most=most))


def condition_words(condition: Condition, language: Language) -> str:
    """What must hold; empty for nothing."""
    parts = [
        say(language, f"cards.if_{name}", who=selector_words(selector, language))
        for name in ("creature", "no_creature")
        if (selector := getattr(condition, name)) is not None
    ]
    if condition.attack:
        kinds = " / ".join(say(language, f"cards.attack_kind.{each.value}") for each in condition.attack)
        parts.append(say(language, "cards.if_attack", kinds=kinds))
    for measure in condition.counts:
        amount = amount_words(measure.amount, language)
        for name in ("least", "most"):
            if (bound := getattr(measure, name)) is not None:
                words = {name: _word(name, bound, language)}
                parts.append(say(language, f"cards.if_{name}", amount=amount, **words))
    return ", ".join(parts)
