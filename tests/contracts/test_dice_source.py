"""What every dice source keeps, whatever its dice are made of."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import import_module
from pathlib import Path

import pytest

from hardware.events import (
    BatteryLevel,
    Cocked,
    Connected,
    DieEvent,
    Disconnected,
    Discovered,
    Moved,
    Reconnected,
    RollStarted,
    Settled,
)
from hardware.makes import MAKES
from hardware.source import CannotIdentifyError, NoSuchDieError
from tests.contracts.dice_harness.guarantees import Listener, broken_promises
from tests.contracts.dice_harness.harness import Can, Harness, Maker

FOLDER = Path(__file__).parent / "dice_harness"
MAKERS: list[Maker] = [
    maker
    for file in sorted(FOLDER.glob("*_dice.py"))
    for maker in import_module(f"tests.contracts.dice_harness.{file.stem}").MAKERS
]
SCENARIO_S = 60.0
Scenario = Callable[[Harness, Listener], Awaitable[None]]


@pytest.fixture(params=MAKERS, ids=lambda maker: maker.__name__)
def maker(request: pytest.FixtureRequest) -> Maker:
    return request.param


def test_every_make_is_held_to_the_contract():
    """A harness is called after the source that it makes, whatever stands behind it."""
    called = [maker.__name__.replace("_", "-") for maker in MAKERS]
    for source in (source for make in MAKES for source in make.sources):
        assert any(name == source or name.startswith(f"{source}-") for name in called), source


@asynccontextmanager
async def listening(harness: Harness) -> AsyncIterator[Listener]:
    """The source entered and heard; on leaving, its whole stream is held against the promises."""
    source = harness.source()
    async with source, Listener(source) as listener:
        yield listener
    assert broken_promises(listener.heard, source.name) == []


def play(maker: Maker, folder: Path, scenario: Scenario, *needs: Can) -> None:
    """One scenario, from nothing to nothing: no task and no thread is left."""

    async def whole() -> None:
        async with asyncio.timeout(SCENARIO_S), maker(folder) as harness:
            if lacking := [need.name for need in needs if need not in harness.cans]:
                pytest.skip(f"such dice cannot: {', '.join(lacking)}")
            async with listening(harness) as listener:
                await scenario(harness, listener)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    before = set(threading.enumerate())
    asyncio.run(whole())
    assert set(threading.enumerate()) <= before


async def both_connected(harness: Harness, listener: Listener) -> None:
    for die in harness.dice:
        await listener.next(die, Connected)


def faces(events: list[DieEvent]) -> list[int]:
    return [event.face for event in events if isinstance(event, Settled)]


def test_dice_are_seen_then_connected(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        await both_connected(harness, listener)
        for die in harness.dice:
            assert isinstance(listener.of(die)[0], Discovered)
            assert listener.of(die)[0].name
            assert len(listener.of(die, Connected)) == 1

    play(maker, tmp_path, scenario)


def test_every_face_arrives_as_rolled_once_and_in_order(maker: Maker, tmp_path: Path) -> None:
    rolled = [1, 2, 3, 4, 5, 6, 6, 1, 3, 3, 3, 2]

    async def scenario(harness: Harness, listener: Listener) -> None:
        first, second = harness.dice
        await both_connected(harness, listener)
        for count, face in enumerate(rolled, 1):
            await harness.roll(first, face)
            assert (await listener.next(first, Settled, count)).face == face
        await harness.roll(second, 4)
        await listener.next(second, Settled)
        assert faces(listener.of(first)) == rolled
        assert len(listener.of(first, RollStarted)) == len(rolled)
        assert faces(listener.of(second)) == [4]

    play(maker, tmp_path, scenario)


def test_two_dice_thrown_at_once_are_told_apart(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        first, second = harness.dice
        await both_connected(harness, listener)
        for count in range(1, 4):
            await asyncio.gather(harness.roll(first, count), harness.roll(second, 7 - count))
            await listener.next(first, Settled, count)
            await listener.next(second, Settled, count)
        assert faces(listener.of(first)) == [1, 2, 3]
        assert faces(listener.of(second)) == [6, 5, 4]

    play(maker, tmp_path, scenario)


def test_tumbling_is_told_before_the_rest(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        die, _ = harness.dice
        await both_connected(harness, listener)
        await harness.tumble(die)
        await listener.next(die, RollStarted)
        assert listener.of(die, Settled) == []
        await harness.roll(die, 5)
        assert (await listener.next(die, Settled)).face == 5

    play(maker, tmp_path, scenario, Can.TUMBLE_APART)


def test_a_roll_told_twice_counts_once(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        die, _ = harness.dice
        await both_connected(harness, listener)
        await harness.roll(die, 5)
        await listener.next(die, Settled)
        await harness.tell_again(die)
        await harness.tell_again(die)
        await harness.roll(die, 5)
        await listener.next(die, Settled, 2)
        await harness.tell_again(die)
        await harness.roll(die, 2)
        await listener.next(die, Settled, 3)
        assert faces(listener.of(die)) == [5, 5, 2]

    play(maker, tmp_path, scenario, Can.REPEAT)


def test_a_cocked_die_has_no_face(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        die, _ = harness.dice
        await both_connected(harness, listener)
        await harness.cock(die)
        await listener.next(die, Cocked)
        await harness.roll(die, 3)
        await listener.next(die, Settled)
        results = [event for event in listener.of(die) if isinstance(event, Cocked | Settled)]
        assert [type(event) for event in results] == [Cocked, Settled]

    play(maker, tmp_path, scenario, Can.COCK)


def test_a_die_turned_by_hand_was_not_rolled(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        die, _ = harness.dice
        await both_connected(harness, listener)
        await harness.move(die, 6)
        moved = await listener.next(die, Moved)
        assert moved.face in {6, None}
        await harness.roll(die, 1)
        await listener.next(die, Settled)
        await harness.move(die, 4)
        await listener.next(die, Moved, 2)
        assert faces(listener.of(die)) == [1]

    play(maker, tmp_path, scenario, Can.MOVE)


def test_a_lost_die_is_told_and_comes_back_as_itself(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        die, other = harness.dice
        await both_connected(harness, listener)
        await harness.roll(die, 2)
        await listener.next(die, Settled)
        for count in (1, 2):
            await harness.lose(die)
            await listener.next(die, Disconnected, count)
            await harness.roll(other, 6)
            await listener.next(other, Settled, count)
            await harness.bring_back(die)
            await listener.next(die, Reconnected, count)
            await harness.roll(die, 3)
            await listener.next(die, Settled, 1 + count)
        assert faces(listener.of(die)) == [2, 3, 3]
        assert len(listener.of(die, Connected)) == 1
        assert listener.of(other, Disconnected) == []

    play(maker, tmp_path, scenario, Can.LOSE)


def test_a_roll_that_began_before_the_loss_gives_no_result(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        die, _ = harness.dice
        await both_connected(harness, listener)
        await harness.tumble(die)
        await listener.next(die, RollStarted)
        await harness.lose(die)
        await listener.next(die, Disconnected)
        await harness.bring_back(die)
        await listener.next(die, Reconnected)
        await harness.roll(die, 4)
        await listener.next(die, Settled)
        assert faces(listener.of(die)) == [4]

    play(maker, tmp_path, scenario, Can.LOSE, Can.TUMBLE_APART)


def test_what_a_die_did_while_it_was_lost_does_not_count(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        die, _ = harness.dice
        await both_connected(harness, listener)
        await harness.roll(die, 1)
        await listener.next(die, Settled)
        await harness.lose(die)
        await listener.next(die, Disconnected)
        await harness.roll(die, 6)
        await harness.bring_back(die)
        await listener.next(die, Reconnected)
        await harness.roll(die, 2)
        await listener.until(lambda: 2 in faces(listener.of(die)), "the roll after it came back")
        assert faces(listener.of(die)) == [1, 2]

    play(maker, tmp_path, scenario, Can.LOSE, Can.FORGET)


def test_a_die_that_is_away_at_first_is_found_when_it_comes(maker: Maker, tmp_path: Path) -> None:
    async def whole() -> None:
        async with asyncio.timeout(SCENARIO_S), maker(tmp_path) as harness:
            if Can.LOSE not in harness.cans:
                pytest.skip("such dice are always there")
            die, other = harness.dice
            await harness.lose(die)
            async with listening(harness) as listener:
                await listener.next(other, Connected)
                assert listener.of(die, Connected) == []
                await harness.bring_back(die)
                await listener.next(die, Connected)
                await harness.roll(die, 6)
                await listener.next(die, Settled)

    asyncio.run(whole())


def test_damaged_input_gives_no_event(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        die, _ = harness.dice
        await both_connected(harness, listener)
        before = listener.of(die, Moved) + listener.of(die, Cocked)
        for count in range(1, 4):
            await harness.damage(die)
            await harness.roll(die, 2)
            await listener.next(die, Settled, count)
        assert faces(listener.of(die)) == [2, 2, 2]
        assert len(listener.of(die, RollStarted)) == 3
        assert listener.of(die, Moved) + listener.of(die, Cocked) == before
        assert listener.of(die, Disconnected) == []

    play(maker, tmp_path, scenario, Can.DAMAGE)


def test_the_battery_is_told(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        die, _ = harness.dice
        await both_connected(harness, listener)
        await harness.drain(die, 41)
        await listener.until(
            lambda: any(event.percent == 41 for event in listener.of(die, BatteryLevel)), "a battery of 41 percent"
        )

    play(maker, tmp_path, scenario, Can.BATTERY)


def test_a_die_shows_itself(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        die, other = harness.dice
        await both_connected(harness, listener)
        await harness.source().identify(die)
        # What the die did can only be asked once it did something that is told.
        await harness.roll(die, 1)
        await listener.next(die, Settled)
        assert harness.shown(die) == 1
        assert harness.shown(other) == 0

    play(maker, tmp_path, scenario, Can.IDENTIFY)


def test_what_cannot_show_itself_says_so(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        await both_connected(harness, listener)
        if Can.IDENTIFY in harness.cans:
            pytest.skip("such dice can")
        with pytest.raises(CannotIdentifyError, match=r"\S"):
            await harness.source().identify(harness.dice[0])

    play(maker, tmp_path, scenario)


def test_a_die_that_is_not_there_cannot_show_itself(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        await both_connected(harness, listener)
        source = harness.source()
        with pytest.raises(NoSuchDieError, match=r"\S"):
            await source.identify(f"{source.name}:nobody")
        if Can.LOSE in harness.cans:
            await harness.lose(harness.dice[0])
            await listener.next(harness.dice[0], Disconnected)
            with pytest.raises(NoSuchDieError, match=r"\S"):
                await source.identify(harness.dice[0])

    play(maker, tmp_path, scenario)


def test_the_events_end_when_it_is_left(maker: Maker, tmp_path: Path) -> None:
    async def whole() -> None:
        async with asyncio.timeout(SCENARIO_S), maker(tmp_path) as harness, AsyncExitStack() as entered:
            source = await entered.enter_async_context(harness.source())
            async with Listener(source) as listener:
                await both_connected(harness, listener)
                await harness.roll(harness.dice[0], 5)
                await listener.next(harness.dice[0], Settled)
                await entered.aclose()
                await listener.until(lambda: listener.ended, "the end of the events")

    asyncio.run(whole())


def test_leaving_at_once_leaves_nothing_behind(maker: Maker, tmp_path: Path) -> None:
    async def scenario(harness: Harness, listener: Listener) -> None:
        pass

    play(maker, tmp_path, scenario)


def test_nothing_happens_before_it_is_entered(maker: Maker, tmp_path: Path) -> None:
    async def whole() -> None:
        async with maker(tmp_path) as harness:
            before = asyncio.all_tasks(), set(threading.enumerate())
            source = harness.source()
            assert source.name
            assert all(die.startswith(source.name + ":") for die in harness.dice)
            assert harness.source() is source
            assert (asyncio.all_tasks(), set(threading.enumerate())) == before

    asyncio.run(whole())
