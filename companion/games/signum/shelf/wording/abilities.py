"""What named abilities do, for players to read: in a few words of our own, as the edition has it (S-AB)."""

import re
from collections.abc import Iterable

from companion.games.display.cards import Rule
from companion.games.signum.creature.abilities import CATALOGUE, names_of
from companion.games.signum.model.constants import Edition
from companion.games.signum.model.effects.effect import Ability
from companion.games.signum.own_texts import say
from companion.texts import NO_BREAK, Language, TextError, translated

X, BRACKETS = re.compile(r"\bX\b"), re.compile(r"\[([^\]]*)\]")
"""What a text leaves to the card, and the words that go with a number."""
LAST = -1
FORMS = {"one": 0, "few": 1, "many": 2}
"""Which of those words goes with which sort of number; the last with all others."""
REACHING = frozenset({"aura", "howl"})
"""Abilities whose X is a ruler."""


def ability_name(name: str, edition: Edition, language: Language) -> str:
    """What an ability of the catalogue is called in an edition.

    Raises:
        KeyError: If the catalogue has no such ability.
    """
    return translated(names_of(name, edition), language)


def ability_rule(name: str, edition: Edition, language: Language, printed: Ability | None = None) -> str:
    """What an ability of the catalogue does.

    Args:
        name: Its key.
        edition: Of the rules.
        language: Of the reader.
        printed: As it stands on a card, whose number and ruler are filled in; None for that of any card.

    Raises:
        TextError: If the catalogue has no such ability.
    """
    text, number = _rule(name, edition, language), None if printed is None else printed.x
    at = LAST if number is None else FORMS.get(language.plural_form(number), LAST)

    def fitting(forms: re.Match[str]) -> str:
        words = forms[1].split("|")
        return words[-1] if at == LAST else words[min(at, len(words) - 1)]

    ruler = None if printed is None or name not in REACHING else printed.ruler
    value = ruler or ("X" if number is None else str(number))
    return X.sub(value, BRACKETS.sub(fitting, text))


def _rule(name: str, edition: Edition, language: Language) -> str:
    """The text with its X and its forms."""
    if edition is Edition.RU_WEB:
        try:
            return say(language, f"abilities.web.{name}")
        except TextError:
            pass
    return say(language, f"abilities.{name}")


def rules_of(abilities: Iterable[Ability], edition: Edition, language: Language) -> tuple[Rule, ...]:
    """What abilities do that the catalogue has, each below the name that stands on the card."""
    known = (each for each in abilities if each.name in CATALOGUE)
    return tuple(
        Rule(ability_printed(each, edition, language), ability_rule(each.name, edition, language, each))
        for each in known
    )


def ability_printed(ability: Ability, edition: Edition, language: Language) -> str:
    """An ability as it stands on a card: its name with the number in or beside it, and the ruler."""
    known = CATALOGUE.get(ability.name)
    names = names_of(ability.name, edition) if known is not None else ability.names
    name = names.get(language.value) or names.get("en") or ability.name
    number = "" if ability.x is None else f"{'+' if ability.plus else ''}{ability.x}"
    if known is not None and number and "X" in name:
        name, number = name.replace("X", number), ""
    marks = [number] if number else []
    marks += [ability.ruler] if ability.ruler else []
    return NO_BREAK.join((name, *marks))
