"""The mat of a past game, drawn: creatures as discs with their names and wounds, templates as areas."""

from collections.abc import Mapping

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.signum.mat import radius_mm
from companion.games.signum.state import Creature, State
from companion.geometry import Mat
from companion.presentation.teller import Teller
from companion.tablet import labels, palette
from companion.tablet.labels import Box, Disc, Label
from companion.tablet.palette import Side
from companion.tablet.pen import Pen
from companion.tablet.plan import Plan, fit

USUAL_RADIUS_MM = 16.0
"""Of a creature whose card nobody told."""
NAME_SP = 13


class MatDrawing(Widget):
    """Draws one moment of a game."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._pen = Pen()
        self._shown: tuple[Teller, bool] | None = None
        with self.canvas:
            Color(*palette.CARD)
            self._ground = Rectangle()
        self.canvas.add(self._pen.group)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, teller: Teller, *, turned: bool = False) -> None:
        """Shows a moment.

        Args:
            teller: Tells the game then.
            turned: Whether player two's side is below.
        """
        self._shown = teller, turned
        self._draw()

    def _draw(self, *_: object) -> None:
        self._pen.clear()
        if self._shown is None:
            return
        teller, turned = self._shown
        state: State = teller.state
        plan = fit(Mat(*state.setup.mat_mm), (self.x, self.y, self.width, self.height), turned=turned)
        self._ground.pos, self._ground.size = (plan.left_px, plan.bottom_px), plan.size_px
        for template in state.templates.values():
            corners = [plan.to_screen(x_mm, y_mm) for x_mm, y_mm in template.outline]
            if len(corners) > 2:
                self._pen.area([corners], palette.RAISED)
                self._pen.outline(corners, palette.QUIET, 1.5)
        standing = {each.id: each for each in state.creatures.values() if each.stand is not None}
        discs = {each.id: _disc(plan, state, each) for each in standing.values()}
        for each in standing.values():
            self._creature(state, each, discs[each.id])
        self._names(plan, teller, discs)

    def _creature(self, state: State, creature: Creature, disc: Disc) -> None:
        side = _side(state, creature)
        self._pen.disc(disc.centre, disc.radius_px, palette.GROUND)
        self._pen.ring(disc.centre, disc.radius_px, side.colour, 3, dashed=side.dashed)
        if creature.wounds:
            self._pen.text(f"−{creature.wounds}", disc.centre, palette.TEXT, 16)

    def _names(self, plan: Plan, teller: Teller, discs: Mapping[str, Disc]) -> None:
        """Names lie beside their bases, on no other and on no other name where there is room."""
        width, height = plan.size_px
        within = Box(plan.left_px, plan.bottom_px, plan.left_px + width, plan.bottom_px + height)
        state: State = teller.state
        words = {of: teller.name(of) for of in discs}
        sizes = {of: self._pen.name_size(words[of], state.creatures[of].controller, NAME_SP) for of in discs}
        found = [Label(sizes[of], labels.beside(disc, sizes[of], dp(3), within)) for of, disc in discs.items()]
        spots = labels.place(found, within, tuple(discs.values()), ())
        for of, spot in zip(discs, spots, strict=True):
            creature = state.creatures[of]
            self._pen.name(words[of], creature.controller, spot, _side(state, creature), NAME_SP)


def _disc(plan: Plan, state: State, creature: Creature) -> Disc:
    assert creature.stand is not None  # noqa: S101 (only those that stand are drawn)
    card = state.setup.cards.get(state.keys[creature.id])
    radius = USUAL_RADIUS_MM if card is None else radius_mm(state, card)
    return Disc(plan.to_screen(creature.stand.x_mm, creature.stand.y_mm), radius * plan.scale_px)


def _side(state: State, creature: Creature) -> Side:
    return palette.side_of(creature.controller, tuple(seat.id for seat in state.setup.seats))
