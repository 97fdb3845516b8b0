"""A game on cells that the program has never seen: bases are read as standing in cells, and its board is drawn."""

import math
import re
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.games.board import Destination
from companion.games.registry import Games
from companion.geometry import Base, Mat, MatPoint
from companion.geometry.grid import Cell, Grid, GridKind
from companion.phones.pages.mat_svg import mat_picture
from companion.presentation.report.pictures import battlefield
from companion.presentation.tasks import offer
from companion.presentation.teller import Teller
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee import (
    AcceptPlacement,
    Choices,
    ConfirmMode,
    ConfirmProposal,
    Measures,
    Piece,
    PlacementState,
    TrackState,
    View,
)
from companion.referee.api.proposal import Doubt
from companion.referee.match.command_builder import UnfitError, UnseenError, filled
from companion.referee.match.command_request import CommandRefused, CommandRequest
from companion.referee.screen.game_screen import GameScreen
from companion.tablet.mat.marks import marks_of
from companion.texts import Language
from tests.games.cell_toy import GRID, CellToy, Step
from tests.games.toy import Seat, Setup, Toy
from tests.referee.mat.mat_game import HEALTHY, Mats

NOON = "2026-11-22T12:00:00Z"
GAMES = Games({"cells": CellToy})
EN = Language.ENGLISH
SIGMA_MM = 0.5
CLOSE_MM = 2 * SIGMA_MM
"""Nearer to a border nobody is told which cell it is."""


class CellMats(Mats):
    """A mat with hexes; a base is put so far from the middle of a cell."""

    grid = None

    def view(self):
        pieces = tuple(
            Piece(
                Base(name, MatPoint(*at), 16.0, name[0], sigma_mm=SIGMA_MM),
                self.states.get(name, TrackState.SEEN),
                self.ages_s.get(name, 0.0),
                is_token=name[0] == "t",
            )
            for name, at in self.places.items()
        )
        return View(0, Mat(), Measures(), Choices(), HEALTHY, pieces=pieces, grid=self.grid)

    def into(self, name, cell, dx_mm=0.0, dy_mm=0.0, seconds=1.0):
        middle = (self.grid or GRID).centre(cell)
        return self.put(name, middle.x_mm + dx_mm, middle.y_mm + dy_mm, seconds=seconds)


@pytest.fixture
def made(tmp_path):
    setup = Setup((Seat("A", "Ann"), Seat("B", "Bob")))
    with closing(Record.create(tmp_path / "cells.game", CellToy(), setup, lambda: NOON, seed=bytes(32))) as record:
        yield record


@pytest.fixture
def mat(tmp_path, made):
    """Both runners in their cells, each well off the middle."""
    mat = CellMats(tmp_path, confirming=ConfirmMode.CHANGES, record=made)
    mat.into("A_one", Cell(-2, 0), 18.0, 9.0)
    mat.into("B_one", Cell(2, 0), -20.0, -5.0)
    return mat.look(3.0)


def test_a_base_anywhere_in_its_cell_is_in_place_and_is_its_piece(mat):
    assert mat.how("A:1") is PlacementState.IN_PLACE
    assert mat.standing.of("A:1").base == "A_one"
    mat.into("A_one", Cell(-2, 0), -25.0, 0.0)
    assert mat.how("A:1") is PlacementState.IN_PLACE
    assert mat.side.proposals == ()


def test_a_base_in_another_cell_is_read_as_standing_in_it_and_done_when_play_goes_on(mat):
    mat.into("A_one", Cell(-1, 0), 20.0, -4.0)
    (step,) = mat.side.proposals
    assert step.steps == (Step(by="A", piece="A:1", to=Cell(-1, 0)),)
    assert step.possible
    assert not step.asks
    mat.states["B_one"] = TrackState.MOVED
    mat.look()
    assert mat.state.at["A:1"] == Cell(-1, 0)
    mat.states["B_one"] = TrackState.SEEN
    mat.look(2.0)
    assert mat.how("A:1") is PlacementState.IN_PLACE, "wherever it stands in the cell"


@pytest.mark.parametrize(("off_mm", "sure"), [(CLOSE_MM - 0.3, False), (CLOSE_MM + 0.3, True)])
def test_on_the_border_of_two_cells_both_are_offered_and_players_say_which(mat, off_mm, sure):
    """Between (-1, 0) and (-2, 1), both neighbours of the cell that is left."""
    one, other = GRID.centre(Cell(-1, 0)), GRID.centre(Cell(-2, 1))
    share = 0.5 - off_mm / math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))
    mat.put("A_one", one.x_mm + share * (other.x_mm - one.x_mm), one.y_mm + share * (other.y_mm - one.y_mm))
    cells = {each.cell for each in mat.side.proposals}
    if sure:
        assert cells == {Cell(-1, 0)}
        return
    assert cells == {Cell(-1, 0), Cell(-2, 1)}
    assert all(each.asks and each.possible for each in mat.side.proposals)
    chosen = next(each for each in mat.side.proposals if each.cell == Cell(-2, 1))
    assert mat.ask(ConfirmProposal(chosen.id)).granted
    assert mat.state.at["A:1"] == Cell(-2, 1)
    mat.look(3.0)
    assert mat.how("A:1") is PlacementState.IN_PLACE, "it may be there"


