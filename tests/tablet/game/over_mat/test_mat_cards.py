"""Keys beside a model on the mat: what a touch on it offers, what its move meant, and where they lie."""

import importlib
from dataclasses import replace
from itertools import product
from types import SimpleNamespace

import pytest

from companion.games.command import SPECTATOR
from companion.games.display.actions import PIECE
from companion.games.display.offers import Choice, Input, Offer
from companion.games.display.sheets import Sheet
from companion.geometry import Answer, MatPoint, Verdict
from companion.referee import Choices, ShowReach, SubmitCommand
from companion.referee.api.placement import MatState
from companion.referee.api.proposal import Proposal
from companion.referee.screen.game_screen import GameScreen
from companion.referee.screen.player_screen import OfferGroup, OfferShown, OpenSeat, PlayerScreen
from companion.referee.screen.reach import offers_of, targets_of
from companion.tablet.look.labels import Box
from companion.tablet.look.mat_plan import fit
from tests.tablet.game.test_layout import rested
from tests.tablet.game.test_steady_keys import keys_of
from tests.tablet.game.test_touch_during_update import OWED, alone, at_roll
from tests.tablet.views import view_of
from tests.tablet.zones import lies, there

__all__ = ["alone", "at_roll"]  # fixtures
MODELS = (
    there("A:1", "greer", MatPoint(150.0, 150.0)),
    there("B:1", "sir-robin", MatPoint(282.0, 150.0)),
    there("B:2", "witch", MatPoint(150.0, 182.0)),
    there("A:2", "wren", MatPoint(450.0, 450.0)),
)


def chooses(*values):
    return (Input("creature", "choose", "Creature", tuple(Choice(each, each, each) for each in values)),)


ACTIVATE = OfferShown(Offer("activate", "Activate", {}, chooses("A:1", "A:2")))
MELEE = OfferShown(Offer("fight", "Melee against Witch", {"creature": "A:1", "target": "B:2"}), "A:1")
SHOOT = OfferShown(Offer("shoot", "Shoot", {"creature": "A:1"}, chooses("B:1", "B:2")), "A:1")
MOVE = OfferShown(
    Offer("move", "Move, up to 100 mm", {"creature": "A:1"}, (Input("to", "place", "", limit_mm=100.0),)), "A:1"
)
FINISH = OfferShown(Offer("finish", "End the activation", {"creature": "A:1"}), "A:1", closes=PIECE)
SEARCH = OfferShown(Offer("search", "Search", {}))
WENT = Proposal(
    "p", "A", "move", "A:1", "greer", (), MatPoint(150.0, 150.0), MatPoint(150.0, 60.0), None,
    Verdict(Answer.YES, 90.0, 100.0, 0.2, "path"), text="Greer moved 90.0 mm of 100.",
)  # fmt: skip


def playing(*offers, proposals=()):
    seats = (OpenSeat("A", "Ann", "disc", groups=(OfferGroup("", offers),)), OpenSeat("B", "Bob", "diamond"))
    shown = PlayerScreen(Sheet(SPECTATOR, ()))
    standing = MatState(MODELS)
    reaches = {"A:1": {"move": 100.0, "run": 150.0}}
    return GameScreen(
        (("A", "Ann"), ("B", "Bob")), shown, seats=seats, standing=standing, reaches=reaches, proposals=proposals
    )


def told(found):
    return [(each.shown.offer.kind, dict(each.values) if each.values is not None else None) for each in found]


def test_a_model_offers_what_it_may_do_and_nothing_of_others():
    play = playing(ACTIVATE, MELEE, SHOOT, MOVE, SEARCH)
    assert told(offers_of(play, "A:1")) == [
        ("activate", {"creature": ("A:1",)}),
        ("fight", None),
        ("shoot", None),
        ("move", None),
    ]
    assert told(offers_of(play, "A:2")) == [("activate", {"creature": ("A:2",)})]


def test_a_model_that_is_a_target_offers_what_may_be_done_to_it():
    play = playing(ACTIVATE, MELEE, SHOOT, MOVE, SEARCH)
    assert told(offers_of(play, "B:2")) == [("fight", None), ("shoot", {"creature": ("B:2",)})]
    assert told(offers_of(play, "B:2", by="A:1")) == [("fight", None), ("shoot", {"creature": ("B:2",)})]
    assert told(offers_of(play, "B:2", by="A:2")) == []


def test_targets_are_those_to_whom_a_model_may_do_something():
    play = playing(ACTIVATE, MELEE, SHOOT, MOVE, SEARCH)
    assert targets_of(play, "A:1") == {"B:1", "B:2"}
    assert targets_of(play, "A:2") == frozenset()


@pytest.fixture
def over_mat():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("companion.tablet.game.over_mat.mat_cards")


class Mat:
    """Cards over a mat of a window, and what they ask for."""

    def __init__(self, over_mat, at, size=(720, 720)):
        self.at, self.asked = at, []
        self.cards = over_mat.MatCards(pos=(0, 0), size_hint=(None, None), size=size)
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        Window.add_widget(self.cards)
        self.context = replace(at.tapper.context, submit=self.asked.append)

    async def shows(self, play, chosen=(), names=(), **choices):
        view = replace(view_of(Choices(chosen, **choices)), play=play)
        self.plan = fit(view.mat, (*self.cards.pos, *self.cards.size), turned=False)
        await self.at.tapper.until(lambda: not self.cards.is_touched, "left by the finger")
        self.cards.show(view, self.plan, self.context, names=names)
        await rested(self.cards)

    def goes(self):
        self.cards.parent.remove_widget(self.cards)

    def all_keys(self):
        from companion.tablet.widgets.keys import PlainKey  # noqa: PLC0415 (imports Kivy)

        return [each for each in self.cards.walk() if isinstance(each, PlainKey)]

    def read(self):
        return [key.text for key in sorted(self.all_keys(), key=lambda key: (-key.to_window(*key.pos)[1], key.x))]

    async def presses(self, text):
        self.at.finger.press(next(each for each in self.all_keys() if each.text == text))
        await self.at.tapper.until(lambda: self.asked, "asked")

    def hides(self, at):
        x, y = self.plan.to_screen(at.x_mm, at.y_mm)
        card = self.cards.card
        return card.x <= x <= card.x + card.width and card.y <= y <= card.y + card.height


