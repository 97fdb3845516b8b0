"""The typeface of all sheets: Roboto, which has the Latin, Russian and Ukrainian letters and is embedded in the PDF.

The files come with Kivy, which the program needs anyway; they are found without importing it.
"""

from enum import StrEnum
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from companion.printing.errors import PrintingError

CAP_HEIGHT = 0.711
"""Height of a capital letter, as a share of the font's size."""


class Font(StrEnum):
    """The two cuts we use, and a typeface with signs, by the names the PDF knows them by."""

    PLAIN = "Roboto-Regular"
    BOLD = "Roboto-Bold"
    SIGNS = "DejaVuSans"


@cache
def register_fonts() -> None:
    """Makes the fonts known to reportlab; doing it again does nothing.

    Raises:
        PrintingError: If Kivy's fonts are not installed.
    """
    for font in Font:
        pdfmetrics.registerFont(TTFont(font.value, str(_folder() / f"{font.value}.ttf")))


def text_width(text: str, size: float, font: Font = Font.PLAIN) -> float:
    """How wide a text is, in the unit of `size`."""
    register_fonts()
    return float(pdfmetrics.stringWidth(text, font.value, size))


def missing_letters(text: str) -> str:
    """The letters of a text that the typeface does not have."""
    register_fonts()
    known = pdfmetrics.getFont(Font.PLAIN.value).face.charToGlyph
    return "".join(dict.fromkeys(letter for letter in text if ord(letter) not in known))


def wrapped(text: str, size: float, width: float, font: Font = Font.PLAIN) -> tuple[str, ...]:
    """A text in lines of at most that width, broken at spaces that may break."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, font) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _folder() -> Path:
    found = find_spec("kivy")
    places = found.submodule_search_locations if found is not None else None
    for place in places or ():
        folder = Path(place) / "data" / "fonts"
        if folder.is_dir():
            return folder
    raise PrintingError("the letters to print with come with Kivy, which is not installed; install the program again")
