"""What goes wrong with radios goes wrong here, under the unchanged bleak, and everything comes back by itself."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest

from hardware.events import Connected, Disconnected, Discovered, Reconnected, RollStarted, Settled
from hardware.radio.godice import GoDice
from hardware.radio.godice_shells import Shell
from hardware.radio.own import OwnBle
from hardware.radio.pixels import Pixels
from hardware.radio.radio import Radio
from hardware.radio.sources import RadioSource
from hardware.radio.trouble import SENTENCES, RadioCause, RadioTrouble
from hardware.simulation.bluez import BUS_VARIABLE, PrivateRadio
from hardware.simulation.godice_die import SimulatedGoDice
from hardware.simulation.own_die import SimulatedOwnDie
from hardware.simulation.peripheral import Service
from hardware.simulation.pixels_die import LEGACY, SimulatedPixels
from hardware.source import NoSuchDieError
from tests.contracts.dice_harness.guarantees import PATIENCE_S, Listener, broken_promises
from tests.contracts.dice_harness.radio_dice import QUICK, private_air

ONE, TWO = "pixels:1a2b3c4d", "pixels:5e6f7081"


@dataclass(slots=True)
class Watch:
    """Remembers what the radio said was wrong, and waits for more."""

    told: list[RadioTrouble | None] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def __call__(self, trouble: RadioTrouble | None) -> None:
        self.told.append(trouble)
        self._news.set()

    async def until(self, cause: RadioCause | None) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not self.told or (None if self.told[-1] is None else self.told[-1].cause) != cause:
                self._news.clear()
                await self._news.wait()


@dataclass(slots=True)
class RadioTable:
    air: PrivateRadio
    radio: Radio
    watch: Watch
    one: SimulatedPixels
    two: SimulatedPixels
    hear: Listener

    async def connected(self) -> None:
        await self.hear.next(ONE, Connected)
        await self.hear.next(TWO, Connected)

    async def lost(self, die: str, cause: str, count: int = 1) -> Disconnected:
        lost = await self.hear.next(die, Disconnected, count)
        assert isinstance(lost, Disconnected)
        assert lost.cause == cause
        return lost

    async def back_and_rolling(self, count: int = 1) -> None:
        """Both are back, and what they roll arrives."""
        for die, simulated in ((ONE, self.one), (TWO, self.two)):
            await self.hear.next(die, Reconnected, count)
            simulated.roll(5)
            settled = await self.hear.next(die, Settled, count)
            assert isinstance(settled, Settled)
            assert settled.face == 5


@asynccontextmanager
async def heard(source: RadioSource) -> AsyncIterator[Listener]:
    async with source, Listener(source) as listener:
        yield listener
    assert broken_promises(listener.heard, source.name) == []


@asynccontextmanager
async def table() -> AsyncIterator[RadioTable]:
    """Two Pixels dice in the air, and a radio that keeps them."""
    async with private_air() as air:
        watch = Watch()
        radio = Radio(QUICK, watcher=watch)
        one, two = air.add(SimulatedPixels(0x1A2B3C4D)), air.add(SimulatedPixels(0x5E6F7081))
        async with heard(RadioSource(Pixels(), radio)) as listener:
            yield RadioTable(air, radio, watch, one, two, listener)


def play(scenario: Callable[[RadioTable], Awaitable[None]], *, connected: bool = True) -> None:
    async def whole() -> None:
        async with asyncio.timeout(60.0):
            async with table() as here:
                if connected:
                    await here.connected()
                await scenario(here)
            assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(whole())


def test_a_broken_link_is_told_and_made_again() -> None:
    async def scenario(here: RadioTable) -> None:
        here.air.drop_link(here.one)
        await here.lost(ONE, "gone")
        await here.hear.next(ONE, Reconnected)
        here.one.roll(6)
        await here.hear.next(ONE, Settled)
        assert here.hear.of(TWO, Disconnected) == []

    play(scenario)


def test_a_die_that_falls_silent_on_a_standing_link_is_noticed() -> None:
    async def scenario(here: RadioTable) -> None:
        here.air.mute(here.one, muted=True)
        await here.lost(ONE, "gone")
        here.air.mute(here.one, muted=False)
        await here.hear.next(ONE, Reconnected)
        assert here.hear.of(TWO, Disconnected) == []

    play(scenario)


def test_a_die_that_refuses_is_tried_for_ever_and_told_once() -> None:
    async def scenario(here: RadioTable) -> None:
        here.air.refuse(here.one, 6)
        await here.lost(ONE, "refused")
        await here.hear.next(ONE, Connected)
        assert len(here.hear.of(ONE, Disconnected)) == len(here.hear.of(ONE, Reconnected)) == 1
        here.one.roll(2)
        await here.hear.next(ONE, Settled)

    play(scenario, connected=False)


def test_a_die_that_is_slow_to_connect_does_not_keep_the_other_from_it() -> None:
    async def scenario(here: RadioTable) -> None:
        here.air.slow(here.one, 60.0)
        await here.hear.next(TWO, Connected)
        assert here.hear.of(ONE, Connected) == []
        here.air.slow(here.one, 0.0)
        await here.hear.next(ONE, Connected)

    play(scenario, connected=False)


def test_a_device_that_the_service_forgot_is_scanned_for_again() -> None:
    async def scenario(here: RadioTable) -> None:
        async with here.radio.connecting:
            await here.hear.next(ONE, Discovered)
            here.air.forget(here.one)
        await here.hear.next(ONE, Connected)

    play(scenario, connected=False)


def test_a_die_that_comes_back_under_a_new_address_is_the_same_die() -> None:
    async def scenario(here: RadioTable) -> None:
        for count, address in enumerate(("C0:01:99:00:00:01", "C0:01:99:00:00:02"), 1):
            here.air.out_of_range(here.one)
            await here.lost(ONE, "gone", count)
            here.air.in_range(here.one, address)
            await here.hear.next(ONE, Reconnected, count)
            here.one.roll(4)
            await here.hear.next(ONE, Settled, count)
        assert {event.die for event in here.hear.heard} == {ONE, TWO}

    play(scenario)


def test_a_die_that_advertises_elsewhere_while_its_old_link_seems_to_stand_is_fetched() -> None:
    async def scenario(here: RadioTable) -> None:
        here.air.mute(here.one, muted=True)
        here.air.add(again := SimulatedPixels(0x1A2B3C4D, address="C0:01:99:00:00:03"))
        await here.lost(ONE, "gone")
        await here.hear.next(ONE, Reconnected)
        again.roll(3)
        await here.hear.next(ONE, Settled)

    play(scenario)


def test_two_dice_of_one_name_stay_two() -> None:
    async def scenario(here: RadioTable) -> None:
        here.air.add(SimulatedPixels(0x11, name="Lucky")).roll(1)
        here.air.add(SimulatedPixels(0x12, name="Lucky")).roll(1)
        first, second = [await here.hear.next(die, Connected) for die in ("pixels:00000011", "pixels:00000012")]
        names = [here.hear.of(each.die, Discovered)[0].name for each in (first, second)]
        assert names == ["Lucky", "Lucky"]

    play(scenario)


def test_a_switched_off_adapter_is_said_and_waited_for() -> None:
    async def scenario(here: RadioTable) -> None:
        for count in (1, 2):
            here.air.power(on=False)
            for die in (ONE, TWO):
                lost = await here.lost(die, "radio", count)
                assert lost.why == SENTENCES[RadioCause.OFF]
            assert here.radio.trouble == RadioTrouble(RadioCause.OFF, SENTENCES[RadioCause.OFF])
            here.air.power(on=True)
            await here.back_and_rolling(count)
            assert here.radio.trouble is None

    play(scenario)


def test_an_adapter_that_is_pulled_out_is_said_and_waited_for() -> None:
    async def scenario(here: RadioTable) -> None:
        here.air.plug(there=False)
        lost = await here.lost(ONE, "radio")
        assert lost.why == SENTENCES[RadioCause.NO_ADAPTER]
        await here.lost(TWO, "radio")
        here.air.plug(there=True)
        await here.back_and_rolling()

    play(scenario)


def test_a_bluetooth_service_that_is_killed_without_a_word_is_noticed_and_comes_back() -> None:
    async def scenario(here: RadioTable) -> None:
        here.air.kill_service()
        for die in (ONE, TWO):
            lost = await here.lost(die, "radio")
            assert lost.why == SENTENCES[RadioCause.NO_SERVICE]
        await here.watch.until(RadioCause.NO_SERVICE)
        await here.air.start_service()
        await here.watch.until(None)
        await here.back_and_rolling()

    play(scenario)


def test_a_bluetooth_service_that_hangs_is_noticed_and_comes_back() -> None:
    async def scenario(here: RadioTable) -> None:
        here.radio.times = replace(QUICK, answer_s=0.3)
        here.air.stall(stalled=True)
        for die in (ONE, TWO):
            lost = await here.lost(die, "radio")
            assert lost.why == SENTENCES[RadioCause.SILENT]
        # Who is told nothing does not know that its holder has gone.
        here.air.stall(stalled=False)
        await here.back_and_rolling()

    play(scenario)


def test_a_message_bus_that_dies_is_noticed_and_comes_back() -> None:
    async def scenario(here: RadioTable) -> None:
        here.air.kill_bus()
        for die in (ONE, TWO):
            lost = await here.lost(die, "radio")
            assert lost.why == SENTENCES[RadioCause.NO_BUS]
        await here.air.start_bus()
        await here.back_and_rolling()

    play(scenario)


@pytest.mark.parametrize(
    ("cause", "spoil", "mend"),
    [
        (RadioCause.NO_ADAPTER, lambda air: air.plug(there=False), lambda air: air.plug(there=True)),
        (RadioCause.OFF, lambda air: air.power(on=False), lambda air: air.power(on=True)),
        (RadioCause.NO_SERVICE, PrivateRadio.kill_service, PrivateRadio.start_service),
        (RadioCause.NO_BUS, PrivateRadio.kill_bus, PrivateRadio.start_bus),
    ],
    ids=lambda what: what.value if isinstance(what, RadioCause) else "",
)
def test_a_radio_that_is_missing_from_the_start_is_said_in_one_sentence_and_waited_for(
    cause: RadioCause, spoil: Callable[[PrivateRadio], None], mend: Callable[[PrivateRadio], Awaitable[None] | None]
) -> None:
    async def whole() -> None:
        async with asyncio.timeout(60.0), private_air() as air:
            spoil(air)
            watch = Watch()
            air.add(SimulatedPixels(0x1A2B3C4D))
            async with heard(RadioSource(Pixels(), Radio(QUICK, watcher=watch))) as listener:
                await watch.until(cause)
                assert watch.told == [RadioTrouble(cause, SENTENCES[cause])]
                assert listener.heard == []
                mended = mend(air)
                if mended is not None:
                    await mended
                await listener.next(ONE, Connected)
                assert watch.told[-1] is None

    asyncio.run(whole())


def test_a_bus_address_that_leads_nowhere_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BUS_VARIABLE, "unix:path=/nonexistent/bus")

    async def whole() -> None:
        watch = Watch()
        async with RadioSource(Pixels(), Radio(QUICK, watcher=watch)):
            await watch.until(RadioCause.NO_BUS)

    asyncio.run(whole())


def test_makes_that_share_a_service_uuid_are_told_apart_and_share_one_scanner() -> None:
    async def whole() -> None:
        async with asyncio.timeout(60.0), private_air() as air:
            radio = Radio(QUICK)
            pixels = air.add(SimulatedPixels(0x1A2B3C4D, model=LEGACY))
            godice = air.add(SimulatedGoDice(0x19CCE4))
            own = air.add(SimulatedOwnDie("one", "C0:03:00:00:00:01"))
            sources = (RadioSource(Pixels(), radio), RadioSource(GoDice(Shell.D6), radio), RadioSource(OwnBle(), radio))
            names = (ONE, "godice:19cce4", "own-ble:one")
            async with contextlib.AsyncExitStack() as stack:
                listeners = [await stack.enter_async_context(heard(source)) for source in sources]
                for face, die, listener, simulated in zip(
                    (1, 5, 6), names, listeners, (pixels, godice, own), strict=True
                ):
                    await listener.next(die, Connected)
                    simulated.roll(face)
                    settled = await listener.next(die, Settled)
                    assert isinstance(settled, Settled)
                    assert settled.face == face
                    assert {event.die for event in listener.heard} == {die}
                assert air.scanners <= 1
                assert radio.trouble is None
            assert air.scanners == 0
            assert not any(die.is_connected for die in (pixels, godice, own))

    asyncio.run(whole())


def test_a_die_of_another_version_is_told_as_incompatible() -> None:
    async def whole() -> None:
        async with asyncio.timeout(60.0), private_air() as air:
            die = air.add(SimulatedOwnDie("one", "C0:03:00:00:00:01", major=2))
            async with heard(RadioSource(OwnBle(), Radio(QUICK))) as listener:
                lost = await listener.next("own-ble:one", Disconnected)
                assert isinstance(lost, Disconnected)
                assert lost.cause == "incompatible"
                assert "2" in lost.why
                die.roll(3)
            assert not [event for event in listener.heard if isinstance(event, RollStarted | Settled)]

    asyncio.run(whole())


class GoDiceWithoutServices(SimulatedGoDice):
    """Looks like a GoDice and offers nothing."""

    @property
    def services(self) -> tuple[Service, ...]:
        return ()


def test_a_die_without_the_right_characteristics_is_told_as_incompatible() -> None:
    async def whole() -> None:
        async with asyncio.timeout(60.0), private_air() as air:
            air.add(GoDiceWithoutServices(0x19CCE4))
            async with heard(RadioSource(GoDice(Shell.D6), Radio(QUICK))) as listener:
                lost = await listener.next("godice:19cce4", Disconnected)
                assert isinstance(lost, Disconnected)
                assert lost.cause == "incompatible"

    asyncio.run(whole())


def test_a_die_of_one_source_is_unknown_to_another() -> None:
    async def scenario(here: RadioTable) -> None:
        async with RadioSource(GoDice(Shell.D6), here.radio) as other:
            with pytest.raises(NoSuchDieError):
                await other.identify(ONE)
        with pytest.raises(ValueError, match="pixels"):
            await RadioSource(Pixels(), here.radio).__aenter__()

    play(scenario)


def test_what_is_not_wanted_is_only_seen() -> None:
    async def whole() -> None:
        async with asyncio.timeout(60.0), private_air() as air:
            air.add(SimulatedPixels(0x5E6F7081))
            air.add(SimulatedPixels(0x1A2B3C4D))
            async with heard(RadioSource(Pixels(), Radio(QUICK, wanted=ONE.__eq__))) as listener:
                await listener.next(TWO, Discovered)
                await listener.next(ONE, Connected)
                assert air.connects == 1
                assert [type(event) for event in listener.of(TWO)] == [Discovered]

    asyncio.run(whole())


def test_our_own_die_loses_no_roll_and_tells_no_wrong_one_over_a_link_that_spoils_bytes() -> None:
    chance = random.Random(5)  # noqa: S311  no secret

    def spoil(data: bytes) -> bytes:
        return bytes(byte ^ 1 << chance.randrange(8) if chance.random() < 0.003 else byte for byte in data)

    rolls = [chance.randint(1, 6) for _ in range(30)]

    async def whole() -> None:
        async with asyncio.timeout(60.0), private_air() as air:
            die = air.add(SimulatedOwnDie("one", "C0:03:00:00:00:01"))
            async with heard(RadioSource(OwnBle(), Radio(QUICK))) as listener:
                await listener.next("own-ble:one", Connected)
                air.corrupt(die, spoil)
                for count, face in enumerate(rolls, 1):
                    die.roll(face)
                    await listener.next("own-ble:one", Settled, count)
                settled = listener.of("own-ble:one", Settled)
                assert [event.face for event in settled if isinstance(event, Settled)] == rolls
                assert listener.of("own-ble:one", Disconnected) == []

    asyncio.run(whole())


def test_dice_that_are_connected_stay_so_while_another_program_keeps_the_scanner() -> None:
    async def scenario(here: RadioTable) -> None:
        here.air.occupy(occupied=True)
        await here.watch.until(RadioCause.BUSY)
        here.one.roll(4)
        await here.hear.next(ONE, Settled)
        here.air.drop_link(here.one)
        await here.lost(ONE, "gone")
        here.air.occupy(occupied=False)
        await here.hear.next(ONE, Reconnected)
        assert here.hear.of(TWO, Disconnected) == []

    play(scenario)


def test_a_kind_that_only_the_die_knows_is_told_once_and_kept() -> None:
    async def whole() -> None:
        async with asyncio.timeout(60.0), private_air() as air:
            die = air.add(SimulatedOwnDie("one", "C0:03:00:00:00:01"))
            async with heard(RadioSource(OwnBle(), Radio(QUICK))) as listener:
                await listener.next("own-ble:one", Connected)
                air.drop_link(die)
                await listener.next("own-ble:one", Reconnected)
                seen = listener.of("own-ble:one", Discovered)
                assert [event.kind for event in seen if isinstance(event, Discovered)] == [None, "d6"]

    asyncio.run(whole())
