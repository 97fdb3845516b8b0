"""Lists serial ports, and defines the time-outs for them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from serial.tools import list_ports

Lister = Callable[[], Iterable[str]]
"""Lists the ports on which a die may be; called in a thread, because it takes some time on some systems."""


def usb_ports() -> tuple[str, ...]:
    """Lists the serial ports that are USB devices; a computer's built-in ports carry no dice."""
    return tuple(port.device for port in list_ports.comports() if port.vid is not None)


@dataclass(frozen=True, slots=True)
class WireTimes:
    """Intervals and time-outs, in seconds.

    Attributes:
        hello_s: Interval between repeated hellos.
        ping_s: Interval between pings.
        missed_pings: Number of unanswered pings after which the die counts as lost.
        reopen_s: Delay before a port that does not open, or is gone, is tried again.
        list_s: Interval at which the ports are listed.
        silent_s: Silence after which a port that no person named is closed until it is plugged in again.
    """

    hello_s: float = 1.0
    ping_s: float = 2.0
    missed_pings: int = 3
    reopen_s: float = 0.5
    list_s: float = 1.0
    silent_s: float = 6.0
