"""Names the likely cause where mat, prints, models and lens do not fit together, and how far the scale is in doubt.

A picture shows proportions alone. Where two of them disagree (the tags' size and their distances, the mat's length and
its width, the models' sheets and the mat's), either may be the wrong one, so every distance is uncertain by the whole
disagreement until somebody measures.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from vision.arrays import Floats
from vision.pose.mat_shape import MatShape
from vision.pose.refine import MatPose
from vision.tracking.image_quality import Complaint
from vision.trouble import TroubleKind

STRETCHED = 1e-3
"""Smallest stretch that is reported."""

SIZE_OFF = 0.015
"""Smallest disagreement of a tag's size that is reported: blur and tone curve change it by less."""

SIZE_SIGMAS = 5.0

SCATTERED_MM = 0.2
"""Smallest scatter of the mat's tags that is reported."""

BOWED_MM = 0.5
"""Smallest bow that is reported: what its model cannot tell makes places unsure by a third of a millimetre."""

ASTRAY = 4.0
"""Distance of a lens from its calibration, in standard deviations of one parameter, from which it is reported."""

UNKNOWN_LENS_SIGMA = 0.01
"""Relative standard deviation of distances without a calibration: a mat that is longer one way or askew by two per cent
looks like a mat as told under another lens."""

ODD_LENS_SIGMA = 0.02
"""Relative standard deviation where the lens that would explain the mat's tags is one that no camera has."""

USUAL_FOCAL = (0.4, 2.0)
"""Focal lengths of cameras above tables, in image widths: from wide angle to a phone's second lens."""

MIN_SIZES = 3
"""Fewest tags whose size says something of their sheet."""

SHARED = 3
"""From this many models on whose tags contradict each other, they have one cause in common."""


@dataclass(frozen=True, slots=True)
class TagSize:
    """Apparent size of one tag.

    Attributes:
        scale: Apparent size, divided by the one in the table file.
        sigma: Standard deviation of `scale`.
    """

    scale: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Strain:
    """By how much the tags of one piece contradict each other.

    Attributes:
        off_mm: Distance of a tag from where the piece would have it.
        share: The same as a share of its distance from the piece's middle.
    """

    off_mm: float
    share: float


def size_off(sizes: Sequence[TagSize]) -> float:
    """Returns by which share the tags of one sheet are larger than told; 0 unless that is sure."""
    if len(sizes) < MIN_SIZES:
        return 0.0
    off = median(size.scale for size in sizes) - 1.0
    return off if abs(off) > max(SIZE_OFF, SIZE_SIGMAS * median(size.sigma for size in sizes)) else 0.0


@dataclass(frozen=True, slots=True)
class Misfit:
    """What does not fit together.

    Attributes:
        stretch: Relative lengthening of the mat in one direction.
        mat_tags_off: Share by which the mat's tags are larger than their distances say.
        piece_tags_off: The same of the models' tags.
        scatter_mm: Scatter of the mat's tags about their places.
        bow_mm: How far the mat rises or sags towards its rim.
        swapped: Pairs of mat tags, of which the first lies where the second belongs.
        lens_off: Distance of the lens from its calibration, in standard deviations of one parameter.
        lens_sigma: Relative standard deviation of distances, because nobody calibrated the lens.
        strained_mm: For each piece whose tags contradict each other: by how much.
        strain: The same as a share of the tags' distance, where several pieces have it in common.
    """

    stretch: float = 0.0
    mat_tags_off: float = 0.0
    piece_tags_off: float = 0.0
    scatter_mm: float = 0.0
    bow_mm: float = 0.0
    swapped: tuple[tuple[int, int], ...] = ()
    lens_off: float = 0.0
    lens_sigma: float = 0.0
    strained_mm: tuple[tuple[str, float], ...] = ()
    strain: float = 0.0

    @property
    def scale_sigma(self) -> float:
        """Relative standard deviation of every distance due to what does not fit together."""
        pieces = self.piece_tags_off - self.mat_tags_off
        pieces_off = pieces if abs(pieces) > SIZE_OFF else 0.0
        return math.hypot(self.stretch, self.mat_tags_off, pieces_off, self.strain) + self.lens_sigma


def misfit_of(
    shape: MatShape,
    pose: MatPose,
    mat_sizes: Mapping[int, TagSize],
    piece_sizes: Sequence[TagSize],
    swapped: Iterable[tuple[int, int]],
    strains: Mapping[str, Strain],
) -> Misfit:
    """Compares what is known of the mat, the lens and the pieces.

    Args:
        shape: How the mat differs from its file.
        pose: The camera's pose.
        mat_sizes: Apparent sizes of the mat's tags, by id.
        piece_sizes: Apparent sizes of the tags of pieces that lie on the mat.
        swapped: Mat tags that lie where another one belongs.
        strains: By how much the tags of a piece contradict each other, by its id.
    """
    bow_mm = float(np.abs(shape.bows_mm).max())
    return Misfit(
        stretch=shape.stretched if shape.stretched > STRETCHED else 0.0,
        mat_tags_off=size_off(list(mat_sizes.values())),
        piece_tags_off=size_off(piece_sizes),
        scatter_mm=shape.scatter_mm if shape.scatter_mm > SCATTERED_MM else 0.0,
        bow_mm=bow_mm if bow_mm > BOWED_MM else 0.0,
        swapped=tuple(sorted(swapped)),
        lens_off=pose.camera.lens_off if pose.prior.calibrated and pose.camera.lens_off > ASTRAY else 0.0,
        lens_sigma=_lens_sigma(pose),
        strained_mm=tuple(sorted((piece, strain.off_mm) for piece, strain in strains.items())),
        strain=median(strain.share for strain in strains.values()) if len(strains) >= SHARED else 0.0,
    )


