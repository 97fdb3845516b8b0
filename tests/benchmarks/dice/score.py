"""What a reader made of pictures of dice, held against the truth."""

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks.dice.render import TrueDie, render
from vision.dice import DiceReading, ReadDie, dice_set, read_dice

SETS = {"pips": "pips", "symbols": "symbols", "coded": "symbols-coded"}
NEAR = 0.5
"""A die told is the true one whose middle is nearest, within this share of half its face's diagonal."""
CROP_PX = 70


@dataclass(slots=True)
class Score:
    """What was made of some pictures.

    Attributes:
        pictures: How many.
        seconds: Processor's time of reading them all.
        counts: Dice by (asked, outcome): read, wrong, unread or silent (in neither list).
        confused: Dice read by (true face, told face).
        invented: Dice told where none is.
        whys: Reasons given for dice that had to be read.
        worst: Lines that say where something went wrong, with a crop of the picture.
    """

    pictures: int = 0
    seconds: float = 0.0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    confused: Counter[tuple[str, str]] = field(default_factory=Counter)
    invented: int = 0
    whys: Counter[str] = field(default_factory=Counter)
    worst: list[tuple[str, np.ndarray]] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        self.pictures += other.pictures
        self.seconds += other.seconds
        self.counts += other.counts
        self.confused += other.confused
        self.invented += other.invented
        self.whys += other.whys
        self.worst += other.worst

    @property
    def told(self) -> int:
        """Dice that were read, right or wrong."""
        return sum(n for (_, outcome), n in self.counts.items() if outcome in {"read", "wrong"})

    @property
    def wrong(self) -> int:
        return sum(n for (_, outcome), n in self.counts.items() if outcome == "wrong")

    @property
    def asked(self) -> int:
        """Dice that had to be read."""
        return sum(n for (asked, _), n in self.counts.items() if asked == "must")

    @property
    def left_out(self) -> int:
        """Dice that had to be read and were not."""
        return self.counts["must", "unread"] + self.counts["must", "silent"]

    @property
    def forbidden(self) -> int:
        """Dice that lean or are hidden, and were read all the same, even if rightly."""
        return self.counts["not", "read"] + self.counts["not", "wrong"]


def score_rendered(kind: str, seed: int) -> Score:
    """One rendered picture."""
    cv2.setNumThreads(1)
    picture = render(kind, seed)
    started = time.process_time()
    reading = read_dice(picture.image, dice_set(SETS[kind]))
    seconds = time.process_time() - started
    faces = [_true_face(kind, die) for die in picture.dice]
    owners = _owners(reading, [die.corners_px for die in picture.dice])
    score = Score(pictures=1, seconds=seconds, invented=len(reading.dice) - len(owners))
    for index, die in enumerate(picture.dice):
        told = next((reading.dice[read] for read, owner in owners.items() if owner == index), None)
        outcome, why = _outcome(kind, faces[index], told, reading, die.box_px)
        score.counts[die.asked, outcome] += 1
        if told is not None:
            score.confused[faces[index], _told_face(kind, told)] += 1
        if die.asked == "must" and outcome in {"unread", "silent"}:
            score.whys[why] += 1
        if outcome == "wrong" or (die.asked, outcome) in {("must", "unread"), ("must", "silent"), ("not", "read")}:
            text = f"{kind}-{seed}: {faces[index]} ({die.look}, {die.why or 'plain to see'}): {outcome} {why}".rstrip()
            score.worst.append((text, _crop(picture.image, die.corners_px.mean(axis=0))))
    for read, die_told in enumerate(reading.dice):
        if read not in owners:
            text = f"{kind}-{seed}: invented {_told_face(kind, die_told)}"
            score.worst.append((text, _crop(picture.image, np.array(die_told.centre_px))))
    return score


def score_photographs(folder: Path) -> Score:
    """The photographs of dice with pips that lie beside the project; nothing in them must be left unread."""
    score = Score()
    for name, dice in photographs(folder).items():
        image = cv2.imread(str(folder / name))
        if image is None:
            continue
        started = time.process_time()
        reading = read_dice(image, dice_set("pips"))
        score.seconds += time.process_time() - started
        score.pictures += 1
        squares = [np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float) for _, (x0, y0, x1, y1) in dice]
        owners = _owners(reading, squares)
        score.invented += len(reading.dice) - len(owners)
        for index, (value, box) in enumerate(dice):
            told = next((reading.dice[read] for read, owner in owners.items() if owner == index), None)
            outcome, why = _outcome("pips", str(value), told, reading, (box[0], box[1], box[2], box[3]))
            score.counts["must", outcome] += 1
            if told is not None:
                score.confused[str(value), _told_face("pips", told)] += 1
            if outcome != "read":
                score.worst.append((f"{name}: {value}: {outcome} {why}".rstrip(), _crop(image, squares[index].mean(0))))
        for read, die_told in enumerate(reading.dice):
            if read not in owners:
                crop = _crop(image, np.array(die_told.centre_px))
                score.worst.append((f"{name}: invented {_told_face('pips', die_told)}", crop))
    return score


def photographs(folder: Path) -> dict[str, list[tuple[int, list[float]]]]:
    """Name of each photograph, and value and box of each die in it."""
    if not (folder / "truth.json").exists():
        return {}
    document = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    return {picture["file"]: [(die["value"], die["box"]) for die in picture["dice"]] for picture in document}


def _true_face(kind: str, die: TrueDie) -> str:
    match kind:
        case "pips":
            return str(die.value)
        case "symbols":
            return die.symbol
        case _:
            return f"{die.symbol} {die.value} of die-{die.number:02d}"


def _told_face(kind: str, die: ReadDie) -> str:
    match kind:
        case "pips":
            return str(die.pips)
        case "symbols":
            return str(die.face)
        case _:
            return f"{die.face} {die.pips} of {die.die}"


def _owners(reading: DiceReading, squares: list[np.ndarray]) -> dict[int, int]:
    """Which true die each die told is, by nearness, each at most once."""
    pairs = sorted(
        (float(np.linalg.norm(np.array(told.centre_px) - square.mean(axis=0))), read, index)
        for read, told in enumerate(reading.dice)
        for index, square in enumerate(squares)
    )
    owners: dict[int, int] = {}
    for far, read, index in pairs:
        reach = NEAR * float(np.linalg.norm(squares[index][0] - squares[index][2])) / 2
        if far <= reach and read not in owners and index not in owners.values():
            owners[read] = index
    return owners


def _outcome(
    kind: str, face: str, told: ReadDie | None, reading: DiceReading, box: tuple[float, float, float, float]
) -> tuple[str, str]:
    if told is not None:
        right = _told_face(kind, told) == face
        return ("read", "") if right else ("wrong", f"as {_told_face(kind, told)}")
    x0, y0, x1, y1 = box
    here = [die for die in reading.unread if x0 <= die.centre_px[0] <= x1 and y0 <= die.centre_px[1] <= y1]
    return ("unread", here[0].why.value) if here else ("silent", "")


def _crop(image: np.ndarray, middle: np.ndarray) -> np.ndarray:
    x, y = (int(v) for v in np.clip(middle, 0, np.array(image.shape[1::-1]) - 1))
    return image[max(0, y - CROP_PX) : y + CROP_PX, max(0, x - CROP_PX) : x + CROP_PX].copy()
