"""A page whose data changes while a finger is on a key of it: no touch is lost, and nothing stays old for long."""

import asyncio
import importlib
from dataclasses import replace

import pytest

from companion.referee import RequestUndo
from companion.referee.api.rolls import DieFace, FaceState, Throw
from companion.referee.api.table_intents import EnterFaces
from companion.referee.screen.game_screen import LogLine, UndoRequest
from tests.tablet.game.test_layout import ROLL, rested

SIZE_PX = (1280, 800)
FRAMES = 5
PATIENCE_S = 60.0
TUMBLES = DieFace(7, "px:7", "Red", "pixels", "Pixels die", FaceState.TUMBLING)
OWED = replace(ROLL, owed=1, questions=(), faces=(), void=(), again=(), virtual=False)


@pytest.fixture
def alone():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("tests.tablet.table_alone")


@pytest.fixture
def at_roll(at_window, alone, tmp_path, monkeypatch):
    """Opens the window over a game in which a die is owed, and lets somebody touch its card while it changes."""

    def play(act, held_s=PATIENCE_S):
        async def acting(player):
            from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

            from companion.tablet.game import column  # noqa: PLC0415 (imports Kivy)

            monkeypatch.setattr(column, "HELD_S", held_s)
            Window.size = SIZE_PX
            await player.drawn(lambda: tuple(player.app.root.size) == SIZE_PX)
            await player.sees(lambda view: view.play is not None)
            await act(AtRoll(alone.Tapper(player), column.GameColumn()))

        at_window(alone.table(alone.Alone(tmp_path / "game.signum")), acting)

    return play


class AtRoll:
    """Sits before a column that is shown one roll after the other, by hand, beside what the table shows."""

    def __init__(self, tapper, column):
        self.tapper, self.finger, self.column, self.submitted = tapper, tapper.player.finger, column, []
        self.view, self.place = tapper.player.app.view, None

    async def opens(self):
        """Lays the column over the window, with the roll."""
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)
        from kivy.uix.boxlayout import BoxLayout  # noqa: PLC0415 (likewise)

        self.column.bind(on_intent=lambda _, ask: self.submitted.append(ask))
        self.place = BoxLayout()
        self.place.add_widget(self.column)
        Window.add_widget(self.place)
        self.show(OWED)
        await rested(self.column)

    def closes(self):
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        self.column.leave()
        Window.remove_widget(self.place)

    def show(self, roll, **changes):
        play = replace(self.view.play, throw=Throw(rolls=(roll,)), **changes)
        self.column.show(replace(self.view, play=play))

    @property
    def card(self):
        return next(each for each in self.column.stack.walk() if type(each).__name__ == "RollCard")

    def key(self, face="axe"):
        return next(each for each in self.card.walk() if type(each).__name__ == "FaceKey" and each.face == face)

    def holds(self, key):
        return self.finger.hold(*key.to_window(*key.center))

    async def frames(self):
        from kivy.clock import Clock  # noqa: PLC0415 (after Kivy was prepared)

        begun = Clock.frames
        await self.tapper.until(lambda: Clock.frames >= begun + FRAMES, "drawn")


@pytest.mark.parametrize("learned", [False, True])
def test_a_key_stays_under_the_finger_until_it_has_told_its_intent(at_roll, learned):
    """Whether the key has learned of the touch by then, or its page still waits to see if it is pushed."""

    async def act(at):
        await at.opens()
        card, key = at.card, at.key()
        touch = at.holds(key)
        if learned:
            await at.tapper.until(lambda: key.last_touch is touch, "learned of the touch")
        at.show(replace(OWED, faces=(*OWED.faces, TUMBLES)))
        if learned:
            await at.frames()
        assert at.card is card
        at.finger.release(touch)
        await at.tapper.until(lambda: at.submitted, "told")
        assert at.submitted == [EnterFaces(OWED.id, (2,))]
        await at.tapper.until(lambda: at.card is not card, "shown what is new")
        assert at.card.data.roll.faces[-1] == TUMBLES
        at.closes()

    at_roll(act)


def test_a_finger_that_rests_on_a_key_does_not_keep_the_page_old(at_roll):
    async def act(at):
        await at.opens()
        card = at.card
        touch = at.holds(at.key())
        at.show(replace(OWED, faces=(*OWED.faces, TUMBLES)))
        await at.tapper.until(lambda: at.card is not card, "shown what is new")
        at.finger.release(touch)
        await at.frames()
        assert at.submitted == []
        at.closes()

    at_roll(act, held_s=0.0)


def test_what_is_hidden_goes_at_once_whatever_a_finger_is_on(at_roll):
    async def act(at):
        await at.opens()
        card = at.card
        touch = at.holds(at.key())
        at.show(replace(OWED, faces=(*OWED.faces, TUMBLES)), holder="B")
        assert at.card is not card
        at.finger.release(touch)
        await asyncio.sleep(0)
        at.closes()

    at_roll(act)


def test_a_key_at_the_foot_stays_under_the_finger_until_it_has_told_its_intent(at_roll):
    async def act(at):
        await at.opens()
        told = (LogLine("Ann moves 90 mm.", event=1),)
        at.show(OWED, log=told, redoable=True)
        await rested(at.column)

        def undo():
            return next(each for each in at.column.ids.foot.walk() if type(each).__name__ == "UndoKey")

        key = undo()
        touch = at.holds(key)
        at.show(OWED, log=told, undoing=UndoRequest("Undo?", (), ()))
        await at.frames()
        assert undo() is key
        at.finger.release(touch)
        await at.tapper.until(lambda: at.submitted, "told")
        assert at.submitted == [RequestUndo(-1)]
        await at.tapper.until(lambda: undo() is not key, "shown what is new")
        assert undo().disabled, "it is asked already"
        at.closes()

    at_roll(act)
