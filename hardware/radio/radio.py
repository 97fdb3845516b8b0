"""The only owner of the Bluetooth radio: it scans, passes advertisements to the makes, and keeps a link to each die.

Theory of operation:
    - There is one scanner for all makes. BlueZ would reject a second one in the same process.
    - Scanning is active, because the scan response contains half of the data of Pixels dice. It runs in intervals. The
      stop and start between two of them also detects a stack that failed silently: nothing reports that bluetoothd was
      killed, and its connections seem to exist for ever.
    - Each die has a link with a task of its own, and only one link connects at a time.
    - No error ends the radio. What is wrong is in `trouble` until it is resolved.
"""

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import Callable, Coroutine

from bleak import BleakScanner
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData

from hardware.event_stream import EventStream
from hardware.radio.backoff import Backoff
from hardware.radio.dialogue import AdvertisedDie, Advertisement, Make
from hardware.radio.link import Link
from hardware.radio.timeouts import RadioTimes
from hardware.radio.trouble import RadioTrouble, trouble_of
from hardware.source import NoSuchDieError

_log = logging.getLogger(__name__)
# A call that hangs is given up after this many times the usual time-out.
_LONG = 10
TroubleWatcher = Callable[[RadioTrouble | None], None]
Wanted = Callable[[str], bool]


