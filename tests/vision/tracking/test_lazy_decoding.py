"""The tracker on pictures that are decoded only as far as it looks: how far that is, and that nothing is missed."""

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.images.frame import Frame, Picture
from vision.observation import TableObservation, TrackState
from vision.simulation import SimulatedTable, Truth, simulated_table
from vision.simulation.scene.script import PiecePose
from vision.tracking.tracker import Tracker

SIZE = (1280, 720)
FPS = 30.0


Form = tuple[bool, int]
"""Whether a picture was decoded to grey, and at what part of its size."""

WHOLE_GREY: Form = (True, 1)


class CountedPicture(Picture):
    """A picture that remembers which forms of it were decoded."""

    __slots__ = ("decoded",)

    def __init__(self, image: Image | None, jpeg: bytes | None, size_px: tuple[int, int], *, colour: bool) -> None:
        super().__init__(image, jpeg, size_px, colour=colour)
        self.decoded: list[Form] = []

    def _decoded(self, *, grey: bool, scale: int = 1) -> Image:
        self.decoded.append((grey, scale))
        return super()._decoded(grey=grey, scale=scale)


def as_jpeg(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes())


def counted(table: SimulatedTable, t_s: float) -> CountedPicture:
    return CountedPicture.of_jpeg(as_jpeg(table.render(t_s)))


def elsewhere(table: SimulatedTable, piece: str, pose: PiecePose) -> SimulatedTable:
    start = {name: at for name, at in table.scene.start if name != piece} | {piece: pose}
    return SimulatedTable(replace(table.scene, start=tuple(start.items())))


def off_mm(observation: TableObservation, truth: Truth, piece: str) -> float:
    (seen,) = (base for base in observation.bases if base.id == piece)
    true = truth.place(piece)
    return math.hypot(seen.x_mm - true.x_mm, seen.y_mm - true.y_mm)


@pytest.fixture(scope="module")
def still() -> SimulatedTable:
    return simulated_table("still", size=SIZE)


def test_of_a_still_table_few_pictures_are_decoded_whole_and_none_in_colour() -> None:
    table = simulated_table("still", size=(1920, 1080))
    tracker = Tracker(table.layout, table.lens)
    shown = [counted(table, number / FPS) for number in range(60)]
    for number, picture in enumerate(shown):
        observation = tracker.update(Frame(picture, number / FPS, number))
    assert all(base.state is TrackState.SEEN for base in observation.bases)
    later = shown[15:]
    whole = [picture for picture in later if WHOLE_GREY in picture.decoded]
    assert 0 < len(whole) <= len(later) / 4
    assert all(grey for picture in shown for grey, _ in picture.decoded)
    assert all(len(picture.decoded) <= 1 for picture in later), "whole pictures are made small, not decoded twice"


@pytest.mark.parametrize("step", [0, 1, 2, 3, 4, 5])
def test_a_nudge_is_told_with_the_picture_that_shows_it_whenever_it_comes(still: SimulatedTable, step: int) -> None:
    tracker = Tracker(still.layout, still.lens)
    number = 0
    for number in range(16 + step):
        tracker.update(Frame(counted(still, number / FPS), number / FPS, number))
    at = dict(still.scene.start)["greer"]
    nudged = elsewhere(still, "greer", PiecePose(at.x_mm + 0.4, at.y_mm - 0.3, at.angle_rad))
    now_s = (number + 1) / FPS
    observation = tracker.update(Frame(counted(nudged, now_s), now_s, number + 1))
    assert off_mm(observation, nudged.truth(0.0), "greer") < 0.15


def test_a_shadow_over_a_part_of_the_table_moves_nothing(still: SimulatedTable) -> None:
    tracker = Tracker(still.layout, still.lens)
    columns = np.arange(SIZE[0])[None, :, None]
    places = []
    for number in range(45):
        # A soft edge comes in from the left, as that of somebody who leans over the table.
        edge_px = 40.0 * number - 300.0
        light = 1.0 - 0.4 / (1.0 + np.exp((columns - edge_px) / 60.0))
        image = (still.render(number / FPS) * light).astype(np.uint8)
        observation = tracker.update(Frame(Picture.of_jpeg(as_jpeg(image)), number / FPS, number))
        places.append({base.id: (base.x_mm, base.y_mm, base.state) for base in observation.bases})
    truth = still.truth(0.0)
    for seen in places[10:]:
        for base in still.layout.bases:
            x_mm, y_mm, state = seen[base.id]
            assert state is TrackState.SEEN
            assert math.hypot(x_mm - truth.place(base.id).x_mm, y_mm - truth.place(base.id).y_mm) < 0.25


def test_hands_are_followed_as_well_through_jpeg_as_through_pixels() -> None:
    table = simulated_table("hands", size=SIZE, tag_mm=15.0)
    lazily, eagerly = Tracker(table.layout, table.lens), Tracker(table.layout, table.lens)
    worst_mm, found, there = [], [0, 0], 0
    for number in range(75):
        now_s = 1.5 + number / FPS
        jpeg = as_jpeg(table.render(now_s))
        pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        seen = (lazily.update(Frame.from_jpeg(jpeg, now_s, number)), eagerly.update(Frame(pixels, now_s, number)))
        truth = table.truth(now_s)
        visible = {tag.id for tag in truth.tags if tag.visible > 0.98}
        there += len(visible)
        for way, observation in enumerate(seen):
            found[way] += len(visible & {tag.id for tag in observation.tags})
            worst_mm += [
                off_mm(observation, truth, base.id)
                for base in observation.bases
                if base.state is TrackState.SEEN and not next(t for t in truth.bases if t.id == base.id).moving
            ]
    assert min(found) >= 0.99 * there
    assert abs(found[0] - found[1]) <= 0.005 * there
    assert np.percentile(worst_mm, 95) < 0.15


@pytest.mark.parametrize("share", [0.3, 0.45])
def test_what_stays_on_a_tag_belongs_to_how_it_looks_and_opens_no_more_pictures(
    still: SimulatedTable, share: float
) -> None:
    tracker = Tracker(still.layout, still.lens)
    (corners,) = (
        np.array(tag.corners_px) for tag in still.truth(0.0).tags if tag.id == still.layout.bases[0].tags[0].id
    )
    (left, top), (right, low) = corners.min(axis=0), corners.max(axis=0)
    whole = []
    for number in range(120):
        picture = still.render(number / FPS).copy()
        if number >= 20:
            picture[int(top) - 4 : int(top + share * (low - top)), int(left) - 4 : int(right) + 4] = (70, 90, 110)
        shown = CountedPicture.of_jpeg(as_jpeg(picture))
        observation = tracker.update(Frame(shown, number / FPS, number))
        whole.append(WHOLE_GREY in shown.decoded)
    assert sum(whole[80:]) <= 10
    assert all(base.state is TrackState.SEEN for base in observation.bases)
    assert off_mm(observation, still.truth(0.0), still.layout.bases[0].id) < 0.1
