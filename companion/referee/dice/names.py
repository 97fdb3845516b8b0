"""How players name the dice of an evening, on the command line and in the settings of a game."""

from collections.abc import Sequence

from companion.referee.dice.kinds import set_names
from companion.referee.dice.sources import DicePlaces
from companion.referee.errors import SetupError
from hardware.makes import MAKES
from vision.sources.address import without_password

MAX_VIRTUAL = 24
SYMBOLS_ONLY = frozenset({"symbols", "symbols-coded"})
"""Sets of which the camera tells symbols; of faces with the same one it tells the lowest number."""
WIRES = tuple(make.wire.form for make in MAKES if make.wire is not None)
FORMS = f"radio, usb, {', '.join(f'{form}:PORT' for form in WIRES)}, tray:CAMERA, tray-SET:CAMERA and virtual:N"


def where_of(words: Sequence[str]) -> DicePlaces:
    """Where to listen for the dice that these words name; nowhere for none.

    Raises:
        SetupError: If a word names none.
    """
    where: dict[str, object] = {"radio": "radio" in words, "usb": "usb" in words}
    ports: dict[tuple[str, str], None] = {}
    for word in words:
        form, _, rest = word.partition(":")
        if word in ("radio", "usb"):
            continue
        if form in WIRES and rest:
            ports[form, rest] = None
        elif form == "virtual" and rest.isascii() and rest.isdigit() and 1 <= int(rest) <= MAX_VIRTUAL:
            where["virtual"] = int(rest)
        elif form.partition("-")[0] == "tray" and rest and "camera" not in where:
            where |= {"camera": rest, "dice_set": _set(form, word)}
        else:
            raise SetupError(f"{without_password(word)!r} names no dice; there are {FORMS}.")
    return DicePlaces(**where, ports=tuple(ports))  # type: ignore[arg-type]  # each by its own name


def tells_symbols_only(words: Sequence[str], source: str) -> bool:
    """Whether the dice of a source have symbols and no numbers."""
    return source == "camera" and where_of(words).dice_set in SYMBOLS_ONLY


def _set(form: str, word: str) -> str:
    name = form.removeprefix("tray").removeprefix("-") or DicePlaces().dice_set
    if name and name not in set_names():
        raise SetupError(f"{without_password(word)!r} names no dice: of sets there are {', '.join(set_names())}.")
    return name
