"""What is true about a frame, in the form of `truth.json`."""

import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tests.benchmarks.frames.exposure import Exposure, developed, lamp
from tests.benchmarks.frames.layouts import RANGES_MM, TableSetup
from tests.benchmarks.frames.scene import Scene, SeenTag
from tests.benchmarks.frames.textures import INK, PAPER
from vision import Tag

if TYPE_CHECKING:
    from tests.benchmarks.frames.frame import FrameOptions

LEGIBLE, LEGIBLE_WITH_MARGIN, EDGE_PX = 0.95, 0.90, 15.0
WASHED_OUT = 0.35
"""A tag is not legible where glare leaves less than this share of the contrast between ink and paper."""
TOUCHING_MM = 1e-6


@dataclass(frozen=True, slots=True)
class TagTruth:
    """One tag in the picture.

    Attributes:
        id: Number in the dictionary.
        visible: Share of its black square that nothing hides.
        legible: The same without what glare has washed out.
        with_margin: Visible share with half a module of white round it.
        edge_px: Its shortest edge.
        corners_px: Its corners in OpenCV's order.
    """

    id: int
    visible: float
    legible: float
    with_margin: float
    edge_px: float
    corners_px: tuple[tuple[float, float], ...]

    @property
    def surely_readable(self) -> bool:
        shares_suffice = min(self.visible, self.legible) >= LEGIBLE and self.with_margin >= LEGIBLE_WITH_MARGIN
        return shares_suffice and self.edge_px >= EDGE_PX

    def json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "legible": round(self.legible, 4),
            "with_margin": round(self.with_margin, 4),
            "edge_px": round(self.edge_px, 4),
            "corners_px": [[round(x, 4), round(y, 4)] for x, y in self.corners_px],
        }


@dataclass(frozen=True, slots=True)
class PieceTruth:
    """One base or template.

    Attributes:
        id: Name in the table file.
        x_mm, y_mm, angle_rad: Where it lies; None when it is not on the mat.
        radius_mm: Of a base; None for a template.
        expected: "must", "may" or "absent".
        tags: Those it carries; none when it is not on the mat.
        polygon_mm: Outline of a template, mat frame.
        moving_mm: How far it moves during the exposure.
        twice: Whether one of its tags lies on the mat a second time.
    """

    id: str
    x_mm: float | None
    y_mm: float | None
    angle_rad: float | None
    radius_mm: float | None
    expected: str
    tags: tuple[TagTruth, ...] = ()
    polygon_mm: tuple[tuple[float, float], ...] = ()
    moving_mm: float = 0.0
    twice: bool = False

    def json(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "id": self.id,
            "x_mm": self.x_mm,
            "y_mm": self.y_mm,
            "angle_deg": None if self.angle_rad is None else math.degrees(self.angle_rad),
            "expected": self.expected,
            "visible": {str(tag.id): round(tag.visible, 4) for tag in self.tags},
            "tags": [tag.json() for tag in self.tags],
        }
        if self.radius_mm is not None:
            told |= {"radius_mm": self.radius_mm, "on_table": self.x_mm is not None}
        else:
            told |= {"polygon_mm": [list(corner) for corner in self.polygon_mm]}
        if self.moving_mm:
            told["moving_mm"] = self.moving_mm
        return told | ({"duplicate_tag": True} if self.twice else {})


@dataclass(frozen=True, slots=True)
class FrameTruth:
    """Everything that is true about a frame; `camera` is the dictionary that `truth.json` holds."""

    kind: str
    group: str
    size: tuple[int, int]
    calibrated: bool
    mat_found: bool
    camera: dict[str, Any]
    mat_tags: tuple[TagTruth, ...]
    bases: tuple[PieceTruth, ...]
    terrain: tuple[PieceTruth, ...]
    loose: tuple[tuple[int, float, float], ...]

    def pairs(self) -> list[dict[str, Any]]:
        """Gap, contact and ranges of all pairs of bases on the mat."""
        told = []
        here = [base for base in self.bases if base.x_mm is not None] if self.mat_found else []
        for one, other in itertools.combinations(here, 2):
            gap = math.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm) - one.radius_mm - other.radius_mm
            ranges = {name: gap <= limit for name, limit in RANGES_MM.items()}
            names = {"from": one.id, "to": other.id}
            told.append(names | {"gap_mm": round(gap, 6), "touching": gap <= TOUCHING_MM, "ranges": ranges})
        return told

    def json(self, image: str) -> dict[str, Any]:
        """As `truth.json` holds it."""
        return {
            "image": image,
            "kind": self.kind,
            "group": self.group,
            "size_px": list(self.size),
            "mat_found": self.mat_found,
            "calibrated": self.calibrated,
            "camera": self.camera,
            "mat_tags": [
                {"id": t.id, "visible": round(t.visible, 4), "corners_px": t.json()["corners_px"]}
                for t in self.mat_tags
            ],
            "bases": [base.json() for base in self.bases],
            "terrain": [piece.json() for piece in self.terrain],
            "pairs": self.pairs(),
            "loose_tags": [{"id": tag_id, "x_mm": x_mm, "y_mm": y_mm} for tag_id, x_mm, y_mm in self.loose],
        }


