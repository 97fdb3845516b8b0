"""The simulated scenes of long and of hard play do what they say, in picture and truth."""

import math

import numpy as np
import pytest

from vision.simulation import SimulatedTable, Truth, simulated_table
from vision.simulation.render.tone import light_of

SMALL = (640, 360)


def mat_corners_px(truth: Truth) -> dict[int, np.ndarray]:
    return {tag.id: np.array(tag.corners_px) for tag in truth.tags if not tag.carrier}


def light(table: SimulatedTable, t_s: float) -> np.ndarray:
    return light_of(table.render(t_s)).astype(float).mean(axis=2)


def test_in_play_a_hand_is_over_the_table_about_a_third_of_the_time_and_one_piece_moves_at_a_time():
    scene = simulated_table("play", size=SMALL).scene
    times = np.arange(0.0, scene.period_s, 0.1)
    assert 0.25 < np.mean([len(scene.hands(t_s)) for t_s in times]) < 0.45
    assert max(len(scene.moving(t_s)) for t_s in times) == 1
    assert len(scene.cards) >= 6
    assert len(scene.dice) >= 4


def test_a_longer_focus_grows_the_picture_about_its_principal_point():
    table = simulated_table("focus", size=SMALL)
    before, after = mat_corners_px(table.truth(3.0)), mat_corners_px(table.truth(6.0))
    (_, _, cx), (_, _, cy), _ = table.true_lens.matrix
    for tag_id, px in before.items():
        assert after[tag_id] - (cx, cy) == pytest.approx(1.01 * (px - (cx, cy)), abs=1e-9)
    assert table.truth(3.0).camera == table.truth(6.0).camera
    assert table.scene.lens_at(6.0).matrix[0][0] == pytest.approx(1.01 * table.true_lens.matrix[0][0])


def test_the_mat_creeps_by_a_fifth_of_a_millimetre_a_second():
    scene = simulated_table("creep", size=SMALL).scene
    early, late = (scene.setting(t_s).mat for t_s in (5.0, 9.0))
    assert math.hypot(late.x_mm - early.x_mm, late.y_mm - early.y_mm) == pytest.approx(0.8)
    assert scene.pieces(5.0) == scene.pieces(9.0)


def test_only_the_pulled_corner_goes_and_comes_back():
    table = simulated_table("corner", size=SMALL)
    before, pulled, after = (mat_corners_px(table.truth(t_s)) for t_s in (3.0, 6.0, 11.0))
    corner = table.layout.mat.tags[0].id
    for tag_id, px in before.items():
        assert np.array_equal(after[tag_id], px)
        assert (np.abs(pulled[tag_id] - px).max() > 1.0) == (tag_id == corner)


def test_mains_flicker_throws_bands_that_wander():
    table = simulated_table("flicker", size=SMALL, noise=0.0)
    rows = light(table, 1.0).mean(axis=1) / light(table, 1.0 + 1.0 / 30.0).mean(axis=1)
    assert rows.max() / rows.min() > 1.2


def test_a_lamp_that_goes_off_darkens_its_side():
    table = simulated_table("lamp", size=SMALL, noise=0.0)
    share = light(table, 5.0).mean(axis=0) / light(table, 3.0).mean(axis=0)
    assert share[:40].mean() > 0.9
    assert share[-40:].mean() < 0.4


def test_the_sweeping_hand_hides_tags_all_over_the_mat_and_touches_no_piece():
    table = simulated_table("sweep", size=SMALL)
    hidden = {
        tag.carrier for t_s in np.arange(2.0, 12.5, 0.5) for tag in table.truth(float(t_s)).tags if tag.visible < 0.2
    }
    assert len(hidden) > 8
    assert not any(table.scene.moving(t_s) for t_s in np.arange(0.0, 14.0, 0.5))
    assert table.truth(1.0).hands == ()


def test_four_players_find_models_of_small_and_large_bases_at_a_match_and_no_tag_twice():
    layout = simulated_table("match", size=(640, 360)).scene.layout
    for owner in "ABCD":
        assert {16.0, 24.0} <= {base.radius_mm for base in layout.bases if base.owner == owner}
    ids = [tag.id for piece in (*layout.bases, *layout.terrain) for tag in piece.tags] + [t.id for t in layout.mat.tags]
    assert len(ids) == len(set(ids))
