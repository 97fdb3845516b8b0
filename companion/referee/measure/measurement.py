"""What one picture tells, as `companion measure` gives it.

Tags, places, the cell of each base on a board, each pair's gap, contact, ranges and sight.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from companion.games.measures import Measures
from companion.geometry import Base, Deviation, Scene, Sight, find_sight, judge_contact, measure_gap
from companion.geometry.grid import Snap
from companion.referee.mat.cells import SharedCell, judge_cells, shared_cells
from companion.referee.mat.scene import place_deviation, placement_sigma_between_mm, scene_of
from vision import Place, TableLayout, TableObservation, TagObservation, Trouble

LENS_ESTIMATED = (
    "lens estimated from the mat's tags, so every ± is wide: "
    "calibrate the camera (companion calibrate) and add --calibration FILE"
)


@dataclass(frozen=True, slots=True)
class Measurement:
    """One picture's answers.

    Attributes:
        scene: The table as geometry sees it.
        sights: For each pair of bases, in the order of the table file, the line of sight between them.
        cells: In which cell each base stands, where the table has a board.
        answers: All of it as JSON tells it.
    """

    scene: Scene
    sights: Mapping[tuple[str, str], Sight]
    cells: Mapping[str, Snap]
    answers: Mapping[str, object]


def tags_only(image: str, tags: tuple[TagObservation, ...], *, name_dictionary: bool) -> Mapping[str, object]:
    """The answer for a picture without a table file: its tags and nothing else."""
    return {"image": image, "tags": _tags(tags, name_dictionary=name_dictionary), "mat": {"found": False}}


def measure(
    image: str,
    layout: TableLayout,
    observation: TableObservation,
    measures: Measures,
    more_tags: tuple[TagObservation, ...] = (),
    *,
    name_dictionaries: bool = False,
) -> Measurement:
    """Everything that one picture tells of the table.

    Args:
        image: The picture's name, repeated in the answer.
        layout: What may stand on the mat.
        observation: What was seen, of that layout.
        measures: The rulers to hold against every gap.
        more_tags: Tags of other dictionaries in the same picture.
        name_dictionaries: Whether every tag names its own, because several were looked for.
    """
    scene = scene_of(layout, observation)
    extra_mm = placement_sigma_between_mm(layout)
    pairs = tuple(combinations(scene.bases, 2))
    sights = {(a.id, b.id): find_sight(scene, a.id, b.id, extra_sigma_mm=extra_mm) for a, b in pairs}
    radii = {base.id: base.radius_mm for base in layout.bases}
    mat, cells = observation.mat, judge_cells(layout, scene)
    answers: dict[str, object] = {
        "image": image,
        "tags": _tags((*observation.tags, *more_tags), name_dictionary=name_dictionaries),
        "mat": {"found": mat.found, "reprojection_px": _round(mat.reprojection_px), "calibrated": mat.calibrated},
        "bases": [
            _place(place, place_deviation(layout, observation, place))
            | {"radius_mm": radii[place.id]}
            | _cell(cells.get(place.id))
            for place in observation.bases
        ],
        "terrain": [
            _place(place, place_deviation(layout, observation, place)) | {"polygon_mm": _polygon(scene, place.id)}
            for place in observation.terrain
            if any(piece.id == place.id for piece in scene.terrain)
        ],
        "missing": list(observation.missing),
        "pairs": [_pair(a, b, measures, extra_mm) | {"sight": _sight(sights[a.id, b.id])} for a, b in pairs],
        "troubles": [_trouble(trouble) for trouble in observation.troubles],
    }
    if layout.grid is not None:
        answers["shared_cells"] = [_shared(shared) for shared in shared_cells(cells)]
    return Measurement(scene, sights, cells, answers)


def _tags(tags: tuple[TagObservation, ...], *, name_dictionary: bool) -> list[dict[str, object]]:
    return [
        {"id": tag.id, "corners_px": [[_round(x), _round(y)] for x, y in tag.corners_px]}
        | ({"dictionary": tag.dictionary} if name_dictionary else {})
        for tag in tags
    ]


def _place(place: Place, deviation: Deviation) -> dict[str, object]:
    return {
        "id": place.id,
        "x_mm": _round(place.x_mm),
        "y_mm": _round(place.y_mm),
        "angle_deg": _round(math.degrees(place.angle_rad) % 360),
        **_sigmas(deviation),
        "seen_tags": list(place.seen_tags),
    }


def _cell(snap: Snap | None) -> dict[str, object]:
    """The cell of a base; nothing where there is no board."""
    if snap is None:
        return {}
    verdict = snap.verdict
    return {
        "cell": {
            "verdict": verdict.answer.value,
            "cell": None if snap.cell is None else list(snap.cell),
            "candidates": [list(cell) for cell in snap.candidates],
            "beside": snap.beside,
            "margin_mm": _round(verdict.value_mm),
            **_sigmas(verdict.parts or Deviation(verdict.sigma_mm)),
        }
    }


def _shared(shared: SharedCell) -> dict[str, object]:
    return {"cell": list(shared.cell), "bases": list(shared.bases), "verdict": "yes" if shared.certain else "close"}


def _polygon(scene: Scene, terrain_id: str) -> list[list[float | None]]:
    return [
        [_round(corner.x_mm), _round(corner.y_mm)]
        for piece in scene.terrain
        if piece.id == terrain_id
        for corner in piece.polygon
    ]


def _pair(a: Base, b: Base, measures: Measures, extra_mm: float) -> dict[str, object]:
    gap = measure_gap(a, b)
    contact = judge_contact(gap, measures.contact_tolerance_mm, extra_sigma_mm=extra_mm)
    return {
        "from": a.id,
        "to": b.id,
        "gap_mm": _round(gap.gap_mm),
        **_sigmas(gap.deviation.made(extra_mm)),
        "contact": contact.answer.value,
        "ranges": {
            name: gap.within(limit_mm, extra_sigma_mm=extra_mm).answer.value
            for name, limit_mm in measures.ranges_mm.items()
        },
    }


def _sigmas(deviation: Deviation) -> dict[str, object]:
    """The deviation that verdicts use: what the picture tells and how pieces were made as variances, then the scale."""
    parts = {"seen": deviation.seen_mm, "made": deviation.made_mm, "scale": deviation.scale_mm}
    return {
        "sigma_mm": _round(deviation.sigma_mm),
        "sigma_parts_mm": {part: _round(each_mm) for part, each_mm in parts.items()},
    }


def _sight(sight: Sight) -> dict[str, object]:
    verdict = sight.verdict
    return {
        "verdict": verdict.answer.value,
        "margin_mm": _round(sight.margin_mm),
        **_sigmas(verdict.parts or Deviation(verdict.sigma_mm)),
    }


def _trouble(trouble: Trouble) -> dict[str, object]:
    return {"kind": trouble.kind.value, "about": trouble.about, "sentence": trouble.sentence}


def _round(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def describe(answers: Mapping[str, Any]) -> str:
    """One picture's answers for people, in a few lines."""
    mat = answers["mat"]
    lines = [f"{answers['image']}: {len(answers['tags'])} tags{_ids(answers['tags'])}"]
    if "bases" not in answers:
        return "\n".join(lines)
    if not mat["found"]:
        lines.append("  the mat was not found: three of its tags must be in the image")
    else:
        lens = "calibrated lens" if mat["calibrated"] else LENS_ESTIMATED
        lines.append(f"  mat found, {mat['reprojection_px']:.2f} px off, {lens}")
    lines += [f"  ! {trouble['sentence']}" for trouble in answers["troubles"]]  # they say why a ± below is wide
    lines += [
        f"  {place['id']}: x {place['x_mm']:.1f}, y {place['y_mm']:.1f} mm ± {2 * place['sigma_mm']:.2f}, "
        f"turned {place['angle_deg']:.0f}°{_cell_words(place.get('cell'))}"
        for place in (*answers["bases"], *answers["terrain"])
    ]
    if answers["missing"]:
        lines.append(f"  not seen: {', '.join(answers['missing'])}")
    lines += [f"  {_pair_words(pair)}" for pair in answers["pairs"]]
    lines += [f"  {_shared_words(shared)}" for shared in answers.get("shared_cells", ())]
    return "\n".join(lines)


