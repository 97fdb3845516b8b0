"""Names on the mat of the big screen: each with what is left of its health, on the mat, and beside one another."""

import re
from itertools import combinations

from companion.games.display.board_view import BoardView, PieceView
from companion.geometry import MatPoint
from companion.geometry.grid import Cell, Grid, GridKind
from companion.phones.pages.far_labels import FONT_MM, far_labels
from companion.phones.pages.mat_svg import mat_picture
from companion.texts import Language
from tests.league.told_table import ToldTable

SIDE_MM, RADIUS_MM = 600.0, 16.0
LETTER_MM = 0.55 * FONT_MM
"""Width of a bold letter, on average."""
SIGN_MM = 50.0
NAMES = ("Maud Averill, Causeway Warden", "Greer the Lamplighter", "Old Korra", "Severus", "Cordelia", "Tam")
SHORT = ("Maud", "Greer", "Korra", "Severus", "Cordelia", "Tam")
"""Where there is room for a word of each."""
LABEL = re.compile(
    r'<g class="named side-(\w+)" transform="translate\((\d+) (\d+)\) scale\(([\d.]+)\)">'
    r'(?:<path[^>]*/><text[^>]*class="left">(\d+)</text>)?<text[^>]*>([^<]+)</text></g>'
)


def labels_of(pieces, **board):
    view = BoardView((SIDE_MM, SIDE_MM), pieces=tuple(pieces), **board)
    places = [(at.x_mm, SIDE_MM - at.y_mm) for _, at in view.placed]
    seats, glyphs, whole = (
        {"A": "disc", "B": "diamond"},
        {"disc": "M0,0", "diamond": "M1,0"},
        (0.0, 0.0, SIDE_MM, SIDE_MM),
    )
    return LABEL.findall(far_labels(view, places, seats, glyphs, whole))


def piece(number, name, at, badges=("♥2/3", "✔"), **how):
    return PieceView(f"{number}", name, "M", "AB"[number % 2], RADIUS_MM, at, badges=badges, **how)


def box_of(label):
    _, left, top, _, figure, name = label
    wide = LETTER_MM * len(name) + SIGN_MM * bool(figure)
    return float(left), float(top), float(left) + wide, float(top) + FONT_MM


def test_twelve_models_have_their_names_apart_from_one_another_and_on_the_mat():
    spots = [MatPoint(75.0 + 150.0 * (each % 4), 110.0 + 190.0 * (each // 4)) for each in range(12)]
    found = labels_of(piece(number, NAMES[number % 6], at) for number, at in enumerate(spots))
    assert [(shape, figure, name) for shape, _, _, _, figure, name in found] == [
        (("disc", "diamond")[number % 2], "2", SHORT[number % 6]) for number in range(12)
    ]
    assert {scale for _, _, _, scale, *_ in found} == {"1.00"}
    boxes = [box_of(each) for each in found]
    assert all(left >= 0 and top >= 0 and right <= SIDE_MM and low <= SIDE_MM for left, top, right, low in boxes)
    shared = [(min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])) for a, b in combinations(boxes, 2)]
    assert not [each for each in shared if min(each) > FONT_MM / 4]


def test_few_models_keep_a_title_with_the_name_and_none_tells_health_that_nobody_knows():
    (lone, other) = labels_of(
        [piece(0, "Old Korra", MatPoint(590.0, 300.0)), piece(1, "Severus", MatPoint(90.0, 300.0), badges=("✔",))]
    )
    assert (lone[4:], other[4:]) == (("2", "Old Korra"), ("", "Severus"))


def test_on_cells_names_are_a_word_and_smaller_with_many_and_tokens_have_none():
    grid = Grid(GridKind.HEX, 70.0, MatPoint(300.0, 300.0), 0.0, frozenset({Cell(0, 0)}))
    trap = piece(1, "Trap", MatPoint(300.0, 260.0), is_token=True)
    korra = piece(0, "Old Korra", MatPoint(300.0, 300.0), cell=Cell(0, 0))
    (label,) = labels_of([korra, trap], grid=grid)
    assert label[3:] == ("1.00", "2", "Korra")
    left, top, right, low = box_of(label)
    assert not (left < 300.0 < right and top < 340.0 < low), "what lies on the mat is seen"
    many = labels_of([korra, *(piece(n, "Tam", MatPoint(50.0 * n, 40.0)) for n in range(1, 9))], grid=grid)
    assert {each[3] for each in many} == {"0.82"}


def test_of_a_board_of_cells_those_who_watch_see_all_that_is_played_on_as_large_as_it_can_be(tmp_path):
    """Letters of 49 mm on 600 mm are read from 4 m: names are that large in the part of the mat that is seen."""
    table = ToldTable("brawl", tmp_path)
    table.play(30)
    teller = table.match.teller(Language.ENGLISH)
    picture = mat_picture(teller, {"A": "disc", "B": "diamond"}, watched=True)
    left, top, side, high = map(float, re.search(r'viewBox="([^"]*)"', picture)[1].split())
    grid = teller.board.grid
    corners = [corner for cell in grid.cells for corner in grid.corners(cell)]
    assert all(left < each.x_mm < left + side and top < SIDE_MM - each.y_mm < top + high for each in corners)
    assert (side == high, side < 0.9 * SIDE_MM) == (True, True)
    names = LABEL.findall(picture)
    assert len(names) == 6
    assert all(abs(float(scale) / (side - 12) * SIDE_MM - 1) < 0.01 for _, _, _, scale, *_ in names)
