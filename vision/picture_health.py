"""What is wrong with a single picture, in a sentence a player understands."""

import cv2
import numpy as np

from vision.frame import Image
from vision.light import Sharpness, complaints_of_light
from vision.mat_pose import MatFix
from vision.observation import Trouble, TroubleKind
from vision.table import TableLayout
from vision.tags import DetectedTag

_SMALL_WIDTH_PX = 480
_GLARE_LEVEL = 250
_GLARE_SHARE = 0.004
_GLARE_PATCH_PX = 9
"""Of the small picture: paper is white too, but a patch as large as this is light."""
_FEW_MAT_TAGS = 4


def picture_troubles(
    grey: Image, tags: tuple[DetectedTag, ...], layout: TableLayout, fix: MatFix | None
) -> list[Trouble]:
    """Light, glare, focus, and how well the mat is seen.

    Args:
        grey: (h, w) uint8.
        tags: All tags found.
        layout: The table.
        fix: The mat, where found.
    """
    shape = (_SMALL_WIDTH_PX, max(1, round(grey.shape[0] * _SMALL_WIDTH_PX / grey.shape[1])))
    small = cv2.resize(grey, shape, interpolation=cv2.INTER_AREA).astype(np.uint8)
    complaints = complaints_of_light(small, _sharpness(tags, layout))
    if not any(kind is TroubleKind.TOO_BRIGHT for kind, _, _ in complaints) and _has_glare(small):
        complaints.append(
            (TroubleKind.TOO_BRIGHT, "", "A lamp mirrors on the table: what lies in the glare is not seen; move it.")
        )
    troubles = [Trouble(kind, about, sentence) for kind, about, sentence in complaints]
    if fix is None:
        sentence = "The mat is not seen: point the camera at it, with its tags uncovered."
        return [*troubles, Trouble(TroubleKind.NO_MAT, "", sentence)]
    if len(fix.used) < min(_FEW_MAT_TAGS, len(layout.mat.tags)):
        sentence = f"Only {len(fix.used)} of the mat's {len(layout.mat.tags)} tags are seen: uncover the others."
        troubles.append(Trouble(TroubleKind.FEW_MAT_TAGS, "", sentence))
    if not fix.camera.sight.lens.calibrated:
        sentence = "The camera is not calibrated, so places are less exact: calibrate it with the printed board."
        troubles.append(Trouble(TroubleKind.NOT_CALIBRATED, "", sentence))
    return troubles


def _sharpness(tags: tuple[DetectedTag, ...], layout: TableLayout) -> Sharpness | None:
    sizes_mm = {tag.id: tag.size_mm for carrier in (layout.mat, *layout.pieces) for tag in carrier.tags}
    known = [tag for tag in tags if tag.id in sizes_mm]
    if not known:
        return None
    # The smallest tag counts, also where blur has kept it from being found.
    module_mm = float(np.median([tag.module_px / tag.edge_px for tag in known])) * min(sizes_mm.values())
    px_per_mm = float(np.median([tag.edge_px / sizes_mm[tag.id] for tag in known]))
    return Sharpness(
        blur_px=float(np.median([tag.fit.blur_px for tag in known])),
        module_px=module_mm * px_per_mm,
        contrast=float(np.median([tag.fit.contrast_grey for tag in known])),
    )


def _has_glare(small: Image) -> bool:
    bright = (small >= _GLARE_LEVEL).astype(np.uint8)
    patch = np.ones((_GLARE_PATCH_PX, _GLARE_PATCH_PX), dtype=np.uint8)
    return float(cv2.morphologyEx(bright, cv2.MORPH_OPEN, patch).mean()) > _GLARE_SHARE
