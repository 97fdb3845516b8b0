"""Sections that change one by one: any difference brings a phone from what it has to what is."""

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from companion.phones.board import Board

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
    async def waited():
        board = Board()
        waiting = asyncio.create_task(board.newer_than(0))
        await asyncio.sleep(0)
        board.put({"head": "x"})
        await asyncio.wait_for(waiting, 5)

    asyncio.run(waited())
