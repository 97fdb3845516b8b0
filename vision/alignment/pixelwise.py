"""Tags that nothing covers, from all pixels that show them: as exactly as one picture allows.

`vision.alignment.placement` looks the picture up between its pixels and lets all points count alike, which is quick.
Here the pixels themselves are compared with what a camera makes of the tag (`vision.alignment.pixel_model`). All tags
of a picture share one blur, and what colours tell of the noise.

Where a tag fits far better with a shadow's edge across it (`vision.alignment.shadows`), that is fitted along. A tag
that seemed covered, or of a wrong size, and of which every module fits then, was neither.
"""

import math
from dataclasses import replace

import numpy as np

from vision.alignment import shadows
from vision.alignment.colour_noise import Tinted, told_by_tints
from vision.alignment.pixel_model import (
    BLUR,
    EDGE,
    INK,
    PAPER,
    PAPER_MODULES,
    TUKEY,
    Guess,
    Patch,
    compared,
    first_guess,
    fitted,
    in_modules,
    patch_of,
)
from vision.alignment.placement import TagPlace, as_printed
from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.images.frame_view import View
from vision.table import Tag

BLUR_UNKNOWN, BLUR_KNOWN = 0.3, 0.05
"""By which share the blur may be off: of a picture that is only looked at, and once its tags have told it."""

NEAR_MODULES = 0.25
"""A place that differs by more from the quick one is not believed."""

SHADOWED = 60.0
"""By how much an edge must lessen the squared rest, in variances of the noise: those of no shadow reach 50."""

MIN_DEPTH = 0.15
"""Share of the light that a shadow takes at least: less of it may as well be a fault of the model."""

WHOLE_MODULES = 0.075
"""Share of the contrast by which no module of a tag that seemed covered may be off; what lies on tags leaves 0.11."""

MAX_GROWN = 0.018
"""By which share a tag that lies may look larger or smaller; lifted by 17 mm one looks larger by 0.025."""

MIN_IN_MODULE = 3
"""Pixels that tell of a module."""


def place_by_pixels(
    view: View, model: CameraModel, tags: list[tuple[str, Tag]], places: list[TagPlace | None], blur_px: float
) -> list[TagPlace | None]:
    """Places tags that lie flat once more, each from all its pixels.

    Args:
        view: The picture.
        model: Camera above the mat.
        tags: (name of the dictionary, tag) each.
        places: Where each was placed the quick way; None of those that are not asked for.
        blur_px: About the standard deviation of the picture's blur.

    Returns:
        The places with centre, turn and covariance replaced; None where the picture does not bear out that the whole
        tag lies bare there.
    """
    known = {n: place for n, place in enumerate(places) if place is not None}
    patches = {n: patch for n, place in known.items() if (patch := patch_of(view, model, *tags[n], place)) is not None}
    guesses = {n: fitted(patch, first_guess(patch, known[n], blur_px), BLUR_UNKNOWN)[0] for n, patch in patches.items()}
    exact: list[TagPlace | None] = [None] * len(places)
    if not guesses:
        return exact
    bare = [n for n in guesses if seems_bare(known[n])] or list(guesses)
    blur_px = float(np.median([guesses[n].unknowns[BLUR] * patches[n].module_px for n in bare]))
    for n, patch in _quieter(patches, guesses).items():
        guess, covariance = fitted(patch, guesses[n].blurred(blur_px / patch.module_px), BLUR_KNOWN)
        guess, covariance = _shadowed(patch, guess) or (guess, covariance)
        x_mm, y_mm, angle_rad = guess.unknowns[:3].tolist()
        off_mm = math.hypot(x_mm - known[n].x_mm, y_mm - known[n].y_mm)
        near = off_mm < NEAR_MODULES * patch.module_mm and bool(np.isfinite(covariance).all())
        if near and not seems_bare(known[n]) and _is_bare(patch, guess, known[n]):
            known[n] = replace(known[n], scale=1.0, explained=1.0, wrong_modules=0)
        if near and seems_bare(known[n]):
            exact[n] = replace(known[n], x_mm=x_mm, y_mm=y_mm, angle_rad=angle_rad, covariance=covariance)
    return exact


