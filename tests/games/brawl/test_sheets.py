"""What a screen is shown of Super Fantasy Brawl: how a turn ends stands apart from what may be done in it."""

from companion.games.display.actions import TURN
from companion.games.registry import game_called
from companion.texts import Language
from tests.games.brawl.table import duel

SHEETS = game_called("brawl").sheets


def test_the_end_of_the_turn_stands_apart_from_cards_and_basic_actions():
    """B-ACT-05: any number of cards may be played, none too; so it can always be ended."""
    sheet = SHEETS.of(duel(), "A", Language.ENGLISH)
    (asked,) = sheet.owed
    answers = {spec.kind for spec in asked.prompt.specs}
    assert "act" in answers
    assert "endturn" not in answers
    closing = [(each.spec.kind, each.closes) for group in sheet.groups for each in group.actions]
    assert closing == [("endturn", TURN)]


def test_who_is_not_on_turn_ends_nothing():
    assert SHEETS.of(duel(), "B", Language.ENGLISH).groups == ()
