"""Record and mat compared, view after view: what stands in its place, what does not, and since when.

A pure step: what was remembered and a view in, what is remembered and a `MatState` out. Each thing of the record has a
track that is begun anew whenever the record gives it another place. A track is settled once the model was seen in that
place; only then does a model found elsewhere tell of a hand that moved it. Before, it is the record that moved: time
went back, the rules pushed somebody, or a saved game is being set up.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.geometry import MatPoint
from companion.referee.api.placement import FITS_MM, MatState, Placement, PlacementState, UnknownPiece, fits_mm
from companion.referee.mat import visibility as seeing
from companion.referee.mat.models import SAME_SIZE_MM, Models, RecordedPiece, SeenPiece, away_mm, may_be, stands_there
from companion.referee.mat.rest_detector import IN_HAND, Rest, RestDetector, apart_mm
from companion.referee.screen.view import View
from vision.observation import TrackState

STAYS_MM = 0.5
"""A thing in its place leaves it only by so much more, so that nothing flickers."""
NUDGE_MM = 8.0
"""Who is no farther off was nudged; nobody moves a miniature by less on purpose, but for one whose move it is."""
HIDDEN_AFTER_S = 1.0
GONE_AFTER_S = 2.0
TICK_S = 2.0
"""How long a ghost shows that its model fits."""
BUMP_S = 2.0
BUMPED = 3
"""So many models that leave their places so soon after one another were bumped."""


@dataclass(frozen=True, slots=True)
class Track:
    """What is remembered of one thing of the record.

    Attributes:
        thing: As the record had it last.
        base: Its model.
        since_s: When the record gave it this place, its model was bound, or it was bumped.
        how: As told last.
        settled: Whether it was seen in this place.
        left_s: When it was first seen elsewhere after that; None while it is in its place.
        gone_s: Since when it is not on the mat; None while it is.
        ghost: Whether its ghost is shown.
        fits_s: Since when it fits its ghost; None while it does not.
    """

    thing: RecordedPiece
    base: str
    since_s: float
    how: PlacementState
    settled: bool = False
    left_s: float | None = None
    gone_s: float | None = None
    ghost: bool = False
    fits_s: float | None = None


Tracks = Mapping[str, Track]
"""By the id of the thing."""


def compared(
    tracks: Tracks,
    things: tuple[RecordedPiece, ...],
    models: Models,
    resting: RestDetector,
    view: View,
    now_s: float,
) -> Tracks:
    """Holds the record against what is seen; what is remembered after it.

    Args:
        tracks: What was remembered.
        things: All of the record.
        models: Which base is what.
        resting: Where models rest, after this view.
        view: The newest.
        now_s: Its time.
    """
    fresh = {each.id: _begun(tracks.get(each.id), each, models.base(each.id), now_s) for each in things}
    if seeing.blindness(view) is None:
        fresh = {each: _judged(track, resting, view, now_s) for each, track in fresh.items()}
        _see_swaps(fresh, resting)
        _see_bumps(fresh, now_s)
        fresh = {each: _ghosted(track, resting, now_s) for each, track in fresh.items()}
    return MappingProxyType(fresh)


def told(
    tracks: Tracks, models: Models, resting: RestDetector, players: tuple[str, ...], view: View, now_s: float
) -> MatState:
    """What screens are told of it; arguments as for `compared`, and the ids of those who play."""
    things = tuple(track.thing for track in tracks.values())
    waiting = [each for each in things if not models.base(each.id)]
    strangers = []
    for rest in resting.free(models.taken(things), view):
        lying = rest.lying
        fitting = (each for each in waiting if may_be(each, lying, players))
        # Tokens are all alike: which is which follows from where they lie.
        likely = tuple(each.id for each in fitting if models.suits(each, lying.id) and not lying.is_token)
        former = models.thing(lying.id)
        strangers.append(
            UnknownPiece(lying.id, lying.at, lying.owner, lying.radius_mm, likely, former, is_token=lying.is_token)
        )
    everything = tuple(_told(track, tracks, resting, view, now_s) for track in tracks.values())
    return MatState(everything, tuple(strangers), FITS_MM, seeing.blindness(view) is not None)


def _begun(track: Track | None, thing: RecordedPiece, base: str, now_s: float) -> Track:
    """The track of a thing; anew where the record, or its model, is another than before."""
    if track is not None and track.base == base and (track.thing.at, track.thing.outline) == (thing.at, thing.outline):
        return replace(track, thing=thing)
    return Track(
        thing,
        base,
        now_s,
        PlacementState.TO_PLACE if thing.at is None else PlacementState.HIDDEN if base else PlacementState.NO_MODEL,
    )


def _judged(track: Track, resting: RestDetector, view: View, now_s: float) -> Track:
    """How a thing stands now, swaps and bumps apart."""
    if track.thing.at is None:
        return replace(track, how=PlacementState.TO_PLACE)
    if not track.base:
        return replace(track, how=PlacementState.NO_MODEL)
    state = seeing.state_of(view, track.base)
    rest = resting.rests.get(track.base) if state is TrackState.SEEN else None
    if state in (None, TrackState.LOST) or (rest is not None and not seeing.is_on_mat(view, rest.lying.at)):
        gone_s = now_s if track.gone_s is None else track.gone_s
        return replace(track, gone_s=gone_s, how=PlacementState.OFF if now_s - gone_s >= GONE_AFTER_S else track.how)
    track = replace(track, gone_s=None)
    if state in IN_HAND:
        return replace(track, how=PlacementState.MOVING)
    if rest is None:
        hidden = seeing.age_s(view, track.base) >= HIDDEN_AFTER_S
        return replace(track, how=PlacementState.HIDDEN if hidden else track.how)
    return _held_against(track, rest, now_s)


def _held_against(track: Track, rest: Rest, now_s: float) -> Track:
    """How a thing at rest stands to its place; one that has a cell is in place wherever it stands in it."""
    if track.thing.cell is not None:
        if stands_there(track.thing, rest.lying, NUDGE_MM):
            return replace(track, how=PlacementState.IN_PLACE, settled=True, left_s=None)
        left_s = now_s if track.left_s is None else track.left_s
        return replace(track, how=PlacementState.MOVED if track.settled else PlacementState.MISPLACED, left_s=left_s)
    off_mm = away_mm(track.thing, rest.lying)
    near_mm = fits_mm(track.thing.sigma_mm, rest.lying.sigma_mm) + (
        STAYS_MM if track.how is PlacementState.IN_PLACE else 0.0
    )
    if off_mm <= near_mm:
        return replace(track, how=PlacementState.IN_PLACE, settled=True, left_s=None)
    left_s = now_s if track.left_s is None else track.left_s
    how = (
        PlacementState.MISPLACED
        if not track.settled
        else PlacementState.NUDGED
        if off_mm <= NUDGE_MM
        else PlacementState.MOVED
    )
    return replace(track, how=how, left_s=left_s)


def _see_swaps(tracks: dict[str, Track], resting: RestDetector) -> None:
    """Marks two things each of which lies where the other belongs."""
    away = [
        track
        for track in tracks.values()
        if track.how in (PlacementState.NUDGED, PlacementState.MOVED, PlacementState.MISPLACED, PlacementState.SWAPPED)
    ]
    for track in away:
        other = _on_place_of(track, away, resting)
        if other is not None and _on_place_of(other, away, resting) == track:
            tracks[track.thing.id] = replace(track, how=PlacementState.SWAPPED)


def _on_place_of(track: Track, others: Iterable[Track], resting: RestDetector) -> Track | None:
    """The thing on whose place another lies; None for nobody's."""
    lying = resting.rests[track.base].lying
    found = (
        other
        for other in others
        if other is not track
        and other.thing.at is not None
        and other.thing.is_template == track.thing.is_template
        and _lies_there(lying, other.thing, other.thing.at)
    )
    return next(found, None)


