"""Reports of apps: both forms of the Pixels app, other programs, what is no report, and what the table is asked."""

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.app_dice import MAX_DICE_PER_PLAYER, AppDice, ReportError, faces_told, parse_report
from hardware.events import Cocked, Connected, Discovered, Moved, RollStarted, Settled
from tests.contracts.dice_harness.guarantees import broken_promises

# As `buildWebRequestParams` of the Pixels app has it.
PIXELS = {
    "timestamp": "2026-11-20T18:30:00.123Z", "appVersion": "2.3.0", "appBuild": "41", "profileName": "Signum",
    "actionValue": "", "pixelName": "Fafnir", "pixelId": 439041101, "faceValue": 5, "faceIndex": 4, "ledCount": 6,
    "colorway": "onyxBlack", "dieType": "d6", "firmwareTimestamp": 1735689600000, "rssi": -52, "batteryLevel": 84,
    "isCharging": False, "rollState": "rolled",
}  # fmt: skip
ADDRESS = b"value1=Fafnir&value2=&value3=5&value4=Signum"


def report(**changes):
    return json.dumps(PIXELS | changes).encode()


def heard(*reports, player="A"):
    """What a table hears of some reports, in order."""

    async def whole():
        source = AppDice()
        async with source:
            for data in reports:
                source.report(player, data)
        return [event async for event in source.events()]  # all since the start, for it is closed

    events = asyncio.run(whole())
    assert broken_promises(events, "app") == []
    return events


def kinds(events):
    return [type(event) for event in events]


def test_the_pixels_app_reports_a_roll_as_json():
    events = heard(report())
    assert kinds(events) == [Discovered, Connected, RollStarted, Settled]
    assert (events[0].name, events[0].kind, events[0].die) == ("Fafnir", "d6", "app:a-439041101")
    assert (events[3].face, events[3].evidence.data) == (5, report())
    assert events[3].confidence >= 0.95


def test_an_address_gives_a_face_alone_and_the_table_is_asked():
    settled = heard(ADDRESS)[-1]
    assert (settled.face, settled.die) == (5, "app:a-fafnir")
    assert settled.confidence < 0.95


@pytest.mark.parametrize(
    ("state", "wanted"),
    [("rolled", [RollStarted, Settled]), ("rolling", [RollStarted]), ("crooked", [RollStarted, Cocked]),
     ("onFace", [Moved]), ("handling", []), ("unknown", []), ("something new", [])],
)  # fmt: skip
def test_only_a_rolled_state_is_a_roll(state, wanted):
    assert kinds(heard(report(rollState=state)))[2:] == wanted


def test_a_die_that_rolls_and_rests_is_one_throw():
    assert kinds(heard(report(rollState="rolling", timestamp="1"), report(timestamp="2")))[2:] == [RollStarted, Settled]


def test_a_report_that_the_app_sends_twice_counts_once_and_a_second_roll_alike_counts():
    events = heard(report(), report(), report(timestamp="later"))
    assert kinds(events)[2:] == [RollStarted, Settled, RollStarted, Settled]


def test_two_players_dice_of_one_name_are_two_dice():
    async def whole():
        source = AppDice()
        async with source:
            return source.report("A", ADDRESS), source.report("B", ADDRESS)

    first, second = asyncio.run(whole())
    assert first != second


def test_other_programs_name_die_and_face():
    found = parse_report(b'{"die": "red", "face": 3, "kind": "d20", "state": "rolled"}')
    assert (found.name, found.face, found.kind, found.state) == ("red", 3, "d20", "rolled")
    assert parse_report("die=Кубик&face=2".encode()).face == 2


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"{", b"\xff", b"face=5", b"die=red", b"die=red&face=five", b'{"die": "red", "face": 2.5}',
     b'{"die": "red", "face": true}', b'{"die": 7, "face": null}', b"die=%00&face=1", b"die=red&face=-1",
     b'{"die": {"a": 1}, "face": 1}', b"[" * 900],
)  # fmt: skip
def test_what_is_no_report_says_what_was_expected(data):
    with pytest.raises(ReportError, match="such as"):
        parse_report(data)
    assert faces_told(data) == frozenset()


@given(st.binary(max_size=200))
def test_no_bytes_do_harm(data):
    try:
        found = parse_report(data)
    except ReportError:
        return
    assert found.name
    assert found.key


def test_a_face_is_read_again_from_its_report():
    assert faces_told(report()) == {5}
    assert faces_told(ADDRESS) == {5}


def test_a_player_has_no_end_of_dice():
    with pytest.raises(ReportError, match=str(MAX_DICE_PER_PLAYER)):
        heard(*(b"die=d%d&face=1" % number for number in range(MAX_DICE_PER_PLAYER + 1)))
