import math
from dataclasses import replace

import pytest

from companion.referee.mat.scene import scene_of
from vision.observation import MatObservation, Place, TableObservation, TrackState
from vision.table import BaseLayout, MatLayout, TableLayout, Tag, TerrainLayout

LAYOUT = TableLayout(
    MatLayout(600.0, 500.0, "DICT_4X4_100", ()),
    (
        BaseLayout("greer", 16.0, (Tag(10, 12.0, 26.0, 0.0),), owner="A"),
        BaseLayout("shade", 25.0, (Tag(11, 12.0, 35.0, 0.0),), owner="B", stealth=True),
    ),
    (
        TerrainLayout(
            "wood",
            ((-30.0, -40.0), (30.0, -40.0), (30.0, 40.0)),
            (Tag(60, 20.0, 0.0, 0.0),),
            difficult=True,
            blocks_sight=True,
            cover=True,
        ),
    ),
)


def seen(bases=(), terrain=()):
    return TableObservation(3, 1.5, (), MatObservation(found=True), tuple(bases), tuple(terrain))


def place(name, state=TrackState.SEEN, angle_rad=0.0, sigma_rad=0.0):
    return Place(name, 120.0, 300.0, angle_rad, 0.3, sigma_rad, (10,), state)


def test_a_base_keeps_its_place_size_owner_and_deviation():
    scene = scene_of(LAYOUT, seen([place("shade")]))

    (base,) = scene.bases
    assert (base.id, base.centre.x_mm, base.centre.y_mm, base.radius_mm) == ("shade", 120.0, 300.0, 25.0)
    assert (base.owner, base.stealth, base.sigma_mm) == ("B", True, 0.3)
    assert (scene.mat.width_mm, scene.mat.height_mm) == (600.0, 500.0)


def test_a_token_lies_flat_and_hides_nothing():
    layout = replace(LAYOUT, bases=(replace(LAYOUT.bases[0], is_token=True),))
    (token,) = scene_of(layout, seen([place("greer")])).bases
    assert token.stealth


@pytest.mark.parametrize(
    ("state", "there"),
    [
        (TrackState.SEEN, True),
        (TrackState.MOVED, True),
        (TrackState.HELD, True),
        (TrackState.LIFTED, False),
        (TrackState.LOST, False),
    ],
)
def test_only_what_lies_on_the_mat_is_in_the_scene(state, there):
    assert bool(scene_of(LAYOUT, seen([place("greer", state)])).bases) is there


def test_the_scene_has_the_order_of_the_table_file():
    scene = scene_of(LAYOUT, seen([place("shade"), place("greer")]))

    assert [base.id for base in scene.bases] == ["greer", "shade"]


def test_a_template_turns_counter_clockwise_about_its_origin():
    (wood,) = scene_of(LAYOUT, seen(terrain=[place("wood", angle_rad=math.pi / 2)])).terrain

    corners = [(point.x_mm, point.y_mm) for point in wood.polygon]
    assert corners == [pytest.approx(corner) for corner in ((160.0, 270.0), (160.0, 330.0), (80.0, 330.0))]
    assert (wood.difficult, wood.blocks_sight, wood.cover, wood.impassable) == (True, True, True, False)


def test_a_doubtful_angle_widens_a_templates_deviation_at_its_farthest_corner():
    (wood,) = scene_of(LAYOUT, seen(terrain=[place("wood", sigma_rad=0.01)])).terrain

    assert wood.sigma_mm == pytest.approx(math.hypot(0.3, 0.01 * 50.0))