def _quieter(patches: dict[int, Patch], guesses: dict[int, Guess]) -> dict[int, Patch]:
    """The same with the noise taken away that colours tell of."""
    if not any(patch.tints.any() for patch in patches.values()):
        return patches
    sigmas, tinted = [], []
    for n, patch in patches.items():
        seen = compared(patch, guesses[n])
        light = np.column_stack([seen.slopes[:, BLUR:EDGE], np.ones(len(seen.rest))])
        u, v = in_modules(patch.points_mm, guesses[n].unknowns[:3], patch.module_mm)
        inside = np.maximum(np.abs(u), np.abs(v)) < patch.half_modules + PAPER_MODULES / 2
        sigma = seen.sigma[:, None]
        sigmas.append(seen.sigma)
        tinted.append(Tinted(seen.rest / seen.sigma, light / sigma, patch.tints / sigma, inside))
    told = zip(patches.items(), sigmas, told_by_tints(tinted), strict=True)
    return {n: replace(patch, grey=patch.grey - sigma * noise) for (n, patch), sigma, noise in told}


def seems_bare(place: TagPlace) -> bool:
    """Whether a tag that was placed the quick way lies flat with nothing on it."""
    return as_printed(place) and place.is_flat


def _is_bare(patch: Patch, guess: Guess, place: TagPlace) -> bool:
    """Whether a tag that seemed covered, or of another size, is neither: noise or a shadow made it look so."""
    possible = guess.shadowed or as_printed(place)
    return possible and _worst_module(patch, guess) < WHOLE_MODULES and abs(_grown(patch, guess)) < MAX_GROWN


def _grown(patch: Patch, guess: Guess) -> float:
    """By which share the pixels want the tag larger than it is, as one that is lifted looks."""
    seen = compared(patch, guess)
    outwards = ((patch.points_mm - guess.unknowns[:2]) * seen.slopes[:, :2]).sum(axis=1)
    columns, rests = np.column_stack([seen.slopes, outwards]) / seen.sigma[:, None], seen.rest / seen.sigma
    normal = columns.T @ columns
    normal[np.diag_indices(len(normal))] *= 1 + 1e-9
    return float(np.linalg.solve(normal, columns.T @ np.clip(rests, -TUKEY, TUKEY))[-1])


def _worst_module(patch: Patch, guess: Guess) -> float:
    """The largest mean misfit of a module of the square, as a share of the contrast."""
    seen = compared(patch, guess)
    u, v = in_modules(patch.points_mm, guess.unknowns[:3], patch.module_mm)
    inside = np.maximum(np.abs(u), np.abs(v)) < patch.half_modules
    size = 2 * round(patch.half_modules)
    column, row = (np.floor(each[inside] + patch.half_modules).astype(np.intp) for each in (u, v))
    module, weight = row * size + column, seen.sigma[inside] ** -2
    count, weights, rests = (
        np.bincount(module, each, minlength=size * size)
        for each in (np.ones(len(module)), weight, weight * seen.rest[inside])
    )
    told = count >= MIN_IN_MODULE
    return float(np.abs(rests[told] / weights[told]).max(initial=0.0)) / max(guess.paper - guess.ink, 1.0)


def _shadowed(patch: Patch, guess: Guess) -> tuple[Guess, Floats] | None:
    """The tag with a shadow's edge across it, and its covariance; None if it fits as well without."""
    seen = compared(patch, guess)
    u, v = in_modules(patch.points_mm, guess.unknowns[:3], patch.module_mm)
    dimming = seen.slopes[:, [PAPER, INK]] @ guess.unknowns[[PAPER, INK]]
    per_sigma = seen.slopes / seen.sigma[:, None]
    edge, gain = shadows.likeliest_edge(u, v, dimming / seen.sigma, seen.rest / seen.sigma, per_sigma)
    if gain < SHADOWED / 2:
        return None
    shaded, covariance = fitted(patch, guess.under(edge), BLUR_KNOWN)
    if shaded.unknowns[EDGE] < MIN_DEPTH:
        return None
    other = compared(patch, shaded)
    # What a shadow leaves unexplained passes for noise without it.
    gain = _squares(seen.rest / other.sigma) - _squares(other.rest / other.sigma)
    return (shaded, covariance) if gain > SHADOWED else None


def _squares(rests: Floats) -> float:
    """Sum of squares of what is unexplained, less of what is wild (Tukey's)."""
    return float((TUKEY**2 / 3 * (1 - (1 - np.minimum(np.abs(rests) / TUKEY, 1.0) ** 2) ** 3)).sum())
