"""Where an error in mm comes from, for each camera: propagated through the program's camera model, and rendered."""

import math
from dataclasses import dataclass, replace

import numpy as np

from tests.benchmarks.frames.calibration import calibrated_lens
from tests.benchmarks.frames.exposure import Exposure
from tests.benchmarks.frames.frame import HD, UHD, FrameOptions, RenderedFrame, render
from tests.benchmarks.frames.layouts import MAT_MM, TableOptions
from tests.benchmarks.frames.optics import LENSES, TrueCamera, random_camera
from tests.benchmarks.frames.results import HELD_OUT, in_processes
from tests.benchmarks.frames.score import answers_of
from tests.benchmarks.report import ResultTable, affordable
from vision import Lens, MatLayout, Tag
from vision.camera.camera_model import CameraModel
from vision.pose.refine import MatTagView, found_pose

SIZES = {"720p": (1280, 720), "1080p": HD, "1440p": (2560, 1440), "4K": UHD}
STANDS = ((5.0, 1.0), (5.0, 1.5), (20.0, 1.0))
"""Tilts in degrees, and how many times as wide as the mat with its tags is what the picture's height shows."""

OUT_MM = 22.0
TAG_MM, MODULES, EDGE_MODULES = 15.0, 6, 22.0
"""Edges across one direction in a tag: twelve modules of the rim, and half of the twenty inside, on average."""
RAISED_MM, BULGE_MM, PRINT_SCALE = 0.3, 1.0, 1.001
NOISE_GREY, CONTRAST_GREY, BLUR_PX = 3.0, 150.0, 0.9
LENSES_DRAWN = 6
CORNER_SIGMA_PX = 0.02
P95_OF_SIGMA = 2.448
"""Of the distance from the middle, where both coordinates are normal."""

SOURCES = ("noise", "height", "lens", "print", "bulge")


def mat_layout() -> MatLayout:
    """Eight tags round the mat, as on the frames."""
    low, high, half = -OUT_MM, MAT_MM + OUT_MM, MAT_MM / 2
    spots = [(low, low), (half, low), (high, low), (high, half), (high, high), (half, high), (low, high), (low, half)]
    return MatLayout(MAT_MM, MAT_MM, "DICT_4X4_100", tuple(Tag(k, 30.0, x, y) for k, (x, y) in enumerate(spots)))


@dataclass(frozen=True, slots=True)
class Budget:
    """95th percentiles over the mat, in mm, of what each source does; and the scale in the mat's middle."""

    px_per_mm: float
    height_mm: float
    parts_mm: dict[str, float]

    @property
    def total_mm(self) -> float:
        return math.hypot(*self.parts_mm.values())


def everywhere() -> np.ndarray:
    """(N, 2) points evenly over the mat where a base may stand."""
    steps = np.linspace(30, MAT_MM - 30, 12)
    return np.stack(np.meshgrid(steps, steps), -1).reshape(-1, 2)


def budget_of(camera: TrueCamera, spots: np.ndarray, rng: np.random.Generator) -> Budget:
    """Propagates every source through the camera model and the pose that the program finds from the mat's tags.

    Args:
        camera: The camera.
        spots: (N, 2) points of the mat at which it counts, mm.
        rng: For the calibrations.
    """
    true = _sight(camera, camera.exact_lens())
    out = np.hypot(*(spots - MAT_MM / 2).T) / (MAT_MM / 2)
    lenses = [calibrated_lens(camera, rng) for _ in range(LENSES_DRAWN)]
    scaled = _found(camera, camera.exact_lens(), PRINT_SCALE)
    scales = true.scales(spots)
    edges_px = EDGE_MODULES * TAG_MM / MODULES * scales
    noise_px = NOISE_GREY / CONTRAST_GREY * np.sqrt(2 * math.sqrt(math.pi) * BLUR_PX / edges_px)
    parts = {
        "noise": P95_OF_SIGMA * float(np.percentile(noise_px / scales, 50)),
        "height": _p95(_seen(true, true, spots, np.full(len(spots), RAISED_MM)) - spots),
        "lens": _p95(np.concatenate([_seen(true, _found(camera, lens, 1.0), spots) - spots for lens in lenses])),
        "print": _p95(_seen(true, scaled, spots) - spots),
        "bulge": _p95(_seen(true, true, spots, BULGE_MM * np.maximum(0, 1 - out * out / 2)) - spots),
    }
    return Budget(true.px_per_mm(MAT_MM / 2, MAT_MM / 2), float(camera.centre_mm[2]), parts)


def _sight(camera: TrueCamera, lens: Lens) -> CameraModel:
    return CameraModel(lens, camera.rotation, -camera.rotation @ camera.centre_mm)


def _found(camera: TrueCamera, lens: Lens, scale: float) -> CameraModel:
    """Lens and pose as the program finds them from exact corners of a mat that was printed larger."""
    mat = mat_layout()
    views = []
    for tag in mat.tags:
        corners = MAT_MM / 2 + scale * (np.array(tag.corners_mm()) - MAT_MM / 2)
        views.append(MatTagView(tag, camera.project(np.column_stack([corners, np.zeros(4)])), CORNER_SIGMA_PX))
    pose = found_pose(mat, views, camera.size, lens)
    assert pose is not None
    return pose.model


def _seen(true: CameraModel, found: CameraModel, spots: np.ndarray, rise_mm: np.ndarray | float = 0.0) -> np.ndarray:
    """Where points that are higher than is thought seem to lie."""
    pixels = true.pixels(np.column_stack([spots, np.broadcast_to(rise_mm, len(spots))]))
    return found.on_plane(pixels, 0.0)


