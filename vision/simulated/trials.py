"""Scenes of long and of hard play: a quiet game, failing light, a camera and a mat that do not stay as they were."""

from dataclasses import replace

from vision.simulated.scene import Die, LooseCard, Scene
from vision.simulated.scenes import Wishes, still
from vision.simulated.script import Carry, PiecePose


def play(wishes: Wishes) -> Scene:
    """A game as it is played: long thoughts, a hand over the table a third of the time, cards and dice about."""
    scene = still(wishes)
    at = dict(scene.start)
    near, far = (250.0, -160.0), (350.0, 760.0)
    moves = (
        ("greer", 3.0, PiecePose(95.0, 185.0, 1.1), near),
        ("gaunt", 13.0, PiecePose(465.0, 400.0, 0.9), far),
        ("isolde", 28.0, PiecePose(360.0, 130.0, -0.4), near),
        ("isolde", 40.0, at["isolde"], near),
        ("gaunt", 46.0, at["gaunt"], far),
        ("greer", 62.0, at["greer"], near),
    )
    carries = tuple(Carry(piece, start_s, to, entry, pause_s=0.5) for piece, start_s, to, entry in moves)
    dice = (Die(560.0, 320.0, 0.4, 5), Die(575.0, 350.0, 1.1, 2), Die(700.0, 240.0, 0.9, 6), Die(722.0, 262.0, 0.2, 3))
    cards = (
        LooseCard(235.0, 345.0, 0.5, 1),
        LooseCard(350.0, 350.0, -1.2, 2),
        LooseCard(-130.0, 120.0, 0.1, 3),
        LooseCard(-120.0, 240.0, -0.2, 4),
        LooseCard(-135.0, 430.0, 1.5, 5),
        LooseCard(720.0, 430.0, 0.05, 6),
        LooseCard(735.0, 540.0, 1.7, 7),
        LooseCard(715.0, 90.0, 2.9, 8),
    )
    return replace(scene, carries=carries, period_s=72.0, dice=dice, cards=cards)
