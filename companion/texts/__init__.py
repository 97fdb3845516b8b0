"""What the program says to players, in the languages of the table `Language`.

The texts are TOML files, one folder a language and one file a topic: `en/printing.toml` holds the keys that begin with
`printing.`. A game's own texts lie in its folder in the same form (`Texts`). Every complete language has the same keys
with the same {placeholders}; a test keeps it so. Where another language lacks a text, English stands in. A text that
depends on a number is a table of CLDR's plural forms (`one`, `few`, `many`, `other`) chosen by its value `count`.
"""

from companion.texts.catalogue import COMMON, NO_BREAK, TextError, Texts, figure, say, translated
from companion.texts.languages import COMPLETE, Language
from companion.texts.lists import listed

__all__ = ["COMMON", "COMPLETE", "NO_BREAK", "Language", "TextError", "Texts", "figure", "listed", "say", "translated"]
