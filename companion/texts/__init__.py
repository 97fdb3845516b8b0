"""What the program says to players, in English, Russian and Ukrainian.

The texts are TOML files, one folder a language and one file a topic: `en/printing.toml` holds the keys that begin with
`printing.`. A game's own texts lie in its folder in the same form (`Texts`). Every
language has the same keys with the same {placeholders}; a test keeps it so. A text that depends on
a number is a table of plural forms (`one`, `few`, `many`, `other`) chosen by its value `count`.
"""

from companion.texts.catalogue import COMMON, Language, TextError, Texts, figure, say, translated
from companion.texts.plural import plural_form

__all__ = ["COMMON", "Language", "TextError", "Texts", "figure", "plural_form", "say", "translated"]
