"""No key of the table moves when something comes by itself: it would slip away from under a finger."""

from collections import defaultdict
from dataclasses import replace

import pytest

from companion.geometry import Answer, MatPoint, Verdict
from companion.referee.api.placement import PlacementState, UnknownPiece
from companion.referee.api.proposal import Proposal
from companion.referee.api.rolls import DieFace, FaceState, Throw
from companion.referee.screen.game_screen import UndoRequest
from companion.texts import Language
from tests.phones.moments import moment
from tests.tablet.game.test_layout import QUESTION, rested
from tests.tablet.game.test_roll_under_way import LIES
from tests.tablet.game.test_steady_keys import REFUSED, TROUBLE
from tests.tablet.game.test_touch_during_update import OWED, TUMBLES, alone, at_roll
from tests.tablet.zones import HERO, lies, there

__all__ = ["alone", "at_roll"]  # fixtures
AT = MatPoint(150.0, 150.0)
ASIDE = replace(
    there("A:1", "greer", AT, ghost=True, acceptable=True, away_mm=42.0), how=PlacementState.MISPLACED, name="Greer"
)
GONE = [there(of, "", AT, ghost=True) for of in ("A:2", "A:3", "B:1", "B:2", "B:3")]
STRANGER = UnknownPiece("knight-7", MatPoint(300.0, 300.0), "A", 16.0, ("A:2", "A:3"))
UNDO = UndoRequest(
    "Undo 2 actions? All players must agree.", ("Ann has seen cards drawn.",), (), taken=("Greer moves.", "Ann draws.")
)
WENT = Proposal(
    "p", "A", "move", "A:1", "greer", (), AT, MatPoint(150.0, 60.0), None,
    Verdict(Answer.YES, 90.0, 100.0, 0.2, "path"), text="Greer moved 90.0 mm of 100.",
)  # fmt: skip
LOST = DieFace(9, "px:9", "Red", "pixels", "Pixels die", FaceState.VOID, why="It leaned against the tray.")
ROLLED = Throw(rolls=(replace(OWED, count=3, owed=3),))


def rolls(**changes):
    return {"throw": replace(ROLLED, rolls=(replace(ROLLED.rolls[0], **changes),))}


def stands(play, *placements, strangers=()):
    return {"standing": replace(play.standing, all=placements, strangers=strangers)}


COMES = {
    "a refusal": lambda _: {"said": REFUSED},
    "a trouble": lambda play: {"throw": replace(play.throw, troubles=(TROUBLE,))},
    "a pause": lambda _: {"pause_left_s": 3.0},
    "a model to put back": lambda play: stands(play, ASIDE),
    "many models to put back": lambda play: stands(play, ASIDE, *GONE),
    "a model that is unknown": lambda play: stands(play, strangers=(STRANGER,)),
    "a wrong base": lambda play: {
        **stands(play, strangers=(lies("greer", "A", 16.0, MatPoint(300.0, 300.0)),)),
        "zones": (HERO,),
    },
    "an undo": lambda _: {"undoing": UNDO},
    "a proposal": lambda _: {"proposals": (WENT,)},
    "a refused move": lambda play: {
        **stands(play, ASIDE),
        "proposals": (replace(WENT, verdict=replace(WENT.verdict, answer=Answer.NO), rule="S-MOVE-06"),),
    },
}
FALLS = {
    "a die that tumbles": rolls(owed=2, faces=(TUMBLES,)),
    "a die that lies": rolls(owed=2, faces=(LIES,)),
    "two dice": rolls(owed=1, faces=(LIES, replace(LIES, entry=4))),
    "a die that leans": rolls(void=(LOST,)),
    "a question": rolls(questions=(QUESTION,)),
}


def places_of(table):
    """Where each key is seen, by what is read on it, or else by its kind."""
    from kivy.uix.behaviors import ButtonBehavior  # noqa: PLC0415 (after Kivy was prepared)

    found = defaultdict(list)
    for key in table.walk(restrict=True):
        if isinstance(key, ButtonBehavior) and key.opacity and min(key.size) > 1:
            name = getattr(key, "face", "") or getattr(key, "text", "") or type(key).__name__
            found[type(key).__name__, name].append(tuple(round(each) for each in (*key.to_window(*key.pos), *key.size)))
    return found


def moved(before, after):
    """What stands before and after, and not where it was."""
    found = []
    for name in before.keys() & after.keys():
        fewer, more = sorted((before[name], after[name]), key=len)
        if any(each not in more for each in fewer):
            found.append((name, before[name], after[name]))
    return found


