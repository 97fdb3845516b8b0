"""What pictures of dice at rest tell of throws, and what they do not."""

import asyncio
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.referee.dice.tray_source import TrayDice
from companion.referee.dice.tray_tracker import ONLY_WITH_A_HAND, ROLLED_FREELY, UNREAD_PATIENCE_S, TrayTracker
from hardware.events import Cocked, Connected, Disconnected, Discovered, Reconnected, RollStarted, Settled
from hardware.rolls import CollectorPolicy
from tests.contracts.dice_harness.camera_dice import DictatedTray, leaning, read
from tests.contracts.dice_harness.guarantees import Listener, broken_promises
from vision.dice import (
    DiceReading,
    DiceSet,
    DieKind,
    Marks,
    ReadDie,
    TrayActivity,
    UnreadDie,
    UnreadReason,
    WatchState,
    dice_set,
)
from vision.trouble import Trouble, TroubleKind

THROWN = (TrayActivity.HAND, TrayActivity.MOVING)


class Under:
    """A tray under a camera; a tenth of a second from look to look."""

    def __init__(self, name="pips", of=None):
        self.told = []
        self.tray = TrayTracker(of or dice_set(name), self.told.append)
        self.now_s = 10.0
        self.image = np.zeros((200, 320, 3), np.uint8)

    def look(self, stir, reading=None, free=()):
        self.now_s += 0.1
        self.tray.look(WatchState(stir, 0, reading, frozenset(free)), self.image, self.now_s)

    def rest(self, *dice, by_hand=()):
        """Dice at rest, all free of hands but those named; what is told of it beyond first meetings."""
        before = len(self.told)
        read_ones = tuple(die for die in dice if isinstance(die, ReadDie))
        unread = tuple(die for die in dice if isinstance(die, UnreadDie))
        free = [die.centre_px for die in dice if die not in by_hand]
        self.look(TrayActivity.STILL, DiceReading(read_ones, unread), free)
        assert broken_promises(self.told, "camera") == []
        return [event for event in self.told[before:] if not isinstance(event, Discovered | Connected)]

    def stir(self, *stirs):
        for stir in stirs:
            self.look(stir)
        return self


@pytest.fixture
def under():
    return Under()


def results(events):
    return [
        (event.die, event.face if isinstance(event, Settled) else "cocked")
        for event in events
        if isinstance(event, Settled | Cocked)
    ]


def test_what_lies_there_at_first_was_not_thrown(under):
    assert under.rest(read(50, 6), leaning(150)) == []
    assert under.tray.dice == ("camera:1", "camera:2")


def test_dice_of_several_colours_say_their_kind_and_are_numbered_apart():
    kinds = {"attack": DieKind("red"), "tide": DieKind("blue")}
    under = Under(of=DiceSet("pool", Marks.PIPS, kinds=kinds))
    red, blue, unclear = replace(read(50, 6), kind="attack"), replace(read(150, 2), kind="tide"), read(250, 4)
    under.rest(red, blue, unclear)
    seen = {event.die: event.kind for event in under.told if isinstance(event, Discovered)}
    assert seen == {"camera:attack-1": "d6-attack", "camera:tide-1": "d6-tide", "camera:1": None}
    told = under.stir(*THROWN).rest(replace(read(50, 6), kind="tide"), replace(read(150, 2), kind="attack"), unclear)
    assert results(told) == [("camera:tide-1", 6), ("camera:attack-1", 2)], "another colour there is another die"


def test_the_number_of_a_coded_die_says_its_kind():
    kinds = {"attack": DieKind("red"), "tide": DieKind("blue")}
    under = Under(of=DiceSet("pool", Marks.CODED, kinds=kinds))
    under.rest(replace(read(50, 6, code="die-03"), kind="attack"), replace(read(150, 2, code="die-04"), kind="tide"))
    seen = {event.die: event.kind for event in under.told if isinstance(event, Discovered)}
    assert seen == {"camera:code-die-03": "d6-attack", "camera:code-die-04": "d6-tide"}


def test_dice_that_lie_elsewhere_were_thrown_and_the_others_were_not(under):
    under.rest(read(50, 6), read(150, 2))
    began_s = under.now_s
    told = under.stir(*THROWN).rest(read(50, 6), read(250, 2))
    assert [(type(event), event.die) for event in told] == [(RollStarted, "camera:2"), (Settled, "camera:2")]
    assert told[0].at_s == pytest.approx(began_s)
    assert told[1].face == 2
    assert told[1].confidence == pytest.approx(0.999 * ROLLED_FREELY)


def test_another_face_at_the_same_place_was_thrown(under):
    under.rest(read(50, 6))
    assert results(under.stir(*THROWN).rest(read(52, 1))) == [("camera:1", 1)]


def test_a_die_with_a_code_is_known_wherever_it_lies(under):
    under.rest(read(50, 6, code="7"), read(150, 2, code="9"))
    told = under.stir(*THROWN).rest(read(60, 5, code="9"), read(200, 6, code="7"))
    assert results(told) == [("camera:code-9", 5), ("camera:code-7", 6)]


