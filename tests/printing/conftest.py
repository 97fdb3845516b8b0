"""Sheets as a printer would give them: rasterised by poppler, measured in millimetres."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

MM_PER_INCH = 25.4


@dataclass(frozen=True)
class Scan:
    """A page, or part of one, as grey pixels; places are in millimetres from its lower left corner, y upwards."""

    pixels: np.ndarray
    dpi: float
    height_mm: float

    def to_mm(self, points_px):
        """Pixel (0, 0) has its middle half a pixel inside the page."""
        points_px = np.asarray(points_px, dtype=float)
        scale = MM_PER_INCH / self.dpi
        return np.stack(
            [(points_px[..., 0] + 0.5) * scale, self.height_mm - (points_px[..., 1] + 0.5) * scale], axis=-1
        )

    def to_px(self, points_mm):
        points_mm = np.asarray(points_mm, dtype=float)
        scale = self.dpi / MM_PER_INCH
        return np.stack([points_mm[..., 0] * scale - 0.5, (self.height_mm - points_mm[..., 1]) * scale - 0.5], axis=-1)

    def tags(self, dictionary="DICT_4X4_100"):
        """Corners by id, (4, 2) in mm; an id seen twice is an error of the sheet."""
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        parameters.adaptiveThreshWinSizeMax = 103
        parameters.adaptiveThreshWinSizeStep = 40
        detector = cv2.aruco.ArucoDetector(
            cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), parameters
        )
        corners, ids, _ = detector.detectMarkers(self.pixels)
        found = [] if ids is None else [int(tag_id) for tag_id in np.ravel(ids)]
        assert len(found) == len(set(found)), found
        return {tag_id: self.to_mm(places[0]) for tag_id, places in zip(found, corners, strict=True)}


def _need(program):
    if shutil.which(program) is None:
        pytest.skip(f"{program} is missing; it comes with poppler-utils")


@pytest.fixture(scope="session")
def scan(tmp_path_factory):
    """Rasterises a PDF: `scan(path, dpi)` gives all its pages, `scan(path, dpi, part_px)` that part of each."""
    _need("pdftoppm")
    folder = tmp_path_factory.mktemp("scans")

    def rasterise(path, dpi, part_px=None):
        part = []
        if part_px is not None:
            part = [text for flag, value in zip("xyWH", part_px, strict=True) for text in (f"-{flag}", str(value))]
        for old in folder.glob("page-*"):
            old.unlink()
        subprocess.run(["pdftoppm", "-gray", "-r", str(dpi), *part, path, folder / "page"], check=True, timeout=120)
        pages = sorted(folder.glob("page-*"), key=lambda page: int(re.findall(r"\d+", page.stem)[-1]))
        return [Scan(cv2.imread(str(page), cv2.IMREAD_GRAYSCALE), dpi, _height_mm(path)) for page in pages]

    return rasterise


def _height_mm(path):
    """Of the page itself: its picture is rounded up to whole pixels at the lower side."""
    told = subprocess.run(["pdfinfo", path], check=True, capture_output=True, timeout=60).stdout.decode()
    return float(re.search(r"Page size:\s+[\d.]+ x ([\d.]+) pts", told).group(1)) * MM_PER_INCH / 72.0


@pytest.fixture(scope="session")
def words():
    """The words of each page of a PDF with their boxes: (text, left, bottom, right, top) in mm, y upwards."""
    _need("pdftotext")

    def read(path):
        html = subprocess.run(
            ["pdftotext", "-bbox", path, "-"], check=True, capture_output=True, timeout=60
        ).stdout.decode()
        html = html[html.index("<doc>") : html.index("</doc>") + len("</doc>")]
        scale = MM_PER_INCH / 72.0
        pages = []
        for page in ElementTree.fromstring(html):  # noqa: S314 - our own file, read by poppler
            height = float(page.get("height"))
            pages.append(
                [
                    (
                        word.text,
                        float(word.get("xMin")) * scale,
                        (height - float(word.get("yMax"))) * scale,
                        float(word.get("xMax")) * scale,
                        (height - float(word.get("yMin"))) * scale,
                    )
                    for word in page
                ]
            )
        return pages

    return read
