"""The end of a game shows how often each face came."""

from companion.referee.api.luck import LuckEntry
from hardware.fairness import judge


def test_each_face_stands_with_its_count():
    from companion.tablet.past.end_page import LuckCard  # noqa: PLC0415 (Kivy reads what `prepare` wrote)
    from companion.tablet.window.themes import prepare_widgets  # noqa: PLC0415 (likewise)

    prepare_widgets()
    card = LuckCard(LuckEntry("A", "Ann", "symbols", judge([3, 1, 3, 3], "d3"), ("axe", "shield", "sword"), ()), None)
    assert card.counts.split("   ") == ["axe: 1", "shield: 0", "sword: 3"]
