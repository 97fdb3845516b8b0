"""Places on mats that do not lie flat: what is modelled, what is allowed for, and that flat mats are left alone."""

from dataclasses import replace

import numpy as np
import pytest

from vision.images.frame import Frame
from vision.simulation import SimulatedTable, simulated_table
from vision.simulation.optics import Wave, met_surface, raised_mm
from vision.tracking.tracker import Tracker

BOWL = (Wave(1.5, 1240.0, 0.0, 0.05), Wave(1.5, 1240.0, 1.57, 0.0))
BOW = (Wave(2.0, 1240.0, 0.3, 0.1),)


def errors(name: str, waves: tuple[Wave, ...], flatness_sigma_mm: float = 0.01) -> tuple[np.ndarray, np.ndarray]:
    """How far places are off in mm, and each coordinate in deviations."""
    table = simulated_table(name, size=(1280, 720))
    mat = replace(table.layout.mat, flatness_sigma_mm=flatness_sigma_mm)
    table = SimulatedTable(replace(table.scene, waves=waves, layout=replace(table.layout, mat=mat)))
    tracker = Tracker(table.layout, table.lens)
    for number in range(4):
        observation = tracker.update(Frame(table.render(number / 5), number / 5, number))
    truth = table.truth(0.0)
    places = (*observation.bases, *observation.terrain)
    steps = np.array([(p.x_mm - truth.place(p.id).x_mm, p.y_mm - truth.place(p.id).y_mm) for p in places])
    return np.hypot(*steps.T), np.abs(steps) / np.array([[place.sigma_mm] for place in places])


@pytest.mark.parametrize(
    ("name", "waves", "p95_mm"), [("still", BOWL, 0.12), ("tilt", BOWL, 0.2), ("still", BOW, 0.25)]
)
def test_a_bowed_mat_is_levelled(name: str, waves: tuple[Wave, ...], p95_mm: float):
    off_mm, sigmas = errors(name, waves)
    assert np.percentile(off_mm, 95) < p95_mm
    assert np.mean(sigmas < 2) > 0.85


def test_a_flat_mat_is_left_as_it_is():
    off_mm, sigmas = errors("still", ())
    assert np.percentile(off_mm, 95) < 0.06
    assert np.mean(sigmas < 2) > 0.93


def test_waves_that_the_tags_do_not_show_are_covered_by_what_the_table_file_allows():
    waves = (Wave(0.5, 380.0, 1.7, 0.8),)
    _, sigmas = errors("still", waves, flatness_sigma_mm=0.5)
    assert np.mean(sigmas < 2) > 0.9


def test_views_meet_a_wavy_mat_where_it_is():
    table = simulated_table("wavy", size=(640, 360))
    scene = table.scene
    pose = scene.camera_pose(0.0)
    places = np.array([[60.0, 80.0], [300.0, 310.0], [580.0, 20.0]])
    heights = raised_mm(scene.waves, places[:, 0], places[:, 1]) + 0.4
    seen = (np.column_stack([places, heights]) - pose.centre_mm) @ np.array(pose.rotation).T
    assert np.abs(heights).max() > 1.0
    assert met_surface(pose, seen[:, :2] / seen[:, 2:], 0.4, scene.waves) == pytest.approx(places, abs=1e-4)
