"""What a player may choose of how the screen looks and sounds."""

from enum import StrEnum


class LetterSize(StrEnum):
    """How large letters are."""

    USUAL = "usual"
    LARGE = "large"
    LARGEST = "largest"


class Volume(StrEnum):
    """How loud sounds are."""

    QUIET = "quiet"
    USUAL = "usual"
    LOUD = "loud"
