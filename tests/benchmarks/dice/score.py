"""What a reader made of pictures of dice, held against the truth."""

import json
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tests.benchmarks.dice.render import TrueDie, render
from tests.benchmarks.dice.scene import KINDS
from vision.dice import DiceReading, ReadDie, dice_set, read_dice

SETS = {"pips": dice_set("pips"), "symbols": dice_set("symbols"), "coded": dice_set("symbols-coded"), "kinds": KINDS}
NEAR = 0.5
"""A die told is the true one whose middle is nearest, within this share of half its face's diagonal."""
MIN_BOX_PX = 40.0
"""Smallest edge of a photograph's box: some authors' boxes hug the pips, and the die is larger."""

READABLE_PX = 30.0
"""Boxes from this size on must be read; smaller dice must be told as unread."""

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
        phantoms: Dice reported as unread where none is.
        whys: Reasons given for dice that had to be read.
        worst: Lines that say where something went wrong, with a crop of the picture.
    """

    pictures: int = 0
    seconds: float = 0.0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    confused: Counter[tuple[str, str]] = field(default_factory=Counter)
    invented: int = 0
    phantoms: int = 0
    whys: Counter[str] = field(default_factory=Counter)
    worst: list[tuple[str, np.ndarray]] = field(default_factory=list)

    def add(self, other: "Score") -> None:
        self.pictures += other.pictures
        self.seconds += other.seconds
        self.counts += other.counts
        self.confused += other.confused
        self.invented += other.invented
        self.phantoms += other.phantoms
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
    def dice(self) -> int:
        """All true dice."""
        return sum(self.counts.values())

    @property
    def silent(self) -> int:
        """Dice that were neither read nor reported as unread."""
        return sum(n for (_, outcome), n in self.counts.items() if outcome == "silent")

    @property
    def forbidden(self) -> int:
        """Dice that lean or are hidden, and were read all the same, even if rightly."""
        return self.counts["not", "read"] + self.counts["not", "wrong"]


def score_rendered(kind: str, seed: int) -> Score:
    """One rendered picture."""
    cv2.setNumThreads(1)
    picture = render(kind, seed)
    started = time.process_time()
    reading = read_dice(picture.image, SETS[kind])
    seconds = time.process_time() - started
    faces = [_true_face(kind, die) for die in picture.dice]
    owners = _owners(reading, [die.corners_px for die in picture.dice])
    score = Score(pictures=1, seconds=seconds, invented=len(reading.dice) - len(owners))
    score.phantoms = sum(not any(_is_in(told.centre_px, die.box_px) for die in picture.dice) for told in reading.unread)
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
    """Photographs of dice with pips, in a folder with a `truth.json`; all that are not tiny have to be read."""
    score = Score()
    for name, dice in photographs(folder).items():
        score.add(_score_photograph(folder / name, dice))
    return score


def _score_photograph(path: Path, dice: list[tuple[int, list[float]]]) -> Score:
    image = cv2.imread(str(path))
    if image is None:
        return Score()
    started = time.process_time()
    reading = read_dice(image, dice_set("pips"))
    score = Score(pictures=1, seconds=time.process_time() - started)
    boxes = [_widened(box) for _, box in dice]
    squares = [np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float) for x0, y0, x1, y1 in boxes]
    owners = _owners(reading, squares)
    score.invented = len(reading.dice) - len(owners)
    score.phantoms = sum(not any(_is_in(die.centre_px, box) for box in boxes) for die in reading.unread)
    left = list(reading.unread)
    for index, (value, box) in enumerate(dice):
        told = next((reading.dice[read] for read, owner in owners.items() if owner == index), None)
        outcome, why = _outcome("pips", str(value), told, DiceReading((), tuple(left)), boxes[index])
        if outcome == "unread":
            # One die reported as unread accounts for one true die only.
            middle = squares[index].mean(axis=0)
            left.remove(min(left, key=lambda die: float(np.linalg.norm(middle - die.centre_px))))
        is_readable = max(box[2] - box[0], box[3] - box[1]) >= READABLE_PX
        score.counts["must" if is_readable else "may", outcome] += 1
        if told is not None:
            score.confused[str(value), _told_face("pips", told)] += 1
        if outcome in {"unread", "silent"} and is_readable:
            score.whys[why] += 1
        if outcome != "read":
            score.worst.append(
                (f"{path.name}: {value}: {outcome} {why}".rstrip(), _crop(image, squares[index].mean(0)))
            )
    for read, die_told in enumerate(reading.dice):
        if read not in owners:
            crop = _crop(image, np.array(die_told.centre_px))
            score.worst.append((f"{path.name}: invented {_told_face('pips', die_told)}", crop))
    return score


def _widened(box: list[float]) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = box
    more_x, more_y = max(0.0, MIN_BOX_PX - (x1 - x0)) / 2, max(0.0, MIN_BOX_PX - (y1 - y0)) / 2
    return x0 - more_x, y0 - more_y, x1 + more_x, y1 + more_y


def _is_in(point_px: tuple[float, float], box: tuple[float, float, float, float]) -> bool:
    return box[0] <= point_px[0] <= box[2] and box[1] <= point_px[1] <= box[3]


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
        case "kinds":
            sort = KINDS.kind_of_coded(die.number or 0)
            return f"{sort} {KINDS.face_of(die.value, sort)} {die.value} of die-{die.number:02d}"
        case _:
            return f"{die.symbol} {die.value} of die-{die.number:02d}"


def _told_face(kind: str, die: ReadDie) -> str:
    match kind:
        case "pips":
            return str(die.pips)
        case "symbols":
            return str(die.face)
        case "kinds":
            return f"{die.kind} {die.face} {die.pips} of {die.die}"
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
    here = [die for die in reading.unread if _is_in(die.centre_px, box)]
    return ("unread", here[0].why.value) if here else ("silent", "")


def _crop(image: np.ndarray, middle: np.ndarray) -> np.ndarray:
    x, y = (int(v) for v in np.clip(middle, 0, np.array(image.shape[1::-1]) - 1))
    return image[max(0, y - CROP_PX) : y + CROP_PX, max(0, x - CROP_PX) : x + CROP_PX].copy()
