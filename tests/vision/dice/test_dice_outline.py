"""The squares around a face, in patches of which everything is known."""

import numpy as np
import pytest

from vision.dice.pips.face_outline import find_open_outlines, find_outline, grid, turned

INNER, OUTER = 1.45, 2.35
TURN_RAD = np.deg2rad(-22.5)


def patch(turn_rad=0.0):
    """A pale square on a dark one, as a die on a tile, on a ground between them."""
    far = np.abs(grid() @ turned(turn_rad)).max(axis=2)
    grey = np.where(far < INNER, 200.0, np.where(far < OUTER, 60.0, 150.0))
    return np.repeat(grey[..., None], 3, axis=2).astype(np.float32)


@pytest.mark.parametrize("half", [INNER, OUTER])
def test_the_square_that_is_asked_for_is_found_where_another_is_as_clear(half):
    assert find_outline(patch(), half).reach == pytest.approx([half] * 4, abs=0.1)


@pytest.mark.parametrize("turn_rad", [0.0, TURN_RAD])
def test_where_nothing_is_known_every_square_that_is_clear_is_told(turn_rad):
    found = find_open_outlines(patch(turn_rad))
    for half in (INNER, OUTER):
        (outline,) = [outline for outline in found if abs(outline.reach.mean() - half) < 0.1]
        assert outline.turn_rad == pytest.approx(turn_rad, abs=np.deg2rad(3))


def test_where_nothing_is_around_a_pip_no_square_is_told():
    assert find_open_outlines(np.full_like(patch(), 90.0)) == []
