"""Sections that change one by one: any difference brings a phone from what it has to what is."""

import asyncio

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.phones.board import PAD_TO_BYTES, Board, Boards
from companion.phones.reader import Reader
from companion.phones.tick import SHORTEST_S
from companion.texts import Language
from tests.phones.wire import run

SECTIONS = st.dictionaries(st.sampled_from(["head", "task", "hand", "log"]), st.text("xyz", min_size=1, max_size=3))


def applied(shown, difference):
    """What a phone shows after a difference."""
    before = {} if difference.since is None else dict(shown)
    return {name: html for name, html in {**before, **difference.sections}.items() if html}


@given(st.lists(SECTIONS, min_size=1, max_size=8), st.data())
def test_a_difference_from_any_version_gives_what_is(pages, data):
    board, shown = Board(), {}
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
    board = Board()
    board.put(page)
    version = board.version

    assert not board.put(dict(page))
    assert board.version == version
    assert board.difference(version or None).sections in ({}, page)


def test_a_version_that_is_not_known_gets_the_whole():
    board = Board()
    board.put({"head": "x"})
    for since in (None, 0, -1, 7):
        assert board.difference(since).since is None
        assert board.difference(since).sections == {"head": "x"}


def test_whoever_waits_hears_of_the_next_version():
    board, watcher = Board(), asyncio.Event()
    board.watchers[watcher] = None
    board.put({"head": "x"})
    assert watcher.is_set()
    watcher.clear()
    board.put({"head": "x"})
    assert not watcher.is_set()


def test_boards_are_made_once_for_all_that_happened_and_one_in_a_turn_of_the_loop():
    rendered = []

    def render(reader):
        rendered.append(reader)
        return {"head": str(len(rendered))}

    async def stirred():
        boards = Boards(render)
        readers = [Reader("A", each) for each in Language]
        for reader in readers:
            boards.of(reader)
        rendered.clear()
        for _ in range(10):
            boards.stir()
        await asyncio.sleep(SHORTEST_S)
        made = []
        for _ in range(12):
            await asyncio.sleep(0)
            made.append(len(rendered))
        return readers, [count for count in made if count][:5]

    readers, made = run(stirred())
    assert rendered == readers
    assert made == [1, 2, 3, 3, 3]


def test_no_board_shows_a_change_before_all_show_it():
    shown = ["old"]

    async def turned():
        boards = Boards(lambda _: {"head": shown[-1]})
        made = [boards.of(Reader(viewer, Language.ENGLISH)) for viewer in "ABC"]
        shown.append("new")
        boards.stir()
        await asyncio.sleep(SHORTEST_S)
        seen = []
        for _ in range(12):
            seen.append({board.sections["head"] for board in made})
            await asyncio.sleep(0)
        return seen

    seen = run(turned())
    assert seen[0] == {"old"}
    assert seen[-1] == {"new"}
    assert all(len(each) == 1 for each in seen)


def test_whoever_asks_before_a_board_is_made_anew_gets_what_the_others_see():
    shown = ["old"]

    async def asked():
        boards = Boards(lambda _: {"head": shown[-1]})
        board = boards.of(Reader("A", Language.ENGLISH))
        shown.append("new")
        boards.stir()
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
        boards = Boards(render)
        return [boards.of(Reader(viewer, Language.ENGLISH)).sections for viewer in "AB"]

    assert run(asked()) == [{}, {"head": "B"}]


def test_messages_are_made_once_and_filled_up():
    board = Board()
    board.put({"head": "x"})
    board.put({"head": "x", "hand": "y" * 3000})
    first = board.message(1, "e")

    assert board.message(1, "e") is first
    assert msgspec.json.decode(first)["sections"] == {"hand": "y" * 3000}
    assert len(first) % PAD_TO_BYTES == 0
    assert all(len(board.message(since, "e")) % PAD_TO_BYTES == 0 for since in (None, *range(200)))
