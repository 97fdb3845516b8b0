"""What the page of the table lets players set for the game that is played."""

import importlib
from types import SimpleNamespace

import pytest

from companion.games.display.board_view import BoardView
from companion.referee.api.clocks import ClockState, SeatTime
from companion.referee.api.proposal import ConfirmMode
from companion.referee.api.table_intents import Strictness
from companion.texts import Language

TIMING = SimpleNamespace(paused=False, limit_s=None, each_s=None)


@pytest.mark.parametrize(("blank", "asked"), [(True, None), (False, ConfirmMode.CHANGES)])
def test_a_game_with_nothing_on_the_mat_asks_not_what_is_confirmed_there(blank, asked):
    card = importlib.import_module("companion.tablet.game.table_rules_card")
    board = BoardView((600.0, 600.0), blank=blank)
    play = SimpleNamespace(
        timing=TIMING, strictness=Strictness.REFEREE, confirming=ConfirmMode.CHANGES, board=board, typed_faces=None
    )
    _, data = card.table_rules(play)
    assert data.confirming is asked


def test_clocks_that_stand_say_so_beside_the_turn():
    bar = importlib.import_module("companion.tablet.game.score_bar")

    def line(*, paused, used_s):
        timing = ClockState(paused=paused, seats=(SeatTime("A", used_s),))
        return bar.turn_line("Turn 5: Ann", timing, Language.ENGLISH)

    assert line(paused=True, used_s=12.0) == "Turn 5: Ann · clocks stopped"
    assert line(paused=False, used_s=12.0) == line(paused=True, used_s=0.0) == "Turn 5: Ann"
