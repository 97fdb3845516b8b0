"""Dice in picture files, read as `companion dice read` does."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.games.first import FIRST
from companion.referee.dice.kinds import dice_set_called
from companion.referee.measure.images import Refusal
from companion.texts import Language, say
from vision.dice import DiceReading, DiceSet, ReadDie, read_dice
from vision.errors import PictureError
from vision.images.image_file import FilePicture, read_picture

Answers = Mapping[str, Any]


def read_pictures(images: Sequence[Path], set_name: str, game: str = FIRST) -> Iterator[Answers | Refusal]:
    """Reads one picture after another; one that cannot be read does not keep the others from it.

    Args:
        images: Picture files.
        set_name: What dice they show; empty for those of the game.
        game: Name of the game.

    Yields:
        For each picture its dice as JSON tells them, or why there are none.

    Raises:
        UnknownDiceSetError: If there is no such set; no picture is looked at then.
    """
    known = dice_set_called(set_name, game)
    for path in images:
        yield _read(path, known)


def _read(path: Path, known: DiceSet) -> Answers | Refusal:
    try:
        picture = read_picture(path)
    except PictureError as error:
        return Refusal(path, f"{path} {error}")
    return _in_file_px(answers_of(str(path), read_dice(picture.image, known)), picture)


def _in_file_px(answers: Answers, picture: FilePicture) -> Answers:
    """Answers in the pixels of the file, where the picture was read at a smaller size."""
    if picture.scale == 1:
        return answers
    placed = {
        key: [
            each | {"centre_px": [round(picture.in_file_px(at), 1) for at in each["centre_px"]]}
            for each in answers[key]
        ]
        for key in ("dice", "unread")
    }
    return {**answers, **placed}


def answers_of(image: str, reading: DiceReading) -> Answers:
    """A reading as JSON tells it."""
    return {
        "image": image,
        "dice": [_die(die) for die in reading.dice],
        "unread": [{"centre_px": _point(die.centre_px), "why": die.why.value} for die in reading.unread],
    }


def _die(die: ReadDie) -> Mapping[str, Any]:
    return {
        "face": die.face,
        "pips": die.pips,
        "confidence": round(die.confidence, 4),
        "centre_px": _point(die.centre_px),
        "die": die.die,
    }


def _point(centre_px: tuple[float, float]) -> list[float]:
    return [round(float(number), 1) for number in centre_px]


def describe(answers: Answers, language: Language) -> str:
    """One picture's dice for people, a line for each."""
    dice, unread = answers["dice"], answers["unread"]
    lines = [f"{answers['image']}: {say(language, 'dice.read', count=len(dice))}"]
    for die in dice:
        pips, face = die["pips"], die["face"]
        shown = face if pips is None else str(pips) if face is None else f"{pips} ({face})"
        name = "" if die["die"] is None else f", {say(language, 'dice.named', die=die['die'])}"
        lines.append(f"  {shown}{name}, {say(language, 'dice.sure', percent=100 * die['confidence'])}{_at(die)}")
    lines += [f"  ! {say(language, 'dice.unread.' + die['why'])}{_at(die)}" for die in unread]
    return "\n".join(lines)


def _at(die: Answers) -> str:
    x, y = die["centre_px"]
    return f"  ({x:.0f}, {y:.0f})"
