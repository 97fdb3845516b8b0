"""Which characters names and sentences may have: those that a reader sees as what they are.

Whatever people write here is shown to others, among words of ours. Characters that cannot be seen, or that turn the
direction of what stands around them, would let one name look like another, or a sentence say what it does not.
"""

import re
import unicodedata

TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Marks that turn the direction of writing."""
HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
"""Kinds of characters that have no look of their own: controls, formats, what no font knows, breaks."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that look like a space."""
JOINER = "\u200d"
"""Makes one picture of several, such as a person of a certain trade."""
PICTURES = frozenset({"So", "Sk"})
PICTURE_MARK = "\ufe0f"
MAX_MARKS = 3
"""Accents on one letter; more of them cover the lines above."""


def odd_letter(text: str, *, lines: bool = False) -> str:
    """The first character of a text that it may not have; empty if there is none.

    Args:
        text: What somebody wrote.
        lines: Whether it may have several lines.
    """
    marks = 0
    for place, letter in enumerate(text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind.startswith("M") and letter != PICTURE_MARK else 0
        if (kind in HIDDEN or letter in BLANK or marks > MAX_MARKS) and not (
            (lines and letter == "\n") or (letter == JOINER and _joins_pictures(text, place))
        ):
            return letter
    return ""


def told(letter: str) -> str:
    """A character that cannot be shown, as its number and name."""
    name = unicodedata.name(letter, "")
    return f"U+{ord(letter):04X}{f' {name}' if name else ''}"


def straightened(text: str) -> str:
    """A text without marks that turn the direction of writing, such as a record made elsewhere may have."""
    return TURNING.sub("", text)


def _joins_pictures(text: str, place: int) -> bool:
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    is_picture = [each == PICTURE_MARK or unicodedata.category(each) in PICTURES for each in (before, after) if each]
    return len(is_picture) == 2 and all(is_picture)
