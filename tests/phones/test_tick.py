"""What leaves at one tick: everything together, whatever the work before it took."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.phones.tick import CALM_S, LONGEST_S, SHORTEST_S, STEP, Tick
from tests.phones.wire import run

EPSILON_S = 1e-9
SHORT = st.floats(0.0, SHORTEST_S / 8)


class Letter:
    """Something to be sent."""

    def __init__(self):
        self.left_s = None

    def release(self):
        self.left_s = asyncio.get_running_loop().time()


def takes(seconds):
    """What comes next takes so long on the clock."""
    asyncio.get_running_loop().now_s += seconds


class Table:
    """Boards whose making takes time, and each of which then has a letter to send."""

    def __init__(self, costs_s):
        self.costs_s = costs_s
        self.tick = Tick(self._make)
        self.letters = []

    def _make(self):
        made = []
        for cost_s in self.costs_s:
            takes(cost_s)
            made.append(Letter())
            yield
        for letter in made:
            self.tick.hold(letter)
        self.letters = made

    def left_s(self):
        (left,) = {letter.left_s for letter in self.letters}
        return left


async def changed(table, at_s=0.0):
    """How long after a change its boards leave, all together."""
    loop = asyncio.get_running_loop()
    loop.now_s += SHORTEST_S - loop.now_s % SHORTEST_S + at_s
    began_s = loop.now_s
    table.tick.want()
    await asyncio.sleep(1.0)
    return table.left_s() - began_s


@settings(deadline=None, max_examples=60)
@given(st.lists(SHORT, min_size=1, max_size=6), st.floats(0.0, SHORTEST_S, exclude_max=True))
def test_all_boards_of_a_change_leave_at_one_tick_that_does_not_tell_what_each_took(costs_s, at_s):
    free, dear = ([0.0] * len(costs_s), costs_s)
    assert run(changed(Table(dear), at_s)) == pytest.approx(run(changed(Table(free), at_s)), abs=EPSILON_S)


@settings(deadline=None, max_examples=60)
@given(SHORT, st.floats(0.0, SHORTEST_S, exclude_max=True))
def test_a_wish_is_begun_and_answered_at_ticks_whatever_it_takes(cost_s, at_s):
    async def answered(cost_s):
        table, letter, loop = Table([0.0]), Letter(), asyncio.get_running_loop()
        loop.now_s += at_s
        began_s = loop.now_s

        async def wish():
            await table.tick.begin("A")
            begun_s = loop.now_s
            takes(cost_s)
            table.tick.want()
            table.tick.hold(letter)
            return begun_s

        begun_s = await asyncio.create_task(wish())
        await asyncio.sleep(1.0)
        assert letter.left_s == table.left_s(), "the answer and the boards leave together"
        return begun_s - began_s, letter.left_s - began_s

    assert run(answered(cost_s)) == pytest.approx(run(answered(0.0)), abs=EPSILON_S)


@pytest.mark.parametrize("spread", [1, 4])
def test_work_longer_than_a_tick_keeps_everything_back_and_makes_ticks_longer(spread):
    async def overdone():
        table, other, loop = Table([1.4 * SHORTEST_S / spread] * spread), Letter(), asyncio.get_running_loop()
        began_s = loop.now_s
        table.tick.want()
        loop.call_at(began_s + 1.5 * SHORTEST_S, table.tick.hold, other)  # written while the work lasts
        await asyncio.sleep(1.0)
        return table.left_s() - began_s, other.left_s - began_s, table.tick.period_s

    boards_s, other_s, period_s = run(overdone())
    assert other_s == boards_s, "nobody sees when it was done"
    assert boards_s >= 2 * SHORTEST_S
    assert period_s == pytest.approx(SHORTEST_S * STEP)


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_work_that_ends_a_little_late_is_not_told_by_how_little(turns):
    """What was told may take its time to write, and be done before the loop comes to look at the clock."""

    class Slow(Table):
        def __init__(self, by_s):
            super().__init__([])
            self.by_s = by_s

        def _make(self):
            self.letters = [Letter()]
            yield
            self._write(turns)

        def _write(self, turns):
            if turns:
                asyncio.get_running_loop().call_soon(self._write, turns - 1)
                return
            takes(SHORTEST_S + self.by_s)
            self.tick.hold(self.letters[0])

    async def late(by_s):
        table = Slow(by_s)
        return round(await changed(table), 9), table.tick.period_s

    found = {run(late(by_s)) for by_s in (0.0001, 0.003, 0.008)}
    assert len(found) == 1
    assert {period_s for _, period_s in found} == {SHORTEST_S * STEP}


def test_ticks_get_no_longer_than_people_bear_and_shorter_again_step_by_step():
    async def calm():
        table = Table([5 * LONGEST_S])
        for _ in range(6):
            await changed(table)
        longest_s, periods = table.tick.period_s, []
        table.costs_s = [0.0]
        while table.tick.period_s > SHORTEST_S:
            await asyncio.sleep(CALM_S)
            await changed(table)
            periods.append(table.tick.period_s)
        return longest_s, periods

    longest_s, periods = run(calm())
    assert longest_s == LONGEST_S
    assert periods == sorted(periods, reverse=True)
    assert len(periods) >= 3, "not all at once"
    assert periods[-1] == SHORTEST_S


def test_each_gets_one_turn_at_a_tick_so_that_nobody_fills_it():
    async def turns():
        tick, loop, begun = Tick(), asyncio.get_running_loop(), []

        async def work(who):
            await tick.begin(who)
            begun.append((round((loop.now_s - began_s) / SHORTEST_S), who))

        began_s = loop.now_s
        tasks = [loop.create_task(work(who)) for who in ("A", "A", "A", "B")]
        given_up = loop.create_task(work("C"))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.gather(*tasks)
        return sorted(begun)

    assert run(turns()) == [(1, "A"), (1, "B"), (2, "A"), (3, "A")]


def test_what_cannot_be_made_does_not_stop_the_ticks():
    class Broken(Table):
        def _make(self):
            yield
            raise KeyError("nonsense")

    async def broken():
        table, letter = Broken([]), Letter()
        table.tick.want()
        await asyncio.sleep(0.1)
        table.tick.hold(letter)
        await asyncio.sleep(0.1)
        return letter.left_s

    assert run(broken()) is not None


def test_nothing_runs_while_nobody_waits():
    async def idle():
        tick, letter = Tick(), Letter()
        tick.hold(letter)
        await asyncio.sleep(0.1)
        return tick._timer

    assert run(idle()) is None
