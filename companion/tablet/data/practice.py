"""Which table is for practice: the one in the computer at which one person plays all sides."""

PRACTICE = "sim:match"
"""The camera of *Practise*; any other simulated one stands for a real table, with players who hide their cards."""


def is_played_alone(camera: str) -> bool:
    """Whether one person plays all sides before this camera."""
    return camera == PRACTICE
