"""Sections that change one by one: any difference brings a phone from what it has to what is."""

import asyncio

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from companion.phones.board import PAD_TO_BYTES, Board, Boards
from companion.phones.reader import Reader
from companion.texts import Language

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
        made = []
        for _ in range(5):
            await asyncio.sleep(0)
            made.append(len(rendered))
        return readers, made

    readers, made = asyncio.run(stirred())
    assert rendered == readers
    assert made == [1, 2, 3, 3, 3]


def test_whoever_asks_before_a_board_is_made_anew_gets_it_made_now():
    pages = ["new", "old"]

    async def asked():
        boards = Boards(lambda _: {"head": pages[-1]})
        board = boards.of(Reader("A", Language.ENGLISH))
        pages.pop()
        boards.stir()
        return board.sections, boards.of(Reader("A", Language.ENGLISH)).sections

    assert asyncio.run(asked()) == ({"head": "old"}, {"head": "new"})


def test_whoever_waits_for_a_page_gets_it_however_often_something_new_comes():
    async def made(turns):
        rendered = []
        boards = Boards(lambda reader: rendered.append(reader.viewer) or {})
        for viewer in "ABC":
            boards.of(Reader(viewer, Language.ENGLISH))
        rendered.clear()
        for _ in range(turns):
            boards.stir()
            await asyncio.sleep(0)
        return rendered[:turns]

    assert asyncio.run(made(6)) == [*"ABC"] * 2


def test_a_page_that_cannot_be_made_stops_nobody_else():
    def render(reader):
        if reader.viewer == "A":
            raise KeyError("nonsense")
        return {"head": reader.viewer}

    async def asked():
        boards = Boards(render)
        return [boards.of(Reader(viewer, Language.ENGLISH)).sections for viewer in "AB"]

    assert asyncio.run(asked()) == [{}, {"head": "B"}]


def test_messages_are_made_once_and_filled_up():
    board = Board()
    board.put({"head": "x"})
    board.put({"head": "x", "hand": "y" * 3000})
    first = board.message(1, "e")

    assert board.message(1, "e") is first
    assert msgspec.json.decode(first)["sections"] == {"hand": "y" * 3000}
    assert len(first) % PAD_TO_BYTES == 0
    assert all(len(board.message(since, "e")) % PAD_TO_BYTES == 0 for since in (None, *range(200)))
