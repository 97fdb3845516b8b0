"""Finds all tags in one image: candidates are found, decoded, fitted, and kept only if the image matches the pattern.

No code is ever corrected. A tag is accepted only if the grey values of all its pixels agree with its pattern, so that
pictograms, dots and printed squares are not mistaken for tags.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.camera.intrinsics import Lens
from vision.fiducials.corner_refinement import TagFit, fit_tag
from vision.fiducials.decoder import DecodedCode, read_quads
from vision.fiducials.dictionary import TagDictionary, dictionary
from vision.fiducials.quad_search import ALL_PREPROCESSINGS, Preprocessing, SearchLimits, propose_quads
from vision.observation import TagObservation

_MIN_CORRELATION = 0.86
_MAX_HIDDEN_SHARE = 0.12
_MAX_WORST_MODULE = 0.45
_SHORT_CODE_BITS = 4
"""Codes with this many modules per side are short: dots and pictograms in black squares can look like them, but not
like longer codes."""
_SHORT_CODE_CORRELATION = 0.92
_SHORT_CODE_WORST_MODULE = 0.3
_FITS_PER_TAG = 3
_SAME_PLACE_EDGES = 0.4


@dataclass(frozen=True, slots=True, eq=False)
class DetectedTag:
    """One tag found in an image.

    Attributes:
        id: Number in its dictionary.
        dictionary: OpenCV's name of the dictionary.
        fit: Its corners and their covariance.
    """

    id: int
    dictionary: str
    fit: TagFit

    @property
    def centre_px(self) -> Floats:
        """Mean of the corners (2,), image frame."""
        return np.asarray(self.fit.corners_px.mean(axis=0), dtype=np.float64)

    @property
    def edge_px(self) -> float:
        """Mean edge length of the black square."""
        corners = self.fit.corners_px
        return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())

    @property
    def module_px(self) -> float:
        """Edge length of one module."""
        return self.edge_px / (2 * dictionary(self.dictionary).half_modules)

    def observation(self) -> TagObservation:
        """Returns this tag as an observation."""
        return TagObservation(
            id=self.id,
            corners_px=tuple((float(x), float(y)) for x, y in self.fit.corners_px),
            dictionary=self.dictionary,
            sigma_px=float(np.sqrt(np.diag(self.fit.covariance_px).max())),
        )


def find_tags(
    image: Image, dictionary_names: tuple[str, ...], preprocessings: tuple[Preprocessing, ...] = ALL_PREPROCESSINGS
) -> tuple[TagObservation, ...]:
    """Finds all tags of some dictionaries in an image.

    Args:
        image: (h, w) grey or (h, w, 3) BGR.
        dictionary_names: OpenCV's names; a tag contained in two of them is returned for both.
        preprocessings: Search methods; all of them give the best recall, `(Preprocessing.PLAIN,)` the best speed.

    Returns:
        One observation per tag and place, ordered by dictionary and id; an id that lies twice on the table is returned
        twice.

    Raises:
        UnknownDictionaryError: If OpenCV has no dictionary of a name.
    """
    grey = to_grey(image)
    return tuple(
        tag.observation()
        for name in dict.fromkeys(dictionary_names)
        for tag in detect_tags(grey, dictionary(name), preprocessings=preprocessings)
    )


def detect_tags(
    grey: Image,
    tags: TagDictionary,
    lens: Lens | None = None,
    preprocessings: tuple[Preprocessing, ...] = ALL_PREPROCESSINGS,
    limits: SearchLimits | None = None,
) -> tuple[DetectedTag, ...]:
    """Finds all tags of one dictionary, with their fits.

    Args:
        grey: (h, w) uint8.
        tags: The dictionary.
        lens: The lens, if known: its distortion bends the edges of tags.
        preprocessings: Search methods for quadrilaterals.
        limits: Range of tag sizes.
    """
    quads = propose_quads(grey, preprocessings, limits)
    found: list[DetectedTag] = []
    for group in _groups(quads, read_quads(grey, quads, tags)):
        tag = _fitted(grey, quads, group, tags, lens)
        if tag is not None:
            found.append(tag)
    return _one_in_each_place(found)


def to_grey(image: Image) -> Image:
    """Returns the image as grey (h, w) uint8."""
    return cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.uint8) if image.ndim == 3 else image


def is_certain(fit: TagFit, bits: int) -> bool:
    """Whether the image matches this tag so well that nothing else can be meant.

    Args:
        fit: The fitted tag.
        bits: Modules along one side of its code: a longer code needs less evidence from the image.
    """
    short = bits <= _SHORT_CODE_BITS
    return (
        fit.correlation >= (_SHORT_CODE_CORRELATION if short else _MIN_CORRELATION)
        and fit.worst_module <= (_SHORT_CODE_WORST_MODULE if short else _MAX_WORST_MODULE)
        and fit.hidden_share <= _MAX_HIDDEN_SHARE
    )


def _groups(quads: Floats, readings: tuple[DecodedCode, ...]) -> list[list[DecodedCode]]:
    """Groups readings of the same id at the same place, the clearest first."""
    groups: list[list[DecodedCode]] = []
    for reading in sorted(readings, key=lambda reading: -reading.clearness):
        quad = quads[reading.quad]
        edge = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
        for group in groups:
            apart = quads[group[0].quad].mean(axis=0) - quad.mean(axis=0)
            if group[0].tag_id == reading.tag_id and float(np.hypot(*apart)) < _SAME_PLACE_EDGES * edge:
                group.append(reading)
                break
        else:
            groups.append([reading])
    return groups


def _fitted(
    grey: Image, quads: Floats, group: list[DecodedCode], tags: TagDictionary, lens: Lens | None
) -> DetectedTag | None:
    for reading in group[:_FITS_PER_TAG]:
        corners = np.roll(quads[reading.quad], -reading.turns, axis=0)
        fit = fit_tag(grey, corners, tags.pattern(reading.tag_id), lens)
        if fit is not None and is_certain(fit, tags.bits):
            return DetectedTag(reading.tag_id, tags.name, fit)
    return None


def _one_in_each_place(found: list[DetectedTag]) -> tuple[DetectedTag, ...]:
    kept: list[DetectedTag] = []
    for tag in sorted(found, key=lambda tag: -tag.fit.correlation):
        if all(float(np.hypot(*(tag.centre_px - other.centre_px))) > 0.5 * tag.edge_px for other in kept):
            kept.append(tag)
    return tuple(sorted(kept, key=lambda tag: (tag.id, *tag.centre_px)))
