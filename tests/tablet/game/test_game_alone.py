"""A whole game on the tablet alone, by touches in a real window against a real record."""

import importlib
import json

import pytest

from companion.games.signum.game import Signum
from companion.record.verification import verify
from tests.tablet.prepared_games import first_turn
from tests.tablet.seats import HERE, phones

SIZE_PX = (1280, 800)


@pytest.fixture
def alone():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("tests.tablet.table_alone")


@pytest.fixture
def at_table(at_window, alone, tmp_path):
    """Opens the window over a game without phones, and lets somebody play."""

    def play(act, prepare=lambda path: path, **settings):
        service = alone.Alone(prepare(tmp_path / "game.signum"), **settings)

        async def acting(player):
            from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

            Window.size = SIZE_PX
            await player.drawn(lambda: tuple(player.app.root.size) == SIZE_PX)
            await player.sees(lambda view: view.play is not None)
            await act(alone.Tapper(player), service)

        at_window(alone.table(service), acting)
        return service

    return play


def test_a_whole_game_is_played_by_touches_on_the_tablet_alone(at_table, tmp_path):
    async def act(tapper, service):
        while not tapper.play.shown.outcome:
            await tapper.step()
        await tapper.until(lambda: tapper.cards("WonCard"), "won")
        assert "Ann" in tapper.cards("WonCard")[0].text
        assert len(tapper.cards("GraphCard")) == 2
        await tapper.press(tapper.cards("ExportCard")[0].ids.key)
        await tapper.until(lambda: tapper.play.ending.exported, "exported")
        assert {"priority", "choosefirst", "placehero", "keep", "move", "fight", "assign", "rolled", "end"} <= set(
            tapper.kinds
        )

    at_table(act)
    result = json.loads((tmp_path / "game.result.json").read_text(encoding="utf-8"))
    assert (result["over"], result["winners"]) == (True, ["A"])
    assert "Ann" in (tmp_path / "game.html").read_text(encoding="utf-8")
    assert verify(tmp_path / "game.signum", {"signum": Signum()}).events > 50


def test_what_is_hidden_shows_only_to_who_lifted_the_curtain_and_falls_with_the_turn(at_table):
    async def act(tapper, _):
        tapper.column.tab = "hand"
        await tapper.until(lambda: tapper.cards("PassKeys"), "asked to pass")
        assert not tapper.cards("OwnCard")
        passing = tapper.cards("PassKeys")[0].ids.row.children[::-1]
        assert [key.main for key in passing] == [True, False], "it is Ann's turn"
        await tapper.passes_to("A")
        tapper.column.tab = "hand"
        await tapper.until(
            lambda: len(tapper.cards("OwnCard")) >= len(tapper.play.own_shown.holdings[0].cards) > 0, "shown"
        )
        tapper.column.tab = "now"
        while tapper.play.shown.sheet.active == "A":
            await tapper.step()
        await tapper.until(lambda: not tapper.column.holder, "fallen")
        assert tapper.play.own_shown is None

    at_table(act, first_turn)


def test_who_has_a_phone_is_asked_before_the_cards_are_shown_on_the_tablet_too(at_table):
    async def act(tapper, service):
        titles = {}
        for seat, here in (("B", ()), ("A", ()), ("A", (HERE,))):
            service.guests = phones(ann=here)
            tapper.column.pass_to("")  # whatever is done makes a new view
            await tapper.until(lambda here=here: bool(tapper.context.phones) == bool(here), "told of the phone")
            tapper.column.pass_to(seat)
            await tapper.until(lambda: tapper.column.curtain.shown, "the curtain")
            titles[seat, bool(here)] = tapper.column.curtain.title
            tapper.finger.press(tapper.column.curtain.ids.back)
            await tapper.until(lambda: not tapper.column.curtain.shown, "back at the table")
            assert not tapper.column.holder
        assert titles == {
            ("B", False): "Pass the tablet to Bob",
            ("A", False): "Pass the tablet to Ann",
            ("A", True): "Ann has a phone. Show the cards here, too?",
        }

    at_table(act, first_turn)


def test_a_page_that_is_turned_back_to_is_still_there_unless_the_tablet_was_passed_on(at_table):
    async def act(tapper, _):
        async def turns_to(tab):
            tapper.finger.press(tapper.column.ids[f"tab_{tab}"])
            await tapper.until(lambda: tapper.column._tab_shown == tab, "turned to")
            return tapper.column.stack

        await tapper.passes_to("A")
        hand = await turns_to("hand")
        own = tapper.cards("OwnCard")
        assert own
        log = await turns_to("log")
        told = tapper.cards("LogLineRow")
        assert log is not hand
        assert log.parent is not None
        assert hand.parent is None
        assert await turns_to("hand") is hand
        assert tapper.cards("OwnCard") == own
        assert await turns_to("log") is log
        assert [each for each in tapper.cards("LogLineRow") if each in told] == told
        await tapper.passes_to_nobody()
        assert hand.children == []
        await turns_to("hand")
        assert tapper.cards("PassKeys")
        assert not tapper.cards("OwnCard")

    at_table(act, first_turn)


def test_a_hand_that_rests_too_long_lets_the_curtain_fall(at_table, monkeypatch):
    async def act(tapper, _):
        from companion.tablet.game import column  # noqa: PLC0415 (imports Kivy)

        await tapper.passes_to("B")
        assert tapper.column.holder == "B"
        monkeypatch.setattr(column, "IDLE_S", 0.0)
        await tapper.until(lambda: not tapper.column.holder, "fallen")

    at_table(act, first_turn)


def test_a_deed_is_taken_back_once_both_agree_and_brought_back_likewise(at_table):
    async def act(tapper, service):
        while "skip" not in tapper.kinds:
            await tapper.step()
        after = tapper.play.shown.sheet.phase

        async def agrees(number):
            """One player touches the own consent; nothing happens before the last one's."""

            def is_shown():
                """A card stays while a finger is on it: what is new comes a frame after the finger went."""
                return any(each.data.undoing == tapper.play.undoing for each in tapper.cards("UndoCard"))

            await tapper.until(is_shown, "asked")
            asked = tapper.play.undoing
            await tapper.press(tapper.cards("UndoCard")[0].ids.row.children[::-1][number])
            await tapper.until(lambda: tapper.play.undoing != asked, "agreed")

        tapper.column.tab = "log"
        await tapper.until(lambda: tapper.cards("LogKeys"), "log")
        await tapper.press(tapper.cards("LogKeys")[0].ids.ways.children[-1])
        await agrees(0)
        assert (tapper.play.shown.sheet.phase, tapper.play.undoing.agreed) == (after, ("A",))
        await agrees(1)
        await tapper.until(lambda: tapper.play.shown.sheet.phase != after, "undone")
        assert tapper.play.redoable
        tapper.column.redo()
        await agrees(1)
        await agrees(0)
        await tapper.until(lambda: tapper.play.shown.sheet.phase == after, "redone")
        assert service.match.record.counting[-1] == service.match.record.written

    at_table(act, first_turn)
