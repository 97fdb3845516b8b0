"""Everything drawn over the picture of the mat: what stands there, and in what order all is drawn."""

import math
from collections.abc import Mapping, Sequence

from kivy.metrics import dp

from companion.presentation.doubts import doubt_mm
from companion.presentation.far_names import health_left, short_name
from companion.referee import Piece, TrackState, View
from companion.tablet.data.wording import GONE, names_of
from companion.tablet.look import labels, palette
from companion.tablet.look.labels import Box, Label
from companion.tablet.look.mat_plan import Plan
from companion.tablet.look.pen import Pen
from companion.tablet.mat.cells import draw_board, draw_tokens
from companion.tablet.mat.drawn_field import draw_field
from companion.tablet.mat.game_marks import (
    answering_cells,
    draw_ghosts,
    draw_lit_cells,
    draw_proposals,
    draw_target,
    draw_zones,
    targets_in,
)
from companion.tablet.mat.marks import Mark, marks_of
from companion.tablet.mat.mat_pen import SIGNS_FONT, LabelPriority, MatPen, letters_for
from companion.tablet.mat.measures import draw_contacts, draw_focus, draw_gap, draw_pair, draw_tape

TERRAIN_SP = 12
SHOWN_DOUBT_MM = 1.0  # less than this around a base cannot be seen on a screen
NAME_SPACE_DP = 2.5  # between a base and its name


def draw_overlay(ink: Pen, view: View, plan: Plan, place: Box, *, far: bool = False) -> Mapping[str, Box]:
    """Draws all of a view anew.

    Args:
        ink: Draws it.
        view: What is drawn.
        plan: How the mat lies on the screen, in pixels.
        place: Where names and figures stand on the screen.
        far: Whether it is looked at from far away.

    Returns:
        Where the names of models stand on the screen, by the ids of their bases.
    """
    ink.clear()
    standing = [piece for piece in view.pieces if piece.state not in GONE]
    board = None if view.play is None else view.play.board
    grid = view.grid if board is None or board.grid is None else board.grid
    letters = letters_for(plan, len(standing), far=far, on_cells=grid is not None)
    pen = MatPen(ink, plan, letters, view.choices.language, place, [piece.base for piece in standing])
    lit, asked = answering_cells(view.play, next(iter(view.choices.chosen), ""))
    if view.by_hand:
        players = {} if view.play is None else dict(view.play.players)
        draw_field(pen, view.mat, board, players, on_cells=grid is not None)
    draw_board(ink, plan, grid, board, lit)
    draw_tokens(ink, plan, board)
    if view.play is not None:
        draw_zones(pen, view.play)
        draw_lit_cells(pen, view.play, grid, lit, asked)
    _terrain(pen, view)
    if view.focus:
        draw_focus(pen, view, view.focus)
    if view.pair:
        draw_pair(pen, view, view.pair)
    if view.play is not None:  # beneath the models: a way that leads past one hides neither its name nor its wounds
        draw_ghosts(pen, view.play)
        draw_proposals(pen, view.play)
    _pieces(pen, view, standing)
    if view.pair:
        draw_gap(pen, view.pair)
    if view.focus:
        draw_contacts(pen, view, view.focus)
    if view.tape:
        draw_tape(pen, view.tape)
    return pen.write_labels()


def _pieces(pen: MatPen, view: View, standing: Sequence[Piece]) -> None:
    marks, targets = marks_of(view), targets_in(view)
    for piece in standing:
        mark = marks[piece.base.id]
        if piece.base.id in targets:
            draw_target(pen, piece.base)
        _piece(pen, piece, view, mark)
        _name(pen, piece, mark)


def _terrain(pen: MatPen, view: View) -> None:
    called = names_of(view)
    for piece in view.terrain:
        corners = [pen.px(point) for point in piece.polygon]
        pen.ink.outline(corners, palette.MUTED, 1.5)
        middle = sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)
        if pen.letters.far:
            continue  # what it is can be seen; its name would be too small to be read
        ground = (*palette.HALO_INK[:3], 0.6)
        pen.label(LabelPriority.TERRAIN, called(piece.id), (middle,), palette.CHOSEN, ground, TERRAIN_SP)


def _piece(pen: MatPen, piece: Piece, view: View, mark: Mark) -> None:
    side = mark.side
    base, centre = piece.base, pen.px(piece.base.centre)
    radius_px = base.radius_mm * pen.plan.scale_px
    if base.id in view.choices.chosen:
        pen.ink.ring(centre, radius_px + 4 * pen.plan.scale_px, palette.CHOSEN, 3)
    # In the picture a base stands where it is seen, at whatever scale the mat was printed.
    doubt = doubt_mm(math.hypot(base.sigma_mm, view.placement_sigma_mm))
    if doubt > SHOWN_DOUBT_MM:
        pen.ink.thin_ring(centre, (base.radius_mm + doubt) * pen.plan.scale_px, side.colour)
    pen.ink.ring(centre, radius_px, side.colour, 4, dashed=side.dashed)
    if mark.acting:
        pen.ink.ring(centre, radius_px + 3 * pen.plan.scale_px, palette.CHOSEN, 2, dashed=True)
    if mark.hidden:
        pen.ink.ring(centre, 0.6 * radius_px, palette.MUTED, 3, dashed=True)


def _name(pen: MatPen, piece: Piece, mark: Mark) -> None:
    words, size_sp, side = mark.name, pen.letters.name_sp, mark.side
    if pen.letters.far:
        words = short_name(mark.name, crowded=pen.letters.crowded)
    if piece.state is TrackState.HELD:
        words += " ?"
    left = health_left(mark.badges) if pen.letters.far else ""
    badge = left or mark.badge
    if not left:
        _badges(pen, piece, mark)
    size_px = pen.ink.name_size(words, badge, size_sp)
    spots = labels.beside(pen.disc(piece.base), size_px, dp(NAME_SPACE_DP), pen.within)
    pen.tag(
        LabelPriority.NAME,
        Label(size_px, spots),
        lambda spot: pen.ink.name(words, badge, spot, side, size_sp),
        piece.base.id,
    )


def _badges(pen: MatPen, piece: Piece, mark: Mark) -> None:
    """How it stands, on the base itself, where nothing else is written."""
    words = " ".join(mark.badges)
    if pen.letters.far:
        words = words.partition(" ")[0].partition("/")[0]  # how much is left is read from afar, not of how much
    if words:
        disc, size_sp = pen.disc(piece.base), pen.letters.figure_sp
        height = pen.ink.label_size(words, size_sp, SIGNS_FONT)[1]
        spot = disc.centre[0], disc.centre[1] + disc.radius_px - height / 2
        ground = (*palette.HALO[:3], 0.85)
        pen.ink.label(words, spot, palette.CHOSEN, ground, size_sp, SIGNS_FONT)
