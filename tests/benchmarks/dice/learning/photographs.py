"""Turns public sets of labelled photographs into folders with a `truth.json`, as training and benchmark read them.

    python -m tests.benchmarks.dice.learning.photographs train.record OUT
    python -m tests.benchmarks.dice.learning.photographs Training_Images/Train OUT

A source is a TFRecord file of the TensorFlow object detection format, or a folder of images with YOLO labels beside
them (or in the neighbouring folder `labels`). Classes are the faces from 1 on. The folders stay outside the
repository; `docs/dice.md` names the sets and their parts.
"""

import argparse
import json
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

Dice = list[tuple[int, tuple[float, float, float, float]]]
"""Value and box (x0, y0, x1, y1) in pixels of each die."""


def labelled(source: Path) -> Iterator[tuple[str, bytes, Dice]]:
    """Yields name, encoded image and dice of every photograph of a source."""
    yield from of_records(source) if source.is_file() else of_yolo(source)


def of_yolo(folder: Path) -> Iterator[tuple[str, bytes, Dice]]:
    """Yields the photographs of a folder with YOLO labels; those without a label file are left out."""
    for path in sorted(path for path in folder.iterdir() if path.suffix.lower() in {".jpg", ".jpeg", ".png"}):
        beside = [path.with_suffix(".txt"), path.parent.parent / "labels" / f"{path.stem}.txt"]
        labels = next((label for label in beside if label.exists()), None)
        if labels is None:
            continue
        encoded = path.read_bytes()
        high, wide = _size_of(encoded)
        dice: Dice = []
        for line in labels.read_text(encoding="utf-8").splitlines():
            kind, x, y, width, height = (float(word) for word in line.split()[:5])
            box = ((x - width / 2) * wide, (y - height / 2) * high, (x + width / 2) * wide, (y + height / 2) * high)
            dice.append((int(kind) + 1, box))
        yield path.name, encoded, dice


def of_records(path: Path) -> Iterator[tuple[str, bytes, Dice]]:
    """Yields the photographs of a TFRecord file; its checksums are not verified."""
    data, at = path.read_bytes(), 0
    while at < len(data):
        (length,) = struct.unpack_from("<Q", data, at)
        record = _features(data[at + 12 : at + 12 + length])
        at += 12 + length + 4
        encoded = record["image/encoded"][0]
        high, wide = _size_of(encoded)
        sides = [record[f"image/object/bbox/{side}"] for side in ("xmin", "ymin", "xmax", "ymax")]
        boxes = zip(*sides, strict=True)
        values = record["image/object/class/label"]
        dice: Dice = [
            (int(value), (float(x0) * wide, float(y0) * high, float(x1) * wide, float(y1) * high))
            for value, (x0, y0, x1, y1) in zip(values, boxes, strict=True)
        ]
        yield record["image/filename"][0].decode(), encoded, dice


def _size_of(encoded: bytes) -> tuple[int, int]:
    image = cv2.imdecode(np.frombuffer(encoded, np.uint8), cv2.IMREAD_COLOR)
    return int(image.shape[0]), int(image.shape[1])


def _features(example: bytes) -> dict[str, list]:
    """Returns the lists of a serialised `tf.train.Example` by name."""
    found = {}
    for _, features in _fields(example):
        for _, entry in _fields(features):
            (_, name), (_, feature) = _fields(entry)
            (kind, values), *_ = [*_fields(feature), (0, b"")]
            found[name.decode()] = _values(kind, values)
    return found


def _values(kind: int, values: bytes) -> list:
    """Returns the values of a list of bytes (1), floats (2) or integers (3)."""
    if kind == 1:
        return [value for _, value in _fields(values)]
    packed = b"".join(value for _, value in _fields(values))
    if kind == 2:
        return list(struct.unpack(f"<{len(packed) // 4}f", packed))
    numbers, at = [], 0
    while at < len(packed):
        number, at = _varint(packed, at)
        numbers.append(number)
    return numbers


def _fields(message: bytes) -> list[tuple[int, bytes]]:
    """Returns number and content of the fields of a protocol buffer message."""
    found, at = [], 0
    while at < len(message):
        key, at = _varint(message, at)
        start = at
        match key & 7:
            case 0:
                _, at = _varint(message, at)
            case 1:
                at += 8
            case 2:
                length, start = _varint(message, at)
                at = start + length
            case _:
                at += 4
        found.append((key >> 3, message[start:at]))
    return found


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        value |= (message[at] & 127) << shift
        shift += 7
        at += 1
        if message[at - 1] < 128:
            return value, at


def main() -> int:
    """Writes the photographs of a source, and their truth."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.dice.learning.photographs", description=__doc__)
    parser.add_argument("source", type=Path)
    parser.add_argument("out", type=Path)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    truth = []
    for name, encoded, dice in labelled(asked.source):
        (asked.out / name).write_bytes(encoded)
        boxes = [{"value": value, "box": [round(side, 1) for side in box]} for value, box in dice]
        truth.append({"file": name, "dice": boxes})
    (asked.out / "truth.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")
    print(f"{len(truth)} photographs, {sum(len(one['dice']) for one in truth)} dice")
    return 0


if __name__ == "__main__":
    sys.exit(main())