def _lies_there(lying: SeenPiece, thing: RecordedPiece, at: MatPoint) -> bool:
    """Whether a model lies where another thing belongs."""
    if thing.cell is not None:
        return stands_there(thing, lying, NUDGE_MM)
    return apart_mm(lying.at, at) <= NUDGE_MM


def _see_bumps(tracks: dict[str, Track], now_s: float) -> None:
    """Marks many things that left their places together: no action of the game is to be read from them."""
    left = [track for track in tracks.values() if track.settled and track.left_s is not None]
    for track in left:
        together = [each for each in left if abs((each.left_s or 0.0) - (track.left_s or 0.0)) <= BUMP_S]
        if len(together) >= BUMPED:
            for each in together:
                how = (
                    PlacementState.MISPLACED if each.how in (PlacementState.NUDGED, PlacementState.MOVED) else each.how
                )
                tracks[each.thing.id] = replace(tracks[each.thing.id], settled=False, since_s=now_s, how=how)


def _ghosted(track: Track, resting: RestDetector, now_s: float) -> Track:
    """A ghost comes when all is quiet and goes when its model has fitted for a while."""
    wanted = track.how in (
        PlacementState.NUDGED,
        PlacementState.MISPLACED,
        PlacementState.SWAPPED,
        PlacementState.OFF,
    ) or (track.how is PlacementState.NO_MODEL and not track.thing.is_token)  # tokens of cardboard need no tag
    if track.how is not PlacementState.IN_PLACE:
        return replace(track, ghost=track.ghost or (wanted and resting.is_quiet(now_s)), fits_s=None)
    if not track.ghost:
        return track
    fits_s = now_s if track.fits_s is None else track.fits_s
    return replace(track, ghost=now_s - fits_s < TICK_S, fits_s=fits_s)


