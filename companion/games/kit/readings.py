"""How a game reads the points that its rules leave open, in words; its texts stand at `setup.readings`."""

import msgspec

from companion.games.display.sheets import OpenPointReading
from companion.games.kit.shelf import Say
from companion.texts import Language


def readings_in_words(
    mine: msgspec.Struct, usual: msgspec.Struct, say: Say, language: Language
) -> tuple[OpenPointReading, ...]:
    """Every reading of a game, with whether it is another than the usual one.

    Args:
        mine: The game's readings: each field is one of two, or a number.
        usual: Those that a game has where nobody chose, of the same type.
        say: The game's texts.
        language: The reader's.
    """
    return tuple(
        OpenPointReading(
            say(language, f"setup.readings.{key}"),
            _value(getattr(mine, key), say, language),
            getattr(mine, key) != getattr(usual, key),
        )
        for key in mine.__struct_fields__
    )


def _value(value: object, say: Say, language: Language) -> str:
    return say(language, f"setup.readings.{'yes' if value else 'no'}") if isinstance(value, bool) else str(value)
