"""Yes, no, or too close to call: the form of the answer to every measured question."""

from dataclasses import dataclass
from enum import StrEnum

from companion.geometry.deviation import Deviation

CLOSE_AT_SIGMAS = 2.0  # a limit within this many standard deviations of the value is too close to call
_SAME_MM = 1e-9  # values this close are equal: floating point distinguishes them, no ruler does


class Answer(StrEnum):
    """The answer to a measured question."""

    YES = "yes"
    NO = "no"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Verdict:
    """An answer with the measurement on which it rests.

    Attributes:
        answer: Yes, no, or too close to call.
        value_mm: The measured value; None if it is unbounded or does not exist (no path, nothing that blocks).
        limit_mm: The limit with which it was compared.
        sigma_mm: Standard deviation of the difference between the two.
        because: Stable key of the reason, such as `gap.within`; screens word it for the player.
        parts: The same by its causes; None where it is not told apart.
    """

    answer: Answer
    value_mm: float | None
    limit_mm: float
    sigma_mm: float
    because: str
    parts: Deviation | None = None


def at_most(
    value_mm: float, limit_mm: float, sigma_mm: float | Deviation, about: str, *, sigmas: float = CLOSE_AT_SIGMAS
) -> Verdict:
    """Judges whether a measured value is at most a limit.

    Args:
        value_mm: The measured value.
        limit_mm: The largest allowed value; a value equal to it is allowed.
        sigma_mm: Standard deviation of the value, with its parts where they are known; 0 for exact coordinates.
        about: What was measured (`gap`, `path`), the first part of the reason's key.
        sigmas: Number of standard deviations within which a limit is too close to call.

    Returns:
        The verdict; its reason is `ABOUT.within`, `ABOUT.beyond` or `ABOUT.close`.
    """
    whole_mm, parts = told_apart(sigma_mm)
    answer, because = _answered(value_mm - limit_mm, sigmas * whole_mm, about, "within", "beyond")
    return Verdict(answer, value_mm, limit_mm, whole_mm, because, parts)


def at_least(
    value_mm: float, limit_mm: float, sigma_mm: float | Deviation, about: str, *, sigmas: float = CLOSE_AT_SIGMAS
) -> Verdict:
    """Judges whether a measured value is at least a limit; arguments as for `at_most`.

    Returns:
        The verdict; its reason is `ABOUT.enough`, `ABOUT.short` or `ABOUT.close`.
    """
    whole_mm, parts = told_apart(sigma_mm)
    answer, because = _answered(limit_mm - value_mm, sigmas * whole_mm, about, "enough", "short")
    return Verdict(answer, value_mm, limit_mm, whole_mm, because, parts)


def told_apart(sigma_mm: float | Deviation) -> tuple[float, Deviation | None]:
    """Returns a standard deviation and its parts; None where they are not known."""
    return (sigma_mm.sigma_mm, sigma_mm) if isinstance(sigma_mm, Deviation) else (sigma_mm, None)


def _answered(fault_mm: float, close_mm: float, about: str, yes: str, no: str) -> tuple[Answer, str]:
    """Returns the answer and its reason, for a value that is on the wrong side of its limit by `fault_mm`."""
    if close_mm > 0 and abs(fault_mm) <= close_mm:
        return Answer.CLOSE, f"{about}.close"
    return (Answer.YES, f"{about}.{yes}") if fault_mm <= _SAME_MM else (Answer.NO, f"{about}.{no}")