def _ids(tags: Sequence[Mapping[str, Any]]) -> str:
    return "".join((": " if tags else "", ", ".join(str(tag["id"]) for tag in tags)))


def _pair_words(pair: Mapping[str, Any]) -> str:
    ranges = "  ".join(f"{name} {answer}" for name, answer in pair["ranges"].items())
    sight, margin_mm = pair["sight"]["verdict"], pair["sight"]["margin_mm"]
    by = "" if margin_mm is None else f" by {abs(margin_mm):.1f} mm"
    return (
        f"{pair['from']} – {pair['to']}: gap {pair['gap_mm']:.1f} mm ± {2 * pair['sigma_mm']:.2f}, "
        f"contact {pair['contact']}, ranges {ranges}, sight {sight}{by}"
    )


def _cell_words(cell: Mapping[str, Any] | None) -> str:
    if cell is None:
        return ""
    margin_mm = cell["margin_mm"]
    if cell["verdict"] == "yes":
        return f", in cell {_named(cell['cell'])} by {margin_mm:.1f} mm"
    if cell["verdict"] == "no":
        return f", beside the board by {-margin_mm:.1f} mm"
    places = [f"in cell {_named(candidate)}" for candidate in cell["candidates"]]
    where = " or ".join([*places, "beside the board"] if cell["beside"] else places)
    return f", too close to call: {where}, {abs(margin_mm):.2f} mm from the border ± {2 * cell['sigma_mm']:.2f}"


def _shared_words(shared: Mapping[str, Any]) -> str:
    may = "" if shared["verdict"] == "yes" else "may "
    return f"{' and '.join(shared['bases'])} {may}stand in one cell, {_named(shared['cell'])}"


def _named(cell: Sequence[int]) -> str:
    return f"({cell[0]}, {cell[1]})"
