"""The pictures of a report, as SVG that stands in the page: figures over the turns, and the Battlefield from above."""

from collections.abc import Mapping, Sequence
from html import escape

from companion.games.signum.mat import radius_mm
from companion.games.signum.state import State
from companion.record.telling import name_of
from companion.texts import Language

INKS = ("#0b63a5", "#b3261e", "#2e7d32", "#7b4a12")
"""Of the seats, in order; each is told from the others by its dashes and its letter too."""

DASHES = ("", "7 4", "2 3", "9 3 2 3")

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _BELOW, _ABOVE = 640, 190, 34, 70, 24, 10


def chart(title: str, ends: Sequence[int], series: Mapping[str, Sequence[int | None]]) -> str:
    """Figures of all players over the turns.

    Args:
        title: What is drawn, for those who cannot see it.
        ends: The turns, in order.
        series: For every player the figure at the end of each turn; None where there is none any more.
    """
    most = max([1, *(value or 0 for values in series.values() for value in values)])
    step = (_WIDTH - _LEFT - _RIGHT) / max(1, len(ends) - 1)
    deep = _HEIGHT - _BELOW - _ABOVE

    def at(index: int, value: int) -> tuple[float, float]:
        return _LEFT + index * step, _ABOVE + deep * (1 - value / most)

    parts = [f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}">']
    for value in sorted({0, most // 2, most}):
        y = at(0, value)[1]
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value}</text>')
    every = max(1, len(ends) // 16)
    for index, turn in enumerate(ends):
        if index % every == 0:
            parts.append(f'<text x="{at(index, 0)[0]:.1f}" y="{_HEIGHT - 6}" text-anchor="middle">{turn}</text>')
    for number, (player, values) in enumerate(series.items()):
        ink, dash = INKS[number % 4], DASHES[number % 4]
        places = [at(index, value) for index, value in enumerate(values) if value is not None]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{points}" stroke="{ink}" stroke-dasharray="{dash}" class="curve"/>')
        x, y = places[-1] if places else at(0, 0)
        # Ends that lie on each other keep their letters apart; what ends before the last turn is marked.
        aside, mark = (6 + 14 * number, "") if len(places) == len(ends) else (4, "†")
        letter = f"{escape(player)}{mark}"
        parts.append(f'<text x="{x + aside:.1f}" y="{y + 4:.1f}" fill="{ink}" class="end">{letter}</text>')
    return "".join((*parts, "</svg>"))


def battlefield(state: State, language: Language) -> str:
    """The Battlefield from above, player one below: bases with their owner's ink, templates, wounds."""
    width, height = state.setup.mat_mm
    inks = {seat.id: INKS[number % 4] for number, seat in enumerate(state.setup.seats)}
    parts = [
        f'<svg viewBox="-4 -4 {width + 8:.0f} {height + 8:.0f}" class="mat" role="img">'
        f'<rect width="{width:.0f}" height="{height:.0f}" class="edge"/>'
    ]
    for template in state.templates.values():
        corners = " ".join(f"{x:.0f},{height - y:.0f}" for x, y in template.outline)
        name = escape(name_of(template.id, state, language))
        parts.append(f'<polygon points="{corners}" class="template"><title>{name}</title></polygon>')
    for creature in state.creatures.values():
        if creature.stand is None:
            continue
        x, y = creature.stand.x_mm, height - creature.stand.y_mm
        card = state.setup.cards.get(state.keys[creature.id])
        radius = radius_mm(state, card) if card is not None else 16.0
        ink = inks.get(creature.controller, INKS[0])
        hidden = ' stroke-dasharray="5 4"' if creature.stealth else ""
        label = name_of(creature.id, state, language)
        wounds = f" −{creature.wounds}" if creature.wounds else ""
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" stroke="{ink}" class="base"{hidden}>'
            f"<title>{escape(label)}{wounds}</title></circle>"
            f'<text x="{x:.1f}" y="{y + 6:.1f}" fill="{ink}">{escape(_short(creature.id))}</text>'
        )
        if creature.wounds:
            parts.append(f'<text x="{x + radius:.1f}" y="{y - radius + 4:.1f}" class="hurt">{wounds}</text>')
    return "".join((*parts, "</svg>"))


def _short(creature: str) -> str:
    """What fits on a base: the seat's letter of a hero, the number of anybody else's card."""
    seat, _, card = creature.partition(":")
    return f"★{seat}" if card == "hero" else card