class Radio:
    """The Bluetooth radio of this computer, shared by the sources of radio dice; it runs while at least one is entered.

    Args:
        times: Time-outs and intervals.
        chance: Random source for the jitter of its delays.
        clock: Monotonic clock for its events, in seconds.
        watcher: Called with the trouble whenever it changes; with None once it is resolved.
        wanted: Returns whether to connect the die with an id; other dice are only reported as seen. The default is all.
    """

    def __init__(
        self,
        times: RadioTimes | None = None,
        chance: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
        watcher: TroubleWatcher | None = None,
        wanted: Wanted | None = None,
    ) -> None:
        self.times = times or RadioTimes()
        self.connecting = asyncio.Lock()
        self._chance = chance or random.Random()  # noqa: S311  it only spreads retries
        self._clock = clock
        self._watcher = watcher
        self._wanted = wanted or _every
        self._trouble: RadioTrouble | None = None
        self._makes: dict[str, tuple[Make, EventStream]] = {}
        self._links: dict[str, Link] = {}
        self._keeping: dict[str, asyncio.Task[None]] = {}
        self._scanning: asyncio.Task[None] | None = None
        self._look = asyncio.Event()
        self._asked = self._answered = 0
        self._news = asyncio.Condition()

    @property
    def trouble(self) -> RadioTrouble | None:
        """The present trouble of the radio, if any."""
        return self._trouble

    def now_s(self) -> float:
        """The present time of its clock."""
        return self._clock()

    async def join(self, make: Make, stream: EventStream) -> None:
        """Starts to look for dice of one more make, and reports their events."""
        if make.name in self._makes:
            raise ValueError(f"the radio looks for {make.name} dice already")
        self._makes[make.name] = (make, stream)
        if self._scanning is None:
            self._scanning = asyncio.create_task(self._scan_for_ever(), name="dice radio")
        self.look_again()

    async def leave(self, make: Make) -> None:
        """Disconnects all dice of one make; after the last make, the radio stops."""
        if self._makes.pop(make.name, None) is None:
            return
        ours = [die for die in self._links if die.startswith(make.name + ":")]
        for die in ours:
            del self._links[die]
        tasks = [self._keeping.pop(die) for die in ours if die in self._keeping]
        if not self._makes and self._scanning is not None:
            tasks.append(self._scanning)
            self._scanning = None
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def identify(self, die: str) -> None:
        """Makes a die blink.

        Raises:
            NoSuchDieError: If there is no such die, or it is not connected now.
        """
        if die not in self._links:
            raise NoSuchDieError(f"There is no die {die} in range.")
        await self._links[die].identify()

    def look_again(self) -> None:
        """Starts a new scan interval at once."""
        self._look.set()

    async def health(self) -> RadioTrouble | None:
        """Checks whether the Bluetooth stack responds; returns what is wrong."""
        if self._trouble is not None or self._scanning is None:
            return self._trouble
        self._asked += 1
        mine = self._asked
        self.look_again()
        async with self._news:
            await self._news.wait_for(lambda: self._answered >= mine or self._trouble is not None)
        return self._trouble

    async def _scan_for_ever(self) -> None:
        backoff = Backoff(self.times.stack_backoff, self._chance)
        while True:
            self._look.clear()
            answering = self._asked
            scanner = BleakScanner(self._heard, scanning_mode="active")
            try:
                await self._patiently(scanner.start(), answering)
                await self._judged(None, answering)
                await self._pause(self.times.glance_s if self._all_connected() else self.times.scan_s)
                await self._patiently(self._stopped(scanner), self._asked)
            except Exception as error:  # noqa: BLE001  bleak lets errors of its D-Bus library through
                await self._judged(trouble_of(error), answering)
                await asyncio.sleep(backoff.next_s())
            except asyncio.CancelledError:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self.times.answer_s):
                        await self._stopped(scanner)
                raise
            else:
                backoff.succeeded()
                if self._all_connected():
                    await self._pause(self.times.rest_s)

    async def _patiently(self, call: Coroutine[None, None, None], answering: int) -> None:
        """Waits a long time for a call of the scanner, and reports meanwhile that it takes too long.

        The stack may execute a cancelled call later, unknown to bleak, and then no scan can start any more. Therefore a
        call is cancelled only if it will probably never be answered.
        """
        task = asyncio.ensure_future(call)
        try:
            done, _ = await asyncio.wait({task}, timeout=self.times.answer_s)
            if not done:
                await self._judged(trouble_of(TimeoutError()), answering)
            async with asyncio.timeout(_LONG * self.times.answer_s):
                await task
        finally:
            task.cancel()

    async def _stopped(self, scanner: BleakScanner) -> None:
        try:
            await scanner.stop()
        except Exception as error:  # noqa: BLE001  a service that started anew knows of no scan; the next start judges
            _log.debug("scan_not_stopped error=%r", error)

    async def _pause(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._look.wait()
        except TimeoutError:
            pass

    async def _judged(self, trouble: RadioTrouble | None, answering: int) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            if trouble is not None:
                _log.warning("radio_trouble cause=%s why=%s", trouble.cause, trouble.sentence)
            else:
                _log.info("radio_well")
            if self._watcher is not None:
                self._watcher(trouble)
        if trouble is not None and trouble.ends_links:
            for link in self._links.values():
                link.stack_died(trouble)
        async with self._news:
            self._answered = max(self._answered, answering)
            self._news.notify_all()

    def _all_connected(self) -> bool:
        return bool(self._keeping) and all(self._links[die].connected for die in self._keeping)

    def _heard(self, device: BLEDevice, data: AdvertisementData) -> None:
        advertisement = Advertisement(
            device.address,
            data.local_name,
            data.rssi,
            frozenset(data.service_uuids),
            data.manufacturer_data,
            data.service_data,
        )
        for make, stream in self._makes.values():
            advertised_die = make.recognise(advertisement)
            if advertised_die is not None:
                self._link(make, advertised_die, stream).advertised(device, advertised_die, advertisement.rssi_dbm)
                return

    def _link(self, make: Make, advertised_die: AdvertisedDie, stream: EventStream) -> Link:
        die = advertised_die.die
        if die not in self._links:
            self._links[die] = Link(make, advertised_die, stream, self, Backoff(self.times.backoff, self._chance))
            if self._wanted(die):
                self._keeping[die] = asyncio.create_task(self._links[die].run(), name=f"die {die}")
        return self._links[die]


def _every(_: str) -> bool:
    return True
