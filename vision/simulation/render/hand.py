"""A hand with its arm, as a chain of rounded cones."""

import math
from itertools import pairwise

from vision.simulation.render.solid import Ball, Body, Colour, Shading
from vision.simulation.scene.script import HandPose

SKIN: Colour = (128.0, 160.0, 205.0)
SLEEVE: Colour = (96.0, 70.0, 58.0)
SLEEVE_FROM_MM = 250.0
ARM_END_MM = 640.0

_FINGERS = ((-21.0, 5.6, 62.0), (-9.0, 6.4, 62.0), (3.0, 6.8, 58.0), (14.0, 6.4, 61.0))
"""For each finger, in mm: position of its knuckle across the hand, its radius, and distance of its knuckle behind the
tips."""


def hand_bodies(pose: HandPose) -> tuple[Body, ...]:
    """Returns the bodies of a hand that holds something at its fingertips, from the farthest to the nearest."""
    x, y, z = pose.tip_mm
    back_x, back_y = pose.from_mm[0] - x, pose.from_mm[1] - y
    if math.hypot(back_x, back_y) < 1.0:
        back_x, back_y = pose.from_mm[0] - 300.0, pose.from_mm[1] - 300.0
    length = math.hypot(back_x, back_y)
    back = (back_x / length, back_y / length)
    side = (-back[1], back[0])

    def ball(behind_mm: float, across_mm: float, up_mm: float, radius_mm: float) -> Ball:
        return Ball(
            x + behind_mm * back[0] + across_mm * side[0],
            y + behind_mm * back[1] + across_mm * side[1],
            z + up_mm,
            radius_mm,
        )

    def limb(colour: Colour, *balls: Ball) -> tuple[Body, ...]:
        return tuple(Body(pair, colour, Shading.ROUND) for pair in pairwise(balls))

    bodies: list[Body] = []
    bodies += limb(SKIN, ball(2, 11, -2, 7.0), ball(26, 27, 10, 8.0), ball(62, 24, 18, 12.0))
    for across, radius, knuckle in _FINGERS:
        tip_across = 0.45 * across - 6.0
        middle = ball(30.0, across * 0.9 - 2.0, 22.0, radius)
        bodies += limb(SKIN, ball(2.0 + abs(across) * 0.2, tip_across, 0.0, radius * 0.85), middle)
        bodies += limb(SKIN, middle, ball(knuckle, across, 26.0, radius * 1.1))
    bodies.append(
        Body(
            (ball(60, -18, 26, 10.0), ball(60, 12, 26, 11.0), ball(104, 14, 26, 14.0), ball(104, -12, 26, 13.0)),
            SKIN,
            Shading.ROUND,
        )
    )
    wrist, elbow = ball(120, 1, 28, 20.0), ball(SLEEVE_FROM_MM, 0, 42, 29.0)
    bodies += limb(SKIN, ball(96, 0, 27, 21.0), wrist, elbow)
    cuff, shoulder = ball(SLEEVE_FROM_MM - 22.0, 0, 41, 34.0), ball(ARM_END_MM, 0, 90, 46.0)
    bodies += limb(SLEEVE, cuff, ball((SLEEVE_FROM_MM + ARM_END_MM) / 2, 0, 64, 40.0), shoulder)
    return tuple(bodies)