def _lens_sigma(pose: MatPose) -> float:
    if pose.prior.calibrated:
        return 0.0
    lens = pose.model.lens
    usual = USUAL_FOCAL[0] <= lens.matrix[0][0] / lens.image_size[0] <= USUAL_FOCAL[1]
    return UNKNOWN_LENS_SIGMA if usual else ODD_LENS_SIGMA


def complaints_of_misfit(misfit: Misfit) -> list[Complaint]:
    """Returns the troubles, the likely cause first; a shared cause is told once instead of piece by piece."""
    found: list[Complaint] = []
    if misfit.swapped:
        ids = sorted({tag_id for pair in misfit.swapped for tag_id in pair})
        names = ", ".join(str(tag_id) for tag_id in ids)
        sentence = f"Tags of the mat lie in one another's places: {names}. Lay each where it belongs."
        found.append((TroubleKind.MAT_TAGS_SWAPPED, names, sentence))
    if misfit.stretch:
        sentence = (
            f"The mat is not as its file says: longer one way, or askew, by {2 * misfit.stretch:.1%}. Measure its "
            "width and height, or smooth it."
        )
        found.append((TroubleKind.MAT_STRETCHED, "", sentence))
    elif misfit.lens_sigma > UNKNOWN_LENS_SIGMA:
        sentence = (
            "Only a lens that no camera has would see the mat so: it is not as its file says, or not flat. Calibrate "
            "the camera, and measure the mat."
        )
        found.append((TroubleKind.MAT_STRETCHED, "", sentence))
    if misfit.mat_tags_off:
        sentence = (
            f"The mat's tags are {abs(misfit.mat_tags_off):.1%} too {_size(misfit.mat_tags_off)} for their distances: "
            "printed at another size, or the mat is not as its file says. Measure the 100 mm line on their sheet."
        )
        found.append((TroubleKind.MAT_TAGS_SIZE, "", sentence))
    elif misfit.piece_tags_off:
        sentence = (
            f"The models' tags are {abs(misfit.piece_tags_off):.1%} too {_size(misfit.piece_tags_off)} for this mat: "
            "their sheets were printed at another size. Measure the 100 mm line on both."
        )
        found.append((TroubleKind.SHEETS_DIFFER, "", sentence))
    if misfit.scatter_mm:
        sentence = (
            f"The mat's tags lie about {misfit.scatter_mm:.1f} mm off their places, or the mat is wavy. Smooth it and "
            "lay its tags exactly."
        )
        found.append((TroubleKind.MAT_SCATTERED, "", sentence))
    elif misfit.bow_mm:
        sentence = (
            f"The mat is not flat: towards its rim it rises or sags by about {misfit.bow_mm:.1f} mm. Smooth it; until "
            "then places are less exact."
        )
        found.append((TroubleKind.MAT_SCATTERED, "", sentence))
    if misfit.lens_off:
        sentence = (
            "The lens does not see as when it was calibrated. Lock focus and zoom, and calibrate again as it is used."
        )
        found.append((TroubleKind.LENS_ASTRAY, "", sentence))
    if not found:
        found += _of_pieces(misfit)
    return found


def _of_pieces(misfit: Misfit) -> list[Complaint]:
    if len(misfit.strained_mm) >= SHARED:
        sentence = (
            f"The tags of {len(misfit.strained_mm)} pieces are not as far apart as their files say: look at what they "
            "share, their print or the mat. All of them stay, less exactly."
        )
        return [(TroubleKind.TAGS_ASTRAY, "", sentence)]
    return [
        (
            TroubleKind.TAGS_ASTRAY,
            piece,
            f"The tags of {piece} are {off_mm:.1f} mm off each other. Check how they were glued.",
        )
        for piece, off_mm in misfit.strained_mm
    ]


def _size(off: float) -> str:
    return "large" if off > 0 else "small"


def swaps(at_mm: Mapping[int, Floats], told_mm: Mapping[int, Floats], near_mm: float) -> set[tuple[int, int]]:
    """Returns which tags lie where another one belongs, as (tag, owner of the place).

    Args:
        at_mm: (2,) where each tag was found that is not in its place.
        told_mm: (2,) where each tag of the mat belongs.
        near_mm: Largest distance from a place.
    """
    return {
        (tag_id, other)
        for tag_id, at in at_mm.items()
        for other, place in told_mm.items()
        if other != tag_id and float(np.hypot(*(at - place))) <= near_mm
    }
