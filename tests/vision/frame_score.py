"""What was read in frames, held against their truth."""

import json
import math
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision import TableObservation, TableReader, read_lens, read_table
from vision.frame import Frame

MISPLACED_MM = 5.0
MISPLACED_DEG = 20.0


@dataclass
class FrameScore:
    """One frame's reading against its truth.

    `wrong` names pieces that are absent or misplaced; `errors_mm` and `angles_deg` are those of `must` pieces, of the
    centres of bases and of all; `sigmas` are the errors of coordinates in their own standard deviations.
    """

    name: str
    group: str
    truth: dict
    observation: TableObservation
    must: int = 0
    overlooked: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    errors_mm: list[float] = field(default_factory=list)
    angles_deg: list[float] = field(default_factory=list)
    sigmas: list[float] = field(default_factory=list)


def score_frame(truth_file: Path) -> FrameScore:
    truth = json.loads(truth_file.read_text(encoding="utf-8"))
    name = truth_file.name.removesuffix(".truth.json")
    camera = truth_file.with_name(f"{name}.camera.toml")
    table = read_table(truth_file.with_name(f"{name}.table.toml"))
    image = cv2.imread(str(truth_file.with_name(truth["image"])))
    reader = TableReader(table, read_lens(camera) if camera.exists() else None)
    score = FrameScore(name, truth["group"], truth, reader.read(Frame(image, 0.0, 0)))
    places = {place.id: place for place in (*score.observation.bases, *score.observation.terrain)}
    for kind in ("bases", "terrain"):
        for piece in truth[kind]:
            must = piece["expected"] == "must"
            score.must += must
            place = places.get(piece["id"])
            if place is None:
                score.overlooked += [piece["id"]] * must
            else:
                _compare(score, piece, place, centre=kind == "bases")
    known = {piece["id"] for kind in ("bases", "terrain") for piece in truth[kind]}
    score.wrong += sorted(set(places) - known)
    return score


def _compare(score: FrameScore, piece: dict, place, *, centre: bool) -> None:
    if piece["expected"] == "absent":
        score.wrong.append(piece["id"])
        return
    off_mm = (place.x_mm - piece["x_mm"], place.y_mm - piece["y_mm"])
    off_deg = abs(math.degrees(math.remainder(place.angle_rad - math.radians(piece["angle_deg"]), math.tau)))
    if math.hypot(*off_mm) > MISPLACED_MM or off_deg > MISPLACED_DEG:
        score.wrong.append(piece["id"])
        return
    if not piece.get("moving_mm"):
        score.sigmas += [off / place.sigma_mm for off in off_mm]
    if piece["expected"] == "must":
        score.angles_deg.append(off_deg)
        if centre:
            score.errors_mm.append(math.hypot(*off_mm))


def share_within_two_sigma(scores: list[FrameScore]) -> float:
    return float((np.abs([sigma for score in scores for sigma in score.sigmas]) <= 2.0).mean())


def p95(values: list[float]) -> float:
    return float(np.percentile(values, 95))
