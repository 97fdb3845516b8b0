"""What there is to be read on the mat: who rests elsewhere, what came to it, and what waits for a place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.referee.api.placement import MatState, PlacementState
from companion.referee.api.proposal import ConfirmMode, Doubt
from companion.referee.mat import visibility as seeing
from companion.referee.mat.models import Models, RecordedPiece
from companion.referee.mat.placement_tracker import Track, Tracks
from companion.referee.mat.rest_detector import Rest, RestDetector
from companion.referee.screen.view import View


@dataclass(frozen=True, slots=True)
class DisplacedModel:
    """A creature whose model rests elsewhere than the record has it.

    Attributes:
        thing: The creature.
        rest: Where its model rests.
        settled: Whether it left its place by a hand; else the record moved and the hand came after.
        nudged: Whether it is so near to its place that it may have been nudged.
    """

    thing: RecordedPiece
    rest: Rest
    settled: bool
    nudged: bool


@dataclass(frozen=True, slots=True)
class MatSnapshot:
    """What there is to be read.

    Attributes:
        displaced: Creatures that rest elsewhere.
        arrived: Models at rest that are nobody's, the one put down last at the end.
        waiting: What waits for a place, with the resting model that it is known to be, if there is one.
        standing: All else.
        doubts: What makes all places unsure.
        players: Ids of those who play.
        confirming: What is to be confirmed with a tap.
        models: Which base is what.
        declared: What was said of pieces before they were moved, by their ids, such as that one runs.
        things: All of the record.
    """

    displaced: tuple[DisplacedModel, ...]
    arrived: tuple[Rest, ...]
    waiting: tuple[tuple[RecordedPiece, Rest | None], ...]
    standing: MatState
    doubts: tuple[Doubt, ...]
    players: tuple[str, ...]
    confirming: ConfirmMode
    models: Models = field(default_factory=Models)
    declared: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    things: tuple[RecordedPiece, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to be read; mostly there is not."""
        templates = any(rest.lying.is_template for rest in self.arrived)
        known = any(rest is not None for _, rest in self.waiting)
        return not (self.displaced or templates or known or (self.waiting and self.arrived))


def situation_of(  # noqa: PLR0913 (all that is to be read is handed in)
    tracks: Tracks,
    resting: RestDetector,
    models: Models,
    view: View,
    standing: MatState,
    *,
    players: tuple[str, ...],
    confirming: ConfirmMode,
    passed_over: Callable[[Rest], bool] = lambda _: False,
    declared: Mapping[str, str] = MappingProxyType({}),
) -> MatSnapshot:
    """What there is to be read of a view.

    Args:
        tracks: How each thing of the record stands.
        resting: Where models rest.
        models: Which base is what.
        view: The newest.
        standing: The same for screens.
        players: Ids of those who play.
        confirming: What is to be confirmed with a tap.
        passed_over: Whether a model shall not be read where it rests, for it was said that nothing is meant.
        declared: What was said of pieces before they were moved.
    """
    seen = {
        base_id: rest
        for base_id, rest in resting.rests.items()
        if seeing.why_not(view, base_id) is None and seeing.is_on_mat(view, rest.lying.at) and not passed_over(rest)
    }
    displaced, waiting = [], []
    for track in tracks.values():
        rest = seen.get(track.base)
        if track.how is PlacementState.TO_PLACE:
            waiting.append((track.thing, rest))
        elif rest is not None and not track.thing.is_template and _is_command(track, rest):
            settled, nudged = track.how is not PlacementState.MISPLACED, track.how is PlacementState.NUDGED
            displaced.append(DisplacedModel(track.thing, rest, settled, nudged))
    free = resting.free(models.taken(track.thing for track in tracks.values()), view)
    arrived = tuple(rest for rest in free if rest.lying.id in seen)
    return MatSnapshot(
        tuple(displaced),
        arrived,
        tuple(waiting),
        _lasting(standing),
        seeing.doubts(view),
        players,
        confirming,
        models,
        declared,
        tuple(track.thing for track in tracks.values()),
    )


def _is_command(track: Track, rest: Rest) -> bool:
    """Whether a model found elsewhere tells of a hand that moved it; else it is to be put back."""
    moved_since = rest.moved_s is not None and rest.moved_s > track.since_s
    return track.how in (PlacementState.MOVED, PlacementState.NUDGED) or (
        track.how is PlacementState.MISPLACED and moved_since
    )


def _lasting(standing: MatState) -> MatState:
    """The standing without what changes by the second."""
    return replace(standing, all=tuple(replace(each, age_s=0, ghost=False) for each in standing.all))
