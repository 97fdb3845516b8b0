"""One picture, read: tags, mat, places and what is wrong with the seeing.

The steps, each usable by itself: all tags (`tags.detect_tags`); the mat (`mat_pose.find_mat`), without a calibration
twice, because tags are fitted better once the lens is roughly known; tags that must be somewhere because the mat or
the rest of their piece says so (`TagHunt`); each piece (`piece_place.place_piece`) and whether that is possible
(`piece_check`).
"""

from dataclasses import dataclass, replace

import numpy as np

from vision.camera import Lens
from vision.camera_fit import CameraFit
from vision.dictionaries import dictionary
from vision.frame import Frame, Image
from vision.mat_pose import MatFix, find_mat
from vision.observation import MatSighting, Place, TableObservation, Trouble, TroubleKind
from vision.picture_health import picture_troubles
from vision.piece_check import lies_flat, stands_on_mat, tags_agree
from vision.piece_place import PieceFix, SeenTag, place_piece, rough_place, tag_corners_px
from vision.sight import Sight
from vision.table import BaseLayout, TableLayout, Tag, TerrainLayout
from vision.tag_fit import fit_tag
from vision.tag_image import Floats
from vision.tag_search import ALL_LOOKS, Look
from vision.tags import DetectedTag, detect_tags, is_certain, to_grey

Piece = BaseLayout | TerrainLayout

