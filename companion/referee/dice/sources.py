"""Dice within reach, listened to as `companion dice list`, `identify` and `monitor` do."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.games.first import FIRST
from companion.referee.dice.kinds import dice_set_called
from companion.referee.dice.pairing import paired_dice
from companion.referee.dice.tray_source import TrayDice
from hardware.combined_source import CombinedSource
from hardware.events import BatteryLevel, Connected, DieEvent, Disconnected, Discovered, Reconnected
from hardware.makes import MAKES, OwnerData, WireSource
from hardware.radio.godice_shells import Shell
from hardware.radio.radio import Radio
from hardware.radio.sources import RadioSource
from hardware.source import DiceError, DiceSource, NoSuchDieError
from hardware.virtual import SeededFaces, VirtualDice
from hardware.wire.ports import usb_ports
from vision.dice import TrayWatcher
from vision.sources.open_source import open_source

TROUBLE_EVERY_S = 0.5

Tell = Callable[[str], None]


class Reach(StrEnum):
    """How far a die that was heard of can be used."""

    SEEN = "seen"
    CONNECTED = "connected"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class DicePlaces:
    """Where to listen for dice.

    Attributes:
        radio: Whether to use Bluetooth.
        shell: What GoDice sit in; they do not know it.
        shells: What single GoDice sit in that sit in something else: the six digits of their name, and the shell.
        ports: Serial ports with dice, each with the form that its make has (`serial`, `text`).
        usb: Whether to try every USB serial port for dice that answer.
        camera: A camera over a tray, as the player names it.
        dice_set: What dice the camera sees; empty for those of the game.
        virtual: How many virtual dice there are.
        kinds: Dice that do not tell their colour, and their kind among those of the game.
    """

    radio: bool = True
    shell: str = "d6"
    shells: tuple[tuple[str, str], ...] = ()
    ports: tuple[tuple[str, str], ...] = ()
    usb: bool = False
    camera: str | None = None
    dice_set: str = ""
    virtual: int = 0
    kinds: tuple[tuple[str, str], ...] = ()

    @property
    def wired(self) -> bool:
        """Whether there is another way than radio."""
        return bool(self.ports or self.usb or self.camera)


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die, as `companion dice list` tells it.

    Attributes:
        die: Its id.
        name: What people call it.
        kind: What it is; None where only its owner knows.
        reach: How far it can be used.
        rssi_dbm: Strength of its signal; None over a wire.
        battery_percent: What is left; None if it did not tell.
        why: Why it is lost; empty otherwise.
    """

    die: str
    name: str = ""
    kind: str | None = None
    reach: Reach = Reach.SEEN
    rssi_dbm: int | None = None
    battery_percent: int | None = None
    why: str = ""


class DiceListener:
    """All dice that are listened for.

    Attributes:
        combined_source: What hears them, once it is entered.
        virtual: The virtual ones among them, to be thrown; None without any.
    """

    def __init__(self, where: DicePlaces, game: str = FIRST) -> None:
        """Prepares.

        Args:
            where: Where to listen.
            game: Name of the game, which says what dice there are.

        Raises:
            VisionError: If the camera's name or that of the dice set means nothing.
        """
        self._radio = Radio() if where.radio else None
        self._wires: list[WireSource] = []
        self._camera = None if where.camera is None else open_source(where.camera)
        sources: list[DiceSource] = []
        shells = {f"godice:{die}": Shell(shell) for die, shell in where.shells}
        owner = OwnerData(Shell(where.shell), shells, paired_dice())
        if self._radio is not None:
            drivers = [make.radio.driver(owner) for make in MAKES if make.radio is not None]
            sources += [RadioSource(driver, self._radio) for driver in drivers]
        for wire in (make.wire for make in MAKES if make.wire is not None):
            ports = [port for form, port in where.ports if form == wire.form]
            usb = where.usb and wire.answers
            if ports or usb:
                self._wires.append(wire.opens(ports, usb_ports if usb else None, owner))
        sources += self._wires
        if self._camera is not None:
            known = dice_set_called(where.dice_set, game)
            sources.append(TrayDice(self._camera, TrayWatcher(known), known))
        self.virtual = VirtualDice(where.virtual, SeededFaces(secrets.token_hex(16))) if where.virtual else None
        if self.virtual is not None:
            sources.append(self.virtual)
        self.combined_source = CombinedSource(sources)

    async def radio_trouble(self) -> str | None:
        """What is wrong with the radio, once it has had its chance to answer."""
        trouble = None if self._radio is None else await self._radio.health()
        return None if trouble is None else trouble.sentence

    def troubles(self) -> tuple[str, ...]:
        """Everything that keeps dice from being heard now, a sentence each."""
        radio = None if self._radio is None else self._radio.trouble
        camera = None if self._camera is None else self._camera.trouble
        found = [fault.why for fault in self.combined_source.faults]
        found += [sentence for wire in self._wires for sentence in wire.troubles.values()]
        found += [trouble.sentence for trouble in (radio, camera) if trouble is not None]
        return tuple(dict.fromkeys(map(_sentence, found)))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].removesuffix(".") + "."


