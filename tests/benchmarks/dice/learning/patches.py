"""Packs labelled dice, and what is none, into one file of patches for `train_values.py`.

    python -m tests.benchmarks.dice.learning.patches OUT.npz FOLDER...

A patch shows a die or another place `PATCH_SIZES` times as wide as its body, so that views of any turn can be cut from
it. Pictures that are held out for validation are packed, too, and marked. Run `look_alikes.py` on the folders first.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from tests.benchmarks.dice.learning.clutter import lay_clutter, texture
from tests.benchmarks.dice.learning.examples import (
    MISLABELLED,
    NO_PIPS,
    LabelledBody,
    LabelledPicture,
    cut,
    is_held_out,
    load,
    load_example,
    pictures_of,
)
from vision.dice.pips.bodies import Body, find_bodies

PATCH_PX, BODY_PX = 128, 50.0
"""Edge of a patch, and of the body in it."""

PATCH_SIZES = PATCH_PX / BODY_PX
QUALITY = 90
MIN_OBLIQUE_PX = 22.0
"""Smallest die of an oblique picture that is learned from."""

FOUND_NEAR, FOUND_SIZE = 0.35, 1.5
"""Farthest centre, in sizes of a labelled body, and largest ratio of the sizes, at which a body that the program finds
is that die: then its patch is cut where the program would cut it."""

BESIDE_IN = 3
"""For one in so many dice, a place beside it is packed as an example of no die."""

LOOK_ALIKES_IN = 14
"""Of so many places that resemble dice, one is packed."""

TEXTURES = 700
SEED = 7


class Patch(NamedTuple):
    """One patch.

    Attributes:
        image: (PATCH_PX, PATCH_PX, 3) BGR.
        kind: Its class.
        source: Name of its folder.
        is_held_out: Whether it is for validation only.
        is_upright: Whether only small turns are allowed.
        is_sized: Whether the body's size is exact.
        corners_px: (4, 2) the upper face in the patch; NaN if unknown.
    """

    image: np.ndarray
    kind: int
    source: str
    is_held_out: bool
    is_upright: bool
    is_sized: bool
    corners_px: np.ndarray


def patches_of(folder: Path, chance: np.random.Generator) -> Iterator[Patch]:
    """Yields the patches of a folder of pictures."""
    kept = folder / "look_alikes.json"
    known = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    for picture in pictures_of(folder):
        if picture.photograph in MISLABELLED:
            continue
        image = load(picture.path) if is_held_out(picture) else load_example(picture)
        found = find_bodies(image)
        for number, body in enumerate(picture.bodies):
            if body.kind is not None and (not picture.is_oblique or body.size_px > MIN_OBLIQUE_PX):
                yield _of_body(image, picture, body, found)
            if number % BESIDE_IN == 0:
                yield from _beside(image, picture, body, chance)
        for x, y, size in known.get(picture.name, ())[::LOOK_ALIKES_IN]:
            yield _of_nothing(image, picture, (x, y), size)


def textures(chance: np.random.Generator) -> Iterator[Patch]:
    """Yields drawn cloths and prints with drawn things on them."""
    unknown = np.full((4, 2), np.nan)
    for _ in range(TEXTURES):
        image = texture(chance, PATCH_PX)
        lay_clutter(image, chance, 3, [])
        yield Patch(image, NO_PIPS, "textures", is_held_out=False, is_upright=False, is_sized=True, corners_px=unknown)


def _of_body(image: np.ndarray, picture: LabelledPicture, body: LabelledBody, found: list[Body]) -> Patch:
    centre, size = _where_found(body, found)
    patch, to_patch = cut(image, centre, BODY_PX / size, 0.0, PATCH_PX, mirrored=False)
    corners = np.full((4, 2), np.nan)
    if body.corners_px is not None:
        corners = np.column_stack((body.corners_px, np.ones(4))) @ to_patch.T
    kind = NO_PIPS if body.kind is None else body.kind
    source = picture.path.parent.name
    return Patch(patch, kind, source, is_held_out(picture), picture.is_oblique, body.is_sized, corners)


def _where_found(body: LabelledBody, found: list[Body]) -> tuple[tuple[float, float], float]:
    """Returns centre and size of a body as the program finds it, or as it is labelled if the program does not."""
    for one in found:
        far = math.dist(one.centre_px, body.centre_px) / body.size_px
        ratio = one.size_px / body.size_px if body.is_sized else 1.0
        if far < FOUND_NEAR and 1 / FOUND_SIZE < ratio < FOUND_SIZE:
            return (float(one.centre_px[0]), float(one.centre_px[1])), one.size_px
    return body.centre_px, body.size_px


def _beside(
    image: np.ndarray, picture: LabelledPicture, body: LabelledBody, chance: np.random.Generator
) -> Iterator[Patch]:
    """Yields a place beside a body, unless it is on another one."""
    angle, far = chance.uniform(0, 2 * math.pi), chance.uniform(0.65, 1.6) * body.size_px
    centre = (body.centre_px[0] + far * math.cos(angle), body.centre_px[1] + far * math.sin(angle))
    size = body.size_px * math.exp(chance.normal(0, 0.3))
    if not any(math.dist(centre, other.centre_px) < 0.6 * max(size, other.size_px) for other in picture.bodies):
        yield _of_nothing(image, picture, centre, size)


def _of_nothing(image: np.ndarray, picture: LabelledPicture, centre_px: tuple[float, float], size_px: float) -> Patch:
    patch, _ = cut(image, centre_px, BODY_PX / size_px, 0.0, PATCH_PX, mirrored=False)
    source = f"no die, {picture.path.parent.name}"
    unknown = np.full((4, 2), np.nan)
    held_out = is_held_out(picture)
    return Patch(patch, NO_PIPS, source, held_out, is_upright=False, is_sized=True, corners_px=unknown)


def main() -> int:
    """Packs the patches of every folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.dice.learning.patches", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--quality", type=int, default=QUALITY)
    asked = parser.parse_args()
    chance = np.random.default_rng(SEED)
    encoded: list[np.ndarray] = []
    rest: list[tuple] = []
    for source in (*(patches_of(folder, chance) for folder in asked.folders), textures(chance)):
        for patch in source:
            encoded.append(cv2.imencode(".webp", patch.image, [cv2.IMWRITE_WEBP_QUALITY, asked.quality])[1].ravel())
            rest.append(patch[1:])
        print(f"{len(encoded)} patches, {sum(map(len, encoded)) / 1e6:.1f} MB", flush=True)
    kinds, sources, held_out, upright, sized, corners = zip(*rest, strict=True)
    np.savez_compressed(
        asked.out,
        encoded=np.concatenate(encoded),
        ends=np.cumsum([len(one) for one in encoded]),
        kinds=np.array(kinds),
        sources=np.array(sources),
        is_held_out=np.array(held_out),
        is_upright=np.array(upright),
        is_sized=np.array(sized),
        corners_px=np.array(corners, np.float32),
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
