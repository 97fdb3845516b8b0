"""What players see of a simulated table: a quiet mat, and miniatures in the colours of their owners."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.simulation import simulated_table
from vision.simulation.optics import project
from vision.simulation.render.miniature import livery, miniature_bodies
from vision.simulation.request import parse_simulated
from vision.simulation.scene.script import PiecePose

SIZE = (640, 360)
CANNY = (60, 160)


def bluest(picture, scene, at_mm, half_px=14):
    """How much more blue than red the bluest pixels around a point of the mat are, in grey levels."""
    (x, y), *_ = project(scene.lens, scene.camera_pose(0.0), np.array([at_mm]))
    part = picture[round(y) - half_px : round(y) + half_px + 1, round(x) - half_px : round(x) + half_px + 1]
    return float(np.percentile(part[..., 0].astype(int) - part[..., 2], 97))


def edges_on_the_mat(picture, scene):
    """Which share of the pixels on the mat lies on an edge."""
    corners = project(scene.lens, scene.camera_pose(0.0), np.array([(x, y, 0.0) for x, y in ((20, 20), (580, 580))]))
    (left, low), (right, high) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
    return float((cv2.Canny(picture[low:high, left:right], *CANNY) > 0).mean())


def test_players_see_a_quiet_mat_and_the_eyes_are_tried_on_a_cluttered_one():
    shares = []
    for request in ("match@640x360", "match@640x360?clutter=1"):
        table = parse_simulated(request).table()
        shares.append(edges_on_the_mat(table.render(0.0), table.scene))
    plain, cluttered = shares
    assert plain < 0.01
    assert cluttered > 0.05
    assert not simulated_table("match", size=SIZE).scene.plain, "what tests measure on stays cluttered"
    for name in ("still", "hands", "dark"):
        assert not parse_simulated(name).table().scene.plain, name


def test_miniatures_wear_their_owner_s_colour():
    table = simulated_table("demo", size=(1280, 720), clutter=False)
    picture, scene, poses = table.render(0.0), table.scene, table.scene.pieces(0.0)
    for base in scene.layout.bases:
        pose = poses[base.id]
        blue = bluest(picture, scene, (pose.x_mm, pose.y_mm, base.radius_mm))
        assert blue > 50 if base.owner == "A" else blue < 20, (base.id, blue)


@pytest.mark.parametrize("owner", ["A", "B", "C", "D"])
def test_the_colour_of_a_miniature_does_not_change_its_shape(owner):
    base = next(each for each in simulated_table("match").layout.bases if each.owner == owner)
    pose = PiecePose(100.0, 100.0, 0.3)
    one, other = miniature_bodies(base, pose, 1), miniature_bodies(base, pose, 1, livery(base))
    assert [body.parts for body in one] == [body.parts for body in other]
    assert [body.colour for body in one] != [body.colour for body in other]


def test_a_seed_gives_the_same_landscape_again_and_another_seed_another_one():
    pictures = [simulated_table("match", size=SIZE, seed=seed, clutter=False).render(0.0) for seed in (1, 2)]
    assert all(np.abs(one.astype(int) - other).mean() > 2 for one, other in pairwise(pictures))
    again = simulated_table("match", size=SIZE, seed=1, clutter=False).render(0.0)
    assert np.array_equal(pictures[0], again)