@asynccontextmanager
async def _open(where: DicePlaces) -> AsyncIterator[DiceListener]:
    """All dice, open.

    Raises:
        DiceError: If there is no way to hear any.
        VisionError: If the camera's name or that of the dice set means nothing.
    """
    if not where.radio and not where.wired:
        raise DiceError("Without radio, name a serial port or a camera to listen to.")
    dice = DiceListener(where)
    async with dice.combined_source:
        trouble = await dice.radio_trouble()
        if trouble is not None and not where.wired:
            raise DiceError(trouble)
        yield dice


async def list_dice(where: DicePlaces, seconds: float) -> tuple[tuple[FoundDie, ...], tuple[str, ...]]:
    """Which dice are heard of within some seconds, and what kept others from it.

    Raises:
        DiceError: If there is no way to hear any.
        VisionError: If the camera's name or that of the dice set means nothing.
    """
    found: dict[str, FoundDie] = {}
    async with _open(where) as dice:
        try:
            async with asyncio.timeout(seconds):
                async for event in dice.combined_source.events():
                    found[event.die] = known_after(found.get(event.die, FoundDie(event.die)), event)
        except TimeoutError:
            pass
        return tuple(sorted(found.values(), key=lambda die: die.die)), dice.troubles()


def known_after(die: FoundDie, event: DieEvent) -> FoundDie:
    """What is known of a die after an event."""
    match event:
        case Discovered():
            rssi_dbm = die.rssi_dbm if event.rssi_dbm is None else event.rssi_dbm
            return replace(die, name=event.name, kind=event.kind, rssi_dbm=rssi_dbm)
        case Connected() | Reconnected():
            return replace(die, reach=Reach.CONNECTED, why="")
        case Disconnected():
            return replace(die, reach=Reach.LOST, why=event.cause)
        case BatteryLevel():
            return replace(die, battery_percent=event.percent)
        case _:
            return die


async def identify(where: DicePlaces, die: str, seconds: float) -> None:
    """Make a die show itself, as soon as it is connected.

    Raises:
        NoSuchDieError: If it is not connected within so many seconds.
        DiceError: If such dice cannot show themselves, or there is no way to hear any.
    """
    async with _open(where) as dice:
        try:
            async with asyncio.timeout(seconds):
                async for event in dice.combined_source.events():
                    if event.die == die and isinstance(event, Connected | Reconnected):
                        break
        except TimeoutError:
            why = " ".join(dice.troubles())
            raise NoSuchDieError(f"{die} is not in range; companion dice list tells which are. {why}".strip()) from None
        await dice.combined_source.identify(die)


async def monitor(where: DicePlaces, heard: Callable[[DieEvent], None], trouble: Tell) -> None:
    """Tell every event as it happens, and every trouble as it comes, until cancelled.

    Raises:
        DiceError: If there is no way to hear any die.
        VisionError: If the camera's name or that of the dice set means nothing.
    """
    async with _open(where) as dice:
        telling = asyncio.create_task(_tell_troubles(dice, trouble))
        try:
            async for event in dice.combined_source.events():
                heard(event)
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)


async def _tell_troubles(dice: DiceListener, trouble: Tell) -> None:
    told: tuple[str, ...] = ()
    while True:
        now = dice.troubles()
        for sentence in now:
            if sentence not in told:
                trouble(sentence)
        told = now
        await asyncio.sleep(TROUBLE_EVERY_S)
