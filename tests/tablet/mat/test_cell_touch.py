"""What a touch on a cell of the mat answers, and which cells are lit, on a board that lies askew."""

import math
from types import SimpleNamespace

from companion.games.board import DropZone
from companion.games.display.board_view import BoardView
from companion.games.display.offers import Choice, Input, Offer
from companion.geometry import MatPoint, Room
from companion.geometry.grid import Cell, Grid, GridKind
from companion.referee.screen.player_screen import OfferGroup, OfferShown, OpenSeat
from companion.tablet.mat.cell_touch import answers_at, lit_cells, second_cells
from tests.tablet.zones import there

HERE, BESIDE, AWAY, OFF = Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(5, 5)
GRID = Grid(GridKind.HEX, 60.0, MatPoint(307.0, 309.0), math.radians(3.0), frozenset({HERE, BESIDE, AWAY}))


def moves(piece, *cells, kind="run"):
    choices = tuple(Choice(f"{cell.q},{cell.r}", "") for cell in cells)
    taken = Input("to", "choose", "To", choices, is_cell=True)
    return OfferShown(Offer(kind, f"Move {piece}", {"piece": piece} if piece else {}, (taken,)))


def table(*offers):
    """Two models, A:1 in the middle and A:2 beside it, and what Ann may do."""
    seat = OpenSeat("A", "Ann", "disc", groups=(OfferGroup("", offers),))
    pieces = {each.offer.fixed["piece"] for each in offers if each.offer.fixed}
    return SimpleNamespace(
        board=BoardView((600.0, 600.0), grid=GRID),
        seats=(seat,),
        tasks_of=lambda seat: seat.tasks,
        groups_of=lambda seat: seat.groups,
        zones=tuple(DropZone(piece, "A", "A", "run", 16.0, Room(16.0)) for piece in sorted(pieces)),
        standing=SimpleNamespace(all=(there("A:1", "a1", GRID.centre(HERE)), there("A:2", "a2", GRID.centre(BESIDE)))),
    )


def meant(play, cell, chosen="", touched=""):
    return [each.act.values for each in answers_at(play, GRID.centre(cell), chosen, touched)]


def test_a_touch_says_which_piece_goes_to_the_cell_where_the_table_has_it():
    play = table(moves("A:1", AWAY))
    assert meant(play, AWAY) == [{"piece": ("A:1",), "to": ("0,1",)}]
    near = GRID.centre(AWAY)
    assert answers_at(play, MatPoint(near.x_mm + 25.0, near.y_mm))[0].cell == AWAY, "anywhere in the cell"
    assert meant(play, BESIDE) == meant(play, OFF) == []


def test_where_several_may_go_all_are_answers_and_a_chosen_one_is_meant_alone():
    play = table(moves("A:1", AWAY, BESIDE), moves("A:2", AWAY))
    assert [each["piece"] for each in meant(play, AWAY)] == [("A:1",), ("A:2",)]
    assert [each["piece"] for each in meant(play, AWAY, chosen="a2")] == [("A:2",)]
    assert lit_cells(play) == {AWAY, BESIDE}
    assert lit_cells(play, "a2") == {AWAY}


def test_a_cell_that_a_piece_only_runs_to_is_told_apart():
    play = table(moves("A:1", BESIDE), moves("A:1", BESIDE, AWAY, kind="sprint"), moves("A:2", AWAY, kind="sprint"))
    assert [each.is_second for each in answers_at(play, GRID.centre(BESIDE))] == [False], "nobody is asked about a run"
    assert [each.is_second for each in answers_at(play, GRID.centre(AWAY))] == [True, False]
    assert second_cells(play) == frozenset(), "the other one does not run there"
    alone = table(moves("A:1", BESIDE), moves("A:1", BESIDE, AWAY, kind="sprint"))
    assert second_cells(alone) == {AWAY}
    assert second_cells(table(moves("A:1", AWAY))) == frozenset(), "it is its only way"


def test_a_touched_model_is_meant_itself_unless_another_that_is_chosen_goes_there():
    play = table(moves("A:1", BESIDE, HERE))
    assert meant(play, BESIDE, touched="a2") == []
    assert meant(play, HERE, touched="a1") == meant(play, HERE, chosen="a1", touched="a1") == []
    assert meant(play, BESIDE, chosen="a1", touched="a2") == [{"piece": ("A:1",), "to": ("1,0",)}]


def test_a_question_for_a_cell_to_which_no_piece_goes_is_answered_on_a_model_too():
    play = table(moves("", BESIDE))
    assert meant(play, BESIDE, touched="a2") == [{"to": ("1,0",)}]


def test_nothing_is_lit_in_a_game_that_measures():
    play = table(moves("A:1", AWAY))
    play.board = BoardView((600.0, 600.0))
    assert lit_cells(play) == frozenset()
    assert answers_at(play, MatPoint(300.0, 300.0)) == ()
