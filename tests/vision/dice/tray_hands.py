"""Pictures of hands in a tray: an arm from the edge, a palm and fingers, with a soft shadow and a tremor."""

from dataclasses import dataclass

import cv2
import numpy as np

from tests.vision.dice.tray_images import SIZE_PX, tray

FINGERS = ((-0.5, 0.75), (-0.2, 1.0), (0.1, 1.05), (0.4, 0.85))
"""Of each finger, how far it is spread in rad, and its length in palms."""


@dataclass(frozen=True)
class ReachingHand:
    """A hand that reaches into the picture.

    Attributes:
        tips: Where its fingertips are, in pixels from the left and from above.
        heading: Direction of the arm from the tips outwards, rad; 0 is to the right, pi / 2 downwards.
        palm_px: Size of the palm.
        skin: Its colour, BGR.
        shadow: Share of the light that its shadow leaves.
        shadow_px: How far to the side the shadow falls.
    """

    tips: tuple[float, float]
    heading: float = 0.3
    palm_px: float = 60.0
    skin: tuple[int, int, int] = (110, 140, 190)
    shadow: float = 0.55
    shadow_px: tuple[float, float] = (-14.0, 18.0)


def with_hand(picture, hand, number):
    """A picture with a hand over it; a little elsewhere in each picture, as hands tremble.

    Args:
        picture: (h, w, 3) BGR.
        hand: The hand.
        number: Of the picture; gives the tremor.
    """
    tremor = np.random.default_rng(number).normal(0, 0.8, 2)
    shape = _silhouette(hand, np.asarray(hand.tips) + tremor)
    fallen = cv2.warpAffine(shape, np.float32([[1, 0, hand.shadow_px[0]], [0, 1, hand.shadow_px[1]]]), SIZE_PX)
    dark = 1 - (1 - hand.shadow) * cv2.GaussianBlur(fallen, (0, 0), 7)
    lit = picture * dark[..., None]
    # A hand is round: its rim is darker than its middle.
    depth = np.clip(cv2.distanceTransform((shape > 0.5).astype(np.uint8), cv2.DIST_L2, 5) / 14, 0, 1)
    skin = np.asarray(hand.skin, np.float32) * (0.7 + 0.3 * depth[..., None])
    cover = cv2.GaussianBlur(shape, (0, 0), 0.8)[..., None]
    return np.clip(lit * (1 - cover) + skin * cover, 0, 255).astype(np.uint8)


def _silhouette(hand, tips):
    shape = np.zeros(SIZE_PX[::-1], np.float32)
    along = np.array((np.cos(hand.heading), np.sin(hand.heading)))
    palm = tips + 1.5 * hand.palm_px * along
    far = palm + 900 * along
    width = round(0.33 * hand.palm_px)
    for spread, length in FINGERS:
        turn = hand.heading + np.pi + 0.55 * spread
        tip = palm + hand.palm_px * (0.5 + length) * np.array((np.cos(turn), np.sin(turn)))
        cv2.line(shape, _at(palm), _at(tip), 1.0, width, cv2.LINE_AA)
    thumb = hand.heading + np.pi - 1.1
    reach = palm + 1.05 * hand.palm_px * np.array((np.cos(thumb), np.sin(thumb)))
    cv2.line(shape, _at(palm), _at(reach), 1.0, width, cv2.LINE_AA)
    cv2.circle(shape, _at(palm), round(0.62 * hand.palm_px), 1.0, -1, cv2.LINE_AA)
    cv2.line(shape, _at(palm), _at(far), 1.0, round(0.8 * hand.palm_px), cv2.LINE_AA)
    return shape


def _at(point):
    return round(float(point[0])), round(float(point[1]))


@dataclass
class TrayFilm:
    """The pictures of one tray, ten a second."""

    pictures: list

    def rests(self, *dice, count=12):
        """Dice lie there, and nothing moves."""
        for _ in range(count):
            self._add(dice)
        return self

    def shows(self, *dice, hand=None):
        """One picture, with a hand or without."""
        self._add(dice, hand)
        return self

    def _add(self, dice, hand=None):
        number = len(self.pictures)
        picture = tray(number, *dice)
        self.pictures.append(picture if hand is None else with_hand(picture, hand, number))
