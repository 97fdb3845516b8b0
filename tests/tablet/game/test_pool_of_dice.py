"""A pool of dice of several kinds, thrown with virtual dice from the screen: each kind has its card and its faces."""

import importlib
import os
from contextlib import closing
from pathlib import Path

import pytest

from companion.games.defaults.setup import PlainSeat, PlainSetup
from companion.games.registry import games
from companion.record.record import Record
from companion.record.verification import verify
from companion.referee import Choices
from companion.referee.core.session import TableWatch
from companion.referee.lobby.open_table import TableRequest, measures_of, prepared
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.session import GameSession, SessionPlan
from tests.games.gatecrash.installed import install
from tests.games.pool_game import Thrown
from tests.tablet.environment import now
from tests.tablet.text_fit import words_that_do_not_fit

PICTURES = os.environ.get("COMPANION_SCREENS", "")
TURNS = 3
LONG_FACES, KEYS_PX = ("Влучання", "Поштовх", "Критичний", "Промах"), 500.0
"""Faces that have no picture but a word, and how wide the keys for them are together in a usual window."""
SETUP = PlainSetup((PlainSeat("A", "Ann", "player_one"), PlainSeat("B", "Bob", "player_two")))


@pytest.fixture
def game(tmp_path, monkeypatch):
    """The file of a game that has begun."""
    install(tmp_path / "site", "pool", "tests.games.pool_game:GAME")
    monkeypatch.syspath_prepend(tmp_path / "site")
    games.cache_clear()
    path = tmp_path / "one.pool"
    Record.create(path, games()["pool"], SETUP, lambda: "2026-11-22T12:00:00Z", edition="", seed=bytes(32)).close()
    yield path
    games.cache_clear()


def watched(path):
    """A table without a camera, with three virtual dice."""
    plan = SessionPlan(path, pause_s=0.0, port=0, addresses=lambda: ("127.0.0.1",), dice=("virtual:3",))
    wanted = TableRequest(NO_CAMERA, game=path)
    return TableWatch(prepared(wanted), measures_of(wanted), Choices(), service=GameSession(plan, now))


def thrown(path):
    with closing(Record.open(path, games(), lambda: "")) as record:
        return [event for number in record.counting if isinstance(event := record.event(number), Thrown)]


def test_each_kind_is_thrown_from_its_card_and_shows_its_own_faces(at_window, game):
    modules = ("tests.tablet.table_alone", "companion.tablet.game.forms.fields")
    alone, fields = map(importlib.import_module, modules)

    async def act(player):
        from companion.tablet.window.screenshots import picture_of  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

        tapper, seen = alone.Tapper(player), set()
        await player.sees(lambda view: view.play is not None)

        def cards():
            return tapper.cards("RollCard")

        def turn():
            return tapper.play.shown.sheet.number

        while turn() <= TURNS:
            was = turn()
            await tapper.until(lambda was=was: cards() or turn() > was, "asked for dice")
            owed = next((card for card in cards() if card.data.roll.owed), None)
            if owed is None:
                await tapper.until(lambda was=was: turn() > was or any(c.data.roll.owed for c in cards()), "settled")
                continue
            assert words_that_do_not_fit(tapper.column) == []
            seen |= {(card.title, tuple(key.face for key in card.data.roll.keys)) for card in cards()}
            blank = [each for each in tapper.column.stack.walk() if type(each).__name__ == "DieKey" and each.face]
            assert [each for each in blank if not each.text] == [], "a face without a picture has its word"
            before, left = tapper.play, owed.data.roll.id
            if PICTURES:
                picture_of(player.app.root).save(Path(PICTURES) / f"pool-{was}-{len(cards())}-{left[-1]}.png")
            key = next(each for each in owed.walk() if getattr(each, "text", "") == "Throw virtual dice")
            try:
                await tapper.press(key)
            except alone.Gone:
                continue
            await tapper.until(lambda before=before: tapper.play is not before, "told what was thrown")
        assert {(title.rpartition("Dice: ")[2], frozenset(faces)) for title, faces in seen} == {
            ("red.", frozenset({"hit", "miss"})),
            ("blue.", frozenset({"wave", "miss", "calm"})),
        }
        player.app.root.add_widget(
            faces := fields.FaceKeys([(each, each) for each in LONG_FACES], width=KEYS_PX, size_hint_x=None)
        )
        await player.drawn(lambda: all(KEYS_PX / 5 < each.width < KEYS_PX / 3 for each in faces.children))
        assert words_that_do_not_fit(faces) == [], "words of faces are whole on their keys"

    at_window(watched(game), act)
    rolls = thrown(game)
    assert len(rolls) == TURNS
    for each in rolls:
        assert {each.faces[0], each.faces[2]} <= {"hit", "miss"}
        assert each.faces[1] in {"wave", "miss", "calm"}
        assert len(set(each.dice)) == 3, "three dice lie there"
        assert all(die.startswith("virtual:") for die in each.dice)
    verify(game, games())
