"""The pictures of a report, as SVG in the page: figures over the turns, the Battlefield from above, how dice fell."""

import math
from collections.abc import Mapping, Sequence
from html import escape

from companion.games.display.board_view import PieceView
from companion.geometry import MatPoint
from companion.presentation.board_svg import cells_svg
from companion.presentation.teller import Teller

DASHES = ("", "7 4", "2 3", "9 3 2 3")
"""Of the seats, in order: each is told from the others by its dashes and its letter, not by colour alone."""

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _BELOW, _ABOVE = 440, 200, 34, 50, 24, 10
_MAX_TURNS_TOLD = 12


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

    parts = [f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" class="chart" role="img" aria-label="{escape(title)}">']
    for value in sorted({0, most // 2, most}):
        y = at(0, value)[1]
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value}</text>')
    every = math.ceil(len(ends) / _MAX_TURNS_TOLD)
    for index, turn in enumerate(ends):
        if index % every == 0:
            parts.append(f'<text x="{at(index, 0)[0]:.1f}" y="{_HEIGHT - 6}" text-anchor="middle">{turn}</text>')
    for number, (player, values) in enumerate(series.items()):
        seat, dash = f"seat-{number % 4 + 1}", DASHES[number % 4]
        places = [at(index, value) for index, value in enumerate(values) if value is not None]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{points}" stroke-dasharray="{dash}" class="curve {seat}"/>')
        x, y = places[-1] if places else at(0, 0)
        # Ends that lie on each other keep their letters apart; what ends before the last turn is marked.
        aside, mark = (6 + 14 * number, "") if len(places) == len(ends) else (4, "†")
        letter = f"{escape(player)}{mark}"
        parts.append(f'<text x="{x + aside:.1f}" y="{y + 4:.1f}" class="end {seat}">{letter}</text>')
    return "".join((*parts, "</svg>"))


def battlefield(teller: Teller) -> str:
    """The Battlefield from above, player one below: bases with their owner's letter, templates, wounds, cells.

    Empty where nothing stands, and no board of cells is worth showing.
    """
    board = teller.board
    width, height = board.mat_mm
    seats = {seat: f"seat-{number % 4 + 1}" for number, seat in enumerate(board.seats)}
    standing = board.placed
    if not standing and board.grid is None:
        return ""
    listed = escape(", ".join(each.name for each, _ in standing))

    def at(point: MatPoint) -> tuple[float, float]:
        return point.x_mm, height - point.y_mm

    parts = [
        f'<svg viewBox="-4 -4 {width + 8:.0f} {height + 8:.0f}" class="mat" role="img" aria-label="{listed}">'
        f'<rect width="{width:.0f}" height="{height:.0f}" class="edge"/>',
        cells_svg(board, at, seats),
    ]
    for template in board.templates:
        corners = " ".join("{:.0f},{:.0f}".format(*at(corner)) for corner in template.outline)
        name = escape(template.name)
        parts.append(f'<polygon points="{corners}" class="template"><title>{name}</title></polygon>')
    parts += [_base(each, at(place), seats) for each, place in standing]
    return "".join((*parts, "</svg>"))


def _base(piece: PieceView, place: tuple[float, float], seats: Mapping[str, str]) -> str:
    x, y = place
    radius = piece.radius_mm
    hidden = ' stroke-dasharray="5 4"' if piece.hidden else ""
    lost = f" {escape(piece.lost)}" if piece.lost else ""
    label = f"{escape(piece.name)}{lost}"
    beside = f'<text x="{x + radius:.1f}" y="{y - radius + 8:.1f}" class="lost">{lost}</text>' if lost else ""
    colour = seats.get(piece.controller, "" if piece.is_token else "seat-1")
    mark = "?" if piece.face_down else piece.mark
    return (
        f'<g class="{colour}"><circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" '
        f'class="base"{hidden}><title>{label}</title></circle>'
        f'<text x="{x:.1f}" y="{y + 7:.1f}">{escape(mark)}</text>{beside}</g>'
    )


def bars(labels: Sequence[str], counts: Sequence[int], title: str) -> str:
    """How often each face came, beside what would be even.

    Args:
        labels: What the faces are called.
        counts: How often each came.
        title: What is drawn, for those who cannot see it.
    """
    most, even = max(1, *counts), sum(counts) / len(counts)
    wide, left = 200.0, 96.0
    rows = [
        f'<text x="{left - 8:g}" y="{20 * row + 15}" text-anchor="end">{escape(label)}</text>'
        f'<rect x="{left:g}" y="{20 * row + 3}" width="{max(wide * count / most, 0.5):.1f}" height="14"/>'
        f'<text x="{left + wide * count / most + 6:.1f}" y="{20 * row + 15}">{count}</text>'
        for row, (label, count) in enumerate(zip(labels, counts, strict=True))
    ]
    x, low = left + wide * even / most, 20 * len(labels)
    line = f'<line x1="{x:.1f}" x2="{x:.1f}" y1="0" y2="{low}"/>'
    said = escape("; ".join((title, *(f"{label} {count}" for label, count in zip(labels, counts, strict=True)))))
    return f'<svg viewBox="0 0 330 {low}" class="bars" role="img" aria-label="{said}">{"".join(rows)}{line}</svg>'
