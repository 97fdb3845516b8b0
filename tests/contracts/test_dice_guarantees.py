"""The judge of the contract suite finds what is wrong, and nothing in what is right."""

from dataclasses import replace

import pytest

from hardware.events import (
    BatteryLevel,
    Cocked,
    Connected,
    DieEvent,
    Disconnected,
    Discovered,
    Evidence,
    EvidenceKind,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)
from tests.contracts.dice_harness.guarantees import broken_promises

E = Evidence(EvidenceKind.LINE, b"x")
SEEN = Discovered("a:1", "a", 1.0, "one")
CONNECTED = Connected("a:1", "a", 1.0)
ROLLING = RollStarted("a:1", "a", 2.0)
SETTLED = Settled("a:1", "a", 3.0, 4, 0.9, E, 1)
COCKED = Cocked("a:1", "a", 3.0, E)
MOVED = Moved("a:1", "a", 3.0, 4, E)
LOST = Disconnected("a:1", "a", 4.0, "out of range", "gone")
BACK = Reconnected("a:1", "a", 5.0)
START: list[DieEvent] = [SEEN, CONNECTED]


@pytest.mark.parametrize(
    "events",
    [
        [*START, ROLLING, SETTLED, MOVED],
        [*START, ROLLING, COCKED, replace(ROLLING, at_s=3.0), SETTLED, BatteryLevel("a:1", "a", 3.0, 50)],
        [*START, ROLLING, LOST, BACK, replace(ROLLING, at_s=5.0), replace(SETTLED, at_s=6.0)],
        [SEEN, replace(LOST, cause="incompatible"), BACK, replace(CONNECTED, at_s=6.0)],
        [*START, *(replace(event, die="a:2", at_s=0.0) for event in START), ROLLING, SETTLED],
    ],
)
def test_what_keeps_the_promises_passes(events: list[DieEvent]):
    assert broken_promises(events, "a") == []


@pytest.mark.parametrize(
    "events",
    [
        [CONNECTED],
        [SEEN, ROLLING],
        [SEEN, MOVED],
        [*START, SETTLED],
        [*START, COCKED],
        [*START, ROLLING, SETTLED, SETTLED],
        [*START, ROLLING, SETTLED, COCKED],
        [*START, ROLLING, SETTLED, replace(ROLLING, at_s=3.0), SETTLED],
        [*START, ROLLING, LOST, SETTLED],
        [*START, ROLLING, LOST, BACK, replace(SETTLED, at_s=6.0)],
        [*START, LOST, LOST],
        [*START, LOST, SEEN],
        [*START, LOST, BatteryLevel("a:1", "a", 9.0, 50)],
        [*START, BACK],
        [*START, CONNECTED],
        [*START, replace(LOST, cause="dunno")],
        [*START, replace(LOST, why=" ")],
        [*START, ROLLING, replace(SETTLED, at_s=1.5)],
        [*START, ROLLING, replace(SETTLED, confidence=1.1)],
        [*START, ROLLING, replace(SETTLED, evidence=Evidence(EvidenceKind.LINE, b""))],
        [*START, BatteryLevel("a:1", "a", 1.0, 101)],
        [replace(SEEN, source="b")],
        [replace(SEEN, die="b:1")],
    ],
)
def test_what_breaks_one_is_found(events: list[DieEvent]):
    assert len(broken_promises(events, "a")) >= 1
