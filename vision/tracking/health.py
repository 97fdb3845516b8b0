"""Reports what limits vision, in sentences that a player understands."""

import math
from collections.abc import Iterable, Mapping
from itertools import combinations

from vision.camera.intrinsics import Lens
from vision.observation import Place, TrackState
from vision.table import LINE_MM, RULER_SIGMA_MM, TableLayout
from vision.tracking.image_quality import Complaint
from vision.tracking.mat.mat_tracker import MatTracker
from vision.trouble import TroubleKind

NEWS_S = 3.0
"""Time for which a bump is still reported after it was corrected."""

EXAMPLE_MM = 300.0
"""Distance by which the doubt of an unmeasured print is explained."""

FEW_MAT_TAGS = 4

OVERLAP_MM = 2.0
OVERLAP_SIGMAS = 4.0
"""Bases that overlap by more than this many standard deviations are reported: paper may slide under a base, but discs
do not overlap."""

STANDING = frozenset({TrackState.SEEN, TrackState.MOVED})


def complaints_of_mat(
    mat_tracker: MatTracker, layout: TableLayout, now_s: float, given: Lens | None, *, lost: bool
) -> list[Complaint]:
    """Returns troubles with the mat: how well it is seen, and whether it or the camera moved.

    Args:
        mat_tracker: The mat's tracker.
        layout: The table.
        now_s: When the newest image was taken.
        given: The calibration that was given, whether or not it fits the images.
        lost: Whether the mat counts as not seen.
    """
    pose, disturbance = mat_tracker.pose, mat_tracker.disturbance
    if pose is None or lost:
        return [(TroubleKind.NO_MAT, "", "Can't see the mat. Point the camera at it and uncover its tags.")]
    found: list[Complaint] = []
    seen, known = len(mat_tracker.seen_tags), len(layout.mat.tags)
    if seen < min(FEW_MAT_TAGS, known):
        sentence = f"Only {seen} of the mat's {known} tags are visible. Uncover the others."
        found.append((TroubleKind.FEW_MAT_TAGS, "", sentence))
    if not pose.model.lens.calibrated:
        sentence = "The camera is not calibrated, so places are less exact. Calibrate it with the printed board."
        if given is not None:
            (width, height), (wide, high) = given.image_size, pose.model.lens.image_size
            sentence = (
                f"The calibration is for images of {width} × {height}, not of {wide} × {high}, so places are less "
                "exact: calibrate the camera as it is used."
            )
        found.append((TroubleKind.NOT_CALIBRATED, "", sentence))
    if not layout.prints.mat.measured:
        found.append((TroubleKind.PRINT_UNMEASURED, "", _unmeasured(layout)))
    elif layout.prints.contradicted:
        sentence = "The mat's printed line and a thing of known size tell different scales. Measure both again."
        found.append((TroubleKind.PRINT_CONTRADICTED, "", sentence))
    if disturbance is not None and now_s - disturbance.last_s <= NEWS_S:
        if disturbance.camera is False:
            found.append((TroubleKind.MAT_DRIFTED, "", "The mat has moved. All places are measured again."))
        else:
            found.append((TroubleKind.CAMERA_MOVED, "", "The camera has moved. All places are measured again."))
    if mat_tracker.refocus is not None and now_s - mat_tracker.refocus.last_s <= NEWS_S:
        sentence = "The camera's focus has changed. Places are measured with the new focus. Lock it."
        found.append((TroubleKind.FOCUS_DRIFTED, "", sentence))
    found += [
        (
            TroubleKind.MAT_DRIFTED,
            str(tag_id),
            f"Tag {tag_id} of the mat is not where it should be. Smooth the mat.",
        )
        for tag_id in pose.outliers
    ]
    return found


def _unmeasured(layout: TableLayout) -> str:
    """What one look at the printed line would buy."""
    doubts_mm = [2 * sigma_mm / LINE_MM * EXAMPLE_MM for sigma_mm in (layout.prints.mat.sigma_mm, RULER_SIGMA_MM)]
    return (
        f"Nobody measured the mat's print: {EXAMPLE_MM:.0f} mm are known to ± {doubts_mm[0]:.1f} mm; worse if the page "
        "was fitted to other paper. Measure the 100 mm line on its sheets and tell it with companion scale: then it is "
        f"± {doubts_mm[1]:.1f} mm."
    )


def complaints_of_pieces(
    duplicates: Iterable[int], impossible: Mapping[str, str], hidden: Iterable[str]
) -> list[Complaint]:
    """Returns troubles with single tags and pieces.

    Args:
        duplicates: Ids that are seen more than once.
        impossible: For each piece id, why the piece cannot be where its tags are.
        hidden: Pieces of which no whole tag is visible.
    """
    found: list[Complaint] = [
        (TroubleKind.DUPLICATE_TAG, str(tag_id), f"Tag {tag_id} is on the table more than once. Remove one.")
        for tag_id in duplicates
    ]
    found += [
        (TroubleKind.IMPOSSIBLE_PLACE, piece, f"{piece} is not placed: {why}.") for piece, why in impossible.items()
    ]
    found += [
        (TroubleKind.PARTLY_HIDDEN, piece, f"The tags of {piece} are partly hidden. Uncover one.") for piece in hidden
    ]
    return found


def complaints_of_overlaps(layout: TableLayout, places: Mapping[str, Place]) -> list[Complaint]:
    """Reports bases that overlap; each keeps the position that its tags give. A base may stand on a token.

    Args:
        layout: The table.
        places: The pieces' poses, by id.
    """
    bases = (base for base in layout.bases if not base.is_token)
    standing = [base for base in bases if base.id in places and places[base.id].state in STANDING]
    found: dict[str, Complaint] = {}
    for base, other in combinations(standing, 2):
        here, there = places[base.id], places[other.id]
        apart_mm = math.hypot(here.x_mm - there.x_mm, here.y_mm - there.y_mm)
        overlap_mm = base.radius_mm + other.radius_mm - apart_mm
        if overlap_mm <= OVERLAP_MM:
            continue
        made_mm = layout.mat.placement_sigma_mm * math.sqrt(2)
        doubt_mm = math.hypot(here.sigma_mm, there.sigma_mm, made_mm)
        if overlap_mm > OVERLAP_MM + OVERLAP_SIGMAS * doubt_mm:
            sentence = (
                f"{base.id} and {other.id} cannot both stand where their tags are, {overlap_mm:.0f} mm into one "
                "another: check the tags of both."
            )
            for each in (base.id, other.id):
                found.setdefault(each, (TroubleKind.IMPOSSIBLE_PLACE, each, sentence))
    return list(found.values())
