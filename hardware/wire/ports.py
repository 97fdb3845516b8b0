"""Which serial ports there are, and how long to wait for what."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from serial.tools import list_ports

Lister = Callable[[], Iterable[str]]
"""Names the ports that a die may be on, now; called in a thread, for some systems take their time."""


def usb_ports() -> tuple[str, ...]:
    """The serial ports that are USB devices; the others of a machine have been there before there were dice."""
    return tuple(port.device for port in list_ports.comports() if port.vid is not None)


@dataclass(frozen=True, slots=True)
class WirePatience:
    """Waits, in seconds.

    Attributes:
        hello_s: Until a greeting is said again.
        ping_s: Until the next ping.
        missed_pings: So many without a word from the die, and it is gone.
        reopen_s: Until a port that does not open, or is gone, is tried again.
        list_s: Until the ports are listed again.
        silent_s: How long a port that nobody named may be silent before it is let go until it is plugged in anew.
    """

    hello_s: float = 1.0
    ping_s: float = 2.0
    missed_pings: int = 3
    reopen_s: float = 0.5
    list_s: float = 1.0
    silent_s: float = 6.0
