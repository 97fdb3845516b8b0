"""A printed sheet as a phone's camera sees it: a part of it from aside, unsharp, with noise, as a JPEG."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
import segno

from companion.printing import CardOptions, print_cards

DPI = 300
PHOTO_PX = (1536, 2048)
QUALITY = 80


def photo_of(tag: str, name: str, folder: Path) -> bytes:
    """A photo of the sticker that a sheet has for a card."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm is missing; it comes with poppler-utils")
    (pdf,) = print_cards(CardOptions(out=folder, cards=((tag, name),)))
    subprocess.run(["pdftoppm", "-gray", "-r", str(DPI), "-singlefile", pdf, folder / "sheet"], check=True, timeout=60)
    return taken(cv2.imread(str(folder / "sheet.pgm"), cv2.IMREAD_GRAYSCALE))


def taken(sheet: np.ndarray) -> bytes:
    """A photo of the upper left of a sheet, on a dark table."""
    width, height = PHOTO_PX
    corner = np.array([[0, 0], [1000, 0], [1000, 700], [0, 700]], np.float32)
    seen = np.array([[260, 330], [1330, 240], [1420, 1120], [170, 1010]], np.float32)
    flat = cv2.warpPerspective(
        sheet, cv2.getPerspectiveTransform(corner, seen), (width, height), borderValue=70, flags=cv2.INTER_AREA
    )
    light = np.linspace(0.55, 1.0, width)[None, :] * np.linspace(1.0, 0.8, height)[:, None]
    noise = np.random.default_rng(3).normal(0.0, 6.0, flat.shape)
    grey = cv2.GaussianBlur(flat, (0, 0), 1.6) * light + noise
    picture = cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


@cache
def plain_photo(text: str) -> bytes:
    """A small JPEG with nothing but one code, for tests of the door."""
    cells = np.array([[not cell for cell in row] for row in segno.make_qr(text).matrix], np.uint8) * 255
    big = cv2.resize(np.pad(cells, 4, constant_values=255), None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    return bytes(cv2.imencode(".jpg", big)[1])
