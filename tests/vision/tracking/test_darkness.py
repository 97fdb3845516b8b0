"""The lamp goes out, so that nothing at all can be seen, and on again."""

from dataclasses import replace

import numpy as np

from vision import Tracker, TrackState
from vision.images.frame import Frame
from vision.simulation import simulated_table
from vision.simulation.director import Director
from vision.simulation.scene.script import PiecePose

STEP_S = 0.1


def test_after_the_dark_every_piece_is_seen_again_also_one_that_was_moved():
    now_s = 0.0
    table = simulated_table("match", size=(1280, 720))
    director, tracker = Director(table, lambda: now_s), Tracker(table.layout, table.lens)

    def until(end_s):
        nonlocal now_s
        while now_s < end_s:
            now_s += STEP_S
            seen = tracker.update(Frame(table.render(now_s), now_s, round(now_s / STEP_S)))
        return {place.id: place for place in seen.bases}, seen

    at = {"a1": PiecePose(250.0, 100.0, 0.3), "b1": PiecePose(350.0, 100.0, 0.3)}
    start = tuple((piece, at.get(piece, pose)) for piece, pose in table.scene.start)
    table.goes_on(lambda scene: replace(scene, start=start))
    until(1.0)
    places, seen = until(director.light(0.0) + 1.5)
    assert not seen.mat.found
    assert {place.state for place in places.values()} == {TrackState.HELD}
    director.light(1.0)
    places, seen = until(director.carry("b1", PiecePose(350.0, 300.0, 0.3)) + 1.0)
    assert seen.mat.found
    assert {place.state for place in places.values()} == {TrackState.SEEN}
    assert np.hypot(places["b1"].x_mm - 350.0, places["b1"].y_mm - 300.0) < 0.5
