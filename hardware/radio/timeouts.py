"""How patient the radio is."""

from dataclasses import dataclass, field

from hardware.radio.backoff import BackoffTimes


@dataclass(frozen=True, slots=True)
class RadioTimes:
    """Waits and limits, in seconds.

    Attributes:
        scan_s: Length of one stretch of scanning; each new one also asks whether the radio's stack is alive.
        glance_s: The same while every known die is connected.
        rest_s: Pause after such a glance, to leave the air to the dice.
        answer_s: Longest wait for any answer of the stack itself.
        connect_s: Longest wait for one die to be connected.
        quiet_s: After so long without a word a die is asked for one.
        misses: So many questions without an answer, and the die is gone.
        patience: After so many failures in a row a die that was never connected is told as lost.
        backoff: Waits between tries to connect one die.
        stack_backoff: Waits between tries to scan.
    """

    scan_s: float = 8.0
    glance_s: float = 2.0
    rest_s: float = 6.0
    answer_s: float = 3.0
    connect_s: float = 10.0
    quiet_s: float = 2.0
    misses: int = 3
    patience: int = 3
    backoff: BackoffTimes = field(default_factory=BackoffTimes)
    stack_backoff: BackoffTimes = field(default_factory=lambda: BackoffTimes(0.5, 10.0))
