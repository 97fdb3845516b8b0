"""The one owner of the Bluetooth radio: scans, hands what it hears to the makes of dice, and keeps a link to each die.

Theory of operation:
    - One scanner for all makes. A second one in the same process would be refused by BlueZ.
    - Scanning is active, for half of what Pixels dice say of themselves stands in the scan response. It runs in
      stretches; the stop and start between two of them is also the probe that notices a stack that died without a
      word, for nobody tells that of a killed bluetoothd, and its connections look alive for ever.
    - Each die has a link with a task of its own, and connecting is one at a time.
    - Nothing that goes wrong ends the radio. What is wrong stands in `trouble` until it is mended.
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
from hardware.radio.dialogue import Advert, Make, Sighting
from hardware.radio.link import Link
from hardware.radio.timeouts import RadioTimes
from hardware.radio.trouble import RadioTrouble, trouble_of
from hardware.source import NoSuchDieError

_log = logging.getLogger(__name__)
# So many times the usual patience a call that hangs is waited for.
_LONG = 10
TroubleWatcher = Callable[[RadioTrouble | None], None]
Wanted = Callable[[str], bool]


class Radio:
    """The radio of this machine, shared by the sources of radio dice; it runs while one of them is entered.

    Args:
        times: How patient it is.
        chance: Draws the jitter of its waits.
        clock: Monotonic clock that dates its events, in seconds.
        watcher: Told what is wrong whenever that changes, None once all is well.
        wanted: Says of a die's id whether to connect it; what is not wanted is only seen. All are, unless given.
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
        """What is wrong with the radio now, if anything."""
        return self._trouble

    def now_s(self) -> float:
        """Time of its clock."""
        return self._clock()

    async def join(self, make: Make, stream: EventStream) -> None:
        """Look for dice of one more make, and tell what they do."""
        if make.name in self._makes:
            raise ValueError(f"the radio looks for {make.name} dice already")
        self._makes[make.name] = (make, stream)
        if self._scanning is None:
            self._scanning = asyncio.create_task(self._scan_for_ever(), name="dice radio")
        self.look_again()

    async def leave(self, make: Make) -> None:
        """Let all dice of one make go; with the last make the radio falls silent."""
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
        """Make a die blink.

        Raises:
            NoSuchDieError: If there is no such die, or it is not connected now.
        """
        if die not in self._links:
            raise NoSuchDieError(f"There is no die {die} in range.")
        await self._links[die].identify()

    def look_again(self) -> None:
        """Begin a new stretch of scanning at once."""
        self._look.set()

    async def health(self) -> RadioTrouble | None:
        """Ask the stack whether it lives, and give what is wrong with it."""
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
        """Wait long for a call of the scanner, and tell meanwhile that it takes too long.

        A call that is given up may be obeyed later, unknown to bleak, and then no scan begins any more: so only one
        that seems never to be answered is given up.
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
        advert = Advert(
            device.address,
            data.local_name,
            data.rssi,
            frozenset(data.service_uuids),
            data.manufacturer_data,
            data.service_data,
        )
        for make, stream in self._makes.values():
            sighting = make.recognise(advert)
            if sighting is not None:
                self._link(make, sighting, stream).advertised(device, sighting, advert.rssi_dbm)
                return

    def _link(self, make: Make, sighting: Sighting, stream: EventStream) -> Link:
        die = sighting.die
        if die not in self._links:
            self._links[die] = Link(make, sighting, stream, self, Backoff(self.times.backoff, self._chance))
            if self._wanted(die):
                self._keeping[die] = asyncio.create_task(self._links[die].run(), name=f"die {die}")
        return self._links[die]


def _every(_: str) -> bool:
    return True