def truth_of(
    options: "FrameOptions",
    setup: TableSetup,
    scene: Scene,
    exposure: Exposure,
    moving: tuple[str, np.ndarray] | None,
    loose: list[Tag],
) -> FrameTruth:
    """Looks every tag up in the scene."""
    told: dict[str, list[TagTruth]] = {}
    for tag in scene.tags:
        told.setdefault(tag.carrier, []).append(_tag_truth(scene, tag, exposure))
    carried = {tag.id for piece in setup.layout.pieces for tag in piece.tags}
    doubles = {tag.id: tag for tag in loose if tag.id in carried}
    pieces = {}
    for piece in setup.layout.pieces:
        tags = tuple(told.get(piece.id, ()))
        at = setup.placed.get(piece.id)
        moved_mm = float(np.hypot(*moving[1])) if moving is not None and moving[0] == piece.id else 0.0
        twice = any(tag.id in doubles for tag in piece.tags)
        polygon = () if at is None or not hasattr(piece, "polygon_mm") else at.put(np.array(piece.polygon_mm))
        pieces[piece.id] = PieceTruth(
            piece.id,
            at and at.x_mm,
            at and at.y_mm,
            at and at.angle_rad,
            getattr(piece, "radius_mm", None),
            _expected(tags, unsure=bool(moved_mm) or twice) if options.mat_tags else "absent",
            tags,
            tuple((float(x), float(y)) for x, y in polygon),
            moved_mm,
            twice,
        )
    return FrameTruth(
        options.kind,
        options.group,
        options.size,
        options.calibrated,
        options.mat_tags,
        _camera(scene),
        tuple(told.get("mat", ())),
        tuple(pieces[base.id] for base in setup.layout.bases),
        tuple(pieces[piece.id] for piece in setup.layout.terrain if piece.id in setup.placed),
        tuple((tag.id, tag.x_mm, tag.y_mm) for tag in doubles.values()),
    )


def _expected(tags: tuple[TagTruth, ...], *, unsure: bool) -> str:
    if not any(tag.with_margin > 0 or tag.visible > 0 for tag in tags):
        return "absent"
    return "must" if not unsure and any(tag.surely_readable for tag in tags) else "may"


def _tag_truth(scene: Scene, tag: SeenTag, exposure: Exposure) -> TagTruth:
    pixels, shown = scene.visible(tag.corners_mm, tag.level)
    modules = scene.modules
    _, with_margin = scene.visible(tag.corners_mm, tag.level, grown=1 + 1 / modules)
    corners = scene.camera.project(tag.corners_mm)
    edges = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    return TagTruth(
        tag.id,
        float(shown.mean()),
        float((shown & ~_washed_out(pixels, scene, exposure)).mean()),
        float(with_margin.mean()),
        float(edges.min()),
        tuple((float(x), float(y)) for x, y in corners),
    )


def _washed_out(pixels: np.ndarray, scene: Scene, exposure: Exposure) -> np.ndarray:
    added = sum((spot.at(pixels) for spot in exposure.glare), np.zeros(len(pixels)))
    if not added.any():
        return added > 0
    width, height = scene.camera.size
    columns, rows = (np.clip(np.round(pixels[:, k]).astype(int), 0, size - 1) for k, size in enumerate((width, height)))
    arriving = lamp(width, height, exposure)[rows, columns]
    plain = np.stack([INK * arriving, PAPER * arriving])
    grey = developed(np.concatenate([plain, plain + added])[..., None], replace(exposure, sharpen=0.0)).astype(float)[
        ..., 0
    ]
    return grey[3] - grey[2] < WASHED_OUT * (grey[1] - grey[0])


def _camera(scene: Scene) -> dict[str, Any]:
    camera = scene.camera
    return {
        "matrix": camera.matrix.tolist(),
        "distortion": camera.distortion.tolist(),
        "rotation": camera.rotation.tolist(),
        "centre_mm": camera.centre_mm.tolist(),
        "tilt_deg": camera.tilt_deg,
        "lens": camera.lens,
    }