def _p95(off: np.ndarray) -> float:
    return float(np.percentile(np.hypot(off[:, 0], off[:, 1]), 95))


def budget_table() -> ResultTable:
    """Every camera, as near as it may be and from higher up, and tilted."""
    rows = []
    corners = np.concatenate([np.array(tag.corners_mm()) for tag in mat_layout().tags])
    for tilt_deg, wider in STANDS:
        shown = MAT_MM / 2 + wider * (corners - MAT_MM / 2)
        for size_name, size in SIZES.items():
            for lens in LENSES:
                rng = np.random.default_rng([3, size[0], round(tilt_deg)])
                budget = budget_of(random_camera(rng, size, lens, tilt_deg, shown), everywhere(), rng)
                parts = tuple(f"{budget.parts_mm[source]:.3f}" for source in SOURCES)
                scale = f"{budget.px_per_mm:.2f}"
                head = (f"{size_name}, {lens}", f"{tilt_deg:.0f}°", f"{budget.height_mm / 10:.0f} cm", scale)
                rows.append((*head, *parts, f"{budget.total_mm:.2f}"))
    return ResultTable(
        "Sources of error",
        (
            "camera",
            "tilt",
            "height",
            "px/mm",
            "noise",
            "tag height",
            "lens",
            "print scale",
            "mat not flat",
            "all together",
        ),
        tuple(rows),
        "The figures are 95th percentiles in mm over a mat of 600 × 600 mm. The camera is at the height from "
        "which mat and tags fill the image, and at 5° also half as high again, as with a higher ceiling or a "
        f"longer arm. Noise: one tag of {TAG_MM:.0f} mm, noise σ {NOISE_GREY:.0f} grey levels, blur {BLUR_PX} px, "
        f"computed from the information in its edges. Tag height: {RAISED_MM} mm higher than stated in the table "
        "file. Lens: the error that 16 views of a board with 0.2 px of corner noise leave, after the pose was "
        "computed from the mat's tags. Print scale: the mat is printed 0.1 % too large. Mat not flat: its middle "
        f"is {BULGE_MM:.0f} mm higher than its tags. All together: the root of the sum of squares. All sources "
        "except noise are propagated through the program's own camera model and pose.",
    )


CHECKED = (("1080p", "phone", 5.0), ("1080p", "webcam", 20.0), ("4K", "wide", 5.0))


def _check(case: tuple[str, str, float], seed: int) -> tuple[Budget, dict[str, list[float]]]:
    """Renders one table with and without each effect, and has both read.

    Returns:
        The budget of that very camera, and for each source by how much it moved each base, in mm.
    """
    size_name, lens, tilt_deg = case
    table = TableOptions(bases=14, absent=0, terrain=0, large_share=0.0)
    exposure = Exposure(blur_px=BLUR_PX, noise_grey=NOISE_GREY)
    plain = FrameOptions(
        "budget", size=SIZES[size_name], table=table, exposure=exposure, tilt_deg=(tilt_deg, tilt_deg), lens=lens
    )
    frame = render(plain, seed)
    exact = frame.camera.exact_lens()
    here = _places(frame, exact)
    truth = {base.id: (base.x_mm, base.y_mm) for base in frame.truth.bases if base.x_mm is not None}
    changed = {
        "height": replace(plain, raised_mm=RAISED_MM),
        "print": replace(plain, print_scale=PRINT_SCALE),
        "bulge": replace(plain, bulge_mm=BULGE_MM),
    }
    moved = {"noise": _apart(here, truth), "lens": _apart(_places(frame, frame.lens), here)}
    moved |= {source: _apart(_places(render(options, seed), exact), here) for source, options in changed.items()}
    return budget_of(frame.camera, np.array(list(truth.values())), np.random.default_rng(seed)), moved


def _places(frame: RenderedFrame, lens: Lens | None) -> dict[str, tuple[float, float]]:
    answers = answers_of(frame.image, frame.name, frame.layout, lens)
    return {place["id"]: (place["x_mm"], place["y_mm"]) for place in answers["bases"]}


def _apart(some: dict[str, tuple[float, float]], others: dict[str, tuple[float, float]]) -> list[float]:
    return [math.dist(place, others[name]) for name, place in some.items() if name in others]


def check_table() -> ResultTable:
    """The budget beside what rendered frames show."""
    seeds = range(HELD_OUT, HELD_OUT + affordable(3, 1))
    cases = CHECKED[: affordable(3, 1)]
    asked = [(case, seed) for case in cases for seed in seeds]
    results = in_processes(_check, [case for case, _ in asked], [seed for _, seed in asked])
    rows = []
    for case in cases:
        mine = [result for (name, _), result in zip(asked, results, strict=True) if name == case]
        for source in SOURCES:
            told = float(np.mean([budget.parts_mm[source] for budget, _ in mine]))
            off = [mm for _, moved in mine for mm in moved[source]]
            title = f"{case[0]}, {case[1]}, {case[2]:.0f}°"
            rows.append((title, source, f"{told:.3f}", f"{np.percentile(off, 95):.3f}", str(len(off))))
    return ResultTable(
        "Check against rendered frames",
        ("camera", "source", "p95 propagated, mm", "p95 rendered, mm", "bases"),
        tuple(rows),
        "The same table is rendered with and without the effect, both images are read with the exact lens (for "
        "the lens: the same image is read with the exact and with the calibrated one), and the positions of the "
        "bases are compared; for noise, they are compared with the ground truth. Propagated: for the same camera "
        "and the same bases. Bases have two tags, so noise is lower by √2 than for one tag, but not an effect "
        "that shifts both tags alike. The rendered noise includes all other errors of the reader: JPEG, shadows, "
        "and objects next to a tag.",
    )
