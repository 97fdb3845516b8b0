"""A bump: a movement of the camera or of the mat."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Disturbance:
    """A bump: the camera or the mat moved.

    Attributes:
        since_s: When the movement began.
        last_s: When movement was last observed.
        camera: Whether the camera moved; False if only the mat did, None if nothing next to the mat can decide it.
    """

    since_s: float
    last_s: float
    camera: bool | None

    @staticmethod
    def after(known: "Disturbance | None", now_s: float, pause_s: float, *, camera: bool | None) -> "Disturbance":
        """Returns the bump after a further movement; after a pause, the movement counts as a new bump."""
        same = known is not None and now_s - known.last_s <= pause_s
        return Disturbance(known.since_s if same and known is not None else now_s, now_s, camera)
