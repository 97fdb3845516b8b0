"""Finds what the network for bodies takes for dice where no die is labelled, for `train_values.py` to learn from.

    python -m tests.benchmarks.dice.learning.look_alikes FOLDER...

Writes `look_alikes.json` into each folder: for each picture, centres and sizes in pixels. Only pictures that are
learned from are searched, and of the oblique ones only those with few dice: the others have dice without a label.
"""

import argparse
import json
import math
import sys
from pathlib import Path

from tests.benchmarks.dice.learning.examples import LabelledPicture, examples_of, load
from vision.dice.pips.bodies import Body, find_bodies
from vision.dice.pips.values import NONE, values_of

LIKELY_FROM = -2.5
"""Log odds from which a place resembles a die."""

MAX_DICE = 4
"""Largest number of dice of an oblique photograph that is searched."""

UNLABELLED = 0.97
"""Probability of a die above which a sure body of another set is a die without a label."""


def look_alikes(picture: LabelledPicture) -> list[tuple[float, float, float]]:
    """Returns centre and size of everything in a picture that resembles a die and is none."""
    if picture.is_oblique and not 1 <= len(picture.bodies) <= MAX_DICE:
        return []
    image = load(picture.path)
    free = [body for body in find_bodies(image, LIKELY_FROM) if not _is_labelled(body, picture)]
    none = [value.shares[NONE] for value in values_of(image, free)]
    return [
        (float(body.centre_px[0]), float(body.centre_px[1]), body.size_px)
        for body, share in zip(free, none, strict=True)
        if picture.is_oblique or not (body.odds > 0 and 1 - share > UNLABELLED)
    ]


def _is_labelled(body: Body, picture: LabelledPicture) -> bool:
    return any(math.dist(body.centre_px, die.centre_px) < 0.5 * (body.size_px + die.size_px) for die in picture.bodies)


def main() -> int:
    """Writes the look-alikes of every folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.dice.learning.look_alikes", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    for folder in parser.parse_args().folders:
        found = {picture.name: look_alikes(picture) for picture in examples_of(folder)}
        (folder / "look_alikes.json").write_text(json.dumps(found), encoding="utf-8")
        print(folder, sum(map(len, found.values())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
