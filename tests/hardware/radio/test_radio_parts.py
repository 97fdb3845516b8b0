"""The small parts of the radio: waits, sentences, and that the private service fails as the real one does."""

import asyncio
import random

import pytest
from bleak import BleakClient, BleakScanner
from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakDBusError,
    BleakError,
    BleakGATTProtocolError,
)

from hardware.radio.backoff import Backoff, BackoffTimes
from hardware.radio.dialogue import Advertisement
from hardware.radio.own import OwnBle
from hardware.radio.trouble import RadioCause, trouble_of
from hardware.simulation.pixels_die import SimulatedPixels
from hardware.simulation.private_bus import NoPrivateBusError, PrivateBus
from tests.contracts.dice_harness.radio_dice import private_air

WRITE = "a6b90003-7a5a-43f2-a962-350c8edc9b5b"


def test_waits_double_stay_within_their_bounds_and_follow_from_the_seed() -> None:
    waits = [Backoff(BackoffTimes(0.5, 8.0), random.Random(4)) for _ in range(2)]  # noqa: S311  no secret
    first, second = ([backoff.next_s() for _ in range(40)] for backoff in waits)
    assert first == second
    for failures, wait_s in enumerate(first):
        longest_s = min(0.5 * 2**failures, 8.0)
        assert longest_s / 2 <= wait_s <= longest_s
    assert waits[0].failures == 40
    waits[0].succeeded()
    assert waits[0].next_s() <= 0.5


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (BleakDBusError("org.freedesktop.DBus.Error.ServiceUnknown", ["no"]), RadioCause.NO_SERVICE),
        (BleakDBusError("org.bluez.Error.NotReady", []), RadioCause.OFF),
        (BleakDBusError("org.bluez.Error.InProgress", []), RadioCause.BUSY),
        (
            BleakBluetoothNotAvailableError("denied", BleakBluetoothNotAvailableReason.DENIED_BY_USER),
            RadioCause.DENIED,
        ),
        (FileNotFoundError(2, "no bus"), RadioCause.NO_BUS),
        (TimeoutError(), RadioCause.SILENT),
        (BleakError("strange things"), RadioCause.OTHER),
        (BleakError(), RadioCause.OTHER),
    ],
)
def test_every_error_of_the_radio_is_one_sentence(error: Exception, cause: RadioCause) -> None:
    trouble = trouble_of(error)
    assert trouble.cause == cause
    assert trouble.sentence.endswith(".")
    assert "\n" not in trouble.sentence


@pytest.mark.parametrize(("name", "die"), [("OurDie_a1-B2", "own-ble:a1-B2"), ("OurDie_", None), ("Pixel", None)])
def test_our_own_die_is_known_by_its_name(name: str, die: str | None) -> None:
    advertised_die = OwnBle().recognise(Advertisement("C0:00:00:00:00:01", name, -50))
    assert (None if advertised_die is None else advertised_die.die) == die


def test_without_dbus_daemon_the_private_bus_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoPrivateBusError, match="dbus-daemon"):
        PrivateBus().start()


def test_the_private_service_refuses_a_second_scanner_and_a_packet_that_is_too_long_as_bluez_does() -> None:
    async def whole() -> None:
        async with asyncio.timeout(30.0), private_air() as air:
            air.add(SimulatedPixels(0x1A2B3C4D))
            async with BleakScanner() as scanner:
                with pytest.raises(BleakDBusError, match="InProgress"):
                    await BleakScanner().start()
                device, _ = await anext(scanner.advertisement_data())
            async with BleakClient(device) as client:
                characteristic = client.services.get_characteristic(WRITE)
                assert characteristic is not None
                assert characteristic.max_write_without_response_size == 125
                with pytest.raises(BleakGATTProtocolError):
                    await client.write_gatt_char(characteristic, bytes(126), response=True)

    asyncio.run(whole())
