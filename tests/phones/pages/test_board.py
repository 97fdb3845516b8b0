"""Sections that change one by one: any difference brings a phone from what it has to what is."""

import asyncio

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.phones.link.tick import IN_A_TURN_S, SHORTEST_S
from companion.phones.pages.live_page import PAD_TO_BYTES, LivePage, LivePages
from companion.phones.pages.reader import Reader
from companion.texts import COMPLETE, Language
from tests.phones.simulated_network import run

SECTIONS = st.dictionaries(st.sampled_from(["head", "task", "hand", "log"]), st.text("xyz", min_size=1, max_size=3))


def boards_of(render):
    """Boards on the clock that jumps."""
    boards = LivePages(render)
    boards.tick.stand = asyncio.get_running_loop().pass_by
    return boards


def applied(shown, difference):
    """What a phone shows after a difference."""
    before = {} if difference.since is None else dict(shown)
    return {name: html for name, html in {**before, **difference.sections}.items() if html}


@given(st.lists(SECTIONS, min_size=1, max_size=8), st.data())
def test_a_difference_from_any_version_gives_what_is(pages, data):
    board, shown = LivePage(), {}
    versions = {}
    for page in pages:
        board.put(page)
        shown = applied(shown, board.difference(None))
        versions[board.version] = dict(shown)
        assert shown == page
    since = data.draw(st.sampled_from(sorted(versions)))
    assert applied(versions[since], board.difference(since)) == pages[-1]


@given(SECTIONS)
def test_the_same_again_is_no_change(page):
    board = LivePage()
    board.put(page)
    version = board.version

    assert not board.put(dict(page))
    assert board.version == version
    assert board.difference(version or None).sections in ({}, page)


def test_a_version_that_is_not_known_gets_the_whole():
    board = LivePage()
    board.put({"head": "x"})
    for since in (None, 0, -1, 7):
        assert board.difference(since).since is None
        assert board.difference(since).sections == {"head": "x"}


def test_whoever_waits_hears_of_the_next_version():
    board, watcher = LivePage(), asyncio.Event()
    board.watchers[watcher.set] = None
    board.put({"head": "x"})
    assert watcher.is_set()
    watcher.clear()
    board.put({"head": "x"})
    assert not watcher.is_set()


def test_boards_are_made_once_for_all_that_happened_and_others_have_their_turn_in_between():
    rendered, seen = [], []

    def render(reader):
        rendered.append(reader)
        asyncio.get_running_loop().pass_by(0.7 * IN_A_TURN_S)
        if len(rendered) == 1:
            asyncio.get_running_loop().call_soon(look)
        return {"head": str(len(rendered))}

    def look():
        seen.append(len(rendered))
        if len(seen) < 5:
            asyncio.get_running_loop().call_soon(look)

    async def stirred():
        boards = boards_of(render)
        readers = [Reader("A", each) for each in COMPLETE]
        for reader in readers:
            boards.of(reader)
        await asyncio.sleep(SHORTEST_S)
        rendered.clear()
        seen.clear()
        for _ in range(10):
            boards.notify()
        await asyncio.sleep(4 * SHORTEST_S)
        return readers

    readers = run(stirred())
    assert rendered == readers
    assert seen == [2, 3, 3, 3, 3], "more than one in a turn, but not all"


def test_no_board_shows_a_change_before_all_show_it():
    shown, seen = ["old"], []

    async def turned():
        made = []

        def heads():
            return [board.sections["head"] for board in made]

        boards = boards_of(lambda _: seen.append(heads()) or {"head": shown[-1]})
        made += [boards.of(Reader(viewer, Language.ENGLISH)) for viewer in "ABC"]
        shown.append("new")
        seen.clear()
        boards.notify()
        await asyncio.sleep(2 * SHORTEST_S)
        return heads()

    assert run(turned()) == ["new"] * 3
    assert seen == [["old"] * 3] * 3, "while each is made, all show what was before"


def test_whoever_asks_before_a_board_is_made_anew_gets_what_the_others_see():
    shown = ["old"]

    async def asked():
        boards = boards_of(lambda _: {"head": shown[-1]})
        board = boards.of(Reader("A", Language.ENGLISH))
        shown.append("new")
        boards.notify()
        again = boards.of(Reader("A", Language.ENGLISH)).sections
        newcomer = boards.of(Reader("B", Language.ENGLISH)).sections
        await asyncio.sleep(2 * SHORTEST_S)
        return again, newcomer, board.sections

    assert run(asked()) == ({"head": "old"}, {"head": "new"}, {"head": "new"})


def test_a_page_that_cannot_be_made_stops_nobody_else():
    def render(reader):
        if reader.viewer == "A":
            raise KeyError("nonsense")
        return {"head": reader.viewer}

    async def asked():
        boards = boards_of(render)
        return [boards.of(Reader(viewer, Language.ENGLISH)).sections for viewer in "AB"]

    assert run(asked()) == [{}, {"head": "B"}]


def test_messages_are_made_once_and_filled_up():
    board = LivePage()
    board.put({"head": "x"})
    board.put({"head": "x", "hand": "y" * 3000})
    first = board.message(1)

    assert board.message(1) is first
    assert msgspec.json.decode(first)["sections"] == {"hand": "y" * 3000}
    assert len(first) % PAD_TO_BYTES == 0
    assert all(len(board.message(since)) % PAD_TO_BYTES == 0 for since in (None, *range(200)))
