"""How a fight ended, over the mat: legible, beside the models, with a mark on whom it fell on, gone by a tap."""

import importlib
import math
import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from companion.games.display.result import DieShown, ResultShown, StruckShown, ThrowShown
from companion.games.signum.own_texts import TEXTS
from companion.geometry import MatPoint
from companion.texts import Language, say
from tests.tablet.game.test_layout import rested
from tests.tablet.mat.test_mat_touches import at_mat
from tests.tablet.text_fit import words_that_do_not_fit
from tests.tablet.views import view_of
from tests.tablet.zones import LONG

__all__ = ["at_mat"]  # a fixture
NEAR_MM = 24.0


def fight(struck_at=(300.0, 300.0), source_at=(348.0, 300.0), wounds=2, language=Language.ENGLISH, names=(LONG, LONG)):
    def figure(name, count):
        return TEXTS.say(language, f"result.figure.{name}"), count

    dice = [DieShown(face, face, face != "bullseye") for face in ("axe", "axe", "shield", "bullseye", "bullseye")]
    rolled = (
        (names[0], "diamond", "attack", dice, figure("hits", 3)),
        (names[1], "disc", "defence", dice[:3], figure("saves", 1)),
    )
    throws = tuple(
        ThrowShown(name, shape, TEXTS.say(language, f"result.role.{role}"), tuple(shown), f"{word}: {count}")
        for name, shape, role, shown, (word, count) in rolled
    )
    figures = [figure(name, 2) for name in ("hits", "saves", "counts", "relics", "armour", "wounds")]
    figures[-1] = figure("wounds", wounds)
    struck = StruckShown(
        names[1],
        "disc",
        tuple(figures),
        wounds,
        TEXTS.say(language, "result.end.falls", name=names[1]),
        MatPoint(*struck_at),
    )
    title = TEXTS.say(language, "result.title.melee", source=names[0], target=names[1], ability="")
    return ResultShown(title, throws, (struck,), MatPoint(*source_at))


@pytest.fixture
def at_result(at_mat):
    """Opens the window over a mat, and lets somebody look at what is shown over it."""

    def play(act, size=(1280, 800)):
        async def acting(player, _screen):
            from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

            Window.size = size
            await player.drawn(lambda: tuple(player.app.root.size) == size)
            await rested(player.app.root)
            await act(Shown(player))

        at_mat(acting)

    return play


class Shown:
    def __init__(self, player):
        self.player, self.layer, self.mat = player, player.ids.result, player.ids.mat

    def show(self, *results, language=Language.ENGLISH, undoing=None, names=()):
        view = view_of()
        play = SimpleNamespace(results=results, undoing=undoing)
        view = replace(view, play=play, choices=replace(view.choices, language=language))
        self.layer.show(view, self.mat.plan, names)

    def spot(self, at):
        return self.mat.plan.to_screen(at.x_mm, at.y_mm)

    def heads(self):
        """The tips of the arrows."""
        shapes = importlib.import_module("kivy.graphics")
        return [tuple(each.points[:2]) for each in self._of(shapes.Triangle)]

    def starts(self):
        shapes = importlib.import_module("kivy.graphics")
        return [tuple(each.points[:2]) for each in self._of(shapes.Line) if not each.circle]

    def rings(self):
        """Middle and radius of each ring that was drawn."""
        return {each.circle[:3] for each in self._of(importlib.import_module("kivy.graphics").Line) if each.circle}

    def _of(self, kind):
        return [each for each in self.layer._lines.children if isinstance(each, kind)]


def away_px(card, spot):
    """From a spot to a card; 0 where the card covers it."""
    dx = max(card.x - spot[0], 0.0, spot[0] - card.x - card.width)
    dy = max(card.y - spot[1], 0.0, spot[1] - card.y - card.height)
    return math.hypot(dx, dy)


@pytest.mark.parametrize("size", [(1280, 800), (1024, 600)])
def test_all_of_it_can_be_read_in_every_language(at_result, size):
    async def act(shown):
        for language in Language:
            results = [fight(language=language, wounds=number) for number in (1, 2, 3)]
            for several in (results[:1], results[:2], results):
                shown.show(*several, language=language)
                await rested(shown.layer)
                texts = {each.text for each in shown.layer.card.walk(restrict=True) if hasattr(each, "text")}
                assert say(language, "result.close") in texts
                assert texts.isdisjoint(words_that_do_not_fit(shown.layer.card))
                assert shown.layer.card.height <= shown.layer.height
                shown.show()

    at_result(act, size)


