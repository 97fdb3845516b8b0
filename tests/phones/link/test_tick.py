"""What leaves at one tick: everything together, whatever the work before it took."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.phones.link.tick import AGAIN_S, CALM_S, LONGEST_S, MAX_MISSED, SHORTEST_S, STEP, STILL_S, Tick
from tests.phones.simulated_network import run

EPSILON_S = 1e-9
SHORT = st.floats(0.0, SHORTEST_S / 8)
PHASE = st.floats(0.0, SHORTEST_S, exclude_max=True)


class Letter:
    """Something to be sent."""

    def __init__(self):
        self.left_s = None

    def release(self):
        self.left_s = asyncio.get_running_loop().time()


def takes(seconds):
    """What comes next takes so long on the clock."""
    asyncio.get_running_loop().pass_by(seconds)


def ticking(make=lambda: iter(())):
    tick = Tick(make)
    tick.stand = asyncio.get_running_loop().pass_by
    return tick


class TickTable:
    """Boards whose making takes time, and each of which then has a letter to send."""

    def __init__(self, costs_s):
        self.costs_s = costs_s
        self.tick = ticking(self._make)
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


async def changed(costs_s, at_s=0.0):
    """How long after a change its boards leave, all together; of a table that begins."""
    return await changed_at(TickTable(costs_s), at_s)


async def changed_at(table, at_s=0.0):
    loop = asyncio.get_running_loop()
    await asyncio.sleep(LONGEST_S - loop.now_s % LONGEST_S + at_s)
    began_s = loop.now_s
    table.tick.want()
    await asyncio.sleep(10 * LONGEST_S)
    return table.left_s() - began_s


@settings(deadline=None, max_examples=60)
@given(st.lists(SHORT, min_size=1, max_size=6), PHASE)
def test_all_boards_of_a_change_leave_at_one_tick_that_does_not_tell_what_each_took(costs_s, at_s):
    free, dear = (run(changed(costs, at_s)) for costs in ([0.0] * len(costs_s), costs_s))
    assert dear == pytest.approx(free, abs=EPSILON_S)


@settings(deadline=None, max_examples=60)
@given(SHORT, PHASE)
def test_an_intent_is_begun_and_answered_at_ticks_whatever_it_takes(cost_s, at_s):
    async def answered(cost_s):
        table, letter, loop = TickTable([0.0]), Letter(), asyncio.get_running_loop()
        loop.pass_by(at_s)
        began_s = loop.now_s

        async def submit():
            await table.tick.begin("A")
            begun_s = loop.now_s
            takes(cost_s)
            table.tick.want()
            table.tick.hold(letter)
            return begun_s

        begun_s = await asyncio.create_task(submit())
        await asyncio.sleep(1.0)
        assert letter.left_s == table.left_s(), "the answer and the boards leave together"
        return begun_s - began_s, letter.left_s - began_s

    assert run(answered(cost_s)) == pytest.approx(run(answered(0.0)), abs=EPSILON_S)


@settings(deadline=None, max_examples=60)
@given(st.floats(0.0, 0.9 * STILL_S), PHASE)
def test_what_is_in_the_way_at_the_last_moment_does_not_move_the_tick(cost_s, at_s):
    """Such as another phone's request, that came while the boards were made and is looked at after them."""

    async def left(cost_s):
        table, loop = TickTable([0.0]), asyncio.get_running_loop()
        await asyncio.sleep(SHORTEST_S - loop.now_s % SHORTEST_S + at_s)
        for turn in range(1, 4):
            loop.call_at(table.tick.next_s() + turn * SHORTEST_S - STILL_S - 1e-6, takes, cost_s)
        table.tick.want()
        await asyncio.sleep(1.0)
        return table.left_s()

    assert run(left(cost_s)) == pytest.approx(run(left(0.0)), abs=EPSILON_S)


def test_what_is_in_the_way_for_longer_is_not_told_by_how_long():
    async def left(cost_s):
        table, loop = TickTable([0.0]), asyncio.get_running_loop()
        await asyncio.sleep(SHORTEST_S - loop.now_s % SHORTEST_S)
        due_s = table.tick.next_s() + SHORTEST_S
        loop.call_at(due_s - STILL_S - 1e-6, takes, cost_s)
        table.tick.want()
        await asyncio.sleep(1.0)
        return table.left_s() - due_s, table.tick.period_s

    for cost_s in (STILL_S + 1e-4, STILL_S + 0.002, STILL_S + 0.004):
        assert run(left(cost_s)) == pytest.approx((AGAIN_S, SHORTEST_S), abs=EPSILON_S)


