"""Advice to the person who holds the calibration board."""

from dataclasses import dataclass
from enum import StrEnum

from vision.calibration.view_quality import Tilt


class Advice(StrEnum):
    """The next thing to do; screens word it for the player. Directions are those of the image."""

    SHOW_BOARD = "show_board"
    OTHER_BOARD = "other_board"
    SHOW_MORE = "show_more"
    COME_CLOSER = "come_closer"
    HOLD_STILL = "hold_still"
    TOO_BLURRED = "too_blurred"
    TOO_SIMILAR = "too_similar"
    OTHER_SIZE = "other_size"
    MOVE_LEFT = "move_left"
    MOVE_RIGHT = "move_right"
    MOVE_UP = "move_up"
    MOVE_DOWN = "move_down"
    TILT_LEFT = "tilt_left"
    TILT_RIGHT = "tilt_right"
    TILT_TOP = "tilt_top"
    TILT_BOTTOM = "tilt_bottom"
    LAY_FLAT = "lay_flat"
    MORE_VIEWS = "more_views"
    ENOUGH = "enough"


SENTENCES = {
    Advice.SHOW_BOARD: "Show the calibration board to the camera, sharp and well lit.",
    Advice.OTHER_BOARD: "This is another board: its markers or its numbers of squares are not those that were given.",
    Advice.SHOW_MORE: "Show more of the board: too few of its corners can be seen.",
    Advice.COME_CLOSER: "Hold the board closer to the camera: it is too small in the image.",
    Advice.HOLD_STILL: "Hold the board still.",
    Advice.TOO_BLURRED: "The board is too blurred: hold it still, give more light, or set the camera's focus.",
    Advice.TOO_SIMILAR: "Too similar to a view before: hold the board somewhere else, or tilt it.",
    Advice.OTHER_SIZE: "This image has another size than those before; one calibration belongs to one size.",
    Advice.MOVE_LEFT: "Hold the board further to the left of the image.",
    Advice.MOVE_RIGHT: "Hold the board further to the right of the image.",
    Advice.MOVE_UP: "Hold the board further up in the image.",
    Advice.MOVE_DOWN: "Hold the board further down in the image.",
    Advice.TILT_LEFT: "Tilt the board: bring its left edge about a hand's breadth nearer to the camera.",
    Advice.TILT_RIGHT: "Tilt the board: bring its right edge about a hand's breadth nearer to the camera.",
    Advice.TILT_TOP: "Tilt the board: bring its upper edge about a hand's breadth nearer to the camera.",
    Advice.TILT_BOTTOM: "Tilt the board: bring its lower edge about a hand's breadth nearer to the camera.",
    Advice.LAY_FLAT: "Hold the board flat, facing the camera.",
    Advice.MORE_VIEWS: "Good; show the board in a few more places.",
    Advice.ENOUGH: "Enough views; the lens can be calculated.",
}

TILT_ADVICE = {
    Tilt.LEFT: Advice.TILT_LEFT,
    Tilt.RIGHT: Advice.TILT_RIGHT,
    Tilt.TOP: Advice.TILT_TOP,
    Tilt.BOTTOM: Advice.TILT_BOTTOM,
    Tilt.FLAT: Advice.LAY_FLAT,
}


@dataclass(frozen=True, slots=True)
class SessionStatus:
    """The progress of a calibration.

    Attributes:
        kept: Whether the last image became a view.
        advice: Why it did not, or what to do next.
        corners: Number of the board's corners visible in the last image.
        views: Number of views kept so far.
        views_wanted: Number of views needed.
        coverage: For each row of the image's cells, whether corners were seen there.
        tilts: Tilts of the board among the views.
    """

    kept: bool
    advice: Advice
    corners: int
    views: int
    views_wanted: int
    coverage: tuple[tuple[bool, ...], ...]
    tilts: frozenset[Tilt]

    @property
    def coverage_share(self) -> float:
        """Share of the image's cells in which corners were seen."""
        cells = [covered for row in self.coverage for covered in row]
        return sum(cells) / len(cells)

    @property
    def sentence(self) -> str:
        """The advice in English."""
        return SENTENCES[self.advice]
