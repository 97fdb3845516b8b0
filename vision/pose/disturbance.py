"""A bump: the camera or the mat moved."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Disturbance:
    """The camera or the mat moved.

    Attributes:
        since_s: When it began.
        last_s: When it was last seen to move.
        camera: Whether the camera moved; False if only the mat did, None if nothing beside the mat can tell.
    """

    since_s: float
    last_s: float
    camera: bool | None

    @staticmethod
    def after(known: "Disturbance | None", now_s: float, pause_s: float, *, camera: bool | None) -> "Disturbance":
        """What is known once it moved again; after a pause it counts as a new bump."""
        same = known is not None and now_s - known.last_s <= pause_s
        return Disturbance(known.since_s if same and known is not None else now_s, now_s, camera)
