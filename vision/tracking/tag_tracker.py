"""Tracks all tags of pieces from image to image.

A tag is tracked in one of three ways, the cheapest first: its pixels look unchanged (nothing to do); it is placed again
from its pixels near its expected position; or an outline with its code is detected somewhere. A tag that looks
unchanged is still read again now and then, so that its mean becomes more precise.
"""

import math
from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from vision.alignment.placement import (
    TagPose,
    as_printed,
    place_tags_covered,
)
from vision.arrays import Floats
from vision.camera.camera_model import CameraModel
from vision.fiducials.region_search import NOTHING_KNOWN, EdgeRange, TagCandidate, propose
from vision.images.rect import Rect
from vision.occlusion.followed_tags import OccludedTag, is_shown, place_occluded
from vision.occlusion.identity import SURE
from vision.table import TableLayout, Tag
from vision.tracking.acceptance import (
    LOOKS_SAME,
    MIN_CONTRAST,
    RIGHT_SCALE,
    certain,
    doubt_of,
    goes_on,
    is_beside,
    is_followed,
)
from vision.tracking.change_detection import Changes
from vision.tracking.confirmation import PendingDetections
from vision.tracking.known_tags import NEAR_EDGES, STILL_PX, ImageContext, KnownTags, is_near
from vision.tracking.patches import PARTLY_SAME, PARTLY_STILL_PX, PatchSimilarity, PatchStore
from vision.tracking.tag_track import TagMean, TagTrack

MIN_AT_ONCE, MAX_AT_ONCE = 7, 14
"""Fewest and most tags to read in one batch: a single tag costs nearly as much as several."""

BLANK_S = 3.0
"""Time for which an outline that could not be decoded is ignored."""

GROWN_AT_ONCE = 0.02
"""Relative growth of a resting tag from one reading to the next above which the reading is suspect."""

GIVEN_UP_AFTER = 3
"""Number of images in which a vanished tag is searched for individually; afterwards the general search takes over."""

GONE = 0.15
"""If no more than this share of a vanished tag's pixels is unchanged, it is fully covered and searched for in one image
only."""

FAINT = 0.2
"""If a vanished tag seems to have no more than this share of the contrast that it had, something else lies there: no
shadow of a hand takes as much."""

RETRIED_S = 0.5
"""Interval at which the old position of a vanished tag is checked again: it may have been nudged under the hand."""

HUNT_S = 0.5
"""Interval at which tags are searched for where the other tags of their piece predict them."""


