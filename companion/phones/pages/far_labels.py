"""The names of models on the mat of the big screen, each with what is left of its health on its owner's sign, as SVG.

They are as large as they are read from far away; the stylesheet shows them in the place of the small marks there.
"""

import math
from collections.abc import Mapping, Sequence
from html import escape

from companion.games.display.board_view import BoardView
from companion.presentation.far_names import (
    MAX_NAMED,
    MAX_ON_CELLS,
    health_left,
    is_crowded,
    letter_share,
    short_name,
)

FONT_MM, LINE_MM, BASELINE = 49.0, 52.0, 0.77
"""Of a label on a mat of 600 mm: size of the letters, height of the line, share of it above the baseline."""
WRITTEN_FOR_MM = 600.0
NARROW, WIDE = frozenset("iljtfrI1'.,- іїІЇ"), frozenset("mwMWмшщюжфыМШЩЮЖФЫ")
NARROW_EM, USUAL_EM, CAPITAL_EM, WIDE_EM = 0.43, 0.69, 0.77, 1.03
"""Widths of bold letters, in sizes of the font; of DejaVu Sans, which is wider than the fonts of most systems."""
SIGN_MM, FIGURE_MM = 58.0, 26.0
"""Width of the owner's sign with one figure on it, and so much more with each further one."""
SIGN_SCALE = 2.7
"""How much larger the sign is than that on a base."""
GAP_MM = 3.0
ASIDE, ALONG = (-0.5, -0.25, 0.0, 0.25, 0.5), (-0.5, 0.0, 0.5)
"""So far a label stands aside of the middle of its base: above and below it in its widths, beside it in its heights."""
FAR_MM2 = 6.0
"""What a label may cover to stand 1 mm nearer to its base."""
ROUNDS = 2
"""How often each label is placed; from the second time on it knows of those after it."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom in the picture."""


def far_labels(
    board: BoardView,
    places: Sequence[tuple[float, float]],
    shapes: Mapping[str, str],
    glyphs: Mapping[str, str],
    shown: Box,
) -> str:
    """The labels of all models.

    Args:
        board: The mat.
        places: Where what is placed on it lies in the picture, in that order.
        shapes: The shape of each seat.
        glyphs: How shapes are drawn, 20 mm wide about their middle.
        shown: What is seen of the mat.
    """
    laid = [(each, place) for (each, _), place in zip(board.placed, places, strict=True)]
    models = [(each, place) for each, place in laid if not each.is_token]
    on_cells = board.grid is not None
    crowded = is_crowded(len(models), on_cells=on_cells)
    share = letter_share(len(models), MAX_ON_CELLS if on_cells else MAX_NAMED)
    share *= max(shown[2] - shown[0], shown[3] - shown[1]) / WRITTEN_FOR_MM
    bases, tokens = (
        [(x - each.radius_mm, y - each.radius_mm, x + each.radius_mm, y + each.radius_mm) for each, (x, y) in some]
        for some in (models, [(each, place) for each, place in laid if each.is_token])
    )
    words = [(short_name(each.name, crowded=crowded), health_left(each.badges)) for each, _ in models]
    sizes = [((_sign_mm(left) + _wide_mm(name)) * share, LINE_MM * share) for name, left in words]
    parts = []
    for (each, _), (name, left), (x, y) in zip(models, words, _spots(bases, tokens, sizes, shown), strict=True):
        shape = shapes.get(each.controller, "disc")
        parts.append(
            f'<g class="named side-{shape}" transform="translate({x:.0f} {y:.0f}) scale({share:.2f})">'
            f"{_sign(left, glyphs.get(shape, ''))}"
            f'<text x="{_sign_mm(left):g}" y="{LINE_MM * BASELINE:g}">{escape(name)}</text></g>'
        )
    return "".join(parts)


def _wide_mm(name: str) -> float:
    """How wide a name is, roughly."""
    return FONT_MM * sum(
        NARROW_EM if each in NARROW else WIDE_EM if each in WIDE else CAPITAL_EM if each.isupper() else USUAL_EM
        for each in name
    )


def _sign_mm(left: str) -> float:
    """How wide the sign is with what is left of the health on it; 0 where that is not told."""
    return SIGN_MM + FIGURE_MM * (len(left) - 1) if left else 0.0


def _sign(left: str, glyph: str) -> str:
    """What is left of the health on the owner's sign; nothing where that is not told."""
    if not left:
        return ""
    middle_mm, wide = (_sign_mm(left) - GAP_MM) / 2, SIGN_SCALE * _sign_mm(left) / SIGN_MM
    place = f'transform="translate({middle_mm:g} {LINE_MM / 2:g}) scale({wide:.2f} {SIGN_SCALE})"'
    return (
        f'<path d="{glyph}" class="glyph" {place}/>'
        f'<text x="{middle_mm:g}" y="{LINE_MM * BASELINE:g}" text-anchor="middle" class="left">{escape(left)}</text>'
    )


def _spots(
    bases: Sequence[Box], tokens: Sequence[Box], sizes: Sequence[tuple[float, float]], shown: Box
) -> list[tuple[float, float]]:
    """Left and top of each label beside its base, where it covers least of other labels and bases."""
    placed: list[Box | None] = [None] * len(bases)
    for number in [*range(len(bases))] * ROUNDS:
        own = bases[number]
        taken = [box for other, box in enumerate(placed) if box is not None and other != number]
        costs = [(_cost(box, own, (*bases, *tokens), taken), box) for box in _beside(own, sizes[number], shown)]
        placed[number] = min(costs)[1]
    return [(box[0], box[1]) for box in placed if box is not None]


def _beside(base: Box, size: tuple[float, float], shown: Box) -> list[Box]:
    """Where a label may stand: around its base, where the mat is seen."""
    wide, high = size
    left, top, right, bottom = base
    across, down = (left + right - wide) / 2, (top + bottom - high) / 2
    spots = [(across + aside * wide, y) for y in (bottom + GAP_MM, top - GAP_MM - high) for aside in ASIDE]
    spots += [(x, down + along * high) for x in (right + GAP_MM, left - GAP_MM - wide) for along in ALONG]
    inside = ((max(min(x, shown[2] - wide), shown[0]), max(min(y, shown[3] - high), shown[1])) for x, y in spots)
    return [(x, y, x + wide, y + high) for x, y in inside]


def _cost(box: Box, own: Box, bases: Sequence[Box], taken: Sequence[Box]) -> float:
    """How little a place suits a label: what it covers there, and how far it is from its own base."""
    away_mm = math.dist(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), ((own[0] + own[2]) / 2, (own[1] + own[3]) / 2))
    return sum(_shared(box, each) for each in (*taken, *bases)) + FAR_MM2 * away_mm


def _shared(one: Box, other: Box) -> float:
    """The area that two boxes share."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0
