"""Why a rule said so: what was measured, in one sentence and as a picture with its numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from companion.games.measured import Measured
from companion.games.signum.drawn import SEGMENT, drawing_of
from companion.games.signum.grounds import named
from companion.games.signum.naming import name_of, short_mark
from companion.games.signum.state import State
from companion.geometry import Answer
from companion.geometry.drawing import Drawing, Part
from companion.record.drawing_svg import sheet_svg
from companion.record.sheets import Sheet, Words, drawing_sheet, number_sheet
from companion.texts import Language, TextError, figure, say

LEAST_KINDS = frozenset({"far", "clear", "terrain"})
"""Questions that ask for a distance of at least so much; others for one of at most."""

NEAR_SIGMAS = 6.0
"""So near a value is to its limit for a number line to be worth showing."""

_NOTHING_MM = 5e-4  # no more than rounding leaves


def why_text(measured: Measured, language: Language) -> str:
    """What was asked, about whom, what was measured, and what that means, for whoever reads or hears it."""
    return " ".join((_question(measured, language), _numbers(measured, language), _answer(measured, language)))


@dataclass(frozen=True, slots=True)
class Why:
    """What was measured, for a reader to read and to look at.

    Attributes:
        question: What was asked, about whom.
        words: What was measured, what is at fault, and what that means.
        answer: What was measured means yes, no, or too close to call.
        ruled: What the table said to what was too close to call; None where it said nothing.
        seen: What is to be seen in the picture, for those who cannot see it.
        drawing: The picture from above; None where a piece of it has left the Battlefield.
        marks: What is written on its pieces, by id.
        line: What was measured beside its limit, where it is near; None where it is not.
        language: In which its words and figures are.
    """

    question: str
    words: str
    answer: Answer
    ruled: bool | None = None
    seen: str = ""
    drawing: Drawing | None = None
    marks: tuple[tuple[str, str], ...] = ()
    line: Sheet | None = None
    language: Language = Language.ENGLISH

    def sheet(self, *, turned: bool = False) -> Sheet | None:
        """The picture, laid out; None where there is none.

        Args:
            turned: Whether player two's side is below, else player one's.
        """
        if self.drawing is None:
            return None
        return drawing_sheet(self.drawing, dict(self.marks), language=self.language, turned=turned)


def why(measured: Measured, language: Language) -> Why:
    """What stands behind a measured question."""
    drawing = drawing_of(measured)
    state: State = measured.state
    marks: dict[str, str] = {}
    faults = seen = ""
    if drawing is not None:
        marks = {piece: short_mark(piece) for piece in (*state.creatures, *drawing.ids(Part.ASKED))}
        marks |= {piece: mark for piece in state.templates if (mark := short_mark(piece))}
        seen = _seen(drawing, measured, language)
        faults = _at_fault(drawing, measured, language)
    words = " ".join(each for each in (_numbers(measured, language), faults, _answer(measured, language)) if each)
    return Why(
        _question(measured, language),
        words,
        measured.verdict.answer,
        measured.ruled,
        seen,
        drawing,
        tuple(marks.items()),
        _number_line(measured, language),
        language,
    )


def why_picture(measured: Measured, language: Language, *, turned: bool = False) -> str:
    """The same as a figure for a page whose stylesheet has `drawing_svg.STYLE`.

    Args:
        measured: What was measured.
        language: The reader's.
        turned: Whether player two's side is below, else player one's.
    """
    shown = why(measured, language)
    sheet = shown.sheet(turned=turned)
    parts = [] if sheet is None else [sheet_svg(sheet, shown.seen)]
    parts.append(f"<figcaption><b>{escape(shown.question)}</b> {escape(shown.words)}</figcaption>")
    if shown.line is not None:
        said = "; ".join(shape.text for shape in shown.line.shapes if isinstance(shape, Words))
        parts.append(sheet_svg(shown.line, said, "line"))
    return f'<figure class="why">{"".join(parts)}</figure>'


def _number_line(measured: Measured, language: Language) -> Sheet | None:
    """What was measured beside its limit; None where it is far from it, and a line would show nothing."""
    verdict = measured.verdict
    value_mm, limit_mm, sigma_mm = verdict.value_mm, verdict.limit_mm, verdict.sigma_mm
    if value_mm is None or abs(value_mm - limit_mm) >= NEAR_SIGMAS * sigma_mm:
        return None
    limit = say(language, "why.line.limit", mm=_mm(language, limit_mm, value_mm))
    sigma = figure(language, sigma_mm, ".1f")
    value = say(language, "why.line.value", mm=_mm(language, value_mm, limit_mm), sigma=sigma)
    return number_sheet(value_mm, limit_mm, sigma_mm, value=value, limit=limit)


def _mm(language: Language, value_mm: float, beside_mm: float, sigma_mm: float = 0.0) -> str:
    """A length with as many decimals as tell it from another one that it is compared with, three at most."""
    value_mm = 0.0 if abs(value_mm) < _NOTHING_MM else value_mm
    decimals = 1
    while decimals < 3 and abs(value_mm - beside_mm) > _NOTHING_MM and _same(value_mm, beside_mm, decimals):
        decimals += 1
    said = figure(language, value_mm, f".{decimals}f").replace("-", "−")
    return f"{said} ± {figure(language, sigma_mm, '.1f')}" if sigma_mm > 0 else said


def _same(one: float, other: float, decimals: int) -> bool:
    return f"{one:.{decimals}f}" == f"{other:.{decimals}f}"


def _question(measured: Measured, language: Language) -> str:
    asked = say(language, f"log.question.{measured.kind}")
    about = " – ".join(_names(measured, language))
    return f"{asked[:1].upper()}{asked[1:]}? {about}{'.' if about else ''}".strip()


def _names(measured: Measured, language: Language) -> Iterator[str]:
    """The pieces and sides that a question names, and with what pieces are marked."""
    state: State = measured.state
    words = measured.question.split(":")
    for piece in named(measured.question):
        if piece in state.creatures or piece in state.templates:
            yield _called(piece, state, language)
        elif measured.kind == "terrain" and piece == ":".join(words[1:3]):
            yield name_of(piece, state, language)
    last = words[-1]
    if last.startswith(SEGMENT):
        yield name_of(last.removeprefix(SEGMENT), state, language)
    elif measured.kind == "terrain" and len(words) == 4:
        yield say(language, f"why.side.{last}")


def _called(piece: str, state: State, language: Language) -> str:
    """A piece's name with its mark, which is what stands in the drawing."""
    name, mark = name_of(piece, state, language), short_mark(piece)
    return name if name.endswith(f"({mark})") else f"{name} ({mark})"