_HUNTED_CORRELATION = 0.93
_PARTLY_HIDDEN_SHARE = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What one picture tells, with the doubts that an observation leaves out.

    Attributes:
        tags: All tags found.
        mat: The mat; None if it is not seen.
        places: Each piece that is placed.
        troubles: What is wrong with the seeing.
    """

    tags: tuple[DetectedTag, ...]
    mat: MatFix | None
    places: tuple[tuple[Piece, PieceFix, tuple[SeenTag, ...]], ...]
    troubles: tuple[Trouble, ...]


class TableReader:
    """Reads single pictures of one table; keeps nothing from one picture to the next."""

    def __init__(self, layout: TableLayout, lens: Lens | None, looks: tuple[Look, ...] = ALL_LOOKS) -> None:
        """Prepares to read.

        Args:
            layout: What may stand on the mat.
            lens: The calibration of the camera; None to estimate the lens from every picture.
            looks: How thoroughly to look for tags.
        """
        self._layout = layout
        self._lens = lens
        self._looks = looks
        self._dictionary = dictionary(layout.mat.dictionary)

    def read(self, frame: Frame) -> TableObservation:
        """What the picture shows."""
        reading = self.examine(frame.image)
        height, width = frame.image.shape[:2]
        places = [(piece, _place(piece, fix, seen)) for piece, fix, seen in reading.places]
        placed = {piece.id for piece, _ in places}
        return TableObservation(
            sequence=frame.sequence,
            captured_s=frame.captured_s,
            tags=tuple(tag.sighting() for tag in reading.tags),
            mat=mat_sighting(reading.mat, lens_for(self._lens, (width, height))),
            bases=tuple(place for piece, place in places if isinstance(piece, BaseLayout)),
            terrain=tuple(place for piece, place in places if isinstance(piece, TerrainLayout)),
            missing=tuple(piece.id for piece in self._layout.pieces if piece.id not in placed),
            troubles=reading.troubles,
        )

    def examine(self, image: Image) -> Reading:
        """The same as `read`, with everything that was found on the way."""
        grey = to_grey(image)
        size = (grey.shape[1], grey.shape[0])
        lens = lens_for(self._lens, size)
        tags = detect_tags(grey, self._dictionary, lens, self._looks)
        mat = find_mat(self._layout.mat, tags, size, lens)
        if mat is not None:
            tags, mat = self._completed(grey, tags, mat, lens)
        troubles = picture_troubles(grey, tags, self._layout, mat)
        troubles += self._duplicates(tags)
        if mat is None:
            return Reading(tags, None, (), tuple(troubles))
        hunt = TagHunt(grey, self._layout.mat.dictionary, mat.camera.sight)
        places = []
        for piece in self._layout.pieces:
            placed, trouble = self._placed(piece, tags, mat, hunt)
            troubles += trouble
            if placed is not None:
                places.append((piece, *placed))
        found = {tag.id for tag in tags}
        hunted = tuple(seen for _, _, pairs in places for _, seen in pairs if seen.id not in found)
        return Reading((*tags, *hunted), mat, tuple(places), tuple(troubles))

    def _completed(
        self, grey: Image, tags: tuple[DetectedTag, ...], mat: MatFix, lens: Lens | None
    ) -> tuple[tuple[DetectedTag, ...], MatFix]:
        """The mat with its overlooked tags, all tags fitted with the estimated lens where none was given."""
        hunt = TagHunt(grey, self._layout.mat.dictionary, mat.camera.sight)
        if lens is None:
            tags = tuple(hunt.refitted(tag) for tag in tags)
        found = {tag.id for tag in tags}
        here = np.zeros(3)
        more = [hunt.tag_at(tag, here) for tag in self._layout.mat.tags if tag.id not in found]
        tags = (*tags, *(tag for tag in more if tag is not None))
        size = (grey.shape[1], grey.shape[0])
        return tags, find_mat(self._layout.mat, tags, size, lens) or mat

    def _duplicates(self, tags: tuple[DetectedTag, ...]) -> list[Trouble]:
        ids = [tag.id for tag in tags]
        carried = {tag.id for tag in self._layout.mat.tags}
        carried.update(tag.id for piece in self._layout.pieces for tag in piece.tags)
        return [
            Trouble(
                TroubleKind.DUPLICATE_TAG,
                str(tag_id),
                f"Tag {tag_id} lies on the table more than once: take one away.",
            )
            for tag_id in sorted(carried)
            if ids.count(tag_id) > 1
        ]

    def _placed(
        self, piece: Piece, tags: tuple[DetectedTag, ...], mat: MatFix, hunt: "TagHunt"
    ) -> tuple[tuple[PieceFix, tuple[SeenTag, ...]] | None, list[Trouble]]:
        seen_ids = [tag.id for tag in tags]
        single = [
            (tag, seen) for tag in piece.tags for seen in tags if seen.id == tag.id and seen_ids.count(tag.id) == 1
        ]
        if not single:
            return None, []
        flat = [pair for pair in single if lies_flat(pair, mat.camera.sight)]
        if not flat:
            return None, [_impossible(piece, "its tag does not lie flat on the mat: put it down.")]
        known = {tag.id for tag, _ in flat}
        for tag in piece.tags:
            if tag.id not in known and tag.id not in seen_ids:
                more = hunt.tag_at(tag, rough_place(flat[0], mat.camera.sight))
                if more is not None:
                    flat.append((tag, more))
        fix = place_piece(flat, mat.camera)
        if not tags_agree(fix):
            return None, [_impossible(piece, "its tags contradict each other: check that both are its own.")]
        if not stands_on_mat(fix, piece, self._layout.mat):
            return None, [_impossible(piece, "it lies beside the mat.")]
        return (fix, tuple(flat)), _hidden(piece, flat)


class TagHunt:
    """Looks for tags where they must be, which finds them where a search in the dark does not."""

    def __init__(self, grey: Image, dictionary_name: str, sight: Sight) -> None:
        """Prepares the hunt.

        Args:
            grey: (h, w) uint8.
            dictionary_name: OpenCV's name.
            sight: Lens and pose.
        """
        self._grey = grey
        self._dictionary = dictionary(dictionary_name)
        self._sight = sight

    def tag_at(self, tag: Tag, place: Floats) -> DetectedTag | None:
        """The tag of a piece that lies at `place` (x, y in mm, angle); None if it is not to be seen there."""
        corners = tag_corners_px(tag, place, self._sight)
        height, width = self._grey.shape
        if corners.min() < 0 or (corners.max(axis=0) > (width - 1, height - 1)).any():
            return None
        fit = fit_tag(self._grey, corners, self._dictionary.pattern(tag.id), self._sight.lens)
        if fit is None or not is_certain(fit, self._dictionary.bits) or fit.correlation < _HUNTED_CORRELATION:
            return None
        return DetectedTag(tag.id, self._dictionary.name, fit)

    def refitted(self, tag: DetectedTag) -> DetectedTag:
        """The tag with corners as this lens bends them."""
        fit = fit_tag(self._grey, tag.fit.corners_px, self._dictionary.pattern(tag.id), self._sight.lens)
        return tag if fit is None else replace(tag, fit=fit)


def lens_for(lens: Lens | None, image_size: tuple[int, int]) -> Lens | None:
    """The lens for pictures of another size of the same camera; None if the sizes have different shapes."""
    if lens is None or lens.image_size == image_size:
        return lens
    scale = image_size[0] / lens.image_size[0]
    if abs(lens.image_size[1] * scale - image_size[1]) > 1.0:
        return None
    (fx, _, cx), (_, fy, cy), last = lens.matrix
    # The first pixel's centre is 0, so sizes scale about -1/2.
    return replace(
        lens,
        image_size=image_size,
        matrix=((fx * scale, 0.0, (cx + 0.5) * scale - 0.5), (0.0, fy * scale, (cy + 0.5) * scale - 0.5), last),
    )


def mat_sighting(mat: MatFix | None, lens: Lens | None) -> MatSighting:
    """How well the mat is seen, for those outside.

    Args:
        mat: The mat; None if it is not seen.
        lens: The lens that was given for this picture, if any.
    """
    if mat is None:
        return MatSighting(found=False, calibrated=lens is not None and lens.calibrated)
    return sighting_of(mat.camera)


def sighting_of(camera: CameraFit) -> MatSighting:
    """A mat that was found, for those outside."""
    sight = camera.sight
    mapping = np.array(sight.lens.matrix) @ np.column_stack([sight.rotation[:, :2], sight.translation])
    return MatSighting(
        found=True,
        reprojection_px=camera.reprojection_px,
        calibrated=sight.lens.calibrated,
        mat_to_image=tuple((float(a), float(b), float(c)) for a, b, c in mapping / mapping[2, 2]),
        lens=sight.lens,
    )


def _place(piece: Piece, fix: PieceFix, seen: tuple[SeenTag, ...]) -> Place:
    return Place(
        id=piece.id,
        x_mm=fix.x_mm,
        y_mm=fix.y_mm,
        angle_rad=fix.angle_rad,
        sigma_mm=fix.sigma_mm,
        sigma_rad=fix.sigma_rad,
        seen_tags=tuple(tag.id for tag, _ in seen),
    )


def _impossible(piece: Piece, why: str) -> Trouble:
    return Trouble(TroubleKind.IMPOSSIBLE_PLACE, piece.id, f"{piece.id} is not placed: {why}")


def _hidden(piece: Piece, seen: list[SeenTag]) -> list[Trouble]:
    if min(tag.fit.hidden_share for _, tag in seen) <= _PARTLY_HIDDEN_SHARE:
        return []
    return [Trouble(TroubleKind.PARTLY_HIDDEN, piece.id, f"The tags of {piece.id} are partly hidden: uncover one.")]
