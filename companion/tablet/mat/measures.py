"""What is measured, over the picture of the mat: rulers, lines of sight, reach, contacts, gaps, the tape."""

import math

from kivy.metrics import dp

from companion.geometry import Answer, Base, MatPoint, measure_gap
from companion.referee import Focus, Pair, SightTo, Tape, View
from companion.tablet.data.wording import gap_text, tape_text
from companion.tablet.look import labels, palette
from companion.tablet.look.labels import Disc
from companion.tablet.look.palette import ANSWERS, Colour
from companion.tablet.mat.game_marks import SIGNS
from companion.tablet.mat.mat_pen import GAP_SP, LabelPriority, MatPen
from companion.texts import say

SIGHT_DASHES_DP = {Answer.YES: 0.0, Answer.NO: 6.0, Answer.CLOSE: 2.5}
RULER_SP = 12
LABELS_ASIDE_RAD = 0.32  # neighbouring rulers differ by little; their labels stand to the left and right in turn
CONTACT_DP = 5


def draw_focus(pen: MatPen, view: View, focus: Focus) -> None:
    """Draws how far a model comes, what it sees, and its rulers."""
    piece = view.piece(focus.base_id)
    if piece is None:
        return
    if focus.reach:
        _reach(pen, focus)
    for to in focus.sights:
        _sight(pen, view, to)
    _rulers(pen, view, piece.base)


def draw_contacts(pen: MatPen, view: View, focus: Focus) -> None:
    """Draws a dot where the base touches another one, or may, on top of both."""
    own = view.piece(focus.base_id)
    for contact in focus.contacts if own is not None else ():
        other = view.piece(contact.base_id)
        if own is not None and other is not None:
            gap = measure_gap(own.base, other.base)
            (x, y), (to_x, to_y) = pen.px(gap.from_rim), pen.px(gap.to_rim)
            middle = (x + to_x) / 2, (y + to_y) / 2
            pen.ink.disc(middle, dp(CONTACT_DP + 2), palette.HALO_INK)
            pen.ink.disc(middle, dp(CONTACT_DP), ANSWERS[contact.verdict.answer])


def draw_pair(pen: MatPen, view: View, pair: Pair) -> None:
    """Draws the rulers of a model, and whether it sees another one."""
    first, second = view.piece(pair.from_id), view.piece(pair.to_id)
    if first is None or second is None:
        return
    _rulers(pen, view, first.base)
    if pair.sight is not None:
        _line_of_sight(pen, view, SightTo(pair.to_id, pair.sight), width_dp=4.0)


def draw_gap(pen: MatPen, pair: Pair) -> None:
    """Draws the gap between two models, on top of them."""
    start, end = pen.px(pair.gap.from_rim), pen.px(pair.gap.to_rim)
    pen.ink.line(start, end, palette.CHOSEN, 3.0)
    words = gap_text(pen.language, pair)
    spots = labels.across((start, end), pen.ink.label_size(words, GAP_SP * pen.letters.share)[1])
    pen.label(LabelPriority.GAP, words, spots, palette.HALO_INK, palette.CHOSEN, GAP_SP)


def draw_tape(pen: MatPen, tape: Tape) -> None:
    """Draws the tape between two places."""
    start, end = pen.px(tape.gap.from_rim), pen.px(tape.gap.to_rim)
    pen.ink.line(start, end, palette.CHOSEN, 3.0)
    for spot, base_id in zip((start, end), tape.ends, strict=True):
        if not base_id:
            pen.ink.ring(spot, dp(5), palette.CHOSEN, 2)
    words = tape_text(pen.language, tape)
    spots = labels.across((start, end), pen.ink.label_size(words, GAP_SP * pen.letters.share)[1])
    pen.label(LabelPriority.GAP, words, spots, palette.HALO_INK, palette.CHOSEN, GAP_SP)


def _reach(pen: MatPen, focus: Focus) -> None:
    if focus.reach is None:
        return
    for patch in focus.reach.reach.patches:
        contours = [[pen.px(point) for point in contour] for contour in (patch.outline, *patch.holes)]
        pen.ink.area(contours, palette.REACH)
        for contour in contours:
            pen.ink.outline(contour, palette.REACH_RIM, 1.5)


def _rulers(pen: MatPen, view: View, base: Base) -> None:
    centre = pen.px(base.centre)
    towards = _towards_middle(pen, base.centre)
    rings = [
        (name, range_mm, Disc(centre, (base.radius_mm + range_mm) * pen.plan.scale_px))
        for name, range_mm in view.measures.ranges_mm.items()
    ]
    with pen.ink.only_in(pen.box()):
        for _, _, ring in rings:
            pen.ink.thin_ring(ring.centre, ring.radius_px, palette.RULER)
    for number_of, (name, range_mm, ring) in enumerate(rings):
        aside = towards + LABELS_ASIDE_RAD * (1 if number_of % 2 else -1)
        length = say(pen.language, "tablet.length", number=round(range_mm))
        spots = labels.around_ring(ring, aside, pen.within)
        if spots:
            pen.label(LabelPriority.RULER, f"{name}  {length}", spots, palette.HALO_INK, palette.RULER, RULER_SP)


def _sight(pen: MatPen, view: View, to: SightTo) -> None:
    _line_of_sight(pen, view, to, width_dp=2.6)
    answer = to.sight.verdict.answer
    if answer is Answer.NO or to.sight.margin_mm is None:
        return
    # By how much it is free stands in words beside the mat: a figure on the line would be read as its length.
    line = pen.px(to.sight.witness.start), pen.px(to.sight.witness.end)
    pen.label(LabelPriority.MARGIN, SIGNS[answer], labels.along(line), palette.HALO_INK, ANSWERS[answer], RULER_SP)


def _line_of_sight(pen: MatPen, view: View, to: SightTo, width_dp: float) -> None:
    answer = to.sight.verdict.answer
    start, end = pen.px(to.sight.witness.start), pen.px(to.sight.witness.end)
    pen.ink.line(start, end, ANSWERS[answer], width_dp, dash_dp=SIGHT_DASHES_DP[answer])
    pen.spare((start, end))
    if answer is Answer.YES:
        return
    for blocker in to.sight.blockers:
        _blocker(pen, view, blocker, ANSWERS[answer])


def _blocker(pen: MatPen, view: View, blocker: str, colour: Colour) -> None:
    piece = view.piece(blocker)
    if piece:
        pen.ink.ring(pen.px(piece.base.centre), (piece.base.radius_mm + 2) * pen.plan.scale_px, colour, 4)
    for template in view.terrain:
        if template.id == blocker:
            pen.ink.outline([pen.px(point) for point in template.polygon], colour, 4)


def _towards_middle(pen: MatPen, point: MatPoint) -> float:
    """The direction on the screen in which there is most room for labels; straight up in the very middle."""
    x, y = pen.px(point)
    width, height = pen.plan.size_px
    dx, dy = pen.plan.left_px + width / 2 - x, pen.plan.bottom_px + height / 2 - y
    return math.atan2(dy, dx) if math.hypot(dx, dy) > 1 else math.pi / 2