def _told(track: Track, tracks: Tracks, resting: RestDetector, view: View, now_s: float) -> Placement:
    thing, rest = track.thing, resting.rests.get(track.base)
    lying = _where(track, rest, view)
    off_mm = None if lying is None or thing.at is None else round(away_mm(thing, lying), 1)
    unseen = track.how in (PlacementState.HIDDEN, PlacementState.OFF)
    wrong = rest is not None and not thing.is_template and abs(rest.lying.radius_mm - thing.radius_mm) > SAME_SIZE_MM
    off = (PlacementState.NUDGED, PlacementState.MOVED, PlacementState.MISPLACED, PlacementState.SWAPPED)
    return Placement(
        of=thing.id,
        controller=thing.controller,
        base=track.base,
        how=track.how,
        radius_mm=thing.radius_mm,
        at=thing.at,
        outline=thing.outline,
        seen=None if lying is None else lying.at,
        sigma_mm=0.0 if lying is None else lying.sigma_mm,
        away_mm=off_mm,
        age_s=int(seeing.age_s(view, track.base)) if unseen and track.base else 0,
        ghost=track.ghost,
        fits=track.how is PlacementState.IN_PLACE,
        acceptable=track.how in off and resting.is_quiet(now_s),
        swapped_with=_swapped_with(track, tracks, resting),
        wrong_size_mm=rest.lying.radius_mm if rest is not None and wrong else None,
    )


def _where(track: Track, rest: Rest | None, view: View) -> SeenPiece | None:
    """Where a model is seen: at rest a place that stays the same, else to the millimetre."""
    if track.how is not PlacementState.MOVING:
        return None if rest is None else rest.lying
    lying = seeing.lying_in(view).get(track.base)
    if lying is None:
        return None if rest is None else rest.lying
    return replace(lying, at=MatPoint(round(lying.at.x_mm), round(lying.at.y_mm)), sigma_mm=round(lying.sigma_mm, 1))


def _swapped_with(track: Track, tracks: Tracks, resting: RestDetector) -> str:
    if track.how is not PlacementState.SWAPPED:
        return ""
    found = _on_place_of(track, tracks.values(), resting)
    return "" if found is None else found.thing.id
