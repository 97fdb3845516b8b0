"""How players name the dice of an evening, on the command line and in the settings of a game."""

import re
from collections.abc import Iterable, Sequence

from companion.referee.dice.kinds import set_names
from companion.referee.dice.sources import DicePlaces
from companion.referee.errors import SetupError
from hardware.makes import MAKES
from hardware.radio.godice_shells import Shell
from vision.sources.address import without_password

MAX_VIRTUAL = 24
SYMBOLS_ONLY = frozenset({"symbols", "symbols-coded"})
"""Sets of which the camera tells symbols; of faces with the same one it tells the lowest number."""
WIRES = tuple(make.wire.form for make in MAKES if make.wire is not None)
FORMS = (
    f"radio, usb, {', '.join(f'{form}:PORT' for form in WIRES)}, godice:SHELL, godice:DIE=SHELL, tray:CAMERA, "
    "tray-SET:CAMERA, virtual:N and KIND=DIE"
)
_OF_KIND = re.compile(r"([a-z][a-z_]*)=([a-z][a-z-]*:[^\s=]+)")
_GODICE = re.compile(r"(?:([0-9A-Fa-f]{6})=)?([a-z0-9]+)")


def where_of(words: Sequence[str]) -> DicePlaces:
    """Where to listen for the dice that these words name; nowhere for none.

    Raises:
        SetupError: If a word names none.
    """
    ports: dict[tuple[str, str], None] = {}
    kinds: dict[str, str] = {}
    godice = [word.removeprefix("godice:") for word in words if word.startswith("godice:")]
    where: dict[str, object] = {"radio": "radio" in words or bool(godice), "usb": "usb" in words}
    where |= shells_of(godice)
    for word in words:
        form, _, rest = word.partition(":")
        if word in ("radio", "usb") or form == "godice":
            continue
        if of_kind := _OF_KIND.fullmatch(word):
            kinds[of_kind[2]] = of_kind[1]
        elif form in WIRES and rest:
            ports[form, rest] = None
        elif form == "virtual" and rest.isascii() and rest.isdigit() and 1 <= int(rest) <= MAX_VIRTUAL:
            where["virtual"] = int(rest)
        elif form.partition("-")[0] == "tray" and rest and "camera" not in where:
            where |= {"camera": rest, "dice_set": _set(form, word)}
        else:
            raise SetupError(f"{without_password(word)!r} names no dice; there are {FORMS}.")
    return DicePlaces(**where, ports=tuple(ports), kinds=tuple(kinds.items()))  # type: ignore[arg-type]  # each by its own name


def shells_of(words: Iterable[str]) -> dict[str, object]:
    """What GoDice sit in, by names such as `d20` for all of them and `19cce4=d8` for one; a later name wins.

    Returns:
        The fields `shell` and `shells` of `DicePlaces`, as far as the words name any.

    Raises:
        SetupError: If there is no such shell.
    """
    found: dict[str, object] = {}
    single: dict[str, str] = {}
    for word in words:
        named = _GODICE.fullmatch(word)
        if named is None or named[2] not in {shell.value for shell in Shell}:
            raise SetupError(
                f"{word!r} names no shell of a GoDice; expected one of {', '.join(shell.value for shell in Shell)}, or "
                "one die and its shell, such as 19cce4=d20."
            )
        if named[1] is None:
            found["shell"] = named[2]
        else:
            single[named[1].lower()] = named[2]
    return found | ({"shells": tuple(single.items())} if single else {})


def tells_symbols_only(words: Sequence[str], source: str) -> bool:
    """Whether the dice of a source have symbols and no numbers."""
    return source == "camera" and where_of(words).dice_set in SYMBOLS_ONLY


def _set(form: str, word: str) -> str:
    name = form.removeprefix("tray").removeprefix("-") or DicePlaces().dice_set
    if name and name not in set_names():
        raise SetupError(f"{without_password(word)!r} names no dice: of sets there are {', '.join(set_names())}.")
    return name
