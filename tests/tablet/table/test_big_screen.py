"""The big screen: everything for those who watch, large enough, nothing of anybody's hand, and a way back."""

from dataclasses import replace

import pytest

from companion.games.display.board_view import BoardView, PieceView
from companion.games.display.result import ResultShown, StruckShown
from companion.geometry import Base, MatPoint
from companion.referee import Piece, TakeTablet, TrackState
from companion.referee.api.placement import MatState
from companion.referee.lobby.open_table import TableRequest
from companion.referee.virtual_mat.drawn_mat import NO_CAMERA
from companion.tablet.data.settings import Settings
from companion.tablet.look.mat_plan import fit
from companion.texts import Language
from tests.phones.moments import moment
from tests.tablet.game.over_mat.test_mat_cards import playing
from tests.tablet.still_referee import StillReferee
from tests.tablet.views import view_of
from tests.tablet.zones import there

pytestmark = pytest.mark.slow

SCREEN_PX, PIXEL_MM = (1920, 1080), 598 / 1920
"""Of 27 inches."""
AWAY_MM = 4000.0
MIN_RAD = 16 / 60 * 3.14159 / 180
"""ISO 9241-303: a capital letter is at least 16 minutes of arc high."""
CAPITAL = 0.71
"""Of the size of our font."""
WORDS = {
    Language.ENGLISH: ("Prosperity", "Bob", "Big screen", "Back"),
    Language.RUSSIAN: ("Процветание", "Bob", "Большой экран", "Назад"),
    Language.UKRAINIAN: ("Процвітання", "Bob", "Великий екран", "Назад"),
}
RESULT = ResultShown("Melee: Maud – Korra", (), (StruckShown("Korra", "disc", (("hits", 2), ("wounds", 1)), 1),))


def words(widget):
    """The labels that can be read, from the window's own tree."""
    from kivy.uix.label import Label  # noqa: PLC0415 (Kivy reads what `prepare` wrote)

    return [each for each in widget.walk() if isinstance(each, Label) and each.text.strip()]


@pytest.mark.parametrize("language", Language)
def test_those_who_watch_read_all_that_counts_from_four_metres(newly, tmp_path, language):
    (tmp_path / "games").mkdir()
    game = tmp_path / "games" / "crowded.signum"
    crowded = moment("crowded")
    crowded.record(game).close()
    chief, name, key, back = WORDS[language]

    async def act(one):
        shell = one.shell
        await one.until(lambda: shell.page is not None, "the start")
        shell.open_table(TableRequest(NO_CAMERA, game=game))
        await one.until(lambda: shell.view is not None and shell.view.play is not None, "the game")
        page = shell.page
        page.sitting.submit(TakeTablet("A"))
        await one.until(lambda: shell.view.play.holder == "A", "Ann has the tablet")
        hands = shell.view.play.own_shown.holdings
        hidden = [card.line.name for each in hands if each.holding.look == "hand" for card in each.cards]
        assert hidden
        await one.touches("⚙")
        await one.touches(key)
        await one.reads(chief, name)
        await one.until(lambda: not shell.view.play.holder, "nothing lies open that is hidden")
        for player in shell.view.play.shown.sheet.players:
            await one.reads(player.name, f"{player.scores[0].words}")
        clocks = [each.text for each in words(page.big) if ":" in each.text and each.text[0].isdigit()]
        assert len(clocks) == len(shell.view.play.players)
        page.big.show(replace(shell.view, play=replace(shell.view.play, results=(RESULT,))))
        await one.reads("Melee: Maud – Korra", "Korra: wounds 1")
        page.big.show(shell.view)
        await one.reads("Korra: wounds 1")
        read = words(page.big)
        assert not [text for text in hidden for each in read if text in each.text]
        low = [
            each.text for each in read if each.text != back and each.font_size * CAPITAL * PIXEL_MM < MIN_RAD * AWAY_MM
        ]
        assert low == []
        mat = page.big.ids.mat
        assert mat.label_box.top_px > mat.plan.bottom_px + 0.9 * mat.plan.size_px[1], "names lack room"
        assert mat.height == SCREEN_PX[1]
        assert min(mat.plan.size_px) > 0.98 * SCREEN_PX[1] - 2
        assert max(each.right for each in read) <= SCREEN_PX[0]
        assert [each.text for each in one.keys("")] == [back]
        await one.touches(back)
        await one.until(lambda: page.big is None and one.keys("⚙"), "the table again")

    newly(act, Settings(language=language, sounds=False), size=SCREEN_PX)


@pytest.mark.parametrize(("standing", "least"), [(4, 1.0), (7, 1.0), (12, 1.0), (30, 0.6)])
def test_names_and_wounds_on_the_mat_are_read_from_four_metres_as_long_as_they_have_room(at_window, standing, least):
    """With many models names are smaller, but no smaller than what a good eye reads: 5 minutes of arc."""

    async def act(player):
        from kivy.metrics import sp  # noqa: PLC0415 (after Kivy was prepared)

        from companion.tablet.look.labels import Box  # noqa: PLC0415 (likewise)
        from companion.tablet.mat import overlay  # noqa: PLC0415 (likewise)

        names, letters = set(), []

        class WatchedPen(overlay.Pen):
            def name(self, words, owner, spot, side, size_sp):
                names.add((words, owner))
                letters.append(sp(size_sp) * CAPITAL * PIXEL_MM / (MIN_RAD * AWAY_MM))

            def label(self, words, spot, colour, ground, size_sp, *font):
                raise AssertionError(f"what is left stands with the name, not apart: {words}")

        crowd = play_with(standing)
        plan = fit(crowd.mat, (0, 0, SCREEN_PX[1], SCREEN_PX[1]), turned=False)
        overlay.draw_overlay(WatchedPen(), crowd, plan, Box(0, 0, *SCREEN_PX), far=True)
        assert names == {("Maud", "2")}
        assert len(letters) == standing
        assert min(letters) >= least

    at_window(StillReferee(), act)


def play_with(standing):
    """So many models on the mat, each of a creature with wounds."""
    spots = [MatPoint(60.0 + 90.0 * (each % 6), 60.0 + 90.0 * (each // 6)) for each in range(standing)]
    pieces = tuple(Piece(Base(f"m{each}", spot, 16.0, "A"), TrackState.SEEN, 0.0) for each, spot in enumerate(spots))
    placed = tuple(
        replace(there(f"A:{each}", f"m{each}", spot), name="Maud Averill, Causeway Warden")
        for each, spot in enumerate(spots)
    )
    seen = tuple(PieceView(each.of, each.name, "M", "A", badges=("♥2/3", "✔")) for each in placed)
    board = BoardView((600.0, 600.0), pieces=seen)
    play = replace(playing(), standing=MatState(placed), board=board)
    return replace(view_of(), pieces=pieces, terrain=(), play=play)
