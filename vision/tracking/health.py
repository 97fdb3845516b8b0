"""What is wrong with the seeing, in sentences a player understands."""

import math
from collections.abc import Iterable, Mapping
from itertools import combinations

from vision.camera.intrinsics import Lens
from vision.observation import Place, Seen
from vision.table import TableLayout
from vision.tracking.image_quality import Complaint
from vision.tracking.mat.mat_tracker import MatKeeper
from vision.trouble import TroubleKind

NEWS_S = 3.0
"""How long a bump is told after it was put right."""

FEW_MAT_TAGS = 4

OVERLAP_MM = 2.0
OVERLAP_SIGMAS = 4.0
"""Bases whose rims overlap by more than both together cannot stand so: paper may slide under a base, discs may not."""

STANDING = frozenset({Seen.SEEN, Seen.MOVED})


def complaints_of_mat(
    keeper: MatKeeper, layout: TableLayout, now_s: float, given: Lens | None, *, lost: bool
) -> list[Complaint]:
    """How well the mat is seen, and whether it or the camera moved.

    Args:
        keeper: The mat as followed.
        layout: The table.
        now_s: When the newest picture was taken.
        given: The calibration that was given, whether it fits the pictures or not.
        lost: Whether the mat counts as not seen.
    """
    pose, disturbance = keeper.pose, keeper.disturbance
    if pose is None or lost:
        return [(TroubleKind.NO_MAT, "", "The mat is not seen: point the camera at it, with its tags uncovered.")]
    found: list[Complaint] = []
    seen, known = len(keeper.seen_tags), len(layout.mat.tags)
    if seen < min(FEW_MAT_TAGS, known):
        sentence = f"Only {seen} of the mat's {known} tags are seen: uncover the others."
        found.append((TroubleKind.FEW_MAT_TAGS, "", sentence))
    if not pose.model.lens.calibrated:
        sentence = "The camera is not calibrated, so places are less exact: calibrate it with the printed board."
        if given is not None:
            (width, height), (wide, high) = given.image_size, pose.model.lens.image_size
            sentence = (
                f"The calibration is for pictures of {width} × {height}, not of {wide} × {high}, so places are less "
                "exact: calibrate the camera as it is used."
            )
        found.append((TroubleKind.NOT_CALIBRATED, "", sentence))
    if disturbance is not None and now_s - disturbance.last_s <= NEWS_S:
        if disturbance.camera is False:
            found.append((TroubleKind.MAT_DRIFTED, "", "The mat was moved; all places are measured anew."))
        else:
            found.append((TroubleKind.CAMERA_MOVED, "", "The camera was moved; all places are measured anew."))
    if keeper.refocus is not None and now_s - keeper.refocus.last_s <= NEWS_S:
        sentence = "The camera's focus changed; places are measured with the new one: lock the focus."
        found.append((TroubleKind.FOCUS_DRIFTED, "", sentence))
    found += [
        (
            TroubleKind.MAT_DRIFTED,
            str(tag_id),
            f"Tag {tag_id} of the mat is not where it should be: smooth the mat.",
        )
        for tag_id in pose.strays
    ]
    return found


def complaints_of_pieces(
    duplicates: Iterable[int], impossible: Mapping[str, str], hidden: Iterable[str]
) -> list[Complaint]:
    """What is wrong with single tags and pieces.

    Args:
        duplicates: Ids that are seen more than once.
        impossible: Why a piece cannot be where its tags say, by its id.
        hidden: Pieces of which no tag is wholly seen.
    """
    found: list[Complaint] = [
        (TroubleKind.DUPLICATE_TAG, str(tag_id), f"Tag {tag_id} lies on the table more than once: take one away.")
        for tag_id in duplicates
    ]
    found += [
        (TroubleKind.IMPOSSIBLE_PLACE, piece, f"{piece} is not placed: {why}.") for piece, why in impossible.items()
    ]
    found += [
        (TroubleKind.PARTLY_HIDDEN, piece, f"The tags of {piece} are partly hidden: uncover one.") for piece in hidden
    ]
    return found


def complaints_of_overlaps(layout: TableLayout, places: Mapping[str, Place]) -> list[Complaint]:
    """Bases that stand in one another; each is told of, and stays where its tags say.

    Args:
        layout: The table.
        places: Where the pieces are, by their ids.
    """
    standing = [base for base in layout.bases if base.id in places and places[base.id].state in STANDING]
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
