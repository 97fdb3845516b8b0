"""How often a verdict is right, wrong or close, by how far the truth is from the limit."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np

from companion.games.signum import CONTACT_TOLERANCE_MM, RANGES_MM
from companion.geometry import Base, MatPoint, Scene, Terrain, find_sight, judge_contact, measure_gap
from tests.benchmarks.bench_sight import match_scene, slit_scene
from tests.benchmarks.frames.results import BaseRead, FrameRead, held_out_reads, joined
from tests.benchmarks.frames.score import Ruling
from tests.benchmarks.report import ResultTable, affordable

BINS_MM = (0.0, 0.1, 0.3, 1.0, 5.0, math.inf)
MAX_MM = 1e6
KINDS = ("range", "contact", "sight")


def decisions_table() -> ResultTable:
    """Verdicts of rendered frames, and of made-up scenes whose places err as those of the frames did."""
    reads = held_out_reads()
    rows = _rows("rendered frames", joined(reads).rulings)
    rng = np.random.default_rng(21)
    rows += _rows("errors resampled", [*_gap_rulings(reads, rng), *_sight_rulings(reads, rng)])
    return ResultTable(
        "Verdicts by the distance of the truth from the limit",
        ("verdicts", "margin, mm", "asked", "right", "close", "wrong"),
        tuple(rows),
        "The questions are ranges of 80, 100, 150 and 250 mm, contact (a gap of up to 2 mm) and sight. They are "
        "answered by the code that is used in a game, with the limit at two standard deviations. Rendered frames: "
        "every pair of bases on the held-out frames of all kinds. Errors resampled: pairs at chosen gaps and "
        "scenes with sights; each piece is displaced by the error of a base of those frames and gets its standard "
        "deviation, both from one frame, so that correlated errors stay correlated. Near the limit, close is the "
        "correct answer; a wrong verdict beyond 1 mm would be a fault.",
    )


def _rows(title: str, rulings: Iterable[Ruling]) -> list[tuple[str, ...]]:
    rulings = list(rulings)
    rows = []
    for kind in KINDS:
        for low, high in pairwise(BINS_MM):
            asked = [r for r in rulings if r.kind == kind and low <= min(r.margin_mm, MAX_MM) < high]
            if asked:
                close, wrong = sum(r.answer == "close" for r in asked), sum(r.wrong for r in asked)
                margin = f"{low:g}–{high:g}" if high < math.inf else f"over {low:g}"
                right = f"{1 - (close + wrong) / len(asked):.1%}"
                told = (right, f"{close / len(asked):.1%}", f"{wrong} ({wrong / len(asked):.2%})")
                rows.append((f"{title}: {kind}", margin, str(len(asked)), *told))
    return rows


def _good_frames(reads: tuple[FrameRead, ...]) -> list[list[BaseRead]]:
    frames = [[base for base in read.bases if base.error_mm is not None] for read in reads]
    return [bases for bases in frames if len(bases) > 1]


def _gap_rulings(reads: tuple[FrameRead, ...], rng: np.random.Generator) -> Iterator[Ruling]:
    frames = _good_frames(reads)
    for _ in range(affordable(20_000, 200)):
        bases = frames[int(rng.integers(len(frames)))]
        first, second = (bases[int(k)] for k in rng.choice(len(bases), 2, replace=False))
        index = int(rng.integers(len(BINS_MM) - 1))
        margin_mm = float(rng.uniform(BINS_MM[index], min(BINS_MM[index + 1], 20.0))) * float(rng.choice([-1, 1]))
        limit_mm = float(rng.choice([CONTACT_TOLERANCE_MM, *RANGES_MM.values()]))
        gap_mm = max(limit_mm + margin_mm, 0.0)
        way = rng.uniform(0, math.tau)
        a = _seen(Base("a", MatPoint(0.0, 0.0), 16.0), first)
        away_mm = 41.0 + gap_mm
        b = _seen(Base("b", MatPoint(away_mm * math.cos(way), away_mm * math.sin(way)), 25.0), second)
        gap = measure_gap(a, b)
        if limit_mm == CONTACT_TOLERANCE_MM:
            kind, verdict = "contact", judge_contact(gap, CONTACT_TOLERANCE_MM)
        else:
            kind, verdict = "range", gap.within(limit_mm)
        yield Ruling(kind, verdict.answer.value, gap_mm <= limit_mm, abs(gap_mm - limit_mm), "")


def _seen(base: Base, read: BaseRead) -> Base:
    """A base where it would be told to be, if it were seen as that one was."""
    dx_mm, dy_mm = read.error_mm or (0.0, 0.0)
    return replace(base, centre=MatPoint(base.centre.x_mm + dx_mm, base.centre.y_mm + dy_mm), sigma_mm=read.sigma_mm)


def _sight_rulings(reads: tuple[FrameRead, ...], rng: np.random.Generator) -> Iterator[Ruling]:
    """Sights of matches, and through slits of up to a millimetre or past walls that overlap by as much."""
    frames = _good_frames(reads)
    for _ in range(affordable(120, 2)):
        scene = match_scene(rng)
        seen = _seen_scene(scene, frames[int(rng.integers(len(frames)))], rng)
        for _ in range(10):
            first, second = (scene.bases[int(k)].id for k in rng.choice(len(scene.bases), 2, replace=False))
            yield _sight_ruling(scene, seen, (first, second))
    for _ in range(affordable(600, 20)):
        scene, _ = slit_scene(rng)
        yield _sight_ruling(scene, _seen_scene(scene, frames[int(rng.integers(len(frames)))], rng), ("a", "b"))


def _sight_ruling(scene: Scene, seen: Scene, ends: tuple[str, str]) -> Ruling:
    margin_mm = find_sight(scene, *ends).margin_mm
    answer = find_sight(seen, *ends).verdict.answer.value
    return Ruling("sight", answer, margin_mm is None or margin_mm > 0, abs(margin_mm or math.inf), "")


def _seen_scene(scene: Scene, errors: list[BaseRead], rng: np.random.Generator) -> Scene:
    """A scene as it would be told: every piece off by the error of one base of a frame."""
    bases = tuple(_seen(base, errors[int(rng.integers(len(errors)))]) for base in scene.bases)
    terrain = tuple(_seen_terrain(piece, errors[int(rng.integers(len(errors)))]) for piece in scene.terrain)
    return Scene(scene.mat, bases, terrain)


def _seen_terrain(piece: Terrain, read: BaseRead) -> Terrain:
    dx_mm, dy_mm = read.error_mm or (0.0, 0.0)
    polygon = tuple(MatPoint(corner.x_mm + dx_mm, corner.y_mm + dy_mm) for corner in piece.polygon)
    return replace(piece, polygon=polygon, sigma_mm=read.sigma_mm)
