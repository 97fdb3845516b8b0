"""Scores what the program tells of single pictures against what is true: `python -m tests.benchmarks.frames.score DIR`.

Pictures go through what `companion measure` does with them. The bars are those of the examples' description: what must
be found, what must never be told, and how exact the rest is to be.
"""

import argparse
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.measures import Measures
from companion.games.signum import CONTACT_TOLERANCE_MM, RANGES_MM
from companion.geometry import Base, Mat, MatPoint, Scene, Terrain, find_sight
from companion.referee.measure.measurement import measure
from vision import Lens, TableLayout, TableReader, read_lens, read_table
from vision.arrays import Image
from vision.images.frame import Frame

MISPLACED_MM, MISPLACED_DEG = 5.0, 20.0
FAR_MM = 5.0
P95_BARS_MM = {"1080p": 0.20, "4K": 0.10, "degraded": 0.35, "self-calibrated": 0.45}
RECALL_BARS = {"1080p": 1.0, "4K": 1.0, "degraded": 0.97, "self-calibrated": 1.0}
MEASURES = Measures(dict(RANGES_MM), CONTACT_TOLERANCE_MM)

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One verdict beside the truth.

    Attributes:
        kind: "range", "contact" or "sight".
        answer: "yes", "no" or "close".
        truth: What is true.
        margin_mm: How far the truth is from its limit; infinite where there is none.
        where: Frame and pair, for finding it again.
    """

    kind: str
    answer: str
    truth: bool
    margin_mm: float
    where: str

    @property
    def wrong(self) -> bool:
        return self.answer == ("no" if self.truth else "yes")


@dataclass
class FrameScore:
    """What came of some frames of one group; each fault is a sentence that begins with the frame's name."""

    frames: int = 0
    must: int = 0
    found: int = 0
    lost: list[str] = field(default_factory=list)
    invented: list[str] = field(default_factory=list)
    misplaced: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    errors_mm: list[float] = field(default_factory=list)
    angles_deg: list[float] = field(default_factory=list)
    deviations: list[float] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    broken_contacts: list[str] = field(default_factory=list)
    touching: int = 0
    touching_seen: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, truth: Json, layout: TableLayout, answers: Json, *, sights: bool = True) -> None:
        """Takes one frame in.

        Args:
            truth: As `truth.json` holds it.
            layout: What may stand on the mat.
            answers: As `companion measure` gives them.
            sights: Whether to judge lines of sight too, which takes a while.
        """
        name = str(truth["image"])
        self.frames += 1
        self._places(name, truth, answers)
        self._fields(name, truth, layout, answers)
        self._pairs(name, truth, answers)
        if sights:
            self.rulings += _sight_rulings(name, truth, layout, answers)

    def _places(self, name: str, truth: Json, answers: Json) -> None:
        for told, true in ((answers["bases"], truth["bases"]), (answers["terrain"], truth["terrain"])):
            known = {piece["id"]: piece for piece in true}
            times = Counter(place["id"] for place in told)
            for place in told:
                piece = known.get(place["id"])
                if piece is None or piece["expected"] == "absent" or times[place["id"]] > 1:
                    self.invented.append(f"{name}: {place['id']}")
                else:
                    self._place(name, piece, place)
            for piece in true:
                if piece["expected"] == "must":
                    self.must += 1
                    self.found += piece["id"] in times
                    if piece["id"] not in times:
                        self.lost.append(f"{name}: {piece['id']}")

    def _place(self, name: str, piece: Json, place: Json) -> None:
        dx_mm, dy_mm = place["x_mm"] - piece["x_mm"], place["y_mm"] - piece["y_mm"]
        error_mm = math.hypot(dx_mm, dy_mm)
        angle_deg = abs((place["angle_deg"] - piece["angle_deg"] + 180) % 360 - 180)
        if error_mm > MISPLACED_MM or angle_deg > MISPLACED_DEG:
            self.misplaced.append(f"{name}: {piece['id']} by {error_mm:.1f} mm, {angle_deg:.0f}°")
            return
        if piece["expected"] == "must" and "radius_mm" in piece:
            self.errors_mm.append(error_mm)
            self.angles_deg.append(angle_deg)
        if not piece.get("moving_mm"):
            self.deviations += [abs(dx_mm) / place["sigma_mm"], abs(dy_mm) / place["sigma_mm"]]

    def _fields(self, name: str, truth: Json, layout: TableLayout, answers: Json) -> None:
        mat = answers["mat"]
        if mat["found"] != truth["mat_found"]:
            self.faults.append(f"{name}: mat.found is {mat['found']}")
        if truth["mat_found"] and mat["calibrated"] != truth["calibrated"]:
            self.faults.append(f"{name}: mat.calibrated is {mat['calibrated']}")
        placed = {place["id"] for place in (*answers["bases"], *answers["terrain"])}
        if set(answers["missing"]) != {piece.id for piece in layout.pieces} - placed:
            self.faults.append(f"{name}: missing is {answers['missing']}")

    def _pairs(self, name: str, truth: Json, answers: Json) -> None:
        true = {frozenset((pair["from"], pair["to"])): pair for pair in truth["pairs"]}
        told = {frozenset((pair["from"], pair["to"])): pair for pair in answers["pairs"]}
        musts = {base["id"] for base in truth["bases"] if base["expected"] == "must"}
        moving = {base["id"] for base in truth["bases"] if base.get("moving_mm")}
        for names, pair in told.items():
            where = f"{name}: {pair['from']} – {pair['to']}"
            if names not in true:
                self.faults.append(f"{where} is no pair")
            elif not names & moving:
                self._pair(where, true[names], pair)
        for names, pair in true.items():
            if pair["touching"] and names <= musts:
                self.touching += 1
                self.touching_seen += names in told and told[names]["contact"] == "yes"

    def _pair(self, where: str, true: Json, told: Json) -> None:
        gap_mm = true["gap_mm"]
        for ruler, limit_mm in RANGES_MM.items():
            self.rulings.append(
                Ruling(
                    "range", told["ranges"][ruler], true["ranges"][ruler], abs(gap_mm - limit_mm), f"{where}, {ruler}"
                )
            )
        contact = told["contact"]
        within = gap_mm <= CONTACT_TOLERANCE_MM
        self.rulings.append(Ruling("contact", contact, within, abs(gap_mm - CONTACT_TOLERANCE_MM), where))
        if (contact == "yes" and not within) or (contact == "no" and true["touching"]):
            self.broken_contacts.append(where)

    def join(self, other: "FrameScore") -> None:
        """Takes in what another one holds."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def recall(self) -> float:
        return self.found / self.must if self.must else math.nan

    @property
    def p95_mm(self) -> float:
        return float(np.percentile(self.errors_mm, 95)) if self.errors_mm else math.nan

    @property
    def within_2_sigma(self) -> float:
        return float(np.mean(np.array(self.deviations) <= 2)) if self.deviations else math.nan

    def wrong(self) -> list[str]:
        """Where a range was told wrong, a contact in the sense of the bars, or a sight."""
        told = [f"{r.where} {r.kind} {r.answer} by {r.margin_mm:.2f}" for r in self.rulings if r.wrong]
        return [where for where in told if " contact " not in where] + self.broken_contacts

    def close_share(self, least_margin_mm: float = 0.0) -> float:
        """Share of the rulings of at least that margin that are too close to call."""
        asked = [ruling.answer == "close" for ruling in self.rulings if ruling.margin_mm >= least_margin_mm]
        return float(np.mean(asked)) if asked else 0.0


def _sight_rulings(name: str, truth: Json, layout: TableLayout, answers: Json) -> Iterator[Ruling]:
    """Sight between bases, unless a piece that stands is not known, which may change it rightly."""
    here = {p["id"]: p for p in (*truth["bases"], *truth["terrain"]) if p["x_mm"] is not None}
    known = {place["id"] for place in (*answers["bases"], *answers["terrain"])}
    if not truth["mat_found"] or here.keys() != known or any(piece.get("moving_mm") for piece in here.values()):
        return
    scene = _true_scene(layout, here)
    for pair in answers["pairs"]:
        margin_mm = find_sight(scene, pair["from"], pair["to"]).margin_mm
        free = margin_mm is None or margin_mm > 0
        far_mm = math.inf if margin_mm is None else abs(margin_mm)
        yield Ruling("sight", pair["sight"]["verdict"], free, far_mm, f"{name}: {pair['from']} – {pair['to']}")


def _true_scene(layout: TableLayout, here: Json) -> Scene:
    bases = tuple(
        Base(b.id, MatPoint(here[b.id]["x_mm"], here[b.id]["y_mm"]), b.radius_mm, b.owner, b.stealth)
        for b in layout.bases
        if b.id in here
    )
    terrain = tuple(
        Terrain(
            piece.id,
            tuple(MatPoint(x_mm, y_mm) for x_mm, y_mm in here[piece.id]["polygon_mm"]),
            impassable=piece.impassable,
            difficult=piece.difficult,
            blocks_sight=piece.blocks_sight,
            cover=piece.cover,
        )
        for piece in layout.terrain
        if piece.id in here
    )
    return Scene(Mat(layout.mat.width_mm, layout.mat.height_mm), bases, terrain)


def answers_of(image: Image, name: str, layout: TableLayout, lens: Lens | None) -> Json:
    """What `companion measure` tells of a picture with its table file."""
    observation = TableReader(layout, lens).read(Frame(image, 0.0, 0))
    return measure(name, layout, observation, MEASURES).answers


def score_folder(folder: Path, *, sights: bool = True) -> dict[str, FrameScore]:
    """Scores every frame of a folder, by group."""
    groups: dict[str, FrameScore] = {}
    for file in sorted(folder.glob("*.truth.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        stem = file.name.removesuffix(".truth.json")
        camera = folder / f"{stem}.camera.toml"
        layout = read_table(folder / f"{stem}.table.toml")
        started_s = time.perf_counter()
        image = cv2.imread(str(folder / truth["image"]))
        answers = answers_of(image, truth["image"], layout, read_lens(camera) if camera.exists() else None)
        score = groups.setdefault(truth["group"], FrameScore())
        score.seconds.append(time.perf_counter() - started_s)
        score.add(truth, layout, answers, sights=sights)
    return groups


def summary(groups: Mapping[str, FrameScore]) -> Iterator[tuple[str, str, str, bool]]:
    """Each bar: its name, its figure, its limit, and whether it holds."""
    total = FrameScore()
    for group, score in groups.items():
        total.join(score)
        if score.must:
            recall_bar = RECALL_BARS[group]
            figure = f"{score.found} of {score.must}"
            yield f"must found, {group}", figure, f"≥ {recall_bar:.0%}", score.recall >= recall_bar
            p95_bar_mm = P95_BARS_MM[group]
            figure = f"{score.p95_mm:.3f} (median {np.median(score.errors_mm):.3f})"
            yield f"p95 of base centres, {group}, mm", figure, f"≤ {p95_bar_mm:.2f}", score.p95_mm <= p95_bar_mm
    yield "invented", str(len(total.invented)), "0", not total.invented
    yield "misplaced", str(len(total.misplaced)), "0", not total.misplaced
    if total.angles_deg:
        angle_deg = float(np.percentile(total.angles_deg, 95))
        yield "p95 of the angle, °", f"{angle_deg:.3f}", "≤ 0.5", angle_deg <= 0.5
        share = total.within_2_sigma
        yield "coordinates within 2 σ", f"{share:.1%} of {len(total.deviations)}", "93–99 %", 0.93 <= share <= 0.99
    wrong, close = total.wrong(), total.close_share()
    yield "wrong verdicts", f"{len(wrong)} of {len(total.rulings)}", "0", not wrong
    yield "close, of all verdicts", f"{close:.2%}", "≤ 3 %", close <= 0.03
    far = total.close_share(FAR_MM)
    yield "close though 5 mm from the limit", f"{far:.2%}", "≤ 1 %", far <= 0.01
    seen = total.touching_seen >= 0.9 * total.touching
    yield "touching pairs told so", f"{total.touching_seen} of {total.touching}", "≥ 90 %", seen
    yield "other faults", str(len(total.faults)), "0", not total.faults
    longest_s = max(total.seconds, default=0.0)
    yield "slowest frame, s", f"{longest_s:.1f}", "≤ 120", longest_s <= 120


def complaints(groups: Mapping[str, FrameScore]) -> Iterable[str]:
    """Every fault with its frame."""
    for group, score in groups.items():
        told = {"lost": score.lost, "invented": score.invented, "misplaced": score.misplaced, "wrong": score.wrong()}
        for what, places in (told | {"fault": score.faults}).items():
            yield from (f"{group}, {what}: {place}" for place in places)


def main() -> int:
    """Prints the bars and every fault; 1 if a bar does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.frames.score", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--no-sights", action="store_true", help="do not judge lines of sight, which is quicker")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    groups = score_folder(asked.folder, sights=not asked.no_sights)
    rows = list(summary(groups))
    for bar, figure, limit, holds in rows:
        print(f"{'ok  ' if holds else 'FAIL'} {bar:40} {figure:28} {limit}")
    print("\n".join(complaints(groups)))
    return 0 if all(holds for *_, holds in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
