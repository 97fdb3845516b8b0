"""Maintains the connection to one die for as long as its source is open."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NoReturn, Protocol

from bleak import BleakClient
from bleak.backends.characteristic import BleakGATTCharacteristic
from bleak.backends.device import BLEDevice

from hardware.event_stream import EventStream
from hardware.events import Connected, DieEvent, Disconnected, Discovered, Reconnected
from hardware.radio.backoff import Backoff
from hardware.radio.dialogue import AdvertisedDie, Dialogue, Make
from hardware.radio.timeouts import RadioTimes
from hardware.radio.trouble import RadioTrouble
from hardware.source import NoSuchDieError

_log = logging.getLogger(__name__)


class LinkRadio(Protocol):
    """The part of the radio that a link needs."""

    times: RadioTimes
    connecting: asyncio.Lock
    """Lock that is held while one die is being connected: Bluetooth stacks and adapters fail if several connect at
    once."""

    def now_s(self) -> float: ...

    def look_again(self) -> None:
        """Starts a new scan at once, because what was known of a device is outdated."""
        ...

    async def health(self) -> RadioTrouble | None:
        """Checks whether the Bluetooth stack responds; returns what is wrong, if anything."""
        ...


class _State(Enum):
    NEW = auto()
    """Seen, and never connected."""
    MISSING = auto()
    """Never connected, and reported as lost."""
    CONNECTED = auto()
    LOST = auto()


@dataclass(frozen=True, slots=True)
class _Write:
    packets: tuple[bytes, ...]
    written: asyncio.Future[None] | None = None


@dataclass(frozen=True, slots=True)
class _Disconnection:
    """The end of a connection, with the sentence and the cause for `Disconnected`."""

    why: str
    cause: str


class _DisconnectedError(Exception):
    def __init__(self, drop: _Disconnection) -> None:
        super().__init__(drop.why)
        self.drop = drop


class Link:
    """Connects one die, runs its dialogue, reports its events, and reconnects after every loss."""

    def __init__(
        self, make: Make, advertised_die: AdvertisedDie, stream: EventStream, air: LinkRadio, backoff: Backoff
    ) -> None:
        self._make = make
        self._advertised_die = advertised_die
        self._stream = stream
        self._air = air
        self._backoff = backoff
        self._state = _State.NEW
        self._was_connected = False
        self._kind: str | None = None
        self._device: BLEDevice | None = None
        self._fresh = asyncio.Event()
        self._outbox: asyncio.Queue[_Write | _Disconnection] = asyncio.Queue()
        self._dialogue: Dialogue | None = None
        self._spoke = False
        self._unanswered = 0

    @property
    def die(self) -> str:
        """Id of the die."""
        return self._advertised_die.die

    @property
    def connected(self) -> bool:
        """Whether the die is connected and has identified itself."""
        return self._state is _State.CONNECTED

    def advertised(self, device: BLEDevice, advertised_die: AdvertisedDie, rssi_dbm: int) -> None:
        """Records that the die is in range, and its address."""
        if self._kind is not None:
            # The die's own statement takes precedence: its advertisements may not contain the kind.
            advertised_die = replace(advertised_die, kind=self._kind)
        changed = self._device is None or advertised_die != self._advertised_die
        if self.connected and self._device is not None and device.address != self._device.address:
            self._doubt()
        if not self.connected:
            self._device = device
            self._fresh.set()
        if changed and self._state in {_State.NEW, _State.CONNECTED}:
            self._advertised_die = advertised_die
            self._tell_seen(advertised_die.kind, rssi_dbm, self._air.now_s())

    def stack_died(self, trouble: RadioTrouble) -> None:
        """Closes the connection, because the radio has failed."""
        self._post(_Disconnection(trouble.sentence, "radio"))

    async def identify(self) -> None:
        """Makes the die blink.

        Raises:
            NoSuchDieError: If it is not connected, or is lost before the message arrives.
        """
        if not self.connected or self._dialogue is None:
            raise NoSuchDieError(f"The die {self.die} is not connected now.")
        written = asyncio.get_running_loop().create_future()
        self._post(_Write(self._dialogue.blink(), written))
        await written

    async def run(self) -> None:
        """Maintains the connection until the task is cancelled."""
        while True:
            await self._fresh.wait()
            if self._device is None:
                continue
            drop = await self._hold(self._device)
            if self.connected:
                self._lose(drop)
            else:
                self._fail(drop)
            # An address that failed may be outdated, so the next attempt waits for a new advertisement.
            self._fresh.clear()
            self._air.look_again()
            await asyncio.sleep(self._backoff.next_s())

    async def _hold(self, device: BLEDevice) -> _Disconnection:
        """Connects and runs the dialogue until the connection ends; returns why it ended."""
        self._outbox = asyncio.Queue()
        client = BleakClient(device, self._on_disconnect(self._outbox), timeout=self._air.times.connect_s)
        try:
            times = self._air.times
            # The library's own time-out is not sufficient if the stack hangs, because it also waits for the disconnect.
            async with self._air.connecting, asyncio.timeout(times.connect_s + times.answer_s):
                await client.connect()
                write = await self._open(client)
            await self._talk(client, write)
        except _DisconnectedError as dropped:
            return await self._blame(dropped.drop)
        except Exception as error:  # noqa: BLE001  bleak lets AssertionError and errors of its D-Bus library through
            return await self._blame(self._drop_of(error))
        finally:
            self._dialogue = None
            await self._hang_up(client)
            self._refuse_the_rest()

    async def _open(self, client: BleakClient) -> BleakGATTCharacteristic:
        for pair in self._make.characteristics:
            notify, write = (
                next((each for each in client.services.characteristics.values() if each.uuid == uuid), None)
                for uuid in (pair.notify, pair.write)
            )
            # The legacy service of Pixels has the same UUID as that of GoDice and of our own die, but another protocol.
            if notify is not None and write is not None and "notify" in notify.properties:
                self._dialogue = self._make.dialogue(self._advertised_die)
                self._spoke, self._unanswered = False, 0
                await client.start_notify(notify, self._on_packet)
                return write
        raise _DisconnectedError(
            _Disconnection(f"{self._advertised_die.name} does not offer what such dice talk through.", "incompatible")
        )

    async def _talk(self, client: BleakClient, write: BleakGATTCharacteristic) -> NoReturn:
        self._post(_Write(self._ask()))
        while True:
            try:
                async with asyncio.timeout(self._air.times.quiet_s):
                    task = await self._outbox.get()
            except TimeoutError:
                task = self._after_silence()
            if isinstance(task, _Disconnection):
                raise _DisconnectedError(task)
            await self._write(client, write, task)

    def _after_silence(self) -> "_Write | _Disconnection":
        # A die that sends data without having identified itself is asked again, because its answer was lost.
        if self._spoke and self.connected:
            self._spoke = False
            return _Write(())
        self._unanswered += 1
        if self._unanswered > self._air.times.misses:
            return _Disconnection(self._silence(), "gone" if self.connected else "incompatible")
        return _Write(self._ask())

    def _doubt(self) -> None:
        """Handles a die that advertises under another address: it restarted, or two dice have the same name."""
        if self._unanswered < self._air.times.misses:
            self._unanswered = self._air.times.misses
            self._post(_Write(self._ask()))

    async def _write(self, client: BleakClient, write: BleakGATTCharacteristic, task: _Write) -> None:
        try:
            size = max(write.max_write_without_response_size, 20)
            with_response = "write-without-response" not in write.properties
            async with asyncio.timeout(self._air.times.answer_s):
                for packet in task.packets:
                    for at in range(0, len(packet), size):
                        await client.write_gatt_char(write, packet[at : at + size], response=with_response)
        except BaseException:
            if task.written is not None and not task.written.done():
                task.written.set_exception(NoSuchDieError(f"The die {self.die} was lost just now."))
            raise
        if task.written is not None and not task.written.done():
            task.written.set_result(None)

    def _ask(self) -> tuple[bytes, ...]:
        return self._dialogue.ask() if self._dialogue is not None else ()

    def _on_packet(self, _: BleakGATTCharacteristic, packet: bytearray) -> None:
        dialogue = self._dialogue
        if dialogue is None:
            return
        self._spoke, self._unanswered = True, 0 if self.connected else self._unanswered
        now_s = self._air.now_s()
        heard = dialogue.received(bytes(packet), now_s)
        if dialogue.incompatible is not None:
            self._post(_Disconnection(dialogue.incompatible, dialogue.refusal_cause))
            return
        if dialogue.ready and not self.connected:
            self._gain(dialogue, now_s)
        if self.connected:
            self._stream.tell(*heard.events)
        if heard.send:
            self._post(_Write(heard.send))

    def _on_disconnect(self, outbox: "asyncio.Queue[_Write | _Disconnection]") -> Callable[[BleakClient], None]:
        def gone(_: BleakClient) -> None:
            outbox.put_nowait(_Disconnection(self._silence(), "gone"))

        return gone

    def _post(self, task: "_Write | _Disconnection") -> None:
        self._outbox.put_nowait(task)

    def _gain(self, dialogue: Dialogue, now_s: float) -> None:
        events: list[DieEvent] = []
        die, source = self.die, self._make.name
        if self._state in {_State.LOST, _State.MISSING}:
            events.append(Reconnected(die, source, now_s))
        if not self._was_connected:
            events.append(Connected(die, source, now_s))
        self._state, self._was_connected = _State.CONNECTED, True
        self._backoff.succeeded()
        self._stream.tell(*events)
        self._kind = dialogue.kind
        if self._kind not in {None, self._advertised_die.kind}:
            self._advertised_die = replace(self._advertised_die, kind=self._kind)
            self._tell_seen(self._kind, None, now_s)

    def _lose(self, drop: _Disconnection) -> None:
        self._state = _State.LOST
        _log.warning("die_lost die=%s cause=%s why=%s", self.die, drop.cause, drop.why)
        self._stream.tell(Disconnected(self.die, self._make.name, self._air.now_s(), drop.why, drop.cause))

    def _fail(self, drop: _Disconnection) -> None:
        _log.info("die_not_connected die=%s cause=%s why=%s", self.die, drop.cause, drop.why)
        hopeless = drop.cause in {"incompatible", "stranger"} or self._backoff.failures + 1 >= self._air.times.patience
        # Without a radio, the trouble is that of the radio and not of a die.
        if self._state is _State.NEW and hopeless and drop.cause != "radio":
            self._state = _State.MISSING
            _log.warning("die_lost die=%s cause=%s why=%s", self.die, drop.cause, drop.why)
            self._stream.tell(Disconnected(self.die, self._make.name, self._air.now_s(), drop.why, drop.cause))

    def _drop_of(self, error: Exception) -> _Disconnection:
        if isinstance(error, TimeoutError) or self.connected:
            return _Disconnection(self._silence(), "gone")
        why = f"{self._advertised_die.name} does not let us connect; another device may hold it ({error})."
        return _Disconnection(why, "refused")

    async def _blame(self, drop: _Disconnection) -> _Disconnection:
        """Finds out whether the die or the whole radio failed."""
        if drop.cause not in {"gone", "refused"}:
            return drop
        trouble = await self._air.health()
        return drop if trouble is None or not trouble.explains_losses else _Disconnection(trouble.sentence, "radio")

    async def _hang_up(self, client: BleakClient) -> None:
        try:
            async with asyncio.timeout(self._air.times.answer_s):
                await client.disconnect()
        except Exception as error:  # noqa: BLE001  a dead stack refuses this in many ways, and we are leaving anyway
            _log.debug("hang_up_failed die=%s error=%r", self.die, error)

    def _refuse_the_rest(self) -> None:
        while not self._outbox.empty():
            task = self._outbox.get_nowait()
            if isinstance(task, _Write) and task.written is not None and not task.written.done():
                task.written.set_exception(NoSuchDieError(f"The die {self.die} was lost just now."))

    def _tell_seen(self, kind: str | None, rssi_dbm: int | None, now_s: float) -> None:
        self._stream.tell(Discovered(self.die, self._make.name, now_s, self._advertised_die.name, kind, rssi_dbm))

    def _silence(self) -> str:
        return f"{self._advertised_die.name} does not answer: out of range, asleep or empty."
