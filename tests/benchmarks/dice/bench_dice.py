"""Dice seen by the camera: wrong faces, abstentions and inventions, on rendered throws and on photographs."""

import argparse
import tempfile
from collections import Counter
from pathlib import Path

import cv2

from tests.benchmarks.dice.score import READABLE_PX, SETS, Score, score_photographs, score_rendered
from tests.benchmarks.frames.results import in_processes
from tests.benchmarks.report import Bar, ResultTable, affordable

PHOTOGRAPHS = Path(__file__).resolve().parents[2] / "golden" / "dice"
PICTURES = {"pips": 450, "symbols": 450, "coded": 450, "kinds": 200}
UNSEEN = 92_000
"""First seed of throws that nobody has learned from, set bounds on or looked at."""

READ_DICE, MAX_WRONG = 2000, 1
MAX_SILENT, MIN_READ, MAX_MILLISECONDS = 0.01, 0.9, 150
MAX_LEFT_OUT = 0.03
NAMES = {"pips": "pips", "symbols": "symbol stickers", "coded": "coded stickers", "kinds": "stickers of six kinds"}


def measure(
    pictures: int | None = None,
    kinds: tuple[str, ...] = tuple(SETS),
    seed: int = UNSEEN,
    folders: tuple[Path, ...] = (),
) -> ResultTable:
    """Reads throws of every kind, and photographs.

    Args:
        pictures: Of each kind; what can be afforded if left out.
        kinds: Of dice.
        seed: Of the first throw.
        folders: Further labelled photographs, each folder with a `truth.json`.
    """
    scores = {}
    for kind in kinds:
        count = pictures or affordable(PICTURES[kind], 2)
        scores[kind] = Score()
        for one in in_processes(score_rendered, [kind] * count, list(range(seed, seed + count))):
            scores[kind].add(one)
    photographs = score_photographs(PHOTOGRAPHS) if "pips" in kinds else Score()
    rows = [_row(NAMES[kind], score) for kind, score in scores.items()]
    every = dict(scores)
    if photographs.pictures:
        rows.append(_row("photographs, pips", photographs))
        every["photographs"] = photographs
    for folder in folders:
        every[folder.name] = score_photographs(folder)
        rows.append(_row(f"photographs, {folder.name}", every[folder.name]))
    for name, score in every.items():
        print(_confusions(name, score))
    kept = _keep_worst(every)
    if kept is not None:
        print(f"crops of what went wrong: {kept}")
    bars = tuple(bar for kind, score in scores.items() for bar in _bars(NAMES[kind], score))
    if photographs.pictures:
        bars += (_photograph_bar(photographs),)
    bars += tuple(bar for folder in folders for bar in _bars_of_folder(folder.name, every[folder.name]))
    return ResultTable("Dice seen by the camera", _COLUMNS, tuple(rows), _notes(every), bars)


_COLUMNS = (
    "dice",
    "pictures",
    "to be read",
    "not read",
    "silent",
    "dice told",
    "wrong face",
    "invented",
    "unread, no die",
    "leaning or hidden",
    "told all the same",
    "ms a picture",
)


def _row(name: str, score: Score) -> tuple[str, ...]:
    left_out = f"{score.left_out} ({_percent(score.left_out, score.asked)})"
    hidden = sum(n for (asked, _), n in score.counts.items() if asked == "not")
    milliseconds = 1000 * score.seconds / max(score.pictures, 1)
    return (
        name,
        str(score.pictures),
        str(score.asked),
        left_out,
        f"{score.silent} of {score.dice}",
        str(score.told),
        str(score.wrong),
        str(score.invented),
        str(score.phantoms),
        str(hidden),
        str(score.forbidden),
        f"{milliseconds:.0f}",
    )


def _bars(name: str, score: Score) -> tuple[Bar, Bar]:
    faults = score.wrong + score.invented
    return (
        Bar(
            f"{name}: wrong or invented faces",
            f"≤ {MAX_WRONG} in {READ_DICE} read",
            f"{faults} of {score.told}",
            faults * READ_DICE <= MAX_WRONG * score.told,
        ),
        Bar(
            f"{name}: dice not read that had to be",
            f"≤ {MAX_LEFT_OUT:.0%}",
            f"{_percent(score.left_out, score.asked)} ({score.left_out} of {score.asked})",
            score.left_out <= MAX_LEFT_OUT * score.asked,
        ),
    )


