from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.printing import PrintingError
from companion.printing.page.packing import GAP_MM, Piece, pack
from companion.printing.page.paper import Box
from companion.printing.sheets.mat_tiles import OVERLAP_MM, seams

AREA = Box(8.0, 15.0, 194.0, 250.0)
SIDES = st.floats(5.0, 190.0)


@given(st.lists(st.tuples(SIDES, SIDES), max_size=25))
def test_packed_pieces_lie_apart_and_on_the_page(sizes):
    pieces = [Piece(str(number), *size, draw=lambda pen: None) for number, size in enumerate(sizes)]
    places = pack(pieces, AREA)
    assert sorted(place.piece.name for place in places) == sorted(piece.name for piece in pieces)
    assert {place.page for place in places} == set(range(max((place.page for place in places), default=-1) + 1))
    for number, place in enumerate(places):
        box = place.box
        size = (
            (place.piece.height_mm, place.piece.width_mm)
            if place.turned
            else (place.piece.width_mm, place.piece.height_mm)
        )
        assert (box.width_mm, box.height_mm) == size
        assert box.left_mm >= AREA.left_mm
        assert box.right_mm <= AREA.right_mm + 1e-9
        assert box.bottom_mm >= AREA.bottom_mm - 1e-9
        assert box.top_mm <= AREA.top_mm + 1e-9
        for other in places[:number]:
            beside = max(other.box.left_mm - box.right_mm, box.left_mm - other.box.right_mm)
            above = max(other.box.bottom_mm - box.top_mm, box.bottom_mm - other.box.top_mm)
            assert place.page != other.page or max(beside, above) >= GAP_MM - 1e-9


def test_a_piece_too_large_for_the_paper_is_named():
    with pytest.raises(PrintingError, match="pond-1 needs 300"):
        pack([Piece("pond-1", 300.0, 20.0, draw=lambda pen: None)], AREA)


@given(st.floats(100.0, 700.0), st.floats(80.0, 400.0), st.floats(0.0, 1.0))
def test_tiles_cover_everything_and_cut_no_tag(length, tile, where):
    whole = (where * (length - 34.0), where * (length - 34.0) + 34.0)
    starts = seams((0.0, length), tile, [whole])
    assert starts[0] == 0.0
    assert starts[-1] + tile >= length
    for before, start in pairwise(starts):
        assert before < start <= before + tile - OVERLAP_MM + 1e-9
        assert start >= whole[1] or start + OVERLAP_MM <= whole[0]


def test_paper_too_small_for_a_tag_is_refused():
    with pytest.raises(PrintingError, match="too small"):
        seams((0.0, 600.0), 35.0, [(30.0, 64.0)])