def test_it_hides_neither_of_the_two_and_marks_whom_it_fell_on_and_from_where(at_result):
    async def act(shown):
        dice = random.Random(5)  # noqa: S311 (no secret)
        for number in range(12):
            x_mm, y_mm = dice.uniform(40.0, 560.0), dice.uniform(40.0, 560.0)
            away_mm = (NEAR_MM * 2, 250.0, None)[number % 3]
            beside = x_mm + (away_mm or 48.0) * (1 if x_mm < 300.0 else -1)
            result = fight((x_mm, y_mm), (beside, y_mm), names=("Greer", "Robin"))
            shown.show(result if away_mm else replace(result, source_at=None))
            await rested(shown.layer)
            card, plan = shown.layer.card, shown.mat.plan
            struck, source = shown.spot(MatPoint(x_mm, y_mm)), shown.spot(MatPoint(beside, y_mm))
            near_px = NEAR_MM * plan.scale_px
            for spot in (struck, source)[: 2 if away_mm else 1]:
                assert away_px(card, spot) > near_px
            await shown.player.drawn(shown.rings)
            (ring,) = shown.rings()
            assert ring == pytest.approx((*struck, near_px), abs=0.5)
            tips = {(round(x), round(y)) for x, y in shown.heads()}
            if away_mm == NEAR_MM * 2:
                assert not tips, "models that touch leave no room for an arrow"
                shown.show()
                continue
            (tip,) = tips
            assert math.dist(tip, struck) == pytest.approx(near_px, abs=2.0)
            for start in shown.starts():
                if away_mm:
                    assert math.dist(start, source) == pytest.approx(near_px, abs=2.0), "it begins at the attacker"
                else:
                    assert away_px(card, start) < 1.0, "what comes from nowhere on the mat comes from the card"
            shown.show()

    at_result(act)


def test_it_hides_no_name_where_it_need_not(at_result):
    """Where it would lie without names, somebody's name stands; there are free places enough."""

    async def act(shown):
        box = importlib.import_module("companion.tablet.look.labels").Box
        names = []
        for _ in range(2):
            shown.show(fight((300.0, 300.0), (348.0, 300.0)), names=names)
            await rested(shown.layer)
            card = shown.layer.card
            lies = box(card.x, card.y, card.x + card.width, card.y + card.height)
            assert not any(lies.shared_px2(each) for each in names), len(names)
            assert away_px(card, shown.spot(MatPoint(300.0, 300.0))) > 0.0
            names.append(box.around((card.x + card.width / 2, card.y + card.height / 2), (190.0, 24.0)))
            shown.show()

    at_result(act)


def test_it_gives_way_to_the_question_about_undoing_it_and_comes_back(at_result):
    async def act(shown):
        result = fight()
        shown.show(result)
        await rested(shown.layer)
        assert shown.layer.card is not None
        shown.show(result, undoing=object())
        assert shown.layer.card is None
        shown.show(result)
        assert shown.layer.card is not None

    at_result(act)


def test_a_tap_on_it_closes_it_and_the_same_does_not_come_back(at_result):
    async def act(shown):
        result = fight()
        shown.show(result)
        await rested(shown.layer)
        card = shown.layer.card
        shown.player.finger.press(card)
        await shown.player.drawn(lambda: shown.layer.card is None)
        assert shown.heads() == []
        shown.show(result)
        assert shown.layer.card is None
        shown.show(result, fight(wounds=1))
        assert shown.layer.card is not None, "a further result shows it again"
        shown.show()
        assert shown.layer.card is None, "going on closes it"
        shown.show(result)
        assert shown.layer.card is not None, "the same once more in a later fight is shown"

    at_result(act)


def test_touches_beside_it_are_the_mats(at_result):
    async def act(shown):
        shown.show(fight())
        await rested(shown.layer)
        touched = []
        shown.mat.bind(on_nothing=lambda *_: touched.append("mat"))
        shown.player.touches_mat(560.0, 560.0)
        await shown.player.drawn(lambda: touched)
        assert shown.layer.card is not None

    at_result(act)


def test_who_rolled_is_named_where_the_shape_does_not_tell(at_result):
    async def act(shown):
        result = fight(names=("Greer", "Robin"))
        shown.show(result)
        rows = [each for each in shown.layer.card.walk(restrict=True) if type(each).__name__ == "ThrowRow"]
        assert {each.who for each in rows} == {""}
        second = replace(result.throws[0], name="Wren")
        shown.show(replace(result, throws=(*result.throws, second)))
        rows = [each for each in shown.layer.card.walk(restrict=True) if type(each).__name__ == "ThrowRow"]
        assert {each.who for each in rows} == {"Greer", "", "Wren"}

    at_result(act)


def test_dice_that_have_fallen_are_shown_before_the_fight_is_over_and_it_appears_gently_if_that_is_wanted(at_result):
    async def act(shown):
        whole = fight()
        under_way = replace(whole, throws=whole.throws[:1], struck=(), over=False)
        for animated in (True, False):
            shown.layer.animated = animated
            shown.show(under_way)
            card = shown.layer.card
            assert card.opacity == (0.0 if animated else 1.0)
            assert card.close_text == "", "it is not over"
            assert shown.heads() == [], "nobody is struck yet"
            await shown.player.drawn(lambda card=card: card.opacity == 1.0)
            shown.show(whole)
            assert shown.layer.card.opacity == 1.0, "it was there already"
            assert shown.layer.card.close_text
            await shown.player.drawn(shown.rings)
            shown.show()

    at_result(act)
