"""Paper discs for the backs of tokens: a tag in the middle, and nothing that tells one token from another."""

import math

from companion.printing.errors import PrintingError
from companion.printing.page.packing import Piece
from companion.printing.page.pen import Pen
from companion.printing.sheets.base_disc import MODULES, QUIET_MODULES
from vision.table import BaseLayout, Tag


def token_layout(name: str, radius_mm: float, tag: int, sizes_mm: tuple[float, float]) -> BaseLayout:
    """A disc with its tag in the middle.

    Args:
        name: Id of the token, which must not tell what it is.
        radius_mm: Of the token.
        tag: Id of the tag.
        sizes_mm: Edge of the tag and height of its face above the mat.
    """
    tag_mm, height_mm = sizes_mm
    return BaseLayout(name, radius_mm, (Tag(tag, tag_mm, 0.0, 0.0, 0.0, height_mm),), is_token=True)


def token_piece(layout: BaseLayout, dictionary: str) -> Piece:
    """The disc of a layout made by `token_layout`, to be cut out.

    Raises:
        PrintingError: If the token is too small for its tag and the white around it.
    """
    (tag,), radius_mm = layout.tags, layout.radius_mm
    if (tag.size_mm / 2) * (1 + 2 * QUIET_MODULES / MODULES) > radius_mm:
        raise PrintingError(
            f"a token of {2 * radius_mm:g} mm is too small for a tag of {tag.size_mm:g} mm; choose smaller tags"
        )

    def draw(pen: Pen) -> None:
        pen.arc(radius_mm, 0.0, math.tau)
        pen.tag(tag, dictionary)

    return Piece(layout.id, 2 * radius_mm, 2 * radius_mm, draw)
