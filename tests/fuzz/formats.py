"""The eleven formats that come from outside: whole files of each, ways to damage them, and commands that read them."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from importlib import resources
from pathlib import Path
from random import Random

import cv2

from companion.record.head_file import head_beside
from tests.fuzz.mutations import damaged_bytes, damaged_json, damaged_text
from tests.fuzz.resealed import damaged_head, damaged_jpeg, damaged_png, damaged_record, damaged_zip
from tests.record.games import begin, new_record, turns
from tests.vision.recorded_table import filmed
from vision import format_lens, format_table
from vision.recording.jpeg import encoded
from vision.simulation import simulated_table

ROOT = Path(__file__).resolve().parents[2]
SIZE = (640, 360)
SCENE = {
    "mat": {"width_mm": 600, "height_mm": 600},
    "bases": [
        {"id": "a", "x": 100.0, "y": 100, "radius_mm": 16, "owner": "A", "stealth": True},
        {"id": "b", "x": 300.5, "y": 200, "radius_mm": 12.5},
        {"id": "c", "x": 200, "y": 160, "radius_mm": 20},
    ],
    "terrain": [
        {"id": "t", "polygon": [[150, 50], [250, 60], [240, 150]], "impassable": True, "blocks_sight": True},
        {"id": "u", "polygon": [[300, 300], [400, 300], [400, 400], [300, 400]], "difficult": True, "cover": True},
    ],
    "queries": [
        {"id": "1", "kind": "gap", "from": "a", "to": "b"},
        {"id": "2", "kind": "sight", "from": "a", "to": "b"},
        {"id": "3", "kind": "path", "from": "a", "to_point": [350.0, 250.0], "mode": "walk"},
    ],
}

Words = Callable[[Path, Path, int], Sequence[str]]
"""The words of a command, by the file, a folder to write into, and the number of the run."""


@dataclass(frozen=True)
class Format:
    """One format.

    Attributes:
        name: What it is called.
        ending: How its files' names end.
        seeds: Whole files.
        damaged: What the same random numbers always make of one.
        words: The command that reads it.
    """

    name: str
    ending: str
    seeds: tuple[bytes, ...]
    damaged: Callable[[Random, bytes], bytes]
    words: Words


def formats(folder: Path) -> dict[str, Format]:
    """All of them, by name.

    Args:
        folder: Where whole files are put that the commands read beside a damaged one.
    """
    beside = _whole_files(folder)
    packs = resources.files("companion.games.signum.shelf") / "packs"
    broken = partial(_record_damage, folder=folder)
    games = sorted((ROOT / "tests" / "rules" / "games").glob("[a-m]*.game"), key=lambda each: each.stat().st_size)
    made = (
        Format("pack", ".toml", ((packs / "seed.toml").read_bytes(), _template()), damaged_text, _checked),
        Format("deck", ".deck.toml", _decks(packs), damaged_text, _checked),
        Format("table", ".toml", (beside.table.read_bytes(),), damaged_text, beside.measured_with_table),
        Format("camera", ".toml", (beside.camera.read_bytes(),), damaged_text, beside.measured_with_camera),
        Format("scene", ".json", _scenes(), damaged_json, lambda file, *_: ("judge", str(file))),
        Format("script", ".game", tuple(each.read_bytes() for each in games[:12]), damaged_text, _replayed),
        Format("record", ".signum", (_record(folder), _older_record()), broken, _record_words),
        Format("recording", ".table.zip", (_recording(folder),), _either(damaged_zip), _recording_words),
        Format("png", ".png", (beside.png.read_bytes(),), _either(damaged_png), beside.pictured),
        Format("jpeg", ".jpg", (beside.jpeg.read_bytes(),), _either(damaged_jpeg), beside.pictured),
        Format("video", ".avi", (_video(folder, "MJPG"),), damaged_bytes, beside.filmed),
    )
    return {each.name: each for each in made}


@dataclass(frozen=True)
class _Beside:
    """Whole files."""

    table: Path
    camera: Path
    png: Path
    jpeg: Path

    def measured_with_table(self, file: Path, out: Path, number: int) -> Sequence[str]:
        if number % 4 == 0:
            file = file.replace(out / "table.toml")
            return ("print", "bases", "--out", str(out), "--base", "x:small:A")
        return ("measure", str(self.jpeg), "--table", str(file), "--draw", str(out / "drawn.png"))

    def measured_with_camera(self, file: Path, out: Path, number: int) -> Sequence[str]:
        return ("measure", str(self.jpeg), "--table", str(self.table), "--calibration", str(file), "--json")

    def pictured(self, file: Path, out: Path, number: int) -> Sequence[str]:
        match number % 4:
            case 0:
                return ("dice", "read", str(file))
            case 1:
                (out / file.name).write_bytes(file.read_bytes())
                (out / f"whole{file.suffix}").write_bytes(self.jpeg.read_bytes())
                return ("calibrate", "--images", str(out), "--out", str(out / "lens.toml"))
            case 2:
                return ("measure", str(file), "--table", str(self.table))
            case _:
                return ("measure", str(file), "--draw", str(out / "drawn.png"))

    def filmed(self, file: Path, out: Path, number: int) -> Sequence[str]:
        if number % 2:
            return ("calibrate", "--camera", f"file:{file}", "--out", str(out / "lens.toml"))
        written = str(out / "seen.table.zip")
        return ("record", "--camera", f"file:{file}", "--table", str(self.table), "--out", written, "--seconds", "1")


def _whole_files(folder: Path) -> _Beside:
    table = simulated_table("still", size=SIZE)
    beside = _Beside(folder / "table.toml", folder / "camera.toml", folder / "still.png", folder / "still.jpg")
    beside.table.write_text(format_table(table.layout), encoding="utf-8")
    beside.camera.write_text(format_lens(table.lens), encoding="utf-8")
    picture = table.render(0.0)
    beside.png.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    beside.jpeg.write_bytes(encoded(picture))
    return beside


def _template() -> bytes:
    return (resources.files("companion.games.signum.shelf") / "template.toml").read_bytes()


def _decks(packs) -> tuple[bytes, ...]:
    return tuple(each.read_bytes() for each in packs.iterdir() if each.name.endswith(".deck.toml"))


def _scenes() -> tuple[bytes, ...]:
    batch = {"scenes": [SCENE, {"scene": SCENE, "name": "x", "expected": {}}]}
    return json.dumps(SCENE).encode(), json.dumps(batch).encode()


def _checked(file: Path, out: Path, number: int) -> Sequence[str]:
    return ("cards", "check", str(file), *(("--json",) if number % 2 else ()))


def _replayed(file: Path, out: Path, number: int) -> Sequence[str]:
    return ("replay", str(file), "--as", ("A", "spectator")[number % 2])


def _record(folder: Path) -> bytes:
    path = folder / "whole.signum"
    with closing(new_record(path)) as record:
        begin(record)
        turns(record, 3)
        record.undo(record.boundaries[-2], "A")
        record.redo("B")
        record.reveal()
    data = path.read_bytes()
    path.unlink()
    return data


def _record_damage(chance: Random, data: bytes, folder: Path) -> bytes:
    return damaged_bytes(chance, data) if chance.random() < 0.2 else damaged_record(chance, data, folder)


def _older_record() -> bytes:
    """Of the first form of records, whose entries name no rules."""
    return (ROOT / "tests" / "record" / "released" / "signum-0" / "undone_and_revealed.signum").read_bytes()


def _record_words(file: Path, out: Path, number: int) -> Sequence[str]:
    if number % 3 == 0:
        head_beside(file).write_bytes(damaged_head(Random(number)))  # noqa: S311  # the same damage every time
    return (
        ("verify", str(file)),
        ("replay", str(file)),
        ("export", str(file), "--to", "html", "--out", str(out / "page.html")),
        ("export", str(file), "--to", "jsonl", "--out", str(out / "lines.jsonl")),
        ("replay", str(file), "--as", "A", "--to", "3", "--json"),
        ("rescue", str(file), "--out", str(out / "rescued.signum")),
    )[number // 2 % 6]


def _recording(folder: Path) -> bytes:
    film = filmed(pictures=4)
    logged = replace(film, surroundings=replace(film.surroundings, log=lambda: "INFO companion seen\n"))
    path = logged.write(folder / "whole.table.zip")
    data = path.read_bytes()
    path.unlink()
    return data


def _recording_words(file: Path, out: Path, number: int) -> Sequence[str]:
    match number % 4:
        case 0:
            return ("record", "--shrink", str(file), "--out", str(out / "small.table.zip"), "--only-changes")
        case 1:
            return ("record", "--shrink", str(file), "--out", str(out / "small.table.zip"), "--crop-to-mat")
        case _:
            return ("record", "--check", str(file))


def _video(folder: Path, code: str) -> bytes:
    path = folder / "whole.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 25.0, SIZE)
    table = simulated_table("still", size=SIZE)
    for number in range(3):
        writer.write(table.render(number / 25))
    writer.release()
    data = path.read_bytes()
    path.unlink()
    return data


def _either(damaged: Callable[[Random, bytes], bytes]) -> Callable[[Random, bytes], bytes]:
    """Damage that knows the format, or plain damage to bytes."""

    def chosen(chance: Random, data: bytes) -> bytes:
        return damaged_bytes(chance, data) if chance.random() < 0.3 else damaged(chance, data)

    return chosen
