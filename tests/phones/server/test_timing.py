"""When a seat's phone hears of something does not tell how long the table worked on cards that are hidden from it.

The games of the leak tests are played once more on the clock that jumps; but here work takes time on it, and how much
hangs on the hidden cards: boards of the other seats, what is decided and written down.
"""

import asyncio
import json
import random
import re
import zlib
from dataclasses import replace

import pytest

from companion.games.command import SPECTATOR
from companion.phones.link.tick import SHORTEST_S, STILL_S, Tick
from companion.phones.pages.pages import Pages
from companion.record.record import Record
from tests.phones.game_pairs import PAUSE_S, Script, World, came_out, otherwise, tricky
from tests.phones.moments import moment
from tests.phones.networked_table import Wired, asked
from tests.phones.simulated_network import run
from tests.referee.match.test_match import skirmish

PARTS = 8
"""Boards and deeds of one tick at most, of which each takes less than that part of it."""
SPACE_S = 0.1
NUMBERS = (2, 11)


def takes(*what):
    """Lets time pass, as long as some cards make it."""
    part = zlib.crc32(repr(what).encode()) / 2**32
    asyncio.get_running_loop().pass_by(part * SHORTEST_S / PARTS)


@pytest.fixture
def dear(monkeypatch):
    """Work takes time that hangs on cards."""
    render, write = Pages.sections, Record.do

    def sections(pages, gateway, reader):
        if reader.viewer != SPECTATOR:
            takes(reader.viewer, *(gateway.match.record.state.keys[card] for card in _own(gateway, reader.viewer)))
        return render(pages, gateway, reader)

    def do(record, command, evidence=None):
        takes(sorted(record.state.keys.items()))
        return write(record, command, evidence)

    monkeypatch.setattr(Pages, "sections", sections)
    monkeypatch.setattr(Record, "do", do)


def _own(gateway, seat):
    mine = gateway.match.record.state.players[seat]
    return (*mine.hand, *mine.deck, *(each.id for each in mine.tactics))


class Crowded(World):
    """A game at which all other seats have phones, too."""

    async def begin(self):
        await Wired.begin(self)
        others = [seat for seat in self.match.players if seat != self.viewer]
        phones = [await self.sit(seat) for seat in (*others, self.viewer)]
        for phone in phones:
            phone.ask("GET", "/events")
        self.phone = phones[-1]
        await asyncio.sleep(0.1)
        self._due_s = self.now_s

    async def do(self, deed):
        """At the time of the script, however long the deed before took; what others do comes from their phones, too."""
        self._due_s += deed.after_s + SPACE_S
        await asyncio.sleep(self._due_s - self.now_s)
        if deed.command is not None:
            await self.server._tick.begin("other")
        await super().do(replace(deed, after_s=0.0))


async def first_game(setup, viewer, folder, chance):
    world = Crowded(setup, viewer, folder, PAUSE_S)
    await world.begin()
    script = Script(world, chance, sigma_mm=0.0, length=30)
    await script.play()
    state, now_s = world.record.state, world.now_s
    await world.end()
    return script, state, world.phone.traffic, now_s


async def second_game(setup, viewer, folder, deeds, hidden):
    world, until_s = Crowded(setup, viewer, folder, PAUSE_S), float("inf")
    await world.begin()
    for deed in deeds:
        now_s = world.now_s
        await world.do(deed)
        if came_out(world, hidden) or world.refused is not None:
            until_s = now_s
            break
    now_s = world.now_s
    await world.end()
    return world.phone.traffic, min(until_s, now_s)


def compared(number, folder):
    chance = random.Random(number)  # noqa: S311 (a game, no secret)
    viewer, setup = chance.choice("AB"), tricky(skirmish(), chance)
    (folder / "one").mkdir()
    (folder / "other").mkdir()
    script, state, one, one_until_s = run(first_game(setup, viewer, folder / "one", chance))
    changed, hidden = otherwise(setup, script, state, viewer, chance)
    other, other_until_s = run(second_game(changed, viewer, folder / "other", script.deeds, hidden))
    until_s = min(one_until_s, other_until_s)
    return one.before(until_s), other.before(until_s)


NEARLY_S = 0.7 * SHORTEST_S
PHASES_S = [part * SHORTEST_S for part in (0.0, 0.3, 0.6, 0.95)]


async def at_phase(wired, phase_s):
    """Waits until so long after a tick."""
    rest_s = wired.now_s % SHORTEST_S
    await asyncio.sleep(SHORTEST_S - rest_s + phase_s)


def came(phone, since_s, what):
    """When a phone heard of something, after a time."""
    return [round(at_s - since_s, 6) for at_s, _, data in phone.traffic.received if at_s > since_s and what in data]


@pytest.fixture
def writing_takes(monkeypatch):
    """Lets what is written down take so long."""

    def set_to(seconds):
        def do(record, command, evidence=None):
            if seconds:
                asyncio.get_running_loop().pass_by(seconds)
            return write(record, command, evidence)

        monkeypatch.setattr(Record, "do", do)

    write = Record.do
    return set_to


