"""Places uncovered tags from all their pixels, as precisely as one image allows.

`vision.alignment.placement` interpolates the image between its pixels and gives all points the same weight, which is
fast. Here the pixels themselves are compared with a model of the camera (`vision.alignment.pixel_model`). All tags of
an image share one blur, and one relation between colour and noise.

If a tag fits far better with a shadow's edge across it (`vision.alignment.shadows`), the edge is fitted too. A tag that
seemed covered, or of a wrong size, is accepted if every module fits afterwards.
"""

import math
from dataclasses import replace
from statistics import median

import numpy as np

from vision.alignment import shadows
from vision.alignment.colour_noise import ColourPixels, told_by_tints
from vision.alignment.pixel_model import (
    BLUR,
    EDGE,
    INK,
    PAPER,
    PAPER_MODULES,
    TUKEY,
    Patch,
    TagParameters,
    compared,
    fitted,
    in_modules,
    patch_of,
    start_parameters,
)
from vision.alignment.placement import TagPose, as_printed
from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.images.frame_view import GreyView
from vision.table import Tag

BLUR_UNKNOWN, BLUR_KNOWN = 0.3, 0.05
"""Relative standard deviation of the blur: before the image's tags have been fitted, and after."""

NEAR_MODULES = 0.25
"""Largest accepted distance from the quick placement."""

SHADOWED = 60.0
"""Smallest reduction of the squared residuals, in variances of the noise, that proves a shadow's edge; without a shadow
it reaches 50."""

MIN_DEPTH = 0.15
"""Smallest share of the light that a shadow removes; less may as well be an error of the model."""

WHOLE_MODULES = 0.075
"""Largest mean residual of a module, as a share of the contrast, for a tag that seemed covered; objects on tags leave
0.11."""

MAX_GROWN = 0.018
"""Largest relative difference in the size of a tag that lies on the mat; lifted by 17 mm it looks larger by 0.025."""

MIN_IN_MODULE = 3
"""Fewest pixels for a module's mean."""


def place_by_pixels(
    view: GreyView, model: CameraModel, tags: list[tuple[str, Tag]], places: list[TagPose | None], blur_px: float
) -> list[TagPose | None]:
    """Places tags that lie flat once more, each from all its pixels.

    Args:
        view: The image.
        model: The camera above the mat.
        tags: (name of the dictionary, tag) each.
        places: Result of the quick placement; None for tags to skip.
        blur_px: Approximate standard deviation of the image's blur.

    Returns:
        The placements with centre, angle and covariance replaced; None where the image does not confirm that the whole
        tag lies there uncovered.
    """
    known = {n: place for n, place in enumerate(places) if place is not None}
    patches = {n: patch for n, place in known.items() if (patch := patch_of(view, model, *tags[n], place)) is not None}
    starts = {
        n: fitted(patch, start_parameters(patch, known[n], blur_px), BLUR_UNKNOWN, rough=True)[0]
        for n, patch in patches.items()
    }
    exact: list[TagPose | None] = [None] * len(places)
    if not starts:
        return exact
    bare = [n for n in starts if seems_bare(known[n])] or list(starts)
    blur_px = median(float(starts[n].unknowns[BLUR]) * patches[n].module_px for n in bare)
    for n, patch in _quieter(patches, starts).items():
        parameters, covariance = fitted(patch, starts[n].blurred(blur_px / patch.module_px), BLUR_KNOWN, near=True)
        parameters, covariance = _shadowed(patch, parameters) or (parameters, covariance)
        x_mm, y_mm, angle_rad = parameters.unknowns[:3].tolist()
        off_mm = math.hypot(x_mm - known[n].x_mm, y_mm - known[n].y_mm)
        near = off_mm < NEAR_MODULES * patch.module_mm and bool(np.isfinite(covariance).all())
        if near and not seems_bare(known[n]) and _is_bare(patch, parameters, known[n]):
            known[n] = replace(known[n], scale=1.0, explained=1.0, wrong_modules=0)
        if near and seems_bare(known[n]):
            exact[n] = replace(known[n], x_mm=x_mm, y_mm=y_mm, angle_rad=angle_rad, covariance=covariance)
    return exact


