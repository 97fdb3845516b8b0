"""First Word and Last Word (W-KW-18, W-KW-27)."""

from companion.games.warseer.model.card_kinds import Keyword
from companion.games.warseer.model.effects import Ability
from companion.games.warseer.model.steps import Context, EffectsStep
from companion.games.warseer.resolution import Run


def first_word(run: Run, abilities: tuple[Ability, ...], about: Context) -> None:
    """As a card is played, before all its other effects (W-ABIL-07, W-KW-18)."""
    _say(run, abilities, about, Keyword.FIRST_WORD)


def last_word(run: Run, abilities: tuple[Ability, ...], about: Context) -> None:
    """As a card goes to History; it must happen (W-KW-27)."""
    _say(run, abilities, about, Keyword.LAST_WORD)


def _say(run: Run, abilities: tuple[Ability, ...], about: Context, word: Keyword) -> None:
    run.push(*(EffectsStep(effects=each.effects, context=about) for each in abilities if each.keyword is word))