@pytest.mark.parametrize("beyond", [Cell(-1, -2), Cell(0, -1)])
def test_where_only_one_cell_is_possible_players_are_asked_all_the_same(mat, beyond):
    """The other is beside the board, or two steps away."""
    one, other = GRID.centre(Cell(-1, -1)), GRID.centre(beyond)
    mat.put("A_one", one.x_mm + 0.495 * (other.x_mm - one.x_mm), one.y_mm + 0.495 * (other.y_mm - one.y_mm))
    (step,) = mat.side.proposals
    assert (step.cell, step.possible, step.asks) == (Cell(-1, -1), True, True)


def test_a_cell_that_the_rules_forbid_is_told_with_their_sentence(mat):
    mat.into("A_one", Cell(0, 0))
    (step,) = mat.side.proposals
    assert not step.possible
    assert step.rule == "C-2"
    assert (step.back_to.x_mm, step.back_to.y_mm) == (GRID.centre(Cell(-2, 0)).x_mm, GRID.centre(Cell(-2, 0)).y_mm)


def words(mat):
    return [each.text for each in mat.side.shown_on(GameScreen((), None), EN).proposals]


def test_beside_the_board_and_in_a_cell_that_is_taken_nothing_is_read_and_that_is_told(mat):
    mat.put("A_one", 60.0, 60.0)
    (nothing,) = mat.side.proposals
    assert not nothing.possible
    assert nothing.verdict.because == "cell.beside"
    assert words(mat) == ["A:1 is not in a cell of the board. Put it into one."]
    assert not mat.ask(ConfirmProposal(nothing.id)).granted
    mat.into("A_one", Cell(2, 0), 20.0, 5.0)
    assert [each.verdict.because for each in mat.side.proposals] == ["cell.occupied"]
    assert words(mat) == ["A:1 is in a cell that another piece occupies. Put it into another."]


def test_what_lies_elsewhere_can_be_accepted_as_its_cell(mat):
    mat.into("A_one", Cell(0, -1), 10.0, 10.0)
    assert mat.ask(AcceptPlacement("A:1")).granted
    assert mat.state.at["A:1"] == Cell(0, -1)
    assert mat.state.active == "A"


def test_a_table_says_where_its_own_cells_lie(tmp_path, made):
    mat = CellMats(tmp_path, confirming=ConfirmMode.CHANGES, record=made)
    mat.grid = Grid(GridKind.HEX, 70.0, MatPoint(280.0, 310.0), 0.5, frozenset({Cell(0, 0)}))
    mat.into("A_one", Cell(-2, 0), 25.0, 5.0)
    mat.into("B_one", Cell(2, 0))
    mat.look(3.0)
    assert (mat.how("A:1"), mat.how("B:1")) == (PlacementState.IN_PLACE, PlacementState.IN_PLACE)
    mat.into("A_one", Cell(-1, 0), -25.0, -5.0)
    assert [each.cell for each in mat.side.proposals] == [Cell(-1, 0)]
    squares = replace(mat.grid, kind=GridKind.SQUARE)
    mat.grid = squares
    mat.look(3.0)
    assert mat.how("B:1") is not PlacementState.IN_PLACE, "hexes are not played on squares: the game's own board counts"


def test_a_table_without_a_camera_plays_by_touching_cells(mat, made):
    (spec,) = made.game.commands(made.state, "A")
    (taken,) = offer(spec, Teller(made.game, made.state, EN)).inputs
    assert (taken.kind, {each.value for each in taken.choices}) == ("choose", {"-1,0", "-2,1", "-1,-1"})
    command = filled(made.game, spec, {"to": ["-1,0"]}, mat.pointing)
    assert command == Step(by="A", piece="A:1", to=Cell(-1, 0))
    for wrong in (["0,0"], ["x"], ["-1,0", "-1,0"], []):
        with pytest.raises(UnfitError):
            filled(made.game, spec, {"to": wrong}, mat.pointing)


def test_where_nobody_touches_a_cell_it_is_the_one_in_which_the_piece_surely_stands(mat, made):
    (spec,) = made.game.commands(made.state, "A")
    mat.into("A_one", Cell(-1, 0), 12.0)
    assert filled(made.game, spec, {}, mat.pointing).to == Cell(-1, 0)
    mat.into("A_one", Cell(-1, 0), 30.0)
    with pytest.raises(UnseenError) as told:
        filled(made.game, spec, {}, mat.pointing)
    assert told.value.why is Doubt.CELL