def _quieter(patches: dict[int, Patch], starts: dict[int, TagParameters]) -> dict[int, Patch]:
    """Returns the pixels without the noise that their colours reveal."""
    if not any(patch.tints.any() for patch in patches.values()):
        return patches
    sigmas, tinted = [], []
    for n, patch in patches.items():
        seen = compared(patch, starts[n])
        light = np.column_stack([seen.slopes[:, BLUR:EDGE], np.ones(len(seen.rest))])
        u, v = in_modules(patch.points_mm, starts[n].unknowns[:3], patch.module_mm)
        inside = np.maximum(np.abs(u), np.abs(v)) < patch.half_modules + PAPER_MODULES / 2
        sigma = seen.sigma[:, None]
        sigmas.append(seen.sigma)
        tinted.append(ColourPixels(seen.rest / seen.sigma, light / sigma, patch.tints / sigma, inside))
    told = zip(patches.items(), sigmas, told_by_tints(tinted), strict=True)
    return {n: replace(patch, grey=patch.grey - sigma * noise) for (n, patch), sigma, noise in told}


def seems_bare(place: TagPose) -> bool:
    """Whether, according to the quick placement, a tag lies flat and uncovered."""
    return as_printed(place) and place.is_flat


def _is_bare(patch: Patch, parameters: TagParameters, place: TagPose) -> bool:
    """Whether a tag that seemed covered, or of another size, is neither: noise or a shadow caused the impression."""
    possible = parameters.shadowed or as_printed(place)
    return possible and _worst_module(patch, parameters) < WHOLE_MODULES and abs(_grown(patch, parameters)) < MAX_GROWN


def _grown(patch: Patch, parameters: TagParameters) -> float:
    """Returns the relative growth at which the tag would fit its pixels best, as for a lifted tag."""
    seen = compared(patch, parameters)
    outwards = ((patch.points_mm - parameters.unknowns[:2]) * seen.slopes[:, :2]).sum(axis=1)
    columns, rests = np.column_stack([seen.slopes, outwards]) / seen.sigma[:, None], seen.rest / seen.sigma
    normal = columns.T @ columns
    normal[np.diag_indices(len(normal))] *= 1 + 1e-9
    return float(np.linalg.solve(normal, columns.T @ np.clip(rests, -TUKEY, TUKEY))[-1])


def _worst_module(patch: Patch, parameters: TagParameters) -> float:
    """Returns the largest mean residual of a module of the square, as a share of the contrast."""
    seen = compared(patch, parameters)
    u, v = in_modules(patch.points_mm, parameters.unknowns[:3], patch.module_mm)
    inside = np.maximum(np.abs(u), np.abs(v)) < patch.half_modules
    size = 2 * round(patch.half_modules)
    column, row = (np.floor(each[inside] + patch.half_modules).astype(np.intp) for each in (u, v))
    module, weight = row * size + column, seen.sigma[inside] ** -2
    count, weights, rests = (
        np.bincount(module, each, minlength=size * size)
        for each in (np.ones(len(module)), weight, weight * seen.rest[inside])
    )
    told = count >= MIN_IN_MODULE
    return float(np.abs(rests[told] / weights[told]).max(initial=0.0)) / max(parameters.paper - parameters.ink, 1.0)


def _shadowed(patch: Patch, parameters: TagParameters) -> tuple[TagParameters, Floats] | None:
    """Returns the fit with a shadow's edge and its covariance; None if the fit without it is as good."""
    seen = compared(patch, parameters)
    u, v = in_modules(patch.points_mm, parameters.unknowns[:3], patch.module_mm)
    dimming = seen.slopes[:, [PAPER, INK]] @ parameters.unknowns[[PAPER, INK]]
    per_sigma = seen.slopes / seen.sigma[:, None]
    edge = shadows.likeliest_edge(u, v, dimming / seen.sigma, seen.rest / seen.sigma, per_sigma, SHADOWED / 2)
    if edge is None:
        return None
    shaded, covariance = fitted(patch, parameters.under(edge), BLUR_KNOWN)
    if shaded.unknowns[EDGE] < MIN_DEPTH:
        return None
    other = compared(patch, shaded)
    # Without the edge, a shadow's residuals would count as noise, so the noise of the fit with the edge is used.
    gain = _squares(seen.rest / other.sigma) - _squares(other.rest / other.sigma)
    return (shaded, covariance) if gain > SHADOWED else None


def _squares(rests: Floats) -> float:
    """Returns the sum of squared residuals, with outliers bounded (Tukey's loss)."""
    return float((TUKEY**2 / 3 * (1 - (1 - np.minimum(np.abs(rests) / TUKEY, 1.0) ** 2) ** 3)).sum())