class TagTracker(KnownTags):
    """The tracked tags of a table's pieces.

    Attributes:
        quiet: Whether every known tag is as visible in the newest image as in the previous one.
    """

    def __init__(self, layout: TableLayout, patches: PatchStore, *, alone: bool = False) -> None:
        """Starts with no known tag.

        Args:
            layout: The table's layout.
            patches: The stored appearance of tags.
            alone: Whether there is only one image.
        """
        super().__init__(layout, patches)
        self._last_s: float | None = None
        self._hunted_s = self._retried_s = -math.inf
        self._owed = 0.0
        self.quiet = False
        self._alone = alone
        self._pending = PendingDetections()
        self._blanks: list[tuple[float, float, float]] = []

    def update(self, context: ImageContext, similarities: dict[Hashable, PatchSimilarity], *, jumped: bool) -> None:
        """Tracks the known tags into an image.

        Args:
            context: The image.
            similarities: How each stored patch compares with the image.
            jumped: Whether the camera's pose jumped, so that no tag is at its former pixels.
        """
        self.blurs_px = []
        changed: list[TagTrack] = []
        quiet = not jumped
        retried = context.view.due and context.now_s - self._retried_s >= RETRIED_S
        if retried:
            self._retried_s = context.now_s
        for track in self.tracks.values():
            if jumped:
                track.misses = 0
                self._patches.forget(track.key)
                track.mean = TagMean(track.mean.place, track.mean.covariance * 4.0)
                changed.append(track)
            elif self._unchanged(track, similarities.get(track.key)):
                quiet = quiet and track.present
                track.seen(context.now_s)
            else:
                quiet = quiet and not track.present
                track.present = False
                if retried or track.misses < _tries(similarities.get(track.key)):
                    changed.append(track)
                else:
                    track.missed()
        self._follow(context, changed)
        self.consider(context, self._pending.again(context.now_s))
        self.quiet = quiet and not changed and not self._pending
        if context.view.due:
            self._read_again(context)
        if self.tracks and context.view.due and context.now_s - self._hunted_s >= HUNT_S:
            self._hunted_s = context.now_s
            self.hunt(context)
        self._forget(context.now_s)

    def discover(self, context: ImageContext, rects: Iterable[Rect], edges: EdgeRange, changes: Changes) -> None:
        """Searches parts of an image for tags that are not known to be there.

        Args:
            context: The image.
            rects: The parts.
            edges: Range of tag sizes to search for.
            changes: What changed in the image: outlines without a code are not read again while nothing changes there.
        """
        candidates: list[TagCandidate] = []
        self._blanks = [
            blank
            for blank in self._blanks
            if context.now_s - blank[2] < BLANK_S and not changes.is_dirty(blank[0], blank[1])
        ]
        blanks = np.array([blank[:2] for blank in self._blanks]).reshape(-1, 2)
        # Where a part of a tag does not look as it did, the tag of another piece may have taken its place unseen.
        known_px = np.concatenate([self._centres_px(context.model, only_alike=True)[1], blanks])
        for rect in rects:
            found, unread = propose(
                context.view.grey(rect), self._dictionary, edges, (rect.left, rect.top), known_px, self._ids
            )
            candidates += found
            self._blanks += [(x_px, y_px, context.now_s) for x_px, y_px in unread.tolist()]
        for each in self.consider(context, candidates):
            x_px, y_px = each.corners_px.mean(axis=0).tolist()
            self._blanks.append((x_px, y_px, context.now_s))

    def _remember(self, context: ImageContext, track: TagTrack) -> None:
        # Nothing is ever compared with a single image.
        if not self._alone:
            super()._remember(context, track)

    def _unchanged(self, track: TagTrack, like: PatchSimilarity | None) -> bool:
        if like is None:
            return False
        track.compared(like.explained)
        track.alike = like.explained >= LOOKS_SAME
        if track.alike and like.moved_px <= STILL_PX:
            return True
        # A partly covered tag that lay still has not moved if its visible part has not moved.
        return like.explained >= PARTLY_SAME and like.moved_px <= PARTLY_STILL_PX and not track.velocity.any()

    def _follow(self, context: ImageContext, tracks: list[TagTrack]) -> None:
        """Places tags whose pixels changed, near their expected positions; failing that, by outlines detected there."""
        if not tracks:
            return
        starts = np.stack([track.expected(context.now_s) for track in tracks])
        left = []
        places = self._placed(context, [track.tag for track in tracks], starts, 5)
        under = [n for n, place in enumerate(places) if place is not None and _may_be_under(tracks[n], place)]
        found = self._placed_under(context, [tracks[n] for n in under], [places[n] for n in under])
        for n, place in zip(under, found, strict=True):
            places[n] = place
        for track, place in zip(tracks, places, strict=True):
            if place is not None and is_followed(self._dictionary, track, place, context.now_s):
                self._take(context, track, place)
            else:
                left.append(track)
        candidates = []
        for track in left:
            track.missed()
            if track.misses <= GIVEN_UP_AFTER:
                candidates += self._round(context, track)
        self.consider(context, candidates)

    def _round(self, context: ImageContext, track: TagTrack) -> list[TagCandidate]:
        corners = context.model.pixels(track.corners_mm(track.expected(context.now_s)))
        edge_px = float(np.linalg.norm(corners[0] - corners[1]))
        if not np.isfinite(edge_px) or edge_px < 4:
            return []
        rect = Rect.around(corners).grown(round(edge_px)).within(context.view.width_px, context.view.height_px)
        if rect.area_px == 0:
            return []
        corner = (rect.left, rect.top)
        found, _ = propose(
            context.view.grey(rect),
            self._dictionary,
            EdgeRange(edge_px, edge_px),
            corner,
            NOTHING_KNOWN,
            (track.tag.id,),
        )
        return [each for each in found if each.tag_id == track.tag.id]

    def consider(self, context: ImageContext, candidates: list[TagCandidate]) -> list[TagCandidate]:
        """Confirms detections by their pixels and assigns them to tracks; returns those that are not tags."""
        known = [each for each in candidates if each.tag_id in self._owner]
        fresh = self._unknown(context.model, known) if known else []
        if not fresh:
            return []
        tags = [self._owner[each.tag_id][1] for each in fresh]
        starts = np.stack([lying(context.model, each, tag) for each, tag in zip(fresh, tags, strict=True)])
        refused = []
        for each, tag, place in zip(fresh, tags, self._placed(context, tags, starts, 6), strict=True):
            doubt = math.inf if place is None else doubt_of(self._dictionary, tag.id, place)
            if place is None or doubt > 1.0:
                refused.append(each)
            elif doubt <= SURE or self._alone or self._pending.confirms(tag, place, each, context.now_s):
                self._drop_under(tag, place)
                self.assign(context, tag, place)
        return refused

    def _drop_under(self, tag: Tag, place: TagPose) -> None:
        """Drops another tag that was taken to lie partly covered where this one is seen whole."""
        for track in self.tracks.values():
            if track.tag.id != tag.id and track.present and not track.alike and is_near(track, place.x_mm, place.y_mm):
                track.missed()
                self._patches.forget(track.key)

    def _unknown(self, model: CameraModel, candidates: list[TagCandidate]) -> list[TagCandidate]:
        """Returns the detections that do not belong to a tag already known to be visible there."""
        ids, centres = self._centres_px(model)
        fresh = []
        for each in candidates:
            near_px = NEAR_EDGES * float(np.linalg.norm(each.corners_px[0] - each.corners_px[1]))
            apart = np.hypot(*(centres - each.corners_px.mean(axis=0)).T)
            if not any(ids[n] == each.tag_id for n in np.flatnonzero(apart < near_px)):
                fresh.append(each)
        return fresh

    def _read_again(self, context: ImageContext) -> None:
        """Reads a few of the resting tags, those read longest ago or least often first."""
        gap_s = 0.0 if self._last_s is None else min(context.now_s - self._last_s, 0.5)
        self._last_s = context.now_s
        still = [track for track in self.tracks.values() if track.present and track.read_s < context.now_s]
        self._owed = min(self._owed + sum(gap_s / track.read_each_s for track in still), MAX_AT_ONCE)
        if not still or self._owed < min(MIN_AT_ONCE, len(still)):
            return
        # Tags of one piece are read together, so that the piece is placed only once.
        still.sort(key=lambda track: (-round((context.now_s - track.read_s) / track.read_each_s, 1), track.owner))
        chosen = still[: int(self._owed)]
        self._owed -= len(chosen)
        starts = np.stack([track.mean.place for track in chosen])
        left = []
        for track, place in zip(chosen, self._placed(context, [t.tag for t in chosen], starts, 2), strict=True):
            sized = place is not None and (as_printed(place) or abs(place.scale - 1.0) < RIGHT_SCALE)
            sized = sized and not _seems_grown(track, place)
            if place is not None and sized and certain(place) and place.explained >= LOOKS_SAME:
                self._take(context, track, place)
            else:
                track.read_in_vain(context.now_s)
                left.append((track, place))
        # An object that stays on a tag becomes part of its appearance.
        occluded = [each for each in left if not each[0].alike or each[0].is_fresh]
        tracks, plain = [track for track, _ in occluded], [place for _, place in occluded]
        for track, place in zip(tracks, self._placed_under(context, tracks, plain), strict=True):
            if place is not None and is_shown(self._dictionary, track.tag.id, place):
                self._take(context, track, place)

    def hunt(self, context: ImageContext) -> None:
        """Searches for tags where the other tags of their piece predict them; this needs no outline."""
        present = [track for track in self.tracks.values() if track.present and track.lying]
        shown = {track.tag.id for track in self.tracks.values() if track.present}
        starts: dict[int, tuple[Tag, Floats]] = {}
        for track in present:
            for tag in self._siblings.get(track.owner, ()):
                if tag.id not in shown:
                    starts[tag.id] = (tag, _beside(track, tag))
        tags = [tag for tag, _ in starts.values()]
        if not tags:
            return
        named = [(self._dictionary, tag) for tag in tags]
        where = np.stack([start for _, start in starts.values()])
        places = place_tags_covered(context.view, context.model, named, where, context.blur_px, 4)
        for (tag, start), place in zip(starts.values(), places, strict=True):
            if place is None:
                continue
            turned_rad = math.remainder(place.angle_rad - start[2], math.tau)
            off_mm = math.hypot(place.x_mm - start[0], place.y_mm - start[1])
            if is_beside(self._dictionary, tag.id, place, off_mm, turned_rad, tag.size_mm):
                self.assign(context, tag, place)

    def _placed_under(
        self, context: ImageContext, tracks: list[TagTrack], plain: Sequence[TagPose | None]
    ) -> list[TagPose | None]:
        """Places partly covered tags near their expected poses; `plain` holds the poses computed without a cover."""
        # The apparent size is known only for a tag that lay still.
        occluded = [
            OccludedTag(track.tag, track.expected(context.now_s), place, track.lying and not track.velocity.any())
            for track, place in zip(tracks, plain, strict=True)
        ]
        return (
            place_occluded(context.view, context.model, self._dictionary, occluded, context.blur_px) if occluded else []
        )


