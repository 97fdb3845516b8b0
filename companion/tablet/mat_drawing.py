"""The mat of a past game, drawn: creatures as discs with their names and wounds, templates as areas."""

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.games.signum.mat import radius_mm
from companion.games.signum.state import Creature, State
from companion.geometry import Mat
from companion.record.telling import name_of
from companion.tablet import palette
from companion.tablet.pen import Pen
from companion.tablet.plan import Plan, fit
from companion.texts import Language

USUAL_RADIUS_MM = 16.0
"""Of a creature whose card nobody told."""


class MatDrawing(Widget):
    """Draws one moment of a game."""

    def __init__(self, **settings: object) -> None:
        super().__init__(**settings)
        self._pen = Pen()
        self._shown: tuple[State, Language] | None = None
        with self.canvas:
            Color(*palette.CARD)
            self._ground = Rectangle()
        self.canvas.add(self._pen.group)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, state: State, language: Language) -> None:
        """Shows a moment."""
        self._shown = state, language
        self._draw()

    def _draw(self, *_: object) -> None:
        self._pen.clear()
        if self._shown is None:
            return
        state, language = self._shown
        plan = fit(Mat(*state.setup.mat_mm), (self.x, self.y, self.width, self.height), turned=False)
        self._ground.pos, self._ground.size = (plan.left_px, plan.bottom_px), plan.size_px
        for template in state.templates.values():
            corners = [plan.to_screen(x_mm, y_mm) for x_mm, y_mm in template.outline]
            if len(corners) > 2:
                self._pen.area([corners], palette.RAISED)
                self._pen.outline(corners, palette.QUIET, 1.5)
        for creature in state.creatures.values():
            if creature.stand is not None:
                self._creature(plan, state, creature, language)

    def _creature(self, plan: Plan, state: State, creature: Creature, language: Language) -> None:
        assert creature.stand is not None  # noqa: S101 (only those that stand are drawn)
        card = state.setup.cards.get(state.keys[creature.id])
        radius_px = (USUAL_RADIUS_MM if card is None else radius_mm(state, card)) * plan.scale_px
        centre = plan.to_screen(creature.stand.x_mm, creature.stand.y_mm)
        owners = tuple(seat.id for seat in state.setup.seats)
        side = palette.side_of(creature.controller, owners)
        self._pen.disc(centre, radius_px, palette.GROUND)
        self._pen.ring(centre, radius_px, side.colour, 3, dashed=side.dashed)
        if creature.wounds:
            self._pen.text(f"−{creature.wounds}", centre, palette.TEXT, 16)
        words = name_of(creature.id, state, language)
        beside_px = radius_px + dp(12)
        # At the lower edge the name would lie outside the mat.
        above = centre[1] - beside_px - dp(12) < plan.bottom_px
        at = centre[0], centre[1] + (beside_px if above else -beside_px)
        self._pen.name(words, creature.controller, at, side, 13)
