"""Detects whether anything moves in a tray, and whether a hand is in it.

Images are compared at a small size, in grey, with two others: a comparison with an image from a moment ago shows
movement; a comparison with the last image at rest shows everything that has arrived since, moving or not. An arrival
that extends inwards from the edge is a hand, even while it is held still.

Method: frame differencing, and background subtraction against the last image at rest.
"""

from collections import deque
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Grey, Image
from vision.dice.dice_reading import Point
from vision.images.image import grey_of

WIDTH_PX = 400
"""Width at which images are compared."""

MIN_CHANGE = 9.0
"""Smallest change in grey levels of the small image; the noise of a dim camera stays below half of it."""

LOOK_BACK_S = 0.3
"""Age of the image used to detect slow motion."""

MIN_MOVING_PX = 7
"""Smallest moving area in cells of the small image; a smaller one is a flicker of one cell and its neighbours."""

HAND_PART = 0.02
"""Smallest area of a hand, as a share of the tray's area: several dice together are smaller."""

SCENE_PART = 0.6
"""Share of the tray's area from which a change is attributed to the camera or the light."""

HAND_PATIENCE_S = 20.0
"""Time without movement after which an object that extends inwards from the edge counts as part of the tray."""

EDGE_PX = 2


class TrayActivity(StrEnum):
    """The activity in the tray.

    STILL: nothing moves. MOVING: something no larger than dice moves, or did a moment ago. HAND: something that extends
    inwards from the edge is there, moving or not.
    """

    STILL = "still"
    MOVING = "moving"
    HAND = "hand"


class ActivityDetector:
    """Compares every image of one tray with earlier ones."""

    def __init__(self, within_px: tuple[Point, ...] | None) -> None:
        """Starts without a reference.

        Args:
            within_px: The tray's corners in the image; None for the whole image.
        """
        self._within_px = within_px
        self._area: NDArray[np.uint8] | None = None
        self._edge: NDArray[np.bool_] | None = None
        self._recent: deque[tuple[float, Grey]] = deque()
        self._rest: Grey | None = None
        self._stirred_s = -np.inf
        self._moved_s = -np.inf

    @property
    def stirred_s(self) -> float:
        """When something last moved or a hand was there; minus infinity before the first image."""
        return float(self._stirred_s)

    def look(self, image: Image, at_s: float) -> TrayActivity:
        """Returns the activity in this image, compared with earlier ones.

        Args:
            image: (h, w) grey or (h, w, 3) BGR; a new size starts over.
            at_s: When it was taken, monotonic seconds.
        """
        small = self._small(image)
        if not self._recent:
            self._stirred_s = at_s
            self._recent.append((at_s, small))
            return TrayActivity.MOVING
        moving = self._changed(small, self._recent[-1][1]) | self._changed(small, self._recent[0][1])
        self._recent.append((at_s, small))
        while at_s - self._recent[0][0] > LOOK_BACK_S and len(self._recent) > 2:
            self._recent.popleft()
        activity = self._kind(moving)
        if activity is not TrayActivity.STILL:
            self._moved_s = at_s
        elif self._holds_hand(small) and at_s - self._moved_s < HAND_PATIENCE_S:
            activity = TrayActivity.HAND
        if activity is not TrayActivity.STILL:
            self._stirred_s = at_s
        return activity

    def rest(self) -> None:
        """Makes the newest image the reference of the tray at rest."""
        self._rest = self._recent[-1][1]

    def _small(self, image: Image) -> Grey:
        scale = WIDTH_PX / image.shape[1]
        size_px = (WIDTH_PX, max(1, round(image.shape[0] * scale)))
        small = grey_of(np.asarray(cv2.resize(image, size_px, interpolation=cv2.INTER_AREA), np.uint8))
        if self._area is None or self._area.shape != small.shape:
            self._recent.clear()
            self._rest = None
            self._lay_out(small.shape[:2], scale)
        return np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8)

    def _lay_out(self, shape: tuple[int, ...], scale: float) -> None:
        area = np.full(shape, 255, np.uint8)
        if self._within_px is not None:
            area[:] = 0
            cv2.fillPoly(area, [np.round(np.array(self._within_px) * scale).astype(np.int32)], 255)
        inner = cv2.erode(
            area, np.ones((2 * EDGE_PX + 1,) * 2, np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0
        )
        self._area = area
        self._edge = (area > 0) & (inner == 0)

    def _changed(self, now: Grey, before: Grey) -> NDArray[np.bool_]:
        """Returns (h, w) where the tray differs by more than noise and a uniform change of the light."""
        assert self._area is not None  # noqa: S101 (set with the first image)
        difference = now.astype(np.int16) - before
        inside = difference[self._area > 0]
        light = np.median(inside)
        noise = 1.48 * np.median(np.abs(inside - light))
        return np.asarray((np.abs(difference - light) > max(MIN_CHANGE, 5 * noise)) & (self._area > 0))

    def _kind(self, changed: NDArray[np.bool_]) -> TrayActivity:
        if self._reaches_in(changed):
            return TrayActivity.HAND
        count, _, boxes, _ = cv2.connectedComponentsWithStats(changed.astype(np.uint8), connectivity=8)
        sizes = boxes[1:count, cv2.CC_STAT_AREA]
        return TrayActivity.MOVING if sizes.size and sizes.max() >= MIN_MOVING_PX else TrayActivity.STILL

    def _reaches_in(self, changed: NDArray[np.bool_]) -> bool:
        """Whether one connected change is as large as a hand and touches the tray's edge."""
        assert self._area is not None and self._edge is not None  # noqa: S101, PT018 (set with the first image)
        joined = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        count, names, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        whole = np.count_nonzero(self._area)
        for name in range(1, count):
            if boxes[name, cv2.CC_STAT_AREA] > HAND_PART * whole and np.any((names == name) & self._edge):
                return True
        return False

    def _holds_hand(self, now: Grey) -> bool:
        if self._rest is None:
            return False
        changed = self._changed(now, self._rest)
        assert self._area is not None  # noqa: S101 (set with the first image)
        if np.count_nonzero(changed) > SCENE_PART * np.count_nonzero(self._area):
            return False
        return self._reaches_in(changed)