def _beside(track: TagTrack, tag: Tag) -> Floats:
    """Returns the predicted pose of another tag of the same piece."""
    turn = float(track.mean.place[2]) - track.tag.angle_rad
    cos, sin = math.cos(turn), math.sin(turn)
    x_mm, y_mm = tag.x_mm - track.tag.x_mm, tag.y_mm - track.tag.y_mm
    shift = np.array([cos * x_mm - sin * y_mm, sin * x_mm + cos * y_mm, tag.angle_rad - track.tag.angle_rad])
    return np.asarray(track.mean.place + shift)


def _tries(like: PatchSimilarity | None) -> int:
    """Returns in how many images a vanished tag is searched for individually."""
    return 1 if like is not None and like.explained < GONE else GIVEN_UP_AFTER


def _may_be_under(track: TagTrack, place: TagPose) -> bool:
    """Whether it is worthwhile to place a tag again under the assumption that it is partly covered."""
    doubtful = not as_printed(place) or _seems_grown(track, place)
    return place.contrast > max(MIN_CONTRAST, FAINT * track.contrast) and doubtful and not goes_on(track, place)


def _seems_grown(track: TagTrack, place: TagPose | None) -> bool:
    """Whether a resting tag suddenly appears larger: an object on its edge may look like more of the tag."""
    lay = track.lying and not track.velocity.any()
    return place is not None and lay and place.scale / track.scale_at_rest - 1.0 > GROWN_AT_ONCE


def lying(model: CameraModel, candidate: TagCandidate, tag: Tag) -> Floats:
    """Returns the pose (3,), x and y in mm and the angle in rad, of a detection if it is that tag lying flat."""
    corners = model.on_plane(candidate.corners_px, tag.height_mm)
    across = corners[1] - corners[0] + corners[2] - corners[3]
    return np.array([*corners.mean(axis=0), math.atan2(across[1], across[0])])
