"""Dice made of nothing, and dice that a person reads."""

import asyncio
from collections import Counter

import pytest

from hardware.events import Cocked, Connected, DieEvent, Discovered, EvidenceKind, RollStarted, Settled
from hardware.manual import ManualDice
from hardware.source import CannotIdentifyError, DiceError, NoSuchDieError
from hardware.virtual import SeededFaces, VirtualDice
from tests.contracts.dice_harness.guarantees import Listener


def thrown(seed: str, throws: int) -> list[tuple[int | None, bytes]]:
    """Faces and evidence of one virtual die thrown so often."""

    async def whole() -> list[DieEvent]:
        dice = VirtualDice(1, SeededFaces(seed, cocked=0.1, tumble_s=(0.0, 0.0)))
        async with dice, Listener(dice) as listener:
            for count in range(1, throws + 1):
                dice.throw()
                await listener.until(lambda least=count: len(ends(listener.heard)) >= least, "an end")
        return ends(listener.heard)

    return [(getattr(event, "face", None), event.evidence.data) for event in asyncio.run(whole())]


def ends(events: list[DieEvent]) -> list[DieEvent]:
    return [event for event in events if isinstance(event, Settled | Cocked)]


def test_the_same_seed_throws_the_same_and_another_does_not():
    assert thrown("a", 40) == thrown("a", 40)
    assert thrown("a", 40) != thrown("b", 40)


def test_the_evidence_of_a_throw_is_enough_to_do_it_again():
    for face, evidence in thrown("my seed", 20):
        seed, die, count = evidence.decode().rsplit("/", 2)
        assert SeededFaces(seed, cocked=0.1).throw(die, int(count), 6).face == face


def test_seeded_throws_are_fair_as_far_as_60000_can_tell():
    chance = SeededFaces("fair", cocked=0.02)
    faces = Counter(chance.throw("virtual:1", count, 6).face for count in range(60_000))
    leaning = faces.pop(None)
    assert 1000 < leaning < 1400
    expected = faces.total() / 6
    chi_square = sum((count - expected) ** 2 / expected for count in faces.values())
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    # Five degrees of freedom: a fair die passes this in all but one of 10,000 runs, and this run is always the same.
    assert chi_square < 25.7


def test_a_tumble_takes_as_long_as_was_said():
    chance = SeededFaces("long", tumble_s=(0.6, 1.4))
    tumbles = [chance.throw("virtual:1", count, 6).tumble_s for count in range(1000)]
    assert 0.6 <= min(tumbles) < 0.65
    assert 1.35 < max(tumbles) <= 1.4


def test_all_virtual_dice_are_thrown_together_and_those_away_are_not():
    async def whole() -> None:
        dice = VirtualDice(8, SeededFaces("eight", cocked=0.0, tumble_s=(0.0, 0.01)))
        async with dice, Listener(dice) as listener:
            dice.lose("virtual:3")
            dice.throw()
            await listener.until(lambda: len(ends(listener.heard)) == 7, "seven results")
            assert {event.die for event in ends(listener.heard)} == set(dice.dice) - {"virtual:3"}
            with pytest.raises(NoSuchDieError):
                dice.throw("virtual:3")
            with pytest.raises(CannotIdentifyError):
                await dice.identify("virtual:1")

    asyncio.run(whole())


def entered(*throws: list[int | None]) -> list[DieEvent]:
    async def whole() -> list[DieEvent]:
        dice = ManualDice()
        async with dice:
            for faces in throws:
                dice.enter(faces, " Greer's player ")
        return [event async for event in dice.events()]

    return asyncio.run(whole())


def test_entered_faces_are_marked_with_who_read_them():
    events = entered([3, None, 6])
    results = [(event.die, getattr(event, "face", None), event.evidence) for event in ends(events)]
    assert [(die, face) for die, face, _ in results] == [("manual:1", 3), ("manual:2", None), ("manual:3", 6)]
    assert {(evidence.kind, evidence.data) for *_, evidence in results} == {(EvidenceKind.HAND, b"Greer's player")}


def test_dice_are_added_when_a_throw_needs_them():
    events = entered([1], [2, 2], [3])
    assert [event.die for event in events if isinstance(event, Discovered)] == ["manual:1", "manual:2"]
    assert [event.die for event in events if isinstance(event, Connected)] == ["manual:1", "manual:2"]
    assert [(event.die, event.face) for event in ends(events)] == [
        ("manual:1", 1),
        ("manual:1", 2),
        ("manual:2", 2),
        ("manual:1", 3),
    ]
    assert len([event for event in events if isinstance(event, RollStarted)]) == 4


def test_a_throw_with_a_face_that_no_die_has_is_refused_whole():
    async def whole() -> list[DieEvent]:
        dice = ManualDice()
        async with dice:
            for faces, who in (([3, 7], "Ada"), ([0], "Ada"), ([3], " ")):
                with pytest.raises(DiceError, match=r"no \d|name"):
                    dice.enter(faces, who)
            with pytest.raises(NoSuchDieError):
                dice.enter_one("manual:9", 3, "Ada")
            with pytest.raises(NoSuchDieError):
                await dice.identify("manual:9")
        return [event async for event in dice.events()]

    assert ends(asyncio.run(whole())) == []
