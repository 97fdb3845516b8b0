"""The table of makes of dice. A new make is one entry here and its driver.

Sources of dice, the command line, screens and the contract tests read the table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from hardware import own_protocol
from hardware.die_keys import DieKeys
from hardware.radio import godice, pixels
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
from hardware.virtual import FaceSource
from hardware.wire import own, text_dice, text_protocol
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


class WireSimulation(Protocol):
    """Rolls a simulated die on a serial port again and again; see `rehearse_own_die`."""

    async def __call__(
        self, die: str, link: Path, chance: FaceSource, pause_s: float, tell: Callable[[str], None], rolls: int | None
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class OwnerData:
    """What dice do not tell and their owner has to.

    Attributes:
        shell: The shell of dice that do not know it.
        shells: Shells of single dice by id, such as `godice:19cce4`.
        keys: The secrets of paired dice.
    """

    shell: Shell = Shell.D6
    shells: Mapping[str, Shell] = field(default_factory=dict)
    keys: DieKeys = field(default_factory=DieKeys)


@dataclass(frozen=True, slots=True)
class RadioSupport:
    """How dice of a make are heard over Bluetooth.

    Attributes:
        source: Name of the source, which is the prefix of the ids of its dice; it stands in records and never changes.
        driver: Makes the driver from what their owner has to say of such dice.
        simulated: Makes the simulated die of a number from 1, with its id.
    """

    source: str
    driver: Callable[[OwnerData], RadioDriver]
    simulated: Callable[[int], tuple[str, SimulatedDie]] | None = None


@dataclass(frozen=True, slots=True)
class WireSupport:
    """How dice of a make are heard over serial ports.

    Attributes:
        source: Name of the source, as for a radio.
        form: Word before the port where a player names the dice of a game, as in `serial:/dev/ttyACM0`.
        option: Option before the port on the command line.
        help: What the option means.
        opens: Makes the source for some ports, and for those that a lister finds if there is one, from what their owner
            has to say.
        answers: Whether its dice answer, so that they can be looked for on every USB port.
        rehearse: Simulates a die.
    """

    source: str
    form: str
    option: str
    help: str
    opens: Callable[[Sequence[str], Lister | None, OwnerData], WireSource]
    answers: bool = False
    rehearse: WireSimulation | None = None


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
        faces_told: Returns the faces that raw data (a packet or a line, and the kind of die if it is known) may tell;
            none if it tells no face. Faces are compared with it long after they were read.
    """

    word: str
    shown: str
    radio: RadioSupport | None = None
    wire: WireSupport | None = None
    shows_itself: bool = True
    has_names: bool = True
    senses_leaning: bool = True
    faces_told: Callable[[bytes, str | None], frozenset[int]] = field(kw_only=True)

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


def _own_serial(ports: Sequence[str], lister: Lister | None, owner: OwnerData) -> WireSource:
    return OwnSerial(ports, lister, keys=owner.keys)


def _text(ports: Sequence[str], *_: object) -> WireSource:
    return TextSerial([TextPort(port, str(number)) for number, port in enumerate(ports, 1)])


MAKES = (
    DiceMake(
        "pixels",
        "Pixels die",
        RadioSupport("pixels", lambda _: Pixels(), _pixels),
        senses_leaning=False,
        faces_told=pixels.faces_told,
    ),
    DiceMake(
        "godice",
        "GoDice",
        RadioSupport("godice", lambda owner: GoDice(owner.shell, owner.shells), _godice),
        faces_told=godice.faces_told,
    ),
    DiceMake(
        "own",
        "our own die",
        RadioSupport("own-ble", lambda owner: OwnBle(keys=owner.keys), _own),
        WireSupport(
            own.SOURCE,
            "serial",
            "--port",
            "a serial port with a die of ours",
            _own_serial,
            answers=True,
            rehearse=rehearse_own_die,
        ),
        faces_told=own_protocol.faces_told,
    ),
    DiceMake(
        "text",
        "die that prints text",
        wire=WireSupport(text_dice.SOURCE, "text", "--text-port", "with a die that prints text", _text),
        shows_itself=False,
        has_names=False,
        faces_told=text_protocol.faces_told,
    ),
)


def make_called(word: str, makes: Iterable[DiceMake] = MAKES) -> DiceMake:
    """The make of a name on the command line.

    Raises:
        KeyError: If there is none.
    """
    return {make.word: make for make in makes}[word]