def test_what_a_hand_was_near_is_too_unsure_to_be_taken_without_asking(under):
    """One die is thrown and one put down in the same stir: each is judged by itself."""
    under.rest()
    told = under.stir(*THROWN).rest(read(50, 6), read(150, 2), by_hand=[read(50, 6)])
    sure = {event.face: event.confidence for event in told if isinstance(event, Settled)}
    assert sure == {6: pytest.approx(0.999 * ONLY_WITH_A_HAND), 2: pytest.approx(0.999 * ROLLED_FREELY)}
    assert sure[6] < CollectorPolicy().sure_at < sure[2]


def test_a_die_that_is_read_late_keeps_what_was_known_of_its_coming(under):
    under.rest()
    unread = UnreadDie((50.0, 100.0), UnreadReason.UNCLEAR)
    under.stir(*THROWN).rest(unread, by_hand=[unread])
    (settled,) = under.rest(replace(read(50, 6), centre_px=(50.0, 100.0)))
    assert settled.confidence < CollectorPolicy().sure_at


def test_a_push_of_the_tray_is_no_throw(under):
    under.rest(read(50, 6), read(150, 2), read(220, 2))
    assert under.stir(TrayActivity.MOVING).rest(read(62, 6), read(162, 2), read(232, 2)) == []
    assert results(under.stir(*THROWN).rest(read(62, 6), read(162, 2), read(290, 2))) == [("camera:3", 2)]


def test_a_hand_over_dice_is_no_throw(under):
    under.rest(read(50, 6), read(150, 2))
    assert under.stir(TrayActivity.HAND).rest(read(50, 6), leaning(150, UnreadReason.COVERED)) == []
    assert under.stir(TrayActivity.HAND).rest(read(50, 6), read(150, 2)) == []


def test_a_die_that_one_picture_missed_was_not_thrown(under):
    under.rest(read(50, 6), read(150, 2))
    assert results(under.stir(*THROWN).rest(read(90, 3))) == [("camera:1", 3)]
    assert under.stir(TrayActivity.HAND).rest(read(90, 3), read(150, 2)) == []


def test_a_die_noticed_late_was_not_thrown(under):
    under.rest(read(50, 6))
    assert under.rest(read(50, 6), read(150, 2)) == []
    assert under.stir(TrayActivity.HAND).rest(read(50, 6), read(150, 2)) == []


def test_a_leaning_die_is_cocked_and_setting_it_upright_is_no_throw(under):
    under.rest()
    assert results(under.stir(*THROWN).rest(leaning(50))) == [("camera:1", "cocked")]
    assert under.stir(*THROWN).rest(read(51, 4), read(200, 6))[0].die == "camera:2"


def test_an_unclear_die_is_given_time_and_then_up(under):
    under.rest()
    assert [type(event) for event in under.stir(*THROWN).rest(leaning(50, UnreadReason.UNCLEAR))] == [RollStarted]
    assert results(under.rest(read(51, 4))) == [("camera:1", 4)]
    under.stir(*THROWN).rest(leaning(90, UnreadReason.OVERLAPPING))
    under.now_s += UNREAD_PATIENCE_S
    assert results(under.rest(leaning(90, UnreadReason.OVERLAPPING))) == [("camera:1", "cocked")]
    assert under.rest(read(90, 3)) == []


def test_an_unclear_die_that_is_touched_is_given_up(under):
    under.rest()
    under.stir(*THROWN).rest(leaning(50, UnreadReason.OVERLAPPING))
    under.stir(TrayActivity.HAND)
    assert results(under.told) == [("camera:1", "cocked")]
    assert under.rest(read(51, 6)) == []


def test_evidence_is_the_picture_of_the_die(under):
    under.rest()
    under.image[:, 240:] = 255
    _, settled = under.stir(*THROWN).rest(read(290, 6))
    crop = cv2.imdecode(np.frombuffer(settled.evidence.data, np.uint8), cv2.IMREAD_COLOR)
    assert crop.shape[0] == 73
    assert crop.mean() > 200


def test_symbols_that_two_faces_share_give_the_lower(under):
    symbols = Under("symbols")
    symbols.rest()
    die = ReadDie("shield", None, 0.99, (50.0, 50.0), 30.0, ())
    assert results(symbols.stir(*THROWN).rest(die)) == [("camera:1", 5)]


def test_a_camera_that_is_gone_loses_the_dice_and_what_they_did_meanwhile():
    tray = DictatedTray()
    source = TrayDice(tray.camera, tray.watch, dice_set("pips"))

    async def whole():
        async with asyncio.timeout(60), source, Listener(source) as listener:
            tray.rest(read(50, 6))
            await listener.next("camera:1", Connected)
            tray.camera.trouble = Trouble(TroubleKind.CAMERA_MISSING, "usb:0", "No camera is plugged in.")
            lost = await listener.next("camera:1", Disconnected)
            assert lost.why == "No camera is plugged in."
            tray.camera.trouble = None
            tray.stir(*THROWN)
            tray.rest(read(150, 2))
            await listener.next("camera:1", Reconnected)
            tray.stir(*THROWN)
            tray.rest(read(220, 3))
            assert (await listener.next("camera:1", Settled)).face == 3
            assert broken_promises(listener.heard, "camera") == []

    asyncio.run(whole())
