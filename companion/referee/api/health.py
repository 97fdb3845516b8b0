"""How well the referee sees, organ by organ, and whether its answers may be shown at all."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from vision.observation import Place, TableObservation, TrackState
from vision.table import TableLayout
from vision.trouble import Trouble, TroubleKind

STALE_AFTER_S = 1.5
"""A picture older than this says nothing of the table any more: a hand moves a miniature in less than that."""


class Subsystem(StrEnum):
    """What the seeing depends on, in the order in which to look for a fault."""

    CAMERA = "camera"
    LIGHT = "light"
    MAT = "mat"
    LENS = "lens"
    PIECES = "pieces"


class Level(IntEnum):
    """How an organ fares: WORSE still answers, with larger deviations or gaps; BLIND does not."""

    GOOD = 0
    WORSE = 1
    BLIND = 2


ORGANS: dict[TroubleKind, Subsystem] = {
    TroubleKind.TOO_DARK: Subsystem.LIGHT,
    TroubleKind.TOO_BRIGHT: Subsystem.LIGHT,
    TroubleKind.BLURRED: Subsystem.LIGHT,
    TroubleKind.NO_MAT: Subsystem.MAT,
    TroubleKind.FEW_MAT_TAGS: Subsystem.MAT,
    TroubleKind.CAMERA_MOVED: Subsystem.MAT,
    TroubleKind.MAT_DRIFTED: Subsystem.MAT,
    TroubleKind.MAT_STRETCHED: Subsystem.MAT,
    TroubleKind.MAT_TAGS_SIZE: Subsystem.MAT,
    TroubleKind.MAT_TAGS_SWAPPED: Subsystem.MAT,
    TroubleKind.MAT_SCATTERED: Subsystem.MAT,
    TroubleKind.SHEETS_DIFFER: Subsystem.MAT,
    TroubleKind.PRINT_UNMEASURED: Subsystem.MAT,
    TroubleKind.PRINT_CONTRADICTED: Subsystem.MAT,
    TroubleKind.NOT_CALIBRATED: Subsystem.LENS,
    TroubleKind.LENS_ASTRAY: Subsystem.LENS,
    TroubleKind.FOCUS_DRIFTED: Subsystem.LENS,
    TroubleKind.DUPLICATE_TAG: Subsystem.PIECES,
    TroubleKind.IMPOSSIBLE_PLACE: Subsystem.PIECES,
    TroubleKind.PARTLY_HIDDEN: Subsystem.PIECES,
    TroubleKind.TAGS_ASTRAY: Subsystem.PIECES,
}
"""Whose trouble each kind is; every other kind is the camera's."""

BLINDING = frozenset(TroubleKind) - frozenset(ORGANS) - {TroubleKind.UNREADABLE_PICTURE, TroubleKind.ENDED} | {
    TroubleKind.NO_MAT
}
"""The kinds with which there is nothing to measure."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many pieces of the table file are how well known.

    Attributes:
        seen: Read in the newest picture.
        held: Hidden; the last place stands, less and less certain.
        lifted: In a hand, or not lying flat.
        lost: Of no known place, or not on the table at all.
    """

    seen: int = 0
    held: int = 0
    lifted: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Health:
    """How well the referee sees.

    Attributes:
        levels: Every organ's level.
        troubles: What is wrong, the worst first.
        age_s: Time since the newest picture came; None before the first.
        frame_rate_hz: Pictures measured each second, of late.
        camera: What the player calls the camera.
        count: How many pieces are how well known.
    """

    levels: Mapping[Subsystem, Level]
    troubles: tuple[Trouble, ...]
    age_s: float | None
    frame_rate_hz: float
    camera: str
    count: Count

    @property
    def blind(self) -> bool:
        """Whether nothing may be answered: there is no picture, or only one from before."""
        return Level.BLIND in self.levels.values()


def examine(
    layout: TableLayout,
    observation: TableObservation | None,
    camera: str,
    camera_trouble: Trouble | None,
    age_s: float | None,
    frame_rate_hz: float,
) -> Health:
    """Judges the seeing.

    Args:
        layout: What may stand on the mat.
        observation: The newest, if there was one.
        camera: Name of the camera.
        camera_trouble: What the camera itself says is wrong.
        age_s: Time since the newest picture came; None before the first.
        frame_rate_hz: Pictures measured each second, of late.
    """
    troubles = list(observation.troubles) if observation else []
    ended = camera_trouble is not None and camera_trouble.kind is TroubleKind.ENDED
    if camera_trouble is not None:
        troubles.append(camera_trouble)
    elif age_s is not None and age_s > STALE_AFTER_S:
        troubles.append(Trouble(TroubleKind.NO_PICTURE, camera, f"No new picture comes from {camera}."))
    levels = dict.fromkeys(Subsystem, Level.GOOD)
    if age_s is None or (age_s > STALE_AFTER_S and not ended):
        levels[Subsystem.CAMERA] = Level.BLIND
    for trouble in troubles:
        organ = ORGANS.get(trouble.kind, Subsystem.CAMERA)
        levels[organ] = max(levels[organ], Level.BLIND if trouble.kind in BLINDING else Level.WORSE)
    count = _count(layout, observation)
    if count.held or count.lifted:
        levels[Subsystem.PIECES] = max(levels[Subsystem.PIECES], Level.WORSE)
    troubles.sort(key=lambda trouble: trouble.kind not in BLINDING)
    return Health(levels, tuple(troubles), age_s, frame_rate_hz, camera, count)


def _count(layout: TableLayout, observation: TableObservation | None) -> Count:
    places: tuple[Place, ...] = (*observation.bases, *observation.terrain) if observation else ()
    states = [place.state for place in places]
    pieces = len(layout.bases) + len(layout.terrain)
    seen = states.count(TrackState.SEEN) + states.count(TrackState.MOVED)
    held, lifted = states.count(TrackState.HELD), states.count(TrackState.LIFTED)
    return Count(seen, held, lifted, pieces - seen - held - lifted)
