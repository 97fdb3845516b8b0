"""Which piece a player means, told by what is touched and what moved."""

from dataclasses import replace

import pytest

from companion.games.prompt import CommandSpec, Spot
from companion.geometry import Base, Mat, MatPoint, Terrain
from companion.referee import Choices, Count, Health, Level, Measures, Piece, Subsystem, TrackState, View
from companion.referee.mat.locator import ModelLocator
from companion.referee.match.command_builder import UnseenError

HEALTHY = Health(dict.fromkeys(Subsystem, Level.GOOD), (), 0.05, 20.0, "usb:0", Count(2))
BLIND = replace(HEALTHY, levels=dict.fromkeys(Subsystem, Level.BLIND))
MOVE = CommandSpec(kind="move", by="A", fixed={"creature": "A:3"}, fields={"to": Spot(why="move")})
LAY = CommandSpec(kind="layterrain", by="A", fixed={"card": "A:t1"}, fields={"outline": Spot(why="template")})


class LocatorMat:
    """A mat on which a test puts pieces: by name, owner first, such as `A_greer`."""

    def __init__(self):
        self.now_s = 0.0
        self.pointing = ModelLocator(("A", "B"), lambda: self.now_s)

    def shows(self, chosen=(), health=HEALTHY, states=None, terrain=(), **places):
        pieces = tuple(
            Piece(
                Base(name, MatPoint(*at), 16.0, None if name[0] == "x" else name[0], sigma_mm=0.2),
                (states or {}).get(name, TrackState.SEEN),
                0.0,
            )
            for name, at in places.items()
        )
        choices = Choices(chosen=chosen)
        self.pointing.saw(View(0, Mat(), Measures(), choices, health, pieces=pieces, terrain=terrain))
        self.now_s += 10.0

    def place(self, spec=MOVE, field="to", values=None):
        """The place that is told; None where it is not."""
        try:
            return self.pointing.spot(spec, field, values or {})
        except UnseenError:
            return None


@pytest.fixture
def mat():
    return LocatorMat()


def test_before_anything_is_touched_or_moved_no_place_is_told(mat):
    assert mat.place() is None
    mat.shows(A_greer=(100.0, 100.0), B_robin=(300.0, 300.0))
    assert mat.place() is None


def test_a_model_is_lacking_until_its_base_is_put_down_and_nobody_says_so_in_the_dark(mat):
    assert not mat.pointing.lacks_model(MOVE), "nothing was seen yet"
    mat.shows(A_greer=(100.0, 100.0))
    assert mat.pointing.lacks_model(MOVE)
    mat.shows(A_greer=(150.0, 100.0), states={"A_greer": TrackState.LIFTED})
    assert mat.pointing.lacks_model(MOVE), "it is in a hand"
    mat.shows(A_greer=(150.0, 100.0))
    assert not mat.pointing.lacks_model(MOVE)
    assert mat.place() is not None
    mat.shows(health=BLIND)
    assert not mat.pointing.lacks_model(MOVE)


def test_the_base_that_was_touched_is_meant_with_its_standard_deviation(mat):
    mat.shows(A_greer=(100.0, 100.0), A_wren=(300.0, 300.0))
    mat.shows(A_greer=(150.0, 100.0), A_wren=(300.0, 300.0), chosen=("A_wren",))
    assert mat.place() == {"x_mm": 300.0, "y_mm": 300.0, "sigma_mm": 0.2}


def test_else_the_base_of_that_player_which_moved_last_is_meant(mat):
    mat.shows(A_greer=(100.0, 100.0), A_wren=(300.0, 300.0), B_robin=(500.0, 500.0))
    mat.shows(A_greer=(150.0, 100.0), A_wren=(300.0, 300.0), B_robin=(500.0, 500.0))
    mat.shows(A_greer=(150.0, 100.0), A_wren=(340.0, 300.0), B_robin=(500.0, 500.0))
    mat.shows(A_greer=(150.5, 100.0), A_wren=(340.0, 300.0), B_robin=(400.0, 500.0))
    assert mat.place()["x_mm"] == 340.0


def test_small_steps_add_up_to_a_move(mat):
    for step in range(10):
        mat.shows(A_greer=(100.0 + step, 100.0))
    assert mat.place()["x_mm"] == 109.0


def test_a_base_of_nobody_may_be_anybodys(mat):
    mat.shows(x_greer=(100.0, 100.0))
    mat.shows(x_greer=(160.0, 100.0))
    assert mat.place()["x_mm"] == 160.0


def test_a_piece_that_comes_from_the_box_has_moved(mat):
    mat.shows(B_robin=(300.0, 300.0))
    mat.shows(B_robin=(300.0, 300.0), A_greer=(100.0, 16.0))
    spec = CommandSpec(kind="placehero", by="A", fields={"at": Spot(why="side")})
    assert mat.place(spec, "at")["y_mm"] == 16.0


@pytest.mark.parametrize("state", [TrackState.HELD, TrackState.LOST, TrackState.LIFTED, TrackState.MOVED])
def test_a_piece_that_is_not_seen_at_rest_has_no_place(mat, state):
    mat.shows(A_greer=(100.0, 100.0))
    mat.shows(A_greer=(160.0, 100.0))
    mat.shows(A_greer=(160.0, 100.0), states={"A_greer": state})
    assert mat.place() is None
    mat.shows(A_greer=(160.0, 100.0), states={"A_greer": state}, chosen=("A_greer",))
    assert mat.place() is None


def test_while_a_player_holds_a_piece_no_other_of_theirs_is_meant(mat):
    mat.shows(A_greer=(100.0, 100.0), A_wren=(300.0, 300.0))
    mat.shows(A_greer=(160.0, 100.0), A_wren=(300.0, 300.0))
    mat.shows(A_greer=(160.0, 100.0), A_wren=(300.0, 300.0), states={"A_wren": TrackState.LIFTED})
    assert mat.place() is None


def test_an_opponents_base_that_was_touched_is_no_answer(mat):
    mat.shows(A_greer=(100.0, 100.0), B_robin=(300.0, 300.0))
    mat.shows(A_greer=(160.0, 100.0), B_robin=(300.0, 300.0), chosen=("B_robin",))
    assert mat.place() is None


def test_where_nothing_can_be_measured_nothing_is_told(mat):
    mat.shows(A_greer=(100.0, 100.0))
    mat.shows(A_greer=(160.0, 100.0))
    mat.shows(A_greer=(160.0, 100.0), health=BLIND)
    assert mat.place() is None


def test_a_template_is_the_one_that_was_laid_last(mat):
    def template(name, x_mm):
        return Terrain(name, tuple(MatPoint(x_mm + dx, 200.0 + dy) for dx, dy in ((0, 0), (40, 0), (40, 40))))

    mat.shows(terrain=(template("wood", 100.0),))
    assert mat.place(LAY, "outline") is None
    mat.shows(terrain=(template("wood", 100.0), template("pond", 300.0)))
    assert mat.place(LAY, "outline") == [(300.0, 200.0), (340.0, 200.0), (340.0, 240.0)]


def test_a_creature_set_right_by_hand_is_named_by_the_intent(mat):
    spec = CommandSpec(kind="correct", by="A", fields={"at": Spot(why="seen"), "outline": Spot(why="seen")})
    mat.shows(A_greer=(100.0, 100.0), B_robin=(300.0, 300.0))
    mat.shows(A_greer=(160.0, 100.0), B_robin=(360.0, 300.0))
    assert mat.place(spec, "at", {"of": ["B:2"]})["x_mm"] == 360.0
    assert mat.place(spec, "outline", {"of": ["B:2"]}) == []