def _numbers(measured: Measured, language: Language) -> str:
    verdict = measured.verdict
    if verdict.value_mm is None:
        return _unmeasured(measured, language)
    value_mm, limit_mm, sigma_mm = verdict.value_mm, verdict.limit_mm, verdict.sigma_mm
    if verdict.because.startswith("sight."):
        key = "clear" if value_mm >= 0 else "blocked"
        return say(language, f"why.margin.{key}", mm=_mm(language, abs(value_mm), limit_mm, sigma_mm))
    what = "path" if measured.kind == "move" else measured.kind if measured.kind in ("side", "place") else "gap"
    value = say(language, f"why.measured.{what}", mm=_mm(language, value_mm, limit_mm, sigma_mm))
    limit = "least" if measured.kind in LEAST_KINDS else "most"
    return f"{value} {say(language, f'why.limit.{limit}', mm=_mm(language, limit_mm, value_mm))}"


def _unmeasured(measured: Measured, language: Language) -> str:
    """Why there is no number: no way, nothing in between, room or none."""
    try:
        said = say(language, f"why.{measured.verdict.because}", mm=figure(language, measured.verdict.limit_mm, ".1f"))
    except TextError:
        return ""
    return said


def _answer(measured: Measured, language: Language) -> str:
    if measured.verdict.answer is Answer.CLOSE and measured.ruled is not None:
        return say(language, f"why.ruled.{'yes' if measured.ruled else 'no'}")
    return say(language, f"why.answer.{measured.verdict.answer}")


def _at_fault(drawing: Drawing, measured: Measured, language: Language) -> str:
    names = [_called(piece, measured.state, language) for piece in drawing.ids(Part.FAULT)]
    key = "gives_cover" if measured.kind == "cover" else "in_the_way"
    return say(language, f"why.{key}", pieces=", ".join(names)) if names else ""


def _seen(drawing: Drawing, measured: Measured, language: Language) -> str:
    """What is to be seen, for those who cannot see it."""
    state: State = measured.state
    ids = (*drawing.ids(Part.ASKED), *drawing.ids(Part.OTHER), *drawing.ids(Part.FAULT))
    named_ones = [_called(piece, state, language) for piece in dict.fromkeys(ids) if not piece.startswith(SEGMENT)]
    return say(language, "why.seen", pieces=", ".join(named_ones), about=_numbers(measured, language)).strip()
