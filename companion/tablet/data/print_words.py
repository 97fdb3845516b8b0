"""What is said of the scale of prints, and what was typed of it. Knows nothing of Kivy."""

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from companion.printing.scale import (
    EXAMPLE_MM,
    LINE_MM,
    MAX_LINE_MM,
    MIN_LINE_MM,
    RULER_SIGMA_MM,
    SHEETS,
    Prints,
    Ruler,
    begin_table,
    keep_scale,
)
from companion.tablet.data.wording import number
from companion.texts import Language, say

FILE = "table.toml"
"""The table file of the standard sheets, once something is known of their print."""

ALL = "all"
"""All sheets, where one printer printed them at one go."""

MAX_LETTERS = 6


@dataclass(frozen=True, slots=True)
class TypedLine:
    """What is typed of the printed line of 100 mm.

    Attributes:
        across: Across the page, as typed.
        along: Along the page.
        at_along: Whether the next key belongs to the second one.
        fresh: Whether the next key begins anew.
    """

    across: str = ""
    along: str = ""
    at_along: bool = False
    fresh: bool = True

    @property
    def typed(self) -> str:
        """What stands in the line that is typed in."""
        return self.along if self.at_along else self.across

    def put(self, letter: str) -> "TypedLine":
        """A digit or a point more."""
        before = "" if self.fresh else self.typed
        if len(before) >= MAX_LETTERS or (letter == "." and "." in before):
            return self
        return self._with(before + letter)

    def rubbed_out(self) -> "TypedLine":
        """A letter less."""
        return self._with("" if self.fresh else self.typed[:-1])

    def at(self, *, along: bool) -> "TypedLine":
        """Goes to one of the two lines."""
        return replace(self, at_along=along, fresh=True)

    def ruler(self) -> Ruler | None:
        """What was measured; None while that is no line of 100 mm."""
        across_mm, along_mm = length_mm(self.across), length_mm(self.along)
        return None if across_mm is None or along_mm is None else Ruler(across_mm, along_mm)

    def _with(self, typed: str) -> "TypedLine":
        line = replace(self, fresh=False)
        return replace(line, along=typed) if self.at_along else replace(line, across=typed)


def length_mm(typed: str) -> float | None:
    """What a line of 100 mm measures as typed; None where that cannot be."""
    with suppress(ValueError):
        value_mm = float(typed)
        return value_mm if MIN_LINE_MM < value_mm <= MAX_LINE_MM else None
    return None


def keep_line(table: Path, game: str, sheet: str, ruler: Ruler) -> None:
    """Keeps what was measured; a table of standard sheets gets a file for it.

    Raises:
        PrintingError: If the file is no table or cannot be written.
    """
    begin_table(table, game)
    keep_scale(table, SHEETS if sheet == ALL else (sheet,), ruler)


def what_it_buys(language: Language, prints: Prints) -> str:
    """What a distance is known to now, and what it would be known to once the line was measured."""
    mm = number(language, EXAMPLE_MM, 0)
    now = number(language, doubt_mm(prints.mat.sigma_mm))
    if prints.mat.measured:
        return say(language, "measure.known", mm=mm, now=now)
    return say(language, "measure.buys", mm=mm, now=now, then=number(language, doubt_mm(RULER_SIGMA_MM)))


def scale_line(language: Language, prints: Prints) -> str:
    """What is known of the mat's print, in a few words."""
    if not prints.mat.measured:
        return say(language, "measure.unmeasured", now=number(language, doubt_mm(prints.mat.sigma_mm)))
    across, along = (number(language, each, 1) for each in (prints.mat.across_mm, prints.mat.along_mm))
    return say(language, "measure.measured", across=across, along=along)


def doubt_mm(sigma_mm: float) -> float:
    """What stands after ± of the example's distance, for a standard deviation of the printed line."""
    return 2 * sigma_mm / LINE_MM * EXAMPLE_MM
