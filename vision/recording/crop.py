"""Crops images to the part that shows the mat, and converts the lens to that part."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Floats
from vision.camera.intrinsics import Lens
from vision.camera.lens_model import from_ideal_px
from vision.observation import MatObservation, TableObservation
from vision.recording.errors import RecordingError
from vision.table import MatLayout

MARGIN_MM = 70.0
"""Margin around the mat. The tracker searches 60 mm beyond the mat for pieces; the mat's own tags may lie farther out.
"""

GRID_PX = 16
"""Grid to which a crop is aligned: JPEG's blocks of two by two; alignment preserves their pattern."""

EDGE_POINTS = 9

Row = tuple[float, float, float]


class CropError(RecordingError):
    """The recording cannot be cropped to its mat."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of an image in pixels; left and top are inclusive, right and bottom exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.right - self.left, self.bottom - self.top

    def lens(self, lens: Lens) -> Lens:
        """Returns the lens for this part: the same rays, with other pixel coordinates."""
        (fx, _, cx), (_, fy, cy), last = lens.matrix
        matrix = ((fx, 0.0, cx - self.left), (0.0, fy, cy - self.top), last)
        return replace(lens, image_size=self.size, matrix=matrix)

    def said(self, said: TableObservation) -> TableObservation:
        """Converts an observation of the whole image to this part's pixels."""
        mat = said.mat
        to_image = mat.mat_to_image
        if to_image is not None:
            one, other, last = to_image
            to_image = (_less(one, last, self.left), _less(other, last, self.top), last)
        lens = None if mat.lens is None else self.lens(mat.lens)
        tags = tuple(
            replace(tag, corners_px=tuple((x - self.left, y - self.top) for x, y in tag.corners_px))
            for tag in said.tags
        )
        return replace(said, tags=tags, mat=replace(mat, mat_to_image=to_image, lens=lens))


def _less(row: Row, last: Row, shift_px: int) -> Row:
    return row[0] - shift_px * last[0], row[1] - shift_px * last[1], row[2] - shift_px * last[2]


def crop_to_mat(
    mat: MatLayout, mat_observations: Iterable[MatObservation], image_size: tuple[int, int], *, centred: bool
) -> Crop:
    """Returns the part that shows the mat in all its positions, with a margin.

    Args:
        mat: The mat.
        mat_observations: Observations of the mat in images of one size.
        image_size: Width and height of these images.
        centred: Whether the part must be centred in the image: without a calibration, the principal point is assumed to
            be the image's centre.

    Raises:
        CropError: If the mat was never seen.
    """
    outline_mm = _outline(mat)
    seen = [
        _pixels(outline_mm, mat_observation.mat_to_image, mat_observation.lens)
        for mat_observation in mat_observations
        if mat_observation.found and mat_observation.mat_to_image is not None and mat_observation.lens is not None
    ]
    if not seen:
        raise CropError("the mat was not seen in any image, so there is nothing to crop to")
    points = np.concatenate(seen)
    points = points[np.isfinite(points).all(axis=1)]
    low, high = points.min(axis=0), points.max(axis=0)
    size = np.array(image_size)
    if centred:
        half = np.maximum(size / 2 - low, high - size / 2)
        # Cut symmetrically in whole blocks, so that the centre stays the centre to the pixel.
        cut = np.maximum(0, (size / 2 - half) // GRID_PX * GRID_PX).astype(int)
        return Crop(int(cut[0]), int(cut[1]), int(size[0] - cut[0]), int(size[1] - cut[1]))
    first = np.clip(low // GRID_PX * GRID_PX, 0, size).astype(int)
    end = np.minimum(-(-high // GRID_PX) * GRID_PX, size).astype(int)
    return Crop(int(first[0]), int(first[1]), int(end[0]), int(end[1]))


def _outline(mat: MatLayout) -> Floats:
    corners = [point for tag in mat.tags for point in tag.corners_mm()] + [(0.0, 0.0), (mat.width_mm, mat.height_mm)]
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    low, high = (
        np.minimum(low - 10.0, -MARGIN_MM),
        np.maximum(high + 10.0, (mat.width_mm + MARGIN_MM, mat.height_mm + MARGIN_MM)),
    )
    x, y = (np.linspace(low[axis], high[axis], EDGE_POINTS) for axis in (0, 1))
    edges = [(x, np.full(EDGE_POINTS, end)) for end in (low[1], high[1])]
    edges += [(np.full(EDGE_POINTS, end), y) for end in (low[0], high[0])]
    return np.concatenate([np.column_stack(edge) for edge in edges])


def _pixels(outline_mm: Floats, mat_to_image: tuple[Row, ...], lens: Lens) -> Floats:
    mapped = np.column_stack([outline_mm, np.ones(len(outline_mm))]) @ np.array(mat_to_image).T
    return from_ideal_px(lens, mapped[:, :2] / mapped[:, 2:])
