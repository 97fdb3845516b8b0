"""A page that was pushed comes to rest, also where the window is drawn seldom."""

import pytest

PUSHED_PX_S = 900.0
FRAMES = 400


@pytest.fixture
def pushed():
    """A page that is let go while it goes fast; Kivy is imported once it has been prepared."""
    from kivy.uix.boxlayout import BoxLayout  # noqa: PLC0415 (after Kivy was prepared)
    from kivy.uix.scrollview import ScrollView  # noqa: PLC0415

    from companion.tablet.window.themes import prepare_widgets  # noqa: PLC0415

    prepare_widgets()
    page = ScrollView(size=(300, 300))
    page.add_widget(BoxLayout(size_hint_y=None, height=2000))
    effect = page.effect_y
    effect.min, effect.max, effect.value = -1700.0, 0.0, -800.0
    effect.velocity = PUSHED_PX_S
    return effect


@pytest.mark.parametrize("between_s", [1 / 60, 0.5, 1.0, 3.0])
def test_a_push_ends_on_the_page_whatever_time_a_frame_takes(pushed, between_s):
    for _ in range(FRAMES):
        pushed.update_velocity(between_s)
        assert abs(pushed.velocity) <= PUSHED_PX_S, "a push only grows weaker"
    assert pushed.velocity == 0
    assert pushed.min <= pushed.value <= pushed.max
