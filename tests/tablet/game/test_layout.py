"""The pages of the game in a real window: words fit in every language, keys fit fingers."""

import asyncio
import importlib
from dataclasses import replace

import pytest

from companion.geometry import Answer, MatPoint, Verdict
from companion.referee import SetLanguage
from companion.referee.api.intents import Intent
from companion.referee.api.proposal import Proposal
from companion.referee.api.rolls import DiceAnswer, DiceQuestion, DieFace, FaceKey, FaceState, OpenRoll
from companion.referee.api.table_intents import RerollDie
from companion.referee.screen.game_screen import Curve, GameEnd, UndoRequest
from companion.texts import Language
from tests.tablet.text_fit import words_that_do_not_fit

SIZE_PX = (1280, 800)
AN_INCH_PX = 149.5
"""Pixels of a ten-inch tablet."""
FINGER_MM = 12.0
LONG = "Griselda Harrow, First Stoker of the Kettle Clans"
KEYS = (FaceKey(1, "bullseye", "bullseye"), FaceKey(2, "axe", "axe"), FaceKey(3, "shield", "shield"))
FELL = DieFace(1, "px:1", "Blue", "pixels", "Pixels die", FaceState.COUNTS, 2, "axe", "axe", 1.0, ("camera",))
LOST = DieFace(2, "px:2", "Red", "pixels", "Pixels die", FaceState.VOID, why="It leaned against the edge of the tray.")
QUESTION = DiceQuestion(
    "disagree",
    "The die says axe, the camera says shield. Which is it?",
    (1,),
    (DiceAnswer("axe", RerollDie(1, "x")), DiceAnswer("Throw it again", RerollDie(1, "it was touched"))),
    1,
)
ROLL = OpenRoll(
    "r", "A", "Ann", f"Roll 3 dice for the attack of {LONG}.", 3, 2, (FELL,), (LOST,), (QUESTION,),
    ("Once more: the first die showed axe.",), KEYS, virtual=True,
)  # fmt: skip
MEANT = Proposal(
    "p", "A", "move", "A:hero", "a5", (), MatPoint(100.0, 100.0), None, None,
    Verdict(Answer.CLOSE, 97.0, 100.0, 2.0, "path"), rule="S-MOVE-06",
    text=f"{LONG} moved 97.0 mm of 100 and touches Cordelia.",
)  # fmt: skip
PLAYERS = (("A", "Ann", "disc"), ("B", "Bartholomew the Unhurried", "diamond"))


def entries(context):
    """One of each card that a short game may never show."""
    # Kivy reads what `prepare` wrote.
    from companion.tablet.game import rolls, undo_card  # noqa: PLC0415
    from companion.tablet.game.over_mat import proposals  # noqa: PLC0415
    from companion.tablet.past import end_page  # noqa: PLC0415

    undo = UndoRequest("Undo 12 events? All players must agree.", ("Ann has seen cards drawn.",), ("A",))
    series = tuple((shape, name, (3, 8, 15)) for _, name, shape in PLAYERS)
    courses = (Curve("Prosperity", 51, series),)
    back = context.say("game.ghost.back", name=LONG, mm="125")
    return [
        (rolls.RollCard, rolls.RollData(ROLL, "diamond", ("it leans", "it fell off the table or out of the tray"))),
        (rolls.QuestionCard, QUESTION),
        (proposals.ProposalCard, MEANT),
        (proposals.GhostCard, proposals.GhostData("B:3", back, fits=False, acceptable=True)),
        (proposals.BindCard, proposals.BindData("knight-7", (("A:3", LONG), ("A:4", "Wren")))),
        (undo_card.UndoCard, undo_card.UndoData(undo, PLAYERS)),
        (end_page.GraphCard, end_page.GraphData("Prosperity", series, 51)),
        (end_page.ExportCard, GameEnd(courses, ("game.html", "game.result.json"))),
    ]


@pytest.fixture
def alone():
    """Imports Kivy, which reads what `prepare` wrote."""
    return importlib.import_module("tests.tablet.table_alone")


async def rested(widget):
    """Waits until nothing moves any more."""
    lay, same = None, 0
    while same < 3:
        await asyncio.sleep(0.02)
        now = [(*each.pos, *each.size) for each in widget.walk()]
        same, lay = (same + 1 if now == lay else 0), now


def fits(widget, hidden=()):
    from companion.tablet.widgets.keys import PlainKey  # noqa: PLC0415 (imports Kivy)

    assert [words for words in words_that_do_not_fit(widget) if words not in hidden] == []
    for key in (each for each in widget.walk() if isinstance(each, PlainKey) and each.opacity):
        assert min(key.size) / AN_INCH_PX * 25.4 >= FINGER_MM, (key.text, key.size)


@pytest.fixture
def opened(at_window, alone, tmp_path):
    """Opens the window over a game without phones."""

    def play(act):
        referee = alone.table(alone.Alone(tmp_path / "game.signum"))

        async def acting(player):
            from kivy.core.window import Window  # noqa: PLC0415 (after Kivy was prepared)

            Window.size = SIZE_PX
            await player.drawn(lambda: tuple(player.app.root.size) == SIZE_PX)
            await player.sees(lambda view: view.play is not None)
            await act(alone.Tapper(player), referee)

        at_window(referee, acting)

    return play


async def speaks(tapper, referee, language):
    referee.submit(Intent(SetLanguage(language)))
    await tapper.until(lambda: tapper.context.language is language, "spoken")
    await rested(tapper.player.ids.side)


async def in_all_languages(tapper, referee, check):
    for language in Language:
        await speaks(tapper, referee, language)
        await check(tapper)
    await speaks(tapper, referee, Language.ENGLISH)


def test_cards_that_a_game_may_show_fit_in_every_language(opened):
    async def check(tapper):
        tapper.column.stack.show(entries(tapper.context), tapper.context)
        await rested(tapper.column)
        fits(tapper.column)

    async def act(tapper, referee):
        await in_all_languages(tapper, referee, check)

    opened(act)


def test_every_page_fits_in_every_language_behind_the_curtain_and_before_it(opened):
    async def pages(tapper):
        for tab in ("now", "hand", "table", "log", "mat"):
            tapper.column.tab = tab
            await rested(tapper.player.ids.side)
            rulers = tapper.player.panel.ids.ruler_keys
            fits(tapper.player.ids.side, () if rulers.opacity else [key.text for key in rulers.children])
        tapper.column.tab = "now"
        await rested(tapper.player.ids.side)

    async def curtain(tapper):
        for phones in (frozenset(), frozenset("A")):
            tapper.column.curtain.fall("A", "Bartholomew the Unhurried", replace(tapper.context, phones=phones))
            await rested(tapper.column.curtain)
            fits(tapper.column.curtain)
            tapper.column.curtain.dismiss(animation=False)

    async def act(tapper, referee):
        await in_all_languages(tapper, referee, pages)
        await in_all_languages(tapper, referee, curtain)
        while not (tapper.play.own_shown and tapper.play.own_shown.in_hand):
            await tapper.step()
        await in_all_languages(tapper, referee, pages)
        while tapper.play.shown.sheet.number == 0:
            await tapper.step()
        await in_all_languages(tapper, referee, pages)

    opened(act)
