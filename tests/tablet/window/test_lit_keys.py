"""The lit key is what one naturally presses next: going on with what waits, else the way on that a page names first."""

import pytest

from companion.referee.lobby.open_table import OpenTableError, TablePart, TableRequest
from companion.tablet.data.settings import Settings
from tests.phones.moments import moment
from tests.tablet.visitor import until

pytestmark = pytest.mark.slow


def test_a_game_that_waits_has_the_lit_key_and_practise_has_it_on_a_first_start_only(at_start, tmp_path):
    async def first(visitor):
        start = await visitor.page("StartPage")
        await until(lambda: start.going_on.disabled)
        assert lit(start) == ["practise"]

    async def later(visitor):
        start = await visitor.page("StartPage")
        await until(lambda: start.going_on.note.startswith("Legends of Signum · Ann – Bob"))
        assert lit(start) == ["going on"]

    def lit(start):
        keys = {"going on": start.going_on, **start.keys}
        return [name for name, key in keys.items() if key.chosen and not key.disabled]

    at_start(first)
    (tmp_path / "games").mkdir(exist_ok=True)
    moment("crowded").record(tmp_path / "games" / "crowded.signum").close()
    at_start(later)


def test_a_page_that_tells_what_failed_lights_the_first_way_on(at_start, tmp_path):
    wanted = TableRequest("http://192.168.1.20:8080/video", game=tmp_path / "crowded.signum")

    async def act(visitor):
        await visitor.page("StartPage")
        visitor.shell.tell_fault(OpenTableError(TablePart.CAMERA, "busy"), wanted)
        page = await visitor.page("NoticePage")
        keys = [(key.text, key.chosen) for key in page.ids.foot.children[::-1]]
        assert keys == [("Choose a camera", True), ("Continue without a camera", False), ("Try again", False)]

    at_start(act, Settings())
