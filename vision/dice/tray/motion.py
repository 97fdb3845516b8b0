"""Detects whether anything moves in a tray, whether a hand is in it, and what came to lie free of any hand.

Images are compared at a small size, in grey, with two others: a comparison with an image from a moment ago shows
movement; a comparison with the last image at rest shows everything that has arrived since, moving or not. An arrival
that extends inwards from the edge is a hand, even while it is held still.

A place is proven free while it was seen as it lay at the last rest, and no hand has come near it since. What lies there
in the end has got there by itself. A die that is put down, turned or pushed has a hand over it after that moment.

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

LONE_HAND_PART = 0.06
"""Smallest area of a hand that seems not to reach the edge, as its arm looks like the tray: dice that roll together
are smaller."""

FINGER_PX = 8
"""Smallest part of a hand in cells of the small image, where it extends inwards from the edge."""

JOIN_PX = 15
"""Largest gap, in cells of the small image, between the parts of one hand: skin may look like the tray."""

NEAR_PX = 12
"""Distance from a hand, in cells of the small image, at which it may touch what lies there."""

FREE_SHARE = 0.8
"""Smallest share of what a die changed in the image that must have arrived there free of a hand."""

MIN_CHANGED_SHARE = 0.05
"""Smallest share of a die's face that must look other than before: less proves nothing."""

MAX_GAP_S = 0.5
"""Longest time between two images in which no hand can come and go unseen."""

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
        self._free: NDArray[np.bool_] | None = None
        self._scale = 1.0
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
        self._note_hands(small, at_s - self._recent[-1][0])
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
        self._free = None

    def came_freely(self, centre_px: Point, side_px: float) -> bool:
        """Whether what lies at a place got there after the last rest, and without a hand.

        Args:
            centre_px: Its centre in the image.
            side_px: Edge of a die's face in px.
        """
        if self._rest is None or self._free is None:
            return False
        height, width = self._free.shape
        x, y = centre_px[0] * self._scale, centre_px[1] * self._scale
        reach = max(2.0, side_px * self._scale / 2)
        rows = slice(max(0, round(y - reach)), min(height, round(y + reach) + 1))
        columns = slice(max(0, round(x - reach)), min(width, round(x + reach) + 1))
        changed = self._changed(self._recent[-1][1], self._rest)[rows, columns]
        if not changed.size or np.count_nonzero(changed) < MIN_CHANGED_SHARE * changed.size:
            return False
        return bool(np.mean(self._free[rows, columns][changed]) >= FREE_SHARE)

    def _small(self, image: Image) -> Grey:
        scale = WIDTH_PX / image.shape[1]
        size_px = (WIDTH_PX, max(1, round(image.shape[0] * scale)))
        small = grey_of(np.asarray(cv2.resize(image, size_px, interpolation=cv2.INTER_AREA), np.uint8))
        if self._area is None or self._area.shape != small.shape:
            self._recent.clear()
            self._rest = self._free = None
            self._scale = scale
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

    def _note_hands(self, now: Grey, gap_s: float) -> None:
        """Updates which cells are proven free: those as at the last rest become so, those near a hand are no longer."""
        if self._rest is None:
            return
        changed = self._changed(now, self._rest)
        if self._free is None or gap_s > MAX_GAP_S:
            self._free = np.zeros(changed.shape, np.bool_)
        self._free = (self._free | ~changed) & ~self._near_hands(changed)

    def _near_hands(self, changed: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Returns (h, w) where a hand may touch the tray: around all that extends inwards from its edge."""
        assert self._area is not None and self._edge is not None  # noqa: S101, PT018 (set with the first image)
        whole = np.count_nonzero(self._area)
        if np.count_nonzero(changed) > SCENE_PART * whole:
            return np.ones_like(changed)
        ellipse = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (JOIN_PX, JOIN_PX))
        joined = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, ellipse)
        count, names, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        at_edge = np.zeros(count, np.bool_)
        at_edge[np.unique(names[self._edge])] = True
        sizes = boxes[:, cv2.CC_STAT_AREA]
        hands = (at_edge & (sizes >= FINGER_PX)) | (sizes > LONE_HAND_PART * whole)
        hands[0] = False
        around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * NEAR_PX + 1,) * 2)
        return np.asarray(cv2.dilate(hands[names].astype(np.uint8), around) > 0)

    def _holds_hand(self, now: Grey) -> bool:
        if self._rest is None:
            return False
        changed = self._changed(now, self._rest)
        assert self._area is not None  # noqa: S101 (set with the first image)
        if np.count_nonzero(changed) > SCENE_PART * np.count_nonzero(self._area):
            return False
        return self._reaches_in(changed)
