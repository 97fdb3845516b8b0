"""Whether words fit where they stand, and keys fit fingers."""

FINGER_PX = 12 / 25.4 * 149.5
"""Twelve millimetres on a ten-inch tablet of 1280 × 800."""


def words_that_do_not_fit(widget):
    """Texts of labels that need more room than they have."""
    from kivy.core.text import Label as Plain  # noqa: PLC0415 (after Kivy was prepared)
    from kivy.uix.label import Label  # noqa: PLC0415

    cut = []
    for label in widget.walk():
        if isinstance(label, Label) and label.text and label.opacity and "font" not in label.text:
            room = Plain(
                text=label.text, font_size=label.font_size, font_name=label.font_name, bold=label.bold,
                text_size=(label.width, None), padding=label.padding,
            )  # fmt: skip
            room.refresh()
            plain = Plain(font_size=label.font_size, font_name=label.font_name, bold=label.bold)
            words = [word for word in label.text.split() if not {"/", "_"} & set(word)]  # file names are broken
            widest = max((plain.get_extents(word)[0] for word in words), default=0)
            left, _, right, _ = label.padding
            # A word wider than its label is broken in two; where a text is not wrapped it runs over the edge.
            if room.texture.height > label.height + 1 or widest > label.width - left - right + 1:
                cut.append(label.text)
    return cut


def keys_of(page):
    from kivy.uix.behaviors import ButtonBehavior  # noqa: PLC0415 (likewise)

    return [key for key in page.walk() if isinstance(key, ButtonBehavior) and not key.disabled and key.opacity]


def assert_fits(page, scale):
    assert words_that_do_not_fit(page) == []
    for key in keys_of(page):
        assert min(key.size) >= FINGER_PX * scale - 1, getattr(key, "text", key)
