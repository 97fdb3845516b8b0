"""Views made by hand, for what is said and drawn of them."""

import numpy as np

from companion.geometry import Base, Mat, MatPoint, Scene, Terrain
from companion.referee import (
    Choices,
    Count,
    Health,
    Level,
    Measures,
    Piece,
    Subsystem,
    TopImage,
    TrackState,
    View,
)
from companion.referee.core.selection_answers import answer

MEASURES = Measures(
    {"S": 80.0, "M": 100.0, "L": 150.0, "XL": 250.0}, 2.0, difficult_limit_mm=80.0, actions=("move", "run")
)
BASES = (
    Base("greer", MatPoint(150.0, 150.0), 16.0, "A", sigma_mm=0.1),
    Base("sir-robin", MatPoint(282.0, 150.0), 16.0, "B", sigma_mm=0.1),
    Base("witch", MatPoint(150.0, 182.0), 16.0, "B", sigma_mm=0.1),
    Base("wren", MatPoint(450.0, 450.0), 12.5, "A", sigma_mm=0.1),
)
WOOD = Terrain(
    "wood",
    tuple(MatPoint(x, y) for x, y in ((300.0, 280.0), (380.0, 280.0), (380.0, 400.0), (300.0, 400.0))),
    blocks_sight=True,
    sigma_mm=0.1,
)
SCENE = Scene(Mat(), BASES, (WOOD,))


def healthy(**changes):
    levels = dict.fromkeys(Subsystem, Level.GOOD) | changes.pop("levels", {})
    given = {"troubles": (), "age_s": 0.05, "frame_rate_hz": 21.6, "camera": "usb:0", "count": Count(5)} | changes
    return Health(levels, **given)


def mat_picture(grey):
    """A mat from above that is grey all over, and nothing else."""
    pixels = np.full((600, 600, 3), grey, np.uint8)
    return TopImage((600, 600), lambda: pixels)


def view_of(choices=None, health=None, states=None, missing=(), grey=0, measures=MEASURES):
    """What the referee would tell of the scene above."""
    choices, health, states = choices or Choices(), health or healthy(), states or {}
    gone = {base_id for base_id, state in states.items() if state in {TrackState.LIFTED, TrackState.LOST}}
    scene = Scene(SCENE.mat, tuple(base for base in BASES if base.id not in gone), SCENE.terrain)
    answers = answer(scene, choices, measures, frozenset(), 0.0)
    return View(
        0,
        SCENE.mat,
        measures,
        choices,
        health,
        mat_picture(grey),
        tuple(Piece(base, states.get(base.id, TrackState.SEEN), 3.4 if base.id in states else 0.0) for base in BASES),
        SCENE.terrain,
        missing,
        None if health.blind else answers.focus,
        None if health.blind else answers.pair,
    )
