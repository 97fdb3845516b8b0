"""A sheet to roll dice on, with a tag in each corner by which a camera finds it."""

from companion.printing.page.paper import Box
from companion.printing.page.pen import Pen, Point
from companion.printing.page.sheet import Drawing
from vision.dice.stickers.faces import CODE_DICTIONARY, TRAY_CODES
from vision.table import Tag

TAG_MM = 15.0
QUIET_MM = 3.0
TINT = 0.8
"""Grey between white dice and black ones, so that both stand out."""


def tray_tags(content: Box) -> tuple[Tag, ...]:
    """The corner tags: upper left, upper right, lower right, lower left."""
    inset_mm = TAG_MM / 2 + QUIET_MM
    left_mm, right_mm = content.left_mm + inset_mm, content.right_mm - inset_mm
    low_mm, high_mm = content.bottom_mm + inset_mm, content.top_mm - inset_mm
    places = ((left_mm, high_mm), (right_mm, high_mm), (right_mm, low_mm), (left_mm, low_mm))
    return tuple(Tag(code, TAG_MM, x_mm, y_mm) for code, (x_mm, y_mm) in zip(TRAY_CODES, places, strict=True))


def tray_drawing(content: Box) -> Drawing:
    """The tinted area, which leaves white corners for the tags."""
    corner_mm = TAG_MM + 2 * QUIET_MM

    def draw(pen: Pen) -> None:
        pen.polygon(_notched(content, corner_mm), fill=TINT)
        for tag in tray_tags(content):
            pen.tag(tag, CODE_DICTIONARY)

    return draw


def _notched(box: Box, notch_mm: float) -> tuple[Point, ...]:
    left_mm, low_mm, right_mm, high_mm = box.left_mm, box.bottom_mm, box.right_mm, box.top_mm
    in_left_mm, in_right_mm = left_mm + notch_mm, right_mm - notch_mm
    in_low_mm, in_high_mm = low_mm + notch_mm, high_mm - notch_mm
    return (
        (in_left_mm, low_mm),
        (in_right_mm, low_mm),
        (in_right_mm, in_low_mm),
        (right_mm, in_low_mm),
        (right_mm, in_high_mm),
        (in_right_mm, in_high_mm),
        (in_right_mm, high_mm),
        (in_left_mm, high_mm),
        (in_left_mm, in_high_mm),
        (left_mm, in_high_mm),
        (left_mm, in_low_mm),
        (in_left_mm, in_low_mm),
    )
