"""The time-outs and intervals of the radio."""

from dataclasses import dataclass, field

from hardware.radio.backoff import BackoffTimes


@dataclass(frozen=True, slots=True)
class RadioTimes:
    """Intervals and time-outs, in seconds.

    Attributes:
        scan_s: Length of one scan interval; each new one also checks whether the Bluetooth stack responds.
        glance_s: Length of one scan interval while every known die is connected.
        rest_s: Pause after such a short interval, to leave radio time to the dice.
        answer_s: Time-out for any answer of the stack itself.
        connect_s: Time-out for the connection of one die.
        quiet_s: Silence after which a die is asked for an answer.
        misses: Number of unanswered requests after which a die counts as lost.
        patience: Number of consecutive failures after which a die that was never connected is reported as lost.
        backoff: Delays between attempts to connect one die.
        stack_backoff: Delays between attempts to scan.
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
