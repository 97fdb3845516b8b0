"""What players choose before a game begins: options, their choices, and which of them hold together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

Chosen = Mapping[str, tuple[str, ...]]
"""What was chosen: for each option, by its key, the keys of its choices."""


Where = tuple[str, frozenset[str]]
"""Where something may be chosen: the key of another option, and of its choices those that leave it open."""

ANYWHERE: Where = ("", frozenset())

USUAL = "usual"
"""Key of a choice that stands for another one: see `Option.means`."""


@dataclass(frozen=True, slots=True)
class OptionValue:
    """One of several.

    Attributes:
        key: Stable name, such as `duel`.
        name: What it is called, in the reader's language.
        where: Where it may be chosen.
    """

    key: str
    name: str
    where: Where = ANYWHERE


@dataclass(frozen=True, slots=True)
class Option:
    """Something that players choose before a game.

    Attributes:
        key: Stable name, such as `variant`.
        name: What is chosen, in the reader's language.
        choices: From these.
        usual: Keys of those that hold where nobody chose.
        several: Whether any number of them may be chosen, none too; else exactly one.
        left_out: For `several`: what it means that a choice is not taken, in the reader's language.
        taken: For `several`: what it means that it is taken.
        about: What it is, for the help of the command line, in English; may be empty.
        bears_on: What else than the game hangs on it: `decks` that may be played, `prints`.
        page: Title of the page of its own that it stands on with others, in the reader's language; empty for none.
        means: What the choice `USUAL` stands for: another option, and by its choices the choice of this one.
        where: Where anything hangs on it; elsewhere it is not asked, and has its usual choice.
    """

    key: str
    name: str
    choices: tuple[OptionValue, ...]
    usual: tuple[str, ...] = ()
    several: bool = False
    left_out: str = ""
    taken: str = ""
    about: str = ""
    bears_on: frozenset[str] = frozenset()
    page: str = ""
    means: tuple[str, Mapping[str, str]] = ("", {})
    where: Where = ANYWHERE

    def usual_in(self, chosen: Chosen) -> str:
        """Key of the choice that `USUAL` stands for, as the other options were chosen."""
        other, keys = self.means
        return keys[chosen[other][0]] if other else ""

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of its choices."""
        return tuple(each.key for each in self.choices)

    def open_in(self, chosen: Chosen) -> tuple[OptionValue, ...]:
        """What may be chosen, as the other options were chosen; nothing where nothing hangs on it."""
        choices = self.choices if _is_open(self.where, chosen) else ()
        return tuple(each for each in choices if _is_open(each.where, chosen))


def _is_open(where: Where, chosen: Chosen) -> bool:
    other, choices = where
    return not other or chosen[other][0] in choices


class OptionError(ValueError):
    """An option that a game does not have, or a choice that an option does not have."""


def chosen_of(options: Iterable[Option], given: Chosen | None = None) -> Chosen:
    """What holds for every option: what was chosen, else what is usual.

    Args:
        options: Those of the game.
        given: What was chosen, as far as anything was.

    Raises:
        OptionError: If there is no such option, or no such choice.
    """
    known, given = {each.key: each for each in options}, given or {}
    for key in given:
        if key not in known:
            there = f"there is {', '.join(known)}" if known else "this game has none"
            raise OptionError(f"There is no option {key!r}; {there}.")
    return {key: _checked(option, given[key]) if key in given else option.usual for key, option in known.items()}


def fitted(options: Sequence[Option], chosen: Chosen) -> Chosen:
    """What was chosen, with the usual choice of every option whose own cannot be chosen beside the others.

    Args:
        options: Those of the game.
        chosen: A choice for each of them.
    """
    fits = {each.key: {*chosen[each.key]} <= {one.key for one in each.open_in(chosen)} for each in options}
    return {each.key: chosen[each.key] if fits[each.key] else each.usual for each in options}


def _checked(option: Option, given: tuple[str, ...]) -> tuple[str, ...]:
    if strange := [each for each in given if each not in option.keys]:
        raise OptionError(f"{option.key} cannot be {strange[0]!r}; there is {', '.join(option.keys)}.")
    if not option.several and len(given) != 1:
        raise OptionError(f"{option.key} is one of {', '.join(option.keys)}.")
    return tuple(dict.fromkeys(given))
