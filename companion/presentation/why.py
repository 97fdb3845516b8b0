"""Why a rule said so: what was measured, in one sentence and as a picture with its numbers."""

from dataclasses import dataclass
from html import escape

from companion.games.defaults.speech import readable
from companion.games.verdicts.measured import Measurement
from companion.geometry import Answer
from companion.geometry.drawing import Drawing, Part
from companion.presentation.doubts import doubt, doubt_parts
from companion.presentation.drawing_svg import sheet_svg
from companion.presentation.teller import Teller
from companion.presentation.vector_drawing import Caption, VectorDrawing, drawing_sheet, number_sheet
from companion.texts import NO_BREAK, Language, TextError, figure, listed

NEAR_SIGMAS = 6.0
"""So near a value is to its limit for a number line to be worth showing."""

_NOTHING_MM = 5e-4  # no more than rounding leaves


def why_text(measured: Measurement, teller: Teller) -> str:
    """What was asked, about whom, what was measured, and what that means, for whoever reads or hears it."""
    told = _QuestionText(measured, teller)
    return " ".join((told.question(), told.numbers(), told.answer()))


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
        rule: Id of the rule that hung on it; the words end with it.
    """

    question: str
    words: str
    answer: Answer
    ruled: bool | None = None
    seen: str = ""
    drawing: Drawing | None = None
    marks: tuple[tuple[str, str], ...] = ()
    line: VectorDrawing | None = None
    language: Language = Language.ENGLISH
    rule: str = ""

    def sheet(self, *, turned: bool = False) -> VectorDrawing | None:
        """The picture, laid out; None where there is none.

        Args:
            turned: Whether player two's side is below, else player one's.
        """
        if self.drawing is None:
            return None
        return drawing_sheet(self.drawing, dict(self.marks), language=self.language, turned=turned)


def why(measured: Measurement, teller: Teller) -> Why:
    """What stands behind a measured question.

    Args:
        measured: What was measured.
        teller: Tells the reader of the game, at whatever moment.
    """
    told = _QuestionText(measured, teller)
    drawing = told.drawing
    words = (told.numbers(), told.doubt(), told.at_fault(), told.setting(), told.answer(), told.rule())
    return Why(
        told.question(),
        " ".join(each for each in words if each),
        measured.verdict.answer,
        measured.ruled,
        told.seen(),
        drawing,
        () if drawing is None else told.marks(drawing),
        told.number_line(),
        teller.language,
        measured.rule_id,
    )


def why_picture(measured: Measurement, teller: Teller, *, turned: bool = False) -> str:
    """The drawing as a figure for a page whose stylesheet has `drawing_svg.STYLE`.

    Args:
        measured: What was measured.
        teller: Tells the reader of the game, at whatever moment.
        turned: Whether player two's side is below, else player one's.
    """
    shown = why(measured, teller)
    sheet = shown.sheet(turned=turned)
    parts = [] if sheet is None else [sheet_svg(sheet, shown.seen)]
    parts.append(f"<figcaption><b>{escape(shown.question)}</b> {escape(shown.words)}</figcaption>")
    if shown.line is not None:
        said = "; ".join(shape.text for shape in shown.line.shapes if isinstance(shape, Caption))
        parts.append(sheet_svg(shown.line, said, "line"))
    return f'<figure class="why">{"".join(parts)}</figure>'


class _QuestionText:
    """One measured question, put into words for one reader."""

    def __init__(self, measured: Measurement, teller: Teller) -> None:
        self._measured, self._teller = measured, teller.at(measured.state)
        self._language, self._verdict = teller.language, measured.verdict
        self._measurement_text = teller.game.grounds.measurement_text(measured, teller.language)
        self.drawing = teller.game.grounds.drawing(measured)

    def question(self) -> str:
        """What was asked, about whom."""
        try:
            asked = self._say(f"log.question.{self._measured.kind}")
        except TextError:
            asked = readable(self._measured.kind)
        about = " – ".join(self._measurement_text.about)
        return f"{asked[:1].upper()}{asked[1:]}? {about}{'.' if about else ''}".strip()

    def numbers(self) -> str:
        """What was measured beside its limit; where there is no number, why: no way, nothing in between, no room."""
        verdict = self._verdict
        if verdict.value_mm is None:
            return self._unmeasured()
        value_mm, limit_mm, sigma_mm = verdict.value_mm, verdict.limit_mm, verdict.sigma_mm
        if verdict.because.startswith("sight."):
            key = "clear" if value_mm > 0 or (value_mm == 0 and verdict.answer is Answer.YES) else "blocked"
            return self._say(f"why.margin.{key}", mm=_mm(self._language, abs(value_mm), limit_mm, sigma_mm))
        length = _mm(self._language, value_mm, limit_mm, sigma_mm)
        value = self._say(f"why.measured.{self._measurement_text.what}", mm=length)
        limit = "least" if self._measurement_text.at_least else "most"
        return f"{value} {self._say(f'why.limit.{limit}', mm=_mm(self._language, limit_mm, value_mm))}"

    def doubt(self) -> str:
        """Of what that which stands after ± is made; empty where nothing stands there, or it has one cause alone."""
        parts = self._verdict.parts
        if parts is None or self._verdict.value_mm is None:
            return ""
        if sum(each_mm > 0 for each_mm in (parts.seen_mm, parts.made_mm, parts.scale_mm)) < 2:
            return ""
        return self._say("why.doubt.whole", parts=doubt_parts(self._language, parts))

    def answer(self) -> str:
        """What that means, or what the table said to what was too close to call."""
        ruled = self._measured.ruled
        if self._verdict.answer is Answer.CLOSE and ruled is not None:
            return self._say(f"why.ruled.{'yes' if ruled else 'no'}")
        return self._say(f"why.answer.{self._verdict.answer}")

    def rule(self) -> str:
        """Which rule hung on it; empty where none did."""
        return self._say("why.rule", rule=self._measured.rule_id) if self._measured.rule_id else ""

    def setting(self) -> str:
        """By which setting of the game it was measured; empty where none matters."""
        return self._measurement_text.setting

    def at_fault(self) -> str:
        """Who or what is at fault; empty where nothing is, or nothing is drawn."""
        names = [] if self.drawing is None else [self._called(piece) for piece in self.drawing.ids(Part.FAULT)]
        return self._say(f"why.{self._measurement_text.fault}", pieces=listed(names)) if names else ""

    def seen(self) -> str:
        """What is to be seen in the picture, for those who cannot see it."""
        if self.drawing is None:
            return ""
        ids = (each for part in (Part.ASKED, Part.OTHER, Part.FAULT) for each in self.drawing.ids(part))
        named = [self._called(piece) for piece in dict.fromkeys(ids) if self._teller.mark(piece)]
        return self._say("why.seen", pieces=listed(named), about=self.numbers()).strip()

    def marks(self, drawing: Drawing) -> tuple[tuple[str, str], ...]:
        """What is written on the pieces of the picture, by id."""
        ids = (each for part in Part for each in drawing.ids(part))
        return tuple((each, mark) for each in ids if (mark := self._teller.mark(each)))

    def number_line(self) -> VectorDrawing | None:
        """What was measured beside its limit; None where it is far from it, and a line would show nothing."""
        verdict = self._verdict
        value_mm, limit_mm, sigma_mm = verdict.value_mm, verdict.limit_mm, verdict.sigma_mm
        if value_mm is None or abs(value_mm - limit_mm) >= NEAR_SIGMAS * sigma_mm:
            return None
        limit = self._say("why.line.limit", mm=_mm(self._language, limit_mm, value_mm))
        around = doubt(self._language, sigma_mm)
        value = self._say("why.line.value", mm=_mm(self._language, value_mm, limit_mm), doubt=around)
        return number_sheet(value_mm, limit_mm, sigma_mm, value=value, limit=limit)

    def _unmeasured(self) -> str:
        try:
            limit = figure(self._language, self._verdict.limit_mm, ".1f")
            return self._say(f"why.{self._verdict.because}", mm=limit)
        except TextError:
            return ""

    def _called(self, piece: str) -> str:
        return self._teller.called(piece)

    def _say(self, key: str, **values: object) -> str:
        return self._teller.say(key, **values)


def _mm(language: Language, value_mm: float, beside_mm: float, sigma_mm: float = 0.0) -> str:
    """A length with as many decimals as tell it from another one that it is compared with, three at most."""
    value_mm = 0.0 if abs(value_mm) < _NOTHING_MM else value_mm
    decimals = 1
    while decimals < 3 and abs(value_mm - beside_mm) > _NOTHING_MM and _same(value_mm, beside_mm, decimals):
        decimals += 1
    said = figure(language, value_mm, f".{decimals}f").replace("-", "−")
    return f"{said}{NO_BREAK}±{NO_BREAK}{doubt(language, sigma_mm)}" if sigma_mm > 0 else said


def _same(one: float, other: float, decimals: int) -> bool:
    return f"{one:.{decimals}f}" == f"{other:.{decimals}f}"
