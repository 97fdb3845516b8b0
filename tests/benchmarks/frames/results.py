"""Frames rendered and read by the hundred, each in the same breath, on all processors."""

import math
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import get_context
from typing import Any, TypeVar

import cv2
import numpy as np

from tests.benchmarks.frames.exposure import Exposure
from tests.benchmarks.frames.frame import HD, KINDS, UHD, FrameOptions, RenderedFrame, random_exposure, render, wish_of
from tests.benchmarks.frames.layouts import TableOptions
from tests.benchmarks.frames.score import FrameScore, answers_of
from tests.benchmarks.report import affordable
from vision import Tracker
from vision.images.frame import Frame

Result = TypeVar("Result")

HELD_OUT = 50_000
"""Seeds from here on are for measuring only: whoever works on the eyes looks at smaller ones."""
WHOLE = 0.98


@dataclass(frozen=True, slots=True)
class BaseRead:
    """One base of a frame and what came of it.

    Attributes:
        tag_mm: Edge of its tags.
        visible: Visible share of each of its tags.
        with_margin: The same with half a module of white round it.
        read: Whether each of its tags was among those told.
        plain: Whether `cv2.aruco` with its defaults told each.
        expected: "must" or "may".
        error_mm: (x, y) by which its place is off; None if none was told.
        sigma_mm: What was told of the place's standard deviation.
    """

    tag_mm: float
    visible: tuple[float, ...]
    with_margin: tuple[float, ...]
    read: tuple[bool, ...]
    plain: tuple[bool, ...]
    expected: str
    error_mm: tuple[float, float] | None
    sigma_mm: float

    @property
    def off_mm(self) -> float:
        return math.inf if self.error_mm is None else math.hypot(*self.error_mm)


@dataclass(frozen=True, slots=True)
class FrameRead:
    """What came of one frame."""

    name: str
    group: str
    bases: tuple[BaseRead, ...]
    score: FrameScore


def read_frame(options: FrameOptions, seed: int) -> FrameRead:
    """Renders a frame and has it read."""
    frame = render(options, seed)
    started_s = time.process_time()
    answers = answers_of(frame.image, f"{frame.name}.jpg", frame.layout, frame.lens)
    score = FrameScore(seconds=[time.process_time() - started_s])
    score.add(frame.truth.json(f"{frame.name}.jpg"), frame.layout, answers)
    read = {tag["id"] for tag in answers["tags"]}
    plain = _plain_ids(frame)
    places = {place["id"]: place for place in answers["bases"]}
    bases = []
    for layout, base in zip(frame.layout.bases, frame.truth.bases, strict=True):
        if base.x_mm is None or base.expected == "absent" or base.moving_mm or base.twice:
            continue
        place = places.get(base.id)
        off = None if place is None else (place["x_mm"] - base.x_mm, place["y_mm"] - base.y_mm)
        bases.append(
            BaseRead(
                layout.tags[0].size_mm,
                tuple(tag.visible for tag in base.tags),
                tuple(tag.with_margin for tag in base.tags),
                tuple(tag.id in read for tag in base.tags),
                tuple(tag.id in plain for tag in base.tags),
                base.expected,
                off,
                math.nan if place is None else place["sigma_mm"],
            )
        )
    return FrameRead(frame.name, options.group, tuple(bases), score)


def _plain_ids(frame: RenderedFrame) -> set[int]:
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, frame.layout.mat.dictionary))
    ids = cv2.aruco.ArucoDetector(known).detectMarkers(frame.image)[1]
    return set() if ids is None else {int(tag_id) for tag_id in np.ravel(ids)}


def follow_frame(options: FrameOptions, seed: int) -> tuple[BaseRead, ...]:
    """Has the tracker see a table for a second, and then the same with every base nudged and its tags half covered.

    Returns:
        The bases with what the tracker told of them a second later.
    """
    before, after = render(replace(options, covered=(0.0, 0.0), nudged_mm=0.0), seed), render(options, seed)
    tracker = Tracker(before.layout, before.lens)
    for number in range(20):
        observation = tracker.update(Frame(before.image if number < 10 else after.image, number / 10, number))
    places = {place.id: place for place in observation.bases}
    told = []
    for layout, base in zip(after.layout.bases, after.truth.bases, strict=True):
        if base.x_mm is not None and base.expected != "absent":
            place = places.get(base.id)
            off = None if place is None else (place.x_mm - base.x_mm, place.y_mm - base.y_mm)
            shares = tuple(tag.visible for tag in base.tags)
            margins = tuple(tag.with_margin for tag in base.tags)
            none = (False,) * len(shares)
            sigma_mm = math.nan if place is None else place.sigma_mm
            told.append(BaseRead(layout.tags[0].size_mm, shares, margins, none, none, base.expected, off, sigma_mm))
    return tuple(told)


