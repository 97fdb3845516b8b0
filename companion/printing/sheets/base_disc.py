"""Paper discs for under the bases, each with two tabs that carry tags.

A disc has the base's own radius. Its tabs stick out on two opposite sides, so that a miniature never hides both tags.
"""

import math

from companion.printing.errors import PrintingError
from companion.printing.page.fonts import CAP_HEIGHT, Font, text_width
from companion.printing.page.packing import Piece
from companion.printing.page.pen import CUT_MM, GREY, GUIDE_MM, Pen
from companion.texts import Language, say
from vision.table import BaseLayout, Tag

RIM_GAP_MM = 4.0
"""From the rim to the black of the tag: more than the white a tag needs, so that a shadow of the rim does no harm."""

LABEL_MM = 3.0
LABEL_SIZE_MM = 2.5
SMALLEST_LABEL_MM = 1.5
QUIET_MODULES = 1.0
MODULES = 6.0
"""Modules along the edge of a tag: four of code and two of border."""


def base_layout(
    name: str, owner: str | None, radius_mm: float, tags: tuple[int, ...], sizes_mm: tuple[float, float]
) -> BaseLayout:
    """A disc with its tags on the x axis.

    Args:
        name: Id of the base.
        owner: Its player.
        radius_mm: Of the base.
        tags: Ids of the tags at +x and at -x.
        sizes_mm: Edge of a tag and height of its face above the mat.
    """
    tag_mm, card_mm = sizes_mm
    reach_mm = radius_mm + RIM_GAP_MM + tag_mm / 2
    return BaseLayout(
        name,
        radius_mm,
        (Tag(tags[0], tag_mm, reach_mm, 0.0, 0.0, card_mm), Tag(tags[1], tag_mm, -reach_mm, 0.0, 0.0, card_mm)),
        owner,
    )


def base_piece(layout: BaseLayout, dictionary: str, language: Language) -> Piece:
    """The disc of a layout made by `base_layout`, to be cut out.

    Raises:
        PrintingError: If the base is too small for its tags, or the name too long to be read on the tab.
    """
    half_mm, end_mm = _tab_mm(layout)
    if layout.radius_mm <= half_mm:
        diameter_mm, tag_mm = 2 * layout.radius_mm, layout.tags[0].size_mm
        raise PrintingError(
            f"a base of {diameter_mm:g} mm is too small for tags of {tag_mm:g} mm, which need a base of more than "
            f"{2 * half_mm:g} mm; choose smaller tags"
        )

    def draw(pen: Pen) -> None:
        _outline(pen, layout.radius_mm, half_mm, end_mm)
        _disc_text(pen, layout, language)
        for tag in layout.tags:
            pen.tag(tag, dictionary)
            _tab_text(pen, layout, tag, half_mm, end_mm)

    _label_size_mm(layout, layout.tags[0], half_mm)
    return Piece(layout.id, 2 * end_mm, 2 * max(layout.radius_mm, half_mm), draw)


def _tab_mm(layout: BaseLayout) -> tuple[float, float]:
    """Half the width of the tabs, and how far they reach from the centre."""
    tag_mm = layout.tags[0].size_mm
    quiet_mm = QUIET_MODULES * tag_mm / MODULES
    half_mm = tag_mm / 2 + quiet_mm
    return half_mm, layout.radius_mm + RIM_GAP_MM + tag_mm + quiet_mm + LABEL_MM


def _outline(pen: Pen, radius_mm: float, half_mm: float, end_mm: float) -> None:
    root_mm = math.sqrt(radius_mm**2 - half_mm**2)
    root_rad = math.asin(half_mm / radius_mm)
    for turn_rad in (0.0, math.pi):
        with pen.at(0.0, 0.0, turn_rad):
            pen.line((root_mm, half_mm), (end_mm, half_mm), CUT_MM)
            pen.line((end_mm, half_mm), (end_mm, -half_mm), CUT_MM)
            pen.line((end_mm, -half_mm), (root_mm, -half_mm), CUT_MM)
            pen.arc(radius_mm, root_rad, math.pi - root_rad)
            pen.arc(radius_mm, -root_rad, root_rad, dashed=True)
    pen.line((-1.5, 0.0), (1.5, 0.0), GUIDE_MM, grey=GREY)
    pen.line((0.0, -1.5), (0.0, 1.5), GUIDE_MM, grey=GREY)


def _disc_text(pen: Pen, layout: BaseLayout, language: Language) -> None:
    """Hidden once the base is glued on; says which base that is."""
    radius_mm = layout.radius_mm
    name_mm = min(4.0, 4.0 * 1.6 * radius_mm / text_width(layout.id, 4.0, Font.BOLD))
    pen.lines((0.0, 0.35 * radius_mm), (layout.id,), name_mm, Font.BOLD)
    lines = [say(language, "printing.base.diameter", diameter_mm=f"{2 * radius_mm:g}")]
    if layout.owner is not None:
        lines.append(say(language, "printing.base.owner", owner=layout.owner))
    size_mm = min(2.5, *(2.5 * 1.5 * radius_mm / text_width(line, 2.5) for line in lines))
    pen.lines((0.0, -0.35 * radius_mm), lines, size_mm)


def _tab_text(pen: Pen, layout: BaseLayout, tag: Tag, half_mm: float, end_mm: float) -> None:
    """Name and id along the outer end, to be read from outside."""
    outwards_rad = math.atan2(tag.y_mm, tag.x_mm)
    size_mm = _label_size_mm(layout, tag, half_mm)
    middle_mm = end_mm - LABEL_MM / 2 - 0.2
    with pen.at(middle_mm * math.cos(outwards_rad), middle_mm * math.sin(outwards_rad), outwards_rad + math.pi / 2):
        pen.text((0.0, -CAP_HEIGHT * size_mm / 2), _label(layout, tag), size_mm, align=0.5)


def _label(layout: BaseLayout, tag: Tag) -> str:
    return f"{layout.id} · {tag.id}"


def _label_size_mm(layout: BaseLayout, tag: Tag, half_mm: float) -> float:
    widest_mm = 2 * half_mm - 1.0
    size_mm = min(LABEL_SIZE_MM, LABEL_SIZE_MM * widest_mm / text_width(_label(layout, tag), LABEL_SIZE_MM))
    if size_mm < SMALLEST_LABEL_MM:
        raise PrintingError(
            f"the name {layout.id!r} is too long to be read on a tab of {2 * half_mm:.0f} mm; "
            "choose a shorter one or larger tags"
        )
    return size_mm