def test_those_who_play_do_not_wait_for_ever_while_something_is_in_the_way():
    async def left():
        table, loop = TickTable([0.0]), asyncio.get_running_loop()

        def busy():
            takes(0.9 * AGAIN_S)
            loop.call_soon(busy)

        began_s = loop.now_s
        table.tick.want()
        loop.call_soon(busy)
        await asyncio.sleep(1.0)
        return table.left_s() - began_s

    assert MAX_MISSED * AGAIN_S < run(left()) < 5 * MAX_MISSED * AGAIN_S


@pytest.mark.parametrize("spread", [1, 4])
def test_work_longer_than_a_tick_keeps_everything_back_and_twice_makes_ticks_longer(spread):
    async def overdone():
        table, loop = TickTable([1.4 * SHORTEST_S / spread] * spread), asyncio.get_running_loop()
        found = []
        for _ in range(2):
            other = Letter()
            await asyncio.sleep(SHORTEST_S - loop.now_s % SHORTEST_S)
            began_s = loop.now_s
            table.tick.want()
            loop.call_at(began_s + 1.5 * SHORTEST_S, table.tick.hold, other)  # written while the work lasts
            await asyncio.sleep(1.0)
            found.append((table.left_s() - began_s, other.left_s - began_s))
        return found, table.tick.period_s

    found, period_s = run(overdone())
    for boards_s, other_s in found:
        assert other_s == boards_s, "nobody sees when it was done"
        assert boards_s > 2 * SHORTEST_S
    assert period_s == pytest.approx(SHORTEST_S * STEP)


@pytest.mark.parametrize("over_s", [0.0001, 0.003, 0.008])
def test_work_that_ends_a_little_late_is_not_told_by_how_little(over_s):
    async def late():
        return round(await changed([SHORTEST_S + over_s]), 9)

    assert run(late()) == pytest.approx(3 * SHORTEST_S, abs=EPSILON_S)


@pytest.mark.parametrize("over_s", [0.0001, 0.003, 0.008])
def test_what_is_written_in_the_turn_after_is_not_told_by_how_late_either(over_s):
    """At the end of a pause those who were held go on a turn later, and take their time to say what became of it."""

    async def roused():
        tick, letter, loop = ticking(), Letter(), asyncio.get_running_loop()
        await asyncio.sleep(SHORTEST_S - loop.now_s % SHORTEST_S)
        began_s = loop.now_s

        def answer():
            takes(SHORTEST_S + over_s)
            tick.hold(letter)

        await tick.begin("", rouses=True)
        loop.call_soon(answer)
        await asyncio.sleep(1.0)
        return letter.left_s - began_s

    assert run(roused()) == pytest.approx(3 * SHORTEST_S, abs=EPSILON_S)


def test_one_that_was_too_long_now_and_then_is_forgiven():
    async def now_and_then():
        table = TickTable([])
        for _ in range(6):
            for costs_s in ([1.2 * SHORTEST_S], *[[0.0]] * 4):
                table.costs_s = costs_s
                await changed_at(table)
        return table.tick.period_s

    assert run(now_and_then()) == SHORTEST_S


def test_ticks_get_no_longer_than_people_bear_and_shorter_again_step_by_step():
    async def calm():
        table = TickTable([5 * LONGEST_S])
        for _ in range(20):
            await changed_at(table)
        longest_s, periods = table.tick.period_s, []
        table.costs_s = [0.0]
        while table.tick.period_s > SHORTEST_S:
            await asyncio.sleep(CALM_S)
            await changed_at(table)
            periods.append(table.tick.period_s)
        return longest_s, periods

    longest_s, periods = run(calm())
    assert longest_s == LONGEST_S
    assert periods == sorted(periods, reverse=True)
    assert len(periods) >= 3, "not all at once"
    assert periods[-1] == SHORTEST_S


def test_each_gets_one_turn_at_a_tick_so_that_nobody_fills_it():
    async def turns():
        tick, loop, begun = ticking(), asyncio.get_running_loop(), []

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
    class Broken(TickTable):
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
        tick, letter = ticking(), Letter()
        tick.hold(letter)
        await asyncio.sleep(0.1)
        return tick._timer

    assert run(idle()) is None
