"""Tracks bases and templates over time, from their tags."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.observation import Place, TrackState
from vision.table import BaseLayout, MatLayout, TableLayout, Tag, TerrainLayout
from vision.tracking.change_detection import ChangeMap, Spots
from vision.tracking.fusion import fuse
from vision.tracking.mat.misfit import Strain, TagSize
from vision.tracking.motion import MotionLimits, PieceMeasurement, Track, found, seen, unseen
from vision.tracking.tag_track import TagTrack
from vision.tracking.tag_tracker import TagTracker

FLOOR_PX = 0.006
"""Lower limit of the standard deviation of a tag's position, however often it is read: it covers the errors of square
pixels and printed edges."""

PARTLY_HIDDEN = 0.93
"""A tag is partly covered if less than this share of it looks as printed."""

STRAINED_MM = 6.0
"""Tags of one piece that are farther apart than told by up to this much still tell where it stands; a tag of another
piece lies farther away."""

MIN_ARM_MM = 10.0
"""Shortest distance of a tag from the middle of its piece that tells a strain as a share."""

RING_POINTS = 72
RING_WIDTHS_MM = (4.0, 10.0)
RING_EVERY_S = 0.5
RING_STEP = 14.0
"""Largest difference in grey levels at which a point next to a piece still shows the same mat."""

RING_SHARE = 0.88

Piece = BaseLayout | TerrainLayout
SigmaAt = Callable[[float, float], tuple[float, float]]


@dataclass(slots=True)
class _Ring:
    """The appearance of the mat around a resting piece: as confirmed, and as last seen."""

    seen_from: tuple[Place, CameraModel]
    spots: Spots
    values: NDArray[np.float32]
    newest: NDArray[np.float32]
    taken_s: float


class PieceTracker:
    """The pieces of a table, with the pose and the state of each.

    Attributes:
        impossible: For each id of a piece whose tags are visible in the newest image: why it cannot be where they are.
        hidden: Ids of the pieces of which no whole tag is visible in the newest image.
        strains: By how much the tags of a piece that still has a place contradict each other, by its id.
        sizes: Apparent sizes of the tags of pieces that lie on the mat.
    """

    def __init__(self, layout: TableLayout, limits: MotionLimits) -> None:
        self._pieces = layout.pieces
        self._mat = layout.mat
        self._since_s: dict[tuple[str, str], float] = {}
        self.impossible: dict[str, str] = {}
        self.hidden: list[str] = []
        self.strains: dict[str, Strain] = {}
        self.sizes: list[TagSize] = []
        self._limits = limits
        self._tracks: dict[str, Track] = {}
        self._fixes: dict[str, tuple[tuple[object, ...], PieceMeasurement]] = {}
        self._rings: dict[str, _Ring] = {}

    def places(self) -> dict[str, Place]:
        """Returns the pose of every piece that has one."""
        return {piece: track.place for piece, track in self._tracks.items()}

    def update(self, tags: TagTracker, model: CameraModel, sigma_at: SigmaAt, changes: ChangeMap, now_s: float) -> None:
        """Updates the pieces with the tags of one image.

        Args:
            tags: The tags, tracked into this image.
            model: The camera's pose above the mat, with its lens.
            sigma_at: Returns the standard deviations that pose and lens alone cause at a point of the mat: of the
                position (mm) and of the angle (rad).
            changes: The image, to check the mat next to the pieces.
            now_s: When the image was taken.
        """
        shown = tags.shown()
        self.impossible, self.hidden, self.strains, self.sizes = {}, [], {}, []
        placed: list[tuple[Piece, Track]] = []
        for piece in self._pieces:
            tracks = shown.get(piece.id)
            fix = self._fix(piece, tracks, model, sigma_at) if tracks else None
            known = self._tracks.get(piece.id)
            if tracks and max(track.explained for track in tracks) < PARTLY_HIDDEN:
                self.hidden.append(piece.id)
            as_before = fix is not None and fix.lying and known is not None and known.fix is fix
            if fix is not None and (as_before or self._possible(piece, fix, now_s)):
                known = found(fix, now_s) if known is None else seen(known, fix, now_s, self._limits)
                self._tracks[piece.id] = known
                placed.append((piece, known))
                if known.place.state is TrackState.SEEN:
                    self.sizes += [TagSize(track.scale, track.scale_sigma) for track in tracks or ()]
                    if fix.strained_mm:
                        arm_mm = max(math.hypot(tag.x_mm, tag.y_mm) for tag in piece.tags)
                        self.strains[piece.id] = Strain(fix.strained_mm, fix.strained_mm / max(arm_mm, MIN_ARM_MM))
            else:
                self._miss(piece.id, now_s, empty=fix is None and self._empty(piece, changes))
        self._keep_rings(placed, model, changes, now_s)

    def hold(self, now_s: float) -> None:
        """Updates the pieces for an image in which nothing can be located."""
        self.impossible, self.hidden, self.strains, self.sizes = {}, [], {}, []
        for piece in list(self._tracks):
            self._miss(piece, now_s, empty=False)

    def _miss(self, piece: str, now_s: float, *, empty: bool) -> None:
        known = self._tracks.pop(piece, None)
        gone = None if known is None else unseen(known, now_s, self._limits, empty=empty)
        if gone is None:
            self._rings.pop(piece, None)
        else:
            self._tracks[piece] = gone

    def _possible(self, piece: Piece, fix: PieceMeasurement, now_s: float) -> bool:
        """Whether a piece can be where its tags are; if not, `impossible` gets the reason.

        Tags that contradict each other briefly are those of a piece in a hand; if the contradiction lasts, some are not
        its own. A piece that does not lie flat keeps its position: its state shows that it is lifted.
        """
        apart = self._lasts((piece.id, "apart"), now_s, self._limits.apart_s, now=fix.contradicts)
        raised = self._lasts(
            (piece.id, "raised"), now_s, self._limits.raised_s, now=not fix.lying and not fix.contradicts
        )
        beside = not _on_mat(piece, fix.place, self._mat)
        if apart:
            self.impossible[piece.id] = "its tags contradict each other: check that both are its own"
        elif beside:
            self.impossible[piece.id] = "it lies beside the mat"
        elif raised:
            self.impossible[piece.id] = "its tag does not lie flat on the mat: put it down"
        return not apart and not beside

    def _lasts(self, what: tuple[str, str], now_s: float, patience_s: float, *, now: bool) -> bool:
        """Whether a condition of a piece has lasted long enough to be reported."""
        if not now:
            self._since_s.pop(what, None)
            return False
        return now_s - self._since_s.setdefault(what, now_s) >= patience_s

    def _fix(self, piece: Piece, tracks: list[TagTrack], model: CameraModel, sigma_at: SigmaAt) -> PieceMeasurement:
        version = tuple(track.mean for track in tracks)
        known = self._fixes.get(piece.id)
        if known is None or known[0] != version:
            known = (version, _fixed(piece, tracks, model, sigma_at))
            self._fixes[piece.id] = known
        return known[1]

    def _keep_rings(
        self, placed: list[tuple[Piece, Track]], model: CameraModel, changes: ChangeMap, now_s: float
    ) -> None:
        """Records how the mat around resting pieces looks.

        A change in the newest image, such as a hand, is not recorded yet.
        """
        due: list[tuple[Piece, Place]] = []
        for piece, track in placed:
            ring = self._rings.get(piece.id)
            if track.place.state is not TrackState.SEEN:
                self._rings.pop(piece.id, None)
            elif ring is None or now_s - ring.taken_s >= RING_EVERY_S:
                due.append((piece, track.place))
        stale = [(piece, place) for piece, place in due if not self._has_ring(piece, place, model)]
        rings_mm = [_ring_mm(piece, place) for piece, place in stale]
        spots = changes.spots(model.pixels(np.concatenate(rings_mm))).reshape(len(stale), -1) if stale else ()
        fresh = {piece.id: each for (piece, _), each in zip(stale, spots, strict=True)}
        for piece, place in due:
            ring = self._rings.get(piece.id)
            where = fresh[piece.id] if piece.id in fresh or ring is None else ring.spots
            values = changes.values(where)
            stays = ring is None or bool((np.abs(values - ring.newest) <= RING_STEP).mean() >= RING_SHARE)
            confirmed = values if ring is None or stays else ring.values
            self._rings[piece.id] = _Ring((place, model), where, confirmed, values, now_s)

    def _has_ring(self, piece: Piece, place: Place, model: CameraModel) -> bool:
        """Whether the pixels around a piece that stands there are already known."""
        ring = self._rings.get(piece.id)
        return ring is not None and ring.seen_from[0] is place and ring.seen_from[1] is model

    def _empty(self, piece: Piece, changes: ChangeMap) -> bool:
        """Whether the mat around the piece is unchanged since the piece stood there, so that no hand hides it."""
        ring = self._rings.get(piece.id)
        if ring is None:
            return False
        step = np.abs(changes.values(ring.spots) - ring.values)
        return bool((step <= RING_STEP).mean() >= RING_SHARE)


def _fixed(piece: Piece, tracks: list[TagTrack], model: CameraModel, sigma_at: SigmaAt) -> PieceMeasurement:
    where = tracks[0].mean.place
    fused = fuse(tracks, FLOOR_PX / model.px_per_mm(float(where[0]), float(where[1])))
    x_mm, y_mm, angle_rad = (float(value) for value in fused.place)
    noise_mm = math.sqrt(max(fused.covariance[0, 0], fused.covariance[1, 1]))
    pose_mm, pose_rad = sigma_at(x_mm, y_mm)
    sigma_mm = math.hypot(noise_mm, pose_mm)
    flat = all(track.lying for track in tracks)
    strained = flat and not fused.consistent and fused.misfit_mm <= STRAINED_MM
    lying = flat and (fused.consistent or strained)
    sigma_rad = math.hypot(math.sqrt(float(fused.covariance[2, 2])), pose_rad)
    if strained:
        # Which of the tags is wrong, or all of them, or the mat below, nobody knows.
        sigma_mm = math.hypot(sigma_mm, fused.misfit_mm)
        sigma_rad = math.hypot(sigma_rad, fused.misfit_mm / max(_reach_mm(tag) for tag in piece.tags))
    if not lying:
        sigma_mm = math.hypot(sigma_mm, _lift_error_mm(tracks, model, x_mm, y_mm))
    ids = tuple(sorted(track.tag.id for track in tracks))
    place = Place(piece.id, x_mm, y_mm, angle_rad, sigma_mm, sigma_rad, ids)
    contradicts = flat and not fused.consistent and not strained
    return PieceMeasurement(place, lying, contradicts, fused.misfit_mm if strained else 0.0)


def _on_mat(piece: Piece, place: Place, mat: MatLayout) -> bool:
    """Whether part of the piece may be on the mat, so that it can be in play."""
    reach_mm = _reach_of_mm(piece)
    return -reach_mm <= place.x_mm <= mat.width_mm + reach_mm and -reach_mm <= place.y_mm <= mat.height_mm + reach_mm


def _reach_of_mm(piece: Piece) -> float:
    if isinstance(piece, BaseLayout):
        return piece.radius_mm
    return max(math.hypot(x_mm, y_mm) for x_mm, y_mm in piece.polygon_mm)


def _lift_error_mm(tracks: list[TagTrack], model: CameraModel, x_mm: float, y_mm: float) -> float:
    """Returns how far a lifted piece may be from its apparent position on the mat."""
    camera = model.camera_mm
    grown = max(abs(track.scale - 1.0) for track in tracks)
    return max(2.0, grown * math.hypot(x_mm - camera[0], y_mm - camera[1]))


def _ring_mm(piece: Piece, place: Place) -> Floats:
    reach_mm = max(_reach_mm(tag) for tag in piece.tags)
    reach_mm = max(reach_mm, _reach_of_mm(piece))
    turn = np.arange(RING_POINTS) * math.tau / RING_POINTS
    rings = [
        np.column_stack([np.cos(turn), np.sin(turn), np.zeros(RING_POINTS)]) * (reach_mm + width_mm)
        for width_mm in RING_WIDTHS_MM
    ]
    return np.asarray(np.concatenate(rings) + [place.x_mm, place.y_mm, 0.0])  # noqa: RUF005 (a sum of arrays)


def _reach_mm(tag: Tag) -> float:
    return math.hypot(tag.x_mm, tag.y_mm) + tag.size_mm * 0.75
