"""Everything drawn over the picture of the mat: bases, terrain, rulers, sights, reach, the measured gap."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise

from kivy.metrics import dp, sp

from companion.geometry import Answer, Base, MatPoint, measure_gap
from companion.geometry.drawing import cut_way
from companion.geometry.grid import Cell
from companion.referee import Focus, GameScreen, Pair, Piece, Proposal, SightTo, Tape, TrackState, View
from companion.referee.screen.reach import creature_of, targets_of
from companion.tablet.data.bases import misfits
from companion.tablet.data.doubts import doubt_mm
from companion.tablet.data.wording import GONE, gap_text, names_of, number, tape_text
from companion.tablet.look import labels, palette
from companion.tablet.look.labels import Box, Disc, Label, Line, Point
from companion.tablet.look.mat_plan import Plan
from companion.tablet.look.palette import ANSWERS, Colour
from companion.tablet.look.pen import Pen
from companion.tablet.look.scale import FAR_SHARE
from companion.tablet.mat.cell_touch import lit_cells
from companion.tablet.mat.cells import draw_board
from companion.tablet.mat.marks import Mark, marks_of
from companion.texts import Language, figure, say

SIGHT_DASHES_DP = {Answer.YES: 0.0, Answer.NO: 6.0, Answer.CLOSE: 2.5}
FULL_SIZE_DP = 560  # on a smaller mat the words shrink with it, …
MIN_SHARE = 0.7  # … as long as they can be read
NAMED_FAR, MIN_FAR = 7, 0.62
"""So many models have names that are read from far away; those of more are smaller, down to that share."""
PARTICLE = 3
"""A name that begins with a word of so few letters, such as a title, is not told by it alone."""
NAME_SP = 14
TERRAIN_SP = 12
RULER_SP = 12
GAP_SP = 16
FIGURE_SP = 12
SIGNS_FONT = "Signs"
SIGNS = {Answer.YES: "✔", Answer.NO: "✘", Answer.CLOSE: "≈"}
LABELS_ASIDE_RAD = 0.32  # neighbouring rulers differ by little; their labels stand to the left and right in turn
ZONE: Colour = (1.0, 1.0, 1.0, 0.25)
"""Ground of a zone that something is asked for."""
USUAL_RADIUS_MM = 16.0
SHOWN_DOUBT_MM = 1.0  # less than this around a base cannot be seen on a screen
CONTACT_DP = 5
TARGET_MM = 5.0
"""Between a base and the marks around it as a target, and how long those are."""
EDGE_DP = 3  # between a label and the edge of the mat
NAME_SPACE_DP = 2.5  # between a base and its name


class LabelPriority(IntEnum):
    """Which labels find their spots first."""

    GAP = 0
    NAME = 1
    TERRAIN = 2
    RULER = 3
    MARGIN = 4


@dataclass(frozen=True, slots=True)
class _Tag:
    """A label, and what writes it at a spot."""

    weight: LabelPriority
    label: Label
    write: Callable[[Point], None]


@dataclass(slots=True)
class _Tags:
    """The labels of one drawing, gathered before any is written."""

    within: Box
    discs: tuple[Disc, ...]
    lines: list[Line] = field(default_factory=list)
    tags: list[_Tag] = field(default_factory=list)

    def write(self) -> None:
        """Writes all labels, the most important on top."""
        ranked = sorted(self.tags, key=lambda tag: tag.weight)
        spots = labels.place([tag.label for tag in ranked], self.within, self.discs, self.lines)
        for tag, spot in reversed(list(zip(ranked, spots, strict=True))):
            tag.write(spot)


class Overlay:
    """Draws a view with a pen."""

    def __init__(self, pen: Pen) -> None:
        self._pen = pen
        self._share, self._name_sp, self._figure_sp, self._far = 1.0, 0.0, 0.0, False
        self._tags = _Tags(Box(0, 0, 0, 0), ())

    def draw(self, view: View, plan: Plan, place: Box, *, far: bool = False) -> None:
        """Draws all of a view anew.

        Args:
            view: What is drawn.
            plan: How the mat lies on the screen, in pixels.
            place: Where names and figures stand on the screen.
            far: Whether it is looked at from far away.
        """
        self._pen.clear()
        standing = [piece for piece in view.pieces if piece.state not in GONE]
        self._far = far
        self._size_letters(plan, len(standing))
        marks = marks_of(view)
        self._tags = _Tags(
            _mat_box(plan, dp(EDGE_DP)).shared(place), tuple(_disc(plan, piece.base) for piece in standing)
        )
        board = None if view.play is None else view.play.board
        grid = view.grid if board is None or board.grid is None else board.grid
        draw_board(self._pen, plan, grid, board)
        if view.play is not None:
            self._zones(view.play, plan)
            self._lit(view.play, plan, next(iter(view.choices.chosen), ""))
        self._terrain(view, plan)
        if view.focus:
            self._focus(view, view.focus, plan)
        if view.pair:
            self._pair(view, view.pair, plan)
        targets = _targets(view)
        for piece in standing:
            mark = marks[piece.base.id]
            if piece.base.id in targets:
                self._target(piece.base, plan)
            self._piece(piece, view, plan, mark)
            self._name(piece, plan, mark)
        if view.pair:
            self._gap(view, view.pair, plan)
        if view.focus:
            self._contacts(view, view.focus, plan)
        if view.play is not None:
            self._ghosts(view.play, plan, view.choices.language)
            self._proposals(view.play, plan, view.choices.language)
        if view.tape:
            self._tape(view, view.tape, plan)
        self._tags.write()

    def _zones(self, play: GameScreen, plan: Plan) -> None:
        """Where models may be put down: all that their bases may cover; and what lies there that cannot be meant."""
        zones = list(play.zones)
        if play.grabbed is not None and play.grabbed.zone is not None and play.grabbed.zone not in zones:
            zones = [play.grabbed.zone]
        for zone in zones:
            ground, rim = (ZONE, palette.CHOSEN) if zone.asked else (palette.REACH, palette.REACH_RIM)
            with self._pen.only_in(_mat_box(plan)):
                for patch in () if zone.cells else zone.room.covered:
                    contours = [[_px(plan, point) for point in contour] for contour in (patch.outline, *patch.holes)]
                    if not any(each.of == zone.of for each in play.proposals):
                        self._pen.area(contours, ground)
                    for contour in contours:
                        self._pen.outline(contour, rim, 2.5 if zone.asked else 1.5)
            for stranger in misfits(zone, play):
                spot, radius_px = _px(plan, stranger.at), stranger.radius_mm * plan.scale_px
                self._pen.ring(spot, radius_px + 3 * plan.scale_px, ANSWERS[Answer.NO], 4)
                self._sign(SIGNS[Answer.NO], (spot[0], spot[1] + radius_px), ANSWERS[Answer.NO])

    def _lit(self, play: GameScreen, plan: Plan, chosen: str) -> None:
        """The cells that answer something now, with those where the model goes that is held."""
        grid = None if play.board is None else play.board.grid
        if grid is None:
            return
        held = None if play.grabbed is None else play.grabbed.zone
        zones = play.zones if held is None else (held,)
        asked = frozenset[Cell]().union(*(zone.cells for zone in zones if zone.asked))
        lit = held.cells if held is not None else lit_cells(play, chosen) | asked
        for cell in sorted(lit):
            corners = [_px(plan, corner) for corner in grid.corners(cell)]
            self._pen.area([corners], ZONE if cell in asked else palette.REACH)
        for cell in sorted(lit):
            corners = [_px(plan, corner) for corner in grid.corners(cell)]
            self._pen.outline(corners, palette.CHOSEN if cell in asked else palette.REACH_RIM, 2.0)

    def _ghosts(self, play: GameScreen, plan: Plan, language: Language) -> None:
        """What does not stand where the record has it: its outline, the way there, a tick once it fits."""
        put_back = {each.of for each in play.proposals if each.back_to is not None}
        for each in play.standing.all:
            if not each.ghost or each.of in put_back:
                continue
            colour = ANSWERS[Answer.YES] if each.fits else palette.CHOSEN
            if each.outline:
                self._pen.outline([_px(plan, point) for point in each.outline], colour, 3)
            if each.at is None:
                continue
            goal = _px(plan, each.at)
            if each.radius_mm:
                self._pen.ring(goal, each.radius_mm * plan.scale_px, colour, 3, dashed=not each.fits)
            words = "" if each.away_mm is None else _mm(language, each.away_mm)
            if each.seen is not None and not each.fits:
                self._pen.line(_px(plan, each.seen), goal, colour, 2, dash_dp=5)
            self._sign("✔" if each.fits else f"→ {words}".strip(), goal, colour)

    def _proposals(self, play: GameScreen, plan: Plan, language: Language) -> None:
        """What was most likely meant: the way that was gone, from where, and whether that may be."""
        for each in play.proposals:
            colour = ANSWERS[each.verdict.answer]
            if each.came_from is not None:
                self._pen.thin_ring(_px(plan, each.came_from), 12 * plan.scale_px, colour)
            self._way(each, plan, colour)
            self._sign(SIGNS[each.verdict.answer], _px(plan, each.goal or each.at), colour)
            if each.back_to is not None:
                self._back(each, each.back_to, _radius_mm(each.of, play), plan, language)

    def _way(self, each: Proposal, plan: Plan, colour: Colour) -> None:
        """The way that was gone: as far as it was allowed, and what goes beyond."""
        if each.way is None:
            return
        points = each.way.polyline()
        too_long = each.back_to is not None and (each.verdict.value_mm or 0.0) > each.verdict.limit_mm
        inside, beyond = cut_way(points, each.verdict.limit_mm) if too_long else (points, ())
        for part, ink in ((inside, ANSWERS[Answer.YES] if too_long else colour), (beyond, colour)):
            for start, end in pairwise(_px(plan, point) for point in part):
                self._pen.line(start, end, ink, 3)

    def _back(self, each: Proposal, back_to: MatPoint, radius_mm: float, plan: Plan, language: Language) -> None:
        """The ghost at the nearest legal place, and how far it is back there."""
        goal = _px(plan, back_to)
        self._pen.disc(goal, radius_mm * plan.scale_px, (*palette.CHOSEN[:3], 0.35))
        self._pen.ring(goal, radius_mm * plan.scale_px, palette.CHOSEN, 3, dashed=True)
        back_mm = math.hypot(each.at.x_mm - back_to.x_mm, each.at.y_mm - back_to.y_mm)
        self._sign(f"← {_mm(language, back_mm)}", goal, palette.CHOSEN)

    def _sign(self, words: str, centre: Point, colour: Colour) -> None:
        size_sp = GAP_SP * self._share
        size_px = self._pen.label_size(words, size_sp, SIGNS_FONT)
        spots = ((centre[0], centre[1]), (centre[0], centre[1] + 2 * size_px[1]))
        label = Label(size_px, spots)
        ground = (*colour[:3], 0.95)
        self._tags.tags.append(
            _Tag(
                LabelPriority.GAP,
                label,
                lambda spot: self._pen.label(words, spot, palette.HALO_INK, ground, size_sp, SIGNS_FONT),
            )
        )

    def _size_letters(self, plan: Plan, standing: int) -> None:
        self._share = min(1.0, max(MIN_SHARE, min(plan.size_px) / dp(FULL_SIZE_DP)))
        self._name_sp, self._figure_sp = NAME_SP * self._share, FIGURE_SP * self._share
        if self._far:
            self._figure_sp = FAR_SHARE * min(plan.size_px) / sp(1)
            crowd = math.sqrt(NAMED_FAR / max(standing, NAMED_FAR))
            self._name_sp = self._figure_sp * max(MIN_FAR, crowd)

    def _tape(self, view: View, tape: Tape, plan: Plan) -> None:
        start, end = _px(plan, tape.gap.from_rim), _px(plan, tape.gap.to_rim)
        self._pen.line(start, end, palette.CHOSEN, 3.0)
        for spot, base_id in zip((start, end), tape.ends, strict=True):
            if not base_id:
                self._pen.ring(spot, dp(5), palette.CHOSEN, 2)
        words = tape_text(view.choices.language, tape)
        spots = labels.across((start, end), self._pen.label_size(words, GAP_SP * self._share)[1])
        self._label(LabelPriority.GAP, words, spots, palette.HALO_INK, palette.CHOSEN, GAP_SP)

    def _terrain(self, view: View, plan: Plan) -> None:
        called = names_of(view)
        for piece in view.terrain:
            corners = [_px(plan, point) for point in piece.polygon]
            self._pen.outline(corners, palette.MUTED, 1.5)
            middle = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
            if self._far:
                continue  # what it is can be seen; its name would be too small to be read
            ground = (*palette.HALO_INK[:3], 0.6)
            self._label(LabelPriority.TERRAIN, called(piece.id), (middle,), palette.CHOSEN, ground, TERRAIN_SP)

    def _focus(self, view: View, focus: Focus, plan: Plan) -> None:
        piece = view.piece(focus.base_id)
        if piece is None:
            return
        if focus.reach:
            self._reach(focus, plan)
        for to in focus.sights:
            self._sight(view, to, plan)
        self._rulers(view, piece.base, plan)

    def _contacts(self, view: View, focus: Focus, plan: Plan) -> None:
        """A dot where the base touches another one, or may."""
        own = view.piece(focus.base_id)
        for contact in focus.contacts if own is not None else ():
            other = view.piece(contact.base_id)
            if own is not None and other is not None:
                gap = measure_gap(own.base, other.base)
                (x, y), (to_x, to_y) = _px(plan, gap.from_rim), _px(plan, gap.to_rim)
                middle = (x + to_x) / 2, (y + to_y) / 2
                self._pen.disc(middle, dp(CONTACT_DP + 2), palette.HALO_INK)
                self._pen.disc(middle, dp(CONTACT_DP), ANSWERS[contact.verdict.answer])

    def _reach(self, focus: Focus, plan: Plan) -> None:
        if focus.reach is None:
            return
        for patch in focus.reach.reach.patches:
            contours = [[_px(plan, point) for point in contour] for contour in (patch.outline, *patch.holes)]
            self._pen.area(contours, palette.REACH)
            for contour in contours:
                self._pen.outline(contour, palette.REACH_RIM, 1.5)

    def _rulers(self, view: View, base: Base, plan: Plan) -> None:
        centre = _px(plan, base.centre)
        towards = _towards_middle(plan, base.centre)
        rings = [
            (name, range_mm, Disc(centre, (base.radius_mm + range_mm) * plan.scale_px))
            for name, range_mm in view.measures.ranges_mm.items()
        ]
        with self._pen.only_in(_mat_box(plan)):
            for _, _, ring in rings:
                self._pen.thin_ring(ring.centre, ring.radius_px, palette.RULER)
        for number_of, (name, range_mm, ring) in enumerate(rings):
            aside = towards + LABELS_ASIDE_RAD * (1 if number_of % 2 else -1)
            length = say(view.choices.language, "tablet.length", number=round(range_mm))
            spots = labels.around_ring(ring, aside, self._tags.within)
            if spots:
                self._label(LabelPriority.RULER, f"{name}  {length}", spots, palette.HALO_INK, palette.RULER, RULER_SP)

    def _sight(self, view: View, to: SightTo, plan: Plan) -> None:
        self._line_of_sight(view, to, plan, width_dp=2.6)
        answer = to.sight.verdict.answer
        if answer is Answer.NO or to.sight.margin_mm is None:
            return
        words = number(view.choices.language, to.sight.margin_mm) if answer is Answer.YES else "≈"
        line = _px(plan, to.sight.witness.start), _px(plan, to.sight.witness.end)
        self._label(LabelPriority.MARGIN, words, labels.along(line), palette.HALO_INK, ANSWERS[answer], RULER_SP)

    def _line_of_sight(self, view: View, to: SightTo, plan: Plan, width_dp: float) -> None:
        answer = to.sight.verdict.answer
        start, end = _px(plan, to.sight.witness.start), _px(plan, to.sight.witness.end)
        self._pen.line(start, end, ANSWERS[answer], width_dp, dash_dp=SIGHT_DASHES_DP[answer])
        self._tags.lines.append((start, end))
        if answer is Answer.YES:
            return
        for blocker in to.sight.blockers:
            self._blocker(view, blocker, plan, ANSWERS[answer])

    def _blocker(self, view: View, blocker: str, plan: Plan, colour: Colour) -> None:
        piece = view.piece(blocker)
        if piece:
            self._pen.ring(_px(plan, piece.base.centre), (piece.base.radius_mm + 2) * plan.scale_px, colour, 4)
        for template in view.terrain:
            if template.id == blocker:
                self._pen.outline([_px(plan, point) for point in template.polygon], colour, 4)

    def _pair(self, view: View, pair: Pair, plan: Plan) -> None:
        first, second = view.piece(pair.from_id), view.piece(pair.to_id)
        if first is None or second is None:
            return
        self._rulers(view, first.base, plan)
        if pair.sight is not None:
            self._line_of_sight(view, SightTo(pair.to_id, pair.sight), plan, width_dp=4.0)

    def _gap(self, view: View, pair: Pair, plan: Plan) -> None:
        start, end = _px(plan, pair.gap.from_rim), _px(plan, pair.gap.to_rim)
        self._pen.line(start, end, palette.CHOSEN, 3.0)
        words = gap_text(view.choices.language, pair)
        spots = labels.across((start, end), self._pen.label_size(words, GAP_SP * self._share)[1])
        self._label(LabelPriority.GAP, words, spots, palette.HALO_INK, palette.CHOSEN, GAP_SP)

    def _piece(self, piece: Piece, view: View, plan: Plan, mark: Mark) -> None:
        side = mark.side
        base, centre = piece.base, _px(plan, piece.base.centre)
        radius_px = base.radius_mm * plan.scale_px
        if base.id in view.choices.chosen:
            self._pen.ring(centre, radius_px + 4 * plan.scale_px, palette.CHOSEN, 3)
        # In the picture a base stands where it is seen, at whatever scale the mat was printed.
        doubt = doubt_mm(math.hypot(base.sigma_mm, view.placement_sigma_mm))
        if doubt > SHOWN_DOUBT_MM:
            self._pen.thin_ring(centre, (base.radius_mm + doubt) * plan.scale_px, side.colour)
        self._pen.ring(centre, radius_px, side.colour, 4, dashed=side.dashed)
        if mark.acting:
            self._pen.ring(centre, radius_px + 3 * plan.scale_px, palette.CHOSEN, 2, dashed=True)
        if mark.hidden:
            self._pen.ring(centre, 0.6 * radius_px, palette.MUTED, 3, dashed=True)

    def _target(self, base: Base, plan: Plan) -> None:
        """Four marks around a base to which the chosen one may do something."""
        centre, radius_px = _px(plan, base.centre), (base.radius_mm + TARGET_MM) * plan.scale_px
        for step in range(4):
            angle = math.pi * (2 * step + 1) / 4
            along = math.cos(angle), math.sin(angle)
            start, end = (
                (centre[0] + far_px * along[0], centre[1] + far_px * along[1])
                for far_px in (radius_px, radius_px + TARGET_MM * plan.scale_px)
            )
            self._pen.line(start, end, palette.FAULT, 5)
        self._pen.ring(centre, radius_px, palette.FAULT, 3)

    def _name(self, piece: Piece, plan: Plan, mark: Mark) -> None:
        words, size_sp, side = mark.name, self._name_sp, mark.side
        if self._far:
            words = _short(words)
        if piece.state is TrackState.HELD:
            words += " ?"
        badge = mark.badge
        self._badges(piece, plan, mark)
        size_px = self._pen.name_size(words, badge, size_sp)
        spots = labels.beside(_disc(plan, piece.base), size_px, dp(NAME_SPACE_DP), self._tags.within)
        self._tags.tags.append(
            _Tag(
                LabelPriority.NAME,
                Label(size_px, spots),
                lambda spot: self._pen.name(words, badge, spot, side, size_sp),
            )
        )

    def _badges(self, piece: Piece, plan: Plan, mark: Mark) -> None:
        """How it stands, on the base itself, where nothing else is written."""
        words = " ".join(mark.badges)
        if self._far:
            words = words.partition(" ")[0].partition("/")[0]  # how much is left is read from afar, not of how much
        if words:
            disc, size_sp = _disc(plan, piece.base), self._figure_sp
            height = self._pen.label_size(words, size_sp, SIGNS_FONT)[1]
            spot = disc.centre[0], disc.centre[1] + disc.radius_px - height / 2
            ground = (*palette.HALO[:3], 0.85)
            self._pen.label(words, spot, palette.CHOSEN, ground, size_sp, SIGNS_FONT)

    def _label(
        self,
        weight: LabelPriority,
        words: str,
        spots: tuple[Point, ...],
        colour: Colour,
        ground: Colour,
        full_sp: float,
    ) -> None:
        size_sp = full_sp * self._share
        label = Label(self._pen.label_size(words, size_sp), spots, shuns_lines=weight > LabelPriority.NAME)
        self._tags.tags.append(_Tag(weight, label, lambda spot: self._pen.label(words, spot, colour, ground, size_sp)))


def _short(name: str) -> str:
    """A name as it is read from afar: without what follows a comma, and no more of it than tells it."""
    first, *more = name.partition(",")[0].split() or [name]
    return " ".join((first, *more[:1])) if len(first) <= PARTICLE else first


def _targets(view: View) -> frozenset[str]:
    """Ids of the models to which the chosen one may do something now."""
    play, chosen = view.play, view.choices.chosen
    if play is None or len(chosen) != 1:
        return frozenset()
    targets = targets_of(play, creature_of(play, chosen[0]))
    return frozenset(each.base for each in play.standing.all if each.of in targets)


def _radius_mm(creature: str, play: GameScreen) -> float:
    there = play.standing.of(creature)
    return USUAL_RADIUS_MM if there is None else there.radius_mm


def _px(plan: Plan, point: MatPoint) -> Point:
    return plan.to_screen(point.x_mm, point.y_mm)


def _mm(language: Language, length_mm: float) -> str:
    return say(language, "tablet.length", number=figure(language, length_mm, ".0f"))


def _disc(plan: Plan, base: Base) -> Disc:
    return Disc(_px(plan, base.centre), base.radius_mm * plan.scale_px)


def _mat_box(plan: Plan, edge_px: float = 0.0) -> Box:
    """The mat on the screen, without so much at its edges."""
    width, height = plan.size_px
    return Box(
        plan.left_px + edge_px,
        plan.bottom_px + edge_px,
        plan.left_px + width - edge_px,
        plan.bottom_px + height - edge_px,
    )


def _towards_middle(plan: Plan, point: MatPoint) -> float:
    """The direction on the screen in which there is most room for labels; straight up in the very middle."""
    x, y = _px(plan, point)
    width, height = plan.size_px
    dx, dy = plan.left_px + width / 2 - x, plan.bottom_px + height / 2 - y
    return math.atan2(dy, dx) if math.hypot(dx, dy) > 1 else math.pi / 2