def test_a_touched_model_has_its_keys_beside_it_and_one_touch_is_enough(at_roll, over_mat):
    async def act(at):
        await at.opens()
        mat = Mat(over_mat, at)
        await mat.shows(playing(ACTIVATE, MOVE, FINISH), ("wren",))
        assert mat.read() == ["Activate"]
        await mat.presses("Activate")
        assert mat.asked == [SubmitCommand("A", "activate", {"creature": ("A:2",)})]
        await mat.shows(playing(ACTIVATE, MOVE, FINISH), ())
        assert mat.cards.card.parent is None
        mat.asked.clear()
        await mat.shows(playing(MOVE), ("greer",))
        await mat.presses("Move, up to 100 mm")
        assert ShowReach("move") in mat.asked
        await mat.shows(playing(MOVE), ("greer",), reach="move")
        mat.asked.clear()
        await mat.presses("Move, up to 100 mm")
        assert mat.asked == [SubmitCommand("A", "move", {"creature": ("A:1",)})], "what is shown is not hidden again"
        mat.goes()
        at.closes()

    at_roll(act)


def test_a_touched_base_that_is_nothing_of_the_game_can_be_taken_off_a_simulated_mat(at_roll, over_mat):
    async def act(at):
        await at.opens()
        mat, taken = Mat(over_mat, at), []
        wren = lies("wren", "A", 16.0, MatPoint(450.0, 450.0))
        play = replace(playing(ACTIVATE), standing=MatState(MODELS[:3], strangers=(wren,)))
        await mat.shows(play, ("wren",))
        assert mat.read() == [], "at a real table people do that themselves"
        mat.context = replace(mat.context, practises=True, actions=SimpleNamespace(take_off=taken.append))
        await mat.shows(play, ("wren",))
        assert mat.read() == ["Take it off the mat"]
        at.finger.press(next(each for each in mat.all_keys() if each.text == "Take it off the mat"))
        await at.tapper.until(lambda: taken, "taken")
        assert taken == ["wren"]
        await mat.shows(play, ("greer",))
        assert mat.read() == ["Activate"]
        mat.goes()
        at.closes()

    at_roll(act)


def test_what_was_moved_stays_in_sight_wherever_it_is(at_roll, over_mat):
    async def act(at):
        await at.opens()
        for size, x_mm, y_mm in product(((704, 704), (520, 520)), (30.0, 300.0, 570.0), (30.0, 300.0, 570.0)):
            mat = Mat(over_mat, at, size)
            went = replace(WENT, at=MatPoint(x_mm, y_mm), came_from=MatPoint(300.0, 290.0))
            await mat.shows(playing(proposals=(went,)))
            card = mat.cards.card
            assert mat.read() == ["Yes, correct", "No"]
            assert card.x >= 0
            assert card.y >= 0
            assert card.x + card.width <= size[0]
            assert card.y + card.height <= size[1]
            assert not mat.hides(went.at), (size, x_mm, y_mm)
            mat.goes()
        at.closes()

    at_roll(act)


def test_what_is_to_be_confirmed_hides_no_name(at_roll, over_mat):
    """Also where a long name is written to the left or the right of the model, and another one lies near."""

    async def act(at):
        await at.opens()
        for x_mm, y_mm in product((60.0, 300.0, 540.0), (60.0, 300.0, 540.0)):
            mat = Mat(over_mat, at)
            went = replace(WENT, at=MatPoint(x_mm, y_mm), came_from=MatPoint(x_mm, 290.0))
            x, y = 1.2 * x_mm, 1.2 * y_mm
            for aside, up in ((0, 40), (0, -40), (110, 0), (-110, 0)):
                names = [Box.around((x + aside, y + up), (190, 24)), Box.around((360, 400), (190, 24))]
                await mat.shows(playing(), names=names)
                await mat.shows(playing(proposals=(went,)), names=names)
                (card,) = mat.cards.boxes
                assert not any(card.shared_px2(each) for each in names), (x_mm, y_mm, aside, up)
                assert not mat.hides(went.at)
            mat.goes()
        at.closes()

    at_roll(act)


def test_what_is_to_be_confirmed_moves_no_key_of_the_column(at_roll):
    async def act(at):
        await at.opens()
        before = keys_of(at.column)
        assert before
        at.show(OWED, proposals=(WENT,))
        await rested(at.column)
        assert keys_of(at.column) == before
        at.closes()

    at_roll(act)


def test_what_comes_while_a_finger_is_on_a_key_is_shown_once_the_finger_went(at_roll, over_mat):
    async def act(at):
        await at.opens()
        mat = Mat(over_mat, at)
        await mat.shows(playing(ACTIVATE, MOVE, FINISH), ("wren",))
        (key,) = mat.all_keys()
        touch = at.holds(key)
        mat.cards.show(replace(view_of(Choices(("greer",))), play=playing(MOVE)), mat.plan, mat.context)
        assert mat.all_keys() == [key]
        at.finger.release(touch)
        await at.tapper.until(lambda: mat.read() == ["Move, up to 100 mm"], "shown what is new, without another view")
        assert mat.asked == [SubmitCommand("A", "activate", {"creature": ("A:2",)})]
        mat.goes()
        at.closes()

    at_roll(act)