class ShownTable:
    """The table in the window, shown by hand one moment after the other."""

    def __init__(self, at, view):
        from companion.tablet.table.table_view import TableView  # noqa: PLC0415 (imports Kivy)

        self.at, self.view = at, view
        self.shown = TableView()

    async def opens(self):
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        Window.add_widget(self.shown)
        await self.shows()

    async def shows(self, **changes):
        self.shown.show(replace(self.view, play=replace(self.view.play, **changes)))
        await rested(self.shown)

    def closes(self):
        self.shown.ids.game.leave()
        self.shown.parent.remove_widget(self.shown)


IN_THE_CORNER = ("many models to put back", "a model that is unknown", "an undo")
SIZES = [(1280, 800), (800, 1280)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_key_moves_whatever_comes_by_itself_and_goes(at_roll, tmp_path, size):
    moment("crowded").record(tmp_path / "game.signum").close()

    async def act(at):
        from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

        Window.size = size
        await at.tapper.until(lambda: tuple(at.tapper.player.app.root.size) == size, "resized")
        table = ShownTable(at, at.view)
        await table.opens()
        scroll = table.shown.ids.game.ids.scroll
        for pushed in (False, True):
            scroll.scroll_y = 0.4 if pushed else 1.0
            await rested(table.shown)
            before = places_of(table.shown)
            assert len(before) > 8, "there are keys to stand still"
            for name, what in COMES.items():
                await table.shows(**what(at.view.play))
                assert moved(before, places_of(table.shown)) == [], f"{name} comes"
                await table.shows()
                assert moved(before, places_of(table.shown)) == [], f"{name} goes"
        assert not pushed or scroll.scroll_y < 1.0, "the page is higher than its place"
        table.closes()

    at_roll(act)


def test_no_face_moves_when_dice_come_to_rest(at_roll):
    async def act(at):
        table = ShownTable(at, at.view)
        await table.opens()
        await table.shows(**rolls(faces=()))
        apart = next(each for each in table.shown.walk() if getattr(each, "text", "") == "Tap them one by one")
        at.finger.press(apart)
        await rested(table.shown)
        before = places_of(table.shown)
        assert {name for kind, name in before if kind == "FaceKey"} == {"bullseye", "axe", "shield"}
        for name, what in FALLS.items():
            await table.shows(**what)
            assert moved(before, places_of(table.shown)) == [], name
        table.closes()

    at_roll(act)


def test_a_page_that_asks_something_new_begins_at_its_top(at_roll, tmp_path):
    moment("crowded").record(tmp_path / "game.signum").close()

    async def act(at):
        table = ShownTable(at, at.view)
        await table.opens()
        scroll = table.shown.ids.game.ids.scroll
        scroll.scroll_y = 0.2
        await table.shows(shown=replace(at.view.play.shown))
        assert scroll.scroll_y < 0.9
        await table.shows(shown=replace(at.view.play.shown, waiting="Something else."))
        assert scroll.scroll_y == 1.0
        table.closes()

    at_roll(act)


def test_what_comes_by_itself_fits_its_corner_and_lies_over_no_model(at_roll):
    from companion.tablet.game.over_mat.mat_cards import CORNER_SHARE, UNDO_SHARE  # noqa: PLC0415 (imports Kivy)
    from tests.tablet.text_fit import words_that_do_not_fit  # noqa: PLC0415 (likewise)

    async def act(at):
        for language in Language:
            choices = replace(at.view.choices, language=language)
            table = ShownTable(at, replace(at.view, choices=choices))
            await table.opens()
            named = [replace(each, name="Бодкін Шпрот, вугляр-хлопчисько") for each in GONE]
            comes = {name: COMES[name](at.view.play) for name in IN_THE_CORNER} | {"a question": FALLS["a question"]}
            comes["long names"] = stands(at.view.play, *named, strangers=(STRANGER,))
            for name, what in comes.items():
                await table.shows(**what)
                cards = table.shown.ids.cards
                card = cards.corner_card
                assert words_that_do_not_fit(card) == [], name
                assert card.parent is not None
                assert card.height <= (UNDO_SHARE if name == "an undo" else CORNER_SHARE) * cards.height
                assert cards.x <= card.x <= card.right <= cards.right
                assert cards.y <= card.y <= card.top <= cards.top
            table.closes()

    at_roll(act)
