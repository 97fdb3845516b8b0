"""Whether words stand out from what they stand on (WCAG 2.2, 1.4.3 and 1.4.11), computed from drawn colours."""

import numpy as np

from tests.tablet.text_fit import is_drawn

WORDS, SIGNS = 4.5, 3.0
"""Least contrast of words, and of large letters and signs."""
LARGE_PX, LARGE_BOLD_PX = 24.0, 18.66
"""From that size on letters are large; in WCAG 18 and 14 points."""
SURE = 0.3
"""So much of the place of some words has the colour of their ground, at least."""
STEP = 3
"""Only so many of the pixels tell the ground."""
SIGNS_FONT = "Signs"


def contrast(one, other):
    """The contrast of two colours, from 1 to 21, as WCAG 2.2 defines it."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour):
    levels = np.array(colour[:3])
    return np.array((0.2126, 0.7152, 0.0722)) @ np.where(
        levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4
    )


def on(ground, colour):
    """A colour that can be seen through, over a ground."""
    return np.array(colour[:3]) * colour[3] + np.array(ground[:3]) * (1 - colour[3])


def hard_to_read(widget, picture):
    """Words that stand out too little in the picture of a widget: what they say, and their contrast.

    What cannot be touched now need not stand out.
    """
    from kivy.uix.label import Label  # noqa: PLC0415 (after Kivy was prepared)

    pixels, found = np.asarray(picture), []
    for label in widget.walk(restrict=True):
        if not isinstance(label, Label) or not label.text.strip() or label.disabled or not _is_shown(label, widget):
            continue
        left, bottom = (a - b for a, b in zip(label.to_window(*label.pos), widget.to_window(*widget.pos), strict=True))
        rows = slice(max(0, round(widget.height - bottom - label.height)), max(0, round(widget.height - bottom)))
        box = pixels[rows, max(0, round(left)) : max(0, round(left + label.width))].reshape(-1, 3)[::STEP]
        colours, counts = np.unique(box @ (65536, 256, 1), return_counts=True)
        if not counts.size or counts.max() < SURE * len(box):
            continue  # over a picture, or pushed out of sight
        most = int(colours[counts.argmax()])
        ground = np.array((most >> 16, most >> 8 & 255, most & 255)) / 255
        large = label.font_size >= (LARGE_BOLD_PX if label.bold else LARGE_PX) or label.font_name == SIGNS_FONT
        much = contrast(on(ground, label.color), ground)
        if much < (SIGNS if large else WORDS):
            found.append((label.text, round(much, 2)))
    return found


def _is_shown(label, widget):
    """Whether it lies in sight wholly, as far as what scrolls is concerned, and nothing around it is invisible."""
    from kivy.uix.scrollview import ScrollView  # noqa: PLC0415 (after Kivy was prepared)

    if not is_drawn(label, widget):
        return False
    _, bottom = label.to_window(*label.pos)
    around = label
    while around is not None and around is not widget.parent and around.parent is not around:
        if isinstance(around, ScrollView) and around is not label:
            _, low = around.to_window(*around.pos)
            if bottom < low or bottom + label.height > low + around.height:
                return False
        around = around.parent
    return True