def test_a_step_to_where_it_stands_is_none(mat):
    assert CellToy.board.destination(Step(by="A", piece="A:1", to=Cell(-2, 0))) == Destination("A:1", Cell(-2, 0))
    mat.submit("A", "step", piece="A:1", to="-1,0")
    answers = []
    mat.match.submit(CommandRequest("again", Step(by="A", piece="A:1", to=Cell(-1, 0)), answers.append))
    assert [type(each) for each in answers] == [CommandRefused]
    assert answers[0].violation.key == "not_moved"


def test_its_games_verify(mat, made):
    mat.into("A_one", Cell(-1, 0))
    mat.ask(ConfirmProposal(mat.side.proposals[0].id))
    made.close()
    assert verify(made.path, GAMES).events == 1


def test_cells_and_zones_are_drawn_and_what_lies_face_down_tells_nothing(made):
    teller = Teller(made.game, made.state, EN)
    for picture in (mat_picture(teller, {"A": "disc", "B": "diamond"}), battlefield(teller)):
        assert picture.count("Z") >= len(GRID.cells) + 2
        assert "End of A" in picture
        assert "spikes" not in picture
        assert picture.count(">?</text>") == 2
    made.do(Step(by="A", piece="A:1", to=Cell(-1, 0)))
    turned = teller.at(made.state)
    assert "spikes" in mat_picture(turned, {"A": "disc", "B": "diamond"})
    assert battlefield(turned).count(">?</text>") == 1


def test_what_a_piece_has_lost_is_drawn_in_the_games_own_signs(made):
    teller = Teller(made.game, made.state, EN)
    for picture in (mat_picture(teller, {"A": "disc", "B": "diamond"}), battlefield(teller)):
        assert len(re.findall("−3 &amp; a leg(</tspan>)?</text>", picture)) == 2


def test_a_model_has_the_signs_that_its_game_names(mat, made):
    board = Teller(made.game, made.state, EN).board
    play = SimpleNamespace(board=board, seats=(), standing=mat.standing, zones=(), proposals=())
    marks = marks_of(SimpleNamespace(pieces=mat.view().pieces, play=play))
    assert {base: mark.badges for base, mark in marks.items()} == {"A_one": ("⚑1", "☂"), "B_one": ("⚑1", "☂")}


def test_a_token_is_known_by_its_cell_and_is_never_anybodys_creature(mat):
    mat.into("t_one", Cell(-1, 0), 10.0)
    mat.into("t_two", Cell(0, 1), -8.0)
    mat.look(3.0)
    assert [mat.standing.of(f"trap:{number}").base for number in (1, 2)] == ["t_one", "t_two"]
    assert mat.side.proposals == ()
    mat.into("A_one", Cell(-1, 0), -10.0)
    (step,) = mat.side.proposals
    assert step.possible, "a token holds no cell"
    mat.into("t_two", Cell(1, 1))
    assert mat.state.at["A:1"] == Cell(-1, 0), "whoever moves the next model goes on"
    assert mat.side.proposals == (), "in this game nothing is meant by a token that is moved"
    assert (mat.how("trap:2"), mat.standing.of("trap:2").ghost) == (PlacementState.MOVED, True)


def test_a_base_in_the_cell_of_a_token_is_not_that_token_nor_the_other_way_round(tmp_path, made):
    mat = CellMats(tmp_path, record=made)
    mat.into("x_base", Cell(-1, 0))
    mat.into("t_one", Cell(-2, 0))
    mat.look(3.0)
    assert mat.standing.of("trap:1").base == ""
    assert mat.standing.of("A:1").base == ""
    assert {each.base: each.may_be for each in mat.standing.strangers} == {
        "x_base": ("A:1", "B:1"),
        "t_one": (),  # tokens are alike: which it is follows from where it lies
    }


def test_a_token_under_somebody_is_drawn_beside_and_below(made):
    made.do(Step(by="A", piece="A:1", to=Cell(-1, 0)))
    placed = Teller(made.game, made.state, EN).board.placed
    assert [each.id for each, _ in placed] == ["trap:1", "trap:2", "A:1", "B:1"]
    at = {each.id: place for each, place in placed}
    assert at["A:1"] == GRID.centre(Cell(-1, 0))
    assert at["trap:1"] != at["A:1"]
    assert GRID.cell_at(at["trap:1"]) == Cell(-1, 0)
    assert at["trap:2"] == GRID.centre(Cell(0, 1))


def test_a_game_without_a_board_has_an_empty_mat_and_no_picture(tmp_path):
    setup = Setup((Seat("A", "Ann"), Seat("B", "Bob")))
    with closing(Record.create(tmp_path / "toy.game", Toy(), setup, lambda: NOON, seed=bytes(32))) as record:
        mat = CellMats(tmp_path, record=record)
        mat.put("A_one", 100.0, 100.0)
        assert mat.side.proposals == ()
        assert mat.standing.all == ()
        assert mat_picture(Teller(record.game, record.state, EN), {}) == ""
        assert battlefield(Teller(record.game, record.state, EN)) == ""