def in_processes(work: Callable[..., Result], *arguments: Sequence[Any]) -> list[Result]:
    """Like `map`, on all processors."""
    # Started afresh: forking a process that has threads is not safe.
    with ProcessPoolExecutor(os.cpu_count() or 1, get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        return list(pool.map(work, *arguments))


def read_frames(asked: Sequence[tuple[FrameOptions, int]]) -> list[FrameRead]:
    """Renders and reads frames, some at a time."""
    return in_processes(read_frame, [options for options, _ in asked], [seed for _, seed in asked])


def follow_frames(asked: Sequence[tuple[FrameOptions, int]]) -> list[BaseRead]:
    """As `follow_frame`, for many."""
    followed = in_processes(follow_frame, [options for options, _ in asked], [seed for _, seed in asked])
    return [base for bases in followed for base in bases]


def joined(reads: Sequence[FrameRead]) -> FrameScore:
    total = FrameScore()
    for read in reads:
        total.join(read.score)
    return total


def tag_recall(bases: Sequence[BaseRead], *, plain: bool = False) -> tuple[int, int]:
    """How many of the tags that can be seen whole were read, and how many there are."""
    told = [
        found
        for base in bases
        for shown, margin, found in zip(base.visible, base.with_margin, base.plain if plain else base.read, strict=True)
        if shown >= WHOLE and margin >= WHOLE
    ]
    return sum(told), len(told)


def p95_mm(bases: Sequence[BaseRead]) -> float:
    """95th percentile of the error of bases that were told and had a tag to be seen whole."""
    off = [base.off_mm for base in bases if base.error_mm is not None and max(base.visible) >= WHOLE]
    return float(np.percentile(off, 95)) if off else math.nan


SINGLE = TableOptions(large_share=0.0, tabs=1, bases=13, absent=2, terrain=1)


def wish_at(name: str, size: tuple[int, int], table: TableOptions, exposure: Exposure, seed: int) -> FrameOptions:
    """A frame whose blur, light and noise are set and whose other ways of taking it are drawn by chance."""
    drawn = random_exposure(np.random.default_rng([11, seed]))
    kept = replace(exposure, gamma=drawn.gamma, contrast=drawn.contrast, vignette=drawn.vignette, quality=drawn.quality)
    return FrameOptions(name, size=size, table=table, exposure=kept)


def set_shots(name: str, count: int) -> list[tuple[FrameOptions, int]]:
    """The frames of one of the set conditions: "sharp", "degraded", "uhd" or "covered"."""
    made = []
    for seed in range(HELD_OUT, HELD_OUT + count):
        match name:
            case "sharp":
                options = wish_at(name, HD, replace(SINGLE, tag_mm=12.0), Exposure(blur_px=1.0), seed)
            case "degraded":
                poor = Exposure(blur_px=1.2, noise_grey=8.0, light=0.475)
                options = replace(wish_at(name, HD, replace(SINGLE, tag_mm=12.0), poor, seed), shadow=0.45)
            case "uhd":
                options = wish_at(name, UHD, replace(SINGLE, tag_mm=10.0), Exposure(blur_px=1.0), seed)
            case _:
                options = wish_at(name, HD, replace(SINGLE, tag_mm=12.0), Exposure(blur_px=1.0), seed)
                options = replace(options, covered=(0.1, 0.4), nudged_mm=0.8)
        made.append((options, seed))
    return made


@lru_cache
def set_reads(name: str) -> tuple[FrameRead, ...]:
    """Frames of a set condition, read; made once for all that asks for them."""
    return tuple(read_frames(set_shots(name, affordable(17, 1))))


@lru_cache
def held_out_reads() -> tuple[FrameRead, ...]:
    """Frames of every kind at seeds that nobody worked on, read; made once for all that asks for them."""
    seeds = range(HELD_OUT, HELD_OUT + affordable(4, 1))
    kinds = KINDS if affordable(1, 0) else ("clean", "shadow")
    return tuple(read_frames([(wish_of(kind, seed), seed) for seed in seeds for kind in kinds]))
