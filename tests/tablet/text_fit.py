"""Whether words fit where they stand, and keys fit fingers."""

from functools import cache

FINGER_PX = 12 / 25.4 * 149.5
"""Twelve millimetres on a ten-inch tablet of 1280 × 800."""


def words_that_do_not_fit(widget):
    """Texts of labels that need more room than they have."""
    from kivy.uix.label import Label  # noqa: PLC0415 (after Kivy was prepared)

    cut = []
    for label in widget.walk():
        if isinstance(label, Label) and label.text and "font" not in label.text and is_drawn(label, widget):
            look = label.font_size, label.font_name, label.bold
            high, widest = _room(label.text, look, label.width, tuple(label.padding))
            left, _, right, _ = label.padding
            # A word wider than its label is broken in two; where a text is not wrapped it runs over the edge.
            if high > label.height + 1 or widest > label.width - left - right + 1:
                cut.append(label.text)
    return cut


def is_drawn(widget, within):
    """Whether nothing around a widget is invisible, up to what it is looked for in."""
    while widget is not None and widget is not within.parent and widget.parent is not widget:
        if not widget.opacity:
            return False
        widget = widget.parent
    return True


@cache
def _room(text, look, width, padding):
    """How high a text is in a width, and how wide its widest word is; laid out, not drawn."""
    from kivy.core.text import Label as Plain  # noqa: PLC0415 (after Kivy was prepared)

    font_size, font_name, bold = look
    room = Plain(
        text=text, font_size=font_size, font_name=font_name, bold=bold, text_size=(width, None), padding=padding
    )
    room.resolve_font_name()
    words = [word for word in text.split() if not {"/", "_"} & set(word)]  # file names are broken
    return room.render()[1], max((room.get_extents(word)[0] for word in words), default=0)


def keys_of(page):
    from kivy.uix.behaviors import ButtonBehavior  # noqa: PLC0415 (likewise)

    return [key for key in page.walk() if isinstance(key, ButtonBehavior) and not key.disabled and key.opacity]


def assert_fits(page, scale):
    assert words_that_do_not_fit(page) == []
    for key in keys_of(page):
        assert min(key.size) >= FINGER_PX * scale - 1, getattr(key, "text", key)
