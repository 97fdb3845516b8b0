"""A pen on the plan of the mat: it takes points of the mat, and writes labels last, where there is room for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from kivy.metrics import dp, sp

from companion.geometry import Base, MatPoint
from companion.presentation.far_names import MIN_SHARE as MIN_SHARE_FAR
from companion.presentation.far_names import is_crowded, letter_share
from companion.tablet.look import labels, palette
from companion.tablet.look.labels import Box, Disc, Label, Line, Point
from companion.tablet.look.mat_plan import Plan
from companion.tablet.look.palette import Colour
from companion.tablet.look.pen import Pen
from companion.tablet.look.scale import FAR_SHARE
from companion.texts import Language, figure, say

FULL_SIZE_DP = 560  # on a smaller mat the words shrink with it, …
MIN_SHARE = 0.7  # … as long as they can be read
NAME_SP = 14
GAP_SP = 16
FIGURE_SP = 12
SIGNS_FONT = "Signs"
EDGE_DP = 3  # between a label and the edge of the mat


class LabelPriority(IntEnum):
    """Which labels find their spots first."""

    GAP = 0
    NAME = 1
    TERRAIN = 2
    RULER = 3
    MARGIN = 4


@dataclass(frozen=True, slots=True)
class LetterSizes:
    """How large words are written over the mat.

    Attributes:
        share: Of their full size, on a mat that is small on the screen.
        name_sp: Of names.
        figure_sp: Of how a model stands.
        far: Whether they are read from far away.
        crowded: Whether there are so many names that they are cut short.
    """

    share: float
    name_sp: float
    figure_sp: float
    far: bool = False
    crowded: bool = False


def letters_for(plan: Plan, standing: int, *, far: bool, on_cells: bool) -> LetterSizes:
    """How large words are written.

    Args:
        plan: How the mat lies on the screen.
        standing: How many models stand there.
        far: Whether they are read from far away.
        on_cells: Whether the models stand in cells.
    """
    share = min(1.0, max(MIN_SHARE, min(plan.size_px) / dp(FULL_SIZE_DP)))
    if not far:
        return LetterSizes(share, NAME_SP * share, FIGURE_SP * share)
    far_sp = FAR_SHARE * min(plan.size_px) / sp(1)
    name_sp = far_sp * (MIN_SHARE_FAR if on_cells else letter_share(standing))
    figure_sp = far_sp * (MIN_SHARE_FAR if on_cells else 1.0)
    return LetterSizes(share, name_sp, figure_sp, far=True, crowded=is_crowded(standing, on_cells=on_cells))


@dataclass(frozen=True, slots=True)
class _Tag:
    """A label, and what writes it at a spot."""

    weight: LabelPriority
    label: Label
    write: Callable[[Point], None]
    of: str = ""


class MatPen:
    """Draws one view of the mat.

    Attributes:
        ink: The pen that draws, in pixels.
        plan: How the mat lies on the screen.
        letters: How large words are written.
        language: Theirs.
        within: Where labels may stand.
    """

    def __init__(
        self, ink: Pen, plan: Plan, letters: LetterSizes, language: Language, place: Box, bases: Sequence[Base]
    ) -> None:
        """Begins a drawing.

        Args:
            ink: Draws, in pixels.
            plan: How the mat lies on the screen.
            letters: How large words are written.
            language: Theirs.
            place: Where labels may stand on the screen.
            bases: What labels leave uncovered.
        """
        self.ink, self.plan, self.letters, self.language = ink, plan, letters, language
        self.within = self.box(dp(EDGE_DP)).shared(place)
        self._discs = tuple(self.disc(base) for base in bases)
        self._lines: list[Line] = []
        self._tags: list[_Tag] = []

    def px(self, point: MatPoint) -> Point:
        """Where a point of the mat lies on the screen."""
        return self.plan.to_screen(point.x_mm, point.y_mm)

    def disc(self, base: Base) -> Disc:
        """Where a base lies on the screen."""
        return Disc(self.px(base.centre), base.radius_mm * self.plan.scale_px)

    def box(self, edge_px: float = 0.0) -> Box:
        """The mat on the screen, without so much at its edges."""
        width, height = self.plan.size_px
        return Box(
            self.plan.left_px + edge_px,
            self.plan.bottom_px + edge_px,
            self.plan.left_px + width - edge_px,
            self.plan.bottom_px + height - edge_px,
        )

    def length(self, length_mm: float) -> str:
        """A length in whole millimetres, in words."""
        return say(self.language, "tablet.length", number=figure(self.language, length_mm, ".0f"))

    def spare(self, line: Line) -> None:
        """Keeps labels that shun lines off this one."""
        self._lines.append(line)

    def tag(self, weight: LabelPriority, label: Label, write: Callable[[Point], None], of: str = "") -> None:
        """Keeps a label until all are known.

        Args:
            weight: How early it finds its spot.
            label: Its size and the spots that it may have.
            write: Writes it at one of them.
            of: The id of the base that it names; empty for none.
        """
        self._tags.append(_Tag(weight, label, write, of))

    def label(
        self,
        weight: LabelPriority,
        words: str,
        spots: tuple[Point, ...],
        colour: Colour,
        ground: Colour,
        full_sp: float,
    ) -> None:
        """Keeps words until all labels are known.

        Args:
            weight: How early they find their spot.
            words: What is written.
            spots: Where it may stand, in pixels, the best first.
            colour: Of the letters.
            ground: Behind them.
            full_sp: Their size on a mat that is large on the screen.
        """
        size_sp = full_sp * self.letters.share
        label = Label(self.ink.label_size(words, size_sp), spots, shuns_lines=weight > LabelPriority.NAME)
        self.tag(weight, label, lambda spot: self.ink.label(words, spot, colour, ground, size_sp))

    def sign(self, words: str, centre: Point, colour: Colour) -> None:
        """Keeps a sign until all labels are known.

        Args:
            words: The sign, and what may stand beside it.
            centre: Where it stands, in pixels, if there is room.
            colour: Of its ground.
        """
        size_sp = GAP_SP * self.letters.share
        size_px = self.ink.label_size(words, size_sp, SIGNS_FONT)
        label = Label(size_px, tuple((centre[0], centre[1] + up * size_px[1]) for up in (0, 2, -2)))
        ground = (*colour[:3], 0.95)

        def write(spot: Point) -> None:
            self.ink.label(words, spot, palette.HALO_INK, ground, size_sp, SIGNS_FONT)

        self.tag(LabelPriority.GAP, label, write)

    def write_labels(self) -> Mapping[str, Box]:
        """Writes all labels, the most important on top.

        Returns:
            Where the names of bases stand on the screen, by the ids of the bases.
        """
        ranked = sorted(self._tags, key=lambda tag: tag.weight)
        spots = labels.place([tag.label for tag in ranked], self.within, self._discs, self._lines)
        for tag, spot in reversed(list(zip(ranked, spots, strict=True))):
            tag.write(spot)
        placed = zip(ranked, spots, strict=True)
        return {tag.of: Box.around(spot, tag.label.size_px) for tag, spot in placed if tag.of}
