"""The mat from above, as SVG that stands in the HTML.

Colours and fonts come from the pages' stylesheet by class; nothing in here is inline style.
"""

from collections.abc import Mapping
from html import escape

from companion.games.signum.mat import radius_mm
from companion.games.signum.state import State
from companion.games.signum.views import CreatureView, SignumView
from companion.presentation.teller import Teller

GLYPHS = {
    "disc": "M-9,0a9,9 0 1 1 18,0a9,9 0 1 1 -18,0Z",
    "diamond": "M0,-11 11,0 0,11 -11,0Z",
    "square": "M-9,-9H9V9H-9Z",
    "triangle": "M0,-10 10,8 -10,8Z",
}
"""Of the seats; the same shapes stand before the players' names."""

UNTOLD_RADIUS_MM = 16.0
GRID_MM = 100


def is_turned(state: State, viewer: str) -> bool:
    """Whether a viewer sits at player two's side, which then is drawn below."""
    return any(seat.id == viewer and seat.side == "player_two" for seat in state.setup.seats)


def mat_picture(view: SignumView, teller: Teller, shapes: Mapping[str, str]) -> str:
    """The mat from above, the viewer's own side below.

    Args:
        view: All that the viewer may know.
        teller: Tells the reader of the game.
        shapes: The shape of each seat.
    """
    state: State = teller.state
    width, height = state.setup.mat_mm
    turned = is_turned(state, view.viewer)

    def at(x_mm: float, y_mm: float) -> tuple[float, float]:
        return (width - x_mm, y_mm) if turned else (x_mm, height - y_mm)

    title = escape(teller.say("phones.mat", count=len(view.creatures)))
    parts = [
        f'<svg viewBox="-6 -6 {width + 12:g} {height + 12:g}" class="mat" role="img" aria-label="{title}">',
        f'<rect width="{width:g}" height="{height:g}" class="field"/>',
    ]
    lines = "".join(
        f"M{along},0V{height:g}M0,{along}H{width:g}" for along in range(GRID_MM, int(max(width, height)), GRID_MM)
    )
    parts.append(f'<path d="{lines}" class="grid"/>')
    for template in view.templates:
        corners = " ".join("{:.0f},{:.0f}".format(*at(x, y)) for x, y in template.outline)
        parts.append(f'<polygon points="{corners}" class="template"/>')
    for creature in view.creatures:
        if creature.x_mm is not None and creature.y_mm is not None:
            place = at(creature.x_mm, creature.y_mm)
            parts.append(_base(creature, place, view.acting, teller, shapes))
    return "".join((*parts, "</svg>"))


def _base(
    creature: CreatureView,
    place: tuple[float, float],
    acting: str,
    teller: Teller,
    shapes: Mapping[str, str],
) -> str:
    state: State = teller.state
    card = state.setup.cards.get(creature.key)
    radius = radius_mm(state, card) if card is not None else UNTOLD_RADIUS_MM
    x, y = place
    shape = shapes.get(creature.controller, "disc")
    marks = f"{' acting' if creature.id == acting else ''}{' hiding' if creature.stealth else ''}"
    wounds = f"<tspan> −{creature.wounds}</tspan>" if creature.wounds else ""
    # Near the right edge the label stands on the left.
    to_left = x > state.setup.mat_mm[0] - 110
    label_x, anchor = (-radius - 4, "end") if to_left else (radius + 4, "start")
    return (
        f'<g transform="translate({x:.0f} {y:.0f})" class="side-{shape}{marks}">'
        f"<title>{escape(teller.name(creature.id))}</title>"
        f'<circle r="{radius:g}" class="base"/><path d="{GLYPHS[shape]}" class="glyph"/>'
        f'<text x="{label_x:g}" y="9" text-anchor="{anchor}">{escape(teller.mark(creature.id))}{wounds}</text></g>'
    )
