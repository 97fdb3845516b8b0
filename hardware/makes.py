"""The table of makes of dice. A new make is one entry here and its driver.

Sources of dice, the command line, screens and the contract tests read the table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from hardware.radio.dialogue import Make as RadioDriver
from hardware.radio.godice import GoDice
from hardware.radio.godice_shells import Shell
from hardware.radio.own import OwnBle
from hardware.radio.pixels import Pixels
from hardware.simulation.godice_die import SimulatedGoDice
from hardware.simulation.own_die import SimulatedOwnDie
from hardware.simulation.peripheral import SimulatedDie
from hardware.simulation.pixels_die import SimulatedPixels
from hardware.simulation.pty_die import rehearse_own_die
from hardware.source import DiceSource
from hardware.virtual import Chance
from hardware.wire import own, text_dice
from hardware.wire.own import OwnSerial
from hardware.wire.ports import Lister
from hardware.wire.text_dice import TextPort, TextSerial

_PIXELS_ID = 0x1A2B3C00
_GODICE_NUMBER = 0x19CC00


class WireSource(DiceSource, Protocol):
    """Dice on serial ports."""

    @property
    def troubles(self) -> Mapping[str, str]:
        """For each port without a die, the reason in one sentence."""
        ...


class RehearseWire(Protocol):
    """Rolls a simulated die on a serial port again and again; see `rehearse_own_die`."""

    async def __call__(
        self, die: str, link: Path, chance: Chance, pause_s: float, tell: Callable[[str], None], rolls: int | None
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class RadioWay:
    """How dice of a make are heard over Bluetooth.

    Attributes:
        source: Name of the source, which is the prefix of the ids of its dice; it stands in records and never changes.
        driver: Makes the driver. It is given the shell that the owner's dice sit in, for those that do not know it.
        simulated: Makes the simulated die of a number from 1, with its id.
    """

    source: str
    driver: Callable[[Shell], RadioDriver]
    simulated: Callable[[int], tuple[str, SimulatedDie]] | None = None


@dataclass(frozen=True, slots=True)
class WireWay:
    """How dice of a make are heard over serial ports.

    Attributes:
        source: Name of the source, as for a radio.
        form: Word before the port where a player names the dice of a game, as in `serial:/dev/ttyACM0`.
        option: Option before the port on the command line.
        help: What the option means.
        opens: Makes the source for some ports, and for those that a lister finds if there is one.
        answers: Whether its dice answer, so that they can be looked for on every USB port.
        rehearse: Simulates a die.
    """

    source: str
    form: str
    option: str
    help: str
    opens: Callable[[Sequence[str], Lister | None], WireSource]
    answers: bool = False
    rehearse: RehearseWire | None = None


@dataclass(frozen=True, slots=True)
class DiceMake:
    """A make of dice.

    Attributes:
        word: Its name on the command line.
        shown: Its English name; the texts of the program may have a better one for each language.
        radio: How its dice are heard over Bluetooth; None if they are not.
        wire: How they are heard over serial ports; None if they are not.
        shows_itself: Whether a die can blink, so that people see which it is.
        has_names: Whether a die has a name that people know; otherwise it is called by its number.
        senses_leaning: Whether a die notices that it leans.
    """

    word: str
    shown: str
    radio: RadioWay | None = None
    wire: WireWay | None = None
    shows_itself: bool = True
    has_names: bool = True
    senses_leaning: bool = True

    @property
    def sources(self) -> tuple[str, ...]:
        """Names of its sources."""
        return tuple(way.source for way in (self.radio, self.wire) if way is not None)


def _pixels(number: int) -> tuple[str, SimulatedDie]:
    return f"pixels:{_PIXELS_ID + number:08x}", SimulatedPixels(_PIXELS_ID + number)


def _godice(number: int) -> tuple[str, SimulatedDie]:
    return f"godice:{_GODICE_NUMBER + number:06x}", SimulatedGoDice(_GODICE_NUMBER + number)


def _own(number: int) -> tuple[str, SimulatedDie]:
    return f"own-ble:demo{number}", SimulatedOwnDie(f"demo{number}", f"C0:03:00:00:00:{number:02X}")


def _text(ports: Sequence[str], _: Lister | None) -> WireSource:
    return TextSerial([TextPort(port, str(number)) for number, port in enumerate(ports, 1)])


MAKES = (
    DiceMake("pixels", "Pixels die", RadioWay("pixels", lambda _: Pixels(), _pixels), senses_leaning=False),
    DiceMake("godice", "GoDice", RadioWay("godice", GoDice, _godice)),
    DiceMake(
        "own",
        "our own die",
        RadioWay("own-ble", lambda _: OwnBle(), _own),
        WireWay(
            own.SOURCE,
            "serial",
            "--port",
            "a serial port with a die of ours",
            OwnSerial,
            answers=True,
            rehearse=rehearse_own_die,
        ),
    ),
    DiceMake(
        "text",
        "die that prints text",
        wire=WireWay(text_dice.SOURCE, "text", "--text-port", "with a die that prints text", _text),
        shows_itself=False,
        has_names=False,
    ),
)


def make_called(word: str, makes: Iterable[DiceMake] = MAKES) -> DiceMake:
    """The make of a name on the command line.

    Raises:
        KeyError: If there is none.
    """
    return {make.word: make for make in makes}[word]