@pytest.mark.parametrize("phase_s", PHASES_S)
def test_whenever_an_intent_comes_neither_answer_nor_change_tells_what_it_took(phase_s, writing_takes, tmp_path):
    async def submitted(folder):
        folder.mkdir()
        async with Wired(folder) as wired:
            phone = await wired.sit("A")
            phone.ask("GET", "/events")
            await asyncio.sleep(0.2)
            await at_phase(wired, phase_s)
            began_s = wired.now_s
            values = {"what": ["prosperity"], "of": ["A"], "value": ["7"]}
            body = json.dumps({"id": "wish-000001", "kind": "setvalue", "values": values}).encode()
            await asked(phone, "POST", "/intent", body)
            return came(phone, began_s, b"event: change"), came(phone, began_s, b'"answer"')

    found = []
    for seconds in (0.0, NEARLY_S):
        writing_takes(seconds)
        found.append(run(submitted(tmp_path / str(seconds))))
    assert found[0] == found[1]
    assert found[0][0] == found[0][1], "the answer and the change leave together"
    assert 0.0 < found[0][0][0] <= 2 * SHORTEST_S + STILL_S + 1e-6


@pytest.mark.parametrize("phase_s", PHASES_S)
def test_the_end_of_a_pause_does_not_tell_whether_somebody_was_asked(phase_s, writing_takes, tmp_path):
    """Who was asked in secret and kept still has that written down at the end of the pause."""

    async def waited(folder):
        async with Wired(folder, pause_s=1.0 + phase_s) as wired:
            phone, began_s = await wired.sit("A"), wired.match.pause_ends_s
            phone.ask("GET", "/events")
            await asyncio.sleep(1.5)
            return came(phone, began_s, b"event: change")

    found = []
    for seconds in (0.0, NEARLY_S):
        folder = tmp_path / str(seconds)
        folder.mkdir()
        writing_takes(0.0)
        moment("reveal").record(folder / "game.signum").close()
        writing_takes(seconds)
        found.append(run(waited(folder)))
    assert found[0] == found[1]
    assert len(found[0]) == 1


@pytest.mark.parametrize("phase_s", PHASES_S)
def test_a_page_that_another_opens_is_made_where_nobody_sees_what_it_took(phase_s, monkeypatch, tmp_path):
    render = Pages.sections

    async def opened(folder, seconds):
        def sections(pages, gateway, reader):
            if reader.viewer == "B":
                asyncio.get_running_loop().pass_by(seconds)
            return render(pages, gateway, reader)

        monkeypatch.setattr(Pages, "sections", sections)
        folder.mkdir()
        async with Wired(folder) as wired:
            phone, other = await wired.sit("A"), await wired.sit("B")
            await asked(phone, "GET", "/")
            await at_phase(wired, phase_s)
            began_s = wired.now_s
            other.ask("GET", "/")  # the first of its kind
            phone.ask("GET", "/state")
            await asyncio.sleep(1.0)
            return came(phone, began_s, b"sections")

    found = [run(opened(tmp_path / str(seconds), seconds)) for seconds in (0.0, NEARLY_S)]
    assert found[0] == found[1]
    assert len(found[0]) == 1


def test_no_time_that_is_told_is_that_of_the_work_itself(tmp_path):
    """Neither what time it is nor when a pause ends is told by when the loop came to it."""

    async def told(folder, seconds):
        folder.mkdir()
        moment("reveal").record(folder / "game.signum").close()
        async with Wired(folder, pause_s=300.0) as wired:
            phone = await wired.sit("A")
            await at_phase(wired, 0.0)
            asyncio.get_running_loop().pass_by(seconds)
            wired.match.wait(100.0)
            stream = phone.ask("GET", "/events")
            await asyncio.sleep(1.0)
            return wired.match.pause_ends_s, re.search(rb"event: now\ndata: (\d+)", phone.traffic.of(stream))[1]

    assert run(told(tmp_path / "quick", 0.0)) == run(told(tmp_path / "slow", NEARLY_S))


@pytest.mark.parametrize("number", NUMBERS)
def test_when_a_phone_hears_of_something_does_not_hang_on_hidden_cards(number, dear, tmp_path):
    one, other = compared(number, tmp_path)

    assert one == other
    assert len(one) >= 30


def test_the_comparison_finds_out_where_everything_leaves_as_soon_as_it_is_ready(dear, monkeypatch, tmp_path):
    monkeypatch.setattr(Tick, "hold", lambda tick, held: held.release())
    one, other = compared(NUMBERS[0], tmp_path)

    assert [data for _, _, data in one[:20]] == [data for _, _, data in other[:20]]
    assert [at_s for at_s, _, _ in one] != [at_s for at_s, _, _ in other]