def _bars_of_folder(name: str, score: Score) -> tuple[Bar, ...]:
    faults, read = score.wrong + score.invented, score.asked - score.left_out
    milliseconds = 1000 * score.seconds / max(score.pictures, 1)
    return (
        Bar(
            f"{name}: dice neither read nor reported as unread",
            f"≤ {MAX_SILENT:.0%}",
            f"{_percent(score.silent, score.dice)} ({score.silent} of {score.dice})",
            score.silent <= MAX_SILENT * score.dice,
        ),
        Bar(
            f"{name}: read at boxes of {READABLE_PX:.0f} px and more",
            f"≥ {MIN_READ:.0%}",
            f"{_percent(read, score.asked)} ({read} of {score.asked})",
            read >= MIN_READ * score.asked,
        ),
        Bar(
            f"{name}: wrong or invented faces",
            f"≤ {MAX_WRONG} in {READ_DICE} read",
            f"{faults} of {score.told}",
            faults * READ_DICE <= MAX_WRONG * score.told,
        ),
        Bar(
            f"{name}: processor time, ms a picture",
            f"≤ {MAX_MILLISECONDS}",
            f"{milliseconds:.0f}",
            milliseconds <= MAX_MILLISECONDS,
        ),
    )


def _photograph_bar(score: Score) -> Bar:
    faults = score.wrong + score.invented
    measured = f"{faults}; {score.told - score.wrong} of {score.asked} read rightly"
    return Bar("photographs of dice: wrong or invented faces", "0", measured, faults == 0)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.2f}%"


def _confusions(name: str, score: Score) -> str:
    """The confusion table of faces, true ones down and told ones across; of coded dice what was not right."""
    told = score.confused
    faces = sorted({face for pair in told for face in pair})
    if len(faces) > 12:
        rightly = sum(n for (true, face), n in told.items() if true == face)
        wrongly = [f"{true} as {face}: {n}" for (true, face), n in told.items() if true != face]
        return "\n".join([f"{name}: {rightly} told rightly", *wrongly])
    wide = max([8, *(len(face) for face in faces)]) + 2
    lines = [name.ljust(wide) + "".join(face.rjust(wide) for face in faces)]
    lines += [true.ljust(wide) + "".join(str(told[true, face]).rjust(wide) for face in faces) for true in faces]
    return "\n".join(lines)


def _keep_worst(scores: dict[str, Score]) -> Path | None:
    """Writes crops of what went wrong, says each, and names the folder."""
    worst = [one for score in scores.values() for one in score.worst]
    if not worst:
        return None
    folder = Path(tempfile.mkdtemp(prefix="dice-worst-"))
    for number, (text, crop) in enumerate(worst):
        print(f"{number:03d} {text}")
        cv2.imwrite(str(folder / f"{number:03d}.png"), crop)
    return folder


def _notes(scores: dict[str, Score]) -> str:
    wrong: Counter[str] = Counter()
    for name, score in scores.items():
        for (true, told), count in score.confused.items():
            if true != told:
                wrong[f"{name}: {true} told as {told}"] += count
    confusions = "; ".join(f"{text} ({count})" for text, count in wrong.most_common(12)) or "none"
    whys = "; ".join(f"{name}: {_reasons(score.whys)}" for name, score in scores.items() if score.whys)
    return (
        "Throws of a renderer of its own (tests/benchmarks/dice) with seeds that nobody worked on: cubes with round "
        "edges of many colours, plain, marbled and clear, glossy and matt, their sides in sight; pips engraved or "
        "printed, stickers put on by hand; soft shadows, mirrored lamps and windows, defocus, noise, JPEG; felt trays, "
        "paper, wood, cloth and printed mats with cards, tags and spots; dice that touch, lean, are stacked, cross the "
        "picture's edge or lie under a finger. To be read are dice that lie flat on the table, whole in sight, seen at "
        "no more than 38° from above, with pips of another colour than their body; dice that lean by more than 12° or "
        "are hidden by more than a fifth are not to be told, the rest may be either. Photographs are counted as they "
        "are, every die as one to be read. "
        f"Confusions: {confusions}. Reasons for not reading: {whys or 'none'}."
    )


def _reasons(whys: Counter[str]) -> str:
    return ", ".join(f"{why or 'not seen at all'} ({count})" for why, count in whys.most_common())


def main() -> None:
    """Measures some kinds of dice only (`--kind symbols --pictures 50`), or photographs (`--photographs FOLDER`).

    A folder of photographs has a `truth.json` like that of `tests/golden/dice`: a list of photographs, each with its
    `file` and `dice`, and each die with its `value` and `box` (left, top, right, bottom in pixels).
    """
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.dice.bench_dice", description=main.__doc__)
    parser.add_argument("--kind", choices=list(SETS), action="append")
    parser.add_argument("--photographs", type=Path, action="append", default=[], metavar="FOLDER")
    parser.add_argument("--pictures", type=int)
    parser.add_argument("--seed", type=int, default=UNSEEN)
    asked = parser.parse_args()
    for folder in asked.photographs:
        if not (folder / "truth.json").is_file():
            parser.error(f"{folder} has no truth.json with the dice of its photographs")
    kinds = tuple(asked.kind or ([] if asked.photographs else SETS))
    table = measure(asked.pictures, kinds, asked.seed, tuple(asked.photographs))
    print(table.markdown())
    for bar in table.bars:
        print("holds" if bar.holds else "FAILS", bar.name, bar.wanted, bar.measured)


if __name__ == "__main__":
    main()
