"""The mat of a past game, drawn: creatures as discs with their names and wounds, templates as areas."""

from collections.abc import Mapping

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.display.board_view import BoardView, PieceView
from companion.geometry import Mat, MatPoint
from companion.tablet.look import labels, palette
from companion.tablet.look.labels import Box, Disc, Label
from companion.tablet.look.mat_plan import Plan, fit
from companion.tablet.look.palette import Side
from companion.tablet.look.pen import Pen
from companion.tablet.mat.cells import draw_board

NAME_SP = 13


class MatDrawing(Widget):
    """Draws one moment of a game."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._pen = Pen()
        self._shown: tuple[BoardView, bool] | None = None
        with self.canvas:
            Color(*palette.CARD)
            self._ground = Rectangle()
        self.canvas.add(self._pen.group)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, board: BoardView, *, turned: bool = False) -> None:
        """Shows a moment.

        Args:
            board: The mat then.
            turned: Whether player two's side is below.
        """
        self._shown = board, turned
        self._draw()

    def _draw(self, *_: object) -> None:
        self._pen.clear()
        if self._shown is None:
            return
        board, turned = self._shown
        plan = fit(Mat(*board.mat_mm), (self.x, self.y, self.width, self.height), turned=turned)
        self._ground.pos, self._ground.size = (plan.left_px, plan.bottom_px), plan.size_px
        draw_board(self._pen, plan, board.grid, board)
        for template in board.templates:
            corners = [plan.to_screen(corner.x_mm, corner.y_mm) for corner in template.outline]
            if len(corners) > 2:
                self._pen.area([corners], palette.RAISED)
                self._pen.outline(corners, palette.QUIET, 1.5)
        standing = {each.id: each for each, _ in board.placed}
        discs = {each.id: _disc(plan, each, place) for each, place in board.placed}
        for each in standing.values():
            self._piece(each, discs[each.id], palette.side_of(each.controller, board.seats))
        self._names(plan, standing, board.seats, discs)

    def _piece(self, piece: PieceView, disc: Disc, side: Side) -> None:
        self._pen.disc(disc.centre, disc.radius_px, palette.GROUND)
        self._pen.ring(disc.centre, disc.radius_px, side.colour, 3, dashed=side.dashed)
        if piece.face_down:
            self._pen.text("?", disc.centre, palette.TEXT, 16)
        if piece.lost:
            self._pen.text(piece.lost, disc.centre, palette.TEXT, 16)

    def _names(
        self, plan: Plan, pieces: Mapping[str, PieceView], seats: tuple[str, ...], discs: Mapping[str, Disc]
    ) -> None:
        """Names lie beside their bases, on no other and on no other name where there is room.

        A token that lies face down is told by its sign, as over the camera's picture.
        """
        pieces = {of: each for of, each in pieces.items() if not (each.is_token and each.face_down)}
        width, height = plan.size_px
        within = Box(plan.left_px, plan.bottom_px, plan.left_px + width, plan.bottom_px + height)
        sizes = {of: self._pen.name_size(each.name, each.controller, NAME_SP) for of, each in pieces.items()}
        found = [Label(sizes[of], labels.beside(discs[of], sizes[of], dp(3), within)) for of in pieces]
        spots = labels.place(found, within, tuple(discs.values()), ())
        for each, spot in zip(pieces.values(), spots, strict=True):
            self._pen.name(each.name, each.controller, spot, palette.side_of(each.controller, seats), NAME_SP)


def _disc(plan: Plan, piece: PieceView, at: MatPoint) -> Disc:
    return Disc(plan.to_screen(at.x_mm, at.y_mm), piece.radius_mm * plan.scale_px)
