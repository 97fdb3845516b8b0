"""Our own die on real pseudo-terminals: bad wires, pulled plugs, other programs, other devices."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.events import BatteryLevel, Connected, Disconnected, Discovered, Reconnected, RollStarted, Settled
from hardware.simulation.own_firmware import OwnFirmware
from hardware.simulation.pty_die import PtyDie, rehearse_own_die
from hardware.simulation.pty_line import PtyLine
from hardware.source import DiceError, NoSuchDieError
from hardware.virtual import SeededFaces
from hardware.wire.line import LineError, open_line
from hardware.wire.own import OwnSerial
from hardware.wire.ports import WireTimes, usb_ports
from tests.contracts.dice_harness.guarantees import Listener, broken_promises
from tests.hardware.wire.noisy_line import NoisyLine, spoil

QUICK = WireTimes(hello_s=0.03, ping_s=2.0, missed_pings=3, reopen_s=0.01, list_s=0.01, silent_s=0.6)
DIE = "own-serial:ab12"
Scenario = Callable[[OwnSerial, Listener], Awaitable[None]]


def run(source: OwnSerial, scenario: Scenario) -> Listener:
    async def whole() -> Listener:
        async with asyncio.timeout(60), source, Listener(source) as listener:
            await scenario(source, listener)
        return listener

    listener = asyncio.run(whole())
    assert broken_promises(listener.heard, "own-serial") == []
    return listener


def faces(listener: Listener) -> list[int]:
    return [event.face for event in listener.of(DIE, Settled)]


async def until(true: Callable[[], bool]) -> None:
    """Let the loop go on until something is true that no event tells."""
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 (troubles are for looking at, nobody is told of them)
            await asyncio.sleep(0)


async def trouble(source: OwnSerial, port: Path) -> str:
    """What the source says of a port, once it does."""
    await until(lambda: str(port) in source.troubles)
    return source.troubles[str(port)]


@pytest.mark.parametrize("burst", [1, 12], ids=["one by one", "faster than they are heard"])
def test_500_rolls_over_a_wire_that_spoils_one_byte_in_2000_arrive_once_right_and_in_order(tmp_path: Path, burst: int):
    chance = random.Random(burst)  # noqa: S311 (no secret)
    rolled = [chance.randint(1, 6) for _ in range(500)]
    wire = NoisyLine(0.0005, seed=burst)
    source = OwnSerial([str(tmp_path / "die")], patience=QUICK)

    async def scenario(_: OwnSerial, listener: Listener) -> None:
        async with PtyDie(OwnFirmware("ab12", resend_s=0.02), tmp_path / "die") as die:
            spoil(die, wire)
            await listener.next(DIE, Connected)
            for start in range(0, len(rolled), burst):
                for face in rolled[start : start + burst]:
                    die.tumble()
                    die.rest(face)
                await listener.next(DIE, Settled, min(start + burst, len(rolled)))

    listener = run(source, scenario)
    assert wire.spoilt > 20
    assert faces(listener) == rolled
    assert listener.of(DIE, Disconnected) == []


def test_a_plug_pulled_and_put_back_in_the_middle_of_everything_loses_no_later_roll(tmp_path: Path):
    source = OwnSerial([str(tmp_path / "die")], patience=QUICK)

    async def scenario(_: OwnSerial, listener: Listener) -> None:
        async with PtyDie(OwnFirmware("ab12"), tmp_path / "die") as die:
            await listener.next(DIE, Connected)
            for count in range(1, 21):
                die.tumble()
                await listener.next(DIE, RollStarted, 2 * count - 1)
                die.line.send(b'$D1,99999,roll,{"n":9')
                die.line.unplug()
                lost = await listener.next(DIE, Disconnected, count)
                assert (lost.cause, str(tmp_path / "die") in lost.why) == ("unplugged", True)
                die.line.plug()
                await listener.next(DIE, Reconnected, count)
                die.tumble()
                die.rest(1 + count % 6)
                await listener.next(DIE, Settled, count)

    assert faces(run(source, scenario)) == [1 + count % 6 for count in range(1, 21)]


def test_a_die_that_starts_anew_under_way_prints_its_banner_and_goes_on(tmp_path: Path):
    source = OwnSerial([str(tmp_path / "die")], patience=QUICK)

    async def scenario(_: OwnSerial, listener: Listener) -> None:
        async with PtyDie(OwnFirmware("ab12", resend_s=0.02), tmp_path / "die") as die:
            await listener.next(DIE, Connected)
            for count in range(1, 6):
                die.rest(count)
                await listener.next(DIE, Settled, 2 * count - 1)
                die.restart()
                die.tumble()
                await listener.next(DIE, Reconnected, count)
                die.rest(6)
                await listener.next(DIE, Settled, 2 * count)

    listener = run(source, scenario)
    assert faces(listener) == [1, 6, 2, 6, 3, 6, 4, 6, 5, 6]
    assert len(listener.of(DIE, Reconnected)) == 5


def test_firmware_that_is_too_new_is_said_once_and_a_newer_program_would_take_it(tmp_path: Path):
    source = OwnSerial([str(tmp_path / "die")], patience=QUICK)
    firmware = OwnFirmware("ab12", major=2)

    async def scenario(source: OwnSerial, listener: Listener) -> None:
        async with PtyDie(firmware, tmp_path / "die") as die:
            lost = await listener.next(DIE, Disconnected)
            assert lost.cause == "incompatible"
            assert "version 2" in await trouble(source, tmp_path / "die")
            with pytest.raises(NoSuchDieError):
                await source.identify(DIE)
            die.tumble()
            die.rest(6)
            die.line.unplug()
            die.line.plug()
            die.firmware = OwnFirmware("ab12")
            await listener.next(DIE, Connected)
            assert [type(event) for event in listener.of(DIE)][:4] == [
                Discovered,
                Disconnected,
                Reconnected,
                Discovered,
            ]
            die.rest(2)
            await listener.next(DIE, Settled)

    listener = run(source, scenario)
    assert faces(listener) == [2]
    assert len(listener.of(DIE, Disconnected)) == 1


def test_a_die_that_falls_silent_is_lost_after_three_pings_and_back_when_it_speaks(tmp_path: Path):
    source = OwnSerial([str(tmp_path / "die")], patience=replace(QUICK, ping_s=0.2))
    pings: list[bytes] = []

    async def scenario(_: OwnSerial, listener: Listener) -> None:
        async with PtyDie(OwnFirmware("ab12"), tmp_path / "die") as die:
            await listener.next(DIE, Connected)
            hears = die.line._came
            die.line._came = pings.append
            lost = await listener.next(DIE, Disconnected)
            assert lost.cause == "gone"
            die.line._came = hears
            await listener.next(DIE, Reconnected)
            die.rest(4)
            await listener.next(DIE, Settled)

    assert faces(run(source, scenario)) == [4]
    assert b"".join(pings).count(b",ping,") >= 3


def test_a_port_that_another_program_holds_is_said_and_taken_when_it_is_free(tmp_path: Path):
    port = tmp_path / "die"
    source = OwnSerial([str(port)], patience=QUICK)

    async def whole() -> list[int]:
        async with asyncio.timeout(60), PtyDie(OwnFirmware("ab12"), port) as die, AsyncExitStack() as other:
            await other.enter_async_context(open_line(str(port)))
            async with source, Listener(source) as listener:
                assert await trouble(source, port) == f"another program holds {port}"
                await other.aclose()
                await listener.next(DIE, Connected)
                assert source.troubles == {}
                with pytest.raises(LineError, match="another program holds"):
                    await other.enter_async_context(open_line(str(port)))
                die.rest(3)
                await listener.next(DIE, Settled)
                return faces(listener)

    assert asyncio.run(whole()) == [3]


def test_ports_that_nobody_named_are_tried_and_let_go_where_nobody_answers(tmp_path: Path):
    ours, alien = tmp_path / "ours", tmp_path / "alien"
    heard_by_alien: list[bytes] = []
    source = OwnSerial(lister=lambda: [str(path) for path in tmp_path.iterdir()], patience=QUICK)

    async def scenario(source: OwnSerial, listener: Listener) -> None:
        stranger = PtyLine(alien, heard_by_alien.append)
        stranger.plug()
        try:
            assert "nobody" in await trouble(source, alien)
            async with open_line(str(alien)), PtyDie(OwnFirmware("ab12"), ours) as die:
                await listener.next(DIE, Connected)
                for count in (1, 2):
                    die.line.unplug()
                    await listener.next(DIE, Disconnected, count)
                    die.line.plug()
                    await listener.next(DIE, Reconnected, count)
        finally:
            stranger.unplug()

    run(source, scenario)
    assert 2 <= b"".join(heard_by_alien).count(b",hello,") <= 30


def test_a_stranger_that_was_pulled_out_is_tried_again_when_something_is_plugged_in(tmp_path: Path):
    port = tmp_path / "port"
    source = OwnSerial(lister=lambda: [str(path) for path in tmp_path.iterdir()], patience=QUICK)

    async def scenario(source: OwnSerial, listener: Listener) -> None:
        stranger = PtyLine(port, lambda data: None)
        stranger.plug()
        await trouble(source, port)
        stranger.unplug()
        await until(lambda: not source.troubles)
        async with PtyDie(OwnFirmware("ab12"), port):
            await listener.next(DIE, Connected)

    run(source, scenario)


def test_a_named_port_where_nobody_answers_is_said_and_kept(tmp_path: Path):
    port = tmp_path / "port"
    source = OwnSerial([str(port)], patience=QUICK)

    async def scenario(source: OwnSerial, listener: Listener) -> None:
        die = PtyDie(OwnFirmware("ab12"), port)
        hears, die.line._came = die.line._came, lambda data: None
        async with die:
            await until(lambda: "nobody" in source.troubles.get(str(port), ""))
            die.line._came = hears
            await listener.next(DIE, Connected)
            assert source.troubles == {}

    run(source, scenario)


def test_text_that_is_no_message_is_told_once_until_the_die_answers_again(tmp_path: Path):
    port = tmp_path / "die"
    source = OwnSerial([str(port)], patience=QUICK)
    fault = b'Traceback (most recent call last):\r\n  File "main.py", line 4, in <module>\r\nOSError: 5\r\n'

    async def scenario(source: OwnSerial, listener: Listener) -> None:
        async with PtyDie(OwnFirmware("ab12"), port) as die:
            await listener.next(DIE, Connected)
            assert source.troubles == {}
            die.line.send(fault[:50])
            die.line.send(fault[50:])
            told = await trouble(source, port)
            assert told.startswith(f"{port} prints “OSError: 5”, which is no message of a die of ours")
            die.rest(3)
            await listener.next(DIE, Settled)
            assert source.troubles == {}
            # What prints without end is not told again and again.
            die.line.send(fault * 3 + b"x" * 900)
            die.rest(4)
            await listener.next(DIE, Settled, 2)
            assert source.troubles == {}

    assert faces(run(source, scenario)) == [3, 4]


def test_what_prints_before_it_ever_answered_is_told_too(tmp_path: Path):
    port = tmp_path / "die"

    async def scenario(source: OwnSerial, listener: Listener) -> None:
        line = PtyLine(port, lambda data: line.send(b"ImportError: no module named 'imu'\n"))
        line.plug()
        assert "prints “ImportError: no module named 'imu'”" in await trouble(source, port)
        line.unplug()
        await until(lambda: "no message" not in source.troubles.get(str(port), ""))
        async with PtyDie(OwnFirmware("ab12"), port):
            await listener.next(DIE, Connected)
            assert source.troubles == {}

    run(OwnSerial([str(port)], patience=QUICK), scenario)


def test_ports_that_cannot_be_listed_do_not_stop_those_that_were_named(tmp_path: Path):
    def broken() -> list[str]:
        raise PermissionError("no /sys here")

    async def scenario(_: OwnSerial, listener: Listener) -> None:
        async with PtyDie(OwnFirmware("ab12"), tmp_path / "die"):
            await listener.next(DIE, Connected)

    run(OwnSerial([str(tmp_path / "die")], lister=broken, patience=QUICK), scenario)


def test_of_two_dice_that_say_they_are_the_same_only_the_first_is_told(tmp_path: Path):
    source = OwnSerial([str(tmp_path / "one"), str(tmp_path / "two")], patience=QUICK)

    async def scenario(source: OwnSerial, listener: Listener) -> None:
        async with PtyDie(OwnFirmware("ab12"), tmp_path / "one") as one:
            await listener.next(DIE, BatteryLevel)
            async with PtyDie(OwnFirmware("ab12"), tmp_path / "two") as two:
                await until(lambda: "too" in source.troubles.get(str(tmp_path / "two"), ""))
                two.rest(6)
                one.rest(2)
                await listener.next(DIE, Settled)
                assert listener.of(DIE, Disconnected) == []
                one.line.unplug()
                await listener.next(DIE, Reconnected)
                two.rest(5)
                await listener.next(DIE, Settled, 2)

    assert faces(run(source, scenario)) == [2, 5]


def test_a_part_that_breaks_ends_the_events_with_its_error(tmp_path: Path):
    def broken() -> list[str]:
        raise ZeroDivisionError

    async def whole() -> None:
        async with OwnSerial(lister=broken, patience=QUICK) as source:
            with pytest.raises(ZeroDivisionError):
                await anext(aiter(source.events()))

    asyncio.run(whole())


def test_why_a_port_does_not_open_is_one_sentence(tmp_path: Path):
    plain = tmp_path / "plain"
    plain.write_bytes(b"")

    async def why(port: Path) -> str:
        with pytest.raises(LineError) as caught:
            async with open_line(str(port)):
                pass
        return str(caught.value)

    assert asyncio.run(why(tmp_path / "none")) == f"there is no port {tmp_path / 'none'}"
    assert str(plain) in asyncio.run(why(plain))


def test_a_line_whose_plug_is_pulled_says_so_to_who_reads_and_to_who_writes(tmp_path: Path):
    async def whole() -> None:
        heard = bytearray()
        wire = PtyLine(tmp_path / "port", heard.extend)
        wire.plug()
        async with asyncio.timeout(60), open_line(str(tmp_path / "port")) as line:
            assert await line.read(0.0) == b""
            wire.send(b"once")
            assert await line.read(60.0) == b"once"
            wire.unplug()
            wire.send(b"nobody")
            with pytest.raises(LineError, match="unplugged"):
                await line.read(60.0)
            with pytest.raises(LineError, match="unplugged"):
                line.write(b"x")
        with pytest.raises(LineError):
            line.write(b"x")

    asyncio.run(whole())


def descriptors() -> int:
    return sum(1 for _ in Path("/dev/fd").iterdir())


def test_no_descriptor_is_left_open(tmp_path: Path):
    async def whole() -> None:
        source = OwnSerial([str(tmp_path / "die")], patience=QUICK)
        async with PtyDie(OwnFirmware("ab12"), tmp_path / "die") as die, source, Listener(source) as listener:
            for count in range(1, 6):
                await listener.next(DIE, Connected if count == 1 else Reconnected, max(count - 1, 1))
                die.line.unplug()
                await listener.next(DIE, Disconnected, count)
                die.line.plug()

    asyncio.run(whole())
    before = descriptors()
    asyncio.run(whole())
    assert descriptors() == before


def test_a_rehearsed_port_that_cannot_be_made_says_why_and_leaves_nothing(tmp_path: Path):
    before = descriptors()
    with pytest.raises(DiceError, match="cannot be put at"):
        PtyLine(tmp_path / "nowhere" / "port", lambda data: None).plug()
    assert descriptors() == before


def test_the_rehearsed_die_rolls_what_its_seed_says(tmp_path: Path):
    chance = SeededFaces("rehearsal", cocked=0.0, tumble_s=(0.0, 0.0))
    said: list[str] = []
    source = OwnSerial([str(tmp_path / "die")], patience=QUICK)

    async def scenario(_: OwnSerial, listener: Listener) -> None:
        rehearsal = asyncio.create_task(
            rehearse_own_die("ab12", tmp_path / "die", chance, pause_s=0.05, tell=said.append, rolls=5)
        )
        await listener.next(DIE, Settled, 3)
        await rehearsal

    told = faces(run(source, scenario))
    rolled = [chance.throw("ab12", count, 6).face for count in range(1, 6)]
    assert said == [f"ab12 is on {tmp_path / 'die'}", *(f"ab12 shows {face}" for face in rolled)]
    # The first ones may have come before the greeting, and then count for nothing.
    assert told == rolled[-len(told) :]


def test_the_ports_of_this_machine_can_be_listed():
    assert all(isinstance(port, str) for port in usb_ports())


def test_a_device_that_takes_nothing_stops_nobody(tmp_path: Path):
    """More is written than any buffer holds; what has no room is dropped, and the line still hears."""

    async def whole() -> bytes:
        wire = PtyLine(tmp_path / "port", lambda data: None)
        wire.plug()
        asyncio.get_running_loop().remove_reader(wire._ends[0])
        async with asyncio.timeout(60), open_line(str(tmp_path / "port")) as line:
            for _ in range(5000):
                line.write(b"$D1,1,hello,{}*00000000\n")
            wire.send(b"still here")
            heard = await line.read(60.0)
        wire.unplug()
        return heard

    assert asyncio.run(whole()) == b"still here"
